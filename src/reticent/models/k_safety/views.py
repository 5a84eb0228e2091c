"""A view of one document for every reader, such that more clearance never shows less, and pooling views is no way in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.reading import KnownTerms

if TYPE_CHECKING:
    from reticent.text import Document

Clearance = frozenset[str]


@dataclass(frozen=True, slots=True)
class View:
    """What readers of one clearance see of a document: `model` keeps its promise and lets them read `kept` alone."""

    readers: tuple[str, ...]
    cleared: Clearance
    model: KSafety
    kept: frozenset[str] = field(repr=False)
    deleted: frozenset[str] = field(repr=False)
    proven: bool = True

    def without(self, terms: Collection[str]) -> View:
        """The same view with fewer terms."""
        kept = self.kept.difference(terms)
        deleted = self.deleted | self.kept.intersection(terms)
        return replace(self, kept=kept, deleted=deleted, model=replace(self.model, only=kept))


def views(document: Document, model: KSafety, clearances: Mapping[str, Collection[str]]) -> list[View]:
    """The views of all these readers, one for each clearance that some of them have, the most cleared first.

    A view is the largest K-safe part of what every reader cleared for more sees: so a reader who is cleared for more
    never sees less. Part of a K-safe set is K-safe, which is why such a view always exists. `model` gives K and
    how terms are read and chosen; whom it protects is each reader's own matter.
    """
    reading = model.read(document)
    readers: dict[Clearance, list[str]] = {}
    for reader, cleared in sorted(clearances.items()):
        readers.setdefault(frozenset(cleared), []).append(reader)
    made: list[View] = []
    for cleared in sorted(readers, key=lambda each: (-len(each), sorted(each))):
        above = [view.kept for view in made if view.cleared > cleared]
        made.append(_view(reading, model, cleared, above, readers[cleared]))
    return made


def view_for(document: Document, model: KSafety, reader: str) -> View:
    """The view of one reader, consistent with all others that the database knows; an unknown one is cleared for nothing."""
    database = model.database
    cleared = database.clearance(reader)
    above = {name: held for name, held in database.clearances().items() if held > cleared}
    return next(
        view for view in views(document, model, {**above, reader: cleared}) if view.cleared == cleared
    )


def _view(
    reading: KnownTerms,
    model: KSafety,
    cleared: Clearance,
    above: Sequence[frozenset[str]],
    readers: list[str],
) -> View:
    shown = frozenset(reading.terms).intersection(*above)
    own = replace(model, protected=(), categories=(), cleared=cleared, only=shown)
    subset = own.safe_subset(reading)
    return View(
        readers=tuple(readers),
        cleared=cleared,
        model=replace(own, only=subset.kept),
        kept=subset.kept,
        deleted=subset.deleted,
        proven=subset.proven,
    )
