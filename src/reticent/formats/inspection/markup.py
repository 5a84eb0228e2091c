"""What a web page carries besides the text that a browser shows.

What mail carries besides its text: headers of the way it took, attachments, hidden parts of its pages.

What a text carries that no reader sees: characters without a shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser
from unicodedata import category

from reticent.errors import DocumentError
from reticent.formats.format import Finding
from reticent.formats.inspection import kinds
from reticent.formats.inspection.kinds import BYTE_ORDER_MARKS, CONTROLS, INVISIBLE
from reticent.formats.plain import decode

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


_SHOWN = frozenset(
    "from to cc subject date mime-version content-type content-transfer-encoding content-disposition".split()
)
"""Headers that every program shows, or that say how the text is coded."""

_MOST_PARTS = 1000
_BEGINNING = re.compile(rb"(?m)^From [^\n]*\n")


def inspect_mailbox(data: bytes) -> list[Finding]:
    """All messages of a mailbox, each by its number."""
    messages = [each for each in _BEGINNING.split(data) if each.strip()]
    return [
        Finding(each.kind, each.count, f"message {number}: {each.where}".removesuffix(": "), each.words)
        for number, message in enumerate(messages, 1)
        for each in inspect_message(message)
    ]


def inspect_message(data: bytes) -> list[Finding]:
    """By kind: headers that no program shows, attachments, and what its pages hide."""
    message = message_from_bytes(data, policy=policy.default)
    try:
        return list(_inspect(message))
    except DocumentError:
        raise
    except Exception:  # the library raises many errors on messages that are none
        raise DocumentError("the message can't be read to its end: save it anew in its program") from None


def _inspect(message: EmailMessage) -> Iterator[Finding]:
    unseen = [f"{name}: {value}" for name, value in message.items() if name.lower() not in _SHOWN]
    if unseen:
        yield Finding(kinds.HEADERS, len(unseen), "", tuple(unseen))
    attached = []
    for number, part in enumerate(message.walk(), 1):
        if number > _MOST_PARTS:
            raise DocumentError(f"the message has more than {_MOST_PARTS} parts: take its attachments out")
        kind = part.get_content_type()
        if part.is_attachment() or (part is not message and kind == "message/rfc822"):
            attached.append(part.get_filename() or kind)
        elif kind == "text/html":
            for each in inspect_markup(part.get_content()):
                yield Finding(each.kind, each.count, f"part {number}", each.words)
        elif part.get_content_maintype() not in ("text", "multipart", "message"):
            attached.append(part.get_filename() or kind)
    if attached:
        yield Finding(kinds.ATTACHMENTS, len(attached), "", tuple(attached))


_ESCAPE = re.compile(r"(?<!\\)\\u([0-9a-fA-F]{4})")
_BYTE_ORDER_MARK = "\ufeff"
_USUAL = frozenset("\n\r\t\f")
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and signs that look like nothing."""


def inspect_text_file(data: bytes) -> list[Finding]:
    """The characters without a shape in a file of text."""
    return list(inspect_text(decode(data, "the file")))


def inspect_json_file(data: bytes) -> list[Finding]:
    """The same for JSON, whose strings may hold characters by their numbers."""
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), decode(data, "the file"))
    return list(inspect_text(text))


def inspect_text(text: str) -> Iterator[Finding]:
    """By kind: the mark at the beginning, control characters, and such as have no shape."""
    if text.startswith(_BYTE_ORDER_MARK):
        yield Finding(BYTE_ORDER_MARKS, 1, "the beginning")
    body = text.removeprefix(_BYTE_ORDER_MARK)
    odd = [(place, letter) for place, letter in enumerate(body) if _is_odd(letter)]
    for kind, categories in ((CONTROLS, ("Cc",)), (INVISIBLE, ("Cf", "Lo", "So"))):
        found = [(place, letter) for place, letter in odd if category(letter) in categories]
        if found:
            words = tuple(f"U+{ord(letter):04X} at {place}" for place, letter in found)
            yield Finding(kind, len(found), "", words)


def _is_odd(letter: str) -> bool:
    return letter in _BLANKS or (category(letter) in ("Cc", "Cf") and letter not in _USUAL)
