"""JSON values, strictly: what two readers could understand in two ways is refused, and no digit of a number is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.plain import decode, encode

DEEPEST = 100
"""Objects and lists within each other: other readers stop there too, such as that of Ruby."""

LONGEST_NUMBER = 400
"""Characters of a number: the largest double in full has 309 digits, and reading takes time that grows with the square."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is written."""

    literal: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a text that is judged: the number of that text."""

    number: int


class _RefusalError(ValueError):
    """Why a value is not taken, although it may be JSON."""


def parse(text: str, where: str) -> Any:
    """The value of a JSON text; a DocumentError tells what is wrong with it, never a word of it."""
    try:
        value = _DECODER.decode(text)
        _require_flat(text, value)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text else ""
        raise DocumentError(
            f"{where}: this is not a JSON object ({line}column {error.colno}): correct it"
        ) from None
    except _RefusalError as refusal:
        raise DocumentError(f"{where}: {refusal}") from None
    except RecursionError:
        raise DocumentError(f"{where}: {_TOO_DEEP}") from None
    if "\\u" in text and _HALF.search(text):
        encode(to_text(value), where)
    return value


def read_lines(name: str, lines: Iterable[bytes]) -> Iterator[tuple[int, Any]]:
    """The numbers and the values of JSON lines; blank ones are passed over."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"'{name}', line {number}"
            yield number, to_python(parse(decode(line, where), where))


def to_text(
    value: Any,
    texts: Sequence[str] = (),
    *,
    names: Mapping[str, str] = MappingProxyType({}),
    indent: str | None = None,
    margin: str = "\n",
) -> str:
    """The JSON of a value, with each slot's text in its place; `indent` puts every member on a line of its own.

    `names` are other names for some keys.
    """
    match value:
        case Slot(number):
            return _quote(texts[number])
        case Number(literal):
            return literal
        case str():
            return _quote(value)
        case dict():
            inner = margin + (indent or "")
            members = [
                f"{_quote(names.get(key, key))}: {to_text(each, texts, names=names, indent=indent, margin=inner)}"
                for key, each in value.items()
            ]
            return enclose("{}", members, indent, margin)
        case list():
            inner = margin + (indent or "")
            members = [to_text(each, texts, names=names, indent=indent, margin=inner) for each in value]
            return enclose("[]", members, indent, margin)
        case _:
            return json.dumps(value)


_MOST_DIGITS = 4_000
"""Python turns no longer string into a number."""


def to_python(value: Any) -> Any:
    """The value with its whole numbers as integers, but for those that are too long to be any."""
    match value:
        case Number(literal) if literal.lstrip("-").isdecimal() and len(literal) <= _MOST_DIGITS:
            return int(literal)
        case dict():
            return {key: to_python(each) for key, each in value.items()}
        case list():
            return [to_python(each) for each in value]
        case _:
            return value


def enclose(brackets: str, members: Sequence[str], indent: str | None, margin: str = "\n") -> str:
    """A list or an object of these members, each on a line of its own where there is an indent."""
    if not members or indent is None:
        return brackets[0] + ", ".join(members) + brackets[1]
    inner = margin + indent
    return brackets[0] + inner + f",{inner}".join(members) + margin + brackets[1]


def _quote(text: str) -> str:
    written = _quoted(text)
    return written if written.isascii() else _LINE_ENDS.sub(lambda end: f"\\u{ord(end[0]):04x}", written)


def _require_flat(text: str, value: Any) -> None:
    """Refuse what is nested so deep that a reader may fail at it."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    level = [value]
    for _ in range(DEEPEST):
        level = [
            each
            for container in level
            for each in (container.values() if isinstance(container, dict) else container)
            if isinstance(each, dict | list)
        ]
        if not level:
            return
    raise _RefusalError(_TOO_DEEP)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _RefusalError(
            "a key stands twice in one object, and readers differ about which one counts: keep one"
        )
    return members


def _number(literal: str) -> Number:
    if len(literal) > LONGEST_NUMBER:
        raise _RefusalError(f"a number has more than {LONGEST_NUMBER} characters: write it as a string")
    return Number(literal)


def _no_number(literal: str) -> Any:
    raise _RefusalError("NaN and Infinity are not JSON: write null or a string")


_TOO_DEEP = f"this is nested more than {DEEPEST} deep: make it flatter"
_HALF = re.compile(r"\\u[dD][89abA-Fa-f]")
_LINE_ENDS = re.compile("[\x85\u2028\u2029]")
"""Line ends to some readers of lines: written as escapes, so that a record stays on its line."""

_DECODER = json.JSONDecoder(
    object_pairs_hook=_once, parse_int=_number, parse_float=_number, parse_constant=_no_number
)
_quoted = json.JSONEncoder(ensure_ascii=False).encode
