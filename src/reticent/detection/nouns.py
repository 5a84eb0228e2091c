"""Points at every noun: what is left to call sensitive where nobody says what is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.detection.settling import settle
from reticent.taxonomy import Entries, Taxonomy, known_phrases, knows
from reticent.text import (
    TOKENIZER_VERSION,
    Document,
    Mention,
    Span,
    Tagger,
    Term,
    analyze,
    terms,
    tokenize,
)

_NOUNS = frozenset({"NN", "NNP", "FW", "CD"})


@dataclass(frozen=True, slots=True)
class Nouns:
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
        """The hash of the taxonomy whose phrases are nouns of their own, and of how words are told apart."""
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
