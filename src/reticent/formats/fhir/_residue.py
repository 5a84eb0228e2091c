"""What another reader finds in FHIR that was written here: the standard library's, for JSON and for pages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from reticent.formats.fhir._resources import is_own_address
from reticent.formats.fhir._rules import is_vocabulary
from reticent.formats.fhir._xml import to_value
from reticent.formats.json_values import Number
from reticent.formats.seam.format import Residue
from reticent.formats.seam.records import SEPARATOR
from reticent.formats.seam.search import Search
from reticent.formats.xml import drop_empty_texts, read_written

_NUMBERED = frozenset(["id", "reference", "fullUrl"])
"""Keys whose values were numbered anew: a search looks at them, but they are no text."""


def read_again(data: bytes) -> Iterator[str]:
    """The texts of each resource."""
    for resource in _load(data):
        values = [
            text
            for way, value, beside in _strings(resource, (), {})
            if way[-1] not in _NUMBERED
            and not is_own_address(value)
            and not is_vocabulary(way, value, beside)
            for text in (_read_blocks(value) if way[-1] == "div" else [value])
        ]
        yield SEPARATOR.join(values)


def find_residue(data: bytes, words: Sequence[str]) -> list[Residue]:
    """Every string that holds one of the words, as it stands and without its tags; keys are judged as labels."""
    search = Search(words)
    found = {
        Residue(word, ".".join(way[-2:]) if all(map(str.isascii, way[-2:])) else "a value")
        for resource in _load(data)
        for way, value, beside in _strings(resource, (), {})
        if not is_vocabulary(way, value, beside)
        for reading in (_read_page(value) if way[-1] == "div" else [value])
        for word in search.text(reading)
    }
    return sorted(found, key=lambda each: (each.word, each.place))


def _load(data: bytes) -> Iterator[Any]:
    """The values of a file, one after another."""
    text, decoder, position = data.decode("utf-8", "replace"), json.JSONDecoder(parse_int=str), 0
    if text.startswith("<"):
        yield from _load_xml(text)
        return
    while (position := _pass_blanks(text, position)) < len(text):
        value, position = decoder.raw_decode(text, position)
        yield value


def _load_xml(text: str) -> Iterator[Any]:
    """The one resource, by a reader of tags that shares nothing with the first, and what it can't read."""
    nodes, odd = read_written(text.rstrip("\n"))
    yield {"odd": odd, **to_value(drop_empty_texts(nodes), "the file")}


def _pass_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _strings(
    value: Any, way: tuple[str, ...], beside: Mapping[str, Any]
) -> Iterator[tuple[tuple[str, ...], str, Mapping[str, Any]]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _strings(each, (*way, key), value)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each, way, beside)
    elif isinstance(value, str | Number):
        yield way, value if isinstance(value, str) else value.literal, beside


_BLOCKS = frozenset(
    "blockquote br caption dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td th thead tr ul".split()
)
_XHTML = "http://www.w3.org/1999/xhtml"


class _Page(HTMLParser):
    """The texts of a narrative with what parts its blocks, and everything else that its tags and comments hold."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.values: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.values.append(data)

    def handle_decl(self, decl: str) -> None:
        self.values.append(decl)

    def handle_pi(self, data: str) -> None:
        self.values.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.values += [value for _, value in attrs if value and value != _XHTML]
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.texts.append(SEPARATOR)


def _open_page(value: str) -> _Page:
    page = _Page()
    page.feed(value)
    page.close()
    return page


def _read_blocks(value: str) -> list[str]:
    page = _open_page(value)
    return [each for each in (*"".join(page.texts).split(SEPARATOR), *page.values) if each.strip()]


def _read_page(value: str) -> list[str]:
    """Every reading of a narrative: in pieces, as one text, and what its tags hold."""
    page = _open_page(value)
    return [*page.texts, "".join(page.texts).replace(SEPARATOR, ""), *page.values]
