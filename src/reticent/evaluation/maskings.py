"""What a tool masked: for each document, the places."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from reticent.errors import DocumentError
from reticent.text import Span

Masking = Mapping[str, tuple[Span, ...]]
"""The masked places of each document by its id."""


def read_maskings(path: Path) -> Masking:
    """The masking in a JSON file `{document: [[start, end], …]}`; anything behind `end` is left aside."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        raise DocumentError(f"{path} can't be read as a UTF-8 file: check the path") from None
    except json.JSONDecodeError as error:
        raise DocumentError(f"{path} is not JSON (line {error.lineno}, column {error.colno})") from None
    if not isinstance(content, dict):
        raise DocumentError(f"{path} is no masking: it must be an object of lists of [start, end]")
    return {
        str(name): tuple(_span(place, name, path) for place in places) for name, places in content.items()
    }


def _span(place: object, name: str, path: Path) -> Span:
    match place:
        case [int(start), int(end), *_] if 0 <= start <= end:
            return Span(start, end)
        case _:
            raise DocumentError(f"{path}: document {name} has a place that is no [start, end]")


def write_maskings(masking: Masking) -> str:
    """The masking as the JSON that `read_maskings` reads."""
    return json.dumps({name: [[span.start, span.end] for span in spans] for name, spans in masking.items()})
