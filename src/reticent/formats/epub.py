"""Books (EPUB): the metadata and every chapter are one document, released as a book of the same chapters.

Chapters are XHTML, read as people read it. What has no text (pictures, fonts, styles, scripts) doesn't go out, and is counted.
Files, ids and the links between them are numbered anew; the table of contents is written from the first heading of each chapter.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html.entities import html5
from urllib.parse import unquote

from reticent.errors import DocumentError
from reticent.formats.archive import Member, open_zip, read_members
from reticent.formats.html import without_blanks
from reticent.formats.seam.format import FileFormat, FileSource, Residue, require_edits
from reticent.formats.seam.inspection import METADATA, FileFinding
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.formats.seam.records import SEPARATOR, Fields, join_documents
from reticent.formats.xml import (
    EndTag,
    FieldRules,
    NodeText,
    StartTag,
    TableRules,
    XmlNode,
    XmlSource,
    attributes_of,
    find_residue,
    parse_xml,
    read_again,
    read_nodes,
)
from reticent.plan import Edit
from reticent.text import Cell, Document, Span

MIMETYPE = b"application/epub+zip"
_XHTML, _OPF, _DC = (
    "http://www.w3.org/1999/xhtml",
    "http://www.idpf.org/2007/opf",
    "http://purl.org/dc/elements/1.1/",
)
_PAGES = frozenset(["application/xhtml+xml", "text/html"])
_KEPT_METADATA = frozenset(
    "title creator contributor publisher description subject rights relation coverage type".split()
)
"""Elements of Dublin Core that are judged; numbers, dates and sources of the book don't go out."""

_GONE_ELEMENTS = frozenset(
    """script style link base object embed iframe audio video source track canvas svg math form input select textarea button img
    image picture template meta noscript applet map area frame""".split()
)
"""Elements that don't go out with all that is in them: what they show is no text."""

_KEPT_ATTRIBUTES = frozenset("xml:lang lang alt title colspan rowspan href id dir start value".split())
_OWN = re.compile(r"(?:[0-9]{4}\.xhtml)?(?:#n[0-9]{1,9})?|n[0-9]{1,9}")
_ENTITY = re.compile(rb"&((?!(?:amp|lt|gt|quot|apos);)[A-Za-z][A-Za-z0-9]{1,31};)")
_DOCTYPE = re.compile(rb"<!DOCTYPE\s+[^>\[]{0,300}>", re.I)
_ELEMENTS = frozenset(
    """html head title body section nav article aside h1 h2 h3 h4 h5 h6 hgroup header footer address p hr pre blockquote ol ul li
    dl dt dd figure figcaption main div a em strong small s cite q dfn abbr ruby rb rt rtc rp data time code var samp kbd sub sup i b
    u mark bdi bdo span br wbr ins del table caption colgroup col tbody thead tfoot tr td th center font big tt strike acronym
    details summary dialog""".split()
)
"""The elements of XHTML; all others become `span`, for their names are anybody's words."""


class PageRules(TableRules):
    """What the fields of a chapter are: cells are what their table says, links and ids that were numbered here are no text."""

    __slots__ = ()

    def is_vocabulary(self, place: int, way: tuple[str, ...], attribute: str, value: str) -> bool:
        """Whether the value of an attribute is nobody's word."""
        if attribute in ("href", "id"):
            return _OWN.fullmatch(value) is not None
        if attribute in ("colspan", "rowspan", "start", "value"):
            return value.isdecimal() and len(value) < 4
        if attribute == "lang":
            return super().is_vocabulary(place, way, "xml:lang", value)
        return super().is_vocabulary(place, way, attribute, value) or (attribute, value) == ("dir", "ltr")


@dataclass(frozen=True, slots=True)
class Book(FileFormat):
    """A book: one document."""

    holds = "more"

    name: str = "epub"
    suffixes: tuple[str, ...] = (".epub",)

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so is a zip."""
        return head.startswith(b"PK\x03\x04")

    def read(self, name: str, data: bytes, options: FormatOptions) -> BookSource:
        """The metadata and the chapters in their order; a DocumentError when it is not a book."""
        return _BookReader(name, options).read(data)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts have the same signs; blanks between elements are layout."""
        return without_blanks(released) == without_blanks(found)

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of every part, as a reader finds them that knows only the form that is written here."""
        texts = (read_again(part.decode("utf-8", "replace"), _find_rules) for _, part in _parts(data))
        yield SEPARATOR.join(text for text in texts if text)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every part that holds one of the words."""
        looked_for = list(words)
        return [
            Residue(each.word, f"{place}: {each.place}", place)
            for place, part in _parts(data, contents=True)
            for each in find_residue(part.decode("utf-8", "replace"), looked_for, _find_rules)
        ]

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the book carries besides its text."""
        dropped = self.read("the file", data, DEFAULTS).dropped
        return [FileFinding(METADATA, count, kind) for kind, count in dropped.items()]


def _find_rules(nodes: Sequence[XmlNode]) -> FieldRules:
    return PageRules(nodes)


_NAMED = {
    "metadata.dc:creator": "full name",
    "metadata.dc:contributor": "full name",
    "metadata.dc:publisher": "organization name",
    "metadata.dc:subject": "name",
    "head.title": "name",
}
"""Elements of the metadata and of the heads of chapters that name people and bodies, as headers of columns would say it."""


def _name_cells(fields: Fields, parts: Sequence[XmlSource]) -> Fields:
    """The texts of a book with what their elements say of them: "Early Bean" as a creator is a name."""
    cells = [
        Cell(Span(whole.start + span.start, whole.start + span.end), (place.way[-1], 0), header)
        for part, whole in zip(parts, fields.spans, strict=True)
        for span, place in zip(part.fields.spans, part.places, strict=True)
        if (header := _NAMED.get(".".join(place.way[-2:]), ""))
    ]
    return replace(fields, document=replace(fields.document, cells=tuple(cells)))


_CONTENTS = "OEBPS/nav.xhtml"


def _parts(data: bytes, *, contents: bool = False) -> Iterator[tuple[str, bytes]]:
    """The parts of a written book that hold texts of the original; the table of contents repeats them."""
    with open_zip("a book", data) as archive:
        for name in archive.namelist():
            if name == "OEBPS/content.opf":
                package = archive.read(name)
                found = _METADATA.search(package)
                yield name, found[0] if found else package
            elif name.endswith(".xhtml") and (contents or name != _CONTENTS):
                yield name, archive.read(name)


_METADATA = re.compile(rb'<metadata .*?(?=<dc:identifier id="book">)', re.S)
"""The metadata of the original in a written book, without what every released book has."""


@dataclass(frozen=True, slots=True)
class BookSource(FileSource):
    """A book: its metadata, its chapters, and where they go."""

    fields: Fields
    metadata: XmlSource = field(repr=False)
    chapters: tuple[XmlSource, ...] = field(repr=False)
    language: str
    dropped: Mapping[str, int]
    options: FormatOptions

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return (self.fields.document,)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The book after the edits, as EPUB 3: `mimetype` first and unpacked."""
        require_edits(edits, 1)
        own = self.fields.split(edits[0])
        metadata = self.metadata.write([own[0]])
        chapters = [chapter.write([each]) for chapter, each in zip(self.chapters, own[1:], strict=True)]
        names = [_name_chapter(number) for number in range(1, len(chapters) + 1)]
        members = {
            "mimetype": MIMETYPE,
            "META-INF/container.xml": _CONTAINER,
            "OEBPS/content.opf": _write_package(metadata, names, self.language),
            _CONTENTS: _write_contents(names, chapters),
            **{f"OEBPS/{name}": chapter for name, chapter in zip(names, chapters, strict=True)},
        }
        return _pack(members)


def _name_chapter(number: int) -> str:
    return f"{number:04d}.xhtml"


@dataclass(slots=True)
class _BookReader:
    """Reads a book, and numbers its files and ids."""

    name: str
    options: FormatOptions
    dropped: Counter[str] = field(default_factory=Counter)
    _numbers: dict[str, int] = field(default_factory=dict, repr=False)
    _ids: dict[str, int] = field(default_factory=dict, repr=False)

    def read(self, data: bytes) -> BookSource:
        members = {each.name: each for each in read_members(self.name, data)}
        if members.get("mimetype", Member(0, "", b"")).data.strip() != MIMETYPE:
            raise DocumentError(
                f"'{self.name}' is not a book: its first member doesn't say so; correct its ending"
            )
        if "META-INF/encryption.xml" in members:
            raise DocumentError(
                f"'{self.name}' is encrypted, or has encrypted fonts: save it without protection"
            )
        place = self._find_package(members)
        nodes = self._parse(members, place)
        pages = self._list_pages(nodes, posixpath.dirname(place))
        self._numbers = {page: number for number, page in enumerate(pages, 1)}
        metadata = self._read_metadata(nodes)
        chapters = tuple(self._read_chapter(members, page) for page in pages)
        unread = members.keys() - {*pages, place, "mimetype", "META-INF/container.xml"}
        own = {_CONTENTS} if self._is_own(nodes) else set()
        self.dropped["files without text"] += len(unread - own)
        documents = [metadata.documents[0], *(chapter.documents[0] for chapter in chapters)]
        fields = _name_cells(join_documents(self.name, documents), [metadata, *chapters])
        dropped = {kind: count for kind, count in self.dropped.items() if count}
        return BookSource(fields, metadata, chapters, self._find_language(nodes), dropped, self.options)

    def _parse(self, members: Mapping[str, Member], name: str) -> list[XmlNode]:
        if name not in members:
            raise DocumentError(f"'{self.name}' lacks a part that it names: save the book anew")
        where = f"'{self.name}', member {members[name].number}"
        plain = _DOCTYPE.sub(b"", members[name].data, count=1)
        _, parsed = parse_xml(_ENTITY.sub(_show_entity, plain), where)
        self.dropped.update({kind: count for kind, count in parsed.dropped.items() if count})
        return parsed.nodes

    def _find_package(self, members: Mapping[str, Member]) -> str:
        """The part that says what the book is made of."""
        for node in self._parse(members, "META-INF/container.xml"):
            if isinstance(node, StartTag) and _local(node.name) == "rootfile":
                return attributes_of(node).get("full-path", "")
        raise DocumentError(f"'{self.name}' does not say where its parts are: save the book anew")

    def _list_pages(self, nodes: Sequence[XmlNode], folder: str) -> list[str]:
        """The chapters in the order in which they are read; the table of contents is written anew."""
        items: dict[str, str] = {}
        order: list[str] = []
        for node in nodes:
            attributes = attributes_of(node)
            if isinstance(node, StartTag) and _local(node.name) == "item":
                contents = "nav" in attributes.get("properties", "").split()
                if attributes.get("media-type") in _PAGES and not contents:
                    path = unquote(attributes.get("href", "").partition("#")[0])
                    items[attributes.get("id", "")] = posixpath.normpath(posixpath.join(folder, path))
            elif isinstance(node, StartTag) and _local(node.name) == "itemref":
                order.append(attributes.get("idref", ""))
        known = [items[each] for each in order if each in items]
        return list(dict.fromkeys([*known, *items.values()]))

    def _is_own(self, nodes: Sequence[XmlNode]) -> bool:
        return any(attributes_of(each).get("content") == _OWN_IDENTIFIER for each in nodes)

    def _find_language(self, nodes: Sequence[XmlNode]) -> str:
        for place, node in enumerate(nodes):
            if isinstance(node, StartTag) and _local(node.name) == "language":
                following = nodes[place + 1]
                said = following.text.strip() if isinstance(following, NodeText) else ""
                return said if re.fullmatch(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,4}){0,2}", said) else "und"
        return "und"

    def _read_metadata(self, nodes: Sequence[XmlNode]) -> XmlSource:
        """The texts of the metadata, as elements of Dublin Core without attributes."""
        kept: list[XmlNode] = [StartTag("metadata", (("xmlns", _OPF), ("xmlns:dc", _DC)))]
        open_ = ""
        inside = False
        for node in nodes:
            if isinstance(node, StartTag) and _local(node.name) == "metadata":
                inside = True
            elif isinstance(node, EndTag) and _local(node.name) == "metadata":
                break
            elif inside and isinstance(node, StartTag) and not open_:
                name = _local(node.name)
                open_ = name if name in _KEPT_METADATA else ""
                self.dropped["metadata"] += not open_ and name not in ("language", "metadata")
                kept += [StartTag(f"dc:{name}")] if open_ else []
            elif open_ and isinstance(node, NodeText):
                kept.append(node)
            elif open_ and isinstance(node, EndTag) and _local(node.name) == open_:
                kept.append(EndTag(f"dc:{open_}"))
                open_ = ""
        if not any(isinstance(each, StartTag) and each.name == "dc:title" for each in kept):
            kept += [StartTag("dc:title"), NodeText("Untitled"), EndTag("dc:title")]
        kept.append(EndTag("metadata"))
        return read_nodes(self.name, tuple(_join_texts(kept)), {}, self.options)

    def _read_chapter(self, members: Mapping[str, Member], page: str) -> XmlSource:
        nodes = tuple(_join_texts(self._clean(self._parse(members, page), page)))
        return read_nodes(f"{self.name}, {page}", nodes, {}, self.options, rules=PageRules(nodes))

    def _clean(self, nodes: Sequence[XmlNode], page: str) -> Iterator[XmlNode]:
        """The nodes of a chapter that go out."""
        gone = 0
        for node in nodes:
            if gone:
                gone += isinstance(node, StartTag) - isinstance(node, EndTag)
            elif isinstance(node, StartTag):
                name = _local(node.name).lower()
                if name in _GONE_ELEMENTS:
                    self.dropped[
                        "pictures" if name in ("img", "image", "svg", "picture") else "elements without text"
                    ] += 1
                    gone = 1
                else:
                    yield StartTag(_name_element(name), tuple(self._clean_attributes(node, name, page)))
            elif isinstance(node, EndTag):
                yield EndTag(_name_element(_local(node.name).lower()))
            else:
                yield node

    def _clean_attributes(self, tag: StartTag, name: str, page: str) -> Iterator[tuple[str, str]]:
        if name == "html":
            yield "xmlns", _XHTML
        for key, value in tag.attributes:
            if key == "id":
                yield key, f"n{self._number_id(page, value)}"
            elif key == "href":
                yield key, self._write_link(page, value)
            elif key in _KEPT_ATTRIBUTES:
                yield key, value
            elif not key.startswith("xmlns"):
                self.dropped["attributes"] += 1

    def _number_id(self, page: str, value: str) -> int:
        return self._ids.setdefault(f"{page}#{value}", len(self._ids) + 1)

    def _write_link(self, page: str, target: str) -> str:
        """A link to another place of the book by its new name; an address elsewhere is text."""
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", target):
            return target
        path, _, place = target.partition("#")
        there = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path))) if path else page
        if there not in self._numbers:
            return target
        written = _name_chapter(self._numbers[there]) if path else ""
        return f"{written}#n{self._number_id(there, place)}" if place else written


def _show_entity(found: re.Match[bytes]) -> bytes:
    return html5.get(found[1].decode(), found[0].decode()).encode()


def _name_element(name: str) -> str:
    return name if name in _ELEMENTS else "span"


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _join_texts(nodes: Iterable[XmlNode]) -> Iterator[XmlNode]:
    """The nodes with texts in a row as one."""
    text = ""
    for node in nodes:
        if isinstance(node, NodeText):
            text += node.text
            continue
        if text:
            yield NodeText(text)
            text = ""
        yield node


_OWN_IDENTIFIER = "released"
_CONTAINER = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n'
    b'<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    b'<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_NOBODYS = "urn:uuid:00000000-0000-0000-0000-000000000000"


def _write_package(metadata: bytes, names: Sequence[str], language: str) -> bytes:
    """The part that lists all others, with the metadata that a book must have and tells nothing."""
    written = metadata.decode().partition("\n")[2].strip()
    must = (
        f'<dc:identifier id="book">{_NOBODYS}</dc:identifier><dc:language>{language}</dc:language>'
        f'<meta name="reticent" content="{_OWN_IDENTIFIER}"/><meta property="dcterms:modified">2000-01-01T00:00:00Z</meta>'
    )
    items = "".join(
        f'<item id="c{number}" href="{name}" media-type="application/xhtml+xml"/>'
        for number, name in enumerate(names, 1)
    )
    spine = "".join(f'<itemref idref="c{number}"/>' for number in range(1, len(names) + 1))
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="{_OPF}" version="3.0" unique-identifier="book">\n'
        f"{written.removesuffix('</metadata>')}{must}</metadata>\n"
        f'<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}</manifest>\n'
        f"<spine>{spine}</spine></package>\n"
    ).encode()


_SHOWN = re.compile(r"<(h1|h2|h3|title)(?: [^>]*)?>(.*?)</\1>", re.S)
_TAG = re.compile("<[^>]*>")
_LONGEST_HEADING = 120
"""Characters of an entry in the table of contents: a heading is a line."""


def _write_contents(names: Sequence[str], chapters: Sequence[bytes]) -> bytes:
    """A table of contents of what the released chapters show as their headings."""
    entries = []
    for number, (name, chapter) in enumerate(zip(names, chapters, strict=True), 1):
        found = {match[1]: match[2] for match in reversed(list(_SHOWN.finditer(chapter.decode())))}
        heading = next((found[each] for each in ("h1", "h2", "h3", "title") if found.get(each)), "")
        shown = " ".join(_TAG.sub("", heading).split())
        shown = shown if shown and len(shown) <= _LONGEST_HEADING else f"{number}"
        entries.append(f'<li><a href="{name}">{shown}</a></li>')
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<html xmlns="{_XHTML}" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body>'
        f'<nav epub:type="toc"><ol>{"".join(entries)}</ol></nav></body></html>\n'
    ).encode()


def _pack(members: Mapping[str, bytes]) -> bytes:
    """The parts as a zip in their order, the same bytes for the same parts; `mimetype` stays unpacked."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 0
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()


EPUB = Book()
