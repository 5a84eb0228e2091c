"""XML of office files as trees: parsed without entities, written always in the same way."""

from __future__ import annotations

from typing import TypeAlias

from reticent.errors import DocumentError, needs_extra
from reticent.formats.office.namespaces import STRICT

with needs_extra("office", "reading office files"):
    from lxml import etree

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
