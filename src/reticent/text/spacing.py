"""Words and numbers whose characters stand apart: "t u b e r c u l o s i s", "|1|2|0|3|", "[2][1][9]", "t-u-b-e-r"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

_ONE = r"[^\W_](?![^\W_])"
"""A letter or a digit by itself."""

_PLAIN = {
    **dict.fromkeys("\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d", "-"),
    **dict.fromkeys("•·‧∙⋅・", "*"),
    **dict.fromkeys("⁄∕", "/"),
    "…": ".",
}  # fmt: skip
"""Blanks, hyphens, points and strokes of every kind as plain ones, each for one, so that places stay."""

_KEPT = re.compile(rf"(?<![^\W_]){_ONE}|(?<!<)[-./@:+']")
_ANY = re.compile(r".")
_CELL_END = r"[ \t]{0,2}(?:\||</t[dh]>\s{0,3}<t[dh](?:\s[^<>]{0,60})?>)[ \t]{0,2}"
_BETWEEN_BOXES = r"[ \t]{0,3}(?:[-./@:+][ \t]{0,3}|[\[({][ \t_]?[\])}])?"
_SPACED = re.compile(
    rf"(?<![^\W_])[^\W_](?=[ \t])(?:(?:[ \t]{{1,4}}|(?:[ \t]{{0,4}}[-./@:+']){{1,3}}[ \t]{{0,4}}){_ONE}){{2,}}+"
)
_CELLS = re.compile(
    rf"(?<![^\W_])[^\W_](?:{_CELL_END}(?:{_ONE}|[-./@:+](?=[ \t|<]))"
    rf"|(?<=[^\W\d_]){_CELL_END}{_CELL_END}[^\W\d_](?![^\W_])){{2,}}+"  # an empty cell between two words
)
_IN_BOX = r"(?:[^\W_]|[-./@:+])"
_BOXES = re.compile(
    "|".join(
        rf"{begin}{_IN_BOX}{end}(?:{_BETWEEN_BOXES}{begin}{_IN_BOX}{end}){{2,}}+"
        for begin, end in ((r"\[", r"\]"), (r"\(", r"\)"), (r"\{", r"\}"))
    )
)
_STRUNG = re.compile(
    rf"(?<![^\W_])(?:[^\W_]([-_+*./=~]|[ \t]?[-*./][ \t]?)(?:{_ONE}|[-./@:](?=\1))(?:\1(?:{_ONE}|[-./@:](?=\1))){{3,}}+"
    r"|[^\W\d_],[^\W\d_](?![^\W_])(?:,[^\W\d_](?![^\W_])){3,}+)"
)
_LINES = re.compile(
    rf"(?<![^\W_])[^\W_](?:[ \t]{{0,3}}\r?\n[ \t]{{0,3}}(?:{_ONE}|[-./@:+](?=[ \t]{{0,3}}\r?\n))){{4,}}+"
)
_SINGLE_WORDS = re.compile(r" [^\W_] {1,4}[^\W_] ")
_SINGLE_BETWEEN = {
    sign: re.compile(rf"{re.escape(sign)} ?[^\W_] ?{re.escape(sign)} ?[^\W_]") for sign in "-./,_+*=~"
}
_SINGLE_BOXED = {
    "|": re.compile(r"\|[ \t]{0,2}[^\W_][ \t]{0,2}\|"),
    "[": re.compile(rf"\[[^\W_]\]{_BETWEEN_BOXES}\["),
    "(": re.compile(rf"\([^\W_]\){_BETWEEN_BOXES}\("),
    "{": re.compile(rf"\{{[^\W_]\}}{_BETWEEN_BOXES}\{{"),
    "</t": re.compile(rf"[^\W_]{_CELL_END}[^\W_]"),
    "\n": re.compile(r"\n {0,3}[^\W_] {0,3}\r?\n {0,3}[^\W_] {0,3}\r?\n"),
}
"""What a text has that holds characters apart; each begins with a sign that few texts have, which makes them fast."""

_SINGLE_BESIDE = (*_SINGLE_BETWEEN.items(), *_SINGLE_BOXED.items())
_FEW_LETTERS = 4
"""Letters that make a word rather than a list: "A B C" and "x y z" are lists. In boxes one less does: "[H][I][V]"."""

_FEW_DIGITS = 6
"""Digits that make a number rather than a row of marks on a scale. In boxes one less does; in lines two more: a column is cells."""

_VOWEL = re.compile(r"[aeiouy]|[^\x00-\x7f]", re.IGNORECASE)
_ROWS = tuple(map(frozenset, ("ACGT", "ACGU", "ABCDE", "AEIOU", "IVX", "XO", "YN")))
"""Letters of which only rows are made: genetic sequences, answers, vowels, numerals, noughts and crosses, yes and no."""


class Spread(NamedTuple):
    """A stretch of a text whose characters stand apart, and what is read in each of the gaps between them."""

    start: int
    end: int
    gaps: tuple[tuple[int, int, str], ...]


def find_spread(text: str) -> list[Spread]:
    """The stretches of a plain text that are words or numbers written apart, in order and disjoint.

    >>> text = "an A d a e z e  O k o n k w o, |1|2|0|3|1|9|"
    >>> [(spread.start, spread.end) for spread in find_spread(text)]
    [(3, 29), (32, 43)]
    """
    plain = _plain(text)
    boxed = [shape for sign, shape in _SINGLE_BOXED.items() if sign in plain and shape.search(f" {plain} ")]
    runs = [run for shape in ((_CELLS, _BOXES, _LINES) if boxed else ()) for run in shape.finditer(plain)]
    lines = [(0, len(plain))] if boxed else _lines_of_single_characters(plain)
    runs += [run for shape in (_STRUNG, _SPACED) for line in lines for run in shape.finditer(plain, *line)]
    found = [spread for run in runs if (spread := _read(run)) is not None]
    disjoint: list[Spread] = []
    for spread in sorted(found, key=lambda each: (each.start, -each.end)):
        if not disjoint or spread.start >= disjoint[-1].end:
            disjoint.append(spread)
    return disjoint


def _lines_of_single_characters(plain: str) -> list[tuple[int, int]]:
    """The lines on which single characters stand side by side; searching them alone takes far less than the whole text."""
    padded = f" {plain} "
    shapes = [shape for sign, shape in _SINGLE_BETWEEN.items() if sign in plain]
    lines: set[tuple[int, int]] = set()
    for shape in (_SINGLE_WORDS, *shapes):
        end = -1
        for hit in shape.finditer(padded):
            if hit.start() >= end:
                begin, end = padded.rfind("\n", 0, hit.start() + 1) + 1, padded.find("\n", hit.end() - 1)
                end = len(padded) if end < 0 else end
                lines.add((max(0, begin - 1), min(len(plain), end - 1)))
    return sorted(lines)


def may_be_spread(text: str) -> bool:
    """Whether single characters stand side by side anywhere, which few texts have; it costs next to nothing."""
    plain = f" {_plain(text)} "
    beside = [shape for sign, shape in _SINGLE_BESIDE if sign in plain]
    return _SINGLE_WORDS.search(plain) is not None or any(shape.search(plain) for shape in beside)


def has_single_words(text: str) -> bool:
    """Whether two characters with blanks around them stand side by side, in a text without tabs and other odd blanks."""
    return _SINGLE_WORDS.search(f" {text} ") is not None


def _plain(text: str) -> str:
    if text.isascii():
        return text.replace("\t", " ")
    for sign, plain in _PLAIN.items():
        if sign in text:  # which takes far less time than a look at every character
            text = text.replace(sign, plain)
    return text


def _read(run: re.Match[str]) -> Spread | None:
    """The run without what stands between its characters; nothing where it rather is a list of them."""
    text, step = run.string, 1 + len(run[1] or ",") if run.re is _STRUNG else 1
    kept = list((_ANY if run.re is _STRUNG else _KEPT).finditer(text, run.start(), run.end()))[::step]
    between = [text[left.end() : right.start()] for left, right in pairwise(kept)]
    joined = "".join(each[0] for each in kept if each[0].isalnum())
    written = joined[:1].isupper() and joined[1:].islower()  # "L e e"
    few = _FEW_LETTERS - (written or run.re in (_CELLS, _BOXES))
    digits = _FEW_DIGITS - (run.re is _BOXES) + 2 * (run.re is _LINES)
    divided = len(joined) < len(kept) < 2 * len(joined) - 1  # "1 2 3 - 4 5" is no scale
    if (
        between.count("") > len(between) // 2
        or (_is_row(joined) and not divided)
        or not _is_word(joined, few, digits)
    ):
        return None
    widths = [
        _width(gap)
        for gap, (left, right) in zip(between, pairwise(kept), strict=True)
        if left[0].isalnum() and right[0].isalnum()
    ]
    usual = min(widths, default=0)
    gaps: list[tuple[int, int, str]] = []
    for number, (left, right) in enumerate(pairwise(kept)):
        then = kept[number + 2][0] if number + 2 < len(kept) else ""
        wide = _width(between[number]) > usual
        word = number > 1 and all(each[0].isalpha() for each in kept[number - 2 : number])
        parts = _parts_words(left[0], right[0], then, wide=wide, word=word)
        gaps.append((left.end(), right.start(), " " if parts else ""))
    if run.re is _BOXES and kept[0][0].isalpha():  # its first and its last box are wholly part of the word
        first, last = kept[0], kept[-1]
        gaps = [(run.start(), first.end(), first[0]), *gaps, (last.start(), run.end(), last[0])]
        return Spread(run.start(), run.end(), tuple(gaps))
    return Spread(kept[0].start(), kept[-1].end(), tuple(gaps))


def _width(gap: str) -> int:
    """How wide a gap is: in cells that end in it, or in characters."""
    return gap.count("|") + gap.count("<t") or len(gap)


def _parts_words(before: str, after: str, then: str, *, wide: bool, word: bool) -> bool:
    """Whether a gap stands between two words: it is wider than others, or the case of the letters says so.

    A digit after a small letter begins a number where a `word` of three letters ends.
    """
    if not before.isalnum() or not after.isalnum():
        return wide and before == ":"
    begins = after.isupper() and (before.islower() or (before.isdecimal() and then.islower()))
    return wide or begins or (word and before.islower() and after.isdecimal())


def _is_row(joined: str) -> bool:
    """Whether characters count up or down, also from the beginning again: "A B C D", "5 4 3 2 1", "1 2 3 1 2 3"."""
    codes = list(map(ord, joined.casefold()))
    steps = {after - before for before, after in pairwise(codes) if after - codes[0] not in (0, 1)}
    return steps <= {0, 1, 2} or steps <= {0, -1, -2}


def _is_word(joined: str, few: int, few_digits: int) -> bool:
    """Whether characters make a word or a number together: enough of them, and not those of which rows are made."""
    digits = [char for char in joined if char.isdecimal()]
    if len(digits) >= few_digits:
        return len(set(digits)) > 2
    letters = [char for char in joined if char.isalpha()]
    if len(letters) < few or _VOWEL.search(joined) is None:
        return False
    return len({*map(str.isupper, letters)}) > 1 or not any(
        row.issuperset("".join(letters).upper()) for row in _ROWS
    )
