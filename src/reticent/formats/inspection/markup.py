"""What a web page carries besides the text that a browser shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from reticent.errors import DocumentError
from reticent.formats.format import Finding
from reticent.formats.inspection import kinds

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


def inspect_html(data: bytes) -> list[Finding]:
    """By kind: comments, scripts, metadata, and elements that no browser shows."""
    text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8", "replace")
    return list(inspect_markup(text))


def inspect_markup(text: str) -> Iterator[Finding]:
    """The same of a page that is a text already."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    for kind, words in sorted(reader.found.items()):
        yield Finding(kind, len(words), "", tuple(word for word in words if word))


class _Reader(HTMLParser):
    """Collects by kind; inside an element that hides its text, all text is of that kind."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[str, list[str]] = {}
        self._open: list[tuple[str, str | None]] = []

    def handle_comment(self, data: str) -> None:
        """A comment, which no browser shows."""
        self._add(kinds.COMMENTS, data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element, and what its attributes hide."""
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
