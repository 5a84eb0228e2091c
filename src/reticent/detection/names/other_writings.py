"""Names in letters that English lacks, and those that a text writes once more in others or together: "#JohnSmith"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reticent.detection.names.cased_text import BLANK, NOTHING, CasedText
from reticent.detection.names.word_lists import plain_word
from reticent.language.scripts import begins_small, is_foreign_word, is_short, may_be_foreign_name
from reticent.text import Mention, Span

FOREIGN = "names: a few words in letters that English lacks"

_NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_REASON = "names: the same name in another writing"
_STRANGE = "[\u0370-\u1dff\u2c00-\u2fff\u3040-\ud7ff\uf900-\ufdff\ufe70-\uffdc]"
_RUN = rf"{_STRANGE}+(?:[ \u00b7'’.-]{_STRANGE}+)*"
_SOUNDS = r"[/\[](?=[^/\]\n]{0,60}[\u0250-\u02af\u02c8\u02cc\u02d0])[^/\]\n]{2,60}[/\]]"
_AFTER = re.compile(rf"[ ,]{{0,2}}[(\[{{]?\s?(?:[A-Z][a-z]+\s?:\s?)?(?P<run>{_RUN}|{_SOUNDS})")
_BEFORE = re.compile(rf"(?P<run>{_RUN})\s?[,(\[{{]{{0,2}}\s?\Z")
_FARTHEST = 80
"""Characters before a name in which the same name in another writing stands; chosen by hand, more than a name has."""

_TOGETHER = re.compile(r"[#@]?([^\W\d_]{5,60})")
_LATIN_WORD = re.compile(r"[A-Za-z]{2}[A-Za-z'-]*\Z")
_SIGNS_OF_ADDRESSES = frozenset("@/_\\")
_JOINTS = frozenset("·・•.-‐'’")
"""Signs between the words of a name: of these "." after an initial alone, which is one letter."""


def find_foreign_names(text: CasedText) -> Iterator[tuple[int, int]]:
    """Where a few words in letters that English lacks stand in an English sentence, or beside an English word.

    Who writes so mostly names somebody. More of them are a sentence in another language, of which nothing can be said. In a
    script that has capitals a name has one, unless nothing in the text has.
    """
    strange = [place for place, word in enumerate(text.words) if not word.isascii() and is_foreign_word(word)]
    foreign = text.foreign() if strange else frozenset()
    past = 0
    for begin in strange:
        if begin < past:
            continue
        past = _run_end(text, begin)
        short = is_short([word for word in text.words[begin:past] if word not in _JOINTS])
        if short and (text.sentence_of(begin) not in foreign or _stands_beside(text, begin, past)):
            yield from _capitalized(text, begin, past)


def _stands_beside(text: CasedText, begin: int, end: int) -> bool:
    """Whether an English word of its sentence stands before or after a run, a bracket or another sign between them."""
    words, gaps, sentence = text.words, text.gaps, text.sentence_of(begin)
    before, after = begin - 1, end
    if before > 0 and gaps[begin] <= BLANK and not words[before][-1].isalnum():
        before -= 1
    if after + 1 < len(words) and gaps[after] <= BLANK and not words[after][0].isalnum():
        after += 1
    near = [before] if before >= 0 and gaps[before + 1] <= BLANK else []
    near += [after] if after < len(words) and gaps[after] <= BLANK else []
    return any(_is_english(text, place) and text.sentence_of(place) == sentence for place in near)


def _is_english(text: CasedText, place: int) -> bool:
    """Whether a word in Latin letters stands by itself: one of an address is in no language."""
    around = (place, place - 1), (place + 1, place + 1)
    joined = any(
        0 <= at < len(text) and text.gaps[gap] == NOTHING and text.words[at][0] in _SIGNS_OF_ADDRESSES
        for gap, at in around
        if gap < len(text)
    )
    return not joined and _LATIN_WORD.match(text.words[place]) is not None


def _run_end(text: CasedText, begin: int) -> int:
    """Where the words in other letters end that begin here, with the signs between them."""
    words, end, place = text.words, begin + 1, begin + 1
    while place < len(words) and text.gaps[place] <= BLANK:
        if is_foreign_word(words[place]):
            end = place + 1
        elif words[place] not in _JOINTS or words[place - 1] in _JOINTS:
            break
        place += 1
    return end


def _capitalized(text: CasedText, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a run that may be names, without words in small letters beside them."""
    first = begin
    for place in range(begin, end + 1):
        word = text.words[place] if place < end else ""
        if place < end and (word in _JOINTS or text.silent or not begins_small(word)):
            continue
        if any(may_be_foreign_name(each, small=text.silent) for each in text.words[first:place]):
            yield first, place
        first = place + 1


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
        after = _AFTER.match(text, mention.span.end)
        if after:
            yield _move(mention, *after.span("run"))
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
