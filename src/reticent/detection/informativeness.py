"""Finds the terms that tell too much by themselves: those that few documents of a corpus use.

After the information-content detectors of Sánchez, Batet and Viejo (the correlation paper's references 31 and 32): a
term whose information IC(t) = -log2 p(t) in the corpus exceeds a bound is proposed as sensitive.

Points at every noun: what is left to call sensitive where nobody says what is.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from reticent.detection.detector import CompleteDetector, settle
from reticent.errors import PolicyError
from reticent.knowledge.taxonomy import Entries, Taxonomy, known_phrases, knows
from reticent.text import TOKENIZER_VERSION, Document, Mention, Span, Tagger, Term, analyze, terms, tokenize


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
class Informativeness(CompleteDetector):
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


_NOUNS = frozenset({"NN", "NNP", "FW", "CD"})


@dataclass(frozen=True, slots=True)
class Nouns(CompleteDetector):
    """The detector of all nouns, as the longest phrases that a taxonomy knows.

    Of a phrase that it does not know as a whole ("chronic headaches") the known parts are found, and besides them names
    and numbers that it has never heard of. Other unknown words in front of a noun, mostly adjectives, are not, nor is
    an adjective that a noun sounds like ("great" as one of the greats).
    """

    taxonomy: Taxonomy = field(repr=False)
    kind: str = "NOUN"
    tagger: Tagger | None = field(default=None, repr=False)

    @property
    def kinds(self) -> frozenset[str]:
        """The one kind that a noun is reported as."""
        return frozenset({self.kind})

    @property
    def declared(self) -> Mapping[str, str]:
        """The hash of the taxonomy whose phrases are nouns of their own, and of how words are divided."""
        known = f"{self.taxonomy.fingerprint} {TOKENIZER_VERSION} {self.tagger!r}"
        return {"nouns": f"sha256:{hashlib.sha256(known.encode()).hexdigest()}"}

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Every place of a noun, disjoint and in order."""
        found = terms(document, tagger=self.tagger, known=Entries(self.taxonomy))
        modifiers = self._modifiers(document)
        return settle(
            Mention(place, self.kind, reason="a noun")
            for term in found
            for span in term.spans
            for place in self._parts(document, term, span)
            if place not in modifiers and not any(place.overlaps(mark) for mark in document.placeholders)
        )

    def _modifiers(self, document: Document) -> set[Span]:
        """The words that the taxonomy knows as nouns and that are none where they stand."""
        analysis = analyze(document)
        return {
            Span(token.start, token.end)
            for row, tags in zip(analysis.tokens, analysis.tags(self.tagger), strict=True)
            for token, tag in zip(row, tags, strict=True)
            if tag not in _NOUNS and knows(self.taxonomy, token.text)
        }

    def _parts(self, document: Document, term: Term, span: Span) -> Iterator[Span]:
        tokens = [
            Span(span.start + token.start, span.start + token.end)
            for token in tokenize(span.of(document.text))
        ]
        if knows(self.taxonomy, term.form) or len(tokens) != len(term.words):
            yield span
            return
        known = known_phrases(self.taxonomy, term.words)
        yield from (Span(tokens[first].start, tokens[end - 1].end) for first, end in known)
        inside = {number for first, end in known for number in range(first, end)}
        for number in set(range(len(tokens))) - inside:
            word = tokens[number].of(document.text)
            if number == len(tokens) - 1 or any(letter.isupper() or letter.isdigit() for letter in word):
                yield tokens[number]
