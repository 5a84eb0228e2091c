"""Which threshold of the correlation guard keeps most words against an attacker who has read about everybody.

python -m experiments.correlation_rules [--quick] [--json FILE]

Each rule is a curve of settings: bits, a quantile of the removed terms' information, a share of what each holds itself, and the
cap alone. The rule and its setting are chosen on one half of the people: where it is named no more often than by `least`, the one
that keeps most words. The other half is reported. Words are what is kept of the biographies, the attacker is that of
`experiments.correlations`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from experiments import biographies as texts
from experiments.biographies import Biography, biographies, public_index, with_public_text
from experiments.correlation_controls import Hidden, Setting, at_random, find_attacker, hide_as_many
from experiments.harness import run
from reticent import sanitize
from reticent.knowledge import default_path, open_corpus
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.correlation_guard.model import AT_MOST, THRESHOLD
from reticent.text import Mention

NEEDS = texts.NEEDS
TOOLS = ("Presidio", "St.NER3")
"""The tool that masks most of what people mask beside our own, and the one that leaves most."""
RULES: tuple[str | float, ...] = (
    "cap alone",
    "least",
    "quantile 50%",
    4.0,
    6.0,
    8.0,
    "own 40%",
    "own 50%",
    "own 60%",
)
NO_THRESHOLD = 60.0
"""Bits that nothing in an index of less than 2^60 documents can tell."""
QUICK = 40
"""A quick run takes every fortieth person."""


def measure(quick: bool) -> dict[str, Any]:
    """A row for each knowledge, tool and rule: words kept and people named, by half, beside as many phrases at random."""
    known = with_public_text(biographies())
    people = known[:: QUICK if quick else 1]
    success = find_attacker(known)
    rows: list[dict[str, Any]] = []
    with TemporaryDirectory() as folder:
        index = public_index(known, Path(folder))
        for name, corpus in (
            ("(i) default index", open_corpus()),
            ("(ii) with the public texts", open_corpus(default_path(), index)),
        ):
            setting = Setting(name, corpus, people, {})
            for tool in TOOLS:
                for rule in RULES:
                    hidden = hide(setting, tool, rule)
                    chance = hide_as_many(people, tool, hidden, at_random(1))
                    rows.append(
                        {"knowledge": name, "tool": tool, "rule": str(rule)}
                        | _halves("kept", _kept(people, hidden))
                        | _halves("named", success(hidden, people))
                        | _halves("random", success(chance, people))
                    )
    return {
        "people": len(people),
        "default": THRESHOLD,
        "at_most": AT_MOST,
        "rows": rows,
        "chosen": _choose(rows),
    }


def hide(setting: Setting, tool: str, rule: str | float) -> Hidden:
    """The words of each biography that are gone after the guard, with its default cap."""
    guard = CorrelationGuard(
        corpus=setting.corpus,
        threshold=NO_THRESHOLD if rule == "cap alone" else rule,
        max_group=1,
        unseen="keep",
    )
    hidden = []
    for each in setting.people:
        mentions = [Mention(span, "MASKED") for span in each.masks[tool]]
        released = sanitize(each.document(), guard, mentions=mentions, languages=("any",)).release
        hidden.append(each.hidden_words([edit.span for edit in released.edits]))
    return hidden


def _kept(people: Sequence[Biography], hidden: Hidden) -> list[float]:
    return [1 - len(gone) / len(each.words) for each, gone in zip(people, hidden, strict=True)]


def _halves(name: str, values: Sequence[float]) -> dict[str, float]:
    return {
        f"{name}_choosing": round(mean(values[::2]), 4),
        f"{name}_reporting": round(mean(values[1::2]), 4),
    }


def _choose(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """On the first half, over all knowledge and tools: of the rules that name no more people than `least`, the one that keeps most."""

    def over_all(rule: str, column: str) -> float:
        return float(mean(row[column] for row in rows if row["rule"] == rule))

    bar = over_all("least", "named_choosing")
    rules = [str(rule) for rule in RULES if over_all(str(rule), "named_choosing") <= bar]
    best = max(rules, key=lambda rule: over_all(rule, "kept_choosing"))
    columns = ("kept_reporting", "named_reporting", "random_reporting")
    return {
        "rule": best,
        **{column: round(over_all(best, column), 4) for column in columns},
        "least": {column: round(over_all("least", column), 4) for column in columns},
    }


def show(figures: Mapping[str, Any]) -> None:
    """The rows, both halves side by side, and what was chosen."""
    print(f"{figures['people']} people; first half / second half, in per cent\n")
    print(f"{'knowledge':28}{'tool':10}{'rule':14}{'kept':>14}{'named':>14}{'at random':>14}")
    for row in figures["rows"]:
        cells = "".join(
            f"{100 * row[f'{name}_choosing']:>7.1f}{100 * row[f'{name}_reporting']:>7.1f}"
            for name in ("kept", "named", "random")
        )
        print(f"{row['knowledge']:28}{row['tool']:10}{row['rule']:14}{cells}")
    print("\nchosen:", figures["chosen"])


if __name__ == "__main__":
    run("correlation_rules", NEEDS, measure, show)
