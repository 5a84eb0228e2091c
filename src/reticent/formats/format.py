"""What a file format is: bytes to documents, and edited documents back to bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self, runtime_checkable

from reticent.errors import DocumentError
from reticent.formats.options import FormatOptions
from reticent.plan import Edit
from reticent.text import Document


class Source(Protocol):
    """What was read of a file: one document or many, or a single record of it.

    `dropped` are kinds of things that don't go out and how many there are, never words of a document. `options` are those
    that read the written bytes again: what was dropped is not asked for, what was decided by looking is said.
    """

    @property
    def documents(self) -> Sequence[Document]:
        """The documents, with ids that tell them apart."""
        ...

    @property
    def dropped(self) -> Mapping[str, int]:
        """What doesn't go out."""
        ...

    @property
    def options(self) -> FormatOptions:
        """The options that read the written bytes again."""
        ...

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The bytes after the edits of each document, in order; a DocumentError when the format can't hold them."""
        ...


class Format(Protocol):
    """One file format; `suffixes` are in small letters with their dot, "" stands for a name without one."""

    @property
    def name(self) -> str:
        """What users call it, such as "csv"."""
        ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The endings of its files."""
        ...

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes can be of this format."""
        ...

    def read(self, name: str, data: bytes, options: FormatOptions) -> Source:
        """The documents in `data`; a DocumentError when it is not of this format."""
        ...


@dataclass(frozen=True, slots=True)
class Residue:
    """A word that was removed and is still in a file: its number among those asked for, and where it stands."""

    word: int
    place: str


@runtime_checkable
class Container(Format, Protocol):
    """A format whose files hold more than their text, and whose text another library reads as well.

    Nothing is released when another reader or the search of the container finds a word that was removed.
    """

    def agrees(self, released: str, found: str) -> bool:
        """Whether a text that was read again is the released one, as far as the format can tell."""
        ...

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of a file in every reading of another library."""
        ...

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every place of the container that holds one of the words, as words of their own, in any case."""
        ...


Relabel = Callable[[Sequence[str]], Mapping[str, str]]
"""What becomes of labels that stand side by side: those that don't go out, each with the placeholder that does."""


@runtime_checkable
class Labelled(Protocol):
    """A source or a layout with labels that go out besides its documents, such as names of columns and keys."""

    @property
    def labels(self) -> Sequence[str]:
        """The labels that go out, in order."""
        ...

    def relabel(self, decide: Relabel) -> Self:
        """The same with other labels, also in its options; `decide` is asked about those that stand side by side."""
        ...


@runtime_checkable
class Checked(Protocol):
    """A source that knows better than its format how its file is checked: which columns stay unjudged, which members it has."""

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether the texts that were read again are the released ones, as far as the format can tell."""
        ...

    def reread(self, data: bytes) -> Iterator[str]:
        """The judged texts of the written file, read in another way."""
        ...

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every place of the written file, outside what was to stay, that holds one of the words."""
        ...


@runtime_checkable
class CountsChanges(Protocol):
    """A source whose writing may change more than words: a page becomes a picture when a removed word stood on one."""

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """What writing these edits changes besides them: kinds and counts, never words."""
        ...


def require_edits(edits: Sequence[Sequence[Edit]], documents: int) -> None:
    """Refuse edits that aren't one list a document."""
    if len(edits) != documents:
        raise DocumentError(
            f"there are edits of {len(edits)} documents for {documents}: give one list a document"
        )


def count_changes(source: Source, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
    """What writing these edits into any source changes besides them."""
    return source.count_changes(edits) if isinstance(source, CountsChanges) else {}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a file carries besides its visible text: of which kind, how often, where, and with which words."""

    kind: str
    count: int
    where: str = ""
    words: tuple[str, ...] = field(default=(), repr=False)


@runtime_checkable
class Inspectable(Format, Protocol):
    """A format that tells what its files carry besides their visible text."""

    def inspect(self, data: bytes) -> list[Finding]:
        """What the file carries; a DocumentError when it can't be looked into."""
        ...


class Layout(Protocol):
    """How the records of one file are read and written: a small frozen value that can travel to another process.

    `head` is what the output begins with (a byte order mark, the names of the columns), `size` how many bytes of the
    original stand before the first record, `first` the number of that record.
    """

    @property
    def head(self) -> bytes:
        """What the output begins with."""
        ...

    @property
    def size(self) -> int:
        """How many bytes of the original the head takes."""
        ...

    @property
    def options(self) -> FormatOptions:
        """The options that read the written records."""
        ...

    @property
    def first(self) -> int:
        """The number of the first record."""
        ...

    def cut(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The bytes of one record after another, nothing left out; `lines` begin with a record."""
        ...

    def read(self, record: bytes, number: int) -> Source:
        """One record: no document (a blank line) or one; its `write` gives the bytes of that record alone."""
        ...


@runtime_checkable
class LabelledLayout(Labelled, Layout, Protocol):
    """A layout whose records share labels, such as the names of the columns."""

    @property
    def again(self) -> FormatOptions:
        """The options that read the written records."""
        ...

    def adopt(self, record: Source) -> Source:
        """A record that was read before, with the labels of this layout."""
        ...


def list_labels(part: object) -> Sequence[str]:
    """The labels of a source or a layout; none where it has none."""
    return part.labels if isinstance(part, Labelled) else ()


@runtime_checkable
class RecordFormat(Format, Protocol):
    """A format that is read and written record by record, for collections of any size."""

    def lay_out(self, name: str, block: bytes, options: FormatOptions, *, whole: bool) -> Layout:
        """How the records of a file are read, from its first block, which is the `whole` file or may end anywhere."""
        ...
