"""The independent check: an auditor that never saw the plan judges what is about to be released, as a stranger would."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reticent.models.privacy_model import PrivacyModel
from reticent.plan import Release, Violation
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Document, Span

NAME = "audit"


def verify(release: Release, models: Sequence[PrivacyModel], *, kinds: Iterable[str]) -> list[Violation]:
    """Every way in which the release breaks a promise, or changes what no edit accounts for.

    The released text is read afresh: what counts as a placeholder is told by its shape and the declared `kinds`, never
    by the edits.
    """
    afresh = replace(release, released=read_afresh(release.released, kinds))
    broken = [violation for model in models for violation in model.violations(afresh)]
    return find_unaccounted(afresh) + sorted(broken, key=lambda violation: violation.span)


def read_afresh(released: Document, kinds: Iterable[str]) -> Document:
    """The released document as somebody reads it who has nothing but its text and the kinds of the policy."""
    return mark_placeholders(Document(released.id, released.text), kinds)


def find_unaccounted(release: Release) -> list[Violation]:
    """The place, if any, from which on the two texts differ outside the edits."""
    text, position = release.released.text, 0
    before = 0
    for edit in release.edits:
        kept = release.original.text[before : edit.span.start]
        for expected in (kept, edit.text):
            if not text.startswith(expected, position):
                return [_difference(position, text)]
            position += len(expected)
        before = edit.span.end
    if text[position:] != release.original.text[before:]:
        return [_difference(position, text)]
    return []


def _difference(position: int, text: str) -> Violation:
    place = Span(min(position, len(text)), len(text))
    return Violation(NAME, place, "INTEGRITY", "the text changes here in a way that no edit accounts for")
