"""An archive that was read: the sources of all its members, and how it is built anew.

The names of an archive's members, which may tell as much as a text: one that does becomes a number.

Removed words that are still in an archive: its members, their names, and everything between them.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from reticent.errors import DocumentError
from reticent.formats.archive.opening import (
    call_member,
    count_extras,
    find_member_format,
    open_zip,
    read_members,
)
from reticent.formats.format import (
    Checked,
    Container,
    Format,
    Labelled,
    Relabel,
    Residue,
    Source,
    list_labels,
    require_edits,
)
from reticent.formats.options import FormatOptions
from reticent.formats.records import (
    SEPARATOR,
    Fields,
    count_each,
    is_number,
    join_labels,
    sum_up,
    write_each,
    write_number,
)
from reticent.formats.search import Search
from reticent.plan import Edit
from reticent.text import Document

if TYPE_CHECKING:
    from reticent.formats.archive.opening import ZipArchive


_TELLING = 3
"""Letters and digits that a removed word must have to be looked for in names."""


def without_ending(name: str) -> str:
    """A name as a text: its ending names a format and is nobody's word.

    >>> without_ending("notes/Jane.TXT")
    'notes/Jane'
    """
    return name.removesuffix(PurePosixPath(name).suffix)


def text_of_name(name: str) -> str:
    """What a name tells: nothing where it is a number of an earlier release.

    >>> text_of_name("notes/Jane.txt"), text_of_name("0001.txt")
    ('notes/Jane', '')
    """
    whole = without_ending(name)
    return "" if is_number(whole) else whole


def replace_names(names: Sequence[str], released: Sequence[str], gone: Set[str]) -> list[str]:
    """The names that go out: one whose text was edited, or holds a word that was removed anywhere, becomes a number.

    >>> replace_names(["a.txt", "Roe.TXT"], ["a", "Roe"], {"roe"})
    ['a.txt', '0001.txt']
    """
    telling = [
        text_of_name(name) != after or not gone.isdisjoint(words_in(without_ending(name)))
        for name, after in zip(names, released, strict=True)
    ]
    taken = {name.casefold() for name, tells in zip(names, telling, strict=True) if not tells}
    numbers = _free_numbers(taken)
    return [
        next(numbers) + PurePosixPath(name).suffix.lower() if tells else name
        for name, tells in zip(names, telling, strict=True)
    ]


def words_in(text: str) -> set[str]:
    """The words of a name or a removed text, cut at everything that is no letter or digit, and where capitals begin."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    found = {word.casefold() for each in (text, parted) for word in re.findall(r"[^\W_]+", each)}
    return {word for word in found if len(word) >= _TELLING}


def _free_numbers(taken: Collection[str]) -> Iterator[str]:
    """Numbers with which no name begins that stays."""
    stems = {PurePosixPath(name).stem for name in taken if "/" not in name}
    number = 0
    while True:
        number += 1
        if write_number(number) not in stems:
            yield write_number(number)


def names_agree(released: str, found: str) -> bool:
    """Whether the names that were read again are the released ones, or numbers instead of them."""
    before, after = released.split(SEPARATOR), found.split(SEPARATOR)
    return all(not name or is_number(name) or name in before for name in after)


_LOCAL_HEAD = 30
_NAME_SIZE, _EXTRA_SIZE = slice(26, 28), slice(28, 30)


def find_residue(data: bytes, words: Sequence[str], checks: Sequence[Format | Checked]) -> list[Residue]:
    """Every place that holds one of the words; `checks` say how each member is searched."""
    found: set[tuple[int, str]] = set()
    members = read_members("an archive", data)
    if len(members) != len(checks):
        raise DocumentError("a written archive has not the members that it should: please report this")
    for member, check in zip(members, checks, strict=True):
        if isinstance(check, Container | Checked):
            there = check.residue(member.data, words)
            found |= {(each.word, f"member {member.number}: {each.place}") for each in there}
    search = Search(words)
    with open_zip("an archive", data) as archive:
        for place, text in _strings(archive):
            found |= {(word, place) for word in search.text(text)}
        found |= {(word, "the archive between its members") for word in search.raw(_between(archive, data))}
    return [Residue(word, place) for word, place in sorted(found)]


def _strings(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Names, comments and extra fields."""
    yield "the comment", archive.comment.decode("utf-8", "replace")
    for number, entry in enumerate(archive.infolist(), 1):
        name = without_ending(entry.filename)
        yield f"member {number}: its name", name.replace("_", " ")
        yield f"member {number}: its name", name
        yield f"member {number}: its comment", entry.comment.decode("utf-8", "replace")
        yield f"member {number}: an extra field", entry.extra.decode("latin-1")


def _between(archive: zipfile.ZipFile, data: bytes) -> bytes:
    """The bytes of the archive that are neither packed members nor their names."""
    pieces, place = [], 0
    for entry in sorted(archive.infolist(), key=lambda each: each.header_offset):
        head = data[entry.header_offset : entry.header_offset + _LOCAL_HEAD]
        name, extra = (int.from_bytes(head[part], "little") for part in (_NAME_SIZE, _EXTRA_SIZE))
        pieces.append(data[place : entry.header_offset])
        start = entry.header_offset + _LOCAL_HEAD + name
        pieces.append(data[start : start + extra])
        place = start + extra + entry.compress_size
    pieces.append(data[place : archive.start_dir])
    return b"\0".join(pieces)


_BEGINNING = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o100644 << 16


@dataclass(frozen=True)
class ArchiveSource:
    """The names of the members as a document, without their endings, and what each member is."""

    name: str
    paths: tuple[str, ...] = field(repr=False)
    names: Fields
    formats: tuple[Format, ...]
    members: tuple[Source, ...] = field(repr=False)
    extras: Mapping[str, int]
    options: FormatOptions

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all members; their own names are a document."""
        return tuple(label for member in self.members for label in list_labels(member))

    def relabel(self, decide: Relabel) -> ArchiveSource:
        """The same archive, each of its members with other labels."""
        members = tuple(each.relabel(decide) if isinstance(each, Labelled) else each for each in self.members)
        options = replace(self.options, members=tuple(member.options for member in members))
        return replace(self, members=members, options=options)

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The names of the members, then the documents of all members in order."""
        return (self.names.document, *(each for member in self.members for each in member.documents))

    @property
    def dropped(self) -> Mapping[str, int]:
        """What the archive and its members leave out."""
        return dict(Counter(self.extras) + Counter(sum_up(self.members)))

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The archive with every member after its edits; names that tell become numbers."""
        require_edits(edits, len(self.documents))
        written = write_each(self.members, edits[1:])
        names = replace_names(self.paths, self.names.texts(edits[0]), self._removed_words(edits))
        return build_zip(zip(names, written, strict=True))

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """What writing changes in the members besides the edits."""
        return count_each(self.members, edits[1:])

    def _removed_words(self, edits: Sequence[Sequence[Edit]]) -> set[str]:
        """The words that the edits remove from any document."""
        return {
            word
            for document, each in zip(self.documents, edits, strict=True)
            for edit in each
            for word in words_in(edit.span.of(document.text))
        }

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether names and texts are those that were released, each member asked in its own way."""
        if not len(released) == len(found) == len(self.documents) or not names_agree(released[0], found[0]):
            return False
        ends = accumulate((len(member.documents) for member in self.members), initial=1)
        return all(
            _agree(checks, released[start:end], found[start:end])
            for checks, (start, end) in zip(self._checks(), pairwise(ends), strict=True)
        )

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of the members in the readings of others."""
        for checks, member in zip(self._checks(), read_members(self.name, data), strict=True):
            if isinstance(checks, Container | Checked):
                yield from checks.reread(member.data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every place in the members, their names and the archive that holds one of the words."""
        return find_residue(data, list(words), self._checks())

    def _checks(self) -> list[Format | Checked]:
        """Who checks each member: its source where that knows how, else its format."""
        return [
            source if isinstance(source, Checked) else form
            for source, form in zip(self.members, self.formats, strict=True)
        ]


def _agree(checks: Format | Checked, released: Sequence[str], found: Sequence[str]) -> bool:
    if isinstance(checks, Checked):
        return checks.agrees_with(released, found)
    if isinstance(checks, Container):
        return all(map(checks.agrees, released, found))
    return list(released) == list(found)


def read_archive(archive: ZipArchive, name: str, data: bytes, options: FormatOptions) -> ArchiveSource:
    """Every member, read by its own format."""
    found = read_members(name, data)
    given = options.members or [replace(options, format=None, partial=True)] * len(found)
    if len(given) != len(found):
        raise DocumentError(f"'{name}' has not the members that it had: read the original again")
    formats = tuple(find_member_format(archive, name, member) for member in found)
    members = tuple(
        form.read(call_member(name, member), member.data, each)
        for form, member, each in zip(formats, found, given, strict=True)
    )
    _require_columns(name, members, options)
    again = replace(options, members=tuple(member.options for member in members))
    paths = tuple(member.name for member in found)
    names = join_labels(f"{name}, names of members", list(map(text_of_name, paths)))
    return ArchiveSource(name, paths, names, formats, members, count_extras(name, data), again)


def _require_columns(name: str, members: Sequence[Source], options: FormatOptions) -> None:
    """Refuse a rule for a column that no member has: it may be a `drop` that is misspelled."""
    if options.members or options.partial:
        return
    known = {column for member in members for column in member.options.columns}
    dropped = sum_up(members)
    for column in options.columns:
        if column not in known and f"column '{column}'" not in dropped:
            raise DocumentError(f"'{name}' has no table with a column '{column}': correct --column")


def build_zip(members: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of these names and bytes and nothing else: no time, no comment, no extra field."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members:
            entry = zipfile.ZipInfo(name, _BEGINNING)
            entry.create_system, entry.external_attr = 3, _READABLE
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return out.getvalue()
