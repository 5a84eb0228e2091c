"""Web pages as a format among the others; the library that reads them again loads when they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from reticent.errors import MissingExtraError
from reticent.formats.content import is_text
from reticent.formats.format import Finding, Residue
from reticent.formats.options import FormatOptions
from reticent.text.document import MASK

if TYPE_CHECKING:
    from reticent.formats.html.source import HtmlSource


@dataclass(frozen=True, slots=True)
class HtmlFile:
    """A web page: one document, its visible text and the texts of its attributes."""

    name: str
    suffixes: tuple[str, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be a page."""
        return is_text(head) or head.startswith((b"\xff\xfe", b"\xfe\xff"))

    def read(self, name: str, data: bytes, options: FormatOptions) -> HtmlSource:
        """The text of the page; a DocumentError when it can't be read."""
        from reticent.formats.html.source import read_html

        require_second_reader("reading web pages")
        return read_html(name, data, options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts have the same signs; blanks and line ends depend on the layout."""
        return without_blanks(released) == without_blanks(found)

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of the page, as another library reads it."""
        from reticent.formats.html.second_reader import read_again

        yield read_again(data.decode("utf-8", "replace"))

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every tag, attribute, comment and text that holds one of the words."""
        from reticent.formats.html.residue import find_residue

        return find_residue(data.decode("utf-8", "replace"), list(words))

    def inspect(self, data: bytes) -> list[Finding]:
        """What the page carries besides the text that a browser shows."""
        from reticent.formats.inspection.markup import inspect_html

        return inspect_html(data)


def require_second_reader(needed_for: str) -> None:
    """Raise unless the library is there that reads pages again."""
    if find_spec("selectolax") is None:
        raise MissingExtraError("html", needed_for)


def without_blanks(text: str) -> str:
    """The text without blanks, line ends, byte order marks and what stands between two fields."""
    return "".join(text.replace(MASK, " ").replace("\ufeff", " ").split())


HTML = HtmlFile("html", (".html", ".htm", ".xhtml"))
