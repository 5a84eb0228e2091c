"""What a file format is: bytes to documents, and edited documents back to bytes.

`Format` and `DocumentSource` are the least that anybody's format needs. Whoever derives from `FileFormat`, `FileSource` and
`RecordLayout` gets safe defaults for the rest, and is refused when a capability is misspelt: one that is missing is
never passed over in silence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

from reticent.errors import DocumentError, InputError
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.formats.seam.outline import OutlinePassage, PagesInSight, list_cells
from reticent.formats.seam.search import Search
from reticent.plan import Edit
from reticent.text import Document


class DocumentSource(Protocol):
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

    def read(self, name: str, data: bytes, options: FormatOptions) -> DocumentSource:
        """The documents in `data`; a DocumentError when it is not of this format."""
        ...


@dataclass(frozen=True, slots=True)
class Residue:
    """A word that was removed and is still in a file: its number among those asked for, and where it stands.

    `part` is the page, part or member, by its number or a name of ours: an error may show it. A place may quote the file.
    """

    word: int
    place: str
    part: str = ""


Relabel = Callable[[Sequence[str]], Mapping[str, str]]
"""What becomes of labels that stand side by side: those that don't go out, each with the placeholder that does."""

Holds = Literal["text", "more"]
"""Whether a file is its text, which was judged, or holds more: parts that no reader sees, packed or coded text."""


class VerifiesFile:
    """Checks a file that was written: a format, or a source that knows better which of its parts nobody judges.

    Nothing is released when another reader or the search of the file finds a word that was removed.
    """

    __slots__ = ()
    holds: ClassVar[Holds]

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether the texts that were read again are the released ones, as far as the format can tell."""
        raise NotImplementedError

    def reread(self, data: bytes) -> Iterator[str]:
        """The judged texts of the file in every reading of another library; none where the file is its text."""
        return iter(())

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every place of the file, outside what was to stay, that holds one of the words, in any case."""
        return []


if TYPE_CHECKING:
    _FormatMembers = Format
    _SourceMembers = DocumentSource
else:  # there a property would pass for the default of a field of the same name
    _FormatMembers = _SourceMembers = object


class FileFormat(VerifiesFile, ABC, _FormatMembers):
    """A format with safe defaults; a class of one says what its files hold ("text" or "more").

    Where they hold more, `reread` and `residue` say how they are checked. A class with any other public method or
    property than those here is refused.
    """

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        """Refuse a class with a misspelt or missing capability."""
        super().__init_subclass__(**options)
        _require_known(cls, _CAPABILITIES, "FileFormat")
        checks = [
            name for name in ("reread", "residue") if getattr(cls, name) is not getattr(VerifiesFile, name)
        ]
        declared = getattr(cls, "holds", None)
        if declared not in ("text", "more"):
            raise InputError(
                f"the format {cls.__name__} does not say what its files hold: set holds = 'text', or 'more' where they"
                " hold more than their text"
            )
        if len(checks) != (2 if declared == "more" else 0):
            raise InputError(
                f"the format {cls.__name__} holds '{declared}' and has {' and '.join(checks) or 'no check'} of its own:"
                " a format whose files hold 'more' has both reread and residue, one that holds 'text' has neither"
            )

    @abstractmethod
    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes can be of this format."""

    @abstractmethod
    def read(self, name: str, data: bytes, options: FormatOptions) -> DocumentSource:
        """The documents in `data`; a DocumentError when it is not of this format."""

    def agrees(self, released: str, found: str) -> bool:
        """Whether a text that was read again is the released one, as far as the format can tell."""
        return released == found

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether all of them are."""
        return len(released) == len(found) and all(map(self.agrees, released, found))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the file carries besides its visible text: at least what reading it drops."""
        dropped = self.read("the file", data, DEFAULTS).dropped
        return [FileFinding(kind, count) for kind, count in dropped.items()]

    def name_release(self, name: str) -> str:
        """The name that a release of a file with this name gets: another where another format is written."""
        return name

    @property
    def reads_records(self) -> bool:
        """Whether it is read and written record by record, for collections of any size."""
        return type(self).lay_out is not FileFormat.lay_out

    def lay_out(self, name: str, block: bytes, options: FormatOptions, *, whole: bool) -> RecordLayout:
        """How the records of a file are read, from its first block, which is the `whole` file or may end anywhere."""
        raise DocumentError(f"'{name}' is not a collection of records: sanitize it as one file")


class FileSource(_SourceMembers):
    """A source with safe defaults: no labels, nothing that writing changes, checked by its format."""

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        """Refuse a class with a misspelt capability."""
        super().__init_subclass__(**options)
        _require_known(cls, _SOURCE_CAPABILITIES, "FileSource")

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The bytes after the edits of each document, in order; a DocumentError when the format can't hold them."""
        raise NotImplementedError

    @property
    def labels(self) -> Sequence[str]:
        """The labels that go out besides the documents, such as names of columns and keys, in order."""
        return ()

    def relabel(self, decide: Relabel) -> Self:
        """The same with other labels, also in its options; `decide` is asked about those that stand side by side."""
        return self

    @property
    def outline(self) -> Sequence[Sequence[OutlinePassage]]:
        """For each document its headings, cells and other parts, in order and apart, for whoever shows the file."""
        return [list_cells(document, row) for row, document in enumerate(self.documents, 1)]

    @property
    def in_sight(self) -> PagesInSight | None:
        """The pages as they look, where the file has pages and one document."""
        return None

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """What writing these edits changes besides words, such as pages that become pictures: kinds and counts."""
        return {}

    def find_verifier(self, form: FileFormat) -> VerifiesFile:
        """Who checks the written file: the format, or the source itself where it knows better."""
        return form


class RecordLayout:
    """How the records of one file are read and written: a small frozen value that can travel to another process.

    `head` is what the output begins with (a byte order mark, the names of the columns), `size` how many bytes of the
    original stand before the first record, `first` the number of that record, `options` those that read the records.
    """

    __slots__ = ()
    if TYPE_CHECKING:

        @property
        @abstractmethod
        def head(self) -> bytes:
            """What the output begins with."""

        @property
        @abstractmethod
        def size(self) -> int:
            """How many bytes of the original the head takes."""

        @property
        @abstractmethod
        def options(self) -> FormatOptions:
            """The options that read the records."""

        @property
        @abstractmethod
        def first(self) -> int:
            """The number of the first record."""

    def cut(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The bytes of one record after another, nothing left out; `lines` begin with a record."""
        return iter(lines)

    def read(self, record: bytes, number: int) -> DocumentSource:
        """One record: no document (a blank line) or one; its `write` gives the bytes of that record alone."""
        raise NotImplementedError

    @property
    def again(self) -> FormatOptions:
        """The options that read the written records."""
        return self.options

    @property
    def labels(self) -> Sequence[str]:
        """The labels that all records share, such as names of columns."""
        return ()

    def relabel(self, decide: Relabel) -> Self:
        """The same with other labels."""
        return self

    def adopt(self, record: DocumentSource) -> DocumentSource:
        """A record that was read before, with the labels of this layout."""
        return record


def _public_members(part: type) -> list[str]:
    """The public methods and properties of a class, and what it inherits; fields are no capabilities."""
    kinds = (property, cached_property, classmethod, staticmethod)
    return [
        name
        for base in part.__mro__
        if base is not object
        for name, value in vars(base).items()
        if not name.startswith("_") and (isinstance(value, kinds) or callable(value))
    ]


def _require_known(part: type, known: frozenset[str], base: str, *, plain: bool = False) -> None:
    """Refuse a class with a public method or property that nobody asks for, or a field that is nearly a capability."""
    fields = {name for each in part.__mro__ for name in vars(each).get("__annotations__", ())} - known
    near = [name for name in sorted(fields) if get_close_matches(name, _VALUES, 1, _NEAR)]
    odd = [name for name in _public_members(part) if name not in known] + near
    if odd:
        meant = get_close_matches(odd[0], _OPTIONAL, 1)
        hint = f"; did you mean '{meant[0]}'?" if meant and meant[0] != odd[0] else ""
        derive = f"derive it from reticent.formats.{base}" if plain else "begin its name with an underscore"
        raise InputError(
            f"the class {part.__name__} has '{odd[0]}', which nobody asks a {base} for: {derive}{hint}"
        )


_NEAR = 0.85
"""How alike two names are of which one is the other misspelt, as "label" and "labels" are (0.91): chosen by hand."""

_VALUES = ("labels", "holds")
"""Capabilities that a class may have as a field."""

_MINIMUM = frozenset({"name", "suffixes", "recognizes", "read"})
_SOURCE_MINIMUM = frozenset({"documents", "dropped", "options", "write"})
_CAPABILITIES = _MINIMUM | frozenset({"holds", *_public_members(FileFormat)})
_SOURCE_CAPABILITIES = _SOURCE_MINIMUM | {
    "holds",
    *_public_members(FileSource),
    *_public_members(VerifiesFile),
}
_OPTIONAL = (_CAPABILITIES | _SOURCE_CAPABILITIES) - _MINIMUM - _SOURCE_MINIMUM


def as_file_format(part: Format) -> FileFormat:
    """Anybody's format with what the engine asks for; an InputError when it has capabilities that nobody would ask for.

    A plain object with the members of `Format` is taken to write text in UTF-8, and what it writes is held to that.
    """
    if isinstance(part, FileFormat):
        return part
    missing = [name for name in _MINIMUM if not hasattr(part, name)]
    if missing or isinstance(part, type):
        called = (part if isinstance(part, type) else type(part)).__name__
        raise InputError(
            f"a format is an object with name, suffixes, recognizes and read: {called} has no"
            f" {' and no '.join(missing) or 'instance'}"
        )
    _require_known(type(part), _MINIMUM, "FileFormat", plain=True)
    return _PlainFormat(part)


@dataclass(frozen=True, slots=True)
class _PlainFormat(FileFormat):
    """A format of which nothing is known but how to read it: its files must be text, all of which is searched."""

    form: Format
    holds = "more"

    @property
    def name(self) -> str:
        return self.form.name

    @property
    def suffixes(self) -> tuple[str, ...]:
        return self.form.suffixes

    def recognizes(self, head: bytes) -> bool:
        return self.form.recognizes(head)

    def read(self, name: str, data: bytes, options: FormatOptions) -> DocumentSource:
        return self.form.read(name, data, options)

    def reread(self, data: bytes) -> Iterator[str]:
        """Nothing: no other reader is known."""
        return iter(())

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every word in the text of the file; a DocumentError when it is no text."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise DocumentError(
                f"the format '{self.name}' writes more than text and does not say how that is checked:"
                " derive it from reticent.formats.FileFormat, with reread and residue"
            ) from None
        return [Residue(word, "the file") for word in sorted(Search(list(words)).text(text))]


def as_file_source(source: DocumentSource) -> FileSource:
    """Anybody's source with safe defaults; an InputError when it has capabilities that nobody would ask for."""
    if isinstance(source, FileSource):
        return source
    _require_known(type(source), _SOURCE_MINIMUM, "FileSource", plain=True)
    return _PlainSource(source)


@dataclass(frozen=True, slots=True)
class _PlainSource(FileSource):
    """A source with nothing but the least that a source has."""

    source: DocumentSource

    @property
    def documents(self) -> Sequence[Document]:
        return self.source.documents

    @property
    def dropped(self) -> Mapping[str, int]:
        return self.source.dropped

    @property
    def options(self) -> FormatOptions:
        return self.source.options

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        return self.source.write(edits)


@dataclass(frozen=True, slots=True)
class KnownFormats:
    """The formats that there are, handed to formats whose files hold other files, so that none imports the registry.

    `find` takes a name, the bytes and options, `has_ending` an ending; all three are functions of a module, so that a
    layout with them can travel to another process.
    """

    find: Callable[[str, bytes, FormatOptions], FileFormat]
    has_ending: Callable[[str], bool]
    list_all: Callable[[], tuple[FileFormat, ...]]


def require_edits(edits: Sequence[Sequence[Edit]], documents: int) -> None:
    """Refuse edits that aren't one list per document."""
    if len(edits) != documents:
        raise DocumentError(
            f"there are edits of {len(edits)} documents for {documents}: give one list a document"
        )
