"""Release a file: read by its format, every document planned, rendered and audited, then the whole written and read again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import Any

from reticent import __version__
from reticent.audit.exceptions import state_promises
from reticent.audit.inference import InferenceRisk
from reticent.audit.report import Utility, describe_release, make_report, measure_utility
from reticent.audit.verification import find_arising
from reticent.detection.columns import settle_columns, take_evidence
from reticent.engine import Outcome, run
from reticent.engine.labels import LabelJudge, hide_labels, release_labels
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, InputError, ReticentError
from reticent.files import mode_of
from reticent.formats.registry import HEAD, find_format, read_bytes
from reticent.formats.seam.format import DocumentSource, FileFormat, as_file_source
from reticent.formats.seam.options import FormatOptions
from reticent.plan import Plan, Promise, Violation
from reticent.rendering.placeholders import mark_earlier_release
from reticent.text import Document
from reticent.usecases.unseen import (
    Decide,
    Places,
    count_gone,
    decide_unseen,
    describe_doubts,
    find_unseen,
    list_places,
)
from reticent.usecases.words import note_words, require_nothing_left, require_same_texts


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file as somebody gives it; `mode` says who may read it, None where nobody knows.

    `path` is where it lies in the collection that it belongs to; its own name where there is none.
    """

    name: str
    data: bytes = field(repr=False)
    mode: int | None = None
    path: str = ""

    def find_subject(self, options: FormatOptions) -> str:
        """Whom its documents are about where they don't say so themselves."""
        place = PurePath(self.path or Path(self.name).name)
        if options.subject_by == "file":
            return place.as_posix()
        return place.parent.as_posix() if self.path else Path(self.name).absolute().parent.name


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read: its documents, with the placeholders of an earlier release known as such."""

    name: str
    format: FileFormat
    options: FormatOptions
    source: DocumentSource
    documents: tuple[Document, ...]


def read_file(path: str, *, within: str = "") -> InputFile:
    """A file by its path; `within` is its path in the folder that it belongs to."""
    return InputFile(path, read_bytes(path), mode_of(Path(path)), within)


def read_input(given: InputFile, kinds: Iterable[str], options: FormatOptions) -> Opened:
    """Read a file; `kinds` are those whose placeholders may stand in it."""
    known = frozenset(kinds)
    form = find_format(given.name, given.data[:HEAD], options)
    source = form.read(given.name, given.data, options)
    subject = given.find_subject(options)
    documents = tuple(
        replace(
            mark_earlier_release(document, known, style=options.placeholders),
            subject=document.subject or subject,
        )
        for document in source.documents
    )
    return Opened(given.name, form, options, source, documents)


def read_single(
    given: InputFile, kinds: Iterable[str] = (), options: FormatOptions | None = None
) -> Document:
    """The one document of a file; a DocumentError where there are several."""
    documents = read_input(given, kinds, options or FormatOptions()).documents
    if len(documents) != 1:
        raise DocumentError(
            f"'{given.name}' holds {len(documents)} documents, but only one is read here: give them one by one"
        )
    return documents[0]


Progress = Callable[[int, int], None]
"""Called with how many documents are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Released:
    """The bytes that may go out, and how they came about, which stays with the original."""

    name: str
    data: bytes = field(repr=False)
    outcomes: tuple[Outcome, ...] = field(repr=False)
    unseen: tuple[Places, ...] = field(default=(), repr=False)
    dropped: Mapping[str, int] = field(default_factory=dict)
    utility: tuple[Utility, ...] = ()
    arising: tuple[tuple[Violation, ...], ...] = ()
    risks: tuple[tuple[InferenceRisk, ...], ...] = ()

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plan of each document, with the words at every place."""
        return tuple(note_words(outcome.plan, outcome.release.original) for outcome in self.outcomes)

    @property
    def warnings(self) -> list[str]:
        """What nobody can know of it, in sentences."""
        return describe_doubts(
            unseen=sum(len(list_places(each)) for each in self.unseen),
            gone=sum(count_gone(outcome.plan) for outcome in self.outcomes),
            unread=sum(bool(outcome.language) for outcome in self.outcomes),
            unsettled=sum(outcome.unsettled for outcome in self.outcomes),
        )

    @property
    def promises(self) -> tuple[Promise, ...]:
        """What is promised of every document; of a file with one, also what a person keeps against that."""
        plans = self.plans
        if len(plans) == 1:
            return state_promises(plans[0], self.outcomes[0].asked)
        return plans[0].promises if plans else ()


def release(
    given: InputFile,
    rules: Rules,
    *,
    options: FormatOptions | None = None,
    progress: Progress | None = None,
    decide: Decide | None = None,
) -> Released:
    """The release of a file; a PromiseError when some document of it can't keep every promise.

    `decide` is asked about words that no model has ever seen, where a model leaves them to a person.
    """
    opened = read_input(given, rules.kinds, options or rules.options)
    rules = rules.asking() if decide else rules
    outcomes = plan_documents(opened.documents, rules, progress=progress)
    if decide and (decided := decide_unseen(outcomes, rules, decide)):
        rules = decided
        outcomes = plan_documents(opened.documents, rules, progress=progress)
    return finish(opened, outcomes, rules)


def plan_documents(
    documents: Sequence[Document], rules: Rules, *, progress: Progress | None = None
) -> tuple[Outcome, ...]:
    """What comes of each document under a policy; those that break a promise have violations."""
    outcomes: list[Outcome] = []
    for result in run(take_evidence_of_all(documents, rules), rules):
        if isinstance(result, ReticentError):
            raise result
        outcomes.append(result)
        if progress:
            progress(len(outcomes), len(documents))
    return tuple(outcomes)


def take_evidence_of_all(documents: Sequence[Document], rules: Rules) -> list[Document]:
    """The documents of files that are there as a whole; their cells know what nearly all others of their column are."""
    settled = settle_columns(documents, rules.removing)
    return [take_evidence(document, settled) for document in documents] if settled else list(documents)


def finish(opened: Opened, outcomes: Iterable[Outcome], rules: Rules) -> Released:
    """The file with what came of its documents; a PromiseError when a promise is broken in one of them."""
    made = tuple(outcomes)
    released = [outcome.document for outcome in made]
    edits = [outcome.release.edits for outcome in made]
    judge = LabelJudge(rules)
    source = release_labels(opened.name, as_file_source(opened.source), judge)
    data = source.write(edits)
    again = opened.format.read(opened.name, data, source.options).documents
    checks = source.find_verifier(opened.format)
    require_same_texts(opened.name, checks, again, released)
    require_nothing_left(opened.name, checks, data, made, rules)
    unseen = tuple(find_unseen(document, rules) for document in released)
    dropped = hide_labels({**source.dropped, **source.count_changes(edits)}, judge)
    utility = tuple(measure_utility(each.plan, each.release, rules.models) for each in made)
    arising = tuple(tuple(find_arising(each.release, rules.models)) for each in made)
    risks = tuple(rules.watch.assess(each.release) if rules.watch else () for each in made)
    return Released(opened.name, data, made, unseen, dropped, utility, arising, risks)


def report_release(released: Released) -> dict[str, Any]:
    """What was promised of every document of a file, what changed, and what was left out."""
    documents = [
        describe_release(
            outcome.plan,
            outcome.release,
            utility=utility,
            unseen=list_places(unseen),
            language=outcome.language,
            arising=arising,
            risks=risks,
            asked=outcome.asked,
        )
        for outcome, unseen, utility, arising, risks in zip(
            released.outcomes,
            released.unseen,
            released.utility,
            released.arising,
            released.risks,
            strict=True,
        )
    ]
    return make_report(
        released.name, documents, version=__version__, dropped=released.dropped, warnings=released.warnings
    )


@dataclass(frozen=True, slots=True)
class Subjects:
    """The subject of all documents, or the key or column of records that names it."""

    name: str | None = None
    field: str | None = None

    def __post_init__(self) -> None:
        if (self.name is None) == (self.field is None):
            raise InputError(
                "whose documents are these? a ledger needs --subject NAME, or --subject-field KEY for records"
            )
        if self.name is not None and not self.name.strip():
            raise InputError("--subject needs a name")


def find_subjects(given: InputFile, opened: Opened, subjects: Subjects) -> list[str]:
    """The subject of each document of a file; a DocumentError names a record without one."""
    if subjects.field is None:
        return [str(subjects.name)] * len(opened.documents)
    options = replace(opened.options, subject_field=subjects.field)
    found = [document.subject for document in opened.format.read(given.name, given.data, options).documents]
    if not all(found):
        raise DocumentError(
            f"'{given.name}' has no records with fields: give JSON lines or a table, or name the subject with --subject"
        )
    return found
