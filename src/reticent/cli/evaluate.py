"""`reticent evaluate`: how good maskings are, against what people masked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import options
from reticent.cli.output import print_json, print_table
from reticent.evaluation import Rate, Scores, read_gold, read_maskings
from reticent.policy.recipe import Recipe
from reticent.usecases.evaluate import evaluate as score_all

SCHEMA = 1

Gold = Annotated[
    Path,
    typer.Argument(
        metavar="GOLD", help="A benchmark: TAB JSON, or JSON lines with 'entities' or 'human_masks'."
    ),
]
Maskings = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[MASKING]...", help='Maskings as JSON: {"document": [[start, end], …]}.'),
]
Compare = Annotated[
    bool, typer.Option("--compare", help="Put the maskings and the policy's own side by side.")
]


def evaluate(
    gold: Gold,
    maskings: Maskings = None,
    policy: options.PolicyFile = None,
    compare: Compare = False,
    as_json: options.AsJson = False,
) -> None:
    """Score maskings, or what a policy would mask, against a benchmark that people annotated.

    Without a masking, the policy's models plan every document and what they would change is scored.

    Examples:

      reticent evaluate benchmark.json --policy clinic.toml

      reticent evaluate benchmark.json presidio.json ours.json --compare --json
    """
    documents = read_gold(gold)
    given = {str(path): read_maskings(path) for path in maskings or []}
    asked = compare or not given
    policies = {"policy" if policy is None else str(policy): Recipe(policy).assemble()} if asked else {}
    scores = score_all(documents, given, policies)
    if as_json:
        figures = {name: each.figures() for name, each in scores.items()}
        print_json({"reticent": "evaluation", "schema": SCHEMA, "scores": figures})
        return
    print_table(f"Scores on {gold}", ["", *scores], _rows(scores))


def _rows(scores: Mapping[str, Scores]) -> list[list[str]]:
    every = list(scores.values())
    rows = [["token F1", *(f"{each.f1:.3f}" for each in every)]]
    rows += _rates("token precision", [each.precision for each in every])
    rows += _rates("token recall", [each.tokens for each in every])
    rows += _rates("mention recall", [each.mentions for each in every])
    rows += _rates("entity recall, direct", [each.direct for each in every])
    rows += _rates("entity recall, quasi", [each.quasi for each in every])
    for kind in every[0].mentions_by_kind:
        rows += _rates(f"mention recall, {kind}", [each.mentions_by_kind[kind] for each in every])
    for kind in every[0].tokens_by_kind:
        rows += _rates(f"token recall, {kind}", [each.tokens_by_kind[kind] for each in every])
    return rows


def _rates(name: str, rates: Sequence[Rate]) -> list[list[str]]:
    """One row, or none where there was nothing to find."""
    if not any(rate.total for rate in rates):
        return []
    return [[name, *(f"{rate.value:.3f} ({rate.hits}/{rate.total})" for rate in rates)]]
