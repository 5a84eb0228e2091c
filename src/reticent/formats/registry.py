"""Which format reads a file: by its ending, and by what it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from reticent.errors import DocumentError, InputError
from reticent.extensions import list_extensions
from reticent.formats.archive.file import ZIP
from reticent.formats.arrow.file import ARROW, PARQUET
from reticent.formats.content import name_content
from reticent.formats.format import Format
from reticent.formats.html.file import HTML
from reticent.formats.mail.file import MAIL
from reticent.formats.mail.mailbox import MAILBOX
from reticent.formats.objects.file import JSON_FILE
from reticent.formats.objects.lines import JSON_LINES
from reticent.formats.office.file import OFFICE
from reticent.formats.options import FormatOptions
from reticent.formats.pdf.file import PDF
from reticent.formats.plain import MARKDOWN, TEXT
from reticent.formats.tables.dialect import is_clearly_a_table
from reticent.formats.tables.table import CSV, TSV

GROUP = "reticent.formats"
"""The entry point group by which other packages add formats: each names an object with the members of `Format`."""

HEAD = 4096
"""How many bytes of a file are enough to find its format."""

NAMELESS = "standard input"
"""How standard input is called, which has no name and so no ending."""

OURS: tuple[Format, ...] = (
    TEXT,
    MARKDOWN,
    JSON_LINES,
    JSON_FILE,
    CSV,
    TSV,
    PARQUET,
    ARROW,
    PDF,
    HTML,
    MAIL,
    MAILBOX,
    *OFFICE,
    ZIP,
)

_JSON = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"[^"\n]*"\s*:|\[\s*\{)')
_ENDING = re.compile(r"\.[a-z][a-z0-9]*")
"""What can be an ending: a date or a number at the end of a name ("minutes 12.30", "app.log.1") is none."""
_AS_TEXT = "save it as plain text, CSV or JSON first"
_UNREAD = {
    **dict.fromkeys(
        (".doc", ".rtf", ".dotx", ".ott"),
        "a word processor's file of another kind: run 'soffice --headless --convert-to docx FILE' first",
    ),
    **dict.fromkeys(
        (".xls", ".xlsb", ".xltx", ".ots"),
        "a spreadsheet of another kind: run 'soffice --headless --convert-to xlsx FILE' first",
    ),
    **dict.fromkeys(
        (".ppt", ".pps", ".ppsx", ".potx", ".otp"),
        "a presentation of another kind: run 'soffice --headless --convert-to pptx FILE' first",
    ),
    **dict.fromkeys(
        (".docm", ".dotm", ".xlsm", ".xltm", ".pptm", ".ppsm"),
        "an office file with macros: save it without them first",
    ),
    **dict.fromkeys((".pages", ".numbers", ".key"), "a file of iWork: export it as an Office file first"),
    ".epub": "a book: run 'pandoc FILE -o FILE.html' first",
    ".msg": "a message in a format of one program: run 'msgconvert FILE', which makes an .eml of it, first",
    ".xml": f"a page with markup: {_AS_TEXT}",
    **dict.fromkeys((".avro", ".orc"), "a binary table: save it as CSV or Parquet first"),
    **dict.fromkeys((".db", ".sqlite", ".sqlite3"), "a database: export it as CSV first"),
    **dict.fromkeys(
        (".gz", ".bz2", ".xz", ".7z", ".tar", ".tgz", ".zst", ".rar"), "an archive: unpack it first"
    ),
    **dict.fromkeys(
        (".png", ".jpg", ".jpeg", ".gif", ".tif", ".tiff", ".bmp", ".webp"), "an image, which holds no text"
    ),
}
"""Endings that are known and not read, and what to do about them."""


def find_format(name: str, head: bytes, options: FormatOptions) -> Format:
    """The format of a file with this name and these first bytes; a DocumentError when none reads it.

    A format that the options name is taken whatever the name says; what the bytes say is never passed over.
    """
    found = require_format(options.format) if options.format else _find_by_ending(name, head)
    if not found.recognizes(head):
        held = name_content(head) or f"no {found.name}"
        raise DocumentError(f"'{name}' is read as {found.name}, but it holds {held}: {_mend(head)}")
    return found


def list_formats() -> tuple[Format, ...]:
    """All formats, ours and those of other installed packages."""
    return (*OURS, *_others())


def is_known_ending(ending: str) -> bool:
    """Whether files with this ending are known, read or not: it is nobody's word."""
    return ending in _UNREAD or any(ending in each.suffixes for each in list_formats())


def require_format(name: str) -> Format:
    """The format of that name; an InputError when there is none."""
    for each in list_formats():
        if each.name == name.lower():
            return each
    raise InputError(f"there is no format '{name}': say --format with one of {_names()}")


def _find_by_ending(name: str, head: bytes) -> Format:
    written = "" if name == NAMELESS else PurePath(name).suffix.lower()
    ending = written if _ENDING.fullmatch(written) else ""
    found = next((each for each in OURS if ending in each.suffixes), None) or next(
        (each for each in _others() if ending in each.suffixes), None
    )
    if found is None:
        what = _UNREAD.get(ending, "of no format that is read here")
        raise DocumentError(f"'{name}' is {what}. Formats: {_names()}; --format says what a file is")
    if not ending:
        _refuse_guessing(name, head)
    return found


def _refuse_guessing(name: str, head: bytes) -> None:
    """Refuse a file without an ending that is more than text: read as text, keys and columns would go out or break."""
    if not TEXT.recognizes(head):
        return
    held = None
    if _JSON.match(head):
        held = "JSON (say --format jsonl or --format json"
    elif is_clearly_a_table(head):
        held = "a table (say --format csv or --format tsv"
    if held:
        raise DocumentError(f"'{name}' has no ending and looks like {held}, or --format text if it is not)")


def _mend(head: bytes) -> str:
    if name_content(head):
        return "correct its name, or save it as text first"
    return f"say --format with one of {_names()}"


def _names() -> str:
    return ", ".join(f"{each.name} ({' '.join(filter(None, each.suffixes))})" for each in list_formats())


def _others() -> Iterator[Format]:
    for extension in list_extensions(GROUP):
        yield extension.load()
