"""Web pages as a format: one document of a page's text and attributes, in a character set that is certain."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec

from reticent.errors import DocumentError, MissingExtraError
from reticent.formats.html._pieces import Piece, Run, write_pieces
from reticent.formats.html._reading import read_pieces
from reticent.formats.html._residue import find_residue, inspect_html, read_again
from reticent.formats.plain import encode, is_text
from reticent.formats.seam.format import FileFormat, FileSource, Residue, require_edits
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import Fields, join_fields
from reticent.plan import Edit
from reticent.text import Document
from reticent.text.document import MASK


@dataclass(frozen=True, slots=True)
class HtmlFile(FileFormat):
    """A web page: one document, its visible text and the texts of its attributes."""

    holds = "more"

    name: str
    suffixes: tuple[str, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be a page."""
        return is_text(head) or head.startswith((b"\xff\xfe", b"\xfe\xff"))

    def read(self, name: str, data: bytes, options: FormatOptions) -> HtmlSource:
        """The text of the page; a DocumentError when it can't be read."""
        require_second_reader("reading web pages")
        if len(data) > LARGEST:
            raise DocumentError(f"'{name}' is a page of more than {LARGEST >> 20} MB: divide it")
        return read_page(name, decode_page(data, f"'{name}'"), options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts have the same signs; blanks and line ends depend on the layout."""
        return without_blanks(released) == without_blanks(found)

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of the page, as another library reads it."""
        yield read_again(data.decode("utf-8", "replace"))

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every tag, attribute, comment and text that holds one of the words."""
        return find_residue(data.decode("utf-8", "replace"), list(words))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the page carries besides the text that a browser shows."""
        return inspect_html(data)


def require_second_reader(needed_for: str) -> None:
    """Raise unless the library is there that reads pages again."""
    if find_spec("selectolax") is None:
        raise MissingExtraError("html", needed_for)


def without_blanks(text: str) -> str:
    """The text without blanks, line ends, byte order marks and what stands between two fields."""
    return "".join(text.replace(MASK, " ").replace("\ufeff", " ").split())


HTML = HtmlFile("html", (".html", ".htm", ".xhtml"))


_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_READ_AS_1252 = frozenset(("ascii", "iso8859-1", "cp1252"))
"""What browsers read as Windows-1252, whatever the page calls it."""

_KNOWN = re.compile(
    r"utf-8|utf-16(-[lb]e)?|gbk|gb2312|gb18030|big5|shift_jis|cp932|euc_jp|iso2022_jp|euc_kr|cp949|koi8-[ru]"
    r"|mac-roman|iso8859-\d+|cp125\d|cp874|tis-620|ascii"
)
_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-9": "cp1254",
}
"""Sets that hold all of another; files that name the smaller one often use the larger."""

_MULTIBYTE = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")


def decode_text(data: bytes, declared: str | None, where: str) -> str:
    """The text of bytes; a DocumentError when their character set is unknown, or another than is declared."""
    for mark, charset in _MARKS.items():
        if data.startswith(mark):
            return _decode(data[len(mark) :], charset, charset, where)
    if not declared:
        return _decode(data, "utf-8", None, where)
    charset = _look_up(declared, where)
    if charset not in ("utf-8", "iso2022_jp") and not charset.startswith("utf-16"):
        _refuse_hidden_utf8(data, where)
    if charset in _READ_AS_1252:
        return _decode(data, "cp1252", declared, where)
    return _decode(data, _WIDER.get(charset, charset), declared, where)


def _look_up(declared: str, where: str) -> str:
    try:
        charset = codecs.lookup(declared.strip("'\" \t\r\n")).name
    except (LookupError, ValueError):
        charset = ""
    if not _KNOWN.fullmatch(charset):
        raise DocumentError(
            f"{where} declares a character set that is not read here: save it in UTF-8, for example with 'iconv'"
        )
    return charset


def _refuse_hidden_utf8(data: bytes, where: str) -> None:
    """Refuse text that declares some other set but is UTF-8: read as declared, its accents would hide names."""
    if not _MULTIBYTE.search(data):
        return
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return
    raise DocumentError(f"{where} is in UTF-8 but declares another character set: correct the declaration")


def _decode(data: bytes, charset: str, declared: str | None, where: str) -> str:
    try:
        text = data.decode(charset)
    except UnicodeDecodeError as error:
        said = "is not in the character set that it declares" if declared else "is not UTF-8"
        raise DocumentError(
            f"{where} {said} (byte {error.start}): convert it first, for example with 'iconv -f cp1252 -t utf-8'"
        ) from None
    if "\0" in text:
        raise DocumentError(f"{where} holds a NUL character, so it is not text: save it in UTF-8")
    return text


LARGEST = 1 << 25
"""The most bytes of a page, all of whose tokens are in memory at once; chosen by hand."""

_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{1,40})|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{1,40})""",
    re.I,
)


@dataclass(frozen=True, slots=True)
class HtmlSource(FileSource):
    """A page: its visible text and the texts of its attributes are one document."""

    fields: Fields
    pieces: tuple[Piece, ...] = field(repr=False)
    dropped: Mapping[str, int]
    options: FormatOptions
    line_end: str = "\n"

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return (self.fields.document,)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The page in UTF-8 after the edits."""
        require_edits(edits, 1)
        where = f"'{self.fields.document.id}'"
        of_text, (_, *values) = self.fields.split(edits[0])[0], self.fields.texts(edits[0])
        written = "".join(write_pieces(self.pieces, of_text, values, where))
        return encode(written.replace("\n", self.line_end), where)


def decode_page(data: bytes, where: str) -> str:
    """The text of a page in the character set that it declares."""
    declared = _DECLARED.search(data[:1024])
    charset = (declared[1] or declared[2]).decode() if declared else None
    return decode_text(data, charset, where)


def read_page(name: str, text: str, options: FormatOptions) -> HtmlSource:
    """The page that this text is."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    page = read_pieces(text.replace("\r\n", "\n").replace("\r", "\n"), f"'{name}'")
    visible = "".join(piece.text for piece in page.pieces if isinstance(piece, Run))
    dropped = {kind: count for kind, count in page.dropped.items() if count}
    return HtmlSource(
        join_fields(name, [visible, *page.values]), tuple(page.pieces), dropped, options, line_end
    )
