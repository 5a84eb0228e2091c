"""`reticent guard`: what another tool's masks overlooked; `reticent correlations`: what points to each word removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from math import inf
from typing import Annotated

import typer

from reticent.cli import _options as options
from reticent.cli._declared import argument, make_section, option_of
from reticent.cli._options import Knowledge, MaxGroup, Setting, Within
from reticent.cli._output import choose_asking, count, deliver, print_answer, print_table, require_free
from reticent.cli._reading import refuse_idle
from reticent.cli.app import say
from reticent.formats.seam.options import FormatOptions
from reticent.models.correlation_guard.risk import CorrelationReport, Pointer
from reticent.models.correlation_guard.search import Search
from reticent.models.correlation_guard.settings import CorrelationGuardSettings
from reticent.models.privacy_model import Unseen
from reticent.policy.recipe import Recipe
from reticent.text import Document
from reticent.usecases.guard import (
    Guarded,
    build_guard,
    count_unknown,
    find_correlations,
    guard_results,
    read_masks_for,
)

Threshold = Annotated[str | None, option_of(CorrelationGuardSettings, "threshold", metavar="RULE")]
MinSupport = Annotated[int | None, option_of(CorrelationGuardSettings, "min_support")]
AtMost = Annotated[float | None, option_of(CorrelationGuardSettings, "at_most")]
SearchName = Annotated[Search | None, option_of(CorrelationGuardSettings, "search")]
WholePhrases = Annotated[
    bool | None, option_of(CorrelationGuardSettings, "whole_phrases", "--whole-phrases/--judge-phrases")
]
Generalize = Annotated[bool, option_of(CorrelationGuardSettings, "generalize", "--generalize")]


@dataclass(frozen=True, slots=True)
class GuardRules:
    """How much of what was masked may be disclosed, and by what."""

    setting: Setting = None
    threshold: Threshold = None
    max_group: MaxGroup = None
    context: Within = None
    min_support: MinSupport = None
    at_most: AtMost = None
    search: SearchName = None
    whole_phrases: WholePhrases = None
    knowledge: Knowledge = None

    def section(self, *, generalize: bool = False, unseen: Unseen | None = None) -> CorrelationGuardSettings:
        """What the options ask for, as a policy would write it."""
        from reticent.knowledge import anchor_choices  # numpy loads with it

        own = {"type": "correlation-guard", "generalize": generalize, "unseen": unseen}
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        chosen = {"setting": self.setting or "default", "knowledge": anchor_choices(self.knowledge or ())}
        return make_section(CorrelationGuardSettings, {**said, **own, **chosen})


RULES = GuardRules()
"""What the commands have when nothing is said."""


def describe_unknown(unknown: int, secrets: int) -> str:
    """A sentence about sensitive terms that the corpus has never seen; empty when it knows all."""
    if not unknown:
        return ""
    return (
        f" The corpus has never seen {unknown} of the {count(secrets, 'masked term')}, so that nobody can tell what"
        " points there; add knowledge of the field with --knowledge."
    )


def guard(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    masks: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="What the other tool masked: {document: [[start, end], …]} in JSON, or the JSON that Presidio's"
            " analyzer answers, for one text or a batch.",
        ),
    ],
    files: Annotated[
        list[str] | None, argument("[FILE]...", "The texts that were masked; those of a batch in its order.")
    ] = None,
    generalize: Generalize = False,
    rules: GuardRules = RULES,
    unseen: options.UnseenRule = None,
    reading: options.ReadingOptions = options.READING,
    language: options.LanguageNames = None,
    output: options.Output = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Add to the masks of another tool whatever gives away the masked terms; the result has the same format.

    Examples:

      reticent guard --masks masks.json letter.txt --unseen remove -o guarded.json

      reticent guard --masks masks.json notes/*.txt --threshold 6 --knowledge archive.index

      reticent guard --masks presidio.json letter.txt --setting paper

      reticent guard --masks masks.json letter.docx report.pdf
    """
    require_free(output, overwrite=overwrite, originals=[masks, *(files or ())])
    chosen = reading.over(FormatOptions(), files or [])
    guarded = guard_results(
        options.read_given(masks),
        [options.read_given(path) for path in files or ()],
        build_guard(rules.section(generalize=generalize, unseen=unseen)),
        options=chosen,
        decide=choose_asking(masks),
        languages=options.choose_languages(language),
    )
    for each in guarded.texts:
        if not quiet:
            say(_summarize(each))
        if each.unseen:
            kept = count(len(each.unseen), "word")
            say(f"{each.document.id}: kept {kept} that the corpus has never seen.")
    deliver(guarded.data, output)


def _summarize(result: Guarded) -> str:
    name = result.document.id
    if not result.given:
        return f"{name}: no sensitive term, so there is nothing to guard; nothing was added."
    return (
        f"{name}: {count(result.given, 'mask')}; added {count(result.terms, 'term')} at"
        f" {count(result.places, 'place')} that would give them away; audit: no violation.{describe_unknown(result.unknown, result.secrets)}"
    )


def correlations(
    file: options.File = "-",
    masks: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="What was removed: {document: [[start, end], …]} in JSON, or what Presidio's analyzer answers.",
        ),
    ] = None,
    policy: options.PolicyFile = None,
    rules: GuardRules = RULES,
    at_least: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="BITS",
            help="Show only what gives away at least this much (default: the threshold).",
        ),
    ] = None,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="Show at most N for each removed term.")] = 10,
    as_json: options.AsJson = False,
) -> None:
    """Show for every removed term the terms and groups that point to it, strongest first.

    What is removed comes from a mask file, or from the detectors of a policy. The table quotes the text: protect it like
    the original.

    Examples:

      reticent correlations letter.txt --policy clinic.toml

      reticent correlations letter.txt --masks masks.json --at-least 4 --json
    """
    refuse_idle({"--policy": policy and masks}, "with --masks, which say what is removed")
    detectors = () if masks else Recipe(policy).make_rules().detectors
    document, finding = find_correlations(
        options.read_given(file),
        build_guard(rules.section(), detectors),
        masks=read_masks_for(options.read_given(masks), file) if masks else None,
        at_least=at_least,
    )
    if as_json:
        print_answer("correlations", {"document": document.id, **finding.as_json()})
    elif finding.removed:
        _show(document, finding, most)
    if not finding.removed:
        say(f"{document.id}: no sensitive term, so nothing can be given away.")
    elif unknown := describe_unknown(count_unknown(finding), len(finding.removed)):
        say(f"{document.id}:{unknown}")


def _show(document: Document, finding: CorrelationReport, most: int) -> None:
    limit = "unknown" if finding.threshold == inf else f"{finding.threshold:.1f} bits"
    print_table(
        f"What points to the terms removed from {document.id} (threshold {limit})",
        ["removed", "its bits", "given away by", "bits", "documents", "too much"],
        _rows(finding, most),
    )


def _rows(finding: CorrelationReport, most: int) -> Iterator[tuple[str, str, str, str, str, str]]:
    for each in finding.removed:
        bits = "never seen" if each.bits == inf else f"{each.bits:.1f}"
        if not each.pointers:
            yield each.term, bits, "nothing", "", "", ""
        for number, pointer in enumerate(each.pointers[:most]):
            yield each.term if not number else "", bits if not number else "", *_cells(pointer)


def _cells(pointer: Pointer) -> tuple[str, str, str, str]:
    counts = f"{pointer.together:,} of {pointer.alone:,}" if pointer.together else "is the term itself"
    bits = "all" if pointer.bits == inf else f"{pointer.bits:.1f}"
    return " + ".join(pointer.terms), bits, counts, "yes" if pointer.reaches else ""
