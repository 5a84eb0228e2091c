"""What every privacy model offers: a promise, a way to reach it, and a check written from its definition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from reticent.plan import Plan, Promise, Release, Violation
from reticent.text import Document, Mention


class PrivacyModel(Protocol):
    """A promise about released texts; `violations` shares no search code with `plan`."""

    @property
    def promise(self) -> Promise:
        """What holds of every release, and relative to what."""

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that a placeholder of its own may name."""

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """Decisions that make the promise hold; `mentions` are places that somebody else points at."""

    def violations(self, release: Release) -> list[Violation]:
        """Every place where the release breaks the promise, by its definition."""


@runtime_checkable
class KeepsSecretsOfTheOriginal(Protocol):
    """A model whose promise about the released text depends on what stood in the original."""

    def plan_further(self, release: Release) -> Plan:
        """Decisions for the released text, after whatever other models made of the original."""
