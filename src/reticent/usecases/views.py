"""Views of a file for readers who may know different things: to each the most that is K-safe.

What readers were shown before, and what they are going to be shown: noted before anything goes out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from reticent.engine import Outcome, run_one
from reticent.engine.rules import Rules
from reticent.errors import InputError
from reticent.formats.seam.options import FormatOptions
from reticent.knowledge.entities._sql import LedgerTurn
from reticent.knowledge.entities.entities import ViewLedger
from reticent.models.k_safety.closure import Collusion, collusions
from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.views import ClearedView, ReaderView, repair_views
from reticent.models.k_safety.views import views as make_views
from reticent.text import Document
from reticent.usecases.file_run import Made
from reticent.usecases.release import InputFile, Opened, Released, Subjects, find_subjects, finish, read_input


@dataclass(frozen=True, slots=True)
class History:
    """A ledger, whose documents these are, and whether subjects that it doesn't know may begin.

    What is only looked at, and not shown to the reader, is not kept.
    """

    ledger: ViewLedger
    subjects: Subjects
    new: bool = False
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Session:
    """The views of one file while they are made: what each reader was shown of each subject up to now.

    Without a ledger every document stands alone.
    """

    subjects: Sequence[str] = field(repr=False)
    readers: tuple[str, ...]
    fingerprint: str = ""
    turn: LedgerTurn | None = None
    _shown: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict, repr=False)

    def terms_shown(self, document: int) -> Mapping[str, frozenset[str]]:
        """What each reader was shown before a document, by its number in the file."""
        if self.turn is None:
            return {}
        subject = self.subjects[document]
        for reader in self.readers:
            if (reader, subject) not in self._shown:
                self._shown[reader, subject] = self.turn.shown(reader, subject)
        return {reader: self._shown[reader, subject] for reader in self.readers}

    def note(self, document: int, readers: Sequence[str], released: Document, model: KSafety) -> None:
        """Note what is to be read of a document."""
        if self.turn is None:
            return
        subject = self.subjects[document]
        terms = frozenset(model.read(released).terms)
        for reader in readers:
            self._shown[reader, subject] |= terms
            self.turn.note(reader, subject, terms, self.fingerprint)


@contextmanager
def begin_session(
    given: InputFile, opened: Opened, model: KSafety, readers: Sequence[str], history: History | None
) -> Iterator[Session]:
    """The session of one file; with a ledger, one transaction of it, on disk before the session has ended."""
    if history is None:
        yield Session((), tuple(readers))
        return
    subjects = find_subjects(given, opened, history.subjects)
    with history.ledger.begin_turn(subjects, new=history.new, keep=history.keep) as turn:
        yield Session(subjects, tuple(readers), model.database.fingerprint, turn)


@dataclass(frozen=True, slots=True)
class FileView:
    """What readers see of a file: the view of each document in it, and the release."""

    readers: tuple[str, ...]
    cleared: frozenset[str]
    views: tuple[ClearedView, ...]
    released: Released

    @property
    def kept(self) -> int:
        """How many terms of the database stay, over all documents."""
        return self.found - self.deleted

    @property
    def found(self) -> int:
        """How many terms of the database there were, over all documents."""
        originals = (outcome.release.original for outcome in self.released.outcomes)
        return sum(
            len(view.model.read(document).terms) for view, document in zip(self.views, originals, strict=True)
        )

    @property
    def deleted(self) -> int:
        """How many terms of the database go, or become more general, over all documents."""
        return sum(len(view.deleted) for view in self.views)

    @property
    def proven(self) -> bool:
        """Whether no view exists that shows more."""
        return all(view.proven for view in self.views)


@dataclass(frozen=True, slots=True)
class AllViews:
    """The views of all readers, what they could tell by pooling them, and how many terms went against that."""

    views: tuple[FileView, ...]
    collusions: tuple[Collusion, ...] = ()
    repaired: int = 0


@dataclass(frozen=True, slots=True)
class ViewWork:
    """The work on one file of a folder: the view of a reader, with a ledger of what it was shown.

    The rules that it is given holds the reader's model beside those of the policy.
    """

    reader: str
    history: History

    def __call__(self, given: InputFile, path: str, rules: Rules, options: FormatOptions) -> Made:
        """The view of a file, noted in the ledger."""
        (own,) = (model for model in rules.models if isinstance(model, ReaderView))
        rest = replace(rules, models=tuple(model for model in rules.models if model is not own))
        view = view_for_reader(given, own.model, self.reader, rest, options=options, history=self.history)
        return Made(view.released.data, view.released.outcomes, view.released.dropped)


def view_for_reader(
    given: InputFile,
    model: KSafety,
    reader: str,
    rules: Rules,
    *,
    options: FormatOptions | None = None,
    history: History | None = None,
) -> FileView:
    """The view of one reader, consistent with all others that the database knows; an unknown one is cleared for nothing.

    `rules` is the policy that holds besides K-safety: names and numbers of people are no terms of a database. With a
    history, the view is safe together with all that this reader was shown of the same subjects.
    """
    cleared = model.database.clearance(reader)
    others = {
        f" {number}": held for number, held in enumerate(model.database.clearance_sets()) if held > cleared
    }
    opened = _open(given, model, rules, options)
    with begin_session(given, opened, model, [reader], history) as session:
        _, (view,) = _release_all(opened, model, {**others, reader: cleared}, [[reader]], rules, session)
    return view


def views_for_all(
    given: InputFile,
    model: KSafety,
    rules: Rules,
    *,
    collusion: bool = False,
    repair: bool = False,
    options: FormatOptions | None = None,
    history: History | None = None,
) -> AllViews:
    """The views of all readers of the database, one for each clearance; with `repair`, pooling them is no way in."""
    clearances = model.database.clearances()
    if not clearances:
        raise InputError("the database knows no reader: add some with 'reticent entities build --readers'")
    if repair and history:
        raise InputError("--repair can't take back what the ledger says was shown: leave one of them out")
    opened = _open(given, model, rules, options)
    with begin_session(given, opened, model, [*clearances], history) as session:
        groups = _group_readers(clearances, session, len(opened.documents))
        gone, released = _release_all(opened, model, clearances, groups, rules, session, repair=repair)
        found = _pool(released, model, session) if collusion else ()
        if found and history:
            raise InputError(
                f"{len(found)} entities could be told by readers who pool what they see and saw: give the views to fewer"
                " readers, or ask without --collusion; nothing was shown"
            )
    return AllViews(tuple(released), found, len(gone))


def _open(given: InputFile, model: KSafety, rules: Rules, options: FormatOptions | None) -> Opened:
    return read_input(given, rules.kinds | model.kinds, options or rules.options)


def _group_readers(
    clearances: Mapping[str, Collection[str]], session: Session, documents: int
) -> list[list[str]]:
    """The readers who see the same of every document: of one clearance, and shown the same before."""
    before = [session.terms_shown(number) for number in range(documents)]
    groups: dict[tuple[frozenset[str], tuple[frozenset[str], ...]], list[str]] = {}
    for reader, cleared in sorted(clearances.items()):
        shown = tuple(each.get(reader, frozenset()) for each in before)
        groups.setdefault((frozenset(cleared), shown), []).append(reader)
    return [
        groups[key] for key in sorted(groups, key=lambda key: (-len(key[0]), sorted(key[0]), groups[key]))
    ]


def _release_all(
    opened: Opened,
    model: KSafety,
    clearances: Mapping[str, Collection[str]],
    groups: Sequence[Sequence[str]],
    rules: Rules,
    session: Session,
    *,
    repair: bool = False,
) -> tuple[frozenset[str], list[FileView]]:
    """The views of each group of readers, made document by document, and the terms that went against pooling."""
    made: list[list[tuple[ClearedView, Outcome]]] = [[] for _ in groups]
    gone: frozenset[str] = frozenset()
    for number, document in enumerate(opened.documents):
        views = make_views(document, model, clearances, session.terms_shown(number))
        if repair:
            views, lost = repair_views(views, model)
            gone |= lost
        for group, readers in zip(made, groups, strict=True):
            view = next(view for view in views if readers[0] in view.readers)
            outcome = run_one(document, replace(rules, models=(view.model, *rules.models)))
            session.note(number, readers, outcome.document, model)
            group.append((view, outcome))
    return gone, [
        _file_view(opened, readers, frozenset(clearances[readers[0]]), each, rules)
        for readers, each in zip(groups, made, strict=True)
    ]


def _file_view(
    opened: Opened,
    readers: Sequence[str],
    cleared: frozenset[str],
    made: Sequence[tuple[ClearedView, Outcome]],
    rules: Rules,
) -> FileView:
    released = finish(opened, [outcome for _, outcome in made], rules)
    return FileView(tuple(readers), cleared, tuple(view for view, _ in made), released)


def _pool(released: Sequence[FileView], model: KSafety, session: Session) -> tuple[Collusion, ...]:
    """What readers could tell of each document who pool what they really see of it, and of its subject before."""
    found: list[Collusion] = []
    for number in range(len(released[0].views)):
        before = session.terms_shown(number)
        shown = [
            replace(
                each.views[number],
                kept=frozenset(model.read(each.released.outcomes[number].document).told)
                | before.get(each.readers[0], frozenset()),
            )
            for each in released
        ]
        found += collusions(shown, model)
    return tuple(found)
