"""An archive that was read: the sources of all its members, and how it is built anew."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from reticent.errors import DocumentError
from reticent.formats.archive.names import names_agree, replace_names, text_of_name, words_in
from reticent.formats.archive.opening import (
    call_member,
    count_extras,
    find_member_format,
    read_members,
)
from reticent.formats.archive.residue import find_residue
from reticent.formats.fields import Fields, join_labels
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
from reticent.formats.records import count_each, sum_up, write_each
from reticent.plan import Edit
from reticent.text import Document

if TYPE_CHECKING:
    from reticent.formats.archive.file import ZipArchive

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
