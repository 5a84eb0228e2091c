"""Views of a file for readers who may know different things: to each the most that is K-safe."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from reticent.errors import InputError
from reticent.formats.options import FormatOptions
from reticent.models.k_safety.collusion import Collusion, collusions
from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.repair import repair_views
from reticent.models.k_safety.views import View
from reticent.models.k_safety.views import views as make_views
from reticent.pipeline import Outcome, sanitize
from reticent.policy.assembly import Assembly
from reticent.text import Document
from reticent.usecases.given import Given, Opened, open_given
from reticent.usecases.release import Released, finish


@dataclass(frozen=True, slots=True)
class FileView:
    """What readers of one clearance see of a file: the view of each document in it, and the release."""

    readers: tuple[str, ...]
    cleared: frozenset[str]
    views: tuple[View, ...]
    released: Released

    @property
    def kept(self) -> int:
        """How many terms of the database stay, over all documents."""
        return sum(len(view.kept) for view in self.views)

    @property
    def deleted(self) -> int:
        """How many terms of the database go, over all documents."""
        return sum(len(view.deleted) for view in self.views)

    @property
    def proven(self) -> bool:
        """Whether no view with fewer deletions exists."""
        return all(view.proven for view in self.views)


@dataclass(frozen=True, slots=True)
class AllViews:
    """The views of all readers, what they could tell by pooling them, and how many terms went against that."""

    views: tuple[FileView, ...]
    collusions: tuple[Collusion, ...] = ()
    repaired: int = 0


def view_for_reader(
    given: Given, model: KSafety, reader: str, assembly: Assembly, *, options: FormatOptions | None = None
) -> FileView:
    """The view of one reader, consistent with all others that the database knows; an unknown one is cleared for nothing.

    `assembly` is the policy that holds besides K-safety: names and numbers of people are no terms of a database.
    """
    database = model.database
    cleared = database.clearance(reader)
    above = {name: held for name, held in database.clearances().items() if held > cleared}
    opened = _open(given, model, assembly, options)
    chosen = [
        next(view for view in each if view.cleared == cleared)
        for each in _views_of_documents(opened.documents, model, {**above, reader: cleared})
    ]
    return _release(opened, chosen, assembly)


def views_for_all(
    given: Given,
    model: KSafety,
    assembly: Assembly,
    *,
    collusion: bool = False,
    repair: bool = False,
    options: FormatOptions | None = None,
) -> AllViews:
    """The views of all readers of the database, one for each clearance; with `repair`, pooling them is no way in."""
    clearances = model.database.clearances()
    if not clearances:
        raise InputError("the database knows no reader: add some with 'reticent entities build --readers'")
    opened = _open(given, model, assembly, options)
    made = _views_of_documents(opened.documents, model, clearances)
    gone: set[str] = set()
    if repair:
        mended = [repair_views(each, model.database, model.k) for each in made]
        made, gone = [each for each, _ in mended], {term for _, terms in mended for term in terms}
    released = tuple(_release(opened, list(views), assembly) for views in zip(*made, strict=True))
    found = _pool(released, model, len(opened.documents)) if collusion else ()
    return AllViews(released, found, len(gone))


def _open(given: Given, model: KSafety, assembly: Assembly, options: FormatOptions | None) -> Opened:
    return open_given(given, assembly.kinds | model.kinds, options or assembly.options)


def _views_of_documents(
    documents: Iterable[Document], model: KSafety, clearances: Mapping[str, Collection[str]]
) -> list[list[View]]:
    """For each document the views of these readers, in the same order of clearances."""
    return [make_views(document, model, clearances) for document in documents]


def _release(opened: Opened, views: Sequence[View], assembly: Assembly) -> FileView:
    outcomes = [
        _sanitize(document, view, assembly) for document, view in zip(opened.documents, views, strict=True)
    ]
    first = views[0]
    return FileView(first.readers, first.cleared, tuple(views), finish(opened, outcomes, assembly))


def _sanitize(document: Document, view: View, assembly: Assembly) -> Outcome:
    kinds = assembly.kinds | view.model.kinds
    return sanitize(document, view.model, *assembly.models, kinds=kinds)


def _pool(released: Sequence[FileView], model: KSafety, documents: int) -> tuple[Collusion, ...]:
    """What readers could tell of each document who pool what they really see of it."""
    found: list[Collusion] = []
    for number in range(documents):
        shown = [
            replace(
                each.views[number],
                kept=frozenset(model.read(each.released.outcomes[number].document).terms),
            )
            for each in released
        ]
        found += collusions(shown, model.database, model.k)
    return tuple(found)
