"""Removed words that are still in a page: tags, attributes, comments and text are searched, in every decoding.

Another library, lexbor, a browser's parser, reads what the rest of this format has written.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any
from unicodedata import normalize
from urllib.parse import unquote

from reticent.errors import DocumentError
from reticent.formats.html._pieces import read_link
from reticent.formats.html._vocabulary import BLOCKS, KEPT, LINKS, is_vocabulary, keep_doctype
from reticent.formats.seam import inspection as kinds
from reticent.formats.seam.format import Residue
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.records import SEPARATOR
from reticent.formats.seam.search import Search
from reticent.text.tokens import token_texts


def find_shown(text: str, words: Sequence[str], search: Search) -> set[int]:
    """The numbers of the words that a reader of the text sees; "ray" in "x-ray" is no word of its own."""
    found = search.text(text)
    if not found:
        return found
    tokens = {token.casefold() for token in token_texts(normalize("NFKC", text))}
    plain = {number: normalize("NFKC", words[number]).casefold() for number in found}
    return {number for number in found if plain[number] in tokens or len(token_texts(plain[number])) > 1}


_MARKUP = re.compile(r"<!--.*?-->|<[!?/a-zA-Z][^>]*>", re.S)
_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)(.*?)/?>", re.S)
_ATTRIBUTE = re.compile(r"""\s+([^\s=>/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?""")
_OWN = '<meta charset="utf-8"/>'


def find_residue(page: str, words: Sequence[str]) -> list[Residue]:
    search = Search(words)
    found = {
        Residue(word, place)
        for place, value in _values(page)
        for reading in (value, html.unescape(value), unquote(html.unescape(value)))
        for word in search.text(reading)
    }
    for divider in ("", " "):
        visible = html.unescape(_MARKUP.sub(divider, page))
        found |= {Residue(word, "text") for word in find_shown(visible, words, search)}
    return sorted(found, key=lambda each: (each.word, each.place))


def _values(page: str) -> Iterator[tuple[str, str]]:
    """Everything between angle brackets that is no vocabulary, and where it stands."""
    for match in _MARKUP.finditer(page):
        markup = match[0]
        tag = _TAG.fullmatch(markup)
        if markup.startswith("<!--"):
            yield "comment", markup
        elif markup != _OWN and tag and tag[1].lower() in KEPT:
            yield from _attributes(tag[2])
        elif markup != _OWN and keep_doctype(markup) != markup:
            yield "markup", markup


def _attributes(written: str) -> Iterator[tuple[str, str]]:
    position = 0
    for match in _ATTRIBUTE.finditer(written):
        if match.start() > position:
            yield "markup", written[position : match.start()]
        name, value = match[1].lower(), (match[2] or "").strip("\"'")
        if not is_vocabulary(name, html.unescape(value)) or name == "value":
            yield "attribute", f"{name} {value}"
        position = match.end()
    yield "markup", written[position:]


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


_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|left\s*:\s*-\d{3,}|text-indent\s*:\s*-\d{3,}",
    re.I,
)
_WHITE = re.compile(
    r"(?<![\w-])color\s*:\s*(?:#fff(?:fff)?\b|white\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)", re.I
)
_TINY = re.compile(r"font-size\s*:\s*[01](?:\.\d+)?(?:px|pt)?\s*(?:;|$)", re.I)
_BACKGROUND = re.compile(r"background", re.I)
_EMPTY = frozenset("area base br col embed hr img input link meta source track wbr".split())
_EMBEDDED = frozenset({"object", "embed", "iframe", "applet"})
MOST_DEEP = 10_000
"""Elements within each other: the search for the open ones takes time that grows with the square. Chosen by hand."""


def inspect_html(data: bytes) -> list[FileFinding]:
    """By kind: comments, scripts, metadata, and elements that no browser shows."""
    text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8", "replace")
    return list(inspect_markup(text))


def inspect_markup(text: str) -> Iterator[FileFinding]:
    """The same of a page that is a text already."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    for kind, words in sorted(reader.found.items()):
        yield FileFinding(kind, len(words), "", tuple(word for word in words if word))


class _Reader(HTMLParser):
    """Collects by kind; inside an element that hides its text, all text is of that kind."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[str, list[str]] = {}
        self._open: list[tuple[str, str | None]] = []

    def handle_comment(self, data: str) -> None:
        self._add(kinds.COMMENTS, data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "meta" and "content" in values:
            self._add(kinds.METADATA, values["content"])
        if tag in _EMBEDDED or values.get("src", "").startswith("data:"):
            self._add(kinds.EMBEDDED, "")
        for name, value in values.items():
            if name.startswith("on") or value.lower().startswith("javascript:"):
                self._add(kinds.SCRIPTS, value)
            elif name.startswith("data-"):
                self._add(kinds.METADATA, value)
        kind = _why_unseen(tag, values)
        if tag == "input" and kind:
            self._add(kind, values.get("value", ""))
        elif kind:
            self._add(kind, "")
        if tag not in _EMPTY:
            if len(self._open) > MOST_DEEP:
                raise DocumentError("the page has elements nested too deep: save it anew")
            self._open.append((tag, kind or (self._open[-1][1] if self._open else None)))

    def handle_endtag(self, tag: str) -> None:
        """The end of an element and of all that were left open in it."""
        places = [place for place, (name, _) in enumerate(self._open) if name == tag]
        if places:
            del self._open[places[-1] :]

    def handle_data(self, data: str) -> None:
        """Text, of the kind of the element that it stands in."""
        kind = self._open[-1][1] if self._open else None
        if kind and data.strip():
            words = self.found[kind]
            words[-1] = f"{words[-1]} {data.strip()}".strip()

    def _add(self, kind: str, words: str) -> None:
        self.found.setdefault(kind, []).append(words.strip())


def _why_unseen(tag: str, values: dict[str, str]) -> str | None:
    """The kind of an element whose text no browser shows."""
    style = values.get("style", "")
    if tag in ("script", "noscript", "template"):
        return kinds.SCRIPTS
    if "hidden" in values or values.get("type", "").lower() == "hidden" or _HIDING.search(style):
        return kinds.HIDDEN_TEXT
    if _TINY.search(style):
        return kinds.TINY_TEXT
    return kinds.WHITE_TEXT if _WHITE.search(style) and not _BACKGROUND.search(style) else None
