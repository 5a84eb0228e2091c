"""What another tool masked: JSON of the form `{document: [[start, end, replacement?], …]}`, offsets in code points."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reticent.errors import DocumentError
from reticent.text import Document, Span


@dataclass(frozen=True, slots=True)
class Mask:
    """A place that a tool masked, and what it put there, if it says so."""

    span: Span
    replacement: str | None = field(default=None, repr=False)

    @property
    def generalization(self) -> str | None:
        """The replacement when it is a word and no neutral mark such as `[PERSON]` or `XXXX`."""
        said = self.replacement or ""
        return said if any(map(str.islower, said)) and "[" not in said and "<" not in said else None


def read_masks(data: bytes, name: str) -> dict[str, tuple[Mask, ...]]:
    """The masks of each document; a DocumentError tells the numbers of the document and the mask that is wrong."""
    try:
        content = json.loads(data)
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise DocumentError(f"'{name}' is not JSON: write {{document: [[start, end], …]}} in UTF-8") from None
    if not isinstance(content, dict):
        raise DocumentError(f"'{name}' holds no JSON object: write {{document: [[start, end], …]}}")
    return {
        document: _read_list(entries, f"'{name}', document {number}")
        for number, (document, entries) in enumerate(content.items(), 1)
    }


def write_masks(masks: Mapping[str, Sequence[Mask]]) -> bytes:
    """The masks as `read_masks` reads them, one document a line."""
    lines = [
        f"{json.dumps(document, ensure_ascii=False)}: {json.dumps([_entry(mask) for mask in each], ensure_ascii=False)}"
        for document, each in masks.items()
    ]
    return ("{\n" + ",\n".join(f"  {line}" for line in lines) + "\n}\n").encode()


def key_of(masks: Mapping[str, Sequence[Mask]], path: str) -> str:
    """How the masks call the file: by its path, its name, or its name without the ending."""
    for key in (path, Path(path).name, Path(path).stem):
        if key in masks:
            return key
    raise DocumentError(
        f"the masks are for other documents and have no entry '{Path(path).name}':"
        " give the file that they were made for, or an empty list for a document without masks"
    )


def fit_masks(masks: Sequence[Mask], document: Document) -> list[Mask]:
    """The masks in order, those that overlap as one; a DocumentError when one runs past the end of the document."""
    joined: list[Mask] = []
    for mask in sorted(masks, key=lambda each: each.span):
        if mask.span.end > len(document.text):
            raise DocumentError(
                f"a mask of '{document.id}' ends at {mask.span.end}, but the text has {len(document.text)} code points:"
                " give the text that the masks were made for"
            )
        if joined and joined[-1].span.overlaps(mask.span):
            last = joined[-1]
            same = last.span == mask.span and last.replacement == mask.replacement
            joined[-1] = last if same else Mask(last.span.hull(mask.span))
        else:
            joined.append(mask)
    return joined


def _read_list(entries: Any, where: str) -> tuple[Mask, ...]:
    if not isinstance(entries, list):
        raise DocumentError(f"{where}: the masks are no list of [start, end]")
    return tuple(_read_mask(entry, f"{where}, mask {number}") for number, entry in enumerate(entries, 1))


def _read_mask(entry: Any, where: str) -> Mask:
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        raise DocumentError(f"{where} is not [start, end] or [start, end, replacement]")
    start, end, *rest = entry
    if type(start) is not int or type(end) is not int or not 0 <= start < end:
        raise DocumentError(f"{where} needs whole numbers with 0 <= start < end")
    if rest and not isinstance(rest[0], str | None):
        raise DocumentError(f"{where} has a replacement that is no text")
    return Mask(Span(start, end), rest[0] if rest else None)


def _entry(mask: Mask) -> list[int | str]:
    ends: list[int | str] = [mask.span.start, mask.span.end]
    return ends if mask.replacement is None else [*ends, mask.replacement]
