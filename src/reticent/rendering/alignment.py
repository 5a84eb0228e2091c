"""The edits between two texts, found from the texts alone: what somebody sees who has both and no plan."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reticent.plan import Edit
from reticent.rendering.matching import match_pieces
from reticent.text import Document, Span

_PLAIN_MARK = re.compile(r"\[[A-Z][A-Z0-9 ]*(?:,[0-9]{3})*\]")
_WORD = re.compile(rf"{_PLAIN_MARK.pattern}|\ue000+|\ue001+|\w+|[^\w\s]")
"""A placeholder is one word; one that holds invented words is blanked by private characters before words are compared."""

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
        for start, end, first, last in _changed_words(original.text, _blank_invented(released))
    )


def _blank_invented(released: Document) -> str:
    """The text with each invented stand-in made one word that the original doesn't have; offsets stay."""
    text = released.text
    for number, span in enumerate(released.placeholders):
        shown = span.of(text)
        if shown.startswith("[") and not _PLAIN_MARK.fullmatch(shown):
            blank = "\ue000\ue001"[number % 2] * len(span)
            text = text[: span.start] + blank + text[span.end :]
    return text


def _changed_words(old: str, new: str) -> Iterator[_Change]:
    for lines in _differences(old, new, (0, len(old), 0, len(new)), _LINE):
        for words in _differences(old, new, lines, _WORD):
            yield from _pair_up(old, new, words)


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


def _pair_up(old: str, new: str, change: _Change) -> Iterator[_Change]:
    """A change word by word where both sides have as many words, else as one without the white space they share."""
    start, end, first, last = change
    words, others = _places(_WORD, old, start, end), _places(_WORD, new, first, last)
    if not words or _WORD.split(old[start:end]) != _WORD.split(new[first:last]):
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
