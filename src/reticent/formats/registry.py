"""Files in: whose bytes they are, and which format reads them, by their endings and by what they hold."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import BinaryIO

from reticent.errors import DocumentError, InputError
from reticent.files.extensions import list_extensions
from reticent.formats.annotated import BRAT, AnnotatedText, read_annotated
from reticent.formats.archive import ZipArchive
from reticent.formats.arrow import ARROW, PARQUET
from reticent.formats.cda import CDA
from reticent.formats.converted import OLD_OFFICE, build_outlook
from reticent.formats.epub import EPUB
from reticent.formats.fhir import FHIR, looks_like_fhir
from reticent.formats.hl7 import HL7, looks_like_hl7
from reticent.formats.html import HTML
from reticent.formats.mail import Mailbox, MailFile
from reticent.formats.objects import JSON_FILE, JSON_LINES
from reticent.formats.office import OFFICE
from reticent.formats.pdf import PDF
from reticent.formats.pictures import IMAGES
from reticent.formats.plain import MARKDOWN, TEXT, name_content
from reticent.formats.seam.format import DocumentSource, FileFormat, KnownFormats, as_file_format
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.formats.tables import CSV, TSV, is_clearly_a_table
from reticent.formats.xml import XML, find_health_record

GROUP = "reticent.formats"
"""The entry point group by which other packages add formats: each names an object with the members of `Format`."""

HEAD = 4096
"""How many bytes of a file are enough to find its format."""

NAMELESS = "standard input"
"""How standard input is called, which has no name and so no ending."""

_JSON = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\{\s*"[^"\n]*"\s*:|\[\s*\{)')
_ENDING = re.compile(r"\.[a-z][a-z0-9]*")
"""What can be an ending: a date or a number at the end of a name ("minutes 12.30", "app.log.1") is none."""
_UNREAD = {
    **dict.fromkeys(
        (".dotx", ".ott"),
        "a word processor's file of another kind: run 'soffice --headless --convert-to docx FILE' first",
    ),
    **dict.fromkeys(
        (".xlsb", ".xltx", ".ots"),
        "a spreadsheet of another kind: run 'soffice --headless --convert-to xlsx FILE' first",
    ),
    **dict.fromkeys(
        (".ppsx", ".potx", ".otp"),
        "a presentation of another kind: run 'soffice --headless --convert-to pptx FILE' first",
    ),
    **dict.fromkeys(
        (".docm", ".dotm", ".xlsm", ".xltm", ".pptm", ".ppsm"),
        "an office file with macros: save it without them first",
    ),
    **dict.fromkeys((".pages", ".numbers", ".key"), "a file of iWork: export it as an Office file first"),
    **dict.fromkeys((".avro", ".orc"), "a binary table: save it as CSV or Parquet first"),
    **dict.fromkeys((".db", ".sqlite", ".sqlite3"), "a database: export it as CSV first"),
    **dict.fromkeys(
        (".gz", ".bz2", ".xz", ".7z", ".tar", ".tgz", ".zst", ".rar"), "an archive: unpack it first"
    ),
    **dict.fromkeys(
        (".gif", ".bmp", ".webp", ".heic", ".jp2"),
        "a picture of a kind that is not read here: save it as PNG first",
    ),
}
"""Endings that are known and not read, and what to do about them."""


def find_format(name: str, head: bytes, options: FormatOptions) -> FileFormat:
    """The format of a file with this name and these first bytes; a DocumentError when none reads it.

    A format that the options name is taken whatever the name says; what the bytes say is never passed over.
    """
    found = require_format(options.format) if options.format else _find_by_ending(name, head)
    if (
        not options.format
        and found in (JSON_FILE, JSON_LINES)
        and _names_no_field(options)
        and looks_like_fhir(head)
    ):
        found = FHIR
    if not options.format and found is TEXT and looks_like_hl7(head):
        found = HL7
    if not options.format and found is XML and (record := find_health_record(head)):
        found = require_format(record)
    if not found.recognizes(head):
        held = name_content(head)
        if held and b"\0" in head and held.startswith("a NUL") and found.holds == "more":
            raise DocumentError(
                f"'{name}' is no {found.name}, or a damaged one: fetch it again, or save it again in its program"
            )
        mend = "save it as text first" if held else "say with --format what it is"
        raise DocumentError(
            f"'{name}' is read as {found.name}, but it holds {held or f'no {found.name}'}: correct its name, or {mend}"
        )
    return found


def _names_no_field(options: FormatOptions) -> bool:
    """Whether nobody has said which fields of a JSON file are judged or kept."""
    return (
        options.fields == DEFAULTS.fields
        and not options.keep
        and not options.id
        and not options.subject_field
    )


def name_release(name: str) -> str:
    """The name that a release of a file gets: with another ending where it is written in another format.

    >>> name_release("letter.doc"), name_release("letter.txt")
    ('letter.docx', 'letter.txt')
    """
    ending = PurePath(name).suffix.lower()
    return next((each.name_release(name) for each in OURS if ending and ending in each.suffixes), name)


def list_formats() -> tuple[FileFormat, ...]:
    """All formats, ours and those of other installed packages."""
    return (*OURS, *_others())


def is_known_ending(ending: str) -> bool:
    """Whether files with this ending are known, read or not: it is nobody's word."""
    return ending in _UNREAD or any(ending in each.suffixes for each in list_formats())


def require_format(name: str) -> FileFormat:
    """The format of that name; an InputError when there is none."""
    for each in list_formats():
        if each.name == name.lower():
            return each
    raise InputError(f"there is no format '{name}': say --format with one of {_names()}")


def _find_by_ending(name: str, head: bytes) -> FileFormat:
    written = "" if name == NAMELESS else PurePath(name).suffix.lower()
    ending = written if _ENDING.fullmatch(written) else ""
    found = next((each for each in OURS if ending in each.suffixes), None)
    found = found or next((each for each in _others() if ending in each.suffixes), None)
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


def _names() -> str:
    return ", ".join(f"{each.name} ({' '.join(filter(None, each.suffixes))})" for each in list_formats())


def _others() -> Iterator[FileFormat]:
    for extension in list_extensions(GROUP):
        yield as_file_format(extension.load())


def _find_inside(name: str, data: bytes, options: FormatOptions) -> FileFormat:
    return find_format(name, data[:HEAD], options)


_KNOWN = KnownFormats(_find_inside, is_known_ending, list_formats)
MAIL = MailFile("eml", (".eml",), _KNOWN)
OUTLOOK = build_outlook(MAIL)
MAILBOX = Mailbox("mbox", (".mbox",), MAIL)
ZIP = ZipArchive("zip", (".zip",), _KNOWN)

OURS: tuple[FileFormat, ...] = (
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
    XML,
    FHIR,
    CDA,
    HL7,
    MAIL,
    MAILBOX,
    *OFFICE,
    *IMAGES,
    *OLD_OFFICE,
    OUTLOOK,
    EPUB,
    ZIP,
)


STANDARD_INPUT = "-"


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for "-"."""
    with _explain(path):
        if path == STANDARD_INPUT:
            return _read_to_the_end(sys.stdin.buffer, NAMELESS)
        with Path(path).open("rb") as file:
            return _read_to_the_end(file, path)


@contextmanager
def open_lines(path: str) -> Iterator[BinaryIO]:
    """The lines of a file, one by one."""
    with _explain(path), Path(path).open("rb") as lines:
        yield lines


@contextmanager
def _explain(path: str) -> Iterator[None]:
    """A file that can't be read is a DocumentError that says what to do."""
    try:
        yield
    except IsADirectoryError:
        raise DocumentError(
            f"'{path}' is a directory: name the files in it, for example {path}/*.txt"
        ) from None
    except FileNotFoundError:
        raise DocumentError(f"'{path}' does not exist: check the name") from None
    except OSError as error:
        raise DocumentError(f"'{path}' can't be read: {error.strerror}") from None


def _read_to_the_end(file: BinaryIO, name: str) -> bytes:
    """All bytes of a file; one that begins with zeros is refused before the rest of it fills the memory."""
    head = file.read(HEAD)
    if len(head) == HEAD and not head.strip(b"\0"):
        raise DocumentError(
            f"'{name}' begins with {HEAD} zeros, as no file does that is read here: fetch it again, or restore it"
        )
    return head + file.read()


def read_source(path: str, options: FormatOptions = DEFAULTS) -> DocumentSource:
    """What a file holds, or standard input for "-", read by the format that its name and its bytes ask for."""
    name, data = name_of(path), read_bytes(path)
    return find_format(name, data[:HEAD], options).read(name, data, options)


def name_of(path: str) -> str:
    """How errors and documents call a file."""
    return NAMELESS if path == STANDARD_INPUT else path


def read_annotated_file(path: Path) -> AnnotatedText:
    """A text with its marks; that of a file of brat stands beside it, under the same name with `.txt`."""
    beside = path.with_suffix(".txt")
    text = read_bytes(str(beside)) if path.suffix.lower() == BRAT and beside.is_file() else None
    return read_annotated(str(path), read_bytes(str(path)), text)
