"""Words and numbers whose characters stand apart: "t u b e r c u l o s i s", "|1|2|0|3|", "[2][1][9]", "t-u-b-e-r"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

_ONE = r"[^\W_](?![^\W_])"
"""A letter or a digit by itself."""

_KEPT = re.compile(rf"(?<![^\W_]){_ONE}|(?<!<)[-./@:+']")
_ANY = re.compile(r".")
_CELL_END = r"[ \t]{0,2}(?:\||</t[dh]>\s{0,3}<t[dh](?:\s[^<>]{0,60})?>)[ \t]{0,2}"
_BETWEEN_BOXES = r"[ \t]{0,3}(?:[-./@:+][ \t]{0,3}|[\[(][ \t_]?[\])])?"
_SPACED = re.compile(
    rf"(?<![^\W_])[^\W_](?=[ \t])(?:(?:[ \t]{{1,4}}|(?:[ \t]{{0,4}}[-./@:+']){{1,3}}[ \t]{{0,4}}){_ONE}){{3,}}+"
)
_CELLS = re.compile(
    rf"(?<![^\W_])[^\W_](?:{_CELL_END}(?:{_ONE}|[-./@:+](?=[ \t|<]))"
    rf"|(?<=[^\W\d_]){_CELL_END}{_CELL_END}[^\W\d_](?![^\W_])){{2,}}+"  # an empty cell between two words
)
_IN_BOX = r"(?:[^\W_]|[-./@:+])"
_BOXES = re.compile(
    rf"\[{_IN_BOX}\](?:{_BETWEEN_BOXES}\[{_IN_BOX}\]){{2,}}+|\({_IN_BOX}\)(?:{_BETWEEN_BOXES}\({_IN_BOX}\)){{2,}}+"
)
_STRUNG = re.compile(
    rf"(?<![^\W_])(?:[^\W_]([-_+*./•])(?:{_ONE}|[-./@:](?=\1))(?:\1(?:{_ONE}|[-./@:](?=\1))){{3,}}+"
    r"|[^\W\d_],[^\W\d_](?![^\W_])(?:,[^\W\d_](?![^\W_])){3,}+)"
)
_LINES = re.compile(
    rf"(?<![^\W_])[^\W_](?:[ \t]{{0,3}}\r?\n[ \t]{{0,3}}(?:{_ONE}|[-./@:+](?=[ \t]{{0,3}}\r?\n))){{4,}}+"
)
_SHAPES = bytes(
    0x61 if chr(code).isalnum() or code in b"?" or code > 0x7F else 0x20 if code in b" \t" else code
    for code in range(256)
)
"""Each byte as what it is: "a" for letters, digits and all beyond ASCII, a blank, or itself."""

_TELLING = (b" a a ", b" a  a ", b" a   a ", *(b"%ca%ca%c" % (sign, sign, sign) for sign in b"-_+*./,"))
_TELLING_CLOSE = (b"|a|a|", b"[a][a]", b"(a)(a)", b">a</aa>", b"\na\na\n")
_FEW_LETTERS = 4
"""Letters that make a word rather than a list: "A B C" and "x y z" are lists. In boxes one less does: "[H][I][V]"."""

_FEW_DIGITS = 6
"""Digits that make a number rather than a row of marks on a scale. In boxes one less does; in lines two more: a column is cells."""

_VOWEL = re.compile(r"[aeiouy]|[^\x00-\x7f]", re.IGNORECASE)
_BASES = frozenset("ACGTUN")
"""The letters of genetic sequences, which are written apart as well."""


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
    if not _may_be_spread(text):
        return []
    shapes = (_SPACED, _CELLS, _BOXES, _STRUNG, _LINES)
    found = [spread for shape in shapes for run in shape.finditer(text) if (spread := _read(run)) is not None]
    disjoint: list[Spread] = []
    for spread in sorted(found, key=lambda each: (each.start, -each.end)):
        if not disjoint or spread.start >= disjoint[-1].end:
            disjoint.append(spread)
    return disjoint


def _may_be_spread(text: str) -> bool:
    """Whether single characters stand side by side anywhere, which few texts have; it costs next to nothing."""
    shapes = text.encode("ascii", "replace").translate(_SHAPES)
    for telling in _TELLING:
        if telling in shapes:
            return True
    if "•" in text:
        return True
    close = shapes.replace(b" ", b"")
    return any(telling in close for telling in _TELLING_CLOSE)


def _read(run: re.Match[str]) -> Spread | None:
    """The run without what stands between its characters; nothing where it rather is a list of them."""
    text = run.string
    kept = list((_ANY if run.re is _STRUNG else _KEPT).finditer(text, run.start(), run.end()))
    kept = kept[::2] if run.re is _STRUNG else kept
    between = [text[left.end() : right.start()] for left, right in pairwise(kept)]
    few = _FEW_LETTERS - (run.re in (_CELLS, _BOXES))
    digits = _FEW_DIGITS - (run.re is _BOXES) + 2 * (run.re is _LINES)
    if (
        not _is_word("".join(filter(str.isalnum, (each[0] for each in kept))), few, digits)
        or between.count("") > len(between) // 2
    ):
        return None
    usual = min(
        _width(gap)
        for gap, (left, right) in zip(between, pairwise(kept), strict=True)
        if left[0].isalnum() and right[0].isalnum()
    )
    gaps: list[tuple[int, int, str]] = []
    for number, (left, right) in enumerate(pairwise(kept)):
        then = kept[number + 2][0] if number + 2 < len(kept) else ""
        wide = _width(between[number]) > usual
        word = number > 1 and all(each[0].isalpha() for each in kept[number - 2 : number])
        parts = _parts_words(left[0], right[0], then, wide=wide, word=word)
        gaps.append((left.end(), right.start(), " " if parts else ""))
    if run.re is _BOXES and kept[0][0].isalpha():
        gaps = [(run.start(), kept[0].start(), ""), *gaps, (kept[-1].end(), run.end(), "")]
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


def _is_word(joined: str, few: int, digits: int) -> bool:
    """Whether characters make a word or a number together: enough of them, and in no row such as "A B C D" or "1 2 3"."""
    steps = {ord(after) - ord(before) for before, after in pairwise(joined)}
    if steps <= {0, 1, 2}:
        return False
    if sum(map(str.isdecimal, joined)) >= digits:
        return True
    letters = [char for char in joined if char.isalpha()]
    told = len(letters) >= few and not _BASES.issuperset(letters)
    return told and _VOWEL.search(joined) is not None
