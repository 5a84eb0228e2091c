"""What mail carries besides its text: headers of the way it took, attachments, hidden parts of its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage

from reticent.errors import DocumentError
from reticent.formats.format import Finding
from reticent.formats.inspection import kinds
from reticent.formats.inspection.markup import inspect_markup

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
