"""The model that removes what detectors find."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from reticent.detection.detector import (
    Detector,
    agree_on_entities,
    declare_all,
    languages_read,
    outside,
    settle,
    with_words,
)
from reticent.detection.patterns import calendar_references
from reticent.kinds import is_date
from reticent.knowledge.taxonomy.relations import ancestors
from reticent.knowledge.taxonomy.taxonomy import Taxonomy
from reticent.models.privacy_model import CompleteModel, Needs
from reticent.models.redaction._check import allowed_dates, find_left, judge_release, judge_text
from reticent.models.redaction._dates import REMOVE, DateRule
from reticent.models.shared.decisions import decide_by_term, find_survivors, meets, narrow
from reticent.models.shared.senses import likeliest_sense
from reticent.plan import Plan, Promise, Release, Violation
from reticent.rendering.tracing import Trace, mentions_left
from reticent.text import Document, Mention, Span
from reticent.text.document import merge_spans
from reticent.text.sentences import normal_words
from reticent.text.terms import terms

NAME = "redaction"


@dataclass(frozen=True, slots=True)
class Redaction(CompleteModel):
    """Removes what detectors find, or generalizes it where a taxonomy is given and knows the term.

    `dates` says what becomes of dates; where they are moved, all else that a calendar tells is found too, because one
    holiday that stays turns every date back. Mentions that are passed to `plan` by hand are treated like the detectors' own.
    """

    detectors: tuple[Detector, ...] = field()
    taxonomy: Taxonomy | None = None
    dates: DateRule = REMOVE
    _promises: list[Promise] = field(default_factory=list, init=False, repr=False, compare=False)

    takes_findings = True

    def __post_init__(self) -> None:
        calendar = calendar_references()
        if self.dates.mode == "shift" and any(map(is_date, self.kinds)) and calendar not in self.detectors:
            object.__setattr__(self, "detectors", (*self.detectors, calendar))

    @property
    def counts_marks(self) -> bool:
        """It promises something of what detectors find, which no mark says."""
        return True

    @property
    def promise(self) -> Promise:
        """That nothing is left of what the detectors find; made once, because every plan of many short texts names it."""
        if not self._promises:
            self._promises.append(self._make_promise())
        return self._promises[0]

    def _make_promise(self) -> Promise:
        kinds = sorted(self.kinds)
        return Promise(
            NAME,
            f"Nothing that the declared detectors find in the original is left ({', '.join(kinds) or 'no kinds'}),"
            f" nor anything that they find in words put in, nor what was pointed at by hand.{self.dates.statement}",
            {**declare_all(self.detectors), **self.dates.declared},
            summary=f"nothing that the detectors find is left ({len(kinds)} kinds looked for)",
        )

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of its detectors."""
        return frozenset(kind for detector in self.detectors for kind in detector.kinds)

    @property
    def languages(self) -> frozenset[str]:
        """What its detectors read together."""
        return languages_read(self.detectors)

    @property
    def needs(self) -> Needs:
        """The released text; a release that carries mentions by hand is judged on both of its texts, and moved dates too."""
        return "both" if self.dates.mode == "shift" else "released"

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each term found, at all its places."""
        return self.plan_further(Release(document, document, (), tuple(mentions)))

    def plan_further(self, release: Release) -> Plan:
        """The same for a released text; dates that were moved already are left as they are."""
        document = release.released
        given = self._mentions_to_go(release)
        fine = allowed_dates(given, release, self.dates)
        found = settle(each for each in given if not is_date(each.kind) or each.span not in fine)
        is_name = _names_of(document) if self.taxonomy else lambda span: False
        touched = Trace.of(release.edits if self.dates.mode != "remove" else ())

        def becomes(places: Sequence[Mention]) -> str | None:
            written = places[0].span.of(document.text)
            if is_date(places[0].kind) and self.dates.mode != "remove":
                again = any(touched.touches(touched.to_original(each.span)) for each in places)
                return None if again else self.dates.replace(written, release.original)
            return self._generalization(written, name=any(is_name(each.span) for each in places))

        numbered = [self._number(each, release) for each in found] if self.dates.mode == "number" else found
        decisions = decide_by_term(document, numbered, model=NAME, becomes=becomes)
        return Plan.for_document(document, tuple(decisions), (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """What the detectors find in the original and is left, what they find in words that were put in, and whatever
        is left of the mentions given by hand."""
        mentions = list(chain(*judge_release(self.detectors, release).counting))
        known = merge_spans(each.span for each in mentions)
        left = [each for each in find_left(self.detectors, release) if not meets(known, each.span)]
        by_hand = find_survivors(release, release.mentions)
        fine = allowed_dates([*mentions, *left, *by_hand], release, self.dates)
        found = [
            Violation(NAME, each.span, each.kind, f"still found: {each.reason or 'no reason given'}")
            for each in [*mentions, *left]
        ]
        pointed = [
            Violation(NAME, each.span, each.kind, f"{each.reason or 'pointed at by hand'} and still there")
            for each in by_hand
        ]
        return [each for each in found + pointed if not is_date(each.kind) or each.span not in fine]

    def leaves_dates_open(self, document: Document) -> bool:
        """Whether day and month of its dates can be swapped, and nothing tells which is which."""
        return self.dates.is_unsettled(document)

    def arising(self, release: Release) -> list[Violation]:
        """What the detectors find in the released text because of a gap alone, which breaks no promise."""
        return [
            Violation(
                NAME, each.span, each.kind, "arises from a gap: it is not found where words stand there"
            )
            for each in chain(*judge_release(self.detectors, release).arising)
        ]

    def _number(self, mention: Mention, release: Release) -> Mention:
        """A date with the number of its day, where dates are numbered."""
        if not is_date(mention.kind):
            return mention
        place = self.dates.number(mention.span.of(release.released.text), release.original)
        return replace(mention, entity=place)

    def _mentions_to_go(self, release: Release) -> list[Mention]:
        """Whatever somebody pointed at or the detectors find, as far as it stands in the released text.

        Entities are those of the original as the detectors read it, whatever is left of it.
        """
        original = judge_text(self.detectors, release.original).mentions
        found = original
        if release.edits:
            last = max((each.entity for each in original if each.entity is not None), default=-1)
            trace = Trace.of(release.edits)
            left = [replace(each, span=span) for each in original if (span := trace.to_released(each.span))]
            known = agree_on_entities(left, judge_release(self.detectors, release).mentions, above=last)
            found = [*known, *_pieces_left(left, known, release.released)]
        by_hand = mentions_left(release)
        return [*agree_on_entities(found, by_hand), *found]

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


def _pieces_left(left: Sequence[Mention], known: Sequence[Mention], released: Document) -> list[Mention]:
    """What is left of findings of the original that no detector finds any more: their words outside all that is `known`."""
    taken = merge_spans([*released.placeholders, *(each.span for each in known)])
    rests = (piece for each in left for piece in outside([each], _near(taken, each.span)))
    return [replace(each, span=narrow(each.span, released.text)) for each in with_words(rests, released)]


def _near(places: Sequence[Span], span: Span) -> Sequence[Span]:
    """Those of disjoint places in order that reach into a span."""
    first = bisect_right(places, span.start, key=lambda place: place.end)
    return places[first : bisect_left(places, span.end, key=lambda place: place.start)]


def _names_of(document: Document) -> Callable[[Span], bool]:
    """Whether a place holds a part of a proper name."""
    names = sorted(span for term in terms(document) if term.name for span in term.spans)

    def is_name(span: Span) -> bool:
        at = bisect_left(names, span.end, key=lambda name: name.start) - 1
        return at >= 0 and names[at].overlaps(span)

    return is_name
