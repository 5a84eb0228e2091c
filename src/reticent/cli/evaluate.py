"""`reticent evaluate`: how good maskings are, against what people masked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from reticent.cli import _options as options
from reticent.cli._declared import argument, option, switch
from reticent.cli._output import print_answer, print_table
from reticent.cli._reading import refuse_idle
from reticent.errors import InputError
from reticent.evaluation import Masking, Rate, Scores, read_gold, read_maskings, read_term_list
from reticent.evaluation.parrot import ParrotScores, play_parrot
from reticent.evaluation.risk import RiskScores
from reticent.usecases.evaluate import evaluate as score_all
from reticent.usecases.evaluate import evaluate_risk, evaluate_terms, mask_by_policy

Gold = Annotated[
    Path,
    argument(
        "GOLD",
        "A benchmark: TAB JSON, JSON lines with 'entities' or 'human_masks', files of i2b2 (.xml) or brat (.ann), or a folder of"
        " these. With --terms: the original.",
    ),
]
Maskings = Annotated[
    list[Path] | None,
    argument(
        "[MASKING]...", 'Maskings as JSON: {"document": [[start, end], …]}. With --terms: the released file.'
    ),
]
Terms = Annotated[
    Path | None,
    option(
        "--terms",
        "LIST",
        "Score what was removed against a list of terms that an expert would remove, one per line.",
    ),
]
Compare = Annotated[bool, switch("--compare", "Put the maskings and the policy's own side by side.")]


def evaluate(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    gold: Gold,
    maskings: Maskings = None,
    terms: Terms = None,
    rule_options: options.RuleOptions = options.RULE_OPTIONS,
    compare: Compare = False,
    risk: Annotated[
        bool,
        switch(
            "--risk",
            "Also print the information that is kept (TPS) and the share of texts that are re-identified (TRIR).",
        ),
    ] = False,
    parrot: Annotated[
        bool,
        switch(
            "--parrot",
            "Also print the leaks found by an attacker who learns from the masked words as if they were stand-ins.",
        ),
    ] = False,
    reading: options.ReadingOptions = options.READING,
    as_json: options.AsJson = False,
) -> None:
    """Score maskings, or what a policy would mask, against a benchmark that people annotated, or a list of terms.

    Without a masking, the policy's models plan every document and what they would change is scored. With --terms LIST
    ORIGINAL [RELEASED], precision, recall and F1 are reported by term: which terms of the list are gone, and which others are.

    Examples:

      reticent evaluate benchmark.json --policy clinic.toml

      reticent evaluate benchmark.json presidio.json ours.json --compare --json

      reticent evaluate biographies.jsonl --policy court --risk

      reticent evaluate --terms telling.txt letter.txt --protect "HIV=virus"

      reticent evaluate --terms telling.txt letter.txt released.txt --json
    """
    if terms is not None:
        refuse_idle(
            {"--compare": compare, "--risk": risk, "--parrot": parrot},
            "with --terms, which scores one release",
        )
        _evaluate_terms(terms, gold, maskings or [], rule_options, reading, as_json=as_json)
        return
    if reading != options.READING:
        raise InputError("options for reading files go with --terms: a benchmark has a form of its own")
    refuse_idle({"--compare": compare and not maskings}, "without a masking to compare the policy with")
    if maskings and not compare and rule_options != options.RULE_OPTIONS:
        raise InputError("a policy does nothing for given maskings: add --compare, or leave it out")
    documents = read_gold(gold)
    given: dict[str, Masking] = {str(path): read_maskings(path) for path in maskings or []}
    asked = compare or not given
    named = "policy" if rule_options.policy is None else str(rule_options.policy)
    if asked:
        given[named] = mask_by_policy(rule_options.recipe().make_rules(), documents)
    scores = score_all(documents, given, {})
    risks = evaluate_risk(documents, given) if risk else {}
    pointed = {name: play_parrot(documents, masking) for name, masking in given.items()} if parrot else {}
    if as_json:
        more = {
            name: (risks[name].figures() if risk else {}) | (pointed[name].figures() if parrot else {})
            for name in scores
        }
        figures = {name: each.figures() | more[name] for name, each in scores.items()}
        print_answer("evaluation", {"scores": figures})
        return
    print_table(
        f"Scores on {gold}",
        ["", *scores],
        [*_rows(scores), *_risk_rows(list(risks.values())), *_parrot_rows(list(pointed.values()))],
    )


def _parrot_rows(pointed: Sequence[ParrotScores]) -> list[list[str]]:
    return [
        *_rates("leaks that a parrot points at", [each.recall for each in pointed]),
        *_rates("leaks among what it points at", [each.precision for each in pointed]),
    ]


def _risk_rows(risks: Sequence[RiskScores]) -> list[list[str]]:
    if not risks:
        return []
    by = "what is public" if risks[0].public else "the originals"
    return [
        ["information kept (TPS)", *(f"{each.kept:.3f}" for each in risks)],
        *_rates(f"found again by {by} (TRIR)", [each.found for each in risks]),
    ]


def _evaluate_terms(
    terms: Path,
    original: Path,
    released: Sequence[Path],
    rule_options: options.RuleOptions,
    reading: options.ReadingOptions,
    *,
    as_json: bool,
) -> None:
    if len(released) > 1:
        raise InputError("--terms scores one release: name the original and what was released of it")
    rules = rule_options.recipe().make_rules()
    scores = evaluate_terms(
        read_term_list(terms),
        options.read_given(str(original)),
        rules,
        released=options.read_given(str(released[0])) if released else None,
        options=reading.over(rules.options, [str(original)]),
    )
    if as_json:
        print_answer("term-evaluation", scores.figures())
        return
    rows = [["F1 by term", f"{scores.f1:.3f}"]]
    rows += _rates("precision: removed terms that are telling", [scores.precision])
    rows += _rates("recall: listed terms that are gone", [scores.recall])
    rows += _rates("harmless terms changed", [scores.harmless])
    rows += [["listed terms that the text doesn't hold", str(scores.absent)]] if scores.absent else []
    print_table(f"{original} against {terms}", ["", "score"], rows)


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
