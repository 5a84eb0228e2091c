"""Attachments: read by the format that their names and bytes ask for, or left out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from reticent.errors import InputError
from reticent.formats.format import Format, Source
from reticent.formats.options import FormatOptions

MEDIA = "application/octet-stream"
"""How attachments are described, whatever they are: their endings say more."""

_NOT_NESTED = frozenset(("eml", "mbox", "zip"))
"""Formats that could hold attachments of their own without end."""

_ENDINGS = {
    "text/csv": ".csv",
    "text/tab-separated-values": ".tsv",
    "text/markdown": ".md",
    "application/json": ".json",
    "application/pdf": ".pdf",
}


@dataclass(frozen=True, slots=True)
class Attachment:
    """An attachment that was read, and the ending that its new name has."""

    source: Source
    ending: str


def read_attachment(
    data: bytes, filename: str, media: str, options: FormatOptions, *, name: str
) -> Attachment | None:
    """The attachment, called `name` in errors and ids; None when no format reads it."""
    ending = PurePath(filename).suffix.lower() or _ENDINGS.get(media, "")
    form = find_attached_format(ending, data, options) if ending else None
    if form is None:
        return None
    try:
        source = form.read(name, data, options)
    except InputError:
        return None
    return Attachment(source, ending)


def find_attached_format(ending: str, data: bytes, options: FormatOptions) -> Format | None:
    """The format of an attachment with this ending; None when there is none, or it holds others itself."""
    from dataclasses import replace

    from reticent.formats.registry import HEAD, find_format

    try:
        form = find_format(f"attachment{ending}", data[:HEAD], replace(options, format=None))
    except InputError:
        return None
    return None if form.name in _NOT_NESTED else form


def reads_again(attachment: Attachment, options: FormatOptions) -> bool:
    """Whether an attachment that was written is read with these options as it should be."""
    source = attachment.source
    if source.options == options:
        return True
    texts = [document.text for document in source.documents]
    data = source.write([()] * len(texts))
    form = find_attached_format(attachment.ending, data, options)
    try:
        again = form.read("attachment", data, options).documents if form else ()
    except InputError:
        return False
    return [document.text for document in again] == texts
