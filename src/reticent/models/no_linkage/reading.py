"""Which words of a release stand unchanged, in the stretches in which they follow one another; planning and checking share this alone.

Two words follow one another where they did so in the original. A mark, a changed word and a gap that nothing shows end a stretch.
These don't: the edge of an edit that puts words back, a change of "a" to "an", which any reader undoes, and a mark that stood in the
original and that originals of the collection have too, so that a search for it finds them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from reticent.knowledge.runs import RunCounts, Word
from reticent.language import find_language
from reticent.plan import Release
from reticent.rendering.matching import match_pieces
from reticent.rendering.tracing import Trace
from reticent.text import Document, Span

Stretch = list[Word]
"""Unchanged words that follow one another."""


def read_unchanged(release: Release, runs: RunCounts) -> list[Stretch]:
    """The stretches of unchanged words in a released text, in order, as the collection compares words."""
    before, after = _read(release.original, runs), _read(release.released, runs)
    standing = _match(release, before, after)
    numbers = _number(release.original, runs, before)
    whole = _widen(release.released)
    stretches: list[Stretch] = [[]]
    last = -1
    for at, word in enumerate(after):
        if at not in standing:
            last = -1
            continue
        number, form = standing[at]
        if last < 0 or not 0 <= numbers[number] - last <= 1:
            stretches.append([])
        stretches[-1].append(Word(form, whole(word.span)))
        last = numbers[number]
    return [stretch for stretch in stretches if stretch]


def _ending(document: Document, runs: RunCounts) -> tuple[Span, ...]:
    """The marks that end a stretch: those that no original of the collection has."""
    text = document.text
    return tuple(span for span in document.placeholders if not runs.has_mark(span.of(text)))


def _read(document: Document, runs: RunCounts) -> list[Word]:
    """The words of a text, those of marks that the collection knows among them."""
    return runs.read(replace(document, placeholders=_ending(document, runs)))


def _widen(document: Document) -> Callable[[Span], Span]:
    """A function from the place of a word to that of the mark that holds it: a mark is changed as a whole."""
    starts = [span.start for span in document.placeholders]

    def widen(place: Span) -> Span:
        at = bisect_right(starts, place.start) - 1
        mark = document.placeholders[at] if at >= 0 else place
        return mark if place.end <= mark.end else place

    return widen


def _number(original: Document, runs: RunCounts, words: Sequence[Word]) -> list[int]:
    """Numbers by which words follow one another, with one left out for each mark between two."""
    marks = [span.start for span in _ending(original, runs)]
    return [at + bisect_left(marks, word.span.start) for at, word in enumerate(words)]


def _match(release: Release, before: Sequence[Word], after: Sequence[Word]) -> Mapping[int, tuple[int, str]]:
    """For each released word that stood in the original: which one it is there, and as what a search finds it."""
    edits, trace = release.edits, Trace.of(release.edits)
    starts, ends = [word.span.start for word in before], [word.span.end for word in before]
    inside: dict[int, list[int]] = {}
    found: dict[int, tuple[int, str]] = {}
    for at, word in enumerate(after):
        edit = bisect_right(trace.new_ends, word.span.start)
        if edit < len(edits) and trace.new_starts[edit] < word.span.end:
            inside.setdefault(edit, []).append(at)
            continue
        place = trace.to_original(word.span)
        number = bisect_right(starts, place.start) - 1
        if number >= 0 and place.end <= ends[number]:
            found[at] = number, word.form
    for edit, numbers in inside.items():
        if edits[edit].placeholder:
            continue
        span = edits[edit].span
        own = range(bisect_right(ends, span.start), bisect_left(starts, span.end))
        found.update(_match_inside(release, [before[at] for at in own], own, numbers, after))
    return found


def _match_inside(
    release: Release,
    old: Sequence[Word],
    places: Sequence[int],
    numbers: Sequence[int],
    after: Sequence[Word],
) -> Iterator[tuple[int, tuple[int, str]]]:
    """The words that an edit puts back, and words without a meaning of their own that it puts for others of these."""
    new = [after[at].form.casefold() for at in numbers]
    was = [word.form.casefold() for word in old]
    pairs = match_pieces(was, new)
    yield from ((numbers[to], (places[fro], after[numbers[to]].form)) for fro, to in pairs)
    stop_words = find_language(release.original.language).stop_words
    if len(was) == len(new) and stop_words.issuperset([*was, *new]):
        put = {to for _, to in pairs}
        yield from ((numbers[at], (places[at], old[at].form)) for at in range(len(new)) if at not in put)
