"""Audit a released file, whoever made it: does it keep the promises of a policy?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.audit.exceptions import is_excepted
from reticent.audit.verification import find_arising, verify
from reticent.errors import DocumentError, LanguageError, PlanError
from reticent.formats.format import list_labels
from reticent.formats.options import FormatOptions
from reticent.labels import LabelJudge
from reticent.pipeline.languages import Languages
from reticent.plan import DeclaredException, Plan, Release, Violation
from reticent.plan.groups import keep_smallest
from reticent.policy.assembly import Assembly
from reticent.rendering.alignment import align
from reticent.rendering.edits import render
from reticent.rendering.placeholders import mark_placeholders
from reticent.stand_ins import point_out
from reticent.text import Document, Span
from reticent.usecases.given import Given, Opened, open_given
from reticent.usecases.release import take_evidence_of_all
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
    given: Given,
    assembly: Assembly,
    *,
    original: Given | None = None,
    plans: Sequence[Plan] | None = None,
    exceptions: Mapping[str, Sequence[DeclaredException]] | None = None,
    options: FormatOptions | None = None,
    ask: bool = True,
    excerpt: bool = False,
) -> list[Verdict]:
    """Judge every document of a file; with the `original`, also the promises that speak of both texts.

    Unless `ask`, readers who are somewhere else, such as a language model, are left in peace. The marks of an `excerpt` may have
    any numbers: those of the whole document that it was cut from, or those of a vault.
    What changed between the two is found by comparing them, or told by `plans`, which must lead from the one to the other.
    """
    chosen = replace(
        options or assembly.options, subject_field=None
    )  # a release need not say whom it is about
    opened = open_given(given, assembly.kinds, chosen)
    documents = [mark_placeholders(each, assembly.kinds, assembly.knows) for each in opened.documents]
    originals = open_given(original, assembly.kinds, chosen).documents if original else None
    if originals is not None and len(originals) != len(documents):
        raise DocumentError(
            f"'{given.name}' holds {len(documents)} documents and its original {len(originals)}:"
            " give the original that it was released from"
        )
    _require_languages(documents, assembly)
    kept = exceptions or {}
    releases = _point_out(_releases(documents, originals, plans), assembly)
    verdicts = [
        _judge(release, assembly, kept.get(release.released.fingerprint, ()), ask=ask, excerpt=excerpt)
        for release in releases
    ]
    return [*verdicts, *_judge_names(opened, assembly)]


def _require_languages(documents: Sequence[Document], assembly: Assembly) -> None:
    """Raise a LanguageError when a document is in a language in which nothing would be found."""
    for found in Languages.of(assembly.models, assembly.languages).judge(documents):
        if isinstance(found, LanguageError):
            raise found


def _judge_names(opened: Opened, assembly: Assembly) -> list[Verdict]:
    """A verdict about the names of columns and keys, where these break a promise or hold what the detectors find."""
    names, judge = list_labels(opened.source), LabelJudge(assembly)
    found = [*judge.list_violations(names), *_find_telling(names, judge)]
    if not found:
        return []
    document = Document(f"{opened.name}, names of its parts", "\n".join(names))
    broken = tuple(keep_smallest(each for each in found if not each.undecided))
    waiting = tuple(each for each in found if each.undecided)
    return [Verdict(document, broken, undecided=waiting, unseen=find_unseen(document, assembly))]


def _find_telling(names: Sequence[str], judge: LabelJudge) -> Iterator[Violation]:
    """A violation for each name that would be released as a placeholder, at its place among all."""
    changed, start = judge.replace(names), 0
    for name in names:
        if name in changed:
            kind = changed[name].strip("[]")
            yield Violation(LABELS, Span(start, start + len(name)), kind, "a label that tells")
        start += len(name) + 1


def _point_out(releases: Sequence[Release], assembly: Assembly) -> list[Release]:
    """The releases with the cells that go because of their column, and the labels that tell, by their originals."""
    originals = take_evidence_of_all([each.original for each in releases], assembly)
    return [
        replace(release, mentions=tuple(point_out(original, assembly)))
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


def _judge(
    release: Release,
    assembly: Assembly,
    exceptions: Sequence[DeclaredException],
    *,
    ask: bool,
    excerpt: bool,
) -> Verdict:
    alone = release.original is release.released
    models = [model for model in assembly.models if not alone or model.needs != "both"]
    whole = len(models) == len(assembly.models)
    found = verify(
        release, models, kinds=assembly.kinds, knows=assembly.knows, ask=ask and whole, excerpt=excerpt
    )
    left = tuple(violation for violation in found if not is_excepted(violation, exceptions))
    untold = [model.promise.model for model in assembly.models if alone and model.needs == "both"]
    attested = tuple(model.promise.model for model in models if model.needs == "reader")
    untold += attested if ask and not left and (found or not whole) else ()
    return Verdict(
        release.released,
        tuple(keep_smallest(each for each in left if not each.undecided)),
        excepted=len(found) - len(left),
        untold=tuple(untold),
        undecided=tuple(each for each in left if each.undecided),
        unseen=find_unseen(release.released, assembly),
        attested=attested,
        arising=tuple(find_arising(release, models)),
    )
