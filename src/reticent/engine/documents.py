"""The one road of documents: through the rounds under some rules, then the stand-ins of a vault where there is one.

It knows no file format: documents come in, and what became of each goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar, cast, overload

from reticent.audit.exceptions import require_sound
from reticent.audit.verification import kinds_found_by
from reticent.detection.columns import find_by_column
from reticent.detection.detector import read_ahead
from reticent.engine.draft import Draft
from reticent.engine.labels import LabelJudge
from reticent.engine.languages import Languages
from reticent.engine.outcome import Outcome
from reticent.engine.rounds import conclude, go_through_rounds, judge
from reticent.engine.rules import Rules, RulesMaker
from reticent.engine.stand_ins import note_stand_ins, put_stand_ins
from reticent.errors import DocumentError, InternalError, PlanError, ReticentError
from reticent.executors import Executor, Inline
from reticent.models.privacy_model import PrivacyModel, complete_models
from reticent.plan import Plan, find_unheld
from reticent.rendering.gaps import Gaps
from reticent.rendering.placeholders import IsStandIn, mark_earlier_release
from reticent.text import Document, Mention

MOST_DOCUMENTS = 128
"""Of a batch: short texts are read and travel together, because each journey costs as much as some of them. Chosen by hand:
the first result waits for all of a batch."""

MOST_CHARACTERS = 1 << 16  # of a batch, so that a long text travels alone; chosen by hand

Result = Outcome | ReticentError
Kept = TypeVar("Kept")
Done = TypeVar("Done")


@overload
def run(
    documents: Iterable[Document], rules: RulesMaker, *, executor: Executor = ...
) -> Iterator[Result]: ...


@overload
def run(
    documents: Iterable[Document],
    rules: RulesMaker,
    *,
    executor: Executor = ...,
    keep: Callable[[Result], Kept],
) -> Iterator[Kept]: ...


def run(
    documents: Iterable[Document],
    rules: RulesMaker,
    *,
    executor: Executor | None = None,
    keep: Callable[[Result], object] | None = None,
) -> Iterator[object]:
    """What becomes of each document, in order: an outcome, or the error that kept it from one.

    Documents are taken only as far ahead as keeps the executor busy. What makes the rules does so once for each worker;
    where they link documents, one worker takes all of them in order. `keep` says what is kept of each result where the
    work is done: far less than an outcome may have to travel. An outcome may have violations; its `document` raises then.
    """
    batches = batch_documents(documents)
    if executor is None or isinstance(executor, Inline) or rules.links_documents:
        made = rules.make_rules()
        for batch in batches:
            results = run_together(batch, made)
            yield from results if keep is None else map(keep, results)
    else:
        for kept in executor.run(partial(_run_batch, keep), batches, set_up=rules.make_rules):
            yield from kept


def _run_batch(
    keep: Callable[[Result], object] | None, rules: Rules, batch: Sequence[Document]
) -> list[object]:
    results = run_together(batch, rules)
    return [*results] if keep is None else [keep(result) for result in results]


def batch_documents(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """The documents in order, several short ones at a time."""
    batch: list[Document] = []
    characters = 0
    for document in documents:
        if batch and characters + len(document.text) > MOST_CHARACTERS:
            yield batch
            batch, characters = [], 0
        batch.append(document)
        characters += len(document.text)
        if len(batch) == MOST_DOCUMENTS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def run_together(documents: Sequence[Document], rules: Rules) -> list[Result]:
    """What becomes of documents that belong together, such as those of some records, each as by `run_one`.

    A text that is too short to tell its language has that of the others. All go through the rounds together, so that
    detectors which can read many short texts at once do so, the released ones included. A document on which our own
    code fails ends with an InternalError, and the others go on.
    """
    languages = Languages.of(rules.models, rules.languages)
    known = languages.tell(
        [mark_earlier_release(each, rules.kinds, style=rules.options.placeholders) for each in documents]
    )
    pointed = keep_apart(lambda some: [point_out(each, rules) for each in some], known)
    readable = [each for each, own in zip(known, pointed, strict=True) if isinstance(own, list)]
    judged = iter(keep_apart(languages.judge, readable))
    unread = [next(judged) if isinstance(own, list) else own for own in pointed]
    ends: list[Result | None] = [None if isinstance(found, str) else found for found in unread]
    rounds = {
        number: go_through_rounds(known[number], rules, cast(list[Mention], pointed[number]))
        for number, end in enumerate(ends)
        if end is None
    }
    while rounds:
        texts = []
        for number, each in [*rounds.items()]:
            try:
                try:
                    texts.append(next(each))
                    continue
                except StopIteration as end:
                    ends[number] = _note(end.value, cast(str, unread[number]), rules)
            except ReticentError as error:
                ends[number] = error
            except MemoryError:
                raise
            except Exception as error:  # its own words could quote the document
                ends[number] = InternalError.about(known[number].id, error)
            del rounds[number]
        with suppress(Exception):  # the document that it is about meets it again in its own rounds
            read_ahead(rules.detectors, texts)
    made = [_try_stand_ins(cast(Result, end), rules) for end in ends]
    note_stand_ins(made, rules)
    return made


def run_one(
    document: Document,
    rules: Rules,
    *,
    mentions: Sequence[Mention] = (),
    begun: Plan | None = None,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """What becomes of a document; placeholders of an earlier release in it are known as such.

    `mentions` are places that a person or another tool points at, `begun` is a plan of theirs that is carried out first:
    what it keeps stays, and something else is given up where a model can do that. `progress` is called with the number of
    each round.
    """
    kinds = rules.kinds_with(mentions, begun.decisions if begun else ())
    languages = Languages.of(rules.models, rules.languages)
    (known,) = languages.tell([mark_earlier_release(document, kinds, style=rules.options.placeholders)])
    unread = languages.require(known)
    pointed = [*mentions, *point_out(known, rules)]
    rounds = go_through_rounds(known, rules, pointed, begun=begun, progress=progress)
    while True:
        try:
            next(rounds)
        except StopIteration as end:
            outcome = put_stand_ins(_note(end.value, unread, rules), rules)
            note_stand_ins([outcome], rules)
            return outcome


def sanitize(
    document: Document | str,
    *models: PrivacyModel,
    mentions: Sequence[Mention] = (),
    begun: Plan | None = None,
    kinds: Iterable[str] = (),
    gaps: Gaps = "mark",
    invent: bool = False,
    languages: Iterable[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Plan, render and audit `document` under every model, in rounds, until no promise is broken.

    `mentions` are places that a person or another tool points at, `begun` is a plan of theirs that is carried out first:
    what it keeps stays, and something else is given up where a model can do that.
    `kinds` are further kinds of placeholders that a reader of the release knows of. `gaps` says whether removed places are
    marked, or closed where what stands around them tells what stood there; with `invent` they are filled with something
    else of the same sort where a model knows of one. `languages` are allowed although no model reads them, by their codes
    or "any"; a document in any other that none reads is a LanguageError. `progress` is called with the number of each round. A plain string is
    a document called "text".

    >>> from reticent import Redaction, patterns
    >>> sanitize("Ask ann@example.org.", Redaction((patterns(["EMAIL"]),))).text
    'Ask [EMAIL].'
    """
    given = Document("text", document) if isinstance(document, str) else document
    rules = Rules(
        complete_models(models),
        gaps=gaps,
        invent=invent,
        languages=frozenset(languages),
        declared=frozenset(kinds),
    )
    return run_one(given, rules, mentions=mentions, begun=begun, progress=progress)


def run_plan(document: Document, plan: Plan, rules: Rules) -> Outcome:
    """Carry out a plan that somebody may have changed, and audit what comes of it; a PlanError as `execute`."""
    return _carry_out(document, plan, rules, point_out(document, rules), rules.is_stand_in)


def execute(
    document: Document,
    plan: Plan,
    *models: PrivacyModel,
    mentions: Sequence[Mention] = (),
    kinds: Iterable[str] = (),
    is_stand_in: IsStandIn | None = None,
    languages: Iterable[str] = (),
) -> Outcome:
    """Carry out a plan that somebody may have changed, and audit what comes of it.

    Placeholders are made anew from the kinds, which must be declared; what a detector finds goes whole or is judged.
    A stand-in must be one that a vault gave, which `is_stand_in` tells. `languages` are those of `sanitize`. A PlanError
    where the plan promises what no model holds.
    """
    rules = Rules(complete_models(models), languages=frozenset(languages), declared=frozenset(kinds))
    return _carry_out(document, plan, rules, mentions, is_stand_in)


def _carry_out(
    document: Document, plan: Plan, rules: Rules, mentions: Sequence[Mention], is_stand_in: IsStandIn | None
) -> Outcome:
    languages = Languages.of(rules.models, rules.languages)
    (document,) = languages.tell([document])
    unread = languages.require(document)
    declared = rules.kinds_with(mentions)
    plan = _hold_to_promises(plan, rules)
    require_sound(document, plan, rules.models, declared, is_stand_in)
    draft = Draft.of(document, plan, mentions, declared, is_stand_in)
    return _note(conclude(draft, judge(draft, rules.models, is_stand_in)), unread, rules)


def _hold_to_promises(plan: Plan, rules: Rules) -> Plan:
    """The plan with all that the models promise, which is judged; a PlanError where it promises more than that."""
    if unheld := find_unheld(plan.promises, rules.promises):
        raise PlanError(
            f"the plan for '{plan.document}' makes promises that none of the models keeps"
            f" ({', '.join(each.model for each in unheld)}): use the policy that it was made under"
        )
    return replace(plan, promises=rules.promises)


def point_out(document: Document, rules: Rules) -> list[Mention]:
    """What goes besides what the detectors find in a document: cells because of their column, labels that tell."""
    if not document.cells and not document.labels:
        return []
    kinds = kinds_found_by(rules.models)
    labels = LabelJudge(rules)
    telling = [
        Mention(span, kind, 0.0, "a label that tells")
        for span in document.labels
        if (kind := labels.find_kind(span.of(document.text))) in kinds and kind is not None
    ]
    return [*find_by_column(document, kinds, ages=rules.ages), *telling]


def keep_apart(
    work: Callable[[Sequence[Document]], Sequence[Done]], documents: Sequence[Document]
) -> list[Done | ReticentError]:
    """What our code makes of many documents at once; where it fails, without those on which it fails alone.

    Should it fail on none of them alone, all are refused.
    """
    try:
        return list(work(documents))
    except (ReticentError, MemoryError):
        raise
    except Exception as error:  # its own words could quote a document
        failed = {number for number, each in enumerate(documents) if _fails(work, each)}
        blamed = failed or range(len(documents))
        others = [each for number, each in enumerate(documents) if number not in blamed]
        rest = iter(keep_apart(work, others) if others else ())
        return [
            InternalError.about(each.id, error) if number in blamed else next(rest)
            for number, each in enumerate(documents)
        ]


def _fails(work: Callable[[Sequence[Document]], object], document: Document) -> bool:
    try:
        work([document])
    except (ReticentError, MemoryError):
        raise
    except Exception:
        return True
    return False


def _note(outcome: Outcome, language: str, rules: Rules) -> Outcome:
    """The outcome with what a person should know about the original: a language that nobody reads, dates that leave it open.

    A WithheldError where what is protected is still inferred too well.
    """
    if rules.watch is not None and not outcome.violations:
        rules.watch.require_safe(outcome.release)
    original = outcome.release.original
    unsettled = any(each.leaves_dates_open(original) for each in rules.models)
    told = {each.promise.model: each.tell_asked(original) for each in rules.models if each.needs == "reader"}
    asked = {name: each for name, each in told.items() if each}
    if not (language or unsettled or asked):
        return outcome
    return replace(outcome, language=language, unsettled=unsettled, asked=asked)


def _try_stand_ins(outcome: Result, rules: Rules) -> Result:
    try:
        return put_stand_ins(outcome, rules) if isinstance(outcome, Outcome) else outcome
    except DocumentError as error:
        return error
