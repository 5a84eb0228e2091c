"""What the words left in clear say about the words that four tools masked, and what it helps to remove them.

Run as `python -m experiments.correlations [--quick] [--json FILE]`. The tables of "Minimizing the disclosure risk of
semantic correlations in document sanitization" on biographies with human masks, an attacker who has read about these
people, and the cost. Every row comes with three controls that remove as many words: noun phrases at random, the rarest
ones, and all. Thresholds are chosen on one half of the people and reported on the other, both ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from experiments import biographies as texts
from experiments.biographies import (
    OWN,
    TOOLS,
    Biography,
    biographies,
    public_index,
    with_own_masks,
    with_public_text,
)
from experiments.correlation_controls import (
    Hidden,
    Setting,
    Success,
    find_attacker,
    hide_at_random,
    make_controls,
)
from experiments.correlation_cost import cost, long_document
from experiments.harness import run
from experiments.needs import PICTURES
from reticent import sanitize
from reticent.knowledge import default_path, open_corpus
from reticent.models.correlation_guard import CorrelationGuard
from reticent.text import Mention
from reticent.text.contexts import Context

NEEDS = texts.NEEDS | PICTURES
RULES: tuple[str | float, ...] = ("least", "quantile 25%", 4.0, 5.0, 6.0, 8.0, 10.0)
FEW_RULES: tuple[str | float, ...] = ("least", 6.0)
COMPARED = 6.0


def measure(quick: bool) -> dict[str, Any]:
    """Masks against people's, the attacker's success, and the cost."""
    everybody, tools = with_own_masks(biographies()), (*TOOLS, OWN)
    known = with_public_text(everybody)
    people = everybody[::12] if quick else everybody
    rules: Mapping[Context, Sequence[str | float]] = (
        {"document": ("least", 6.0)} if quick else {"document": RULES, "sentence": FEW_RULES}
    )
    success = find_attacker(known)
    figures: dict[str, Any] = {
        "people": len(with_public_text(people)),
        "biographies": len(people),
        "bounds": _bounds(with_public_text(people), tools, success),
        "attack": [],
        "masks": [],
        "phrases": [],
    }
    with TemporaryDirectory() as folder:
        index = public_index(known, Path(folder))
        settings = [
            Setting("(i) default index", open_corpus(), people, rules),
            Setting("(ii) with the public texts", open_corpus(default_path(), index), people, rules),
        ]
        for setting in settings:
            for tool in tools:
                masks, attack = _one_tool(setting, tool, success)
                figures["masks"] += masks
                figures["attack"] += attack
                figures["phrases"] += _compare_phrase_rules(setting, tool, success)
        figures["cost"] = cost(settings[0].corpus, everybody[:: 40 if quick else 8])
        figures["cost"].append(long_document(settings[0].corpus, everybody))
    figures["chosen"] = _choose_rules(figures["attack"])
    figures["attack"] = [
        {name: mean(value) if isinstance(value, list) else value for name, value in row.items()}
        for row in figures["attack"]
    ]
    if not quick:
        from experiments.correlation_pictures import draw

        draw(figures)
    return figures


def _one_tool(
    setting: Setting, tool: str, success: Success
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of one tool: against people's masks in every context, and against the attacker in the whole document."""
    masks, attack = [], []
    for context, rules in setting.rules.items():
        for rule in rules:
            hidden = guard_words(setting, tool, rule, context=context)
            controls = make_controls(setting.people, tool, hidden, setting.corpus)
            named = {"setting": setting.name, "context": context, "tool": tool, "rule": str(rule)}
            masks.append(named | _against_people(setting.people, tool, hidden, controls))
            if context == "document":
                attack.append(named | _against_attacker(setting.people, hidden, controls, success))
    return masks, attack


def _compare_phrase_rules(setting: Setting, tool: str, success: Success) -> list[dict[str, Any]]:
    """Who is named at 6 bits when noun phrases with a sensitive word go whole, and when the rest of them is judged."""
    rows = []
    for whole in (True, False):
        hidden = guard_words(setting, tool, COMPARED, whole_phrases=whole)
        controls = {"random": hide_at_random(setting.people, tool, hidden)}
        row = _against_attacker(setting.people, hidden, controls, success)
        wanted = [each.hidden_words(each.masks["people"]) for each in setting.people]
        rows.append(
            {
                "setting": setting.name,
                "tool": tool,
                "whole_phrases": whole,
                "kept": row["kept"],
                "guarded": mean(row["guarded"]),
                "random": mean(row["random"]),
                **_scores(hidden, wanted),
            }
        )
    return rows


# paper: correlations, Table 4
def guard_words(
    setting: Setting,
    tool: str,
    rule: str | float,
    *,
    context: Context = "document",
    whole_phrases: bool = True,
) -> Hidden:
    """The words that are masked after Ψ(ζ)."""
    guard = CorrelationGuard(
        corpus=setting.corpus,
        threshold=rule,
        max_group=1,
        at_most=1.0,  # thresholds are compared
        context=context,
        whole_phrases=whole_phrases,
        unseen="keep",
    )
    hidden = []
    for each in setting.people:
        mentions = [Mention(span, "MASKED") for span in each.masks[tool]]
        outcome = sanitize(each.document(), guard, mentions=mentions, languages=("any",))
        assert not outcome.violations
        hidden.append(
            each.hidden_words(span for decision in outcome.plan.decisions for span in decision.spans)
        )
    return hidden


def _bounds(people: Sequence[Biography], tools: Sequence[str], success: Success) -> dict[str, float]:
    """The attacker's success on the originals and on what people, and each tool, left."""
    masked = {tool: [each.hidden_words(each.masks[tool]) for each in people] for tool in ("people", *tools)}
    found = {"original": mean(success([frozenset[int]()] * len(people), people))}
    return found | {tool: mean(success(hidden, people)) for tool, hidden in masked.items()}


def _against_attacker(
    people: Sequence[Biography], hidden: Hidden, controls: Mapping[str, Sequence[Hidden]], success: Success
) -> dict[str, Any]:
    """Who is named after Ψ(ζ) and after each control, person by person."""
    row: dict[str, Any] = {"kept": _share_kept(people, hidden), "guarded": success(hidden, people)}
    for name, runs in controls.items():
        row[name] = [mean(each) for each in zip(*(success(each, people) for each in runs), strict=True)]
    return row


def _share_kept(people: Sequence[Biography], hidden: Hidden) -> float:
    words = sum(len(each.words) for each in people)
    return 1 - sum(map(len, hidden)) / words


def _choose_rules(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """For each tool the rule with the widest gap to chance on one half, judged on the other; both ways together."""
    pooled = []
    for setting, tool in dict.fromkeys((row["setting"], row["tool"]) for row in rows):
        own = [row for row in rows if (row["setting"], row["tool"]) == (setting, tool)]
        halves = []
        for half in (0, 1):
            best = max(own, key=lambda row: mean(row["random"][half::2]) - mean(row["guarded"][half::2]))
            halves.append((best, 1 - half))
        pooled.append(
            {
                "setting": setting,
                "tool": tool,
                "rules": [row["rule"] for row, _ in halves],
                "kept": mean(row["kept"] for row, _ in halves),
                **{
                    name: mean([value for row, other in halves for value in row[name][other::2]])
                    for name in ("guarded", "random", "rarest", "all")
                },
            }
        )
    return pooled


# paper: correlations, Table 5; Table 6; Equations 13 to 15
def _against_people(
    people: Sequence[Biography], tool: str, hidden: Hidden, controls: Mapping[str, Sequence[Hidden]]
) -> dict[str, Any]:
    """Precision, recall and F1 of ζ, of Ψ(ζ) and of the controls against the words that people masked."""
    wanted = [each.hidden_words(each.masks["people"]) for each in people]
    row: dict[str, Any] = {
        "tool_alone": _scores([each.hidden_words(each.masks[tool]) for each in people], wanted),
        "guarded": _scores(hidden, wanted),
    }
    for name, runs in controls.items():
        scores = [_scores(each, wanted) for each in runs]
        row[name] = {measure: mean(each[measure] for each in scores) for measure in scores[0]}
    return row


def _scores(hidden: Hidden, wanted: Hidden) -> dict[str, float]:
    both = sum(len(ours & theirs) for ours, theirs in zip(hidden, wanted, strict=True))
    precision = both / max(1, sum(map(len, hidden)))
    recall = both / max(1, sum(map(len, wanted)))
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(1e-9, precision + recall),
    }


def show(figures: Mapping[str, Any]) -> None:
    """The three tables."""
    print(f"attacker's success on {figures['people']} people:", _percents(figures["bounds"]))
    print(
        f"\n{'setting':28}{'tool':10}{'rules':12}{'kept':>6}{'guarded':>9}{'random':>8}{'rarest':>8}{'all':>6}{'gap':>7}"
    )
    for row in figures["chosen"]:
        shares = "".join(f"{100 * row[name]:8.1f}" for name in ("guarded", "random", "rarest", "all"))
        gap = 100 * (row["random"] - row["guarded"])
        print(
            f"{row['setting']:28}{row['tool']:10}{'/'.join(row['rules']):12}{100 * row['kept']:6.1f}{shares}{gap:7.1f}"
        )
    print(f"\n{'setting':28}{'tool':10}{'whole phrases':15}{'kept':>6}{'guarded':>9}{'random':>8}{'F1':>7}")
    for row in figures["phrases"]:
        shares = "".join(f"{100 * row[name]:8.1f}" for name in ("kept", "guarded", "random", "f1"))
        print(f"{row['setting']:28}{row['tool']:10}{'yes' if row['whole_phrases'] else 'no':12}{shares}")
    print(f"\nagainst people's masks, {figures['biographies']} biographies: precision/recall/F1")
    for row in figures["masks"]:
        cells = "".join(
            f"{_triple(row[name]):>17}" for name in ("tool_alone", "guarded", "random", "rarest", "all")
        )
        print(f"{row['setting'][:5]:6}{row['context']:9}{row['tool']:10}{row['rule']:6}{cells}")
    for row in figures["cost"]:
        print(row)


def _percents(values: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {100 * value:.1f} %" for name, value in values.items())


def _triple(scores: Mapping[str, float]) -> str:
    return "/".join(f"{100 * scores[name]:.1f}" for name in ("precision", "recall", "f1"))


if __name__ == "__main__":
    run("correlations", NEEDS, measure, show)
