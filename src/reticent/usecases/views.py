"""Views of a file for readers who may know different things: to each the most that is K-safe.

With a ledger, a view is safe together with all that its reader was shown before, and is noted before it goes out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from reticent.engine import Outcome, run_one
from reticent.engine.rules import Rules
from reticent.errors import InputError
from reticent.formats.seam.options import FormatOptions
from reticent.knowledge.entities._sql import LedgerTurn
from reticent.knowledge.entities.entities import SERVERS, ViewLedger
from reticent.models.k_safety.closure import Collusion, collusions
from reticent.models.k_safety.model import KSafety
from reticent.models.k_safety.settings import KSafetySettings
from reticent.models.k_safety.views import ClearedView, ReaderView, repair_views
from reticent.models.k_safety.views import views as make_views
from reticent.policy.assembly import make_rules
from reticent.policy.changes import change_settings
from reticent.policy.policy import Policy
from reticent.policy.recipe import Recipe
from reticent.text import Document
from reticent.usecases.file_run import FileResult
from reticent.usecases.release import InputFile, Opened, Released, Subjects, find_subjects, finish, read_input


def split_rules(recipe: Recipe, *, no_policy: bool) -> tuple[KSafetySettings, Rules]:
    """The section of K-safety as `--set` changes it, and what holds besides: the rest of the policy, or of the default one."""
    if recipe.policy and no_policy:
        raise InputError("--policy and --no-policy contradict each other: leave one out")
    written = Policy.model_validate({"models": [recipe.section]}) if no_policy else recipe.read_policy()
    if written is None:
        raise InputError("views need a policy: name it with --policy")
    written = change_settings(written, recipe.settings) if no_policy else written
    (section,) = [each for each in written.models if isinstance(each, KSafetySettings)]
    for key in (*_OF_AUDIENCE, "reader"):
        if getattr(section, key) != getattr(recipe.section, key):
            raise InputError(
                f"--set k-safety.{key} does nothing here, where --reader and --all say whose views are made: leave it out"
            )
    if no_policy:
        return section, Rules((), languages=frozenset(recipe.languages))
    rest = [each for each in written.models if each is not section]
    changes = {"models": rest, "languages": [*written.languages, *recipe.languages]}
    folder = recipe.policy.parent if recipe.policy else Path()
    return section, make_rules(written.model_copy(update=changes), folder)


_OF_AUDIENCE = ("protected", "categories")
"""The keys of K-safety that say who is protected, which the clearances of a reader say here."""


def restate_section(policy: Path | None) -> dict[str, object]:
    """The section of K-safety in a policy as it would be written elsewhere; an InputError where there is not just one."""
    written = Recipe(policy).read_policy() if policy else None
    found = [each for each in written.models if isinstance(each, KSafetySettings)] if written else []
    if len(found) > 1:
        raise InputError("the policy has several sections of k-safety: say which database with --database")
    if not found or policy is None:
        raise InputError("name an entity database with --database; 'reticent entities build' makes one")
    said = found[0].model_dump(exclude_defaults=True, exclude={*_OF_AUDIENCE})
    named = {key: place_beside(getattr(found[0], key), policy.parent) for key in ("database", "ledger")}
    return {**said, "type": "k-safety", **{key: value for key, value in named.items() if value}}


def place_beside(place: str | None, folder: Path | None) -> str | None:
    """A file that something in a folder names, by its whole path; an address of a server as it is."""
    if not place or folder is None or place.startswith(SERVERS):
        return place
    return str((folder / place).absolute())


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
class ViewSession:
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
def begin_view_session(
    given: InputFile, opened: Opened, model: KSafety, readers: Sequence[str], history: History | None
) -> Iterator[ViewSession]:
    """The session of one file; with a ledger, one transaction of it, on disk before the session has ended."""
    if history is None:
        yield ViewSession((), tuple(readers))
        return
    subjects = find_subjects(given, opened, history.subjects)
    with history.ledger.begin_turn(subjects, new=history.new, keep=history.keep) as turn:
        yield ViewSession(subjects, tuple(readers), model.database.fingerprint, turn)


@dataclass(frozen=True, slots=True)
class ViewRelease:
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

    views: tuple[ViewRelease, ...]
    collusions: tuple[Collusion, ...] = ()
    repaired: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class ViewWork:
    """The work on one file of a folder: the view of a reader, with a ledger of what it was shown.

    The rules that it is given hold the reader's model beside those of the policy. A file that the ledger knows, because a run
    was stopped before it was done with the file, gets the same view again: what was shown of it is safe together with it.
    """

    reader: str
    history: History

    def __repr__(self) -> str:
        """The same in every process, so that a stopped run goes on; another ledger is another run."""
        return f"ViewWork({self.reader!r}, {self.history.ledger.place!r}, {self.history.subjects!r})"

    def __call__(self, given: InputFile, path: str, rules: Rules, options: FormatOptions) -> FileResult:
        """The view of a file, noted in the ledger."""
        (own,) = (model for model in rules.models if isinstance(model, ReaderView))
        rest = replace(rules, models=tuple(model for model in rules.models if model is not own))
        view = view_for_reader(given, own.model, self.reader, rest, options=options, history=self.history)
        return FileResult(view.released.data, view.released.outcomes, view.released.dropped)


def view_for_reader(
    given: InputFile,
    model: KSafety,
    reader: str,
    rules: Rules,
    *,
    options: FormatOptions | None = None,
    history: History | None = None,
) -> ViewRelease:
    """The view of one reader, consistent with all others that the database knows; an unknown one is cleared for nothing.

    `rules` is the policy that holds besides K-safety: names and numbers of people are no terms of a database. With a
    history, the view is safe together with all that this reader was shown of the same subjects.
    """
    cleared = model.database.clearance(reader)
    others = {
        _name_anonymous(number): held
        for number, held in enumerate(model.database.clearance_sets())
        if held > cleared
    }
    opened = _open(given, model, rules, options)
    with begin_view_session(given, opened, model, [reader], history) as session:
        _, (view,) = _release_all(opened, model, {**others, reader: cleared}, [[reader]], rules, session)
    return view


def _name_anonymous(number: int) -> str:
    """A name for somebody with a clearance that no reader of the database can have, because it begins with a space."""
    return f" {number}"


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
    with begin_view_session(given, opened, model, [*clearances], history) as session:
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
    clearances: Mapping[str, Collection[str]], session: ViewSession, documents: int
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
    session: ViewSession,
    *,
    repair: bool = False,
) -> tuple[frozenset[str], list[ViewRelease]]:
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
        _release_view(opened, readers, frozenset(clearances[readers[0]]), each, rules)
        for readers, each in zip(groups, made, strict=True)
    ]


def _release_view(
    opened: Opened,
    readers: Sequence[str],
    cleared: frozenset[str],
    made: Sequence[tuple[ClearedView, Outcome]],
    rules: Rules,
) -> ViewRelease:
    released = finish(opened, [outcome for _, outcome in made], rules)
    return ViewRelease(tuple(readers), cleared, tuple(view for view, _ in made), released)


def _pool(released: Sequence[ViewRelease], model: KSafety, session: ViewSession) -> tuple[Collusion, ...]:
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
