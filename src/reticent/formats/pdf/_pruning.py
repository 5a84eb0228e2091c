"""Fonts without what only removed text used: letters, widths and shapes of codes that no page shows any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf._fonts import blank_cff, blank_truetype, read_differences
from reticent.formats.pdf._letters import Font, read_to_unicode, write_to_unicode

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name


def prune_letters(pdf: pikepdf.Pdf, number: int, used: Set[bytes]) -> None:
    """Take the letters of codes that are not in `used` out of a font."""
    found = pdf.get_object((number, 0))
    if isinstance(found.get("/ToUnicode"), pikepdf.Stream):
        letters = read_to_unicode(found["/ToUnicode"].read_bytes())
        kept = {code: text for code, text in letters.items() if code in used}
        found["/ToUnicode"] = pdf.make_stream(write_to_unicode(kept))
    encoding = found.get("/Encoding")
    if isinstance(encoding, Dictionary):
        _prune_differences(encoding, {code[0] for code in used if code})


def prune_shapes(pdf: pikepdf.Pdf, number: int, font: Font, used: Set[bytes]) -> None:
    """Take the widths and shapes of codes that are not in `used` out of a font."""
    found = pdf.get_object((number, 0))
    if font.single:
        _prune_simple(pdf, found, used)
    else:
        _prune_composite(pdf, found, font, used)


def _prune_simple(pdf: pikepdf.Pdf, found: pikepdf.Object, used: Set[bytes]) -> None:
    numbers = {code[0] for code in used if code}
    encoding = found.get("/Encoding")
    names = _prune_differences(encoding, numbers) if isinstance(encoding, Dictionary) else {}
    if isinstance(found.get("/Widths"), Array):
        first = int(found.get("/FirstChar", 0))
        found["/Widths"] = Array(
            [width if first + place in numbers else 0 for place, width in enumerate(found["/Widths"])]
        )
    if isinstance(found.get("/CharProcs"), Dictionary):
        shapes = found["/CharProcs"]
        wanted = set(names.values())
        found["/CharProcs"] = Dictionary({name: shapes[name] for name in shapes.keys() if name in wanted})  # noqa: SIM118
    descriptor = found.get("/FontDescriptor")
    if isinstance(descriptor, Dictionary):
        letters = _letters(found)
        _blank(
            pdf,
            descriptor,
            "/FontFile2",
            lambda data: blank_truetype(data, _simple_glyphs(numbers, letters, names)),
        )
        _blank(
            pdf,
            descriptor,
            "/FontFile3",
            lambda data: blank_cff(data, _simple_names(numbers, letters, names)),
        )


def _letters(found: pikepdf.Object) -> Mapping[bytes, str]:
    table = found.get("/ToUnicode")
    return read_to_unicode(table.read_bytes()) if isinstance(table, pikepdf.Stream) else {}


def _prune_differences(encoding: pikepdf.Object, numbers: Set[int]) -> dict[int, str]:
    """The names of the used codes, which are all that stay of an encoding."""
    kept = {code: f"/{name}" for code, name in read_differences(encoding).items() if code in numbers}
    if "/Differences" in encoding:
        encoding["/Differences"] = Array(
            [part for code, name in sorted(kept.items()) for part in (code, Name(name))]
        )
    return kept


def _simple_glyphs(
    numbers: Set[int], letters: Mapping[bytes, str], names: Mapping[int, str]
) -> Callable[[Any], Iterable[int]]:
    """Every glyph that a reader might show for one of the codes, by whichever table it looks."""

    def find_used(font: Any) -> Iterable[int]:
        from fontTools.agl import toUnicode

        wanted = {
            *numbers,
            *(0xF000 + number for number in numbers),
            *(0xF100 + number for number in numbers),
        }
        texts = [*letters.values(), *(toUnicode(name[1:]) for name in names.values())]
        texts += [
            bytes([number]).decode(kind, "ignore") for number in numbers for kind in ("cp1252", "mac_roman")
        ]
        wanted |= {ord(text) for text in texts if len(text) == 1}
        for table in font["cmap"].tables if "cmap" in font else ():
            for code, name in table.cmap.items():
                if code in wanted:
                    yield font.getGlyphID(name)
        known = {name[1:] for name in names.values()}
        for number, name in enumerate(font.getGlyphOrder()):
            if name in known or ("cmap" not in font and number in numbers):
                yield number

    return find_used


def _simple_names(
    numbers: Set[int], letters: Mapping[bytes, str], names: Mapping[int, str]
) -> Callable[[Any], Iterable[str]]:
    """The names of every glyph that a reader might show for one of the codes."""

    def find_used(top: Any) -> Iterable[str]:
        from fontTools.agl import UV2AGL
        from fontTools.encodings.StandardEncoding import StandardEncoding

        yield from (name[1:] for name in names.values())
        texts = [*letters.values()]
        texts += [
            bytes([number]).decode(kind, "ignore") for number in numbers for kind in ("cp1252", "mac_roman")
        ]
        yield from (UV2AGL[ord(text)] for text in texts if len(text) == 1 and ord(text) in UV2AGL)
        yield from (StandardEncoding[number] for number in numbers)
        own = getattr(top, "Encoding", None)
        if isinstance(own, list):
            yield from (own[number] for number in numbers if number < len(own))

    return find_used


def _prune_composite(pdf: pikepdf.Pdf, found: pikepdf.Object, font: Font, used: Set[bytes]) -> None:
    descendant = found["/DescendantFonts"][0]
    numbers = {number for code in used for number in (font.font.decode(code) if font.font else ())}
    for key in ("/W", "/W2"):
        if isinstance(descendant.get(key), Array):
            descendant[key] = _prune_widths(list(descendant[key]), numbers, 1 if key == "/W" else 3)
    descriptor = descendant.get("/FontDescriptor")
    if not isinstance(descriptor, Dictionary):
        return
    table = descendant.get("/CIDToGIDMap")
    shapes = _map_shapes(table.read_bytes(), numbers) if isinstance(table, pikepdf.Stream) else numbers
    if isinstance(table, pikepdf.Stream):
        descendant["/CIDToGIDMap"] = pdf.make_stream(_prune_map(table.read_bytes(), numbers))
    _blank(pdf, descriptor, "/FontFile2", lambda data: blank_truetype(data, lambda _: shapes))
    _blank(pdf, descriptor, "/FontFile3", lambda data: blank_cff(data, lambda top: _cid_names(top, numbers)))


def _cid_names(top: Any, numbers: Set[int]) -> Iterable[str]:
    if hasattr(top, "ROS"):
        yield from (f"cid{number:05d}" for number in numbers)
    yield from (top.charset[number] for number in numbers if number < len(top.charset))


def _map_shapes(table: bytes, numbers: Set[int]) -> set[int]:
    return {int.from_bytes(table[2 * number : 2 * number + 2]) for number in numbers}


def _prune_map(table: bytes, numbers: Set[int]) -> bytes:
    kept = bytearray(len(table))
    for number in numbers:
        kept[2 * number : 2 * number + 2] = table[2 * number : 2 * number + 2]
    return bytes(kept[: len(table)])


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


def _blank(
    pdf: pikepdf.Pdf, descriptor: pikepdf.Object, key: str, blank: Callable[[bytes], bytes | None]
) -> None:
    """Put a font file with fewer shapes in place of the old one; a file that no library can open stays as it is."""
    program = descriptor.get(key)
    if not isinstance(program, pikepdf.Stream):
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
