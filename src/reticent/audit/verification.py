"""The independent check: an auditor that never saw the plan reads what is about to be released."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reticent.formats import plain
from reticent.models.privacy_model import PrivacyModel
from reticent.plan import Release, Violation
from reticent.text import Span

NAME = "audit"


def verify(release: Release, models: Sequence[PrivacyModel]) -> list[Violation]:
    """Every way in which the release breaks a promise, or changes what no edit accounts for.

    The released text is judged as it will be written: turned into bytes and read again.
    """
    written = plain.read(release.released.id, plain.write(release.released))
    afresh = replace(release, released=replace(release.released, text=written.text))
    broken = [violation for model in models for violation in model.violations(afresh)]
    return _unaccounted(afresh) + sorted(broken, key=lambda violation: violation.span)


def _unaccounted(release: Release) -> list[Violation]:
    """Places where the two texts differ outside the edits."""
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
