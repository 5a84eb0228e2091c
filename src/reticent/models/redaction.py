"""Redaction: nothing that the given detectors find is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reticent.detection.declarations import declare_all
from reticent.detection.detector import Detector
from reticent.detection.settling import settle
from reticent.models.privacy_model import Needs
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.tracing import Trace
from reticent.taxonomy.relations import ancestors
from reticent.taxonomy.taxonomy import Taxonomy
from reticent.text import Document, Mention, Span
from reticent.text.lemmas import normal_words

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
        found = settle([*mentions, *self._found(document)])
        groups: dict[tuple[str, str, int | None], list[Mention]] = {}
        for mention in found:
            form = " ".join(normal_words(mention.span.of(document.text)))
            groups.setdefault((mention.kind, form, mention.entity), []).append(mention)
        decisions = [self._decision(form, places) for (_, form, _), places in groups.items()]
        return Plan.for_document(document, tuple(decisions), (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """Whatever the detectors find in the released text, and whatever is left of the mentions given by hand."""
        found = [
            Violation(NAME, mention.span, mention.kind, f"still found: {mention.reason or 'no reason given'}")
            for mention in self._found(release.released)
        ]
        return found + _left_by_hand(release)

    def _found(self, document: Document) -> Iterable[Mention]:
        for detector in self.detectors:
            yield from detector.mentions(document)

    def _decision(self, form: str, places: Sequence[Mention]) -> Decision:
        first = places[0]
        return Decision(
            spans=tuple(mention.span for mention in places),
            kind=first.kind,
            becomes=self._generalization(form),
            reason=first.reason,
            model=NAME,
            entity=first.entity,
            evidence={"score": max(mention.score for mention in places)},
        )

    def _generalization(self, form: str) -> str | None:
        """The nearest more general name that no detector objects to."""
        senses = self.taxonomy.concepts(form) if self.taxonomy else []
        if not self.taxonomy or not senses:
            return None
        names = (concept.name for concept in ancestors(self.taxonomy, senses[0]))
        return next((name for name in names if not any(self._found(Document("name", name)))), None)


def _left_by_hand(release: Release) -> list[Violation]:
    """Mentions of which a letter or a digit survived outside every edit."""
    gone = bytearray(len(release.original.text))
    for edit in release.edits:
        gone[edit.span.start : edit.span.end] = b"\1" * len(edit.span)
    trace = Trace.of(release.edits)
    left = []
    for mention in release.mentions:
        places = range(mention.span.start, mention.span.end)
        if any(not gone[place] and release.original.text[place].isalnum() for place in places):
            span = trace.to_released(mention.span) or Span(0, 0)
            left.append(Violation(NAME, span, mention.kind, "pointed at by hand and still there"))
    return left
