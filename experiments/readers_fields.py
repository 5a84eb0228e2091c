"""The three sorts of texts, each with the conditions that it may hide and the readers that no planner used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from experiments import readers_attackers, readers_conditions, readers_texts
from experiments.cg_attack import BETWEEN
from experiments.notes import read_notes
from experiments.phrases import PhraseFinder, is_acronym
from experiments.readers_attackers import (
    Bayes,
    ListReader,
    Reader,
    Similarity,
    read_bayes,
    read_medquad,
)
from experiments.readers_conditions import Condition, find_names, read_conditions
from experiments.readers_texts import (
    SORTS,
    SYMPTOMS,
    HiddenText,
    Sort,
    read_symptom_texts,
    select_notes,
)

NEEDS = readers_attackers.NEEDS | readers_conditions.NEEDS | readers_texts.NEEDS


@dataclass(frozen=True, slots=True)
class Field:
    """Texts by sort, what they may hide, how that is named, who reads the releases, and what no planner may know."""

    texts: Mapping[Sort, Sequence[HiddenText]] = field(repr=False)
    conditions: tuple[Condition, ...] = field(repr=False)
    names: PhraseFinder = field(repr=False)
    readers: Mapping[str, Reader] = field(repr=False)
    held_out: tuple[str, ...] = field(default=(), repr=False)


def read_fields(sorts: Collection[Sort]) -> Iterator[Field]:
    """Those that have texts of these sorts, with everything that the readers have read."""
    of_notes = [sort for sort in SORTS if sort in sorts and sort != SYMPTOMS]
    if of_notes:
        yield read_visits(of_notes)
    if SYMPTOMS in sorts:
        yield read_symptoms()


def read_visits(sorts: Sequence[Sort]) -> Field:
    """The notes of visits; transcriptions and MedQuAD are other corpora than the planner's."""
    conditions = read_conditions()
    names = find_names(conditions)
    notes = read_notes()
    texts = select_notes(notes, conditions)
    readers: dict[str, Reader] = {
        "MedQuAD, similarity": Similarity(read_medquad(conditions)),
        "transcriptions, Bayes": read_bayes(notes, names),
        "list of hints": ListReader(conditions),
    }
    by_sort = {sort: [text for text in texts if text.sort == sort] for sort in sorts}
    return Field(by_sort, tuple(conditions), names, readers)


def read_symptoms() -> Field:
    """The descriptions of symptoms, whose diseases have an article each; MedQuAD's other answers are another corpus."""
    texts, articles = read_symptom_texts()
    names: dict[str, dict[str, None]] = {text.condition: {text.condition: None} for text in texts}
    for text in texts:
        names[text.condition].update(dict.fromkeys(text.names))
    hints = {name.casefold(): condition.hints for condition in read_conditions() for name in condition.names}
    conditions = [
        Condition(
            name,
            tuple(own),
            (),
            next((hints[each.casefold()] for each in own if each.casefold() in hints), {}),
        )
        for name, own in sorted(names.items())
    ]
    answers = read_medquad(conditions, texts)
    readers: dict[str, Reader] = {
        "encyclopedia, similarity": Similarity(articles),
        "MedQuAD's other answers, Bayes": Bayes({name: [text] for name, text in answers.items()}, {}),
    }
    held_out = tuple(part for article in articles.values() for part in article.split(BETWEEN))
    return Field({SYMPTOMS: texts}, tuple(conditions), find_names(conditions), readers, held_out)


def find_all_names() -> dict[str, PhraseFinder]:
    """How the conditions of each sort are named, for scoring answers."""
    conditions = read_conditions()
    notes = find_names(conditions)
    texts, _ = read_symptom_texts()
    return {"background": notes, "main": notes, SYMPTOMS: find_names_of_diseases(texts, conditions)}


def find_names_of_diseases(texts: Iterable[HiddenText], listed: Iterable[Condition]) -> PhraseFinder:
    """What finds the names that the texts have for their diseases, and those that the list has besides.

    The list speaks of the same disease where one of its conditions alone has a name that a text has, acronyms aside.
    """
    owners: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for condition in listed:
        for name in {name.casefold() for name in condition.names if not is_acronym(name)}:
            owners[name].append(condition.names)
    own = {(name, text.condition) for text in texts for name in text.names}
    more = {
        (other, disease)
        for name, disease in own
        if len(found := owners.get(name.casefold(), [])) == 1
        for other in found[0]
    }
    return PhraseFinder(sorted(own | more))


def take_half(texts: Sequence[HiddenText], half: int, most: int) -> list[HiddenText]:
    """The first texts of a half."""
    return [text for text in texts if text.half == half][:most]
