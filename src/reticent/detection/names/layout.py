"""Where words stand on their lines: at the start, in a field's name or after it, in a heading, in a cell, in a terse text.

Each word gets a few small numbers, each of which stands for one feature, so that its weights are found in a table; and
the first words of its line, of the line before and of its field, from which features are mixed. The CRF was trained with all
numbers here, which were chosen by hand: with others it has to be trained again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.cased_text import BLANK, EMPTY_LINE, LINE, WIDE, CasedText, ends_item
from reticent.detection.names.crf import HELPS, Lookup
from reticent.detection.names.features import FORMS, LOWER, hash_feature
from reticent.language.mixing import Hashes

if TYPE_CHECKING:
    from reticent.detection.names.spans import NameRange


Numbers = NDArray[np.int64]

_FARTHEST = 4
"""From the fourth word of a line, or after a colon, on all places are alike."""

_LONGEST_FIELD = 5
"""Words before a colon that are the name of a field; before them stands a sentence."""

_LENGTHS, _SHORT = (1, 2, 4, 8, 14), 2
"""Words of a line at which its length counts as another one, and the number of the longest one that is short."""

_FROM_END = 3
"""Lines before the end of a text, where signatures stand; from the third on all are alike."""

_TERSE = (0.12, 0.22, 0.3, 0.38)
"""Shares of function words at which a text counts as less terse, as a letter is beside a form."""

_COLON = hash_feature("0 :")
_BAR = hash_feature("0 |")
_NO_LINE = 11
"""The hash that stands for the first word where there is no line, or no other one; any number does."""

_SMALL_FORMS = np.array([form in {3, 4, 8, 11, 12} for form in range(HELPS)])
_SPELT_FORMS = np.array([form in {1, 2, 3, 4, 8, 11, 12} for form in range(HELPS)])

_POSITIONS = _FARTHEST + 1
_SIZES = len(_LENGTHS) + 1
CODES = (
    _POSITIONS * 3 * 3 * FORMS,
    _SIZES * 2 * 2 * 3 * FORMS,
    (_POSITIONS + 2) * FORMS,
    (len(_TERSE) + 1) * FORMS,
    (len(_TERSE) + 1) * _POSITIONS * 2,
    (_FROM_END + 1) * 2 * (_POSITIONS - 1) * FORMS,
)
"""How many values each of the small numbers may have."""

LAYOUT_HASHES: tuple[Hashes, ...] = tuple(
    np.array([hash_feature(f"layout {number} {value}") for value in range(count)], np.uint32)
    for number, count in enumerate(CODES)
)
"""The feature that each value of each small number stands for."""


@dataclass(frozen=True, slots=True)
class Layout:
    """For each word its small numbers, a row each, and three features: the first words of line, last line, and field."""

    codes: Numbers
    first: Hashes
    before: Hashes
    field: Hashes


def read_layout(texts: Sequence[CasedText], lookup: Lookup) -> Layout:
    """The layout of texts, whose words were looked up one text after the other."""
    gaps = np.frombuffer(b"".join(text.gaps for text in texts), np.uint8)
    if not len(gaps):
        nothing = np.zeros(0, np.uint32)
        return Layout(np.zeros((len(CODES), 0), np.int64), nothing, nothing, nothing)
    rows = np.array(lookup.rows, np.int64)
    lower = lookup.context[LOWER][rows]
    kinds = lookup.forms[rows]
    forms = (kinds % HELPS).astype(np.int64)
    at = np.arange(len(rows))
    opens = np.zeros(len(rows), bool)
    opens[np.cumsum([0, *(len(text) for text in texts[:-1])])] = True
    line_starts, line = _number_parts((gaps >= LINE) | opens)
    bars = lower == _BAR
    cell_starts, cell = _number_parts((gaps >= WIDE) | opens | bars | np.concatenate([[False], bars[:-1]]))
    position = np.minimum(at - line_starts[line], _FARTHEST)
    length = np.searchsorted(_LENGTHS, np.diff(np.append(line_starts, len(rows))))[line]
    shouted = ~_any_of(_SMALL_FORMS[forms], line_starts)[line]
    in_field, since, field_name = _read_fields(lower, line_starts[line], at)
    terse = _read_terseness(texts, kinds)
    from_end = np.minimum(_count_lines_after(opens[line_starts]), _FROM_END)[line]
    before = np.where(opens, 2, np.minimum(np.maximum(gaps, BLANK) - BLANK, 2)).astype(np.int64)
    after = np.append(before[1:], 2)
    first = np.where(at > line_starts[line], lower[line_starts[line]], np.uint32(_NO_LINE))
    above = lower[line_starts[line - ~opens[line_starts][line]]]
    codes = np.stack(
        [
            ((position * 3 + before) * 3 + after) * FORMS + forms,
            (((length * 2 + shouted) * 2 + (position == 0)) * 3 + np.minimum(at - cell_starts[cell], 2))
            * FORMS
            + forms,
            np.where(in_field, _POSITIONS + 1, since) * FORMS + forms,
            terse * FORMS + forms,
            (terse * _POSITIONS + position) * 2 + shouted,
            ((from_end * 2 + (length <= _SHORT)) * (_POSITIONS - 1) + np.minimum(position, _POSITIONS - 2))
            * FORMS
            + forms,
        ]
    )
    return Layout(codes, first, above, field_name)


def _number_parts(begins: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
    """Where each part starts, and the number of the part that each word is in."""
    return np.flatnonzero(begins), np.cumsum(begins) - 1


def _count_lines_after(opens: NDArray[np.bool_]) -> Numbers:
    """For each line how many lines of its text follow, given which lines begin a text."""
    starts, text = _number_parts(opens)
    ends = np.append(starts[1:], len(opens))
    return ends[text] - 1 - np.arange(len(opens))


def _any_of(flags: NDArray[np.bool_], starts: Numbers) -> NDArray[np.bool_]:
    return np.logical_or.reduceat(flags, starts)


def _read_fields(
    lower: Hashes, line_start: Numbers, at: Numbers
) -> tuple[NDArray[np.bool_], Numbers, Hashes]:
    """For each word whether it is in a field's name, how far after a colon of its line, and the word before that."""
    colons = np.where(lower == _COLON, at, -1)
    last = np.maximum.accumulate(colons)
    since = np.where(last >= line_start, np.minimum(at - last, _FARTHEST), _POSITIONS)
    name = np.where(last > line_start, lower[np.maximum(last - 1, 0)], np.uint32(_NO_LINE))
    coming = np.where(lower == _COLON, at, len(at) + _LONGEST_FIELD + 1)
    following = np.minimum.accumulate(coming[::-1])[::-1]
    on_line = line_start[np.minimum(following, len(at) - 1)] == line_start
    in_field = (following - at <= _LONGEST_FIELD) & on_line & (following < len(at)) & (following > at)
    return in_field, since, name


def _read_terseness(texts: Sequence[CasedText], kinds: NDArray[np.uint8]) -> Numbers:
    """For each word how few function words its text has, in steps from 0, the fewest."""
    lengths = np.array([len(text) for text in texts])
    starts = np.cumsum(lengths) - lengths
    spelt = np.add.reduceat(_SPELT_FORMS[kinds % HELPS].astype(np.int64), starts)
    helping = np.add.reduceat((kinds >= HELPS).astype(np.int64), starts)
    steps = np.searchsorted(_TERSE, (helping + 1) / (spelt + 3))
    return np.repeat(steps, lengths)


_FIELD = re.compile(r"[^\W\d_][\w/-]*(?:[ ][\w/-]+){0,2}[ .]{0,40}:(?!\S)")
"""The name of a field at the start of a line, up to its colon."""

_RULES = frozenset("|¦│┃║‖")
"""What is drawn between the cells of a table."""


def split_by_line(text: str, cased: CasedText, place: NameRange) -> Iterator[NameRange]:
    """The parts of a finding on lines or in cells of their own: after a line too short to be wrapped or before a field, or a wide gap."""
    begin = place.begin
    for word in range(place.begin + 1, place.end + 1):
        if word == place.end or _parts(text, cased, word):
            if any(any(map(str.isalnum, each)) for each in cased.words[begin:word]):
                yield (
                    place
                    if word - begin == place.end - place.begin
                    else replace(place, begin=begin, end=word)
                )
            begin = word


def _parts(text: str, cased: CasedText, word: int) -> bool:
    """Whether a new item begins with this word."""
    gap = cased.gaps[word]
    if gap in {WIDE, EMPTY_LINE} or cased.words[word] in _RULES or cased.words[word - 1] in _RULES:
        return True
    if gap != LINE:
        return False
    return ends_item(text, cased.ends[word - 1], cased.starts[word]) or bool(
        _FIELD.match(text, cased.starts[word])
    )
