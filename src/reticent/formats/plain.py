"""Plain text in UTF-8, and Markdown, which is text too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reticent.formats.content import decode, encode, is_text
from reticent.formats.fields import Fields, join_fields
from reticent.formats.format import Finding, require_edits
from reticent.formats.options import FormatOptions
from reticent.plan import Edit
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class PlainText:
    """A file that is one text, every character of it, byte order mark and line ends included."""

    name: str
    suffixes: tuple[str, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be text."""
        return is_text(head)

    def read(self, name: str, data: bytes, options: FormatOptions) -> TextSource:
        """The one document of the file."""
        return TextSource(join_fields(name, [decode(data, f"'{name}'")]), options)

    def inspect(self, data: bytes) -> list[Finding]:
        """The characters in the file that have no shape."""
        from reticent.formats.inspection.text import inspect_text_file

        return inspect_text_file(data)


@dataclass(frozen=True, slots=True)
class TextSource:
    """A text that was read."""

    fields: Fields
    options: FormatOptions
    dropped: Mapping[str, int] = field(default_factory=dict)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return (self.fields.document,)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The text after the edits."""
        require_edits(edits, 1)
        (of_document,) = edits
        (text,) = self.fields.texts(of_document)
        return encode(text, f"'{self.fields.document.id}'")


TEXT = PlainText("text", (".txt", ".text", ".log", ""))
MARKDOWN = PlainText("markdown", (".md", ".markdown"))


def read(name: str, data: bytes) -> Document:
    """The document in `data`, every character as it stands there, line ends and byte order mark included."""
    return Document(name, decode(data, f"'{name}'"))


def write(document: Document) -> bytes:
    """The bytes of a document, such that `read` gives it back."""
    return encode(document.text, f"'{document.id}'")
