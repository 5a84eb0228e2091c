"""Several kinds of secrets in one model: each has its own costs, classifiers and placeholder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reticent.models.greedy_sanitize.model import NAME, GreedySanitize
from reticent.models.privacy_model import Needs
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.text import Document, Mention, Span


@dataclass(frozen=True, slots=True)
class GreedyByLabel:
    """Removes what the classifiers of several kinds find, each kind under its own placeholder.

    The parts are in the order in which they were learned: each from what the ones before it left.
    """

    parts: tuple[GreedySanitize, ...]

    @property
    def needs(self) -> Needs:
        """The released text: the classifiers read nothing else."""
        return "released"

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of all parts."""
        return frozenset(kind for part in self.parts for kind in part.kinds)

    @property
    def declared(self) -> Mapping[str, str]:
        """What each part was trained on and what it learned, by hashes."""
        return {
            f"{name} ({part.kind})": value for part in self.parts for name, value in part.declared.items()
        }

    @property
    def promise(self) -> Promise:
        """The promises of all parts."""
        return Promise(NAME, " ".join(part.promise.statement for part in self.parts), self.declared)

    def mentions(self, document: Document) -> list[Mention]:
        """Every word that a classifier of any part finds, in the text or in what the others leave of it."""
        found: list[Mention] = []
        searching = True
        while searching:
            searching = False
            for part in self.parts:
                new = part.mentions(_hide(document, [mention.span for mention in found]))
                found += new
                searching = searching or bool(new)
        return sorted(found, key=lambda mention: mention.span)

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each word found, at all its places; `mentions` of others are left to other models."""
        found = self.mentions(document)
        decisions: list[Decision] = []
        for part in self.parts:
            decisions += part.decisions(document, [each for each in found if each.kind == part.kind])
        return Plan.for_document(document, tuple(decisions), (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """The words of the released text that a classifier of any part finds."""
        return [violation for part in self.parts for violation in part.violations(release)]


def _hide(document: Document, spans: Sequence[Span]) -> Document:
    """The document with these places as placeholders."""
    return Document(document.id, document.text, tuple(sorted([*document.placeholders, *spans])))
