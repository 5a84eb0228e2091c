"""What the name tagger sees of a word, of its neighbours and of the whole document, as 32-bit numbers.

Everything that a word shows by itself is worked out once for each distinct word; what depends on the neighbours is
mixed from that for all words of a text at a time. Training and tagging share this module, so they can't see different
things.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from reticent.detection.name_reading import Reading
from reticent.detection.word_classes import WordClasses

Hashes = NDArray[np.uint32]

NOTHING = np.uint32(0)
"""The hash of no feature; it never has a weight."""

REACH = {0: 30, -1: 12, 1: 12, -2: 4, 2: 4, -3: 2, 3: 2}
"""How many of a word's features it shows at each distance, the most telling first."""

_LOWER, _COARSE, _SHAPE, _FINE = 0, 1, 2, 3
_OWN = 30
_TITLES = frozenset(
    """mr mrs ms miss mx dr prof professor judge sir dame lord lady justice inspector sergeant captain colonel major
    general president minister senator lawyer attorney detective officer father sister brother""".split()
)
_LINKS = frozenset(["of", "the", "and", "for", "de", "van", "von", "la", "du", "in", "on", "&", "-"])
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d\Z")
_ROMAN = re.compile(r"[IVXLC]+\Z")


def short_shape(word: str) -> str:
    """How a word is written, with runs of the same kind of character as one: `Xx`, `d/d`, `X.X.`."""
    upper = "".join("X" if c.isupper() else "d" if c.isdigit() else "x" if c.isalpha() else c for c in word[:24])
    return re.sub(r"(.)\1+", r"\1", upper)


def _numeric(word: str) -> str:
    if not any(map(str.isdigit, word)):
        return ""
    if word.isdigit():
        return "year" if _YEAR.match(word) else "day" if len(word) <= 2 and 1 <= int(word) <= 31 else f"d{len(word)}"
    return re.sub(r"\d", "0", word)[:12]


def of_word(word: str, classes: WordClasses) -> list[int]:
    """The hashes of everything that a word shows by itself, `_OWN` of them; the unused are `NOTHING`."""
    lower, form = word.lower(), short_shape(word)
    known = classes.of(word)
    small = classes.of(lower)
    shown = [
        lower,
        f"{known.coarse}" if known.coarse else f"?{form}",
        form,
        f"{known.fine}" if known.fine else f"?{form}{lower[-2:]}",
        f"{known.named}",
        f"{known.capitals} {known.frequency}",
        lower[-3:],
        _numeric(word),
        f"{form} {known.capitals} {small.frequency}",
        *(f"{digit}" if digit != "0" else "" for digit in known.named[:3]),
        # from here on at the word itself only
        *(f"{digit}" if digit != "0" else "" for digit in known.named[3:]),
        lower[:2],
        lower[:3],
        lower[:4],
        lower[-1:],
        lower[-2:],
        lower[-4:],
        word if word != lower else "",
        f"{form} {lower[-2:]}",
        f"{form} {known.coarse}",
        f"{len(word)}" if len(word) < 6 else "",
        "roman" if _ROMAN.match(word) else "",
        f"{small.capitals}{small.coarse}",
        lower.split("-")[0] if "-" in lower else "",
        lower.rsplit("-")[-1] if "-" in lower else "",
        "any",
    ]
    hashes = [_hashed(f"{number} {value}") if value else 0 for number, value in enumerate(shown)]
    return [*hashes, int(known.named[2]), known.frequency, int(known.named[4])]


def _hashed(value: str) -> int:
    return crc32(value.encode("utf-8", "surrogatepass")) or 1


@dataclass(frozen=True, slots=True)
class Seen:
    """A text as features: distinct words with their hashes, and for each place the word there and more hashes."""

    types: NDArray[np.int64]
    own: dict[int, Hashes]
    places: Hashes


def seen(reading: Reading, classes: WordClasses, cache: dict[str, list[int]]) -> Seen:
    """The features of a whole text; `cache` keeps the hashes of words from text to text."""
    numbers: dict[str, int] = {}
    types = np.fromiter((numbers.setdefault(word, len(numbers)) for word in reading.words), np.int64, len(reading))
    rows = [cache.get(word) or cache.setdefault(word, of_word(word, classes)) for word in numbers]
    edge = len(rows)
    rows.append([_hashed("edge"), *[0] * (_OWN + 2)])
    own = np.array(rows, np.uint32).reshape(edge + 1, _OWN + 3)
    own, grades = own[:, :_OWN], own[:, _OWN:]
    whole = in_document(reading, types, list(numbers))
    by_reach = {0: np.concatenate([own, whole], axis=1)}
    for distance, width in REACH.items():
        if distance:
            shown = own[:, :width]
            if abs(distance) == 1:
                shown = np.concatenate([shown, whole[:, :1]], axis=1)
            by_reach[distance] = _mixed(distance + 40, shown)
    return Seen(types, by_reach, _at_places(reading, types, own, grades))


def neighbours(seen_types: NDArray[np.int64], sentence: NDArray[np.int64], distance: int, edge: int) -> NDArray[np.int64]:
    """The word so far away in the same sentence, or the edge."""
    size = len(seen_types)
    moved = np.full(size, edge, np.int64)
    if distance > 0:
        same = sentence[distance:] == sentence[: size - distance] if size > distance else np.zeros(0, bool)
        moved[: max(size - distance, 0)] = np.where(same, seen_types[distance:], edge)
    elif distance < 0:
        same = sentence[:distance] == sentence[-distance:] if size > -distance else np.zeros(0, bool)
        moved[-distance:] = np.where(same, seen_types[:distance], edge)[: max(size + distance, 0)]
    else:
        return seen_types
    return moved


def in_document(reading: Reading, types: NDArray[np.int64], words: Sequence[str]) -> Hashes:
    """For each distinct word and the edge: what the rest of the document says of it."""
    size = len(words)
    if not size:
        return np.zeros((1, 4), np.uint32)
    high = np.array([word[0].isupper() for word in words])
    title = np.array([word.lower().rstrip(".") in _TITLES for word in words])
    low = {word for word in words if word[0].islower()}
    also_low = np.array([word.lower() in low for word in words]) & high
    before = neighbours(types, reading.sentence, -1, size)
    titled = np.zeros(size + 1, bool)
    after_title = np.append(title, False)[before]
    titled[types[after_title]] = True
    # "Mr A. Smith": the title reaches over capitalized words
    for _ in range(3):
        after_title = np.roll(after_title, 1) & (before != size) & high[types] & np.append(high, False)[before]
        titled[types[after_title]] = True
    first = np.diff(reading.sentence, prepend=-1) != 0
    inside = np.bincount(types[~first], minlength=size + 1) > 0
    counts = np.bincount(types, minlength=size + 1)
    high = np.append(high, False)
    bits = [
        np.where(titled & high, _hashed("titled"), 0),
        np.where(np.append(also_low, False), _hashed("also low"), 0),
        np.where(high, np.where(inside, _hashed("inside"), _hashed("only first")), 0),
        np.where(high, np.array([_hashed(f"count {n}") for n in range(5)])[np.minimum(counts, 4)], 0),
    ]
    return np.stack(bits, axis=1).astype(np.uint32)


def _at_places(reading: Reading, types: NDArray[np.int64], own: Hashes, grades: Hashes) -> Hashes:
    """For each place: what words show together, and where it lies."""
    edge = len(own) - 1
    at = {d: own[neighbours(types, reading.sentence, d, edge)] for d in (-2, -1, 0, 1, 2)}
    word, coarse, form, fine = (lambda d, c=c: at[d][:, c] for c in (_LOWER, _COARSE, _SHAPE, _FINE))
    first = np.diff(reading.sentence, prepend=-1) != 0
    quotes = _enclosed(reading, "“\"‘", "”\"’")
    brackets = _enclosed(reading, "(", ")")
    early = np.minimum(reading.sentence - 1, 20) // 4 if len(reading) else reading.sentence
    runs = _runs(reading, types, own, grades)
    columns = [
        _mixed(1, word(-1), word(0)),
        _mixed(2, word(0), word(1)),
        _mixed(3, coarse(-1), coarse(0)),
        _mixed(4, coarse(0), coarse(1)),
        _mixed(5, form(-1), form(0), form(1)),
        _mixed(6, word(-1), form(0)),
        _mixed(7, form(0), word(1)),
        _mixed(8, word(-2), word(-1), form(0)),
        _mixed(9, word(-1), coarse(0)),
        _mixed(10, coarse(0), word(1)),
        _mixed(11, coarse(-1), form(0), coarse(1)),
        _mixed(12, form(0), word(1), word(2)),
        _mixed(13, word(-2), form(-1), form(0)),
        np.where(first, _mixed(20, form(0)), 0).astype(np.uint32),
        np.where(quotes, _mixed(21, form(0)), 0).astype(np.uint32),
        np.where(brackets, _mixed(22, form(0)), 0).astype(np.uint32),
        np.where(reading.recased, _mixed(23, form(0)), 0).astype(np.uint32),
        _mixed(24, early.astype(np.uint32), form(0)),
        _mixed(25, _heading(reading, types, own), form(0)),
        *runs,
    ]
    return np.stack(columns, axis=1)


def _runs(reading: Reading, types: NDArray[np.int64], own: Hashes, grades: Hashes) -> list[Hashes]:
    """For each place in a run of capitalized words ("Court of First Instance"): the run's ends and what is around it."""
    size, edge = len(reading), len(own) - 1
    if not size:
        return [np.zeros(0, np.uint32)] * 12
    high = np.array([word[0].isupper() for word in reading.words])
    link = np.array([word in _LINKS for word in reading.words])
    same = np.append(np.diff(reading.sentence) == 0, False)
    after_high = np.append(high[1:], False) & same
    before_high = np.append(False, (high & same)[:-1])
    joined = high | (link & after_high & before_high)
    follows = np.append(False, joined[:-1] & same[:-1]) & joined
    order = np.arange(size)
    begin = np.maximum.accumulate(np.where(follows, 0, order))
    continues = np.append(follows[1:], False)
    end = size - 1 - np.maximum.accumulate(np.where(continues[::-1], 0, order))[::-1]
    lower, coarse = own[types, _LOWER], own[types, _COARSE]
    before = own[neighbours(types, reading.sentence, -1, edge), _LOWER][begin]
    after = own[neighbours(types, reading.sentence, 1, edge), _LOWER][end]
    length = np.minimum(end - begin, 6).astype(np.uint32)
    place = np.minimum(order - begin, 3).astype(np.uint32)
    heads = np.flatnonzero(~follows)
    run = np.cumsum(~follows) - 1
    phrase = np.add.reduceat(lower, heads)
    place_grade = np.maximum.reduceat(grades[types, 0], heads)[run]
    rarity = np.minimum.reduceat(np.where(link, 9, grades[types, 1]), heads)[run].astype(np.uint32)
    people = np.maximum.reduceat(grades[types, 2], heads)[run]
    _, which, times = np.unique(phrase, return_inverse=True, return_counts=True)
    repeated = np.minimum(times[which], 4)[run].astype(np.uint32)
    columns = [
        _mixed(38, phrase[run]),
        _mixed(39, place_grade, rarity, length),
        _mixed(40, people, lower[end]),
        _mixed(41, place_grade, lower[end]),
        _mixed(42, repeated, length, coarse[end]),
        _mixed(31, lower[begin]),
        _mixed(32, lower[end]),
        _mixed(33, before),
        _mixed(34, after),
        _mixed(35, length, place),
        _mixed(36, coarse[begin], coarse[end]),
        _mixed(37, before, length),
    ]
    return [np.where(joined, column, 0).astype(np.uint32) for column in columns]


def _heading(reading: Reading, types: NDArray[np.int64], own: Hashes) -> Hashes:
    """For each place, the first word of the last line in capitals before it."""
    first = np.diff(reading.sentence, prepend=-1) != 0
    last = np.maximum.accumulate(np.where(first & reading.recased, np.arange(len(reading)), -1)) if len(reading) else types
    return np.where(last >= 0, own[types[last], _LOWER], 7).astype(np.uint32) if len(reading) else np.zeros(0, np.uint32)


def _enclosed(reading: Reading, opening: str, closing: str) -> NDArray[np.bool_]:
    """Which places lie between an opening mark and its end in the same sentence."""
    opens = np.array([word[0] in opening for word in reading.words], bool)
    closes = np.array([word[0] in closing for word in reading.words], bool)
    order = np.arange(len(reading.words))
    last_open = np.maximum.accumulate(np.where(opens & ~closes, order, -1)) if len(order) else order
    last_close = np.maximum.accumulate(np.where(closes & ~opens, order, -1)) if len(order) else order
    return (last_open > last_close) & (reading.sentence[last_open] == reading.sentence) if len(order) else opens


def _mixed(salt: int, *parts: Hashes) -> Hashes:
    """A hash of several, `NOTHING` where one part is."""
    mixed = np.full(parts[0].shape, salt * 0x9E3779B1 & 0xFFFFFFFF, dtype=np.uint32)
    for part in parts:
        mixed = (mixed ^ part) * np.uint32(0x85EBCA6B)
        mixed ^= mixed >> np.uint32(15)
    if len(parts) == 1:
        mixed[parts[0] == 0] = 0
    return mixed
