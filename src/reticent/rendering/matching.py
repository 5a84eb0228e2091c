"""Which pieces of two texts are the same ones: in order in both, and in time that grows with the texts.

`difflib` compares every piece with all equal ones, which is quadratic where a text says the same line a thousand times. Such
stretches are divided first: at their ends, and at pieces that stand once in both.

The edits between two texts, found from the texts alone: what somebody sees who has both and no plan.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from reticent.plan import Edit
from reticent.rendering.placeholders import plain_mark, shown_placeholders
from reticent.text import Document, Span

Pair = tuple[int, int]
"""The numbers of a piece in the one text and in the other."""

_MOST_EQUAL = 20_000
"""Pairs of equal pieces up to which every one is compared."""

_LOOK_AHEAD = 200
"""Pieces that are skipped at most to find the next equal one, which bounds the time per piece; chosen by hand."""


def match_pieces(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Pairs of equal pieces, rising in both."""
    found: list[Pair] = []
    todo = [(0, len(old), 0, len(new))]
    while todo:
        start, end, first, last = todo.pop()
        while start < end and first < last and old[start] == new[first]:
            found.append((start, first))
            start, first = start + 1, first + 1
        while start < end and first < last and old[end - 1] == new[last - 1]:
            end, last = end - 1, last - 1
            found.append((end, last))
        some, others = old[start:end], new[first:last]
        if _count_equal(some, others) <= _MOST_EQUAL:
            found += [(start + at, first + other) for at, other in _compare_all(some, others)]
        elif anchors := _find_anchors(some, others):
            bounds = [(-1, -1), *anchors, (len(some), len(others))]
            found += [(start + at, first + other) for at, other in anchors]
            todo += [
                (start + a + 1, start + b, first + c + 1, first + d)
                for (a, c), (b, d) in itertools.pairwise(bounds)
            ]
        else:
            found += [(start + at, first + other) for at, other in _walk(some, others)]
    return sorted(found)


def _count_equal(old: Sequence[str], new: Sequence[str]) -> int:
    counts = Counter(new)
    return sum(number * counts[piece] for piece, number in Counter(old).items())


def _compare_all(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    for at, other, size in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        yield from ((at + step, other + step) for step in range(size))


def _find_anchors(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """The most pieces that stand once in both texts and in the same order, as patience sorting finds them."""
    once, places = Counter(old), {piece: at for at, piece in enumerate(new)}
    counts = Counter(new)
    pairs = [(at, places[piece]) for at, piece in enumerate(old) if once[piece] == 1 and counts[piece] == 1]
    tops: list[int] = []
    before: list[int | None] = []
    ends: list[int] = []
    for number, (_, other) in enumerate(pairs):
        pile = bisect_left(tops, other)
        before.append(ends[pile - 1] if pile else None)
        tops[pile : pile + 1], ends[pile : pile + 1] = [other], [number]
    chain: list[Pair] = []
    at = ends[-1] if ends else None
    while at is not None:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _walk(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    """Pieces that are equal one by one, where both have as many; else those that the side with more can skip to."""
    if len(old) == len(new):
        yield from ((at, at) for at, piece in enumerate(old) if piece == new[at])
        return
    longer, shorter = (old, new) if len(old) > len(new) else (new, old)
    spare, at = len(longer) - len(shorter), 0
    for other, piece in enumerate(shorter):
        ahead = range(min(spare, _LOOK_AHEAD) + 1)
        skip = next((step for step in ahead if longer[at + step] == piece), None)
        if skip is None:
            at += 1
            continue
        at, spare = at + skip, spare - skip
        yield (at, other) if longer is old else (other, at)
        at += 1


@lru_cache(maxsize=8)
def _word(style: str) -> re.Pattern[str]:
    """A placeholder is one word; one that holds invented words is blanked by private characters before words are compared."""
    return re.compile(rf"{plain_mark(style)}|\ue000+|\ue001+|\w+|[^\w\s]")


_LINE = re.compile(r"[^\n]*\n|[^\n]+")

_Change = tuple[int, int, int, int]
"""Start and end in the original, start and end in the released text."""


def align(original: Document, released: Document) -> tuple[Edit, ...]:
    """Edits that make `released` of `original`, in order and disjoint, word by word where as many went as came.

    An edit whose text is a placeholder of `released` is marked as one.
    """
    marks = {(span.start, span.end) for span in released.placeholders}
    return tuple(
        Edit(Span(start, end), released.text[first:last], 0, placeholder=(first, last) in marks)
        for start, end, first, last in _changed_words(
            original.text, _blank_invented(released), _word(released.placeholder_style)
        )
    )


def _blank_invented(released: Document) -> str:
    """The text with each invented stand-in made one word that the original doesn't have; offsets stay."""
    text, plain = released.text, plain_mark(released.placeholder_style)
    for number, span in enumerate(shown_placeholders(released)):
        if not re.fullmatch(plain, span.of(text)):
            blank = "\ue000\ue001"[number % 2] * len(span)
            text = text[: span.start] + blank + text[span.end :]
    return text


def _changed_words(old: str, new: str, word: re.Pattern[str]) -> Iterator[_Change]:
    for lines in _differences(old, new, (0, len(old), 0, len(new)), _LINE):
        for words in _differences(old, new, lines, word):
            yield from _pair_up(old, new, words, word)


def _differences(old: str, new: str, stretch: _Change, pattern: re.Pattern[str]) -> Iterator[_Change]:
    """What differs in a stretch: all that stands between pieces of this pattern which both texts have."""
    start, end, first, last = stretch
    pieces, others = _places(pattern, old, start, end), _places(pattern, new, first, last)
    pairs = match_pieces([old[a:b] for a, b in pieces], [new[a:b] for a, b in others])
    same = [(*pieces[at], *others[other]) for at, other in pairs]
    for a, b, c, d in [*same, (end, end, last, last)]:
        if old[start:a] != new[first:c]:
            yield start, a, first, c
        start, first = b, d


def _pair_up(old: str, new: str, change: _Change, word: re.Pattern[str]) -> Iterator[_Change]:
    """A change word by word where both sides have as many words, else as one without the white space they share."""
    start, end, first, last = change
    words, others = _places(word, old, start, end), _places(word, new, first, last)
    if not words or word.split(old[start:end]) != word.split(new[first:last]):
        yield _trim(old, new, change)
        return
    for (a, b), (c, d) in zip(words, others, strict=True):
        if old[a:b] != new[c:d]:
            yield a, b, c, d


def _trim(old: str, new: str, change: _Change) -> _Change:
    """The change without white space that both texts have at its ends."""
    start, end, first, last = change
    while start < end and first < last and old[start] == new[first] and old[start].isspace():
        start, first = start + 1, first + 1
    while start < end and first < last and old[end - 1] == new[last - 1] and old[end - 1].isspace():
        end, last = end - 1, last - 1
    return start, end, first, last


def _places(pattern: re.Pattern[str], text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [match.span() for match in pattern.finditer(text, start, end)]
