"""A bracket that a mention opens is closed in it, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.gaps import BLANK
from reticent.detection.names.spans import NameRange

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}


def close_brackets(text: CasedText, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions, which are in order: one with half a pair of brackets takes the other half along where that stands right
    beside it, and is parted at the bracket elsewhere."""
    closed: list[NameRange] = []
    for number, mention in enumerate(mentions):
        first = closed[-1].end if closed else 0
        last = mentions[number + 1].begin if number + 1 < len(mentions) else len(text)
        closed += _close(text, mention, first, last)
    return closed


def _close(text: CasedText, mention: NameRange, first: int, last: int) -> Iterator[NameRange]:
    """What becomes of a mention that may grow from `first` to `last`."""
    half = _find_half(text.words, mention.begin, mention.end)
    if half < 0:
        yield mention
        return
    begin, end = _grow(text, mention, half)
    if first <= begin and end <= last and (begin, end) != (mention.begin, mention.end):
        yield from _close(text, replace(mention, begin=begin, end=end), first, last)
        return
    for begin, end in ((mention.begin, half), (half + 1, mention.end)):
        if any(any(map(str.isalnum, word)) for word in text.words[begin:end]):
            yield from _close(text, replace(mention, begin=begin, end=end), begin, end)


def _grow(text: CasedText, mention: NameRange, half: int) -> tuple[int, int]:
    """The mention with the other half of a bracket, if that is the next word."""
    begin, end, bracket = mention.begin, mention.end, text.words[half]
    follows = end < len(text) and text.gaps[end] <= BLANK and text.words[end] == _CLOSING.get(bracket)
    if follows and begin < half:
        return begin, end + 1
    precedes = begin > 0 and text.gaps[begin] <= BLANK and text.words[begin - 1] == _OPENING.get(bracket)
    return (begin - 1, end) if precedes and half < end - 1 else (begin, end)


def _find_half(words: Sequence[str], begin: int, end: int) -> int:
    """Where the first bracket without its other half stands, or -1."""
    opened: list[int] = []
    for place in range(begin, end):
        if words[place] in _CLOSING:
            opened.append(place)
        elif words[place] in _OPENING:
            if not opened or _CLOSING[words[opened[-1]]] != words[place]:
                return place
            opened.pop()
    return opened[0] if opened else -1
