"""Which taxonomy a choice means, and how taxonomy files are read.

A choice is a name of what ships ("wordnet"), a file whose ending tells its reader ("terms.obo"), or a reader and what it
opens ("skos:terms.ttl"). Readers of other packages are entry points of the group `reticent.taxonomies`: functions that open
a place. Our own read tables, one line per child and parent, and OBO, the format of Disease Ontology and its relatives, and
the thesauri of office programs.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from reticent.errors import InputError, TaxonomyError
from reticent.files.extensions import find_opening
from reticent.files.unpacking import DAMAGED, Limits, open_packed
from reticent.knowledge.taxonomy.hierarchy import Hierarchy, HierarchyEntry, entries_from_pairs
from reticent.knowledge.taxonomy.packed import OF_LANGUAGE, WORDNET, load_shipped, medicine, wordnet
from reticent.knowledge.taxonomy.taxonomy import Taxonomy, in_order, no_taxonomy
from reticent.language.registry import DEFAULT_CODE, languages_with

GROUP = "reticent.taxonomies"
"""The entry point group by which other packages add readers."""

LIMITS = Limits(size=1_000_000_000)
"""How large a packed taxonomy may become: it is held in memory."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file's text in lines, its SHA-256 as it lies on the disk, and its name for errors."""

    name: str
    lines: tuple[str, ...]
    fingerprint: str

    def at(self, line: int) -> str:
        """How an error names a line, counted from one."""
        return f"{self.name}, line {line}"


def read_source(path: str | Path) -> SourceFile:
    """Read a UTF-8 file, unpacking .gz, .xz and .bz2; a TaxonomyError says what is wrong with it and where."""
    path = Path(path)
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise TaxonomyError(f"{path}: can't be read ({error.strerror}); check the path") from None
    try:
        with open_packed(BytesIO(packed), path.suffix, name=str(path), limits=LIMITS) as stream:
            content = stream.read()
    except InputError as error:
        raise TaxonomyError(str(error)) from None
    except DAMAGED:
        raise TaxonomyError(f"{path}: can't be unpacked; the file is damaged or misnamed") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise TaxonomyError(f"{path}, line {line}: not UTF-8; save the file in that encoding") from None
    if not text.strip():
        raise TaxonomyError(f"{path}: the file is empty")
    lines = tuple(text.replace("\r\n", "\n").split("\n"))
    return SourceFile(str(path), lines, "sha256:" + hashlib.sha256(packed).hexdigest())


_CHILD = ("child", "label", "name", "term", "concept")
_PARENT = ("parent", "subclassof", "is_a", "broader")


def read_table(path: str | Path) -> Hierarchy:
    """The taxonomy in a CSV or TSV file of child and parent names, also packed as .gz or .xz.

    Two columns, child and parent, or any number under a header that names one `child` (or label, name, term,
    concept) and one `parent` (or subClassOf, is_a, broader). A child with several parents has several lines; an
    empty parent marks a root, and a parent without a line of its own is one.
    """
    source = read_source(path)
    try:
        entries = entries_from_pairs(_pairs(source))
        return Hierarchy(entries, fingerprint=source.fingerprint)
    except TaxonomyError as error:
        if str(error).startswith(source.name):
            raise
        raise TaxonomyError(f"{source.name}: {error}") from None


def _pairs(source: SourceFile) -> Iterator[tuple[str, str, str]]:
    rows = _rows(source)
    line, first = next(rows)
    columns = _columns(first)
    if columns is None and len(first) != 2:
        raise TaxonomyError(
            f"{source.at(line)}: expected two columns, child and parent, or a header that names them"
        )
    child, parent = columns or (0, 1)
    if columns is None:
        yield first[0], first[1], source.at(line)
    for line, row in rows:
        if len(row) != len(first):
            raise TaxonomyError(f"{source.at(line)}: {len(row)} columns instead of {len(first)}")
        yield row[child], row[parent], source.at(line)


def _rows(source: SourceFile) -> Iterator[tuple[int, list[str]]]:
    delimiter = "\t" if "\t" in next(line for line in source.lines if line.strip()) else ","
    reader = csv.reader((line + "\n" for line in source.lines), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error:
        raise TaxonomyError(
            f"{source.at(reader.line_num)}: broken quotes, a stray line end or an oversized field"
        ) from None


def _columns(header: list[str]) -> tuple[int, int] | None:
    cells = [cell.strip().casefold() for cell in header]
    child = next((cells.index(name) for name in _CHILD if name in cells), None)
    parent = next((cells.index(name) for name in _PARENT if name in cells), None)
    return None if child is None or parent is None else (child, parent)


_KINDS = ("[Term]", "[Instance]")
_UP = ("is_a", "instance_of")
_SYNONYM = re.compile(r'"(?P<name>(?:[^"\\]|\\.)*)"\s*(?P<scope>[A-Z]*)')
_BARE = re.compile(r"(?:[^\\!{]|\\.|\{(?![\w:.-]+\s*=))*")  # chemists' braces are no modifiers
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "W": " "}


@dataclass(slots=True)
class _Stanza:
    line: int
    kind: str
    tags: list[tuple[int, str, str]] = field(default_factory=list)

    def values(self, *tags: str) -> list[tuple[int, str]]:
        return [(line, value) for line, tag, value in self.tags if tag in tags]


def read_obo(path: str | Path) -> Hierarchy:
    """The taxonomy in an OBO file (1.2 or 1.4), also packed as .gz or .xz.

    A term's names are its `name` and its EXACT synonyms; BROAD, NARROW and RELATED ones mean something else and
    are left out. What it `is_a` (or an instance `instance_of`) is above it; other relations, logical definitions
    and obsolete terms are left out, and leading to an obsolete or undefined term is an error.
    """
    source = read_source(path)
    entries = [
        _entry(source, stanza)
        for stanza in _stanzas(source)
        if stanza.kind in _KINDS
        and not any(_bare(value) == "true" for _, value in stanza.values("is_obsolete"))
    ]
    if not entries:
        raise TaxonomyError(f"{source.name}: no [Term] in it that is in use; is it an OBO file?")
    return Hierarchy(entries, fingerprint=source.fingerprint)


def _stanzas(source: SourceFile) -> Iterator[_Stanza]:
    stanza = _Stanza(1, "header")
    for number, raw in enumerate(source.lines, 1):
        line = raw.strip()
        if not line or line.startswith("!"):
            continue
        if line.startswith("["):
            yield stanza
            stanza = _Stanza(number, _bare(line))
            continue
        tag, colon, value = line.partition(":")
        if not colon:
            raise TaxonomyError(f"{source.at(number)}: expected 'tag: value'")
        stanza.tags.append((number, tag, value.strip()))
    yield stanza


def _entry(source: SourceFile, stanza: _Stanza) -> HierarchyEntry:
    ids = [_bare(value) for _, value in stanza.values("id")]
    if len(ids) != 1 or not ids[0]:
        raise TaxonomyError(f"{source.at(stanza.line)}: a {stanza.kind} needs exactly one id")
    names = [_bare(value) for _, value in stanza.values("name")] or ids
    for line, value in stanza.values("synonym"):
        synonym = _SYNONYM.match(value)
        if synonym is None:
            raise TaxonomyError(f'{source.at(line)}: a synonym needs the form "name" SCOPE []')
        if synonym["scope"] == "EXACT":
            names.append(_unescape(synonym["name"]).strip())
    parents = {_bare(value): source.at(line) for line, value in stanza.values(*_UP)}
    return HierarchyEntry(ids[0], tuple(names), parents, source.at(stanza.line))


def _bare(value: str) -> str:
    """The value without its trailing {modifiers} and ! comment."""
    matched = _BARE.match(value)
    return _unescape(matched[0] if matched else value).strip()


def _unescape(value: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), value)


SHIPPED: Mapping[str, Callable[[], Taxonomy]] = {"wordnet": wordnet, "medicine": medicine}
"""The taxonomies that ship with the package, by the names that choose them."""


def _read_thesaurus(path: str) -> Taxonomy:
    from reticent.knowledge.taxonomy.thesaurus import read_thesaurus  # it reads its file by this module

    return read_thesaurus(path)


READERS: Mapping[str, Callable[[str], Taxonomy]] = {
    "obo": read_obo,
    "csv": read_table,
    "tsv": read_table,
    "dat": _read_thesaurus,
}
"""Our own readers by name, which is also how their files end: each opens the taxonomy at a place."""

_OF_MEDICINE = frozenset({"medicine", "medicine-texts", "medicine-facts"})


def open_taxonomies(choices: Sequence[str], folder: Path) -> Taxonomy:
    """One taxonomy that asks those that were chosen in order, or knows nothing; files are relative to `folder`."""
    return in_order(*(_open_taxonomy(choice, folder) for choice in choices)) if choices else no_taxonomy()


def open_chosen(
    choices: Sequence[str] | None, knowledge: Iterable[str], folder: Path
) -> Callable[[str], Taxonomy]:
    """What opens the chosen taxonomies, or those that go with the knowledge, in the language that somebody asks for."""

    def open_in(language: str = DEFAULT_CODE) -> Taxonomy:
        return open_taxonomies(choices or taxonomies_beside(knowledge, language), folder)

    return open_in


def taxonomies_beside(knowledge: Iterable[str], language: str = DEFAULT_CODE) -> list[str]:
    """The taxonomies to ask where nobody chose any: that of medicine first where medicine was chosen as knowledge.

    In another language than English it is the WordNet of that language, if it has one.
    """
    if language != DEFAULT_CODE:
        return [f"wordnet-{language}"] if language in languages_with(WORDNET) else []
    return ["wordnet"] if _OF_MEDICINE.isdisjoint(knowledge) else ["medicine", "wordnet"]


def _open_taxonomy(choice: str, folder: Path) -> Taxonomy:
    if choice in SHIPPED:
        return SHIPPED[choice]()
    if (code := choice.removeprefix("wordnet-")) != choice and code in languages_with(WORDNET):
        return load_shipped(f"{OF_LANGUAGE}{code}")
    if (opening := find_opening(GROUP, choice, READERS)) is not None:
        return opening.open(Taxonomy, folder)
    readers = [READERS[end[1:]] for end in Path(choice).suffixes if end[1:] in READERS]
    if not readers:
        raise TaxonomyError(
            f"taxonomies: '{choice}' is neither 'wordnet' nor 'medicine', nor 'wordnet-es' for a language that has one, nor an .obo,"
            " .csv or .tsv file, nor a thesaurus in a .dat file"
        )
    return readers[-1](str(folder / choice))
