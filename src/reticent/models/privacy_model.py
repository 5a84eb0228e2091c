"""What every privacy model offers: a promise, a way to reach it, and a check written from its definition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from reticent.plan import Plan, Promise, Release, Violation
from reticent.text import Document, Mention


class PrivacyModel(Protocol):
    """A promise about released texts; `violations` shares no search code with `plan`."""

    @property
    def promise(self) -> Promise:
        """What holds of every release, and relative to what."""

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """Decisions that make the promise hold; `mentions` are places that somebody else points at."""

    def violations(self, release: Release) -> list[Violation]:
        """Every place where the release breaks the promise, by its definition."""
