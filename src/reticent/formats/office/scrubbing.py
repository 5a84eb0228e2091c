"""What stays in the XML of a part: elements of known namespaces, attributes of the vocabulary, text where text belongs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from reticent.formats.office.namespaces import MC, OPEN_XML, R, split
from reticent.formats.office.trees import Element, elements, remove

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
