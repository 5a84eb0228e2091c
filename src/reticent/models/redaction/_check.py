"""What detectors find in a release, and what of it counts: they judge the original, and words that were put in.

Where words went, detectors find things that are not there: after a removed name of a test its result looks like a code. Which
dates may stand follows from the definition of each mode.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from reticent.detection.detector import Detector, agree_on_entities
from reticent.formats.seam.records import SEPARATOR
from reticent.kinds import is_date
from reticent.language import Language, find_language
from reticent.models.redaction._dates import DateRule
from reticent.models.shared.decisions import find_survivors, meets
from reticent.plan import Edit, Release
from reticent.rendering.edits import apply_edits
from reticent.rendering.placeholders import shown_placeholders
from reticent.rendering.tracing import Trace
from reticent.text import Document, Mention, Span, analyze, merge_spans
from reticent.text.tokens import token_texts


def allowed_dates(mentions: Sequence[Mention], release: Release, rule: DateRule) -> frozenset[Span]:
    """The places of the released text among `mentions` whose date is no more exact than the rule allows.

    Under "shift" these are the full dates that stand where the original has another full date in the same layout,
    all as many days away from it as the first of them.
    """
    dates = [each.span for each in mentions if is_date(each.kind)]
    match rule.mode:
        case "year" | "month":
            return frozenset(span for span in dates if _is_coarse(span, release, rule))
        case "shift":
            return _moved_dates(dates, release, rule)
    return frozenset()


def _is_coarse(span: Span, release: Release, rule: DateRule) -> bool:
    found = rule.read(span.of(release.released.text), release.original)
    if found is None or found.day is not None:
        return False
    return found.month is None or rule.mode == "month"


def _moved_dates(dates: Sequence[Span], release: Release, rule: DateRule) -> frozenset[Span]:
    trace = Trace.of(release.edits)
    distances = {}
    for span in sorted(set(dates)):
        distance = _distance(span, _place_before(span, trace), release, rule)
        if distance:
            distances[span] = distance
    first = next(iter(distances.values()), None)
    return frozenset(span for span, distance in distances.items() if distance == first)


def _place_before(span: Span, trace: Trace) -> Span:
    """Where a date of the released text comes from, with what was only taken away at its ends.

    Who has both texts and no plan may see a part of a date go and another come: "2024-03-12" made "2024-12-03".
    """
    place = trace.to_original(span)
    gone = zip(trace.starts, trace.ends, trace.new_starts, trace.new_ends, strict=True)
    for start, end, new_start, new_end in gone:
        if new_start == new_end and new_start in (span.start, span.end):
            place = place.hull(Span(start, end))
    return place


def _distance(span: Span, before: Span, release: Release, rule: DateRule) -> int | None:
    """How many days a date was moved; None where either text has no full date, or another layout."""
    old = rule.read(before.of(release.original.text), release.original)
    new = rule.read(span.of(release.released.text), release.original)
    if old is None or new is None or old.date is None or new.date is None:
        return None
    return (new.date - old.date).days if old.write(new.date) == new.text else None


FILLINGS = ("thing", "ABC", "seven")
"""A noun, an abbreviation and a number: of 108 findings that arose from gaps in notes and court cases, one of these in the
gaps loses 71; of 3,327 that the original has too it loses 24, and no name of a person among them."""

REACH = 120
"""How many characters from a gap what stands in it may matter to a finding: the words of a sentence of usual length."""

Detectors = tuple[Detector, ...]
Found = tuple[tuple[Mention, ...], ...]
"""The mentions of each detector."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What detectors find in a text, each by itself: what counts, and what arises from a gap alone."""

    counting: Found
    arising: Found

    @property
    def mentions(self) -> list[Mention]:
        """All that counts, with entities that no two detectors share unless they mean the same."""
        numbered = [each for each in self.counting if any(found.entity is not None for found in each)]
        if len(numbered) < 2:
            return list(chain.from_iterable(self.counting))
        joined: list[Mention] = []
        for each in self.counting:
            joined += agree_on_entities(joined, each) if each in numbered[1:] else each
        return joined


def judge_text(detectors: Detectors, document: Document) -> Findings:
    """What detectors find in a text that somebody has without its original; its placeholders are gaps."""
    found = _read(detectors, document)
    if not shown_placeholders(document) or not any(found):
        return Findings(found, ((),) * len(found))
    key = "judged", id(detectors), document.placeholders
    return analyze(document).share(key, lambda: (detectors, _split(detectors, document)))[1]


def judge_release(detectors: Detectors, release: Release) -> Findings:
    """What detectors find in a released text.

    Counted is what covers words that were put in, what the same detector finds in the original, and what it finds
    whatever stands in the gaps: without the original nobody could tell that from something left behind.
    """
    if not release.edits:
        return judge_text(detectors, release.released)
    found = _read(detectors, release.released)
    if not any(found):
        return Findings(found, found)
    key = "judged release", id(detectors), release.original.text, release.edits, release.released.placeholders
    return analyze(release.released).share(key, lambda: (detectors, _compare(detectors, release)))[1]


def _compare(detectors: Detectors, release: Release) -> Findings:
    released = release.released
    trace = Trace.of(release.edits)
    put_in = [
        Span(start, end)
        for start, end, edit in zip(trace.new_starts, trace.new_ends, release.edits, strict=True)
        if not edit.placeholder and start < end
    ]
    counting, arising = [], []
    before = judge_text(detectors, release.original).counting
    for detector, found, known in zip(detectors, _read(detectors, released), before, strict=True):
        places = merge_spans(each.span for each in known)
        new = [
            each
            for each in found
            if not meets(put_in, each.span) and not meets(places, trace.to_original(each.span))
        ]
        lost = find_arising(detector, released, new)
        counting.append(tuple(each for each in found if each not in lost))
        arising.append(lost)
    return Findings(tuple(counting), tuple(arising))


def find_left(detectors: Detectors, release: Release) -> list[Mention]:
    """What the detectors find in the original and is left, at its place in the released text.

    Where edits took a part, a word with a capital or a digit counts: who has both texts and no plan may take an "of" that
    went for one that stands beside it.
    """
    edits, text = release.edits, release.original.text
    starts = [edit.span.start for edit in edits]

    def is_whole_gone(span: Span) -> bool:
        at = bisect_right(starts, span.start) - 1
        return at >= 0 and edits[at].span.end >= span.end

    mentions = judge_text(detectors, release.original).mentions
    left = sorted((each for each in mentions if not is_whole_gone(each.span)), key=lambda each: each.span)
    if not left:
        return []
    trace, language = Trace.of(edits), find_language(release.original.language)
    told = [
        each
        for each in left
        if not trace.touches(each.span) or _tells_outside(each.span, trace, text, language)
    ]
    return find_survivors(release, told)


def find_arising(detector: Detector, document: Document, mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """Of what a detector finds in a text, what arises from a gap: a plain word in the gaps near by is enough to lose it.

    Then the detector went by what is missing and not by what is there. Only the sentences near by are read again; what is
    not found in them alone does not arise from their gaps, nor does what is written as something that doesn't.
    """
    gaps = shown_placeholders(document) if mentions else []
    near = [each for each in mentions if meets(gaps, _around(each.span))]
    if not near:
        return ()
    cut = _cut_off(document, [each.span for each in near], gaps)
    open_gaps = [gap for gap in gaps if not meets(cut, gap)]
    left = asked = _find_again(detector, document, near, _join_edits(cut, []))
    for filling in FILLINGS:
        if left:
            filled = [Edit(gap, _set_off(filling, gap, document.text), 0) for gap in open_gaps]
            left = _find_again(detector, document, left, _join_edits(cut, filled))
    lost = [each for each in asked if each not in left]
    standing = {each.span.of(document.text) for each in near if each not in lost}
    return tuple(each for each in lost if each.span.of(document.text) not in standing)


def _read(detectors: Detectors, document: Document) -> Found:
    """What each detector finds in a text, worked out once for all who ask."""
    analysis = analyze(document)
    key = "found", id(detectors)
    # The detectors are kept beside what they found, so that no others can get their number.
    return analysis.share(
        key, lambda: (detectors, tuple(tuple(each.mentions(document)) for each in detectors))
    )[1]


def _split(detectors: Detectors, document: Document) -> Findings:
    found = _read(detectors, document)
    arising = tuple(find_arising(each, document, own) for each, own in zip(detectors, found, strict=True))
    counting = tuple(
        tuple(each for each in own if each not in lost) for own, lost in zip(found, arising, strict=True)
    )
    return Findings(counting, arising)


def _around(span: Span) -> Span:
    return Span(max(0, span.start - REACH), span.end + REACH)


def _cut_off(document: Document, places: Iterable[Span], gaps: Iterable[Span]) -> list[Span]:
    """What lies outside all sentences near these places; a gap is never cut in two."""
    reached = merge_spans(map(_around, places))
    kept = merge_spans(
        span for span in chain(analyze(document).sentences, gaps, places) if meets(reached, span)
    )
    starts = [0, *(span.end for span in kept)]
    ends = [*(span.start for span in kept), len(document.text)]
    return [Span(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def _join_edits(cut: Iterable[Span], filled: Iterable[Edit]) -> list[Edit]:
    edits = [*filled, *(Edit(span, SEPARATOR, 0) for span in cut)]
    return sorted(edits, key=lambda edit: edit.span)


def _find_again(
    detector: Detector, document: Document, mentions: Sequence[Mention], edits: Sequence[Edit]
) -> list[Mention]:
    """Those of `mentions` of which the detector still finds something after these edits of the text."""
    trace = Trace.of(edits)
    found = merge_spans(each.span for each in detector.mentions(apply_edits(document, edits)))
    places = [(each, trace.to_released(each.span)) for each in mentions]
    return [each for each, place in places if place and meets(found, place)]


def _set_off(word: str, gap: Span, text: str) -> str:
    """The word with a blank towards a letter or a digit beside the gap, so that the two stay apart."""
    before, after = text[: gap.start][-1:], text[gap.end : gap.end + 1]
    return f"{' ' * before.isalnum()}{word}{' ' * after.isalnum()}"


def _tells_outside(span: Span, trace: Trace, text: str, language: Language) -> bool:
    """Whether a word of a name or a number stands in a place outside all edits."""
    first, last = bisect_right(trace.ends, span.start), bisect_left(trace.starts, span.end)
    starts = [span.start, *trace.ends[first:last]]
    ends = [*trace.starts[first:last], span.end]
    pieces = [text[start:end] for start, end in zip(starts, ends, strict=True) if start < end]
    return any(_tells(word, language) for piece in pieces for word in token_texts(piece, language=language))


def _tells(word: str, language: Language) -> bool:
    return any(map(str.isdigit, word)) or (word != word.lower() and word.lower() not in language.stop_words)
