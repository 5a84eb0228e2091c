"""A PDF as it came: opened within limits, refused where its text can't be trusted, and what it carries besides."""

from __future__ import annotations

import io
import logging
import warnings
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import RLock
from typing import Any

from reticent.errors import DocumentError, needs_extra

with needs_extra("pdf", "reading PDF files"):
    import pikepdf


_MOST_BYTES = 512 * 2**20  # of a file, chosen by hand: all of it and its copy are held in memory
_MOST_OBJECTS = 500_000  # chosen by hand: the largest books have fewer, and each is looked at several times
_MOST_PAGES = 20_000  # chosen by hand: at some pages per second, a longer file takes hours

MOST_UNPACKED = 64 * 2**20
"""Bytes of one stream, chosen by hand: no page needs so much, and a bomb of a kilobyte would unpack to more."""

_PIECE = 2**20  # bytes that are unpacked at a time, so that a bomb is noticed before it fills the memory
_RUN = 64  # a run-length code of two bytes stands for at most 128
_TAIL = 4096  # bytes in which the end mark stands, chosen by hand: some programs append a little after it


PDFIUM = RLock()
"""Held by whoever uses pypdfium2, which only one thread may do at a time."""


@contextmanager
def silence() -> Iterator[None]:
    """Keep libraries from logging and warning: their messages quote the file."""
    loggers = [logging.getLogger(name) for name in ("pdfminer", "pikepdf", "fontTools")]
    before = [logger.propagate for logger in loggers]
    nowhere = logging.NullHandler()
    for logger in loggers:
        logger.propagate = False
        logger.addHandler(nowhere)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, propagate in zip(loggers, before, strict=True):
            logger.propagate = propagate
            logger.removeHandler(nowhere)


def open_pdf(name: str, data: bytes, *, keep_unread: bool) -> pikepdf.Pdf:
    """The PDF in `data`; a DocumentError when it is none, encrypted, too large, signed or an XFA form."""
    if len(data) > _MOST_BYTES:
        raise DocumentError(
            f"'{name}' is larger than {_MOST_BYTES >> 20} MB: split it, for example with qpdf"
        )
    if b"%%EOF" not in data[-_TAIL:]:
        raise DocumentError(f"'{name}' has no end, as if it was cut off: fetch it again")
    try:
        pdf = pikepdf.open(io.BytesIO(data))
        objects = len(pdf.objects)
        if not 1 <= len(pdf.pages) <= _MOST_PAGES:
            raise ValueError("pages")
    except pikepdf.PasswordError:
        raise _encryption_error(name) from None
    except (pikepdf.PdfError, ValueError, RuntimeError, TypeError, KeyError, AttributeError):
        raise DocumentError(
            f"'{name}' is no PDF that can be read, or a damaged one: mend it, for example with 'qpdf IN OUT'"
        ) from None
    if objects > _MOST_OBJECTS:
        raise DocumentError(
            f"'{name}' has {objects:,} objects, more than {_MOST_OBJECTS:,}: split it, for example with qpdf"
        )
    if not keep_unread:
        _refuse_forms(name, pdf)
    return _decrypt(pdf) if pdf.is_encrypted else pdf


def _decrypt(pdf: pikepdf.Pdf) -> pikepdf.Pdf:
    """A file that opens without a password, as everybody reads it."""
    out = io.BytesIO()
    pdf.save(out, encryption=False, fix_metadata_version=False)
    out.seek(0)
    return pikepdf.open(out)


def _encryption_error(name: str) -> DocumentError:
    return DocumentError(
        f"'{name}' is encrypted: decrypt it first, for example with 'qpdf --decrypt --password=... IN OUT'"
    )


def _refuse_forms(name: str, pdf: pikepdf.Pdf) -> None:
    form = find(pdf.Root, "/AcroForm")
    if form is None:
        return
    if "/XFA" in form:
        raise DocumentError(
            f"'{name}' is an XFA form, whose text is not on its pages: print it to a PDF first,"
            " or pass --unread keep to release its pages alone"
        )
    if _signatures(pdf):
        raise DocumentError(
            f"'{name}' is signed, and no signature survives a change:"
            " pass --unread keep to release it without its signature"
        )


def _signatures(pdf: pikepdf.Pdf) -> int:
    return sum(
        1
        for item in pdf.objects
        if isinstance(item, pikepdf.Dictionary) and item.get("/FT") == pikepdf.Name.Sig and "/V" in item
    )


_OF_FILES = {
    "/Outlines": "bookmarks",
    "/StructTreeRoot": "tags",
    "/Names": "named things",
    "/OpenAction": "scripts and actions",
    "/AA": "scripts and actions",
    "/Collection": "portfolios",
    "/Threads": "article threads",
    "/PageLabels": "page labels",
    "/Dests": "named places",
}
_OF_OBJECTS = {
    "/Metadata": "metadata",
    "/JS": "scripts and actions",
    "/PieceInfo": "private data of programs",
    "/Thumb": "thumbnails",
}
"""Keys of the file's root and of any object that hold more than pages, and what they are called."""


def count_extras(pdf: pikepdf.Pdf, data: bytes) -> Mapping[str, int]:
    """How many things of each kind the file carries besides the content of its pages; none of them goes out."""
    root = pdf.Root
    counts: Counter[str] = Counter()
    linearized = b"/Linearized" in data[:_TAIL]
    counts["earlier versions"] = max(0, data.count(b"startxref") - (2 if linearized else 1))
    counts["encryption without a password"] = (
        b"/Encrypt" in data and pikepdf.open(io.BytesIO(data)).is_encrypted
    )
    counts["attachments"] = len(pdf.attachments)
    counts["form fields"] = len(find(find(root, "/AcroForm"), "/Fields", pikepdf.Array) or ())
    counts["layers"] = len(find(find(root, "/OCProperties"), "/OCGs", pikepdf.Array) or ())
    counts["document properties"] = len(pdf.trailer.get("/Info", {}))
    for key, kind in _OF_FILES.items():
        counts[kind] += key in root
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
            for key, kind in _OF_OBJECTS.items():
                counts[kind] += key in item
    for page in pdf.pages:
        counts["annotations"] += len(find(page.obj, "/Annots", pikepdf.Array) or ())
    return {kind: count for kind, count in sorted(counts.items()) if count}


def find(owner: object, key: str, kind: Any = pikepdf.Dictionary) -> Any:
    """What an object holds under a key, when it is of this kind; otherwise None."""
    found = owner.get(key) if isinstance(owner, pikepdf.Dictionary | pikepdf.Stream) else None
    return found if isinstance(found, kind) else None


_GROWING = frozenset(["/FlateDecode", "/LZWDecode", "/RunLengthDecode", "/Fl", "/LZW", "/RL"])


def check_unpacking(name: str, owner: Any) -> None:
    """Refuse content that would take more memory than any page needs."""
    found = owner.obj.get("/Contents") if isinstance(owner, pikepdf.Page) else owner
    streams = [each for each in as_list(found) if isinstance(each, pikepdf.Stream)]
    if sum(map(_unpacked_size, streams)) > MOST_UNPACKED:
        raise DocumentError(
            f"'{name}': a part of it unpacks to more than {MOST_UNPACKED >> 20} MB, as malicious files do"
        )


def _unpacked_size(stream: pikepdf.Object) -> int:
    """The bytes that a stream unpacks to, counted up to a little more than the limit."""
    raw = stream.read_raw_bytes()
    filters = [str(each) for each in as_list(stream.get("/Filter"))]
    growing = [each for each in filters if each in _GROWING]
    if len(growing) > 1:
        return MOST_UNPACKED + 1
    if not growing:
        return len(raw)
    if growing[0] in ("/FlateDecode", "/Fl") and len(filters) == 1:
        return _inflated_size(raw)
    return len(raw) * (_RUN if growing[0] in ("/RunLengthDecode", "/RL") else 1)


def as_list(found: Any) -> list[Any]:
    """What a key holds, which may be one thing, several, or none."""
    if found is None:
        return []
    return list(found) if isinstance(found, pikepdf.Array) else [found]


def _inflated_size(raw: bytes) -> int:
    unpack, size, rest = zlib.decompressobj(), 0, raw
    with suppress(zlib.error):
        while rest and size <= MOST_UNPACKED and not unpack.eof:
            size += len(unpack.decompress(rest, _PIECE))
            rest = unpack.unconsumed_tail
    return size
