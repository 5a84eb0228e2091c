"""XML of office files as trees: parsed without entities, written always in the same way.

The namespaces of office files: those whose elements stay, and the names that code asks for.

What stays in the XML of a part: elements of known namespaces, attributes of the vocabulary, text where text belongs.

Addresses that links lead to: judged like text, and written so that they stay addresses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote, unquote

from reticent.errors import DocumentError, needs_extra

with needs_extra("office", "reading office files"):
    from lxml import etree


_OPEN_XML = "http://schemas.openxmlformats.org/"
_STRICT = "http://purl.oclc.org/ooxml/"

W = f"{_OPEN_XML}wordprocessingml/2006/main"
P = f"{_OPEN_XML}presentationml/2006/main"
X = f"{_OPEN_XML}spreadsheetml/2006/main"
A = f"{_OPEN_XML}drawingml/2006/main"
C = f"{_OPEN_XML}drawingml/2006/chart"
M = f"{_OPEN_XML}officeDocument/2006/math"
R = f"{_OPEN_XML}officeDocument/2006/relationships"
MC = f"{_OPEN_XML}markup-compatibility/2006"
V = "urn:schemas-microsoft-com:vml"
RELATIONS = f"{_OPEN_XML}package/2006/relationships"
TYPES = f"{_OPEN_XML}package/2006/content-types"
XML = "http://www.w3.org/XML/1998/namespace"

_WORD_2010 = "http://schemas.microsoft.com/office/word/2010/"
OPEN_XML = frozenset(
    [
        *(W, P, X, A, C, M, V),
        f"{_OPEN_XML}drawingml/2006/wordprocessingDrawing",
        f"{_OPEN_XML}drawingml/2006/spreadsheetDrawing",
        f"{_OPEN_XML}drawingml/2006/chartDrawing",
        f"{_OPEN_XML}drawingml/2006/picture",
        f"{_OPEN_XML}drawingml/2006/diagram",
        "http://schemas.microsoft.com/office/drawing/2008/diagram",
        *(f"{_WORD_2010}wordprocessing{kind}" for kind in ("Shape", "Group", "Canvas")),
        "urn:schemas-microsoft-com:office:word",
    ]
)
"""Elements of any other namespace leave an Open XML file."""

STRICT = {
    f"{_STRICT}officeDocument/": f"{_OPEN_XML}officeDocument/2006/",
    **{
        f"{_STRICT}{kind}/": f"{_OPEN_XML}{kind}/2006/"
        for kind in ("wordprocessingml", "presentationml", "spreadsheetml", "drawingml")
    },
}
"""The strict variant of the standard calls the same things by other names."""

_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE = f"{_ODF}office:1.0"
TEXT = f"{_ODF}text:1.0"
TABLE = f"{_ODF}table:1.0"
DRAW = f"{_ODF}drawing:1.0"
STYLE = f"{_ODF}style:1.0"
FO = f"{_ODF}xsl-fo-compatible:1.0"
SVG = f"{_ODF}svg-compatible:1.0"
NUMBER = f"{_ODF}datastyle:1.0"
PRESENTATION = f"{_ODF}presentation:1.0"
MANIFEST = f"{_ODF}manifest:1.0"
XLINK = "http://www.w3.org/1999/xlink"
EXTENDED = "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"
CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
OPEN_DOCUMENT = frozenset([OFFICE, TEXT, TABLE, DRAW, STYLE, FO, SVG, NUMBER, PRESENTATION, EXTENDED])
"""Elements of any other namespace leave an OpenDocument file."""


def split(tag: str) -> tuple[str, str]:
    """The namespace and the name of an element or attribute."""
    space, mark, name = tag.rpartition("}")
    return (space[1:], name) if mark else ("", name)


Element: TypeAlias = "etree._Element"


def parse(name: str, data: bytes) -> Element:
    """The root of a part; a DocumentError when it is no XML, declares entities or is nested too deep."""
    plain = data.replace(b"\0", b"")
    if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain:
        raise DocumentError(
            f"'{name}' declares entities in a part, as no office program does: save it in its program anew"
        )
    if b"http://purl.oclc.org/ooxml/" in data:
        for strict, ordinary in STRICT.items():
            data = data.replace(strict.encode(), ordinary.encode())
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        raise DocumentError(
            f"'{name}' holds a part that is damaged or nested too deep: save it in its program anew"
        ) from None


def serialize(root: Element) -> bytes:
    """The bytes of a part."""
    etree.cleanup_namespaces(root)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def elements(root: Element) -> list[Element]:
    """All elements in document order, as they are now."""
    return [each for each in root.iter() if isinstance(each.tag, str)]


def remove(element: Element) -> None:
    """Take an element away; the text after it stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def unwrap(element: Element) -> None:
    """Put the children and the text of an element in its place."""
    parent = element.getparent()
    if parent is None:
        return
    children = list(element)
    if element.text:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.text
        else:
            parent.text = (parent.text or "") + element.text
    for child in children:
        element.addprevious(child)
    remove(element)


def replace_children(element: Element, *children: Element) -> None:
    """Give an element other children."""
    for child in list(element):
        element.remove(child)
    element.extend(children)


def is_inside(element: Element, tags: frozenset[str]) -> bool:
    """Whether one of the elements around it has one of these tags."""
    return any(each.tag in tags for each in element.iterancestors())


Dropped = Counter[str]
"""Kinds of what doesn't go out, and how many of each."""


@dataclass(frozen=True, slots=True)
class KeepList:
    """What stays in a part.

    `texts` are the elements whose text stays, `mixed` those whose children may have text behind them as well, `spoken` the
    attributes that hold text and are judged as such (element@attribute).
    """

    spaces: frozenset[str]
    texts: frozenset[str]
    mixed: frozenset[str]
    spoken: frozenset[str]
    is_vocabulary: Callable[[str, str, str], bool]


def scrub(root: Element, keep: KeepList, dropped: Dropped) -> None:
    """Take away whatever the keep-list doesn't name; the ids of relations are left to the package."""
    for element in elements(root):
        if split(element.tag)[0] not in keep.spaces and element is not root:
            remove(element)
            continue
        _scrub_attributes(element, keep, dropped)
        if element.tag not in keep.texts and element.tag not in keep.mixed:
            element.text = None
        for child in element:
            if element.tag not in keep.mixed:
                child.tail = None
    root.tail = None


_ALTERNATIVE_TEXTS = frozenset(["descr", "alt"])


def _scrub_attributes(element: Element, keep: KeepList, dropped: Dropped) -> None:
    name = split(element.tag)[1]
    for key, value in list(element.attrib.items()):
        space, attribute = split(key)
        if space == R or f"{name}@{attribute}" in keep.spoken:
            continue
        if not keep.is_vocabulary(element.tag, key, value):
            dropped["alternative texts"] += attribute in _ALTERNATIVE_TEXTS and bool(value)
            del element.attrib[key]


def drop_elements(root: Element, kinds: dict[str, str], dropped: Dropped) -> None:
    """Take away elements by their tags, with all that they hold, and count each as its kind; "" isn't counted."""
    for element in elements(root):
        kind = kinds.get(element.tag)
        if kind is not None and any(each is root for each in element.iterancestors()):
            dropped[kind] += bool(kind)
            remove(element)


def choose_alternatives(root: Element) -> None:
    """Leave one of several versions of the same content: the first whose namespaces are known, else the fallback."""
    for element in reversed(elements(root)):
        if element.tag != f"{{{MC}}}AlternateContent" or element.getparent() is None:
            continue
        versions = [each for each in element if each.tag == f"{{{MC}}}Choice" and _is_known(each)]
        chosen = next(iter([*versions, *element.findall(f"{{{MC}}}Fallback")]), None)
        for child in list(chosen) if chosen is not None else []:
            element.addprevious(child)
        remove(element)


def _is_known(choice: Element) -> bool:
    return all(choice.nsmap.get(prefix) in OPEN_XML for prefix in (choice.get("Requires") or "?").split())


_SCHEME = re.compile(r"\s*[^/?#%]*:")
_SAFE = ("http://", "https://", "mailto:")
_LONGEST = 2000


def is_safe(address: str) -> bool:
    """Whether an address leads to a page, a mailbox or a place nearby, and not into a machine."""
    plain = address.lower()
    outside = plain.startswith(_SAFE) or not (_SCHEME.match(plain) or "\\" in plain)
    return outside and 0 < len(address) <= _LONGEST


def read_address(address: str) -> str:
    """An address as people read it."""
    return unquote(address)


def write_address(text: str) -> str:
    """The text as an address; one that begins with no known scheme has none.

    >>> write_address("[URL 1]://x"), read_address(write_address("https://x.org/[A]"))
    ('%5BURL%201%5D%3A//x', 'https://x.org/[A]')
    """
    colon = ":" if text.lower().startswith(_SAFE) else ""
    return quote(text, safe=f"{colon}/?#@!$&'()*+,;=~")
