"""What a text carries that no reader sees: characters without a shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category

from reticent.formats.content import decode
from reticent.formats.format import Finding
from reticent.formats.inspection.kinds import BYTE_ORDER_MARKS, CONTROLS, INVISIBLE

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
