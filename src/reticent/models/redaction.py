"""Redaction: nothing that the given detectors find is left."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from reticent.detection.declarations import declare_all
from reticent.detection.detector import Detector
from reticent.detection.settling import settle
from reticent.models.disclosure.removals import decide_by_term
from reticent.models.disclosure.senses import likeliest_sense
from reticent.models.disclosure.survivors import find_survivors
from reticent.models.privacy_model import Needs
from reticent.plan import Plan, Promise, Release, Violation
from reticent.taxonomy.relations import ancestors
from reticent.taxonomy.taxonomy import Taxonomy
from reticent.text import Document, Mention, Span
from reticent.text.lemmas import normal_words
from reticent.text.terms import terms

NAME = "redaction"


@dataclass(frozen=True, slots=True)
class Redaction:
    """Removes what detectors find, or generalizes it where a taxonomy is given and knows the term.

    Mentions that are passed to `plan` by hand are treated like the detectors' own.
    """

    detectors: tuple[Detector, ...]
    taxonomy: Taxonomy | None = None

    @property
    def promise(self) -> Promise:
        """That a second reading by the same detectors finds nothing."""
        kinds = sorted(self.kinds)
        return Promise(
            NAME,
            f"Nothing that the declared detectors find is left ({', '.join(kinds) or 'no kinds'}),"
            " and nothing that was pointed at by hand.",
            declare_all(self.detectors),
        )

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of its detectors."""
        return frozenset(kind for detector in self.detectors for kind in detector.kinds)

    @property
    def needs(self) -> Needs:
        """The released text; a release that carries mentions by hand is judged on both of its texts."""
        return "released"

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each term found, at all its places."""
        found = settle([*mentions, *self._mentions(document)])
        is_name = _names_of(document) if self.taxonomy else lambda span: False

        def becomes(places: Sequence[Mention]) -> str | None:
            return self._generalization(
                places[0].span.of(document.text), name=any(is_name(mention.span) for mention in places)
            )

        decisions = decide_by_term(document, found, model=NAME, becomes=becomes)
        return Plan.for_document(document, tuple(decisions), (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """Whatever the detectors find in the released text, and whatever is left of the mentions given by hand."""
        found = [
            Violation(NAME, mention.span, mention.kind, f"still found: {mention.reason or 'no reason given'}")
            for mention in self._mentions(release.released)
        ]
        by_hand = [
            Violation(NAME, mention.span, mention.kind, "pointed at by hand and still there")
            for mention in find_survivors(release, release.mentions)
        ]
        return found + by_hand

    def _mentions(self, document: Document) -> Iterable[Mention]:
        for detector in self.detectors:
            yield from detector.mentions(document)

    def _generalization(self, written: str, *, name: bool) -> str | None:
        """The nearest more general name that no detector objects to."""
        if self.taxonomy is None:
            return None
        form = written if name else " ".join(normal_words(written))
        sense = likeliest_sense(form, self.taxonomy, name=name)
        names = (concept.name for concept in ancestors(self.taxonomy, sense)) if sense else ()
        return next((each for each in names if not any(self._mentions(Document("name", each)))), None)


def _names_of(document: Document) -> Callable[[Span], bool]:
    """Whether a place holds a part of a proper name."""
    names = sorted(span for term in terms(document) if term.name for span in term.spans)

    def is_name(span: Span) -> bool:
        at = bisect_left(names, span.end, key=lambda name: name.start) - 1
        return at >= 0 and names[at].overlaps(span)

    return is_name
