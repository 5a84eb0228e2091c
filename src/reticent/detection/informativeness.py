"""Finds the terms that tell too much by themselves: those that few documents of a corpus use.

After the information-content detectors of Sánchez, Batet and Viejo (the correlation paper's references 31 and 32): a
term whose information IC(t) = -log2 p(t) in the corpus exceeds a bound is proposed as sensitive.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from reticent.detection.settling import settle
from reticent.errors import PolicyError
from reticent.text import Document, Mention, Span, terms


class Counted(Protocol):
    """A corpus that knows in how many of its documents terms stand together."""

    @property
    def size(self) -> int:
        """How many documents it has."""

    @property
    def fingerprint(self) -> str:
        """The hash of its statistics."""

    def count(self, conjunctions: Sequence[frozenset[str]]) -> list[int]:
        """For each set of terms, the number of documents that hold all of them."""


def countable_terms(document: Document) -> Iterator[tuple[Span, str]]:
    """The places of nouns and noun phrases in which there is something to count."""
    from reticent.knowledge import is_countable  # numpy loads with it

    for term in terms(document):
        if is_countable(term.form):
            yield from ((span, term.form) for span in term.spans)


Terms = Callable[[Document], Iterable[tuple[Span, str]]]
"""What divides a document into terms: places with their normal forms."""


@dataclass(frozen=True, slots=True)
class Informativeness:
    """The detector of terms with more than `bound` bits of information; a term that the corpus never saw has the most.

    The score grows from 0 at the bound to 1 for a term that a single document uses.
    """

    corpus: Counted = field(repr=False)
    terms: Terms = field(repr=False)
    bound: float
    kind: str = "INFORMATIVE"

    def __post_init__(self) -> None:
        if not 0 < self.bound < self._most:
            raise PolicyError(
                f"the bound must lie between 0 and {self._most:.1f} bits, the information of a single document"
            )

    @property
    def kinds(self) -> frozenset[str]:
        """The one kind that it reports."""
        return frozenset({self.kind})

    @property
    def declared(self) -> Mapping[str, str]:
        """The corpus, with the bound in the name."""
        return {f"informativeness over {self.bound:g} bits": self.corpus.fingerprint}

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Every place of a term whose information exceeds the bound."""
        found = [
            (span, term)
            for span, term in self.terms(document)
            if not any(span.overlaps(placeholder) for placeholder in document.placeholders)
        ]
        distinct = sorted({term for _, term in found})
        counts = self.corpus.count([frozenset({term}) for term in distinct])
        bits = {term: self._information(count) for term, count in zip(distinct, counts, strict=True)}
        return settle(
            Mention(
                span,
                self.kind,
                self._score(bits[term]),
                f"informativeness: {bits[term]:.1f} bits in the corpus",
            )
            for span, term in found
            if bits[term] > self.bound
        )

    @property
    def _most(self) -> float:
        return math.log2(self.corpus.size) if self.corpus.size else 0.0

    def _information(self, count: int) -> float:
        return math.log2(self.corpus.size / max(count, 1))

    def _score(self, bits: float) -> float:
        return min(1.0, (bits - self.bound) / (self._most - self.bound))
