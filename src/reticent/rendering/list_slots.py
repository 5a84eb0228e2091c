"""The slot of a list that a gap fills, with the separators and the label that go with it.

What stands beside a gap on the same line tells: the words by place, with their parts of speech. What a "not" speaks of must
stay what it speaks of.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from reticent.language import Language
from reticent.text import Document, Span, analyze

BULLETS = frozenset({"-", "*", "•", "–", "·"})
"""Signs that begin a line of a list."""


class PlacedWord(NamedTuple):
    """A word or sign at its place, with its part of speech."""

    text: str
    span: Span
    tag: str


@dataclass(slots=True)
class WordPlaces:
    """The words of a text in order; those that are `gone` by now are passed over."""

    text: str = field(repr=False)
    words: tuple[PlacedWord, ...] = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)
    gone: bytearray = field(repr=False)
    language: Language

    @classmethod
    def of(cls, document: Document) -> WordPlaces:
        """The words of a document, none of them gone."""
        analysis = analyze(document)
        words = tuple(
            PlacedWord(token.text, token.span, tag)
            for row, tags in zip(analysis.tokens, analysis.tags(), strict=True)
            for token, tag in zip(row, tags, strict=True)
        )
        starts = tuple(word.span.start for word in words)
        return cls(document.text, words, starts, bytearray(len(document.text)), analysis.language)

    def take(self, span: Span) -> None:
        """Let what stands there be gone."""
        self.gone[span.start : span.end] = b"\1" * len(span)

    def is_gone(self, span: Span) -> bool:
        """Whether something of a place is gone."""
        return any(self.gone[span.start : span.end])

    def before(self, place: int) -> PlacedWord | None:
        """The nearest word that ends at or before a place, on the same line."""
        at = bisect_left(self.starts, place) - 1
        while at >= 0 and (self.words[at].span.end > place or self.is_gone(self.words[at].span)):
            at -= 1
        return self._on_line(at, place)

    def after(self, place: int) -> PlacedWord | None:
        """The nearest word that begins at or after a place, on the same line."""
        at = bisect_left(self.starts, place)
        while at < len(self.words) and self.is_gone(self.words[at].span):
            at += 1
        return self._on_line(at, place)

    def last_in(self, span: Span) -> PlacedWord | None:
        """The last word that begins inside a place."""
        at = bisect_right(self.starts, span.end - 1) - 1
        return self.words[at] if at >= 0 and self.words[at].span.end > span.start else None

    def line(self, place: int) -> Span:
        """The line of a place, without its end."""
        start = self.text.rfind("\n", 0, place) + 1
        end = self.text.find("\n", place)
        return Span(start, len(self.text) if end < 0 else end)

    def in_line(self, line: Span) -> list[PlacedWord]:
        """The words of a line that are not gone."""
        first, last = bisect_left(self.starts, line.start), bisect_left(self.starts, line.end)
        return [word for word in self.words[first:last] if not self.is_gone(word.span)]

    def _on_line(self, at: int, place: int) -> PlacedWord | None:
        if not 0 <= at < len(self.words):
            return None
        word = self.words[at]
        between = self.text[min(word.span.end, place) : max(word.span.start, place)]
        return None if "\n" in between else word


_CLAUSE_ENDS = frozenset({".", ";", "?", "!"})


def turns_around(words: WordPlaces, gap: Span, separator: str) -> bool:
    """Whether the next item would come under a verb or a "not" that did not speak of it.

    A semicolon ends what they speak of; a "not" goes on only where an "or" shows that it does.
    """
    before = [word for word in words.in_line(words.line(gap.start)) if word.span.end <= gap.start]
    governed = bool(before) and before[-1].text != ":" and before[-1].text not in BULLETS
    if governed and ";" in separator:
        return True
    grammar = words.language.grammar
    ends = _CLAUSE_ENDS | grammar.contrasts
    clause = list(takewhile(lambda word: word.text.lower() not in ends, reversed(before)))
    after = [word for word in words.in_line(words.line(gap.end)) if word.span.start >= gap.end]
    following = takewhile(lambda word: word.text.lower() not in ends, after)
    goes_on = any(word.text.lower() in grammar.alternatives for word in following)
    return not goes_on and any(word.text.lower() in grammar.negations for word in clause)


_COMMAS = frozenset(",;|")
_DETERMINERS = frozenset({"DT", "PRP$"})
_IN_PHRASE = frozenset({"DT", "PRP$", "JJ", "NN", "NNP", "FW", "CD", "POS"})
_ENDS = frozenset({".", ";", ":", ")", "]", "?", "!"})
_CLASSES = {"NN": "noun", "NNP": "noun", "FW": "noun", "CD": "noun"}
_LONGEST_LABEL = 5
"""Words of a label before a colon."""


@dataclass(frozen=True, slots=True)
class _Separator:
    """What parts two items, from `start` to `end`; `comma_end` is where its comma ends, if it has one."""

    start: int
    end: int
    comma_end: int | None = None
    conjunction: bool = False


def find_slot(words: WordPlaces, gap: Span) -> tuple[Span, ...]:
    """What has to go so that nobody sees that a slot was filled here; nothing where the gap fills none."""
    wide = _with_determiner(words, gap)
    return (
        _in_brackets(words, wide)
        or _beside_slash(words, gap)
        or _find_labelled_slot(words, wide)
        or _after_item(words, wide)
        or _before_item(words, gap, wide)
    )


def _with_determiner(words: WordPlaces, gap: Span) -> Span:
    """The gap with the "a" or "his" before it, which would be left alone."""
    before = words.before(gap.start)
    return gap.hull(before.span) if before and before.tag in _DETERMINERS else gap


def _in_brackets(words: WordPlaces, gap: Span) -> tuple[Span, ...]:
    """All of "(…)" where nothing else stands in it, with the blank before."""
    before, after = words.before(gap.start), words.after(gap.end)
    if not (before and after and (before.text, after.text) in (("(", ")"), ("[", "]"))):
        return ()
    if (
        outside := words.before(before.span.start)
    ) and outside.text.lower() in words.language.grammar.negations:
        return ()  # "no (HIV), asthma" must not become "no, asthma"
    blank = before.span.start > 0 and words.text[before.span.start - 1] == " "
    return (Span(before.span.start - blank, after.span.end),)


def _beside_slash(words: WordPlaces, gap: Span) -> tuple[Span, ...]:
    """The gap and one slash: "[…]/flutter" and "B/[…]"; in "88,000 […]/ml" and "5 mg/[…]" the slash parts no items."""
    before, after = words.before(gap.start), words.after(gap.end)
    if after and after.text == "/" and (item := words.after(after.span.end)) and _is_word(item):
        return () if _is_number(before) else (Span(gap.start, item.span.start),)
    if before and before.text == "/" and (item := words.before(before.span.start)) and _is_word(item):
        return () if _is_number(words.before(item.span.start)) else (Span(item.span.end, gap.end),)
    return ()


def _is_number(word: PlacedWord | None) -> bool:
    return word is not None and word.text[0].isdecimal()


def _find_labelled_slot(words: WordPlaces, gap: Span) -> tuple[Span, ...]:
    """A label or bullet followed by nothing but the gap, alone on its line or in a row of such."""
    line = words.line(gap.start)
    before = [word for word in words.in_line(line) if word.span.end <= gap.start]
    after = [word for word in words.in_line(line) if word.span.start >= gap.end]
    if not before and not _ends_line(after):
        return ()
    start = _label_start(before)
    if start is None:
        return _under_heading(words, gap, line) if not before else ()
    if _ends_line(after):
        end = after[-1].span.end if after else gap.end
        whole = start == 0 or before[start - 1].text not in _COMMAS
        return (Span(before[start if whole else start - 1].span.start, end),)
    if after[0].text != "." and not (after[0].text in _COMMAS and _begins_label(after[1:])):
        return ()  # "Drugs: […], aspirin": the label speaks of the others too
    if start and before[start - 1].text in _COMMAS:
        return (Span(before[start - 1].span.start, gap.end),)
    following = after[1].span.start if len(after) > 1 else after[0].span.end
    return (Span(before[start].span.start, following),)


def _label_start(before: list[PlacedWord]) -> int | None:
    """Which of the words before a gap begins its label or bullet; None where it has neither."""
    if not before:
        return None
    if all(
        word.text in BULLETS or word.text.rstrip(".)").isdecimal() or word.text in ".)" for word in before
    ):
        return 0
    if before[-1].text != ":":
        return None
    start = len(before) - 1
    while start > 0 and _is_word(before[start - 1]) and len(before) - 1 - start < _LONGEST_LABEL:
        start -= 1
    if start == len(before) - 1:
        return None
    bulleted = start > 0 and all(word.text in BULLETS for word in before[:start])
    if bulleted or start == 0:
        return 0
    return start if before[start - 1].text in _COMMAS | {".", ")"} else None


def _begins_label(following: list[PlacedWord]) -> bool:
    """Whether words begin with a label of their own: "RR: 16", "RR 16"."""
    for number, word in enumerate(following[: _LONGEST_LABEL + 1]):
        if number and (word.text == ":" or word.tag == "CD"):
            return True
        if not _is_word(word):
            return False
    return False


def _ends_line(after: list[PlacedWord]) -> bool:
    return all(word.text in _COMMAS | {"."} for word in after)


def _under_heading(words: WordPlaces, gap: Span, line: Span) -> tuple[Span, ...]:
    """A heading and the line under it, where that holds the gap alone and nothing follows."""
    above = words.line(line.start - 1) if line.start > 0 else None
    below = words.line(line.end + 1) if line.end < len(words.text) else None
    if above is None or (below and below.of(words.text).strip()):
        return ()
    title = words.in_line(above)
    heading = above.of(words.text).strip()
    is_heading = heading.endswith(":") or heading.isupper() or heading.istitle()
    if not title or not is_heading or len(title) > _LONGEST_LABEL + 1:
        return ()
    rest = [word.span.end for word in words.in_line(line)]
    return Span(title[0].span.start, title[-1].span.end), Span(gap.start, max([gap.end, *rest]))


def _after_item(words: WordPlaces, gap: Span) -> tuple[Span, ...]:
    """The gap and the separator before it, where an item of the same kind stands there."""
    left, right = _separator_before(words, gap.start), _separator_after(words, gap.end)
    kind = _class_of(words.last_in(gap))
    item = words.before(left.start) if left else None
    follows = left is not None and _class_of(item) == kind
    if left and follows and right and _item_after(words, right.end, kind, open_end=True):
        if left.comma_end is None and not right.conjunction:
            return ()
        return (Span(left.start, right.comma_end if right.comma_end and right.conjunction else gap.end),)
    if left and follows and _at_end(words.after(gap.end)):
        return (Span(left.start, gap.end),)
    return ()


def _before_item(words: WordPlaces, gap: Span, wide: Span) -> tuple[Span, ...]:
    """The gap and the separator after it, where a list begins with it.

    Its determiner goes with it only where the next item has its own, an "either" always; what a "no" or "denies" speaks of
    must not change.
    """
    right, kind = _separator_after(words, gap.end), _class_of(words.last_in(gap))
    if _separator_before(words, wide.start) or right is None or not _may_begin(words.before(wide.start)):
        return ()
    item = words.after(right.end)
    if item is None or not _item_after(words, right.end, kind, open_end=False):
        return ()
    determiner = words.text[wide.start : gap.start].strip().lower()
    grammar = words.language.grammar
    negated = determiner in grammar.negating
    joins_both = words.text[gap.end : right.end].strip(" ,").lower() in grammar.alternatives
    if (negated and not joins_both) or turns_around(words, gap, words.text[gap.end : right.end]):
        return ()
    with_determiner = item.tag in _DETERMINERS or determiner in grammar.pairing
    return (Span(wide.start if with_determiner else gap.start, right.end),)


def _separator_before(words: WordPlaces, place: int) -> _Separator | None:
    last = words.before(place)
    if last is None:
        return None
    conjunction = last.text.lower() in words.language.grammar.conjunctions
    comma = words.before(last.span.start) if conjunction else last
    if comma and comma.text in _COMMAS:
        item = words.before(comma.span.start)
        start = item.span.end if item else comma.span.start
        return _Separator(start, place, comma.span.end, conjunction)
    item = words.before(last.span.start)
    return _Separator(item.span.end, place, None, True) if conjunction and item else None


def _separator_after(words: WordPlaces, place: int) -> _Separator | None:
    first = words.after(place)
    if first is None:
        return None
    comma = first if first.text in _COMMAS else None
    second = words.after(comma.span.end) if comma else first
    conjunction = bool(second and second.text.lower() in words.language.grammar.conjunctions)
    item = words.after(second.span.end) if conjunction and second else second
    if item is None or not (comma or conjunction):
        return None
    return _Separator(place, item.span.start, comma.span.end if comma else None, conjunction)


def _item_after(words: WordPlaces, place: int, kind: str, *, open_end: bool) -> bool:
    """Whether an item of a kind begins there and is followed by what may follow one; a preposition if `open_end`."""
    word = words.after(place)
    last = None
    while word and word.tag in _IN_PHRASE:
        last, word = word, words.after(word.span.end)
    if _class_of(last) != kind:
        return False
    return _at_end(word) or bool(
        word
        and (
            word.text in _COMMAS
            or word.text.lower() in words.language.grammar.conjunctions
            or (open_end and word.tag == "IN")
        )
    )


def _at_end(word: PlacedWord | None) -> bool:
    return word is None or word.text in _ENDS


def _may_begin(word: PlacedWord | None) -> bool:
    """Whether a list may begin after a word: a preposition, a verb or a colon, or nothing."""
    return word is None or word.tag in ("IN", "VB", "TO") or word.text == ":" or word.text in BULLETS


def _class_of(word: PlacedWord | None) -> str:
    return _CLASSES.get(word.tag, word.tag) if word else ""


def _is_word(word: PlacedWord) -> bool:
    return any(map(str.isalnum, word.text))
