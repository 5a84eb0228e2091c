"""Plain readings of a text for matching, which know where each of their characters came from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from reticent.text.document import Span
from reticent.text.folding import (
    CONTROLS,
    HYPHENS,
    LOOKALIKES,
    MARKS,
    blank_notes,
    compose_accents,
    fold_char,
    latinize,
    may_part_words,
)
from reticent.text.markup import (
    Origins,
    balance_marks,
    find_codes,
    find_marks,
    leave_out,
    may_hold_codes,
    put_in,
    take_disjoint,
)
from reticent.text.spacing import find_spread, has_single_words, may_be_spread

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_UNSEEN = f"{CONTROLS}\u200b-\u200f\u2060\ufeff"
_QUOTING = r"(?:>[^\S\n\f]*|[|*#][^\S\n\f]+)*"
_WRAP = re.compile(
    rf"(?<=\w)(?P<hyphen>[{_UNSEEN}]*+(?:\u00ad[{_UNSEEN}\u00ad]*+[{HYPHENS}]?|[{HYPHENS}])[{_UNSEEN}\u00ad]*+)"
    rf"(?P<break>(?:[^\S\n]*\n|\s{{0,9}}\f\s{{0,9}})[^\S\n]*{_QUOTING})(?=\w)"
)
_MAYBE_WRAP = re.compile(rf"[{HYPHENS}\u00ad{_UNSEEN}]\s{{0,9}}[\n\f]")
_QUOTED_LINE = re.compile(rf"[\n\f](?P<marks>[^\S\n\f]*+(?=>|[|*#][^\S\n\f]){_QUOTING})")
_UNSPACED = "\u0590-\u1cff\u2e80-\ud7ff"
"""Letters from Hebrew to the scripts of East Asia: one of them and a Latin one never are in one word."""

_SCRIPTS_MEET = re.compile(
    rf"[A-Za-z\u00c0-\u024f](?=(?!\d)[{_UNSPACED}])|(?!\d)[{_UNSPACED}](?=[A-Za-z\u00c0-\u024f])"
)
_NESTED = frozenset("&%=\\\u202e")
"""Signs that begin a code: one that shows them may hide another one."""

_OF_UNSPACED = re.compile(f"[{_UNSPACED}]")
_OF_SCRIPT = re.compile(f"[{MARKS}{_UNSPACED}]")
_ODD = re.compile(r"[^\t-\r\x1c-\x7e]")
_PLAIN_BYTES = bytes(code for code in range(128) if not _ODD.match(chr(code)))
_MARK = re.compile(f"[{MARKS}]")


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A plain reading of a text; `unwrapped` says whether words broken at a line end were joined in it.

    `unmarked` says whether what a reader never sees is gone: codes are what they stand for, no mark or tag is inside a
    word, and characters that stood apart are together, in the `spread` stretches of this reading.
    `parted` are the places of the original, in order, at which other readings of the same text differ from this one.
    """

    text: str = field(repr=False)
    unwrapped: bool
    _source: str = field(repr=False)
    _origins: Origins | None = field(repr=False)
    parted: tuple[int, ...] = field(default=(), repr=False)
    unmarked: bool = False
    spread: tuple[tuple[int, int], ...] = ()

    def span(self, start: int, end: int) -> Span:
        """The place in the original text that `self.text[start:end]` stands for, with both of two marks that belong together.

        >>> matching_view("ab\u200bc").span(1, 3)
        Span(start=1, end=4)
        """
        if self._origins is None:
            return self._balance(Span(start, end))
        if start == end:
            at = int(self._origins.starts[start]) if start < len(self.text) else len(self._source)
            return Span(at, at)
        place = Span(int(self._origins.starts[start]), int(self._origins.ends[end - 1]))
        return self._balance(place) if end - start > 1 else place

    def _balance(self, place: Span) -> Span:
        return balance_marks(self._source, place) if len(place) > 1 else place

    def near_differences(self, reach: int) -> list[tuple[int, int]]:
        """The disjoint stretches of this reading within `reach` characters of where other readings differ."""
        at = self.parted
        if self._origins is not None:
            import numpy as np

            at = tuple(map(int, np.searchsorted(self._origins.starts, self.parted)))
        stretches: list[tuple[int, int]] = []
        for position in at:
            begin, stop = max(0, position - reach), min(len(self.text), position + reach)
            if stretches and begin <= stretches[-1][1]:
                begin = stretches.pop()[0]
            stretches.append((begin, stop))
        return stretches


def matching_view(text: str, *, unwrap: bool = True) -> View:
    """The text as a reader sees it, in plain characters, with the way back to the original offsets.

    Compatibility forms, digits of other scripts, dashes, quotes and blanks become plain; characters that can't be
    seen go; accents join their letters; lookalike letters become Latin where they pass for it; and unless `unwrap`
    is false a word that a hyphen breaks at a line end is joined again, and the marks of quoted lines ("> ") go.
    """
    return _read(text, _odd(text), _gaps(text) if unwrap else [])


def matching_views(text: str) -> list[View]:
    """All readings of a text that count: broken words joined and not, what can't be seen gone and as blanks.

    The first joins and drops; the others are the same but near `parted`. The last is what a reader of the page sees, where
    the text has codes, marks inside words, or words whose characters stand apart.

    >>> [view.text for view in matching_views("Smith-\\nson")]
    ['Smithson', 'Smith-\\nson']
    >>> [view.text for view in matching_views("*H*IV")]
    ['*H*IV', 'HIV']
    >>> [view.text for view in matching_views("H e l e n")]
    ['H e l e n', 'Helen']
    """
    written = _read_as_written(text)
    shown = _join_spread(_read_shown(text) or written[0])
    return written if shown is written[0] else [*written, shown]


def word_view(text: str) -> View | None:
    """The text as its words are read, with the way back; None where they are read as they are written.

    As `matching_view`, but signs and blanks stay as they are, so that the words are divided as in the text; codes, marks
    inside words and gaps between the characters of a word are gone.
    """
    if reads_as_written(text):
        return None
    odd = frozenset(filter(_is_in_words, _odd(text)))
    shown, origins, _ = _show(text)
    hidden = re.escape("".join(char for char in odd if fold_char(char) == ""))
    gaps = [at.span() for at in re.finditer(rf"(?<=[^\W_])[{hidden}]+(?=[^\W_])", shown)] if hidden else []
    letters = frozenset(char for char in odd if unicodedata.category(char)[0] in "LM")
    view = _join_spread(_read(shown, letters, gaps, origins=origins))
    return None if view.text == text else replace(view, _source=text)


def reads_as_written(text: str) -> bool:
    """Whether a glance shows that the words of a text, and of each part of it, are read as they are written."""
    if text.isascii():
        signs = text.encode().translate(None, _HARMLESS)
        if len(signs) < _FEW_SIGNS and _ONCE.issuperset(signs) and len(set(signs)) == len(signs):
            return not has_single_words(text)
    return not any(map(_is_in_words, _odd(text))) and not may_hold_codes(text) and not may_be_spread(text)


_HARMLESS = bytes(code for code in range(128) if chr(code).isalnum() or chr(code) in " \n!\"#$':;?@)]")
_ONCE = frozenset(b".,-/_")
"""Signs that join the characters of a word only where there are several of them."""

_FEW_SIGNS = len(_ONCE) + 1
"""With as many signs one of them stands twice."""


def show_words(text: str) -> str:
    """The text as its words are read.

    >>> show_words("H\\u200bIV and t u b e r c u l o s i s — {M}ay")
    'HIV and tuberculosis — May'
    """
    view = word_view(text)
    return text if view is None else view.text


@cache
def _is_in_words(char: str) -> bool:
    """Whether a character can't be seen, or is a letter or a mark on one that may have to be read as another."""
    plain = fold_char(char)
    if plain == "" or unicodedata.category(char)[0] not in "LM":
        return plain == ""
    return plain != char or ord(char) in LOOKALIKES or _OF_SCRIPT.match(char) is not None


def _read_as_written(text: str) -> list[View]:
    gaps, odd = _gaps(text), _odd(text)
    parting = re.escape("".join(filter(may_part_words, odd)))
    if not gaps and not parting:
        return [_read(text, odd, gaps)]
    unseen = [at.start() for at in re.finditer(f"[{parting}]", text)] if parting else []
    parted = tuple(sorted({*unseen, *(start for start, _ in gaps)}))
    return [
        replace(_read(text, odd, joined, blanks=blanks), parted=parted)
        for joined, blanks in product([gaps, []] if gaps else [[]], [False, True] if parting else [False])
    ]


def _read_shown(text: str) -> View | None:
    """The reading of what the codes of a text stand for, without marks inside words; None where it has neither."""
    shown, origins, changed = _show(text)
    if origins is None:
        return None
    view = _read(shown, _odd(shown), _gaps(shown), origins=origins)
    return replace(view, _source=text, parted=changed, unmarked=True)


def _show(text: str) -> tuple[str, Origins | None, tuple[int, ...]]:
    """The text with its codes decoded and without marks inside words, where its characters came from, and what changed."""
    codes = find_codes(text) if may_hold_codes(text) else []
    if not text.isascii() and _OF_UNSPACED.search(text):
        met = [(*at.span(), f"{at[0]} ") for at in _SCRIPTS_MEET.finditer(text)]
        codes = take_disjoint([*codes, *met]) if met else codes
    shown, origins = put_in(text, codes) if codes else (text, None)
    inner = codes
    while any(not _NESTED.isdisjoint(read) for _, _, read in inner) and (inner := find_codes(shown)):
        shown, put = put_in(shown, inner)  # "&amp;#72;" shows "&#72;" to a machine, and H to the next one
        origins = put.through(origins)
    marks = find_marks(shown) if may_hold_codes(shown) else []
    starts = [start if origins is None else int(origins.starts[start]) for start, _, _ in marks]
    if marks:
        shown, put = put_in(shown, marks)
        origins = put.through(origins)
    return shown, origins, tuple(sorted({*starts, *(start for start, _, _ in codes)}))


def _join_spread(view: View) -> View:
    """The reading with characters together that stand apart in it; the same one where none do."""
    found = find_spread(view.text)
    if not found:
        return view
    text, origins = put_in(view.text, [gap for spread in found for gap in spread.gaps])
    stretches, shift = [], 0
    for spread in found:
        shorter = sum(end - start - len(read) for start, end, read in spread.gaps)
        stretches.append((spread.start - shift, spread.end - shift - shorter))
        shift += shorter
    starts = [view.span(start, start).start for spread in found for start, _, _ in spread.gaps]
    parted = tuple(sorted({*view.parted, *starts}))
    joined = View(text, view.unwrapped, view._source, origins.through(view._origins))
    return replace(joined, parted=parted, unmarked=True, spread=tuple(stretches))


def _odd(text: str) -> frozenset[str]:
    """The characters of a text that a plain reading may have to replace."""
    if text.isascii():
        return frozenset(map(chr, text.encode().translate(None, _PLAIN_BYTES)))
    return frozenset(_ODD.findall(text))


def _read(
    text: str,
    odd: frozenset[str],
    gaps: Sequence[tuple[int, int]],
    *,
    blanks: bool = False,
    origins: Origins | None = None,
) -> View:
    """The plain reading of a text without its `gaps`; what can't be seen becomes `blanks` where it may part words.

    `origins` say where the text itself came from.
    """
    reading = text
    if gaps:
        reading, left = leave_out(text, gaps)
        origins = left.through(origins)
    if odd:
        reading, origins = _fold(blank_notes(reading), odd, origins, blanks=blanks)
        reading, origins = _compose(reading, origins)
        reading = latinize(reading)
    return View(reading, bool(gaps), text, origins)


def _gaps(text: str) -> list[tuple[int, int]]:
    """What falls out when the lines of a text are joined: breaks inside words, and the marks of quoted lines."""
    wraps = [_gap(wrap) for wrap in _WRAP.finditer(text)] if _MAYBE_WRAP.search(text) else []
    quotes = [quote.span("marks") for quote in _QUOTED_LINE.finditer(text)]
    ends = {end for _, end in wraps}
    return sorted([*wraps, *(quote for quote in quotes if quote[1] not in ends)]) if quotes else wraps


def _gap(wrap: re.Match[str]) -> tuple[int, int]:
    """What falls out when a word is joined: the break, and the hyphen too when only the break called for it."""
    before, after = wrap.string[wrap.start() - 1], wrap.string[wrap.end()]
    own_hyphen = not (before.isalpha() and after.isalpha()) or (before.islower() and after.isupper())
    if own_hyphen and "\u00ad" not in wrap["hyphen"]:
        return wrap.span("break")
    return wrap.span()


def _fold(
    text: str, odd: frozenset[str], origins: Origins | None, *, blanks: bool
) -> tuple[str, Origins | None]:
    """The text with every odd character folded by itself."""
    table = {char: plain for char in odd if (plain := fold_char(char)) != char}
    if blanks:
        table.update((char, " ") for char in table if may_part_words(char))
    if all(len(plain) == 1 for plain in table.values()):
        return _replace(text, table), origins
    import numpy as np

    lengths = np.ones(0x110000, dtype=np.uint8)
    for char, plain in table.items():
        lengths[ord(char)] = len(plain)
    starts = np.repeat(np.arange(len(text)), lengths[_codes(text)])
    return _replace(text, table), Origins(starts, starts + 1).through(origins)


def _replace(text: str, table: dict[str, str]) -> str:
    """The text with the keys of `table` replaced, none of which is in a value."""
    if len(table) > 30:
        return text.translate({ord(char): plain for char, plain in table.items()})
    for char, plain in table.items():  # a few whole-text replacements beat a look at every character
        text = text.replace(char, plain)
    return text


def _compose(text: str, origins: Origins | None) -> tuple[str, Origins | None]:
    """The text with accents joined to their letters."""
    marks = [ord(char) for char in set(_MARK.findall(text))]
    if not marks:
        return text, origins
    import numpy as np

    starts = np.flatnonzero(~np.isin(_codes(text), marks))
    ends = np.append(starts[1:], len(text))[: len(starts)]
    return compose_accents(text), Origins(starts, ends).through(origins)


def _codes(text: str) -> NDArray[np.uint32]:
    import numpy as np

    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
