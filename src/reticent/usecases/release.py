"""Release a file: every document in it planned, rendered and audited, then the whole written and read again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.audit.exceptions import state_promises
from reticent.audit.utility import Utility, measure_utility
from reticent.audit.verification import find_arising
from reticent.detection.columns import settle_columns, take_evidence
from reticent.errors import ReticentError
from reticent.formats.format import Checked, count_changes
from reticent.formats.options import FormatOptions
from reticent.labels import LabelJudge, hide_labels, release_labels
from reticent.pipeline import Outcome
from reticent.plan import Plan, Promise, Violation
from reticent.policy.assembly import Assembly
from reticent.stand_ins import sanitize_many_under
from reticent.streaming import batch_documents
from reticent.text import Document
from reticent.usecases.given import Given, Opened, open_given
from reticent.usecases.rereading import require_nothing_left, require_same_texts
from reticent.usecases.unseen import (
    Decide,
    Places,
    decide_unseen,
    describe_doubts,
    find_unseen,
    list_places,
)
from reticent.usecases.words import note_words

Progress = Callable[[int, int], None]
"""Called with how many documents are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Released:
    """The bytes that may go out, and what lies behind them, which stays with the original."""

    name: str
    data: bytes = field(repr=False)
    outcomes: tuple[Outcome, ...] = field(repr=False)
    unseen: tuple[Places, ...] = field(default=(), repr=False)
    dropped: Mapping[str, int] = field(default_factory=dict)
    utility: tuple[Utility, ...] = ()
    arising: tuple[tuple[Violation, ...], ...] = ()

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plan of each document, with the words at every place."""
        return tuple(note_words(outcome.plan, outcome.release.original) for outcome in self.outcomes)

    @property
    def warnings(self) -> list[str]:
        """What can't be told of it, in sentences."""
        return describe_doubts(
            unseen=sum(len(list_places(each)) for each in self.unseen),
            unread=sum(bool(outcome.language) for outcome in self.outcomes),
            unsettled=sum(outcome.unsettled for outcome in self.outcomes),
        )

    @property
    def promises(self) -> tuple[Promise, ...]:
        """What is promised of every document; of a file with one, also what a person keeps against that."""
        plans = self.plans
        return state_promises(plans[0]) if len(plans) == 1 else plans[0].promises if plans else ()


def release(
    given: Given,
    assembly: Assembly,
    *,
    options: FormatOptions | None = None,
    progress: Progress | None = None,
    decide: Decide | None = None,
) -> Released:
    """The release of a file; a PromiseError when some document of it can't keep every promise.

    `decide` is asked about words that no model has ever seen, where a model leaves them to a person.
    """
    opened = open_given(given, assembly.kinds, options or assembly.options)
    outcomes = plan_documents(opened.documents, assembly, progress=progress)
    if decide and (decided := decide_unseen(outcomes, assembly, decide)):
        assembly = decided
        outcomes = plan_documents(opened.documents, assembly, progress=progress)
    return finish(opened, outcomes, assembly)


def plan_documents(
    documents: Sequence[Document], assembly: Assembly, *, progress: Progress | None = None
) -> tuple[Outcome, ...]:
    """What comes of each document under a policy; those that break a promise have violations."""
    outcomes: list[Outcome] = []
    for batch in batch_documents(take_evidence_of_all(documents, assembly)):
        for result in sanitize_many_under(assembly, batch):
            if isinstance(result, ReticentError):
                raise result
            outcomes.append(result)
        if progress:
            progress(len(outcomes), len(documents))
    return tuple(outcomes)


def take_evidence_of_all(documents: Sequence[Document], assembly: Assembly) -> list[Document]:
    """The documents of files that are there as a whole; their cells know what nearly all others of their column are."""
    settled = settle_columns(documents, assembly.removing)
    return [take_evidence(document, settled) for document in documents] if settled else list(documents)


def finish(opened: Opened, outcomes: Iterable[Outcome], assembly: Assembly) -> Released:
    """The file with what came of its documents; a PromiseError when a promise is broken in one of them."""
    made = tuple(outcomes)
    released = [outcome.document for outcome in made]
    edits = [outcome.release.edits for outcome in made]
    judge = LabelJudge(assembly)
    source = release_labels(opened.name, opened.source, judge)
    data = source.write(edits)
    again = opened.format.read(opened.name, data, source.options).documents
    checks = source if isinstance(source, Checked) else opened.format
    require_same_texts(opened.name, checks, again, released)
    require_nothing_left(opened.name, checks, data, made, assembly)
    unseen = tuple(find_unseen(document, assembly) for document in released)
    dropped = hide_labels({**source.dropped, **count_changes(source, edits)}, judge)
    utility = tuple(measure_utility(each.plan, each.release, assembly.models) for each in made)
    arising = tuple(tuple(find_arising(each.release, assembly.models)) for each in made)
    return Released(opened.name, data, made, unseen, dropped, utility, arising)
