"""Names that a text writes once more in other letters beside them, or together as in "#JohnSmith"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reticent.detection.names.word_lists import plain_word
from reticent.text import Mention, Span

_NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_REASON = "names: the same name in another writing"
_STRANGE = "[\u0370-\u1dff\u2c00-\u2fff\u3040-\ud7ff\uf900-\ufdff\ufe70-\uffdc]"
_RUN = rf"{_STRANGE}+(?:[ \u00b7'’.-]{_STRANGE}+)*"
_SOUNDS = r"[/\[](?=[^/\]\n]{0,60}[\u0250-\u02af\u02c8\u02cc\u02d0])[^/\]\n]{2,60}[/\]]"
_BEHIND = re.compile(rf"[ ,]{{0,2}}[(\[{{]?\s?(?:[A-Z][a-z]+\s?:\s?)?(?P<run>{_RUN}|{_SOUNDS})")
_BEFORE = re.compile(rf"(?P<run>{_RUN})\s?[,(\[{{]{{0,2}}\s?\Z")
_FARTHEST = 80
_TOGETHER = re.compile(r"[#@]?([^\W\d_]{5,60})")


def find_other_writings(text: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """Further places of the people, places and organizations among the mentions, which are in order."""
    named = [mention for mention in mentions if mention.kind in _NAMED]
    if not named:
        return
    if not text.isascii():
        yield from _find_beside(text, named)
    yield from _find_together(text, named)


def _find_beside(text: str, named: Sequence[Mention]) -> Iterator[Mention]:
    for mention in named:
        behind = _BEHIND.match(text, mention.span.end)
        if behind:
            yield _move(mention, *behind.span("run"))
        begin = max(0, mention.span.start - _FARTHEST)
        before = _BEFORE.search(text[begin : mention.span.start])
        if before:
            yield _move(mention, begin + before.start("run"), begin + before.end("run"))


def _find_together(text: str, named: Sequence[Mention]) -> Iterator[Mention]:
    """Names of several words that are written as one elsewhere."""
    joined: dict[str, Mention] = {}
    for mention in named:
        words = _split(mention.span.of(text))
        if len(words) > 1:
            joined.setdefault("".join(words), mention)
    if not joined:
        return
    for word in _TOGETHER.finditer(text):
        known = joined.get(plain_word(word[1]))
        if known is not None:
            yield _move(known, *word.span())


def _split(name: str) -> list[str]:
    return [plain_word(word) for word in re.findall(r"[^\W\d_]+", name) if len(word) > 1]


def _move(mention: Mention, start: int, end: int) -> Mention:
    return replace(mention, span=Span(start, end), reason=_REASON)
