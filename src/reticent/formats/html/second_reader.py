"""What another library finds in a page: lexbor, a browser's parser, reads what the rest of this format has written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reticent.formats.fields import SEPARATOR
from reticent.formats.html.links import read_link
from reticent.formats.html.vocabulary import BLOCKS, LINKS, is_vocabulary


def read_again(page: str) -> str:
    """The text of a page and of its attributes, as the other library reads them."""
    from selectolax.lexbor import LexborHTMLParser

    root = LexborHTMLParser(page).root
    values: list[str] = []
    lines = "".join(_read_nodes(root, values)) if root is not None else ""
    return SEPARATOR.join([lines, *values])


def _read_nodes(root: Any, values: list[str]) -> Iterator[str]:
    """The texts in order, with a line end wherever another block begins; values of attributes go to `values`."""
    block = None
    for node in root.traverse(include_text=True):
        if node.tag == "-text":
            home = _find_block(node)
            if home != block:
                yield "\n"
            block = home
            yield node.text_content or ""
            continue
        if node.tag in BLOCKS:
            block = None
        values += filter(None, (_read_value(name, value or "") for name, value in node.attributes.items()))


def _find_block(node: Any) -> int:
    while node.parent is not None and node.tag not in BLOCKS:
        node = node.parent
    return int(node.mem_id)


def _read_value(name: str, value: str) -> str:
    if name == "charset" or is_vocabulary(name, value):
        return ""
    return (read_link(value) or value) if name in LINKS else value
