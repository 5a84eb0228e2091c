"""Removed words that are still in a page: tags, attributes, comments and text are searched, in every decoding."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from reticent.formats.format import Residue
from reticent.formats.html.visible_words import find_shown
from reticent.formats.html.vocabulary import KEPT, is_vocabulary, keep_doctype
from reticent.formats.search import Search

_MARKUP = re.compile(r"<!--.*?-->|<[!?/a-zA-Z][^>]*>", re.S)
_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)(.*?)/?>", re.S)
_ATTRIBUTE = re.compile(r"""\s+([^\s=>/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?""")
_OWN = '<meta charset="utf-8"/>'


def find_residue(page: str, words: Sequence[str]) -> list[Residue]:
    """Every place of the page that holds one of the words."""
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
