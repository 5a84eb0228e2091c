"""Audit a released file, or every file of a folder with its name, whoever made it: does it keep the promises of a policy?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from reticent.audit.exceptions import is_excepted
from reticent.audit.verification import NAME, find_arising, verify
from reticent.engine.documents import point_out
from reticent.engine.labels import LabelJudge
from reticent.engine.languages import Languages
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, LanguageError, PlanError, ReticentError
from reticent.executors import Executor
from reticent.formats.seam.format import as_file_source
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import is_number
from reticent.plan import DeclaredException, Plan, Release, Violation
from reticent.plan.values import keep_smallest
from reticent.policy.recipe import Recipe
from reticent.rendering.edits import render
from reticent.rendering.matching import align
from reticent.rendering.placeholders import mark_placeholders, read_words
from reticent.text import Document, Span
from reticent.usecases.manifest import place_of_manifest, read_places
from reticent.usecases.placing import split_path
from reticent.usecases.release import InputFile, Opened, read_file, read_input, take_evidence_of_all
from reticent.usecases.run_log import ALL, FileRow, Pick, RunLog, State, open_run_log, walk_folder
from reticent.usecases.unseen import Places, find_unseen
from reticent.usecases.words import place_plan

LABELS = "labels"
"""Who finds a violation in the name of a column or key."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an audit says of one document; `untold` are the promises that can't be judged without the original.

    `attested` are those that rest on a reader who may answer otherwise next time. With exceptions in a text, or without
    the original where another promise needs that, such a reader is not asked, and they are `untold` too. `unseen` are the
    words that nothing can be said about; where some are `undecided`, whether the promise holds is for a person to say.
    `arising` is what is found because of a gap alone.
    """

    document: Document
    violations: tuple[Violation, ...]
    excepted: int = 0
    untold: tuple[str, ...] = ()
    unseen: Places = field(default_factory=dict, repr=False)
    undecided: tuple[Violation, ...] = ()
    attested: tuple[str, ...] = ()
    arising: tuple[Violation, ...] = ()


def audit(
    given: InputFile,
    rules: Rules,
    *,
    original: InputFile | None = None,
    plans: Sequence[Plan] | None = None,
    exceptions: Mapping[str, Sequence[DeclaredException]] | None = None,
    options: FormatOptions | None = None,
    ask: bool = True,
    excerpt: bool = False,
) -> list[Verdict]:
    """Judge every document of a file; with the `original`, also the promises that speak of both texts.

    Unless `ask`, readers who are somewhere else, such as a language model, are left in peace. The marks of an `excerpt` may have
    any numbers: those of the whole document that it was cut from, or those of a vault.
    What changed between the two is found by comparing them, or given by `plans`, which must lead from the one to the other.
    """
    chosen = replace(options or rules.options, subject_field=None)  # a release need not say whom it is about
    opened = _open(given, rules, chosen)
    releases = _pair(opened, rules, original, chosen, plans)
    kept = exceptions or {}
    verdicts = [
        judge_release(release, rules, kept.get(release.released.fingerprint, ()), ask=ask, excerpt=excerpt)
        for release in releases
    ]
    return [*verdicts, *_judge_names(opened, rules)]


def read_releases(
    given: InputFile, rules: Rules, *, original: InputFile | None, options: FormatOptions | None = None
) -> list[Release]:
    """Every document of a file as an audit reads it, with its original where that is there; the subjects are those of the latter."""
    chosen = options or rules.options
    return _pair(_open(given, rules, replace(chosen, subject_field=None)), rules, original, chosen)


def _open(given: InputFile, rules: Rules, chosen: FormatOptions) -> Opened:
    """A released file, all of which is judged."""
    return read_input(given, rules.kinds, replace(chosen, covered="keep", hidden="show"))


def _pair(
    opened: Opened,
    rules: Rules,
    original: InputFile | None,
    chosen: FormatOptions,
    plans: Sequence[Plan] | None = None,
) -> list[Release]:
    documents = [mark_placeholders(each, rules.kinds, rules.is_stand_in) for each in opened.documents]
    originals = read_input(original, rules.kinds, chosen).documents if original else None
    if originals is not None and len(originals) != len(documents):
        raise DocumentError(
            f"'{opened.name}' holds {len(documents)} documents and its original {len(originals)}:"
            " give the original that it was released from"
        )
    documents = _tell_languages(documents, rules)
    return _point_out(_releases(documents, originals, plans), rules)


def _tell_languages(documents: Sequence[Document], rules: Rules) -> list[Document]:
    """The documents with their languages; a LanguageError when one is in a language in which nothing would be found."""
    languages = Languages.of(rules.models, rules.languages)
    told = languages.tell(documents)
    for found in languages.judge(told):
        if isinstance(found, LanguageError):
            raise found
    return told


def _judge_names(opened: Opened, rules: Rules) -> list[Verdict]:
    """A verdict about the names of columns and keys, where these break a promise or hold what the detectors find."""
    names, judge = as_file_source(opened.source).labels, LabelJudge(rules)
    found = [*judge.list_violations(names), *_find_telling(names, judge)]
    if not found:
        return []
    document = Document(f"{opened.name}, names of its parts", "\n".join(names))
    broken = tuple(keep_smallest(each for each in found if not each.undecided))
    waiting = tuple(each for each in found if each.undecided)
    return [Verdict(document, broken, undecided=waiting, unseen=find_unseen(document, rules))]


def _find_telling(names: Sequence[str], judge: LabelJudge) -> Iterator[Violation]:
    """A violation for each name that would be released as a placeholder, at its place among all."""
    changed, start = judge.replace(names), 0
    for name in names:
        if name in changed:
            kind = read_words(changed[name])
            yield Violation(LABELS, Span(start, start + len(name)), kind, "a label that tells")
        start += len(name) + 1


def _point_out(releases: Sequence[Release], rules: Rules) -> list[Release]:
    """The releases with the cells that go because of their column, and the labels that tell, by their originals."""
    originals = take_evidence_of_all([each.original for each in releases], rules)
    return [
        replace(release, mentions=tuple(point_out(original, rules)))
        for release, original in zip(releases, originals, strict=True)
    ]


def _releases(
    documents: Sequence[Document], originals: Sequence[Document] | None, plans: Sequence[Plan] | None
) -> list[Release]:
    """Both texts of each document with the edits between them; without an original, the released text alone."""
    if originals is None:
        if plans is not None:
            raise PlanError("a plan goes with the original that it was made for: add --original FILE")
        return [Release(document, document) for document in documents]
    pairs = zip(originals, documents, strict=True)
    if plans is None:
        return [Release(original, document, align(original, document)) for original, document in pairs]
    if len(plans) != len(documents):
        raise PlanError(
            f"there are {len(plans)} plans for {len(documents)} documents: give the plan of this file"
        )
    return [_follow(plan, *pair) for plan, pair in zip(plans, pairs, strict=True)]


def _follow(plan: Plan, original: Document, document: Document) -> Release:
    release = render(original, place_plan(plan, original))
    if release.released.text != document.text:
        raise PlanError(f"the plan does not lead to '{document.id}': give the one that was carried out")
    return replace(release, released=document)


def judge_release(
    release: Release,
    rules: Rules,
    exceptions: Sequence[DeclaredException] = (),
    *,
    ask: bool = True,
    excerpt: bool = False,
) -> Verdict:
    """The verdict on one document; without its original where both texts are the same."""
    alone = release.original is release.released
    models = [model for model in rules.models if not alone or model.needs != "both"]
    whole = len(models) == len(rules.models)
    found = verify(
        release, models, kinds=rules.kinds, is_stand_in=rules.is_stand_in, ask=ask and whole, excerpt=excerpt
    )
    left = tuple(violation for violation in found if not is_excepted(violation, exceptions))
    untold = [model.promise.model for model in rules.models if alone and model.needs == "both"]
    attested = tuple(model.promise.model for model in models if model.needs == "reader")
    untold += attested if ask and not left and (found or not whole) else ()
    return Verdict(
        release.released,
        tuple(keep_smallest(each for each in left if not each.undecided)),
        excepted=len(found) - len(left),
        untold=tuple(untold),
        undecided=tuple(each for each in left if each.undecided),
        unseen=find_unseen(release.released, rules),
        attested=attested,
        arising=tuple(find_arising(release, models)),
    )


_STATES: tuple[State, ...] = ("todo", "refused", "left")


@dataclass(frozen=True, slots=True)
class FolderAudit:
    """What is judged by which rules; `originals` is the folder that it was released from."""

    folder: Path
    recipe: Recipe
    options: FormatOptions
    pick: Pick = ALL
    originals: Path | None = None
    exceptions: Mapping[str, Sequence[DeclaredException]] = field(default_factory=dict)
    excerpt: bool = False


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """What an audit says of one file; `name_tells` when its path holds what the policy forbids."""

    path: str
    verdicts: tuple[Verdict, ...] = ()
    name_tells: bool = False
    error: ReticentError | None = None


def audit_folder(asked: FolderAudit, executor: Executor) -> Iterator[FileVerdict]:
    """The verdict on each file, by path; then what can't be read or judged, with an error."""
    with TemporaryDirectory() as scratch, open_run_log(Path(scratch) / "audit.db", "an audit") as log:
        log.list_files(walk_folder(asked.folder, asked.pick))
        if not any(map(log.count, _STATES)):
            raise DocumentError(
                f"'{asked.folder}' holds no file to audit: check the name, --include and --exclude"
            )
        _note_originals(asked, log)
        rows = (row for state in _STATES for row in log.rows(state))
        yield from executor.run(_audit_file, rows, set_up=partial(_prepare, asked))


def _note_originals(asked: FolderAudit, log: RunLog) -> None:
    """Note for each released file which original it comes from, where the manifest has another name."""
    manifest = place_of_manifest(asked.folder)
    if asked.originals is not None and manifest.exists():
        for original, released in read_places(manifest):
            log.note_place_of(released, original)


def _prepare(asked: FolderAudit) -> tuple[FolderAudit, Rules, LabelJudge]:
    rules = asked.recipe.make_rules()
    return asked, rules, LabelJudge(rules)


def _audit_file(context: tuple[FolderAudit, Rules, LabelJudge], row: FileRow) -> FileVerdict:
    asked, rules, names = context
    original = row.place or row.path
    tells = any(names.tells(name) for name in split_path(row.path) if not is_number(name))
    of_name = (_judge_name(row.path),) if tells else ()
    if row.state != "todo":
        return FileVerdict(row.path, of_name, tells, DocumentError(f"'{row.path}': {row.why}"))
    try:
        verdicts = audit(
            read_file(str(asked.folder / row.path)),
            rules,
            original=read_file(str(asked.originals / original)) if asked.originals else None,
            exceptions=asked.exceptions,
            options=asked.options,
            excerpt=asked.excerpt,
        )
    except ReticentError as error:
        return FileVerdict(row.path, of_name, tells, error)
    return FileVerdict(row.path, (*verdicts, *of_name), tells)


def _judge_name(path: str) -> Verdict:
    """The verdict on a path that holds what the policy forbids."""
    violation = Violation(
        NAME, Span(0, 0), "FILE_NAME", "a file's or a folder's name tells what the policy forbids"
    )
    return Verdict(Document(path, ""), (violation,))
