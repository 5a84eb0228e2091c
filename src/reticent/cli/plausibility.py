"""`reticent plausibility`: a text at several t side by side, so that a person picks by reading."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from reticent import pipeline
from reticent.cli import options
from reticent.cli.exits import Exit, complain
from reticent.cli.output import print_table
from reticent.detection.word_list import WordList
from reticent.errors import InputError, PolicyError, PromiseError
from reticent.models.privacy_model import PrivacyModel
from reticent.models.t_plausibility import TPlausibility
from reticent.policy.assembly import Assembly
from reticent.taxonomy import wordnet
from reticent.text import Context, Document


def plausibility(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE", help="A text in UTF-8, - or none: standard input. Numbers are more values of --t."
        ),
    ] = None,
    t: Annotated[list[int] | None, typer.Option("--t", metavar="T", help="How many texts, at least.")] = None,
    word: Annotated[
        list[str] | None,
        typer.Option("--word", metavar="WORD", help="A sensitive word; all nouns are when none is given."),
    ] = None,
    unit: Annotated[
        str, typer.Option("--unit", metavar="UNIT", help="What t counts for: sentence, paragraph, document.")
    ] = "document",
    alpha: Annotated[
        float, typer.Option("--alpha", metavar="ALPHA", help="The whole (1) against evenness (0).")
    ] = 0.5,
    policy: options.PolicyFile = None,
    as_json: options.AsJson = False,
) -> None:
    """Show a text at several t side by side; nothing is released.

    For each t: how many texts could be the original, the entropy a word, the cost, and what was lost. A policy with a
    t-plausibility model gives the settings, and only t changes. The table quotes the original: keep it like that.

    Examples:

      reticent plausibility letter.txt --t 10 100 1000

      reticent plausibility letter.txt --t 10 --t 1000 --word migraine --word Sacramento --json
    """
    path, thresholds = _divided(arguments or [], t or [])
    assembly = options.rules(policy) if policy else _unwritten_policy(word or [], unit, alpha)
    document = options.document(path, assembly)
    results = [_result(document, assembly.models, each) for each in thresholds]
    if as_json:
        json.dump({"document": document.id, "results": results}, sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    else:
        headings = ["", *(f"t = {each}" for each in thresholds)]
        print_table(f"{document.id} at {len(thresholds)} t", headings, _rows(results))
    if any("error" in result for result in results):
        complain("t is out of reach in at least one column; it says what to do")
        raise typer.Exit(Exit.PROMISE_NOT_REACHED)


def _divided(arguments: Sequence[str], t: Sequence[int]) -> tuple[str, list[int]]:
    """The file, and every t: those behind `--t 10 100` reach a command as arguments."""
    paths = [argument for argument in arguments if not argument.isdecimal()]
    thresholds = sorted({*t, *(int(argument) for argument in arguments if argument.isdecimal())})
    if len(paths) > 1:
        raise InputError("one file at a time: the columns are for several t")
    return (paths[0] if paths else "-"), thresholds or [10, 100, 1000]


def _unwritten_policy(words: Sequence[str], unit: str, alpha: float) -> Assembly:
    """What the options ask for, when no policy does."""
    known: dict[str, Context] = {"sentence": "sentence", "paragraph": "paragraph", "document": "document"}
    if unit not in known:
        raise InputError(f"--unit must be one of {', '.join(known)}")
    detectors = (WordList(words),) if words else ()
    model = TPlausibility(1, alpha, taxonomy=wordnet(), detectors=detectors, unit=known[unit])
    return Assembly((model,))


def _result(document: Document, models: Sequence[PrivacyModel], t: int) -> dict[str, Any]:
    """What comes of the document at one t."""
    asked = [replace(model, t=t) if isinstance(model, TPlausibility) else model for model in models]
    ours = next((model for model in asked if isinstance(model, TPlausibility)), None)
    if ours is None:
        raise PolicyError('this policy promises no t: add [[models]] with type = "t-plausibility"')
    try:
        outcome = pipeline.sanitize(document, *asked)
        text = outcome.text
    except PromiseError as error:
        return {"t": t, "error": str(error)}
    tallies = ours.tallies(outcome.release)
    bits = [each for tally in tallies for each in tally.bits]
    return {
        "t": t,
        "text": text,
        "texts": min((tally.texts for tally in tallies), default=1),
        "mean_bits": statistics.fmean(bits) if bits else 0.0,
        "highest_bits": max(bits, default=0.0),
        "cost": statistics.fmean(tally.cost(t, ours.alpha) for tally in tallies) if tallies else 0.0,
        "words": len(bits),
        "kept": sum(tally.kept for tally in tallies),
        "removed": sum(tally.removed for tally in tallies),
        "lost": list(_lost(document, outcome)),
    }


def _lost(document: Document, outcome: pipeline.Outcome) -> Iterator[dict[str, Any]]:
    for decision in outcome.plan.decisions:
        original = decision.spans[0].of(document.text)
        yield {"was": original, "becomes": decision.becomes, "bits": decision.evidence.get("bits")}


def _rows(results: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    """One row for each thing to compare."""
    shown = {
        "text": "{text}",
        "plausible texts": "{texts}",
        "bits a word": "{mean_bits:.2f} on average, {highest_bits:.2f} at most",
        "cost": "{cost:.4f}",
        "words": "{words}: {kept} as they were, {removed} removed",
    }
    for name, form in shown.items():
        rest = "" if name != "text" else "{error}"
        yield [name, *((rest if "error" in result else form).format_map(result) for result in results)]
    yield ["lost", *("\n".join(map(_change, result.get("lost", ()))) for result in results)]


def _change(lost: Mapping[str, Any]) -> str:
    return f"{lost['was']} → {lost['becomes'] or '(removed)'}"
