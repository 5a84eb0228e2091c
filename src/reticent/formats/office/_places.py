"""Where the text of a file stands: blocks of atoms in reading order, one document of them, and edits carried out there."""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from reticent.errors import DocumentError
from reticent.formats.office._trees import Element, remove, tag
from reticent.formats.seam.records import SEPARATOR
from reticent.plan import Edit
from reticent.text import Cell, Document, Span
from reticent.text.document import MASK

WORDS, TAIL, MARK = "text", "tail", "mark"
_MARK = SEPARATOR.index(MASK)
_IMPOSSIBLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_AROUND = 50  # atoms on either side: a line has fewer, and a long file isn't searched for every edit
_LINE_ENDS = re.compile(r"[\t\r\n\x85\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Atom:
    """A stretch of text and where it stands: in an element, after it, as an attribute, or an element as such.

    `kind` is WORDS, TAIL, MARK or the name of an attribute; `start` is where it begins in that string. `write`, if there is
    one, gets the whole text after the edits instead: for places that hold something else than the text. `grid` is where
    a cell of a sheet stands: the number of the sheet, the row and the column. A `label` is the name of something.
    """

    text: str = field(repr=False)
    element: Element = field(repr=False)
    kind: str = WORDS
    start: int = 0
    write: Callable[[Element, str], None] | None = field(default=None, repr=False)
    grid: tuple[int, int, int] | None = None
    label: bool = False


Block = list[Atom | str]
"""Atoms, and the line ends and spaces that were made up between them."""

CUT: Block = []
"""Stands among blocks where the trees before it are put away: edits in them are carried out before the next block is read."""


def put_on_grid(block: Block, sheet: int, place: tuple[int, int] | None) -> Block:
    """The block of a cell that knows where in its sheet it stands, if anybody does."""
    if place is None or not block or not isinstance(block[0], Atom):
        return block
    first = block[0]
    placed = Atom(
        first.text, first.element, first.kind, first.start, first.write, (sheet, *place), first.label
    )
    return [placed, *block[1:]]


@dataclass(frozen=True, slots=True)
class Places:
    """The text of a file as one document, and the atoms in it with their places."""

    document: Document
    atoms: tuple[tuple[Span, Atom], ...] = field(repr=False)

    def change(self, edits: Sequence[Edit]) -> list[Element]:
        """Carry the edits out in the trees; the elements that changed. A DocumentError when an edit can't be."""
        ordered = sorted(edits, key=lambda edit: edit.span)
        self._check(ordered)
        changes: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
        starts = [span.start for span, _ in self.atoms]
        for edit in ordered:
            for number, change in self._divide(edit, starts):
                changes[number].append(change)
        for number in sorted(changes, reverse=True):
            _rewrite(self.atoms[number][1], changes[number])
        return [self.atoms[number][1].element for number in changes]

    def _check(self, edits: Sequence[Edit]) -> None:
        name = self.document.id
        if any(left.span.end > right.span.start for left, right in pairwise(edits)):
            raise DocumentError(f"edits of '{name}' overlap: keep one of them")
        if edits and edits[-1].span.end > len(self.document.text):
            raise _end_error(name)
        marks = [mark.start for mark in self.document.placeholders]
        for edit in edits:
            if _IMPOSSIBLE.search(edit.text):
                raise DocumentError(
                    f"an edit of '{name}' holds a character that no office file can: remove it"
                )
            after = bisect_right(marks, edit.span.start - 1)
            if after < len(marks) and marks[after] < edit.span.end:
                raise _reach_error(name, edit)

    def _divide(self, edit: Edit, starts: Sequence[int]) -> list[tuple[int, tuple[int, int, str]]]:
        """The changes of an edit to each atom that it touches; its text goes to the first that can hold it."""
        first = max(0, bisect_right(starts, edit.span.start) - 1)
        touched = []
        for number in range(first, len(self.atoms)):
            span = self.atoms[number][0]
            if span.start >= edit.span.end:
                break
            if span.end > edit.span.start:
                start, end = max(edit.span.start, span.start), min(edit.span.end, span.end)
                touched.append((number, (start - span.start, end - span.start, "")))
        new = _LINE_ENDS.sub(" ", edit.text)
        holder = next((at for at, (number, _) in enumerate(touched) if self._holds_text(number)), None)
        if holder is not None:
            number, (start, end, _) = touched[holder]
            touched[holder] = number, (start, end, new)
        elif new.strip():
            touched.append(self._beside(edit, first, new))
        return touched

    def _beside(self, edit: Edit, near: int, new: str) -> tuple[int, tuple[int, int, str]]:
        """Room for a text whose edit touches no text: the end of what stands before it, or the start of what follows."""
        for number in (*range(near, max(-1, near - _AROUND), -1), *range(near + 1, near + _AROUND)):
            if number < len(self.atoms) and self._holds_text(number):
                span = self.atoms[number][0]
                between = self.document.text[min(span.end, edit.span.end) : max(span.start, edit.span.start)]
                if MASK not in between:
                    place = len(span) if span.end <= edit.span.start else 0
                    return number, (place, place, new)
        raise DocumentError(
            f"'{self.document.id}' has no room for an edit at {edit.span.start}: leave it out"
        )

    def _holds_text(self, number: int) -> bool:
        return self.atoms[number][1].kind != MARK


def _end_error(name: str) -> DocumentError:
    return DocumentError(f"an edit of '{name}' ends after the text does: plan again")


def _reach_error(name: str, edit: Edit) -> DocumentError:
    return DocumentError(
        f"an edit at {edit.span.start} to {edit.span.end} reaches out of its place in '{name}':"
        " edit each cell by itself"
    )


def _rewrite(atom: Atom, changes: Iterable[tuple[int, int, str]]) -> None:
    if atom.kind == MARK:
        remove(atom.element)
        return
    text = atom.text
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    element = atom.element
    if atom.write:
        atom.write(element, text)
    elif atom.kind == TAIL:
        element.tail = _put(element.tail or "", atom, text)
    elif atom.kind == WORDS:
        element.text = _put(element.text or "", atom, text)
        if element.tag == tag("w:t"):
            element.set(tag("xml:space"), "preserve")
    else:
        element.set(atom.kind, _put(element.get(atom.kind, ""), atom, text))


def _put(whole: str, atom: Atom, text: str) -> str:
    return whole[: atom.start] + text + whole[atom.start + len(atom.text) :]


def carry_out(
    name: str, blocks: Iterable[Block], edits: Sequence[Edit]
) -> Iterator[tuple[list[Element], frozenset[str]]]:
    """Carry the edits out, stretch by stretch between two cuts: which elements changed, and which words went."""
    left = sorted(edits, key=lambda edit: edit.span, reverse=True)
    last = max((edit.span.end for edit in edits), default=0)
    position = 0
    for stretch, ended in _divide_at_cuts(blocks):
        places = lay_out(name, stretch)
        text = places.document.text
        end = position + len(text)
        own = []
        while left and (ended is False or left[-1].span.start <= end + _MARK) and text:
            own.append(_move(name, left.pop(), position, end if ended else None))
        yield places.change(own), frozenset(edit.span.of(text).strip() for edit in own)
        position = end + len(SEPARATOR) if text else position
    if left or last > max(0, position - len(SEPARATOR)):
        raise _end_error(name)


def _divide_at_cuts(blocks: Iterable[Block]) -> Iterator[tuple[list[Block], bool]]:
    """The blocks between two cuts, and whether a cut follows; each is read when the one before is done with."""
    stretch: list[Block] = []
    for block in blocks:
        if block is CUT:
            yield stretch, True
            stretch = []
        else:
            stretch.append(block)
    yield stretch, False


def _move(name: str, edit: Edit, start: int, end: int | None) -> Edit:
    """An edit at its place in a stretch; at the joints around it an edit belongs to the text beside them."""
    first, last = edit.span.start, edit.span.end
    if end is not None:
        if last > end + _MARK:
            raise _reach_error(name, edit)
        first, last = min(first, end), min(last, end)
    return replace(edit, span=Span(max(0, first - start), max(0, last - start)))


def lay_out(name: str, blocks: Iterable[Block], *, to_edit: bool = True) -> Places:
    """The blocks as one document, with the atoms `to_edit` it or else its cells; blocks without text are left out."""
    written = io.StringIO()
    marks: list[Span] = []
    atoms: list[tuple[Span, Atom]] = []
    grid: dict[int, Span] = {}
    labels: list[Span] = []
    position = 0
    for block in blocks:
        if not any(isinstance(each, Atom) and each.text.strip() for each in block):
            continue
        if position:
            written.write(SEPARATOR)
            marks.append(Span(position + _MARK, position + _MARK + 1))
            position += len(SEPARATOR)
        start = position
        for each in block:
            text = each.text if isinstance(each, Atom) else each
            if to_edit and isinstance(each, Atom) and text:
                atoms.append((Span(position, position + len(text)), each))
            written.write(text)
            position += len(text)
        first = block[0]
        if isinstance(first, Atom) and first.grid and not to_edit:
            grid[_number_place(*first.grid)] = Span(start, position)
        elif isinstance(first, Atom) and first.label:
            labels.append(Span(start, position))
    text = written.getvalue()
    cells, headers = _read_grid(name, text, grid)
    document = Document(name, text, tuple(marks), cells=cells, labels=(*labels, *headers))
    return Places(document, tuple(atoms))


_BITS = 28
"""For the number of a sheet or a row: no file that is unpacked within its limit has as many."""


def _number_place(sheet: int, row: int, column: int) -> int:
    """One number for a place in a sheet: of a million places tuples would take as much memory as their texts."""
    return (column << _BITS | sheet) << _BITS | row


def _read_place(number: int) -> tuple[int, int, int]:
    """The sheet, the row and the column."""
    rest, row = divmod(number, 1 << _BITS)
    column, sheet = divmod(rest, 1 << _BITS)
    return sheet, row, column


def _read_grid(name: str, text: str, grid: Mapping[int, Span]) -> tuple[tuple[Cell, ...], list[Span]]:
    """The cells of sheets below their headers, and the headers: the first row with two cells or more of a sheet that goes on."""
    width = Counter(_read_place(number)[:2] for number in grid)
    last = dict(sorted(width))  # of each sheet the last row
    first: dict[int, int] = {}
    for (sheet, row), count in sorted(width.items()):
        if count > 1 and row < last[sheet]:
            first.setdefault(sheet, row)
    headers = {
        (sheet, column): span
        for (sheet, row, column), span in _list_places(grid)
        if first.get(sheet, row) == row
    }
    columns = {  # shared by the cells of a column, of which a sheet may have a million
        (sheet, column): ((f"{name}, sheet {sheet}", column), span.of(text))
        for (sheet, column), span in headers.items()
    }
    cells = tuple(
        Cell(span, *columns[sheet, column])
        for (sheet, row, column), span in _list_places(grid)
        if (sheet, column) in columns and row > first.get(sheet, row)
    )
    return cells, [span for (sheet, _), span in headers.items() if sheet in first]


def _list_places(grid: Mapping[int, Span]) -> Iterator[tuple[tuple[int, int, int], Span]]:
    return ((_read_place(number), span) for number, span in grid.items())


@dataclass(frozen=True, slots=True)
class Grammar:
    """Which elements are paragraphs, which divide blocks, which hold text, and which stand for a sign.

    In a `mixed` tree paragraphs hold their text themselves, between their children.
    """

    paragraphs: frozenset[str]
    containers: frozenset[str]
    texts: frozenset[str]
    read_sign: Callable[[Element], Atom | None]
    mixed: bool = False


def read_blocks(root: Element, grammar: Grammar) -> Iterator[Block]:
    """The blocks of a tree in reading order; what is nested in a paragraph follows that paragraph's block."""
    current: Block = []
    for block in _walk(root, grammar):
        if block is None:
            if current:
                yield current
            current = []
        else:
            current += ["\n", *block] if current else block
    if current:
        yield current


def _walk(element: Element, grammar: Grammar) -> Iterator[Block | None]:
    """Paragraphs in order, and None wherever a block ends."""
    if element.tag in grammar.paragraphs:
        nested: list[Element] = []
        yield list(_read_paragraph(element, grammar, nested))
        for each in nested:
            yield None
            yield from _walk(each, grammar)
            yield None
        return
    ends = [None] if element.tag in grammar.containers else []
    yield from ends
    for child in element:
        yield from _walk(child, grammar)
    yield from ends


def _read_paragraph(element: Element, grammar: Grammar, nested: list[Element]) -> Iterator[Atom]:
    if grammar.mixed and element.text:
        yield Atom(element.text, element, WORDS)
    for child in element:
        if child.tag in grammar.containers or child.tag in grammar.paragraphs:
            nested.append(child)
        elif child.tag in grammar.texts:
            if child.text:
                yield Atom(child.text, child, WORDS)
        else:
            sign = grammar.read_sign(child)
            if sign is not None:
                yield sign
            else:
                yield from _read_paragraph(child, grammar, nested)
        if grammar.mixed and child.tail:
            yield Atom(child.tail, child, TAIL)
