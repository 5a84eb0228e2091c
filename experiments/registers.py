"""Texts of many registers with their identifiers marked, and how well findings agree with the marks."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from training.wild_corpora import (
    ANSWERS,
    TRANSCRIPTIONS,
    TREEBANK_DEV,
    WRITTEN,
    read_answers,
    read_transcriptions,
    read_treebank,
)

from experiments.harness import data
from experiments.needs import Needs
from reticent.detection.ages import tells_age_over_89

NEEDS = Needs(data=(WRITTEN, TREEBANK_DEV, TRANSCRIPTIONS, ANSWERS))

Place = tuple[int, int, str]
"""Start, end and kind."""

NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
DEFAULT_KINDS = NAMED | {"DATETIME", "CODE", "CONTACT", "AGE"}
"""What the treebank marks, and what the default policy looks for."""

WRITERS = {
    "terse clinical notes": ("1", "8"),
    "tickets, chats, forms": ("3", "5", "9"),
    "letters, legal papers, prose": ("2", "4", "6"),
}
"""The writers of the invented documents by register."""

_WORD = re.compile(r"\w+")
_OF_TREEBANK = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
_EACH = 8
"""One in so many of the transcriptions, and twice as many of the questions, that nothing was learned from is read."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and what people marked in it."""

    text: str = field(repr=False)
    places: tuple[Place, ...] = field(repr=False)


def read_written(writer: str) -> list[Marked]:
    """The invented documents of one writer."""
    lines = data(WRITTEN).read_text("utf-8").splitlines()
    rows = (json.loads(line) for line in lines)
    return [
        Marked(row["text"], tuple((start, end, kind) for start, end, kind in row["entities"]))
        for row in rows
        if row["id"][0] == writer
    ]


def read_mails() -> list[Marked]:
    """The documents of the treebank's development part; other names than those of `NAMED` are marked as MISC."""
    return [
        Marked(
            text,
            tuple(
                (start, end, _OF_TREEBANK.get(tag[2:], "MISC")) for start, end, tag in tokens if tag != "O"
            ),
        )
        for text, tokens in read_treebank(data(TREEBANK_DEV))
    ]


def read_nameless() -> list[Marked]:
    """Medical transcriptions that nothing was learned from; names were taken out of nearly all of them."""
    texts = read_transcriptions(data(TRANSCRIPTIONS), learned=False)
    return [Marked(text, ()) for text in texts[::_EACH]]


def read_questions() -> list[Marked]:
    """Clinical questions with the beginnings of their answers that nothing was learned from; they name hardly anybody."""
    texts = read_answers(data(ANSWERS), learned=False)
    return [Marked(text, ()) for text in texts[:: 2 * _EACH]]


def score_words(
    documents: Sequence[Marked], findings: Iterable[Iterable[Place]], kinds: Collection[str] | None = None
) -> dict[str, float]:
    """Precision and recall over words, and recall of whole mentions.

    Of `kinds` alone, if any are given: words that are marked as another kind then count neither way.
    """
    words, mentions = Counter[str](), Counter[bool]()
    for document, found in zip(documents, findings, strict=True):
        true = _cover(document.text, [place for place in document.places if _counts(place, document, kinds)])
        other = _cover(
            document.text, [place for place in document.places if not _counts(place, document, kinds)]
        )
        said = _cover(document.text, found)
        for word in _WORD.finditer(document.text):
            at = slice(word.start(), word.end())
            if all(true[at]):
                words["hit" if all(said[at]) else "missed"] += 1
            elif not any(other[at]) and any(said[at]):
                words["false"] += 1
        for start, end, kind in document.places:
            if _counts((start, end, kind), document, kinds):
                spelt = [place.span() for place in _WORD.finditer(document.text, start, end)]
                mentions[all(all(said[begin:stop]) for begin, stop in spelt)] += 1
    precision = words["hit"] / max(words["hit"] + words["false"], 1)
    recall = words["hit"] / max(words["hit"] + words["missed"], 1)
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(precision + recall, 1e-9),
        "mention recall": mentions[True] / max(mentions.total(), 1),
        "marked words": words["hit"] + words["missed"],
    }


def count_false(documents: Sequence[Marked], findings: Iterable[Collection[Place]]) -> float:
    """Findings per 1,000 words of texts that have nothing to find."""
    words = sum(len(_WORD.findall(document.text)) for document in documents)
    return 1000 * sum(map(len, findings)) / words


def _counts(place: Place, document: Marked, kinds: Collection[str] | None) -> bool:
    """Whether a mark is one of those asked for; of ages the default policy looks for those over 89 alone."""
    start, end, kind = place
    if kinds is None:
        return True
    return kind in kinds and (kind != "AGE" or tells_age_over_89(document.text[start:end]))


def _cover(text: str, places: Iterable[Place]) -> bytearray:
    covered = bytearray(len(text))
    for start, end, _ in places:
        covered[start:end] = b"\1" * (end - start)
    return covered


def mean_scores(parts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of several scores, each counting the same."""
    return {key: sum(part[key] for part in parts) / len(parts) for key in parts[0]}
