"""A view of one document for every reader, such that more clearance never shows less, and pooling views gains nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from reticent.models.k_safety._check import Crowd
from reticent.models.k_safety._problem import chosen_bits, reduce_rows
from reticent.models.k_safety.closure import gather_crowd, is_cleared, pooled_knowledge
from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.safe_subset import SafeSubset, solve
from reticent.models.privacy_model import CompleteModel, Needs
from reticent.plan import Plan, Promise, Release, Violation
from reticent.text import Document, Mention

Clearance = frozenset[str]


@dataclass(frozen=True, slots=True)
class ClearedView:
    """What readers of one clearance see of a document: `model` keeps its promise and lets them read `kept` alone."""

    readers: tuple[str, ...]
    cleared: Clearance
    model: KSafety
    kept: frozenset[str] = field(repr=False)
    deleted: frozenset[str] = field(repr=False)
    proven: bool = True

    def without(self, terms: Collection[str]) -> ClearedView:
        """The same view with fewer terms."""
        kept = self.kept.difference(terms)
        deleted = self.deleted | self.kept.intersection(terms)
        return replace(self, kept=kept, deleted=deleted, model=replace(self.model, only=kept))


@dataclass(frozen=True, slots=True)
class ReaderView(CompleteModel):
    """K-safety for one reader: of every document, part of what readers with each of the clearances `above` see.

    `model` is that of the reader's own clearance and history.
    """

    model: KSafety
    above: tuple[Clearance, ...] = ()

    counts_marks: ClassVar[bool] = True

    @property
    def promise(self) -> Promise:
        """What is promised to the reader alone; that views agree is how they are made."""
        return self.model.promise

    @property
    def kinds(self) -> frozenset[str]:
        """The one kind of its placeholders."""
        return self.model.kinds

    @property
    def needs(self) -> Needs:
        """The released text."""
        return self.model.needs

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """Decisions for each term that goes; `mentions` are not this model's concern."""
        return self.bound(document).plan(document, mentions)

    def violations(self, release: Release) -> list[Violation]:
        """Every place of a term that tells too much of a protected entity."""
        return self.model.violations(release)

    def bound(self, document: Document) -> KSafety:
        """The reader's model, bounded by what the others see of one document."""
        return replace(self.model, only=_bound(_choose_fresh(document, self.model, self.above), self.above))


def view_of_reader(model: KSafety, reader: str, shown: frozenset[str] = frozenset()) -> ReaderView:
    """The model for one reader of the database; one who is unknown is cleared for nothing."""
    cleared = model.database.clearance(reader)
    above = tuple(_order(held for held in model.database.clearance_sets() if held > cleared))
    return ReaderView(replace(for_clearance(model, cleared), shown=shown), above)


def for_clearance(model: KSafety, cleared: Collection[str]) -> KSafety:
    """The same model for readers of one clearance, without regard to what others see or were shown before.

    Marks would say what no view and no history counts.
    """
    own = frozenset(cleared)
    return replace(model, protected=(), categories=(), cleared=own, only=None, shown=frozenset(), marks=False)


def views(
    document: Document,
    model: KSafety,
    clearances: Mapping[str, Collection[str]],
    shown: Mapping[str, frozenset[str]] | None = None,
) -> list[ClearedView]:
    """The views of all these readers, one for each clearance that some of them have, the most cleared first.

    A view is the largest K-safe part of what every reader cleared for more sees: so a reader who is cleared for more
    never sees less. Part of a K-safe set is K-safe, which is why such a view always exists. `model` gives K and
    how terms are read and chosen; whom it protects is each reader's own matter. Readers who were `shown` terms before
    have a view of their own, with the same bound; what they know already they may read again.
    """
    groups: dict[tuple[Clearance, frozenset[str]], list[str]] = {}
    for reader, cleared in sorted(clearances.items()):
        groups.setdefault((frozenset(cleared), (shown or {}).get(reader, frozenset())), []).append(reader)
    fresh = _choose_fresh(document, model, {cleared for cleared, _ in groups})
    ordered = sorted(groups, key=lambda group: (-len(group[0]), sorted(group[0]), sorted(group[1])))
    return [_view(document, model, group, tuple(groups[group]), fresh) for group in ordered]


def view_for(document: Document, model: KSafety, reader: str) -> ClearedView:
    """The view of one reader, consistent with all others that the database knows; an unknown one is cleared for nothing."""
    own = view_of_reader(model, reader)
    bounded = own.bound(document)
    return _show((reader,), bounded, _choose(document, bounded))


def _view(
    document: Document,
    model: KSafety,
    group: tuple[Clearance, frozenset[str]],
    readers: tuple[str, ...],
    fresh: Mapping[Clearance, SafeSubset],
) -> ClearedView:
    cleared, shown = group
    own = replace(for_clearance(model, cleared), shown=shown)
    if not shown:
        return _show(readers, own, fresh[cleared])
    bounded = replace(own, only=_bound(fresh, [more for more in fresh if more > cleared]))
    return _show(readers, bounded, _choose(document, bounded))


def _show(readers: tuple[str, ...], model: KSafety, subset: SafeSubset) -> ClearedView:
    bounded = replace(model, only=subset.kept)
    return ClearedView(
        readers, frozenset(model.cleared or ()), bounded, subset.kept, subset.deleted, subset.proven
    )


def _choose_fresh(
    document: Document, model: KSafety, clearances: Iterable[Clearance]
) -> dict[Clearance, SafeSubset]:
    """What readers of each clearance see who were shown nothing before: one search for each, the most cleared first."""
    made: dict[Clearance, SafeSubset] = {}
    for cleared in _order(clearances):
        more = [other for other in made if other > cleared]
        own = replace(for_clearance(model, cleared), only=_bound(made, more))
        made[cleared] = _choose(document, own)
    return made


def _choose(document: Document, model: KSafety) -> SafeSubset:
    found = model.read(document)
    return model.safe_subset(found, model.find_ladders(document, found))


def _bound(made: Mapping[Clearance, SafeSubset], above: Iterable[Clearance]) -> frozenset[str] | None:
    bounds = [made[cleared].kept for cleared in above]
    return frozenset.intersection(*bounds) if bounds else None


def _order(clearances: Iterable[Clearance]) -> list[Clearance]:
    return sorted(set(clearances), key=lambda each: (-len(each), sorted(each)))


def repair_views(shown: Sequence[ClearedView], model: KSafety) -> tuple[list[ClearedView], frozenset[str]]:
    """The views with the fewest further terms deleted so that no group of readers can tell an entity, and those terms.

    A term goes from the views of all readers who are not cleared for an entity that it endangers, so that readers who
    are cleared keep it, and more clearance still never shows less.
    """
    crowd, entities = gather_crowd(shown, model)
    told = pooled_knowledge(shown, crowd, entities, model)
    if not told:
        return list(shown), frozenset()
    gone = _fewest_terms(
        crowd, told, {number: model.least_for(entities[number].categories) for number in told}
    )
    endangered: dict[tuple[str, ...], set[str]] = {}
    for number, bits in told.items():
        endangered.setdefault(entities[number].categories, set()).update(gone.intersection(crowd.names(bits)))
    lighter = [
        view.without(
            {
                term
                for categories, terms in endangered.items()
                if not is_cleared(view, categories)
                for term in terms
            }
        )
        for view in shown
    ]
    return lighter, gone


def _fewest_terms(crowd: Crowd, told: Mapping[int, int], least: Mapping[int, int]) -> frozenset[str]:
    """The fewest terms without which what is disclosed of each entity fits enough others."""
    width = len(crowd.terms)
    rows = np.array([chosen_bits(known, width) for known in crowd.known.values()], bool)
    gone: set[str] = set()
    # One K is the rule; what goes for a higher one is gone.
    for k in sorted(set(least.values()), reverse=True):
        kept = ~crowd.bits(gone)
        own = sorted({bits & kept for number, bits in told.items() if least[number] == k})
        guards = np.array([chosen_bits(bits, width) for bits in own], bool)
        gone |= solve(reduce_rows(crowd.terms, np.ones(width), rows, guards, crowd.size, k), "auto").deleted
    return frozenset(gone)
