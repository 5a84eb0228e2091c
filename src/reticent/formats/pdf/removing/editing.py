"""Edits of a text as changes to its pages: which glyphs go, which move, which labels are drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.formats.pdf.reading.glyphs import Box, PageContent, Place, overlap
from reticent.formats.pdf.reading.layout import Character, Line
from reticent.formats.pdf.removing.decorations import Zones
from reticent.formats.pdf.removing.gaps import Fragment, Gaps, Label, move_line
from reticent.plan import Edit


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page and its text, which begins at `start` in the text of the file."""

    content: PageContent
    lines: tuple[Line, ...] = field(repr=False)
    characters: tuple[Character, ...] = field(repr=False)
    start: int

    @property
    def end(self) -> int:
        """Where its text ends."""
        return self.start + len(self.characters)


@dataclass(frozen=True, slots=True)
class PageChanges:
    """What happens to the glyphs of one page, by their order, and the labels that are drawn."""

    removed: frozenset[int]
    shifts: Mapping[int, float]
    labels: tuple[Label, ...]
    zones: Zones

    def places(self, content: PageContent) -> tuple[frozenset[Place], dict[Place, float], dict[Place, Label]]:
        """The same, by the places of the glyphs in the file."""
        glyphs = content.glyphs
        return (
            frozenset(glyphs[order].place for order in self.removed),
            {glyphs[order].place: shift for order, shift in self.shifts.items() if shift},
            {label.anchor.place: label for label in self.labels},
        )


def change_page(page: ReadPage, edits: Sequence[Edit], gaps: Gaps) -> PageChanges | None:
    """The changes that the edits make on a page, or None when they leave it alone."""
    fragments: dict[int, list[Fragment]] = defaultdict(list)
    removed: set[int] = set()
    touching = [edit for edit in edits if edit.span.start < page.end and page.start < edit.span.end]
    if not touching:
        return None
    homes = {cell.first.order: number for number, line in enumerate(page.lines) for cell in line.cells}
    for edit in touching:
        for line, fragment in _fragments(page, edit, homes):
            fragments[line].append(fragment)
    for line, found in fragments.items():
        gone = frozenset().union(*(fragment.orders for fragment in found))
        removed |= {
            glyph.order
            for cell in page.lines[line].cells
            if cell.first.order in gone
            for glyph in cell.glyphs
        }
    if not removed:
        return None
    moves = [
        move_line(page.lines[line], found, page.lines, page.content.box, gaps)
        for line, found in sorted(fragments.items())
    ]
    shifts = {order: shift for move in moves for order, shift in move.shifts.items()}
    labels = tuple(label for move in moves for label in move.labels)
    zones = _zones(page, fragments) if gaps == "uniform" else Zones()
    return PageChanges(frozenset(removed), shifts, labels, zones)


def _zones(page: ReadPage, fragments: Mapping[int, list[Fragment]]) -> Zones:
    """Where lines and colours may tell of words that went, or no longer fit those that moved."""
    glyphs = page.content.glyphs
    words = (
        _hull([glyphs[order].box for order in each.orders]) for found in fragments.values() for each in found
    )
    lines = (_hull([cell.first.box for cell in page.lines[line].cells]) for line in fragments)
    return Zones(tuple(words), tuple(lines))


def _hull(boxes: Sequence[Box]) -> Box:
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def _fragments(page: ReadPage, edit: Edit, homes: Mapping[int, int]) -> Iterator[tuple[int, Fragment]]:
    """The letters of an edit, line by line; the label stands in the first line, the others get an empty box."""
    start, end = max(edit.span.start, page.start) - page.start, min(edit.span.end, page.end) - page.start
    by_line: dict[int, set[int]] = defaultdict(set)
    for character in page.characters[start:end]:
        for cell in character.cells:
            by_line[homes[cell.first.order]].add(cell.first.order)
    text = edit.text if edit.span.start >= page.start else ""
    text = _left_over(page.characters, start, -1) + text + _left_over(page.characters, end - 1, 1)
    for line, orders in by_line.items():
        for part in _side_by_side(page.lines[line], orders):
            yield line, Fragment(frozenset(part), text, edit.placeholder)
            text = ""


def _left_over(characters: Sequence[Character], position: int, step: int) -> str:
    """Letters beside an edit that the glyph at its edge shows too: they go with it and are written again."""
    edge = {cell.first.order for cell in characters[position].cells}
    found = ""
    here = position + step
    while 0 <= here < len(characters) and any(cell.first.order in edge for cell in characters[here].cells):
        found = characters[here].text + found if step < 0 else found + characters[here].text
        here += step
    return found


def _side_by_side(line: Line, orders: set[int]) -> Iterator[set[int]]:
    """The letters in groups between which no other letter stands."""
    group: set[int] = set()
    for cell in line.cells:
        if cell.first.order in orders:
            group.add(cell.first.order)
        elif group:
            yield group
            group = set()
    if group:
        yield group


def touches_picture(page: ReadPage, changes: PageChanges) -> bool:
    """Whether a glyph that goes stands on a picture, which may show the same letters."""
    glyphs = [page.content.glyphs[order] for order in changes.removed]
    return any(
        overlap(glyph.box, picture.box)
        for picture in page.content.pictures
        for glyph in glyphs
        if not glyph.text.isspace()
    )
