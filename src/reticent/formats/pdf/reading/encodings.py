"""The letters of fonts that have an encoding of their own."""

from __future__ import annotations

from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf.reading.font_programs import read_built_in

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pdfminer.encodingdb import EncodingDB, name2unicode


def read_own_letters(found: pikepdf.Object) -> dict[int, str] | None:
    """The letters of a simple font whose encoding is its own, or None when it uses a common one alone."""
    if found.get("/Subtype") == pikepdf.Name.Type0:
        return None
    encoding = found.get("/Encoding")
    base = _base_letters(found, encoding)
    if not isinstance(encoding, pikepdf.Dictionary) or "/Differences" not in encoding:
        return base
    letters = dict(EncodingDB.get_encoding("StandardEncoding") if base is None else base)
    if base is None and "/BaseEncoding" in encoding:
        letters = dict(EncodingDB.get_encoding(str(encoding["/BaseEncoding"])[1:]))
    for code, name in read_differences(encoding).items():
        letters[code] = _letter(name)
    return letters


def _base_letters(found: pikepdf.Object, encoding: object) -> dict[int, str] | None:
    """The letters of a font file's own encoding, where no common one is named."""
    if isinstance(encoding, pikepdf.Name) or (
        isinstance(encoding, pikepdf.Dictionary) and "/BaseEncoding" in encoding
    ):
        return None
    descriptor = found.get("/FontDescriptor", pikepdf.Dictionary())
    for key in ("/FontFile2", "/FontFile3"):
        program = descriptor.get(key)
        if isinstance(program, pikepdf.Stream):
            try:
                return read_built_in(program.read_bytes())
            except Exception:  # font files are broken in many ways; then it has no letters
                return {}
    return None


def _letter(name: str) -> str:
    try:
        return name2unicode(name)
    except (KeyError, ValueError):
        return ""


def read_differences(encoding: pikepdf.Object) -> dict[int, str]:
    """The names that an encoding gives to codes, without their slash."""
    names: dict[int, str] = {}
    code = 0
    entries: list[Any] = list(encoding.get("/Differences", pikepdf.Array()))
    for each in entries:
        if isinstance(each, pikepdf.Name):
            names[code] = str(each)[1:]
            code += 1
        elif not isinstance(each, pikepdf.Object):
            code = int(each)
    return names
