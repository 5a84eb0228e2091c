"""Articles of a MediaWiki dump, without their markup."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from io import BufferedIOBase
from xml.etree.ElementTree import Element, iterparse

_COMMENTS = re.compile(r"<!--.*?-->", re.DOTALL)
_HIDDEN = re.compile(
    r"<(ref|math|chem|gallery|timeline|score|syntaxhighlight|source|code|pre|imagemap|hiero|graph|mapframe)\b"
    r"(?:[^>]*?/>|[^>]*>.*?</\1\s*>)",
    re.DOTALL | re.IGNORECASE,
)
_INNERMOST_TEMPLATE = re.compile(r"\{\{[^{}]*\}\}|\{\{\{[^{}]*\}\}\}")
_INNERMOST_TABLE = re.compile(r"\{\|(?:(?!\{\||\|\}).)*\|\}", re.DOTALL)
_FILE_LINK = re.compile(
    r"\[\[\s*(?:File|Image|Category|Media)\s*:[^\[\]]*(?:\[\[[^\[\]]*\]\][^\[\]]*)*\]\]", re.IGNORECASE
)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_WEB_LINK = re.compile(r"\[(?:https?:)?//\S+\s*([^\[\]]*)\]")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LINE_MARKS = re.compile(r"^[*#:;]+\s*|^=+\s*(.*?)\s*=+\s*$", re.MULTILINE)
_QUOTES = re.compile(r"'{2,5}")
_MAGIC = re.compile(r"__[A-Z]+__")
_BLANK = re.compile(r"\n{3,}")
_DEEPEST = 40


def articles(stream: BufferedIOBase) -> Iterator[bytes]:
    """Title, a line break and wikitext of every article of a pages-articles dump; no redirects, no talk."""
    pages = iterparse(stream, events=("start", "end"))  # noqa: S314 - expat itself refuses entity bombs
    _, root = next(pages)
    for event, element in pages:
        if event != "end" or _tag(element) != "page":
            continue
        parts = {_tag(part): part for part in element.iter()}
        if parts["ns"].text == "0" and "redirect" not in parts:
            yield f"{parts['title'].text}\n{parts['text'].text or ''}".encode()
        root.clear()


def without_markup(text: str) -> str:
    """The words that a reader of the article sees in its running text: no templates, tables, notes, pictures.

    >>> without_markup("'''HIV''' is a [[virus]]{{cite}} of [[Immune system|immunity]].<ref>p. 3</ref>")
    'HIV is a virus of immunity.'
    """
    text = _HIDDEN.sub(" ", _COMMENTS.sub("", text))
    for innermost in (_INNERMOST_TEMPLATE, _INNERMOST_TABLE):
        text = _peel(text, innermost)
    text = _LINK.sub(r"\1", _FILE_LINK.sub("", text))
    text = _TAG.sub("", _WEB_LINK.sub(r"\1", text))
    text = _MAGIC.sub("", _QUOTES.sub("", _LINE_MARKS.sub(r"\1", text)))
    return _BLANK.sub("\n\n", html.unescape(text)).strip()


def _peel(text: str, innermost: re.Pattern[str]) -> str:
    for _ in range(_DEEPEST):
        text, found = innermost.subn("", text)
        if not found:
            break
    return text


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]
