"""Cells of Open XML sheets: their texts in place, what their numbers show, and texts where numbers were."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from reticent.errors import needs_extra
from reticent.formats.office.formats_of_numbers import is_date, show_date, show_digits
from reticent.formats.office.formulas import is_plain
from reticent.formats.office.namespaces import XML, X
from reticent.formats.office.places import Atom, Block
from reticent.formats.office.scrubbing import Dropped
from reticent.formats.office.trees import Element, remove, replace_children
from reticent.formats.tables.cells import guard, unguard

with needs_extra("office", "reading office files"):
    from lxml import etree

CELL, VALUE, INLINE, TEXT = (f"{{{X}}}{name}" for name in ("c", "v", "is", "t"))
_FORMULA, _RUN = f"{{{X}}}f", f"{{{X}}}r"


@dataclass(frozen=True, slots=True)
class Looks:
    """The formats of numbers by the number of a cell's style, and the day that days are counted from."""

    codes: Sequence[tuple[int, str]] = field(repr=False)
    since_1904: bool

    def show(self, cell: Element) -> str:
        """What a cell with a number shows, as far as it matters: days, times and numbers with dashes."""
        value = cell.findtext(VALUE) or ""
        style = int(cell.get("s") or 0)
        number, code = self.codes[style] if style < len(self.codes) else (0, "")
        shown = None
        if cell.get("t", "n") == "n":
            shown = (
                show_date(value, since_1904=self.since_1904)
                if is_date(number, code)
                else show_digits(value, code)
            )
        return shown or value


def clean_cell(cell: Element, strings: Sequence[Element], dropped: Dropped) -> None:
    """Give a cell its own text, and leave only formulas that compute numbers from cells of the same sheet."""
    for key in ("cm", "vm", "ph"):
        cell.attrib.pop(key, None)
    formula = cell.find(_FORMULA)
    kind = cell.get("t", "n")
    if formula is not None:
        if kind == "n" and not formula.attrib and is_plain(formula.text or ""):
            return
        dropped["formulas"] += 1
        remove(formula)
    if kind == "s":
        place = cell.findtext(VALUE) or ""
        found = (
            strings[int(place)]
            if place.isdecimal() and len(place) < 10 and int(place) < len(strings)
            else None
        )
        _set_inline(cell, [deepcopy(each) for each in found] if found is not None else [])
    elif kind == "str":
        _set_inline(cell, [_new_text(cell.findtext(VALUE) or "")])
    elif kind == "inlineStr":
        _set_inline(cell, list(cell.find(INLINE) if cell.find(INLINE) is not None else ()))


def _set_inline(cell: Element, content: Sequence[Element]) -> None:
    """Make a cell hold text: runs and texts alone, no reading aids."""
    cell.set("t", "inlineStr")
    inline = etree.Element(INLINE)
    inline.extend([each for each in content if each.tag in (TEXT, _RUN)])
    replace_children(cell, inline)


def _new_text(text: str) -> Element:
    element = etree.Element(TEXT)
    element.text = text
    element.set(f"{{{XML}}}space", "preserve")
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
    whole = "".join(atom.text for atom in atoms)
    if atoms:
        guards = len(whole) - len(unguard(whole))
        atoms[0] = Atom(atoms[0].text[guards:], atoms[0].element, write=_write_first)
    return list(atoms)


def _write_first(element: Element, text: str) -> None:
    """Write how a cell begins, with an apostrophe before it when a program might run the cell."""
    cell = next(element.iterancestors(CELL))
    whole = text + "".join(each.text or "" for each in cell.iter(TEXT) if each is not element)
    element.text = text if guard(whole) == whole else f"'{text}"
    element.set(f"{{{XML}}}space", "preserve")


def write_text(cell: Element, text: str) -> None:
    """Make a cell with a number hold a text."""
    _set_inline(cell, [_new_text(guard(text))])


def guard_cell(cell: Element, touched: Collection[Element]) -> None:
    """Put an apostrophe before a text that an edit behind its beginning has made one that a program might run."""
    texts = [each for each in cell.iter(TEXT) if each.text]
    whole = "".join(each.text or "" for each in texts)
    for each in texts:
        each.set(f"{{{XML}}}space", "preserve")
    if texts and texts[0] not in touched and unguard(whole) == whole != guard(whole):
        texts[0].text = f"'{texts[0].text}"


def read_looks(styles: Element | None, *, since_1904: bool) -> Looks:
    """The formats of numbers of a workbook."""
    codes: Mapping[int, str] = {}
    formats: list[tuple[int, str]] = []
    if styles is not None:
        codes = {
            int(each.get("numFmtId") or 0): each.get("formatCode") or ""
            for each in styles.iter(f"{{{X}}}numFmt")
        }
        for each in styles.findall(f"{{{X}}}cellXfs/{{{X}}}xf"):
            number = int(each.get("numFmtId") or 0)
            formats.append((number, codes.get(number, "")))
    return Looks(formats, since_1904)
