"""What a second reader, which has no parser in common with the first, finds in XML that was written here.

It knows the one form that is written and nothing else: whatever it can't read is searched as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from reticent.formats.seam.format import Residue
from reticent.formats.seam.records import SEPARATOR
from reticent.formats.seam.search import Search
from reticent.formats.xml._fields import PLAIN_RULES, FieldRules, find_fields
from reticent.formats.xml._nodes import (
    HEAD,
    EndTag,
    NodeText,
    StartTag,
    XmlNode,
    is_declaration,
)

_NAME = r"[^\s<>/=\"'&!?]+"
_TOKEN = re.compile(
    rf'<(?P<start>{_NAME})(?P<attributes>(?: {_NAME}="[^"<]*")*)(?P<empty>/?)>|</(?P<end>{_NAME})>|(?P<text>[^<]+)'
)
_ATTRIBUTE = re.compile(rf' ({_NAME})="([^"<]*)"')
_REFERENCE = re.compile("&(?:#([0-9]{1,7})|(amp|lt|gt|quot));")
_SIGNS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"'}


def _decode(written: str) -> str:
    return _REFERENCE.sub(lambda found: chr(int(found[1])) if found[1] else _SIGNS[found[2]], written)


def read_written(written: str) -> tuple[list[XmlNode], list[str]]:
    """The nodes of a file in the form that is written here, and what of it is in no such form."""
    nodes: list[XmlNode] = []
    odd: list[str] = []
    position = len(HEAD) if written.startswith(HEAD) else 0
    while position < len(written):
        found = _TOKEN.match(written, position)
        if not found:
            end = written.find("<", position + 1)
            odd.append(written[position : end if end > 0 else None])
            position = end if end > 0 else len(written)
            continue
        position = found.end()
        nodes += _read_token(found)
    return nodes, odd


def _read_token(found: re.Match[str]) -> Iterator[XmlNode]:
    if found["text"]:
        yield NodeText(_decode(found["text"]))
    elif found["end"]:
        yield EndTag(found["end"])
    else:
        pairs = _ATTRIBUTE.findall(found["attributes"])
        yield StartTag(found["start"], tuple((name, _decode(value)) for name, value in pairs))
        if found["empty"]:
            yield EndTag(found["start"])


FindRules = Callable[[Sequence[XmlNode]], FieldRules]
"""What gives the rules of a file, by its nodes."""


def _no_rules(_: Sequence[XmlNode]) -> FieldRules:
    return PLAIN_RULES


def read_again(written: str, find_rules: FindRules = _no_rules) -> str:
    """The judged texts as the second reader finds them, and whatever else there is."""
    nodes, odd = read_written(written.rstrip("\n"))
    inside = [each for each in nodes if not isinstance(each, NodeText) or each.text]
    return SEPARATOR.join([*(each.text for each in find_fields(inside, find_rules(inside))), *odd])


def find_residue(written: str, words: Sequence[str], find_rules: FindRules = _no_rules) -> list[Residue]:
    """Every text, value, comment or piece of markup that holds one of the words; names are judged as labels."""
    search = Search(words)
    nodes, odd = read_written(written.rstrip("\n"))
    found = {Residue(word, "markup") for each in odd for word in search.text(each)}
    rules = find_rules(nodes)
    for place, node in enumerate(nodes):
        if isinstance(node, StartTag):
            found |= {
                Residue(word, "attribute")
                for name, value in node.attributes
                if not rules.is_vocabulary(place, (node.name,), name, value) and not is_declaration(name)
                for word in search.text(value)
            }
    for each in find_fields(nodes, rules):
        found |= {Residue(word, "text") for word in search.text(each.text) if each.parts[0].attribute is None}
    for divider in ("", " "):
        texts = [each.text if isinstance(each, NodeText) else divider for each in nodes]
        found |= {Residue(word, "text") for word in search.text("".join(texts))}
    return sorted(found, key=lambda each: (each.word, each.place))
