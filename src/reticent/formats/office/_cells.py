"""Cells of Open XML sheets: the text of each in its place, what formats of numbers show, which formulas may stay."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache

from reticent.errors import needs_extra
from reticent.formats.office._places import Atom, Block
from reticent.formats.office._trees import SPACES, Dropped, Element, remove, replace_children, tag
from reticent.formats.tables.cells import guard, unguard

with needs_extra("office", "reading office files"):
    from lxml import etree


_QUOTED = re.compile(r'"[^"]*"|\\[A-Za-z]|_[A-Za-z]|\*[A-Za-z]')
_COLOURS = "Red|Blue|Green|Black|White|Cyan|Magenta|Yellow|Color"
_BRACKETS = re.compile(rf"\[(?![hms$<>=]|{_COLOURS})[^\]]*\]", re.IGNORECASE)
_WORDS = re.compile(rf"(?<![A-Za-z])(?!(?:General|{_COLOURS})(?![A-Za-z]))[A-Za-z]{{3,}}", re.IGNORECASE)
_NO_WORDS = re.compile(r'"\s*"')
_TOKENS = re.compile(r"[ymdhsegb]+", re.IGNORECASE)
_IGNORED = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')
_DIGITS = re.compile(r"[0#()\s./-]+")
_SECTION_ENDS = re.compile(r""";(?=(?:[^"]*"[^"]*")*[^"]*$)""")
_PADDING = re.compile(r'"\s*"|\\\s|_.|\*.|\[[^\]]*\]')
_INK = re.compile(r"\[\s*([A-Za-z]+\s*\d*)\s*\]")
_INKS = {
    name: colour
    for number, (said, colour) in enumerate(
        {
            "black": "000000", "white": "ffffff", "red": "ff0000", "green": "00ff00", "blue": "0000ff",
            "yellow": "ffff00", "magenta": "ff00ff", "cyan": "00ffff",
        }.items(), 1
    )
    for name in (said, f"color{number}")
}  # fmt: skip
"""The colours of formats by their names, and by the first numbers of the palette (ECMA-376, 18.8.31)."""

_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
"""The numbers of the formats for dates and times that every program knows without a code (ECMA-376, 18.8.30)."""

_NO_NUMBER = ";;"  # a format without anything for numbers above, below and at zero
_LAST_DAY = 2_958_466  # the day after 31 December 9999, the last that spreadsheets and `datetime` know


def plain_format(code: str) -> str:
    """A format of numbers without the words in it; one that would show nothing without them shows the numbers.

    >>> plain_format('0.00" of Zoe"'), plain_format("yyyy-mm-dd"), plain_format('"yes";;"no"')
    ('0.00', 'yyyy-mm-dd', 'General')
    """
    bare = _BRACKETS.sub("", _QUOTED.sub("", code))
    words = [word for word in _WORDS.findall(bare) if not _TOKENS.fullmatch(word)]
    lost = not bare.strip("; ") and bare != _NO_WORDS.sub("", code)
    nothing = _NO_NUMBER if code else "General"
    return "General" if words or lost or len(bare) > 250 else bare or nothing


@dataclass(frozen=True, slots=True)
class Sections:
    """The ways in which a format shows numbers and texts: whether it shows anything, and in which colour ("": the font's)."""

    numbers: tuple[tuple[bool, str], ...]
    texts: tuple[tuple[bool, str], ...]


@lru_cache(maxsize=1024)  # as for dates
def read_sections(code: str) -> Sections:
    """What a format does to numbers above, below and at zero, and to texts, which the fourth section or one with @ shows.

    >>> read_sections('"";"";""'), read_sections("[White]@").texts
    (Sections(numbers=((False, ''), (False, ''), (False, '')), texts=((True, ''),)), ((True, 'ffffff'),))
    """
    said = _SECTION_ENDS.split(code)
    ways = [(bool(_PADDING.sub("", each).strip()), _read_ink(each)) for each in said]
    if len(ways) > 3:  # the fourth is that of texts (ECMA-376, 18.8.31)
        return Sections(tuple(ways[:3]), (ways[3],))
    if code and "@" in said[-1]:
        return Sections(tuple(ways[:-1] or ways), (ways[-1],))
    one_for_all = len(said) == 1 and said[0].lower().endswith("general")
    return Sections(tuple(ways) if code else ((True, ""),), (ways[0] if one_for_all else (True, ""),))


def _read_ink(section: str) -> str:
    named = _INK.search(section)
    return "" if named is None else _INKS.get(named[1].lower().replace(" ", ""), "")


@lru_cache(maxsize=1024)  # hardly any workbook has more formats
def is_date(number: int, code: str) -> bool:
    """Whether a format shows numbers as days or times."""
    if not code:
        return number in _DATES
    bare = _IGNORED.sub("", code.partition(";")[0])
    return bare.lower() != "general" and bool(re.search("[ymdhs]", bare, re.IGNORECASE))


def show_date(value: str, *, since_1904: bool) -> str | None:
    """The day and time that a number stands for; None when it is none.

    >>> show_date("31118", since_1904=False), show_date("0.5", since_1904=False)
    ('1985-03-12', '12:00:00')
    """
    try:
        days = float(value)
    except ValueError:
        return None
    if not 0 <= days < _LAST_DAY:
        return None
    start = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30) + timedelta(days=days < 60)
    moment = start + timedelta(days=int(days), seconds=round((days % 1) * 86400))
    if days < 1 and not since_1904:
        return moment.strftime("%H:%M:%S")
    return moment.strftime("%Y-%m-%d" if days % 1 == 0 else "%Y-%m-%d %H:%M:%S")


@lru_cache(maxsize=1024)  # as for dates
def _read_slots(code: str) -> str:
    """The digits of a format with dashes and what stands between them; "" for other formats."""
    first = code.split(";")[-1 if code.startswith("[<=") else 0].replace("\\", "").replace('"', "")
    slots = first.count("0") + first.count("#")
    return first if 5 <= slots <= 20 and _DIGITS.fullmatch(first) and "." not in first else ""


def show_digits(value: str, code: str) -> str | None:
    """A whole number as a format with dashes shows it, such as a telephone number; None for other formats.

    >>> show_digits("123456789", "000-00-0000")
    '123-45-6789'
    """
    first = _read_slots(code)
    if not first or not value.isdecimal():
        return None
    digits = list(value.rjust(first.count("0") + first.count("#"), "0"))
    shown = [digits.pop() if sign in "0#" else sign for sign in reversed(first)]
    return "".join(digits) + "".join(reversed(shown))


_FUNCTIONS = "|".join(
    """SUM AVERAGE MIN MAX COUNT COUNTA COUNTBLANK ROUND ROUNDUP ROUNDDOWN ABS INT MOD SQRT POWER PRODUCT SUMPRODUCT
    MEDIAN STDEV VAR RANK IF AND OR NOT IFERROR SUBTOTAL LN LOG EXP PI""".split()
)
_CELL = r"\$?[A-Z]{1,3}\$?\d{1,7}"
_NUMBER = r"\d+(?:\.\d+)?%?"
_PLAIN = re.compile(rf"(?:(?:{_FUNCTIONS})\(|{_CELL}(?::{_CELL})?|{_NUMBER}|[-+*/^(),;<>=\s])+")
_PLAIN_OPEN = re.compile(
    rf"(?:of:)?=(?:(?:{_FUNCTIONS})\(|\[\.{_CELL}(?::\.{_CELL})?\]|{_NUMBER}|[-+*/^();<>=\s])+"
)


def is_plain(formula: str) -> bool:
    """Whether a formula of an Open XML sheet only computes with numbers and cells of its own sheet.

    >>> is_plain("SUM(A1:B2)*2"), is_plain('A1&"Zoe"'), is_plain("Zoe!A1"), is_plain("VLOOKUP(A1,B:C,2)")
    (True, False, False, False)
    """
    return bool(_PLAIN.fullmatch(formula))


def is_plain_open(formula: str) -> bool:
    """The same for a formula of an OpenDocument sheet.

    >>> is_plain_open("of:=SUM([.A1:.B2])"), is_plain_open("of:=[$Zoe.A1]")
    (True, False)
    """
    return bool(_PLAIN_OPEN.fullmatch(formula))


CELL, _VALUE, _INLINE, TEXT, _FORMULA, _RUN = map(tag, ("x:c", "x:v", "x:is", "x:t", "x:f", "x:r"))
_SPACE = tag("xml:space")
_WHEN_COMPUTED = frozenset({"aca", "ca"})
"""Attributes of a formula that say when it is computed anew, which LibreOffice writes at every one."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The formats of numbers by the number of a cell's style, and the day that days are counted from."""

    codes: Sequence[tuple[int, str]] = field(repr=False)
    since_1904: bool

    def show(self, cell: Element) -> str:
        """What a cell with a number shows, as far as it matters: days, times and numbers with dashes."""
        value: str = cell.findtext(_VALUE) or ""
        style = int(cell.get("s") or 0)
        number, code = self.codes[style] if style < len(self.codes) else (0, "")
        if cell.get("t", "n") != "n":
            return value
        if is_date(number, code):
            return show_date(value, since_1904=self.since_1904) or value
        return show_digits(value, code) or value


def clean_cell(cell: Element, strings: Sequence[Element], dropped: Dropped) -> None:
    """Give a cell its own text, and leave only formulas that compute numbers from cells of the same sheet."""
    for key in ("cm", "vm", "ph"):
        cell.attrib.pop(key, None)
    formula = cell.find(_FORMULA)
    kind = cell.get("t", "n")
    if formula is not None:
        if set(formula.attrib) <= _WHEN_COMPUTED:
            formula.attrib.clear()
        if kind == "n" and not formula.attrib and is_plain(formula.text or ""):
            return
        dropped["formulas"] += 1
        remove(formula)
    if kind == "s":
        place = cell.findtext(_VALUE) or ""
        known = place.isdecimal() and len(place) < 10 and int(place) < len(strings)
        _set_inline(cell, [deepcopy(each) for each in strings[int(place)]] if known else [])
    elif kind == "str":
        _set_inline(cell, [_new_text(cell.findtext(_VALUE) or "")])
    elif kind == "inlineStr" and not _is_inline(cell):
        _set_inline(cell, [each for inline in cell.findall(_INLINE)[:1] for each in inline])


def _is_inline(cell: Element) -> bool:
    """Whether a cell holds texts and runs alone already."""
    if len(cell) != 1 or cell[0].tag != _INLINE or cell[0].attrib:
        return False
    return all(each.tag in (TEXT, _RUN) for each in cell[0])


def _set_inline(cell: Element, content: Sequence[Element]) -> None:
    """Make a cell hold text: runs and texts alone, no reading aids."""
    cell.set("t", "inlineStr")
    inline = etree.Element(_INLINE)
    inline.extend([each for each in content if each.tag in (TEXT, _RUN)])
    replace_children(cell, inline)


def _new_text(text: str) -> Element:
    element = etree.Element(TEXT)
    element.text = text
    element.set(_SPACE, "preserve")
    return element


def read_cell(cell: Element, looks: Looks) -> Block:
    """What a cell shows; the apostrophe that keeps a text from being run is no part of it."""
    kind = cell.get("t", "n")
    if kind in ("b", "e"):
        return []
    if kind != "inlineStr":
        shown = looks.show(cell)
        return [Atom(shown, cell, write=write_text)] if shown else []
    atoms = [Atom(each.text, each) for each in cell.iter(TEXT) if each.text]
    if atoms:
        whole = atoms[0].text if len(atoms) == 1 else "".join(atom.text for atom in atoms)
        guards = len(whole) - len(unguard(whole)) if whole.startswith("'") else 0
        atoms[0] = Atom(atoms[0].text[guards:], atoms[0].element, write=_write_first)
    return list(atoms)


def _write_first(element: Element, text: str) -> None:
    """Write how a cell begins, with an apostrophe before it when a program might run the cell."""
    cell = next(element.iterancestors(CELL))
    whole = text + "".join(each.text or "" for each in cell.iter(TEXT) if each is not element)
    element.text = text if guard(whole) == whole else f"'{text}"
    element.set(_SPACE, "preserve")


def write_text(cell: Element, text: str) -> None:
    """Make a cell with a number hold a text."""
    _set_inline(cell, [_new_text(guard(text))])


def guard_cell(cell: Element, touched: Collection[Element]) -> None:
    """Put an apostrophe before a text that an edit after its beginning has made one that a program might run."""
    texts = [each for each in cell.iter(TEXT) if each.text]
    whole = "".join(each.text or "" for each in texts)
    for each in texts:
        each.set(_SPACE, "preserve")
    if texts and texts[0] not in touched and unguard(whole) == whole != guard(whole):
        texts[0].text = f"'{texts[0].text}"


def read_looks(styles: Element | None, *, since_1904: bool) -> Looks:
    """The formats of numbers of a workbook."""
    if styles is None:
        return Looks((), since_1904)
    named = {
        int(each.get("numFmtId") or 0): each.get("formatCode") or "" for each in styles.iter(tag("x:numFmt"))
    }
    numbers = [int(each.get("numFmtId") or 0) for each in styles.findall("x:cellXfs/x:xf", SPACES)]
    return Looks([(number, named.get(number, "")) for number in numbers], since_1904)
