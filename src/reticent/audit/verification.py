"""The independent check: an auditor that never saw the plan judges what is about to be released, as a stranger would."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial

from reticent.audit.tripwire import (
    Squeezed,
    find_entries,
    find_false_placeholders,
    is_common_noun,
    leftovers,
)
from reticent.detection.detector import Detector, complete_detector
from reticent.models.naive_readers import NAIVE
from reticent.models.privacy_model import CompleteModel
from reticent.plan import Release, Violation
from reticent.rendering.placeholders import (
    IsStandIn,
    find_misnumbered,
    find_placeholders,
    label,
    mark_placeholders,
    read_label,
    shown_placeholders,
)
from reticent.text import Document, Span

NAME = "audit"
STAND_IN = "STAND IN"
"""The kind of what a vault's stand-in replaced or holds."""
INTEGRITY = "INTEGRITY"
"""The kind of a change that no edit accounts for."""
NUMBERING = "NUMBERING"
"""The kind of a mark with a number that rendering does not give; every other kind of the audit's own is that of a string
left over."""

WRONG_NUMBER = (
    "a release numbers the things of each kind 1, 2, 3 … as they appear, so that this number may tell something: sanitize the"
    " text, or say --excerpt for a part of a release or the numbers of a vault"
)

SECOND_READER = "SECOND READER"
"""The kind of what a naive reader finds in the words of a list or a placeholder; it stops the release."""


def verify(
    release: Release,
    models: Sequence[CompleteModel],
    *,
    kinds: Iterable[str],
    is_stand_in: IsStandIn | None = None,
    ask: bool = True,
    excerpt: bool = False,
) -> list[Violation]:
    """Every way in which the release breaks a promise, or changes what no edit accounts for.

    The released text is read afresh: what counts as a placeholder is recognized by its shape and the declared `kinds`, never
    by the edits. Of other words in brackets a vault says whether it invented them; without it they are words. Readers
    who are somewhere else are asked when nothing else was found, and not at all unless `ask`. The numbers of an `excerpt`
    are those of the whole that it was cut from.
    """
    afresh = replace(release, released=read_afresh(release.released, kinds, is_stand_in))
    broken = [violation for model in models for violation in model.violations(afresh)]
    broken += find_leftovers(
        afresh,
        kinds_found_by(models),
        declared=kinds,
        doubtful=partial(find_doubtful, release.original, models),
    )
    broken += find_mistakable(afresh, kinds) if is_stand_in else []
    broken += [] if excerpt else find_wrong_numbers(afresh.released, kinds, is_stand_in)
    broken = find_unaccounted(afresh) + sorted(broken, key=lambda violation: violation.span)
    broken = broken or read_naively(afresh, models, kinds=kinds, is_stand_in=is_stand_in)
    return broken if broken or not ask else ask_readers(afresh, models)


def read_naively(
    release: Release,
    models: Iterable[CompleteModel],
    *,
    kinds: Iterable[str],
    is_stand_in: IsStandIn | None = None,
) -> list[Violation]:
    """What readers find that share nothing with the checks; where those found nothing, it is a fault, and no word of it goes."""
    found = [violation for model in models for violation in model.naive_violations(release)]
    text = release.released.mask_placeholders()
    lists = [complete_detector(each).words for each in _detectors(models)]
    left = [span for words in lists for span in find_entries(words, text)]
    false = find_false_placeholders(release.released, kinds, is_stand_in)
    return [*found, *(Violation(NAME, span, SECOND_READER, NAIVE) for span in sorted({*left, *false}))]


def find_arising(release: Release, models: Iterable[CompleteModel]) -> list[Violation]:
    """What is found in the release because of a gap alone: no violation, but whoever reads an audit should know."""
    return sorted((each for model in models for each in model.arising(release)), key=lambda each: each.span)


def ask_readers(release: Release, models: Iterable[CompleteModel]) -> list[Violation]:
    """What readers find who are somewhere else; every other promise has to hold of the release."""
    return [violation for model in models for violation in model.violations_by_readers(release)]


def kinds_found_by(models: Iterable[CompleteModel]) -> frozenset[str]:
    """The kinds of what detectors find, of which no letter may be left anywhere."""
    return frozenset().union(*(detector.kinds for detector in _detectors(models)))


def _detectors(models: Iterable[CompleteModel]) -> list[Detector]:
    return [each for model in models for each in model.detectors]


def find_doubtful(original: Document, models: Iterable[CompleteModel]) -> frozenset[str]:
    """The strings that some detector finds in the original and none is certain of at any place."""
    detectors = list(map(complete_detector, _detectors(models)))
    doubted = [each.doubtful(original) for each in detectors]
    if not any(doubted):
        return frozenset()
    certain = {
        mention.span.of(original.text)
        for each, doubts in zip(detectors, doubted, strict=True)
        for mention in each.mentions(original)
        if mention.span.of(original.text) not in doubts
    }
    return frozenset().union(*doubted) - certain


def find_leftovers(
    release: Release,
    kinds: Iterable[str],
    *,
    declared: Iterable[str] = (),
    doubtful: Callable[[], frozenset[str]] = frozenset,
) -> list[Violation]:
    """The places where a string that a placeholder of these kinds replaced still stands, by a second, naive matcher.

    What a stand-in replaced counts too; it is recognized by its words, which are those of no `declared` kind. Strings that
    are `doubtful`, which is asked when one is left, are looked for at no other place: one mistake should not make many.
    """
    labels = {label(kind) for kind in (*kinds, *declared)}
    strings: dict[str, set[str]] = {}
    for edit in release.edits:
        if edit.placeholder:
            named = read_label(edit.text)
            strings.setdefault(named if named in labels else STAND_IN, set()).add(
                edit.span.of(release.original.text)
            )
    text = Squeezed(release.released.mask_placeholders())

    def find(removed: Collection[str]) -> list[Span]:
        return leftovers(removed, text, allowed=_is_common_noun)

    return [
        Violation(NAME, span, kind, "the same letters were removed elsewhere")
        for kind in (*sorted(kinds), STAND_IN)
        if (removed := strings.get(label(kind))) and find(removed)
        for span in find(removed - doubtful())
    ]


def find_mistakable(release: Release, kinds: Iterable[str]) -> list[Violation]:
    """The invented stand-ins that hold a string which was removed from the same text: a reader would take it for true."""
    released, text = release.released, release.released.text
    plain = {
        (span.start, span.end) for span in find_placeholders(text, kinds, style=released.placeholder_style)
    }
    invented = [span for span in shown_placeholders(released) if (span.start, span.end) not in plain]
    if not invented:
        return []
    removed = {edit.span.of(release.original.text) for edit in release.edits if edit.placeholder}
    words = {word for each in removed for word in (each, *each.split())}
    return [
        Violation(NAME, span, STAND_IN, "an invented stand-in holds what was removed from the same text")
        for span in invented
        if leftovers(words, span.of(text))
    ]


def find_wrong_numbers(
    released: Document, kinds: Iterable[str], is_stand_in: IsStandIn | None = None
) -> list[Violation]:
    """The marks whose numbers rendering does not give to the things of a whole document: they may hold anything."""
    return [
        Violation(NAME, mark.span, NUMBERING, WRONG_NUMBER)
        for mark in find_misnumbered(released.text, kinds, is_stand_in, style=released.placeholder_style)
    ]


def _is_common_noun(found: str) -> bool:
    from reticent.knowledge.taxonomy import wordnet  # loaded when a string was found, which is rare

    return is_common_noun(wordnet())(found)


def read_afresh(released: Document, kinds: Iterable[str], is_stand_in: IsStandIn | None = None) -> Document:
    """The released document as somebody reads it who has its text, the kinds of the policy and perhaps the vault."""
    afresh = Document(
        released.id,
        released.text,
        language=released.language,
        placeholder_style=released.placeholder_style,
    )
    return mark_placeholders(afresh, kinds, is_stand_in)


def find_unaccounted(release: Release) -> list[Violation]:
    """The place, if any, from which on the two texts differ outside the edits."""
    text, position = release.released.text, 0
    before = 0
    for edit in release.edits:
        kept = release.original.text[before : edit.span.start]
        for expected in (kept, edit.text):
            if not text.startswith(expected, position):
                return [_difference(position, text)]
            position += len(expected)
        before = edit.span.end
    if text[position:] != release.original.text[before:]:
        return [_difference(position, text)]
    return []


def _difference(position: int, text: str) -> Violation:
    place = Span(min(position, len(text)), len(text))
    return Violation(NAME, place, INTEGRITY, "the text changes here in a way that no edit accounts for")
