"""An attack on descriptions of symptoms: which disease is this text about?

The attacker holds an encyclopedia article on each disease and ranks them by TF-IDF similarity to the released text.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from statistics import median

import numpy as np

from experiments import corpora
from experiments.harness import data
from experiments.needs import Needs
from reticent import Document, Plan, WordList
from reticent.knowledge import Corpus, any_of, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.models.cg_sanitization._reading import telling_words
from reticent.plan import Decision, Release
from reticent.rendering.edits import render
from reticent.text import Span, merge_spans
from reticent.text.tokens import tokenize

BETWEEN = "\n\n\n\n"
ANSWERS = "entities/medquad-symptom-answers.jsonl"
NEEDS = corpora.BOTH | Needs(data=(ANSWERS,))
_MEDICAL = re.compile(
    r"disease|disorder|syndrome|medical|illness|symptom|cancer|infection|inflammation|condition|virus|bacteri",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Case:
    """A text that describes a disease, the names of the disease, and the title of its article."""

    text: str = field(repr=False)
    names: tuple[str, ...]
    title: str

    @property
    def counted_names(self) -> list[str]:
        """The names without acronyms, which are companies and songs too: the model finds the initials of names itself."""
        return [name for name in self.names if not _is_acronym(name)] or list(self.names)

    @property
    def document(self) -> Document:
        """The text to be released."""
        return Document(self.title, self.text)


def articles(wanted: Callable[[str], bool]) -> dict[str, str]:
    """The articles whose title is wanted, by title; those of the two corpora joined."""
    found: dict[str, list[str]] = defaultdict(list)
    for title, text in corpora.articles(corpora.SIMPLE, corpora.SAMPLE):
        if wanted(title):
            found[title].append(text)
    return {title: BETWEEN.join(texts) for title, texts in found.items()}


def cases() -> tuple[list[Case], dict[str, str]]:
    """The texts whose disease has an article, and those articles.

    Acronyms name everyday things as well, and so do names that several diseases share; articles on songs and
    constellations don't speak of medicine in their first lines.
    """
    lines = data(ANSWERS).read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    diseases: dict[str, set[str]] = defaultdict(set)
    for record in records:
        for name in [record["disease"], *(name for name in record["synonyms"] if not _is_acronym(name))]:
            diseases[_key(name)].add(_key(record["disease"]))
    texts = articles(lambda title: _key(title) in diseases)
    medical = {title: text for title, text in texts.items() if _MEDICAL.search(text[:600])}
    titles = {_key(title): title for title in sorted(medical, reverse=True)}
    found = []
    for record in records:
        keys = [_key(name) for name in [record["disease"], *record["synonyms"]] if not _is_acronym(name)]
        own = [key for key in keys if key == keys[0] or len(diseases[key]) == 1]
        title = next((titles[key] for key in own if key in titles), None)
        if title is not None:
            names = dict.fromkeys([plain(record["disease"]), *map(plain, record["synonyms"]), title])
            found.append(Case(record["text"], tuple(name for name in names if is_countable(name)), title))
    used = {case.title for case in found}
    return found, {title: text for title, text in medical.items() if title in used}


def half(title: str) -> int:
    """0 for the diseases that settings are chosen on, 1 for those that are reported."""
    return hashlib.sha256(title.encode()).digest()[0] % 2


def plain(name: str) -> str:
    """A name without what stands in brackets."""
    return re.sub(r"\s*\([^)]*\)", "", name).strip()


def _key(name: str) -> str:
    return re.sub(r" 's\b", "", " ".join(words_of(plain(name)))).casefold()


def _is_acronym(name: str) -> bool:
    return len(name) <= 6 and sum(map(str.isupper, name)) >= 2


class Attack:
    """Articles as TF-IDF vectors of unit length."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.titles = sorted(texts)
        counts = [Counter(_content(texts[title])) for title in self.titles]
        frequency = Counter(word for count in counts for word in count)
        self._words = {word: number for number, word in enumerate(sorted(frequency))}
        self._idf = np.array([log(len(counts) / frequency[word]) for word in self._words])
        self._matrix = np.array([self._vector(count) for count in counts])

    def rank(self, released: Document, title: str) -> int:
        """The place of the true disease in the attacker's list, the first being 1; ties count against the defender."""
        similarity = self._matrix @ self._vector(Counter(_content(released.mask_placeholders())))
        return int((similarity > similarity[self.titles.index(title)]).sum()) + 1

    def _vector(self, counts: Mapping[str, int]) -> np.ndarray:
        vector = np.zeros(len(self._words))
        for word, count in counts.items():
            if word in self._words:
                vector[self._words[word]] = 1 + log(count)
        vector *= self._idf
        length = float(np.linalg.norm(vector))
        return vector / length if length else vector


def _content(text: str) -> list[str]:
    return [word for word in words_of(text.replace("\ufffc", " ")) if is_countable(word)]


@dataclass(frozen=True, slots=True)
class Score:
    """How the attacker fared, and what was left for the reader."""

    texts: int
    first: float
    top10: float
    median_rank: float
    log_rank: float
    kept: float


def score(attack: Attack, released: Iterable[tuple[Case, Release]]) -> Score:
    """The attacker's success on releases, and the share of tokens that stand as they stood."""
    ranks, kept = [], []
    for case, release in released:
        ranks.append(attack.rank(release.released, case.title))
        kept.append(tokens_kept(release))
    return Score(
        len(ranks),
        sum(rank == 1 for rank in ranks) / len(ranks),
        sum(rank <= 10 for rank in ranks) / len(ranks),
        median(ranks),
        sum(map(log, ranks)) / len(ranks),
        sum(kept) / len(kept),
    )


def tokens_kept(release: Release) -> float:
    """The share of the original's words that are still there: outside the edits, or again inside them."""
    text = release.original.text
    words = _word_spans(release.original)
    lost = _count_touched(words, [edit.span for edit in release.edits])
    for edit in release.edits:
        if not edit.placeholder:
            lost -= (Counter(words_of(edit.span.of(text))) & Counter(_content(edit.text))).total()
    return 1 - lost / max(1, len(words))


def _word_spans(document: Document) -> list[Span]:
    return [token.span for token in tokenize(document.text) if any(map(str.isalnum, token.text))]


def _count_touched(words: Sequence[Span], edits: Sequence[Span]) -> int:
    changed = bytearray(max([0, *(span.end for span in [*words, *edits])]))
    for span in edits:
        changed[span.start : span.end] = b"\1" * len(span)
    return sum(1 for word in words if any(changed[word.start : word.end]))


def places_of_names(case: Case) -> list[Span]:
    """The places of the disease's names."""
    return [mention.span for mention in WordList(case.names).mentions(case.document)]


def remove_places(case: Case, spans: Iterable[Span]) -> Release:
    """The text with these places removed."""
    document = case.document
    decision = Decision(tuple(merge_spans(spans)), "REMOVED")
    plan = Plan.for_document(document, (decision,) if decision.spans else ())
    return render(document, plan)


def control(case: Case, deleted: float, order: Sequence[str]) -> Release:
    """The names removed, and then the words in this order, each at all its places, until a share is deleted."""
    places: dict[str, list[Span]] = defaultdict(list)
    for span, word in telling_words(case.document):
        places[word].append(span)
    words = _word_spans(case.document)
    spans = places_of_names(case)
    for word in order:
        if _count_touched(words, spans) >= deleted * len(words):
            break
        spans += places[word]
    return remove_places(case, spans)


def control_orders(case: Case, corpus: Corpus, seed: int) -> Iterator[tuple[str, list[str]]]:
    """The words of a text as each control deletes them: at random, rarest first, rarest that occur with the disease."""
    words = sorted({word for _, word in telling_words(case.document)})
    shuffled = words[:]
    random.Random(f"{seed} {case.title}").shuffle(shuffled)  # a control, not a secret
    yield "random", shuffled
    names = any_of(case.names)
    counts = corpus.count([frozenset({word}) for word in words])
    joint = corpus.count([frozenset({word, names}) for word in words])
    rarest = sorted(words, key=lambda word: (counts[words.index(word)], word))
    yield "rarest", rarest
    met = {word for word, together in zip(words, joint, strict=True) if together}
    yield "rarest with the disease", [word for word in rarest if word in met]
