"""The table of a font that says which letters a code stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping

MOST_ENTRIES = 70_000

_BLOCK = re.compile(rb"begin(bfchar|bfrange)\b(.*?)end\1\b", re.S)
_TOKEN = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])")


def read_to_unicode(data: bytes) -> dict[bytes, str]:
    """The letters of each code."""
    letters: dict[bytes, str] = {}
    for block in _BLOCK.finditer(data):
        tokens = [_token(match) for match in _TOKEN.finditer(block[2])]
        entries = _chars(tokens) if block[1] == b"bfchar" else _ranges(tokens)
        for code, text in entries:
            letters[code] = text
            if len(letters) >= MOST_ENTRIES:
                return letters
    return letters


def _token(match: re.Match[bytes]) -> bytes | str:
    if match[1] is None:
        return "[" if match[2] else "]"
    digits = re.sub(rb"\s", b"", match[1])
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())


def _chars(tokens: list[bytes | str]) -> list[tuple[bytes, str]]:
    codes = [token for token in tokens if isinstance(token, bytes)]
    return [(code, _text(target)) for code, target in zip(codes[::2], codes[1::2], strict=False)]


def _ranges(tokens: list[bytes | str]) -> list[tuple[bytes, str]]:
    found: list[tuple[bytes, str]] = []
    position = 0
    while position + 2 < len(tokens) and len(found) < MOST_ENTRIES:
        low, high, target = tokens[position : position + 3]
        if not isinstance(low, bytes) or not isinstance(high, bytes):
            position += 1
            continue
        count = min(max(0, int.from_bytes(high) - int.from_bytes(low) + 1), 65536)
        if isinstance(target, bytes):
            targets = [_count_up(target, step) for step in range(count)]
            position += 3
        else:
            end = tokens.index("]", position + 3) if "]" in tokens[position + 3 :] else len(tokens)
            targets = [each for each in tokens[position + 3 : end] if isinstance(each, bytes)][:count]
            position = end + 1
        start = int.from_bytes(low)
        codes = ((start + step).to_bytes(max(1, len(low)) + 4)[-max(1, len(low)) :] for step in range(count))
        found += [(code, _text(each)) for code, each in zip(codes, targets, strict=False)]
    return found


def _count_up(target: bytes, step: int) -> bytes:
    """The target of the code that lies `step` further: its last unit counts up."""
    size = min(2, len(target))
    last = (int.from_bytes(target[-size:]) + step) % 256**size if size else 0
    return target[:-size] + last.to_bytes(size) if size else target


def _text(target: bytes) -> str:
    if len(target) == 1:
        return chr(target[0])
    return target.decode("utf-16-be", "replace")


def write_to_unicode(letters: Mapping[bytes, str]) -> bytes:
    """The table as a font holds it, one entry a code in the order of the codes."""
    width = max(map(len, letters), default=1)
    lines = [
        f"<{code.hex()}> <{text.encode('utf-16-be', 'surrogatepass').hex()}>"
        for code, text in sorted(letters.items())
    ]
    blocks = [
        f"{len(lines[at : at + 100])} beginbfchar\n" + "\n".join(lines[at : at + 100]) + "\nendbfchar\n"
        for at in range(0, len(lines), 100)
    ]
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<{'00' * width}> <{'ff' * width}>\nendcodespacerange\n"
        + "".join(blocks)
        + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode()
