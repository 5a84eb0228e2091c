"""A plain reading of a text for matching, which knows where each of its characters came from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reticent.text.folding import MARKS, composed, folded, latinized, without_notes
from reticent.text.span import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_UNSEEN = "\u200b-\u200f\u2060\ufeff"
_WRAP = re.compile(
    rf"(?<=\w)(?P<hyphen>[{_UNSEEN}]*[-\u2010\u2011\u00ad][{_UNSEEN}]*)(?P<break>[^\S\n]*\n[^\S\n]*)(?=\w)"
)
_HYPHEN_LAST = re.compile(rf"[-\u2010\u2011\u00ad][{_UNSEEN}]*[^\S\n]*\n")
_ODD = re.compile(r"[^\x00-\x7f]")
_MARK = re.compile(f"[{MARKS}]")


@dataclass(frozen=True, slots=True)
class _Origins:
    """For each character of a reading, the range of the original that it stands for."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    def through(self, earlier: _Origins | None) -> _Origins:
        """These origins, traced back through an earlier reading."""
        if earlier is None:
            return self
        return _Origins(earlier.starts[self.starts], earlier.ends[self.ends - 1])


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A plain reading of a text; `unwrapped` says whether words broken at a line end were joined in it."""

    text: str = field(repr=False)
    unwrapped: bool
    _length: int
    _origins: _Origins | None = field(repr=False)

    def span(self, start: int, end: int) -> Span:
        """The place in the original text that `self.text[start:end]` stands for.

        >>> matching_view("ab\u200bc").span(1, 3)
        Span(start=1, end=4)
        """
        if self._origins is None:
            return Span(start, end)
        if start == end:
            at = int(self._origins.starts[start]) if start < len(self.text) else self._length
            return Span(at, at)
        return Span(int(self._origins.starts[start]), int(self._origins.ends[end - 1]))


def matching_view(text: str, *, unwrap: bool = True) -> View:
    """The text as a reader sees it, in plain characters, with the way back to the original offsets.

    Compatibility forms, digits of other scripts, dashes, quotes and blanks become plain; characters that can't be
    seen go; accents join their letters; lookalike letters become Latin where they pass for it; and a word
    that a hyphen breaks at a line end is joined again, unless `unwrap` is false.
    """
    reading, origins = _unwrapped(text) if unwrap else (text, None)
    unwrapped = origins is not None
    if not reading.isascii():
        reading, origins = _folded(without_notes(reading), origins)
        reading, origins = _composed(reading, origins)
        reading = latinized(reading)
    return View(reading, unwrapped, len(text), origins)


def _unwrapped(text: str) -> tuple[str, _Origins | None]:
    """The text without the line breaks inside words."""
    gaps = [_gap(wrap) for wrap in _WRAP.finditer(text)] if _HYPHEN_LAST.search(text) else []
    if not gaps:
        return text, None
    import numpy as np

    kept = np.ones(len(text), dtype=bool)
    parts, position = [], 0
    for start, end in gaps:
        kept[start:end] = False
        parts.append(text[position:start])
        position = end
    starts = np.flatnonzero(kept)
    return "".join([*parts, text[position:]]), _Origins(starts, starts + 1)


def _gap(wrap: re.Match[str]) -> tuple[int, int]:
    """What falls out when a word is joined: the break, and the hyphen too when only the break called for it."""
    before, after = wrap.string[wrap.start() - 1], wrap.string[wrap.end()]
    own_hyphen = not (before.isalpha() and after.isalpha()) or (before.islower() and after.isupper())
    if own_hyphen and "\u00ad" not in wrap["hyphen"]:
        return wrap.span("break")
    return wrap.span()


def _folded(text: str, origins: _Origins | None) -> tuple[str, _Origins | None]:
    """The text with every character folded by itself."""
    table = {char: plain for char in set(_ODD.findall(text)) if (plain := folded(char)) != char}
    if all(len(plain) == 1 for plain in table.values()):
        return _replaced(text, table), origins
    import numpy as np

    lengths = np.ones(0x110000, dtype=np.uint8)
    for char, plain in table.items():
        lengths[ord(char)] = len(plain)
    starts = np.repeat(np.arange(len(text)), lengths[_codes(text)])
    return _replaced(text, table), _Origins(starts, starts + 1).through(origins)


def _replaced(text: str, table: dict[str, str]) -> str:
    """The text with the keys of `table` replaced, none of which is in a value."""
    if len(table) > 30:
        return text.translate({ord(char): plain for char, plain in table.items()})
    for char, plain in table.items():  # a few whole-text replacements beat a look at every character
        text = text.replace(char, plain)
    return text


def _composed(text: str, origins: _Origins | None) -> tuple[str, _Origins | None]:
    """The text with accents joined to their letters."""
    marks = [ord(char) for char in set(_MARK.findall(text))]
    if not marks:
        return text, origins
    import numpy as np

    starts = np.flatnonzero(~np.isin(_codes(text), marks))
    ends = np.append(starts[1:], len(text))[: len(starts)]
    return composed(text), _Origins(starts, ends).through(origins)


def _codes(text: str) -> NDArray[np.uint32]:
    import numpy as np

    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
