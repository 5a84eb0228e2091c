"""One text at several t, so that a person picks by reading."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from reticent.engine import Outcome, run_one
from reticent.engine.rules import Rules
from reticent.errors import PolicyError, PromiseError
from reticent.formats.seam.options import FormatOptions
from reticent.kinds import judged_kinds
from reticent.models.privacy_model import PrivacyModel
from reticent.models.t_plausibility import TPlausibility
from reticent.rendering.placeholders import write_placeholder
from reticent.text import Document
from reticent.usecases.release import InputFile, read_input

SCHEMA = 1
"""Changes with what the keys mean."""


def compare_thresholds(
    given: InputFile,
    rules: Rules,
    thresholds: Sequence[int],
    *,
    options: FormatOptions | None = None,
) -> dict[str, Any]:
    """What comes of the first document of a file at each t; the models of the policy stay, only t changes."""
    document = read_input(given, rules.kinds, options or rules.options).documents[0]
    return {
        "reticent": "plausibility",
        "schema": SCHEMA,
        "document": document.id,
        "results": [_result(document, rules, t) for t in thresholds],
    }


def _result(document: Document, rules: Rules, t: int) -> dict[str, Any]:
    """What comes of the document at one t."""
    asked = tuple(
        replace(model, t=t) if isinstance(model, TPlausibility) else model for model in rules.models
    )
    ours = _promising_t(asked)
    try:
        outcome = run_one(document, replace(rules, models=asked))
        text = outcome.text
    except PromiseError as error:
        return {"t": t, "error": str(error)}
    tallies = ours.tallies(outcome.release)
    bits = [each for tally in tallies for each in tally.bits]
    shown = [volume // tally.one for tally in tallies for volume in tally.shown]
    return {
        "t": t,
        "text": text,
        "texts": min((tally.texts for tally in tallies), default=1),
        "fewest_words": min(shown, default=None),
        "mean_bits": statistics.fmean(bits) if bits else 0.0,
        "highest_bits": max(bits, default=0.0),
        "cost": statistics.fmean(tally.cost(ours.alpha) for tally in tallies) if tallies else 0.0,
        "true_cost": ours.true_cost(outcome.release) or 0.0,
        "units": len(tallies),
        "empty_units": sum(tally.is_empty for tally in tallies),
        "words": len(bits),
        "kept": sum(tally.kept for tally in tallies),
        "removed": sum(tally.removed for tally in tallies),
        "lost": list(_losses(document, outcome)),
    }


def _promising_t(models: Sequence[PrivacyModel]) -> TPlausibility:
    found = next((model for model in models if isinstance(model, TPlausibility)), None)
    if found is None:
        raise PolicyError('this policy promises no t: add [[models]] with type = "t-plausibility"')
    return found


def _losses(document: Document, outcome: Outcome) -> Iterator[dict[str, Any]]:
    for decision in outcome.plan.decisions:
        original = decision.spans[0].of(document.text)
        mark = write_placeholder(decision.kind) if decision.kind in judged_kinds() else None
        yield {"was": original, "becomes": decision.becomes or mark, "bits": decision.evidence.get("bits")}
