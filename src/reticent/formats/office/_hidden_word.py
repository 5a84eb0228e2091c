"""Hidden words of word processor files: marked as hidden, tiny, in the colour behind them, in hidden rows and shapes.

What a run looks like is said by itself, its style, its paragraph's style and the defaults. Where nobody can say what
lies behind it (a table's style, a picture, a shape), it counts as seen: it stays and is judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from reticent.errors import needs_extra
from reticent.formats.office import _trees as trees
from reticent.formats.office._hidden import (
    BLACK,
    SMALLEST,
    WHITE,
    HiddenThing,
    follow,
    is_on,
    look_same,
    name_colour_kind,
    read_colour,
    read_texts,
)
from reticent.formats.office._package import Package
from reticent.formats.office._trees import SPACES, Element, tag, tags
from reticent.formats.seam import inspection as kinds

with needs_extra("office", "reading office files"):
    from lxml import etree


_TEXTS = (tag("w:t"), tag("m:t"))
_VAL, _STYLE_ID = tag("w:val"), tag("w:styleId")
_FIELDS = tags("w:fldChar w:instrText w:rPr")
_PARAGRAPH, _ROW, _TABLE, _CELL = map(tag, ("w:p", "w:tr", "w:tbl", "w:tc"))
_BOX = tag("w:txbxContent")
_HIGHLIGHTS = {
    "black": BLACK, "white": WHITE, "red": "ff0000", "green": "00ff00", "blue": "0000ff", "yellow": "ffff00",
    "cyan": "00ffff", "magenta": "ff00ff", "darkBlue": "000080", "darkCyan": "008080", "darkGreen": "008000",
    "darkMagenta": "800080", "darkRed": "800000", "darkYellow": "808000", "darkGray": "808080", "lightGray": "c0c0c0",
}  # fmt: skip
"""The colours of a marker by their names in the standard (ECMA-376, 17.18.40)."""

_LIGHT = frozenset({"background1", "light1", "bg1", "lt1"})
_TWENTIETHS = 20  # of a point, in which heights and places are given (ECMA-376, 17.18.81)
_USUAL_LINE = "240"  # of such: one line where the rule is automatic (ECMA-376, 17.3.1.33)
_FAR = 5_000  # of such, some nine centimetres: a frame so far left of or above the page is off it. Chosen by hand
_USUAL_SIZE = "20"  # half points: what letters have where nothing is said (ECMA-376, 17.3.2.38)


@dataclass(slots=True)
class _Styles:
    """The styles of a document with what they are based on, and what holds where none says anything."""

    known: dict[str, tuple[Element, str | None]] = field(default_factory=dict, repr=False)
    usual: str | None = None
    defaults: Element | None = None

    @classmethod
    def of(cls, package: Package) -> _Styles:
        styles = cls()
        for part in package.list_parts("styles"):
            styles.defaults = part.root.find("w:docDefaults/w:rPrDefault/w:rPr", SPACES)
            for style in part.root.findall("w:style", SPACES):
                name = style.get(_STYLE_ID) or ""
                styles.known[name] = style, _value(style.find("w:basedOn", SPACES))
                if style.get(tag("w:type")) == "paragraph" and is_on(style.get(tag("w:default"), "0")):
                    styles.usual = name
        return styles

    def chain(self, run: Element) -> list[list[Element]]:
        """The properties that hold for a run: its own, those of its style, of its paragraph's style, the defaults."""
        paragraph = next(run.iterancestors(_PARAGRAPH), None)
        own = run.find("w:rPr", SPACES)
        named = _value(own.find("w:rStyle", SPACES)) if own is not None else None
        outer = self.of_paragraph(paragraph) if paragraph is not None else []
        return [
            [] if own is None else [own],
            [
                found
                for each in follow(named, self.known)
                if (found := each.find("w:rPr", SPACES)) is not None
            ],
            [found for each in outer if (found := each.find("w:rPr", SPACES)) is not None],
            [] if self.defaults is None else [self.defaults],
        ]

    def of_paragraph(self, paragraph: Element) -> list[Element]:
        named = _value(paragraph.find("w:pPr/w:pStyle", SPACES))
        return list(follow(named if named is not None else self.usual, self.known))


def _value(element: Element | None) -> str | None:
    return None if element is None else element.get(_VAL)


def _nearest(levels: list[list[Element]], name: str) -> Element | None:
    return next(
        (found for level in levels for each in level if (found := each.find(name, SPACES)) is not None), None
    )


def _is_marked(levels: list[list[Element]]) -> bool:
    """Whether letters are marked as hidden: what a run says holds, and two styles that both say so undo each other."""
    own, *styles, defaults = ([_nearest([level], "w:vanish")] for level in levels)
    if own[0] is not None:
        return is_on(_value(own[0]))
    said = [each[0] for each in styles if each[0] is not None] or [
        each for each in defaults if each is not None
    ]
    return sum(is_on(_value(each)) for each in said) % 2 == 1


def find_hidden_words(package: Package) -> Iterator[HiddenThing]:
    """Everything in the texts of a document that nobody sees."""
    styles = _Styles.of(package)
    for part in package.list_parts("document.main", "footnotes", "endnotes", "header", "footer"):
        sight = _Sight(styles, _page_colour(package, part.root))
        yield from _find_shapes(part.root)
        yield from _find_rows(part.root)
        for run in part.root.iter(tag("w:r"), tag("m:r")):
            if (thing := sight.look_at(run)) is not None:
                yield thing
    yield from _find_lost_notes(package)


def _page_colour(package: Package, root: Element) -> str | None:
    """What lies behind the text of a part; nobody knows where a shape or picture does."""
    behind = any(is_on(each.get("behindDoc", "0")) for each in root.iter(tag("wp:anchor")))
    if behind or any(
        "z-index:-" in (each.get("style") or "") for each in root.iter(tag("v:shape"), tag("v:rect"))
    ):
        return None
    page = package.parts[package.main].root.find("w:background", SPACES)
    return WHITE if page is None else read_colour(page.get(tag("w:color")))


@dataclass(frozen=True, slots=True)
class _Sight:
    """Looks at the runs of a part."""

    styles: _Styles
    page: str | None

    def look_at(self, run: Element) -> HiddenThing | None:
        """The run as a hidden thing, if it is one; blanks, which show nothing, never are."""
        content = [each for each in run if each.tag not in _FIELDS]
        words = read_texts(run, *_TEXTS)
        levels = self.styles.chain(run)
        if content and _is_marked(levels):
            return self._thing(kinds.HIDDEN_TEXT, words, run, "w:vanish", "0")
        if words and self._is_squeezed(run):
            return HiddenThing(kinds.TINY_TEXT, words, partial(self._drop_run, run), partial(_let_go, run))
        size = _value(_nearest(levels, "w:sz")) if words else None
        if size is not None and size.isdecimal() and int(size) <= 2 * SMALLEST:
            return self._thing(kinds.TINY_TEXT, words, run, "w:sz", _USUAL_SIZE)
        colour = _read_ink(_nearest(levels, "w:color")) if words else None
        if colour is not None and look_same(colour, self._behind(run, levels)):
            return self._thing(name_colour_kind(colour), words, run, "w:color", "auto")
        return None

    def _thing(self, kind: str, words: str, run: Element, name: str, value: str) -> HiddenThing:
        return HiddenThing(kind, words, partial(self._drop_run, run), partial(_say, run, name, value))

    def _is_squeezed(self, run: Element) -> bool:
        """Whether a row or line too low for any letter holds a run, or a frame that stands off the page."""
        row, paragraph = (next(run.iterancestors(kind), None) for kind in (_ROW, _PARAGRAPH))
        if row is not None and _is_low(row.find("w:trPr/w:trHeight", SPACES), "w:val", "w:hRule"):
            return True
        if paragraph is None:
            return False
        frame = paragraph.find("w:pPr/w:framePr", SPACES)
        far = [] if frame is None else [_whole(frame.get(tag(key))) for key in ("w:x", "w:y")]
        outer = [paragraph, *self.styles.of_paragraph(paragraph)]
        spacing = next(
            (each for style in outer for each in style.findall("w:pPr/w:spacing", SPACES) if _is_exact(each)),
            None,
        )
        return _is_low(spacing, "w:line", "w:lineRule") or any(each < -_FAR for each in far)

    def _behind(self, run: Element, levels: list[list[Element]]) -> str | None:
        marked = _value(_nearest(levels[:2], "w:highlight"))
        if marked is not None and marked != "none":
            return _HIGHLIGHTS.get(marked)
        paragraph = next(run.iterancestors(_PARAGRAPH), None)
        outer = [] if paragraph is None else [paragraph, *self.styles.of_paragraph(paragraph)]
        found = [_nearest(levels, "w:shd"), *(each.find("w:pPr/w:shd", SPACES) for each in outer)]
        for shade in found:
            if (colour := _read_shade(shade)) != "":
                return colour
        return self._around(run)

    def _around(self, run: Element) -> str | None:
        """The colour of the cell that a run stands in, or of the page."""
        for element in run.iterancestors(_CELL, _TABLE, _BOX):
            if element.tag == _BOX:
                return None
            shade = element.find("w:tcPr/w:shd" if element.tag == _CELL else "w:tblPr/w:shd", SPACES)
            if (colour := _read_shade(shade)) != "":
                return colour
            if element.tag == _TABLE and self._is_shaded(element):
                return None
        return self.page

    def _is_shaded(self, table: Element) -> bool:
        named = _value(table.find("w:tblPr/w:tblStyle", SPACES))
        return any(
            next(each.iter(tag("w:shd")), None) is not None for each in follow(named, self.styles.known)
        )

    def _drop_run(self, run: Element) -> None:
        """Take away what a run holds, and a paragraph of which nothing is left that was hidden whole."""
        paragraph = next(run.iterancestors(_PARAGRAPH), None)
        for each in [each for each in run if each.tag not in _FIELDS]:
            trees.remove(each)
        if all(each.tag == tag("w:rPr") for each in run):
            trees.remove(run)
        if (
            paragraph is None
            or next(paragraph.iter(tag("w:r"), tag("m:r"), tag("w:sectPr")), None) is not None
        ):
            return
        mark = paragraph.find("w:pPr/w:rPr/w:vanish", SPACES)
        follower = paragraph.getnext()
        if mark is not None and is_on(_value(mark)) and follower is not None and follower.tag == _PARAGRAPH:
            trees.remove(paragraph)


def _whole(value: str | None) -> int:
    said = value or ""
    return int(said) if said.removeprefix("-").isdecimal() else 0


def _is_exact(said: Element) -> bool:
    return said.get(tag("w:line")) is not None


def _is_low(said: Element | None, key: str, rule: str) -> bool:
    """Whether a height is exact and below a point, in which no letter shows."""
    if said is None or said.get(tag(rule)) != "exact":
        return False
    return 0 < _whole(said.get(tag(key))) < _TWENTIETHS * SMALLEST


def _let_go(run: Element) -> None:
    """Take away what squeezes a run or puts it off the page."""
    row, paragraph = (next(run.iterancestors(kind), None) for kind in (_ROW, _PARAGRAPH))
    if row is not None and (height := row.find("w:trPr/w:trHeight", SPACES)) is not None:
        trees.remove(height)
    if paragraph is None:
        return
    looks = paragraph.find("w:pPr", SPACES)
    if looks is None:
        looks = etree.Element(tag("w:pPr"))
        paragraph.insert(0, looks)
    for name in ("w:framePr", "w:spacing"):
        for each in looks.findall(name, SPACES):
            trees.remove(each)
    spacing = etree.SubElement(looks, tag("w:spacing"))
    spacing.set(tag("w:line"), _USUAL_LINE)
    spacing.set(tag("w:lineRule"), "auto")


def _read_ink(colour: Element | None) -> str | None:
    """The colour of letters; None where the program chooses one that can be seen."""
    known = read_colour(_value(colour))
    if known is None and colour is not None and colour.get(tag("w:themeColor")) in _LIGHT:
        return WHITE
    return known


def _read_shade(shade: Element | None) -> str | None:
    """The colour that a shade gives: "" where it gives none, None where nobody knows."""
    if shade is None:
        return ""
    pattern, fill = _value(shade), shade.get(tag("w:fill"))
    if pattern == "solid":
        return read_colour(shade.get(tag("w:color"))) or BLACK
    if pattern not in ("clear", "nil", None):
        return None
    return read_colour(fill) or ("" if shade.get(tag("w:themeFill")) is None else None)


def _say(run: Element, name: str, value: str) -> None:
    """Let a run say of itself what makes it seen."""
    looks = run.find("w:rPr", SPACES)
    if looks is None:
        looks = etree.Element(tag("w:rPr"))
        run.insert(0, looks)
    against = ["w:color", "w:highlight", "w:shd"] if name == "w:color" else [name, f"{name}Cs"]
    for each in [each for other in against for each in looks.findall(other, SPACES)]:
        trees.remove(each)
    etree.SubElement(looks, tag(name)).set(_VAL, value)


def _find_rows(root: Element) -> Iterator[HiddenThing]:
    """Rows of tables that are marked as hidden."""
    for mark in root.findall(".//w:trPr/w:hidden", SPACES):
        row = next(mark.iterancestors(_ROW), None)
        if row is not None and is_on(_value(mark)):
            words = read_texts(row, *_TEXTS)
            yield HiddenThing(kinds.HIDDEN_CELLS, words, partial(_drop_row, row), partial(trees.remove, mark))


def _drop_row(row: Element) -> None:
    table = row.getparent()
    trees.remove(row)
    if table is not None and table.tag == _TABLE and table.find("w:tr", SPACES) is None:
        table.addprevious(etree.Element(_PARAGRAPH))
        trees.remove(table)


def _find_shapes(root: Element) -> Iterator[HiddenThing]:
    """Shapes and pictures that are marked as hidden, in both ways to draw."""
    for drawn in root.iter(tag("wp:docPr"), tag("wps:cNvPr"), tag("pic:cNvPr")):
        if is_on(drawn.get("hidden", "0")):
            holder = next(drawn.iterancestors(tag("w:drawing")), None)
            if drawn.tag != tag("wp:docPr"):
                holder = drawn.getparent() if drawn.tag == tag("wps:cNvPr") else drawn.getparent().getparent()
            if holder is not None:
                show = partial(drawn.attrib.pop, "hidden", None)
                words = read_texts(holder, *_TEXTS, tag("a:t"))
                yield HiddenThing(kinds.HIDDEN_SHAPES, words, partial(trees.remove, holder), show)
    for shape in root.iter(tag("v:shape"), tag("v:rect"), tag("v:roundrect"), tag("v:oval"), tag("v:group")):
        if "visibility:hidden" in (shape.get("style") or "").replace(" ", ""):
            words = read_texts(shape, *_TEXTS)
            yield HiddenThing(
                kinds.HIDDEN_SHAPES, words, partial(trees.remove, shape), partial(_show_shape, shape)
            )


def _show_shape(shape: Element) -> None:
    said = (each.strip() for each in (shape.get("style") or "").split(";"))
    shape.set("style", ";".join(each for each in said if not each.startswith("visibility")))


def _find_lost_notes(package: Package) -> Iterator[HiddenThing]:
    """Footnotes and endnotes that nothing refers to: no page shows them, whatever they look like."""
    for kind in ("footnote", "endnote"):
        named = {
            each.get(tag("w:id"))
            for part in package.list_parts("document.main", "footnotes", "endnotes")
            for each in part.iter(f"w:{kind}Reference")
        }
        for part in package.list_parts(f"{kind}s"):
            for note in part.root.findall(f"w:{kind}", SPACES):
                ordinary = note.get(tag("w:type")) in (None, "normal")
                if ordinary and note.get(tag("w:id")) not in named:
                    drop = partial(trees.remove, note)
                    yield HiddenThing(kinds.LOST_NOTES, read_texts(note, *_TEXTS), drop, drop)
