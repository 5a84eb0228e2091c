"""Hidden content of presentations and drawings: slides that aren't shown, hidden shapes, shapes outside the slide, unseen text.

What lies behind letters is the fill of their own shape or, where that has none, the slide's, as long as nothing else lies
there. Where nobody can say, the letters count as seen: they stay and are judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from reticent.formats.office import _trees as trees
from reticent.formats.office._hidden import (
    BLACK,
    SMALLEST,
    WHITE,
    HiddenThing,
    change_light,
    is_on,
    look_same,
    name_colour_kind,
    read_colour,
    read_texts,
)
from reticent.formats.office._package import Package, Part
from reticent.formats.office._trees import SPACES, Element, tag, tags
from reticent.formats.seam import inspection as kinds

_TEXT = tag("a:t")
_SHAPES = tags("p:sp p:pic p:graphicFrame p:grpSp p:cxnSp")
_GROUP, _SHAPE_TREE = tag("p:grpSp"), "p:cSld/p:spTree"
_FILLS = tags("a:solidFill a:gradFill a:blipFill a:pattFill a:grpFill")
_DRAWN = ("slide", "slideLayout", "slideMaster")
_NAMES = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
"""What a master calls the colours of its theme where it says nothing else (ECMA-376, 19.3.1.6)."""

_FIRST_BACKGROUND = (
    "1001"  # the first of a theme's fills for backgrounds, one colour in every theme of Office
)
_WHOLE = 100_000  # thousandths of a per cent, in which drawings give shares (ECMA-376, 20.1.10.40)
_CLEAREST = 5_000  # of these: letters that cover less of what lies behind them leave no trace. Chosen by hand
_USUAL_SIZE = (
    "1800"  # hundredths of points: what text in shapes has where nothing is said (ECMA-376, 21.1.2.3.9)
)


def find_hidden_slides(package: Package) -> Iterator[HiddenThing]:
    """Slides that a show leaves out."""
    main = package.parts[package.main]
    for entry in list(main.iter("p:sldId")):
        number = entry.get(tag("r:id")) or ""
        slide = package.parts.get(main.relations[number].target) if number in main.relations else None
        if slide is not None and slide.root is not None and not is_on(slide.root.get("show")):
            drop = partial(_drop_slide, package, entry, slide)
            show = partial(slide.root.attrib.pop, "show", None)
            yield HiddenThing(kinds.HIDDEN_SLIDES, read_texts(slide.root, _TEXT), drop, show)


def _drop_slide(package: Package, entry: Element, slide: Part) -> None:
    """Take a slide away, and every way that leads to it."""
    trees.remove(entry)
    for part in package.parts.values():
        part.relations = {
            number: each for number, each in part.relations.items() if each.target != slide.name
        }


def find_hidden_shapes(package: Package) -> Iterator[HiddenThing]:
    """Shapes and words on slides and in drawings that nobody sees."""
    for part in package.list_parts("slide", "notesSlide", "slideLayout", "slideMaster", "drawing"):
        yield from _find_marked(part.root)
    size = package.parts[package.main].root.find("p:sldSz", SPACES)
    page = (_whole(size, "cx"), _whole(size, "cy"))
    for part in package.list_parts(*_DRAWN):
        if all(page):
            yield from _find_outside(part.root, page)
    for part in package.list_parts("slide"):
        yield from _Sight.of(package, part).look()


def _find_marked(root: Element) -> Iterator[HiddenThing]:
    """Shapes that are marked as hidden."""
    for named in root.iter(tag("p:cNvPr"), tag("xdr:cNvPr")):
        if is_on(named.get("hidden", "0")):
            holder = named.getparent().getparent()
            words = read_texts(holder, _TEXT)
            show = partial(named.attrib.pop, "hidden", None)
            yield HiddenThing(kinds.HIDDEN_SHAPES, words, partial(_drop_shape, holder), show)


_ANCHORS = tags("xdr:twoCellAnchor xdr:oneCellAnchor xdr:absoluteAnchor")


def _drop_shape(shape: Element) -> None:
    """Take a shape away, with the anchor that holds it alone."""
    parent = shape.getparent()
    trees.remove(parent if parent is not None and parent.tag in _ANCHORS else shape)


def _whole(element: Element | None, key: str) -> int:
    value = "" if element is None else element.get(key) or ""
    return int(value) if value.lstrip("-").isdecimal() else 0


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a shape stands on its slide, and how many units of the slide one of its own is."""

    left: float
    top: float
    width: float
    height: float
    scale: tuple[float, float] = (1.0, 1.0)

    def meets(self, other: _Box) -> bool:
        """Whether both share some place."""
        across = self.left < other.left + other.width and other.left < self.left + self.width
        return across and self.top < other.top + other.height and other.top < self.top + self.height


def _place(tree: Element) -> Iterator[tuple[Element, _Box | None]]:
    """The shapes of a tree in the order in which they are painted, each with its place; that of groups holds inside."""
    yield from _place_in(tree, (1.0, 1.0), (0.0, 0.0))


def _place_in(
    group: Element, scale: tuple[float, float], shift: tuple[float, float]
) -> Iterator[tuple[Element, _Box | None]]:
    for shape in group:
        if shape.tag not in _SHAPES:
            continue
        frame = _find_frame(shape)
        off, size = (
            (None, None) if frame is None else (frame.find("a:off", SPACES), frame.find("a:ext", SPACES))
        )
        if frame is None or off is None or size is None:
            yield shape, None
            inner = scale, shift
        else:
            width, height = _whole(size, "cx") * scale[0], _whole(size, "cy") * scale[1]
            left, top = _whole(off, "x") * scale[0] + shift[0], _whole(off, "y") * scale[1] + shift[1]
            yield shape, _turn(_Box(left, top, width, height, scale), turned=_whole(frame, "rot") != 0)
            inner = _inside(frame, (left, top), (width, height))
        if shape.tag == _GROUP:
            yield from _place_in(shape, *inner)


def _find_frame(shape: Element) -> Element | None:
    paths = ("p:grpSpPr/a:xfrm", "p:spPr/a:xfrm", "p:xfrm")
    return next((found for path in paths if (found := shape.find(path, SPACES)) is not None), None)


def _turn(box: _Box, *, turned: bool) -> _Box:
    """The circle's square around a shape that is turned: it reaches no further."""
    if not turned:
        return box
    side = (box.width**2 + box.height**2) ** 0.5
    left, top = box.left + (box.width - side) / 2, box.top + (box.height - side) / 2
    return _Box(left, top, side, side, box.scale)


def _inside(
    frame: Element, start: tuple[float, float], size: tuple[float, float]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """How the numbers inside a group become places on the slide."""
    off, extent = frame.find("a:chOff", SPACES), frame.find("a:chExt", SPACES)
    spans = _whole(extent, "cx"), _whole(extent, "cy")
    scale = (size[0] / spans[0] if spans[0] else 1.0, size[1] / spans[1] if spans[1] else 1.0)
    return scale, (start[0] - _whole(off, "x") * scale[0], start[1] - _whole(off, "y") * scale[1])


def _find_outside(root: Element, page: tuple[int, int]) -> Iterator[HiddenThing]:
    """Shapes that lie wholly outside the slide; those that only say how others look are none."""
    tree, whole = root.find(_SHAPE_TREE, SPACES), _Box(0, 0, page[0], page[1])
    gone: set[Element] = set()
    is_slide = root.tag == tag("p:sld")
    for shape, box in _place(tree) if tree is not None else ():
        is_pattern = not is_slide and next(shape.iter(tag("p:ph")), None) is not None
        if box is None or is_pattern or box.meets(_widen(whole)) or gone & {*shape.iterancestors(_GROUP)}:
            continue
        gone.add(shape)
        words = read_texts(shape, _TEXT)
        drop, show = partial(trees.remove, shape), partial(_move, shape, box, whole)
        yield HiddenThing(kinds.OUTSIDE_SLIDE, words, drop, show)


def _widen(box: _Box) -> _Box:
    """The slide with its edge: a line that lies on it is seen."""
    return _Box(box.left - 1, box.top - 1, box.width + 2, box.height + 2)


def _move(shape: Element, box: _Box, page: _Box) -> None:
    """Move a shape onto the slide, to the edge that is nearest."""
    frame = _find_frame(shape)
    off = None if frame is None else frame.find("a:off", SPACES)
    if off is None:
        return
    places = (("x", box.left, box.width, page.width, 0), ("y", box.top, box.height, page.height, 1))
    for key, start, size, room, axis in places:
        wanted = min(max(start, 0.0), max(room - size, 0.0))
        off.set(key, str(round(_whole(off, key) + (wanted - start) / box.scale[axis])))


@dataclass(frozen=True, slots=True)
class _Sight:
    """Looks at the words of a slide: its colours by name, its background, and what is painted on it."""

    colours: dict[str, str] = field(repr=False)
    slide: Part
    background: str | None
    painted: Sequence[tuple[Element, _Box | None]] = field(repr=False)

    @classmethod
    def of(cls, package: Package, slide: Part) -> _Sight:
        chain = [slide]
        for kind in ("slideLayout", "slideMaster", "theme"):
            target = next((each.target for each in chain[-1].relations.values() if each.kind == kind), None)
            if target not in package.parts:
                break
            chain.append(package.parts[target])
        roots = [part.root for part in chain if part.root is not None]
        colours = _read_theme(roots)
        sheets = [root for root in roots if root.find(_SHAPE_TREE, SPACES) is not None]
        painted = [each for root in reversed(sheets) for each in _place(root.find(_SHAPE_TREE, SPACES))]
        return cls(colours, slide, _read_background(sheets, colours), painted)

    def look(self) -> Iterator[HiddenThing]:
        """The runs of text that nobody sees."""
        for run in self.slide.iter("a:r", "a:fld"):
            words = read_texts(run, _TEXT)
            kind = self._kind_of(run) if words else ""
            if kind:
                yield HiddenThing(kind, words, partial(trees.remove, run), partial(_show_run, run))

    def _kind_of(self, run: Element) -> str:
        looks = run.find("a:rPr", SPACES)
        if looks is None:
            return ""
        if 0 < _whole(looks, "sz") <= 100 * SMALLEST:
            return kinds.TINY_TEXT
        ink = looks.find("a:solidFill", SPACES)
        inks = [] if ink is None else [*ink.iter(tag("a:alpha"))]
        clear = any(_whole(each, "val") <= _CLEAREST for each in inks)
        if clear or (looks.find("a:noFill", SPACES) is not None and looks.find("a:ln", SPACES) is None):
            return kinds.HIDDEN_TEXT
        colour = _read_ink(ink, self.colours)
        if (blend := looks.find("a:gradFill", SPACES)) is not None:
            behind = self._behind(run)
            steps = [_read_ink(each, self.colours) for each in blend.iter(tag("a:gs"))]
            return (
                name_colour_kind(behind) if steps and all(look_same(each, behind) for each in steps) else ""
            )
        return name_colour_kind(colour) if look_same(colour, self._behind(run)) else ""

    def _behind(self, run: Element) -> str | None:
        cell = next(run.iterancestors(tag("a:tc")), None)
        if cell is not None:
            return _read_ink(cell.find("a:tcPr/a:solidFill", SPACES), self.colours)
        shape = next(run.iterancestors(tag("p:sp")), None)
        if shape is None or shape.find("p:style", SPACES) is not None:
            return _read_ink(
                None if shape is None else shape.find("p:spPr/a:solidFill", SPACES), self.colours
            )
        fill = next((each for each in shape.findall("p:spPr/*", SPACES) if each.tag in _FILLS), None)
        if fill is not None:
            return _read_ink(fill, self.colours) if fill.tag == tag("a:solidFill") else None
        return self.background if self._lies_alone(shape) else None

    def _lies_alone(self, shape: Element) -> bool:
        """Whether nothing that is painted lies behind a shape without a fill."""
        own = next((box for each, box in self.painted if each is shape), None)
        for each, box in self.painted:
            if each is shape:
                return True
            inside = each.tag == _GROUP
            if not inside and _is_painted(each) and (own is None or box is None or own.meets(box)):
                return False
        return False


def _is_painted(shape: Element) -> bool:
    if shape.tag in (tag("p:pic"), tag("p:graphicFrame")):
        return True
    filled = any(each.tag in _FILLS for each in shape.findall("p:spPr/*", SPACES))
    return filled or shape.find("p:style", SPACES) is not None


def _read_theme(roots: Sequence[Element]) -> dict[str, str]:
    """The colours of a slide by the names that it has for them."""
    colours: dict[str, str] = {}
    for scheme in (each for root in roots for each in root.iter(tag("a:clrScheme"))):
        for named in scheme:
            said = next(iter(named), None)
            value = None if said is None else read_colour(said.get("lastClr") or said.get("val"))
            if value:
                colours.setdefault(trees.split(named.tag)[1], value)
    mapped = next((each for root in roots for each in root.iter(tag("p:clrMap"))), None)
    for name, usual in _NAMES.items():
        target = usual if mapped is None else mapped.get(name) or usual
        if target in colours:
            colours[name] = colours[target]
    return colours


def _read_background(sheets: Sequence[Element], colours: dict[str, str]) -> str | None:
    for sheet in sheets:
        said = sheet.find("p:cSld/p:bg", SPACES)
        if said is not None:
            plain = said.find("p:bgRef", SPACES)
            if plain is not None:
                return _read_ink(plain, colours) if plain.get("idx") == _FIRST_BACKGROUND else None
            return _read_ink(said.find("p:bgPr/a:solidFill", SPACES), colours)
    return WHITE


def _read_ink(fill: Element | None, colours: dict[str, str]) -> str | None:
    """The colour of a fill; None where it is none, or changed in a way that isn't computed here."""
    colour = None if fill is None else next(iter(fill), None)
    if colour is None:
        return None
    factor, shift = 1.0, 0.0
    for change in colour:
        share = _whole(change, "val") / _WHOLE
        if change.tag == tag("a:lumMod"):
            factor, shift = factor * share, shift * share
        elif change.tag == tag("a:lumOff"):
            shift += share
        else:
            return None
    return change_light(_read_name(colour, colours), factor, shift)


def _read_name(colour: Element, colours: dict[str, str]) -> str | None:
    """A colour as it is before anything changes it, in each of the ways to say it (ECMA-376, 20.1.2.3)."""
    name = colour.get("val") or ""
    if colour.tag == tag("a:schemeClr"):
        return colours.get(name)
    if colour.tag == tag("a:prstClr"):
        return {"white": WHITE, "black": BLACK}.get(name)
    if colour.tag == tag("a:scrgbClr"):
        parts = [_whole(colour, key) for key in "rgb"]
        return {_WHOLE: WHITE, 0: BLACK}.get(parts[0]) if len(set(parts)) == 1 else None
    if colour.tag == tag("a:hslClr"):
        return {_WHOLE: WHITE, 0: BLACK}.get(_whole(colour, "lum"))
    return read_colour(colour.get("lastClr") or name)


def _show_run(run: Element) -> None:
    """Let a run look as its paragraph does."""
    looks = run.find("a:rPr", SPACES)
    if looks is None:
        return
    for fill in [each for each in looks if each.tag in _FILLS or each.tag == tag("a:noFill")]:
        trees.remove(fill)
    if 0 < _whole(looks, "sz") <= 100 * SMALLEST:
        looks.set("sz", _USUAL_SIZE)
