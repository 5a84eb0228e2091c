"""The XML of office files as trees, and what stays of it: known elements, vocabulary, text where text belongs.

Trees are parsed without entities and always written in the same way. Code writes the names of elements with a prefix, and
the lists of them stand in `elements.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

from reticent.errors import DocumentError, needs_extra

with needs_extra("office", "reading office files"):
    from lxml import etree


Element: TypeAlias = "etree._Element"
ELEMENTS: dict[str, Any] = tomllib.loads(
    resources.files(__package__).joinpath("elements.toml").read_text("utf-8")
)
"""The lists of elements, attributes and relations, as the file has them."""

SPACES: dict[str, str] = ELEMENTS["spaces"]
"""The namespaces of office files by the prefixes that they have here."""


def tag(name: str) -> str:
    """An element or attribute as trees call it.

    >>> tag("xlink:href")
    '{http://www.w3.org/1999/xlink}href'
    """
    prefix, _, local = name.partition(":")
    return f"{{{SPACES[prefix]}}}{local}"


def tags(names: str) -> frozenset[str]:
    """The same for several names, between which there are spaces."""
    return frozenset(map(tag, names.split()))


def read_drops(names: str) -> dict[str, str]:
    """Which elements go from a kind of part, and how each is counted; "" isn't."""
    listed = ELEMENTS["drop"][names].items()
    return {each: kind if kind != "uncounted" else "" for kind, names in listed for each in tags(names)}


OPEN_XML, OPEN_DOCUMENT = (
    frozenset(SPACES[prefix] for prefix in ELEMENTS["known"][family].split())
    for family in ("open_xml", "open_document")
)
"""Elements of any other namespace leave a file."""

_STRICT = "http://purl.oclc.org/ooxml/"
_KINDS = ("officeDocument", "wordprocessingml", "presentationml", "spreadsheetml", "drawingml")
_ORDINARY = {
    f"{_STRICT}{kind}/".encode(): f"http://schemas.openxmlformats.org/{kind}/2006/".encode()
    for kind in _KINDS
}
"""The strict variant of the standard calls the same things by other names."""


@lru_cache(maxsize=4096)  # more than the standards have names
def split(tag: str) -> tuple[str, str]:
    """The namespace and the name of an element or attribute."""
    space, mark, name = tag.rpartition("}")
    return (space[1:], name) if mark else ("", name)


def parse(name: str, data: bytes) -> Element:
    """The root of a part; a DocumentError when it is no XML, declares entities or is nested too deep."""
    try:
        return etree.fromstring(prepare(name, data), etree.XMLParser(**PARSING))
    except (etree.XMLSyntaxError, ValueError):
        raise DocumentError(
            f"'{name}' holds a part that is damaged or nested too deep: save it again in its program"
        ) from None


PARSING: dict[str, bool] = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}
"""How every part is parsed."""


def prepare(name: str, data: bytes) -> bytes:
    """The bytes of a part as a parser gets them; a DocumentError when they declare entities."""
    plain = data.replace(b"\0", b"")
    if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain:
        raise DocumentError(
            f"'{name}' declares entities in a part, as no office program does: save it again in its program"
        )
    for strict, ordinary in _ORDINARY.items():
        data = data.replace(strict, ordinary)
    return data


def serialize(root: Element, used: Sequence[str] = ()) -> bytes:
    """The bytes of a part; prefixes that are `used` elsewhere stay declared."""
    etree.cleanup_namespaces(root, keep_ns_prefixes=used)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def elements(root: Element) -> list[Element]:
    """All elements in document order, as they are now."""
    return [each for each in root.iter() if isinstance(each.tag, str)]


_REFERRING = etree.XPath("descendant-or-self::*[@r:*]", namespaces={"r": SPACES["r"]})


def list_referring(root: Element) -> list[Element]:
    """The elements with an attribute that names a relation, in document order."""
    return list(_REFERRING(root))


def remove(element: Element) -> None:
    """Take an element away; the text after it stays."""
    if element.getparent() is not None:
        _put_before(element, element.tail)
        element.getparent().remove(element)


def unwrap(element: Element) -> None:
    """Put the children and the text of an element in its place."""
    if element.getparent() is not None:
        _put_before(element, element.text)
        for child in list(element):
            element.addprevious(child)
        remove(element)


def _put_before(element: Element, text: str | None) -> None:
    before = element.getprevious()
    if text and before is not None:
        before.tail = (before.tail or "") + text
    elif text:
        element.getparent().text = (element.getparent().text or "") + text


def replace_children(element: Element, *children: Element) -> None:
    """Give an element other children."""
    for child in list(element):
        element.remove(child)
    element.extend(children)


Dropped = Counter[str]
"""Kinds of what doesn't go out, and how many of each."""


@dataclass(frozen=True, slots=True)
class KeepList:
    """What stays in a part.

    `texts` are the elements whose text stays, `mixed` those whose children may have text after them as well, `spoken` the
    attributes that hold text and are judged as such (element@attribute).
    """

    is_vocabulary: Callable[[str, str, str], bool]
    spoken: frozenset[str]
    texts: frozenset[str]
    mixed: frozenset[str] = frozenset()
    spaces: frozenset[str] = OPEN_XML


def scrub(root: Element, keep: KeepList, dropped: Dropped) -> None:
    """Take away whatever the keep-list doesn't name; the ids of relations are left to the package."""
    gone = []
    for element in root.iter("*"):
        name: str = element.tag
        if split(name)[0] not in keep.spaces and element is not root:
            gone.append(element)
            continue
        if len(element.attrib):
            _scrub_attributes(element, keep, dropped)
        if name in keep.mixed:
            continue
        if name not in keep.texts:
            element.text = None
        for child in element:
            child.tail = None
    for element in gone:
        remove(element)
    root.tail = None


_ALTERNATIVE_TEXTS = frozenset(["descr", "alt"])


def _scrub_attributes(element: Element, keep: KeepList, dropped: Dropped) -> None:
    name = split(element.tag)[1]
    for key, value in list(element.attrib.items()):
        space, attribute = split(key)
        if space == SPACES["r"] or f"{name}@{attribute}" in keep.spoken:
            continue
        if not keep.is_vocabulary(element.tag, key, value):
            dropped["alternative texts"] += attribute in _ALTERNATIVE_TEXTS and bool(value)
            del element.attrib[key]


def drop_elements(root: Element, kinds: Mapping[str, str], dropped: Dropped) -> None:
    """Take away elements by their tags, with all that they hold, and count each as its kind; "" isn't counted."""
    for element in [each for each in root.iter(*kinds) if each.tag in kinds and each is not root]:
        if any(each is root for each in element.iterancestors()):
            kind = kinds[element.tag]
            dropped[kind] += bool(kind)
            remove(element)


def choose_alternatives(root: Element) -> None:
    """Leave one of several versions of the same content: the first whose namespaces are known, else the fallback."""
    for element in reversed(list(root.iter(tag("mc:AlternateContent")))):
        if element.getparent() is None:
            continue
        versions = [each for each in element if each.tag == tag("mc:Choice") and _is_known(each)]
        chosen = next(iter([*versions, *element.findall(tag("mc:Fallback"))]), None)
        for child in list(chosen) if chosen is not None else []:
            element.addprevious(child)
        remove(element)


def _is_known(choice: Element) -> bool:
    return all(choice.nsmap.get(prefix) in OPEN_XML for prefix in (choice.get("Requires") or "?").split())


_SCHEME = re.compile(r"\s*[^/?#%]*:")
_SAFE = ("http://", "https://", "mailto:")
_LONGEST = 2000  # characters: what browsers open; a longer address is a place to hide data, not one to go to


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
