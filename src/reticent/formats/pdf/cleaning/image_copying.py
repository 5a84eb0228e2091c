"""Pictures, copied into another PDF without what they carry besides their pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reticent.errors import needs_extra
from reticent.formats.pdf.cleaning import keeping
from reticent.formats.pdf.cleaning.copying import copy_dictionary, copy_graphics, copy_once, unpack
from reticent.formats.pdf.cleaning.stripping import strip_jpeg, strip_jpx
from reticent.formats.pdf.cleaning.unpacking import as_list, check_unpacking

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name

if TYPE_CHECKING:
    from reticent.formats.pdf.cleaning.rebuilding import Rebuild


def copy_image(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object | None:
    """A picture with its masks, without comments, thumbnails and descriptions."""
    return copy_once(work, "image", thing, lambda: make_image(work, thing))  # type: ignore[no-any-return]


def make_image(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object | None:
    """A new copy of a picture; None when it can't be cleaned."""
    data, filters, parameters = _picture(work, thing)
    if data is None:
        work.note("a picture can't be cleaned of what else it carries")
        return None
    copy = work.target.make_stream(data)
    for key in sorted(keeping.IMAGE):
        if key in thing:
            copy[key] = _part_of_image(work, key, thing[key])
    if filters:
        copy["/Filter"] = Array([Name(each) for each in filters])
        copy["/DecodeParms"] = Array([_parameters(work, each) for each in parameters])
    return copy


def _part_of_image(work: Rebuild, key: str, value: Any) -> Any:
    if key in ("/SMask", "/Mask") and isinstance(value, pikepdf.Stream):
        return copy_image(work, value)
    return copy_graphics(work, value, 1)


def _picture(work: Rebuild, thing: pikepdf.Object) -> tuple[bytes | None, list[str], list[Any]]:
    """The packed bytes of a picture, cleaned, with the filters that unpack them."""
    filters = [str(each) for each in as_list(thing.get("/Filter"))]
    parameters: list[Any] = [*as_list(thing.get("/DecodeParms")), *[None] * len(filters)][: len(filters)]
    last = filters[-1] if filters else ""
    if last not in ("/DCTDecode", "/JPXDecode", "/DCT"):
        return thing.read_raw_bytes(), filters, parameters
    data = thing.read_raw_bytes()
    if len(filters) > 1:
        check_unpacking(work.name, thing)
        outer = work.target.make_stream(data, Filter=Array([Name(each) for each in filters[:-1]]))
        data = unpack(outer)
    clean = strip_jpx(data) if last == "/JPXDecode" else strip_jpeg(data)
    return clean, [last], parameters[-1:]


def _parameters(work: Rebuild, found: Any) -> Any:
    if not isinstance(found, Dictionary):
        return Dictionary()
    copy = copy_dictionary(work, found, 1)
    shared = found.get("/JBIG2Globals")
    if isinstance(shared, pikepdf.Stream):
        copy["/JBIG2Globals"] = work.target.make_stream(unpack(shared))
    return copy
