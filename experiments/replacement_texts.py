"""Real texts of four kinds, each about an entity to protect: the texts in which replacements are judged."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from training.wild_corpora import TRANSCRIPTIONS, read_transcriptions

from experiments import biographies
from experiments.corpora import SAMPLE, articles
from experiments.harness import data
from experiments.needs import Needs
from reticent.errors import InputError
from reticent.knowledge import Corpus
from reticent.knowledge.taxonomy import Hierarchy, HierarchyEntry, Taxonomy, ancestors, in_order, wordnet
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization._entities import EntityMeasure, SensitiveEntity, entity_of, thresholds
from reticent.models.shared.senses import clear_senses_of_name, plain_names_above
from reticent.text import Document
from reticent.text.sentences import normal_words
from reticent.text.terms import terms
from training import name_corpora, wild_corpora

ANSWERS = "entities/medquad-symptom-answers.jsonl"
FURTHER_ANSWERS = "corpora/medquad.jsonl.xz"
NEEDS = (
    biographies.NEEDS | name_corpora.ALL | wild_corpora.ALL | Needs(data=(ANSWERS, FURTHER_ANSWERS, SAMPLE))
)

T = TypeVar("T")
Half = Literal["choosing", "reporting", "fresh"]
"""Rules are made on the texts of the first; the others are reported, each read once.

Fresh texts are of the sources of the reporting half, and in neither half: other answers, further articles and transcriptions.
"""
KINDS = ("biographies", "symptoms", "transcriptions", "encyclopedia")
"""The kind with most texts stands last: it gives what the others lack."""
FIELDS = ("disease", "person", "animal", "plant", "city", "substance", "artifact", "organization", "event")
"""What encyclopedia articles are about, by what stands above their titles in WordNet."""

_TABLE = "Human Phenotype Ontology"
"""Answers of one source are tables without lines, each with the same sentences around it."""
_ANY_ILLNESS = "condition"
"""What may be told of what an answer is about: diseases, symptoms such as angina, and failures are among them."""
_LONGEST = 3000
_SHORTEST = 400
_EACH_FIELD = 60
_INTRODUCTION = 300
"""The letters in which an article says what its subject is: WordNet may know another thing of that name only."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A text, its kind, and the entity in it that is protected, with its other names and what may be told of it."""

    id: str
    kind: str
    text: str = field(repr=False)
    entity: str
    general: str
    aliases: tuple[str, ...] = ()

    @property
    def document(self) -> Document:
        """The text to be released."""
        return Document(self.id, self.text)

    def model(self, corpus: Corpus) -> CgSanitization:
        """The default model that protects the entity; an InputError where it can't be measured."""
        return CgSanitization(
            {self.entity: self.general},
            corpus=corpus,
            taxonomy=self._taxonomy(),
            aliases={self.entity: self.aliases},
            unseen="keep",
        )

    def _taxonomy(self) -> Taxonomy:
        """WordNet, with the entity below g(c) where WordNet doesn't have it there."""
        senses = wordnet().concepts(self.entity)
        if any(above.name == self.general for sense in senses for above in ancestors(wordnet(), sense)):
            return wordnet()
        own = HierarchyEntry("entity", (self.entity, *self.aliases), {"general": "the text"})
        return in_order(Hierarchy([HierarchyEntry("general", (self.general,)), own]), wordnet())


def belongs(name: str, half: Half) -> bool:
    """Whether a text is one to make rules on, or one that is only reported, as the half asks."""
    return (hashlib.sha256(name.encode()).digest()[0] % 2 == 0) == (half == "choosing")


def subjects(half: Half, corpus: Corpus) -> Mapping[str, Iterator[Subject]]:
    """The texts of a half by kind, in an order that has nothing to do with what they say."""
    sources: Mapping[str, Callable[[Half, Corpus], Iterator[Subject]]] = {
        "symptoms": _symptoms,
        "encyclopedia": _encyclopedia,
        "biographies": _biographies,
        "transcriptions": _transcriptions,
    }
    return {kind: sources[kind](half, corpus) for kind in KINDS}


def _symptoms(half: Half, corpus: Corpus) -> Iterator[Subject]:
    """Descriptions of a disease's symptoms, or fresh answers to other questions on it; the disease is protected."""
    lines = data(ANSWERS).read_text(encoding="utf-8").splitlines()
    rows = _other_answers() if half == "fresh" else [json.loads(line) for line in lines]
    prose = [row for row in rows if _fits(row["text"]) and _TABLE not in row["text"]]
    for number, row in _shuffle((row["disease"], row) for row in prose):
        if belongs(number, half):
            aliases = tuple(name for name in row["synonyms"] if not name.isupper())
            text = row["text"][: _LONGEST if half == "fresh" else None]
            yield Subject(f"symptoms {number}", "symptoms", text, row["disease"], _ANY_ILLNESS, aliases)


def _other_answers() -> Iterator[dict[str, Any]]:
    """The first long answer on each disease to a question that doesn't ask for its symptoms."""
    with lzma.open(data(FURTHER_ANSWERS), "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            answers = [each["a"] for each in row["qa"] if each["type"] != "symptoms" and _fits(each["a"])]
            if row["category"] == "Disorders" and answers:
                yield {"disease": row["focus"], "synonyms": row["synonyms"], "text": answers[0]}


def _encyclopedia(half: Half, corpus: Corpus) -> Iterator[Subject]:
    """Articles on things that WordNet knows, of each field in turn; what the article is about is protected."""
    fields: dict[str, list[Subject]] = {field: [] for field in FIELDS}
    last = 2 * _EACH_FIELD if half == "fresh" else _EACH_FIELD
    found = ((title, (title, text)) for title, text in articles(SAMPLE) if _fits(text))
    for title, (_, text) in _shuffle(found):
        own = _field_of(title)
        if not belongs(title, half) or not own or len(fields[own]) >= last:
            continue
        if general := _general(title, corpus, told=text[:_INTRODUCTION]):
            fields[own].append(Subject(f"article {title}", "encyclopedia", text[:_LONGEST], title, general))
    for number in range(last - _EACH_FIELD, last):
        yield from (each[number] for each in fields.values() if number < len(each))


def _biographies(half: Half, corpus: Corpus) -> Iterator[Subject]:
    """Lives of people; the place or the thing with a name that the text names most is protected."""
    for number, each in _shuffle((each.id, each) for each in biographies.biographies() if _fits(each.text)):
        if half == "fresh" or not belongs(number, half):
            continue  # there are no more of them
        if chosen := _most_named(each.text, corpus, instance=True):
            yield Subject(f"biography {number}", "biographies", each.text[:_LONGEST], *chosen)


def _transcriptions(half: Half, corpus: Corpus) -> Iterator[Subject]:
    """Medical transcriptions; the illness that the text names most is protected."""
    texts = read_transcriptions(data(TRANSCRIPTIONS), learned=half == "fresh")
    for number, text in _shuffle((str(number), text) for number, text in enumerate(texts) if _fits(text)):
        if belongs(number, half) and (chosen := _most_named(text, corpus, below="illness")):
            yield Subject(f"transcription {number}", "transcriptions", text[:_LONGEST], *chosen)


def _fits(text: str) -> bool:
    return len(text) > _SHORTEST


def _shuffle(named: Iterable[tuple[str, T]]) -> list[tuple[str, T]]:
    """The same in an order that depends on the names alone."""
    return sorted(named, key=lambda each: hashlib.sha256(f"order {each[0]}".encode()).digest())


def _field_of(title: str) -> str | None:
    senses = wordnet().concepts(title)
    if not senses or title.casefold() not in (name.casefold() for name in senses[0].names):
        return None
    above = {each.name for each in ancestors(wordnet(), senses[0])}
    return next((field for field in FIELDS if field in above), None)


def _most_named(
    text: str, corpus: Corpus, *, instance: bool = False, below: str = ""
) -> tuple[str, str] | None:
    """What the text names most often of what is meant, with what may be told of it."""
    counts = Counter(
        {
            term.written if term.name else term.form: len(term.spans)
            for term in terms(Document("text", text[:_LONGEST]))
            if term.name or not instance
        }
    )
    for name, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        senses = wordnet().concepts(name)[:1]
        above = {each.name for sense in senses for each in ancestors(wordnet(), sense)}
        wanted = below in above if below else bool(clear_senses_of_name(name, wordnet()))
        if wanted and not name.isupper() and (general := _general(name, corpus)):
            return name, general
    return None


def _general(name: str, corpus: Corpus, *, told: str = "") -> str | None:
    """The nearest thing that the name means and that can be allowed, as a person would choose it: by a plain name.

    Where the text itself says what is meant, it must say that.
    """
    senses = wordnet().concepts(name)
    by = EntityMeasure(corpus, wordnet())

    def measure(general: str) -> SensitiveEntity:
        return entity_of(name, general, by=by)

    plain = plain_names_above(name, senses, wordnet())
    if not plain:
        return None
    try:
        found = thresholds(name, senses[0], taxonomy=wordnet(), measure=measure)
    except InputError:
        return None
    said = normal_words(told)
    fitting = [name for name in plain if not told or set(normal_words(name)) <= set(said)]
    return next((each.general for each in found if each.general in fitting), None)
