"""What is left of places that should have gone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from reticent.plan import Release
from reticent.rendering.tracing import Trace
from reticent.text import Mention


def find_survivors(release: Release, mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions of which a letter or a digit stands outside every edit, at their places in the released text."""
    looked_for = list(mentions)
    if not looked_for:
        return []
    text = release.original.text
    gone = bytearray(len(text))
    for edit in release.edits:
        gone[edit.span.start : edit.span.end] = b"\1" * len(edit.span)
    trace = Trace.of(release.edits)
    return [
        replace(mention, span=span)
        for mention in looked_for
        if any(not gone[at] and text[at].isalnum() for at in range(mention.span.start, mention.span.end))
        and (span := trace.to_released(mention.span))
    ]
