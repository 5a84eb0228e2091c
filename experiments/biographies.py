"""Wikipedia biographies with the masks of people and of four tools, and the attacker who has read about everybody.

Text: Wikipedia (CC BY-SA). The attacker ranks all public texts by TF-IDF similarity to what was released.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.harness import data
from experiments.needs import Needs
from reticent.detection import names, patterns, several
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.text import Document, Span, merge_spans

NEEDS = Needs(data=("benchmarks/wiki-biographies.jsonl",))
TOOLS = ("Presidio", "St.NER3", "St.NER4", "St.NER7")
OWN = "reticent"
_LEAST_PUBLIC = 200
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False)
class Biography:
    """A text about somebody, what an attacker may have read about them, and who masked what."""

    id: str
    text: str = field(repr=False)
    public: str = field(repr=False)
    masks: dict[str, tuple[Span, ...]] = field(repr=False)

    def document(self, masked_by: str | None = None) -> Document:
        """The text, with the masks as placeholders."""
        return Document(self.id, self.text, self.masks[masked_by] if masked_by else ())

    @cached_property
    def words(self) -> list[Span]:
        """The places of its words."""
        return [Span(*match.span()) for match in _WORD.finditer(self.text)]

    def hidden_words(self, spans: Iterable[Span]) -> frozenset[int]:
        """The numbers of the words of which something is masked."""
        gone = bytearray(len(self.text))
        for span in spans:
            gone[span.start : span.end] = b"\1" * len(span)
        return frozenset(number for number, word in enumerate(self.words) if any(gone[word.start : word.end]))

    def clear_words(self, hidden: frozenset[int]) -> list[str]:
        """The words that are not hidden."""
        return [word.of(self.text).lower() for number, word in enumerate(self.words) if number not in hidden]


def biographies() -> list[Biography]:
    """All of them, also those of whom nothing is public."""
    with data(NEEDS.data[0]).open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Biography(
            str(number),
            row["text"],
            row["public_text"] or "",
            {
                tool: tuple(merge_spans(Span(*mask) for mask in masks if mask[0] < mask[1]))
                for tool, masks in {**row["peer_masks"], "people": row["human_masks"]}.items()
            },
        )
        for number, row in enumerate(rows)
    ]


def with_own_masks(found: Sequence[Biography]) -> list[Biography]:
    """The same with what reticent's own detector of names and its patterns mask, as the tool "reticent"."""
    detector = several(names(), patterns())
    return [
        replace(
            each,
            masks={
                **each.masks,
                OWN: tuple(merge_spans(mention.span for mention in detector.mentions(each.document()))),
            },
        )
        for each in found
    ]


def with_public_text(found: Iterable[Biography]) -> list[Biography]:
    """Those of whom more than a line is public."""
    return [each for each in found if len(each.public) > _LEAST_PUBLIC]


def public_index(people: Sequence[Biography], folder: Path) -> Path:
    """Statistics of the public texts: what an attacker has read about these people."""
    source = folder / "public.jsonl"
    source.write_text("".join(json.dumps({"title": "", "text": each.public}) + "\n" for each in people))
    build([source], folder / "public.index", options=BuildOptions(min_documents=1))
    return folder / "public.index"


class Attacker:
    """Knows the public text of everybody, and says whose a released text is: TF-IDF with logarithmic counts."""

    def __init__(self, people: Sequence[Biography]) -> None:
        bags = [Counter(match[0].lower() for match in _WORD.finditer(each.public)) for each in people]
        spread = Counter(word for bag in bags for word in bag)
        self._weight = {word: log((1 + len(bags)) / (1 + count)) + 1 for word, count in spread.items()}
        self._row = {word: row for row, word in enumerate(spread)}
        table = np.zeros((len(spread), len(bags)))
        for column, bag in enumerate(bags):
            rows, values = self._vector(bag)
            table[rows, column] = values
        lengths = np.linalg.norm(table, axis=0)
        self._table: NDArray[np.float64] = table / np.where(
            lengths > 0, lengths, 1.0
        )  # nobody is found by no text

    def names(self, words: Iterable[str]) -> int | None:
        """The number of the person whom the words fit best, or None when they fit nobody."""
        rows, values = self._vector(Counter(words))
        likeness = values @ self._table[rows]
        return int(likeness.argmax()) if len(rows) and likeness.max() > 0 else None

    def _vector(self, bag: Counter[str]) -> tuple[list[int], NDArray[np.float64]]:
        known = {word: count for word, count in bag.items() if word in self._row}
        values = [(1 + log(count)) * self._weight[word] for word, count in known.items()]
        return [self._row[word] for word in known], np.array(values)
