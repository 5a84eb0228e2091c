"""Zip archives: every member read and written by its own format, their names judged as a document of their own.

Members are unpacked within limits, and an archive is refused where one of them can't be trusted. A name that tells as
much as a text becomes a number. What the archive carries besides its members doesn't go out.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, count, pairwise
from pathlib import PurePosixPath

from reticent.errors import DocumentError, InputError
from reticent.files.unpacking import LIMITS
from reticent.formats.seam.format import (
    FileFormat,
    FileSource,
    KnownFormats,
    Relabel,
    Residue,
    VerifiesFile,
    as_file_source,
    require_edits,
)
from reticent.formats.seam.inspection import COMMENTS, METADATA, FileFinding
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.formats.seam.outline import OutlinePassage
from reticent.formats.seam.packed import list_layers
from reticent.formats.seam.records import (
    SEPARATOR,
    Fields,
    count_each,
    is_number,
    join_labels,
    sum_up,
    write_each,
    write_number,
)
from reticent.formats.seam.search import Search
from reticent.plan import Edit
from reticent.text import Document

MOST_BYTES = 1 << 30
"""How large all members together may be, unpacked: they are in memory, and their texts besides. Chosen by hand."""

MOST_MEMBERS = 10_000
"""Files in an archive: all of them are read before one is written; more should go out as a folder. Chosen by hand."""

LEFT_OUT = "files that can't be read"
"""What the report calls members that were left out because somebody said so."""

_PIECE = 1 << 20
"""Bytes unpacked before the limits are checked, so that a member that is made to swell is left in time."""

_ENCRYPTED = 0x1 | 0x40 | 0x2000
"""Bits of a member's flags, by the zip specification: encrypted, strongly encrypted, with a hidden directory."""

_DRIVE = re.compile(r"[A-Za-z]:")
_LEFT_BY_SYSTEMS = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_DAMAGED = (zipfile.BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError, zlib.error)


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive: its number, its name, and its bytes."""

    number: int
    name: str = field(repr=False)
    data: bytes = field(repr=False)

    @property
    def ending(self) -> str:
        """The ending of its name in small letters."""
        return PurePosixPath(self.name).suffix.lower()


def read_members(name: str, data: bytes) -> list[Member]:
    """The members in order; a DocumentError names by its number the one that can't be trusted."""
    with open_zip(name, data) as archive:
        entries = [each for each in archive.infolist() if not each.is_dir()]
        if len(entries) > MOST_MEMBERS:
            raise DocumentError(f"'{name}' has more than {MOST_MEMBERS:,} members: divide it")
        seen = Counter(each.filename.casefold().rstrip("/") for each in archive.infolist())
        if max(seen.values(), default=0) > 1:
            raise DocumentError(
                f"'{name}' has two members of the same name: pack it anew without one of them"
            )
        members, size = [], 0
        for number, entry in enumerate(entries, 1):
            _refuse_entry(f"'{name}', member {number}", entry)
            if not is_left_by_system(entry.filename):
                unpacked = _unpack(archive, entry, f"'{name}', member {number}", MOST_BYTES - size)
                members.append(Member(number, entry.filename, unpacked))
                size += len(unpacked)
    return [replace(member, number=place) for place, member in enumerate(members, 1)]


@contextmanager
def open_zip(name: str, data: bytes) -> Iterator[zipfile.ZipFile]:
    """The archive; whatever is wrong with it becomes a DocumentError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield archive
    except _DAMAGED:
        raise DocumentError(f"'{name}' is no zip that can be read, or a damaged one: pack it anew") from None


def find_member_format(archive: ZipArchive, name: str, member: Member) -> FileFormat:
    """The format that reads a member, by its name and its bytes; an archive in it knows how deep it lies."""
    if not archive.known.has_ending(member.ending):
        raise DocumentError(
            f"'{name}', member {member.number} is of no format that is read here: take it out of the archive"
        )
    found = archive.known.find(call_member(name, member), member.data, DEFAULTS)
    return replace(found, depth=archive.depth + 1) if isinstance(found, ZipArchive) else found


def call_member(name: str, member: Member) -> str:
    """How errors and documents call a member: by its number, for its name may tell."""
    return f"{name}/{member.number}{member.ending}"


@dataclass(frozen=True, slots=True)
class _KeptUnread(FileFormat):
    """A member that no format reads and that somebody wants to keep: it goes out as it is, and nobody judges it."""

    holds = "more"

    name: str = "kept unread"
    suffixes: tuple[str, ...] = ()

    def recognizes(self, head: bytes) -> bool:
        """Any bytes."""
        return True

    def read(self, name: str, data: bytes, options: FormatOptions) -> _KeptSource:
        """No document."""
        return _KeptSource(data, options)

    def reread(self, data: bytes) -> Iterator[str]:
        """Nothing that anybody reads."""
        return iter(())

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """The words that stand in its bytes, as they are, unpacked, or decoded from base64."""
        search = Search(list(words))
        found = {
            word for layer in list_layers(data, "a member that is kept unread") for word in search.raw(layer)
        }
        return [Residue(word, "its bytes") for word in sorted(found)]

    def inspect(self, data: bytes) -> list[FileFinding]:
        """That it is there."""
        return [FileFinding("files of no known format", 1)]


@dataclass(frozen=True, slots=True)
class _KeptSource(FileSource):
    """The bytes of a member that nobody judges."""

    data: bytes = field(repr=False)
    options: FormatOptions
    documents: tuple[Document, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=lambda: {"files that were kept and not judged": 1})

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The same bytes."""
        require_edits(edits, 0)
        return self.data


def _read_member(
    archive: ZipArchive, name: str, member: Member, options: FormatOptions
) -> tuple[FileFormat, FileSource] | None:
    """A member and its format; where no format reads it, as it is or not at all, if somebody said so."""
    try:
        form = find_member_format(archive, name, member)
        return form, as_file_source(form.read(call_member(name, member), member.data, options))
    except InputError:
        if options.unread == "keep":
            kept = _KeptUnread()
            return kept, kept.read(name, member.data, options)
        if options.skip_bad:
            return None
        raise


def is_left_by_system(name: str) -> bool:
    """Whether a member is a note that an operating system leaves in folders."""
    path = PurePosixPath(name)
    return path.parts[:1] == ("__MACOSX",) or path.name.lower() in _LEFT_BY_SYSTEMS


def count_extras(name: str, data: bytes) -> Mapping[str, int]:
    """How many things of each kind the archive carries besides its members; none of them goes out."""
    with open_zip(name, data) as archive:
        entries = archive.infolist()
        counts = Counter(
            {
                "comments": bool(archive.comment) + sum(bool(each.comment) for each in entries),
                "extra fields": sum(bool(each.extra) for each in entries),
                "folders": sum(each.is_dir() for each in entries),
                "notes of operating systems": sum(is_left_by_system(each.filename) for each in entries),
                "bytes before the first member": min((each.header_offset for each in entries), default=0),
            }
        )
    return {kind: count for kind, count in counts.items() if count}


def _refuse_entry(where: str, entry: zipfile.ZipInfo) -> None:
    path = entry.orig_filename
    if entry.flag_bits & _ENCRYPTED:
        raise DocumentError(f"{where} is encrypted: unpack it with its password and pack it anew")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise DocumentError(f"{where} is a link to another file: pack the file itself")
    if ".." in PurePosixPath(path).parts or path.startswith("/") or "\\" in path or _DRIVE.match(path):
        raise DocumentError(f"{where} would be unpacked outside the archive's folder: pack it anew")
    if not path.isprintable():
        raise DocumentError(f"{where} has a name with control characters: rename it")


def _unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, where: str, room: int) -> bytes:
    most = min(room, max(LIMITS.small, LIMITS.ratio * entry.compress_size))
    pieces, size = [], 0
    with archive.open(entry) as file:
        while piece := file.read(_PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > most:
                raise DocumentError(
                    f"{where} unpacks to more than {most / 1e6:,.0f} MB, as a file that is made to fill a machine would:"
                    " if you trust it, unpack it yourself"
                )
    return b"".join(pieces)


def inspect_archive(archive: ZipArchive, data: bytes) -> list[FileFinding]:
    """By kind and place, members by their number."""
    found = list(_inspect_container(data))
    for member in read_members("an archive", data):
        where = f"member {member.number}"
        try:
            form = find_member_format(archive, "an archive", member)
        except InputError:
            found.append(FileFinding("files of no known format", 1, where, (member.name,)))
            continue
        for each in form.inspect(member.data):
            found.append(replace(each, where=f"{where}: {each.where}" if each.where else where))
    return found


def _inspect_container(data: bytes) -> Iterator[FileFinding]:
    with open_zip("an archive", data) as archive:
        entries = archive.infolist()
        comments = [each.comment for each in entries if each.comment]
        comments += [archive.comment] if archive.comment else []
        if comments:
            words = tuple(each.decode("utf-8", "replace") for each in comments)
            yield FileFinding(COMMENTS, len(comments), "the archive", words)
        if extra := sum(bool(each.extra) for each in entries):
            yield FileFinding(METADATA, extra, "extra fields of members")
        if left := [each.filename for each in entries if is_left_by_system(each.filename)]:
            yield FileFinding(METADATA, len(left), "notes of operating systems", tuple(left))
        if before := min((each.header_offset for each in entries), default=0):
            yield FileFinding(METADATA, before, "bytes before the first member")


_TELLING = 3
"""Letters and digits that a removed word must have to be looked for in names: shorter ones stand in any name."""


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
    >>> replace_names(["a.docx", "A.docx"], ["a", "A"], set())  # a.doc and A.docx
    ['a.docx', '0001.docx']
    """
    first = {name.casefold(): place for place, name in reversed(list(enumerate(names)))}
    telling = [
        text_of_name(name) != after
        or not gone.isdisjoint(words_in(without_ending(name)))
        or first[name.casefold()] < place
        for place, (name, after) in enumerate(zip(names, released, strict=True))
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
    return (number for number in map(write_number, count(1)) if number not in stems)


def names_agree(released: str, found: str) -> bool:
    """Whether the names that were read again are the released ones, or numbers instead of them."""
    before, after = released.split(SEPARATOR), found.split(SEPARATOR)
    return all(not name or is_number(name) or name in before for name in after)


_LOCAL_HEAD = 30  # bytes of the header before each member, by the zip specification
_NAME_SIZE, _EXTRA_SIZE = slice(26, 28), slice(28, 30)  # where it says how long name and extra field are


def find_residue(data: bytes, words: Sequence[str], checks: Sequence[VerifiesFile]) -> list[Residue]:
    """Every place that holds one of the words; `checks` say how each member is searched."""
    found: set[tuple[int, str, str]] = set()
    members = read_members("an archive", data)
    if len(members) != len(checks):
        raise DocumentError("a written archive doesn't have the members that it should: please report this")
    for member, check in zip(members, checks, strict=True):
        there = check.residue(member.data, words)
        where = f"member {member.number}"
        found |= {(each.word, f"{where}: {each.place}", _join(where, each.part)) for each in there}
    search = Search(words)
    with open_zip("an archive", data) as archive:
        for place, text in _strings(archive):
            found |= {(word, place, place.partition(":")[0]) for word in search.text(text)}
        found |= {
            (word, "the archive between its members", "") for word in search.raw(_between(archive, data))
        }
    return [Residue(*each) for each in sorted(found)]


def _join(member: str, part: str) -> str:
    return f"{member}, {part}" if part else member


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
"""The first moment that a zip can tell: the same for every member, so that none tells when it was made."""

_UNIX, _READABLE = 3, 0o100644 << 16
"""The system whose modes a member has, and the mode of a usual file: the same wherever the archive is written."""


@dataclass(frozen=True)
class ArchiveSource(FileSource, VerifiesFile):
    """The names of the members as a document, without their endings, and what each member is."""

    holds = "more"

    name: str
    paths: tuple[str, ...] = field(repr=False)
    names: Fields
    formats: tuple[FileFormat, ...]
    members: tuple[FileSource, ...] = field(repr=False)
    extras: Mapping[str, int]
    options: FormatOptions

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all members; their own names are a document."""
        return tuple(label for member in self.members for label in member.labels)

    def relabel(self, decide: Relabel) -> ArchiveSource:
        """The same archive, each of its members with other labels."""
        members = tuple(each.relabel(decide) for each in self.members)
        options = replace(self.options, members=tuple(member.options for member in members))
        return replace(self, members=members, options=options)

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The names of the members, then the documents of all members in order."""
        return (self.names.document, *(each for member in self.members for each in member.documents))

    @property
    def outline(self) -> list[Sequence[OutlinePassage]]:
        """The names of the members one by one, then what each member says of its documents."""
        names = [OutlinePassage(span) for span in self.names.spans]
        return [names, *(passages for member in self.members for passages in member.outline)]

    @property
    def dropped(self) -> Mapping[str, int]:
        """What the archive and its members leave out."""
        return dict(Counter(self.extras) + Counter(sum_up(self.members)))

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The archive with every member after its edits; names that tell become numbers."""
        require_edits(edits, len(self.documents))
        written = write_each(self.members, edits[1:])
        paths = [form.name_release(path) for path, form in zip(self.paths, self.formats, strict=True)]
        names = replace_names(paths, self.names.texts(edits[0]), self._removed_words(edits))
        return build_zip(zip(names, written, strict=True))

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """What writing changes in the members besides the edits."""
        return count_each(self.members, edits[1:])

    def _removed_words(self, edits: Sequence[Sequence[Edit]]) -> set[str]:
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
            check.agrees_with(released[start:end], found[start:end])
            for check, (start, end) in zip(self._list_checks(), pairwise(ends), strict=True)
        )

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of the members in the readings of others."""
        for check, member in zip(self._list_checks(), read_members(self.name, data), strict=True):
            yield from check.reread(member.data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every place in the members, their names and the archive that holds one of the words."""
        return find_residue(data, list(words), self._list_checks())

    def find_verifier(self, form: FileFormat) -> VerifiesFile:
        """The source itself, which knows its members."""
        return self

    def _list_checks(self) -> list[VerifiesFile]:
        return [source.find_verifier(form) for source, form in zip(self.members, self.formats, strict=True)]


def read_archive(archive: ZipArchive, name: str, data: bytes, options: FormatOptions) -> ArchiveSource:
    """Every member, read by its own format; what can't be read is refused, kept as it is, or left out."""
    found = read_members(name, data)
    given = options.members or [replace(options, format=None, partial=True)] * len(found)
    if len(given) != len(found):
        raise DocumentError(f"'{name}' no longer has the members that it had: read the original again")
    read = [_read_member(archive, name, member, each) for member, each in zip(found, given, strict=True)]
    formats, members = tuple(each[0] for each in read if each), tuple(each[1] for each in read if each)
    found = [member for member, each in zip(found, read, strict=True) if each]
    extras = dict(count_extras(name, data))
    if None in read:
        extras[LEFT_OUT] = read.count(None)
    if found == [] and None in read:
        raise DocumentError(f"'{name}' has no member that can be read: unpack it first")
    _require_columns(name, members, options)
    again = replace(options, members=tuple(member.options for member in members), skip_bad=False)
    paths = tuple(member.name for member in found)
    names = join_labels(f"{name}, names of members", list(map(text_of_name, paths)))
    return ArchiveSource(name, paths, names, formats, members, extras, again)


def _require_columns(name: str, members: Sequence[FileSource], options: FormatOptions) -> None:
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
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


MOST_DEEP = 3
"""How many archives may lie in each other, the outermost counted: each level multiplies what may be unpacked."""


@dataclass(frozen=True, slots=True)
class ZipArchive(FileFormat):
    """A zip of files in formats that are read here; `depth` tells how many archives it lies in."""

    holds = "more"

    name: str
    suffixes: tuple[str, ...]
    known: KnownFormats = field(repr=False)
    depth: int = 0

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins like this is a zip."""
        return head.startswith((b"PK\x03\x04", b"PK\x05\x06"))

    def read(self, name: str, data: bytes, options: FormatOptions) -> ArchiveSource:
        """The names of the members as one document, then the documents of all members in order."""
        self._refuse_depth(name)
        return read_archive(self, name, data, options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both are the same text to some member's format, or the same names, some of them replaced by numbers."""
        others = (each for each in self.known.list_all() if each.name != self.name)
        return (
            released == found
            or names_agree(released, found)
            or any(each.agrees(released, found) for each in others)
        )

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of every member whose format has another reader."""
        for member in read_members("an archive", data):
            yield from find_member_format(self, "an archive", member).reread(member.data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every place in the members, their names and what the archive says of them that holds one of the words."""
        members = read_members("an archive", data)
        checks = [find_member_format(self, "an archive", member) for member in members]
        return find_residue(data, list(words), checks)

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the archive and its members carry besides their text."""
        self._refuse_depth("an archive")
        return inspect_archive(self, data)

    def _refuse_depth(self, name: str) -> None:
        if self.depth >= MOST_DEEP:
            raise DocumentError(f"'{name}' lies in more than {MOST_DEEP - 1} other archives: unpack it first")
