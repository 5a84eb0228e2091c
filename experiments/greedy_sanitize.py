"""GreedySanitize on collections with labelled names: Figures 3, 4 and 5 of the paper, its iterations, and speed.

Run as `python -m experiments.greedy_sanitize [--quick] [--json FILE]`; the pictures of a whole run go to `docs/figures/`. Four-fold
cross-validation: the publisher learns from three folds and publishes the fourth; the attacker knows the labels of one
half of what was published and attacks the other, then the other way round. Sources: WikiGold (CC BY 4.0), WikiNEuRal
(CC BY-NC-SA), WNUT-17 (CC BY 4.0), GUM (CC BY-NC-SA), the Text Anonymization Benchmark (MIT).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import Any

from experiments import greedy_speed
from experiments.harness import FIGURES, data, run
from experiments.needs import PICTURES, Needs
from reticent.audit.attacks import AttackPart, attack
from reticent.formats.labels import read_labelled
from reticent.models.greedy_sanitize import Crf, Ensemble, Learner, Svm
from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Classifier, Sentence, sort_into_folds
from reticent.models.greedy_sanitize.loop import Iteration, hide_words, turns
from reticent.models.greedy_sanitize.model import most_found
from reticent.models.greedy_sanitize.training import Examples, read_examples

CORPORA = {
    "WikiGold": "ner/wikigold.conll",
    "WNUT-17": "ner/wnut17-train.conll",
    "GUM": "ner/gum-train.conll",
    "TAB": "benchmarks/tab-train.jsonl",
    "WikiNEuRal": "ner/wikineural-en.conll",
}
"""Where each lies; all of it is taken (a sentence is a document where files mark none)."""

NEEDS = Needs(data=tuple(CORPORA.values())) | greedy_speed.NEEDS | PICTURES
RATIOS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
COSTS = (1, 10, 100, 1000)
BUDGETS = (10, 100, 1000)
FOLDS = 4


def measure(quick: bool) -> dict[str, Any]:
    """All figures; `quick` takes two corpora, two folds and one publisher."""
    names = ["WikiGold", "WNUT-17"] if quick else list(CORPORA)
    jobs = [(name, fold, "ratios") for fold in range(1 if quick else FOLDS) for name in names]
    jobs += [] if quick else [(name, 0, "publishers") for name in names]
    with ProcessPoolExecutor(min(2, len(os.sched_getaffinity(0))), mp_context=get_context("spawn")) as pool:
        done = list(pool.map(_do_job, jobs))
    corpora = {name: _sum_folds([each for each in done if each["corpus"] == name]) for name in names}
    return {"quick": quick, "corpora": corpora, "speed": greedy_speed.measure(quick)}


def _do_job(job: tuple[str, int, str]) -> dict[str, Any]:
    """One job's figures; with RETICENT_CACHE set to a folder they are kept there, so that a stopped run goes on."""
    folder = os.environ.get("RETICENT_CACHE")
    file = Path(folder) / "-".join(map(str, (*job, "figures.json"))) if folder else None
    if file and file.exists():
        found: dict[str, Any] = json.loads(file.read_text())
        return found
    corpus, fold, what = job
    inside, outside = split_fold(load_corpus(corpus), fold)
    figures = {"corpus": corpus, **(_ratios if what == "ratios" else _publishers)(inside, outside)}
    if file:
        file.write_text(json.dumps(figures))
    return figures


# paper: greedy-sanitize, Figure 3; Figure 4; Section V, iterations
def _ratios(inside: Examples, outside: Examples) -> dict[str, Any]:
    """The publisher learns a CRF from the other folds and publishes this one at every L/C; the attacker has its turn."""
    history, classifiers = _history([Crf()], inside, max(RATIOS), 2)
    plain, of_plain = _history([Crf()], inside, max(RATIOS), 1)
    counts = sorted({1, *(_count_kept(history, ratio) for ratio in RATIOS)})
    outcomes = {count: _outcome(classifiers[:count], outside) for count in counts}
    return {
        "words": outside.words,
        "sensitive": sum(map(sum, outside.labels)),
        "theorems": _theorems(history, inside) and _theorems(plain, inside),
        "one_pass": outcomes[1],
        "ratios": {
            str(ratio): {
                **outcomes[_count_kept(history, ratio)],
                "iterations": _count_kept(history, ratio) + 1,
            }
            for ratio in RATIOS
        },
        "judged_by_training_data": {
            **_outcome(of_plain[: _count_kept(plain, 10)], outside),
            "iterations": mean(_count_kept(plain, ratio) + 1 for ratio in RATIOS),
        },
        "cost_sensitive": _cost_sensitive(inside, outside),
    }


# paper: greedy-sanitize, Figure 5; Section V, learners
def _publishers(inside: Examples, outside: Examples) -> dict[str, Any]:
    """What the attacker finds a unit of budget, for each learner that the publisher may use at L/C = 10."""
    several: list[Learner] = [Crf(), Svm(), Ensemble()]
    choices = {each.name: [each] for each in several} | {"all three": several}
    return {
        "publishers": {
            name: _outcome(_history(learners, inside, 10, 2)[1], outside)
            for name, learners in choices.items()
        }
    }


def load_corpus(corpus: str) -> Examples:
    """All labelled sentences of a corpus."""
    name = CORPORA[corpus]
    with data(name).open("rb") as lines:
        return read_examples(read_labelled(name, lines))


# paper: greedy-sanitize, Section V, folds
def split_fold(whole: Examples, fold: int) -> tuple[Examples, Examples]:
    """What the publisher learns from, and the fold that it publishes."""
    folds = sort_into_folds(whole.groups, FOLDS)
    return choose(whole, (i for i, each in enumerate(folds) if each != fold)), choose(
        whole, (i for i, each in enumerate(folds) if each == fold)
    )


def choose(whole: Examples, indices: Iterable[int]) -> Examples:
    """These sentences with their labels and groups."""
    kept = list(indices)
    return Examples(
        [whole.sentences[i] for i in kept], [whole.labels[i] for i in kept], [whole.groups[i] for i in kept]
    )


def _history(
    learners: Sequence[Learner], part: Examples, ratio: float, folds: int
) -> tuple[list[Iteration], list[Classifier]]:
    """Every iteration up to this L/C; a smaller one would have taken the first of them and stopped earlier."""
    made = list(
        turns(
            learners,
            part.sentences,
            part.labels,
            folds=sort_into_folds(part.groups, folds),
            groups=part.groups,
            leak_cost=ratio,
            removal_cost=1,
        )
    )
    kept = [turn.classifier for turn in made if turn.iteration.kept]
    return [turn.iteration for turn in made], kept


def _count_kept(history: Sequence[Iteration], ratio: float) -> int:
    """How many classifiers the loop keeps at this L/C."""
    return next(number for number, turn in enumerate(history) if turn.wrong >= ratio * turn.right)


# paper: greedy-sanitize, Theorem 3.1; Theorem 4.1; Theorem 4.2
def _theorems(history: Sequence[Iteration], part: Examples) -> bool:
    """Whether Theorems 4.1 and 4.2 hold at every L/C, and 3.1 for the whole history."""
    others = part.words - sum(map(sum, part.labels))
    holds = len(history) <= part.words
    for ratio in RATIOS:
        last = history[_count_kept(history, ratio)]
        holds = holds and (last.right == 0 or last.wrong / last.right >= ratio)
        holds = holds and last.right <= most_found(ratio, 1, others)
    return holds


def _outcome(classifiers: Sequence[Classifier], part: Examples) -> dict[str, Any]:
    """What is published of a part, and what the attacker finds in it."""
    published = hide_words(classifiers, part.sentences, part.groups)
    labels = [
        [label and word != HIDDEN for label, word in zip(row, sentence, strict=True)]
        for row, sentence in zip(part.labels, published, strict=True)
    ]
    halves = sort_into_folds(part.groups, 2)
    attacks = [_attack(published, labels, halves, known) for known in (0, 1)]
    return {
        "published": _share(published),
        "left": sum(map(sum, labels)),
        "found": sum(each.true_positives for each in attacks),
        "false_alarms": sum(each.false_positives for each in attacks),
        "a_budget": {str(b): mean(each.found.get(b, 0) / b for each in attacks) for b in BUDGETS},
        "at_random": {str(b): mean(each.at_random.get(b, 0) / b for each in attacks) for b in BUDGETS},
    }


# paper: greedy-sanitize, Section II, attacker; Section II, utility; Figure 1; Figure 5
def _attack(published: Sequence[Sentence], labels: Sequence[Any], halves: Sequence[int], known: int) -> Any:
    parts = [
        AttackPart(
            [published[i] for i, half in enumerate(halves) if half == side],
            [labels[i] for i, half in enumerate(halves) if half == side],
        )
        for side in (known, 1 - known)
    ]
    return attack(*parts, learners=[Crf(), Svm(), Ensemble()], budgets=BUDGETS)


def _share(sentences: Sequence[Sentence]) -> float:
    words = [word for sentence in sentences for word in sentence]
    return sum(word != HIDDEN for word in words) / len(words)


# paper: greedy-sanitize, Figure 4
def _cost_sensitive(inside: Examples, outside: Examples) -> dict[str, dict[str, float]]:
    """The share published when a learner itself weighs a leak so many times as heavily as a removal."""
    scores = Crf().fit(inside.sentences, inside.labels).scores(outside.sentences)
    shares = {}
    for ratio in COSTS:
        svm = Svm(leak_weight=ratio).fit(inside.sentences, inside.labels).predict(outside.sentences)
        crf = [[score > 1 / (1 + ratio) for score in row] for row in scores]
        both = [[a and b for a, b in zip(x, y, strict=True)] for x, y in zip(crf, svm, strict=True)]
        found = {"crf": crf, "svm": svm, "ensemble": both}
        shares[str(ratio)] = {name: 1 - sum(map(sum, rows)) / outside.words for name, rows in found.items()}
    return shares


def _sum_folds(jobs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Sums of counts and means of shares over the folds."""
    folds = [each for each in jobs if "ratios" in each]
    publishers = {name: row for each in jobs for name, row in each.get("publishers", {}).items()}
    sensitive = sum(each["sensitive"] for each in folds)

    def outcome(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        figures: dict[str, Any] = {
            "published": mean(row["published"] for row in rows),
            "left": sum(row["left"] for row in rows),
            "found": sum(row["found"] for row in rows),
            "found_share": sum(row["found"] for row in rows) / sensitive,
            "a_budget": {str(b): mean(row["a_budget"][str(b)] for row in rows) for b in BUDGETS},
            "at_random": {str(b): mean(row["at_random"][str(b)] for row in rows) for b in BUDGETS},
        }
        if "iterations" in rows[0]:
            figures["iterations"] = mean(row["iterations"] for row in rows)
        return figures

    return {
        "folds": len(folds),
        "words": sum(each["words"] for each in folds),
        "sensitive": sensitive,
        "theorems_hold": all(each["theorems"] for each in folds),
        "one_pass": outcome([each["one_pass"] for each in folds]),
        "ratios": {str(ratio): outcome([each["ratios"][str(ratio)] for each in folds]) for ratio in RATIOS},
        "judged_by_training_data": outcome([each["judged_by_training_data"] for each in folds]),
        "publishers": {
            name: {key: row[key] for key in ("published", "found", "a_budget", "at_random")}
            for name, row in publishers.items()
        },
        "cost_sensitive": {
            str(ratio): {
                name: mean(each["cost_sensitive"][str(ratio)][name] for each in folds)
                for name in ("crf", "svm", "ensemble")
            }
            for ratio in COSTS
        },
    }


def show(figures: Mapping[str, Any]) -> None:
    """The figures as tables and, of a whole run, as pictures."""
    for name, found in figures["corpora"].items():
        print(
            f"\n{name}: {found['words']:,} words, {found['sensitive']:,} sensitive; theorems hold: {found['theorems_hold']}"
        )
        once = found["one_pass"]
        print(
            f"  one pass     published {once['published']:.2%}  attacker finds {once['found']:4} ({once['found_share']:.2%})"
        )
        plain = found["judged_by_training_data"]
        print(
            f"  judged by training data  published {plain['published']:.2%}  attacker finds {plain['found']:4}"
            f" ({plain['found_share']:.2%})  iterations {plain['iterations']:.2f}"
        )
        for ratio, row in found["ratios"].items():
            print(
                f"  L/C {ratio:>5}    published {row['published']:.2%}  attacker finds {row['found']:4}"
                f" ({row['found_share']:.2%})  iterations {row['iterations']:.2f}"
            )
        for ratio, row in found["cost_sensitive"].items():
            print(f"  cost-sensitive {ratio:>5}  " + "  ".join(f"{k} {v:.2%}" for k, v in row.items()))
        for publisher, row in found["publishers"].items():
            print(
                f"  publisher {publisher:9}  found a unit of budget "
                + "  ".join(f"{b}: {v:.3f}" for b, v in row["a_budget"].items())
            )
    print(json.dumps(figures["speed"], indent=2))
    if not figures["quick"]:
        from experiments.greedy_pictures import draw

        draw(figures["corpora"], FIGURES)


if __name__ == "__main__":
    run("greedy_sanitize", NEEDS, measure, show)
