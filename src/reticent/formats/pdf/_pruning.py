"""Fonts without what only removed text used: letters, widths and shapes of codes that no page shows any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from functools import partial
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf._fonts import blank_cff, blank_truetype, read_differences
from reticent.formats.pdf._letters import Font, read_to_unicode, write_to_unicode
from reticent.formats.pdf._opening import find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, Stream


_CODE_PAGES = (0, 0xF000, 0xF100)  # where symbol fonts keep the glyphs of the codes from 0 to 255


def prune_letters(pdf: pikepdf.Pdf, number: int, used: Set[bytes]) -> None:
    """Take the letters of codes that are not in `used` out of a font."""
    found = pdf.get_object((number, 0))
    if find(found, "/ToUnicode", Stream) is not None:
        kept = {code: text for code, text in _letters(found).items() if code in used}
        found["/ToUnicode"] = pdf.make_stream(write_to_unicode(kept))
    _prune_differences(found, {code[0] for code in used if code})


def prune_shapes(pdf: pikepdf.Pdf, number: int, font: Font, used: Set[bytes]) -> None:
    """Take the widths and shapes of codes that are not in `used` out of a font."""
    found = pdf.get_object((number, 0))
    if font.single:
        _prune_simple(pdf, found, used)
    else:
        _prune_composite(pdf, found, font, used)


def _prune_simple(pdf: pikepdf.Pdf, found: pikepdf.Object, used: Set[bytes]) -> None:
    numbers = {code[0] for code in used if code}
    names = _prune_differences(found, numbers)
    if (widths := find(found, "/Widths", Array)) is not None:
        numbered = enumerate(widths, int(found.get("/FirstChar", 0)))
        found["/Widths"] = Array([width if code in numbers else 0 for code, width in numbered])
    if (shapes := find(found, "/CharProcs")) is not None:
        wanted = {f"/{name}" for name in names.values()}
        found["/CharProcs"] = Dictionary({name: shape for name, shape in shapes.items() if name in wanted})
    texts = [*_letters(found).values()]
    texts += [bytes([code]).decode(kind, "ignore") for code in numbers for kind in ("cp1252", "mac_roman")]
    shown = {ord(text) for text in texts if len(text) == 1}
    descriptor = find(found, "/FontDescriptor")
    _blank(
        pdf,
        descriptor,
        "/FontFile2",
        lambda data: blank_truetype(data, partial(_glyphs, numbers, shown, names)),
    )
    _blank(
        pdf, descriptor, "/FontFile3", lambda data: blank_cff(data, partial(_names, numbers, shown, names))
    )


def _letters(found: pikepdf.Object) -> Mapping[bytes, str]:
    table = find(found, "/ToUnicode", Stream)
    return read_to_unicode(table.read_bytes()) if table is not None else {}


def _prune_differences(found: pikepdf.Object, numbers: Set[int]) -> dict[int, str]:
    """The names of the used codes, which are all that stay of a font's encoding."""
    encoding = find(found, "/Encoding")
    if encoding is None:
        return {}
    kept = {code: name for code, name in read_differences(encoding).items() if code in numbers}
    if "/Differences" in encoding:
        encoding["/Differences"] = Array(
            [part for code, name in sorted(kept.items()) for part in (code, Name(f"/{name}"))]
        )
    return kept


def _glyphs(numbers: Set[int], shown: Set[int], names: Mapping[int, str], font: Any) -> Iterable[int]:
    """Every glyph that a reader might show for one of the codes, by whichever table it looks."""
    from fontTools.agl import toUnicode

    wanted = {page + number for number in numbers for page in _CODE_PAGES} | shown
    wanted |= {ord(text) for name in names.values() if len(text := toUnicode(name)) == 1}
    for table in font["cmap"].tables if "cmap" in font else ():
        yield from (font.getGlyphID(name) for code, name in table.cmap.items() if code in wanted)
    known = set(names.values())
    for number, name in enumerate(font.getGlyphOrder()):
        if name in known or ("cmap" not in font and number in numbers):
            yield number


def _names(numbers: Set[int], shown: Set[int], names: Mapping[int, str], top: Any) -> Iterable[str]:
    """The names of every glyph that a reader might show for one of the codes."""
    from fontTools.agl import UV2AGL
    from fontTools.encodings.StandardEncoding import StandardEncoding

    yield from names.values()
    yield from (UV2AGL[letter] for letter in shown if letter in UV2AGL)
    yield from (StandardEncoding[number] for number in numbers)
    own = getattr(top, "Encoding", None)
    if isinstance(own, list):
        yield from (own[number] for number in numbers if number < len(own))


def _prune_composite(pdf: pikepdf.Pdf, found: pikepdf.Object, font: Font, used: Set[bytes]) -> None:
    descendant = found["/DescendantFonts"][0]
    numbers = {number for code in used for number in (font.font.decode(code) if font.font else ())}
    for key in ("/W", "/W2"):
        if isinstance(descendant.get(key), Array):
            descendant[key] = _prune_widths(list(descendant[key]), numbers, 1 if key == "/W" else 3)
    descriptor = find(descendant, "/FontDescriptor")
    if descriptor is None:
        return
    shapes = numbers
    if (table := find(descendant, "/CIDToGIDMap", Stream)) is not None:
        places = [slice(2 * number, 2 * number + 2) for number in numbers]
        old, new = table.read_bytes(), bytearray(len(table.read_bytes()))
        for place in places:
            new[place] = old[place]
        shapes = {int.from_bytes(old[place]) for place in places}
        descendant["/CIDToGIDMap"] = pdf.make_stream(bytes(new))
    _blank(pdf, descriptor, "/FontFile2", lambda data: blank_truetype(data, lambda _: shapes))
    _blank(pdf, descriptor, "/FontFile3", lambda data: blank_cff(data, lambda top: _cid_names(top, numbers)))


def _cid_names(top: Any, numbers: Set[int]) -> Iterable[str]:
    if hasattr(top, "ROS"):
        yield from (f"cid{number:05d}" for number in numbers)
    yield from (top.charset[number] for number in numbers if number < len(top.charset))


def _prune_widths(widths: list[Any], numbers: Set[int], each: int) -> Array:
    """The widths of the used numbers, one entry each; `each` is how many values an entry has."""
    kept: list[Any] = []
    position = 0
    while position + 1 < len(widths):
        first, then = int(widths[position]), widths[position + 1]
        if isinstance(then, Array):
            values = list(then)
            for place in range(len(values) // each):
                if first + place in numbers:
                    kept += [first + place, Array(values[place * each : place * each + each])]
            position += 2
            continue
        values = widths[position + 2 : position + 2 + each]
        for number in sorted(number for number in numbers if first <= number <= int(then)):
            kept += [number, Array(values)]
        position += 2 + each
    return Array(kept)


def _blank(pdf: pikepdf.Pdf, descriptor: Any, key: str, blank: Callable[[bytes], bytes | None]) -> None:
    """Put a font file with fewer shapes in place of the old one; a file that no library can open stays as it is."""
    program = find(descriptor, key, Stream)
    if program is None:
        return
    try:
        data = blank(program.read_bytes())
    except Exception:  # font files are broken in many ways; their shapes are no words
        return
    if data is None:
        return
    copy = pdf.make_stream(data)
    if "/Subtype" in program:
        copy["/Subtype"] = program["/Subtype"]
    if key == "/FontFile2":
        copy["/Length1"] = len(data)
    descriptor[key] = copy
