"""What the naive second matcher makes go besides what the detectors find, on court cases with the default policy.

Run as `python -m experiments.tripwire [--quick] [--json FILE]`. Texts: the Text Anonymization Benchmark (MIT). It prints numbers only,
never a text.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from training.invented import read_documents

from experiments.harness import data, run
from experiments.needs import Needs
from reticent import (
    CgSanitization,
    CorrelationGuard,
    TPlausibility,
    names,
    open_corpus,
    sanitize,
)
from reticent.audit.tripwire import is_common_noun, leftovers, removed_strings
from reticent.audit.verification import NAME as AUDIT
from reticent.audit.verification import find_doubtful
from reticent.engine import run_one
from reticent.errors import ReticentError
from reticent.knowledge.taxonomy import wordnet
from reticent.models.naive_readers import NAIVE
from reticent.models.privacy_model import PrivacyModel
from reticent.policy.recipe import Recipe
from reticent.text import Document

NEEDS = Needs(data=("benchmarks/tab-train.jsonl",))


def measure(quick: bool) -> dict[str, Any]:
    """Places that the second matcher made go, the documents that have one, and what it still finds in the releases."""
    with data("benchmarks/tab-train.jsonl").open(encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines][: 12 if quick else None]
    rules, allowed = Recipe().make_rules(), is_common_noun(wordnet())
    figures: Counter[str] = Counter(documents=len(texts))
    seconds = 0.0
    for number, text in enumerate(texts):
        outcome = run_one(Document(str(number), text), rules)
        decisions = outcome.plan.decisions
        places = sum(len(decision.spans) for decision in decisions if decision.model == AUDIT)
        began = time.process_time()
        strings = removed_strings(text, decisions) - find_doubtful(outcome.release.original, rules.models)
        found = leftovers(strings, outcome.release.released.mask_placeholders(), allowed=allowed)
        seconds += time.process_time() - began
        figures.update(
            strings=len(strings), left=len(found), removed=places, documents_with_some=bool(places)
        )
    return {**figures, "seconds": seconds, "naive readers": measure_naive_readers(quick)}


def measure_naive_readers(quick: bool) -> dict[str, dict[str, int]]:
    """For each model the releases of invented documents, those that a naive reader stops, and those refused for other reasons."""
    texts = [text for _, text, _ in read_documents()]
    chosen = random.Random(1).sample(texts, 10 if quick else 300)
    found: dict[str, dict[str, int]] = {}
    for name, model in _models().items():
        figures: Counter[str] = Counter(documents=len(chosen), stopped=0, refused=0)
        for number, text in enumerate(chosen):
            try:
                outcome = sanitize(Document(str(number), text), model)
            except ReticentError:
                figures["refused"] += 1
                continue
            reasons = {violation.reason for violation in outcome.violations}
            figures["stopped"] += NAIVE in reasons
            figures["refused"] += bool(reasons - {NAIVE})
        found[name] = dict(figures)
    return found


def _models() -> dict[str, PrivacyModel]:
    corpus, taxonomy = open_corpus(), wordnet()
    protect: dict[str, str | None] = {
        "HIV": "virus",
        "asthma": "disease",
        "depression": "condition",
        "heroin": "drug",
        "Paris": "city",
        "Barack Obama": "person",
        "diabetes": None,
    }
    several = {
        f"(C, g(C)), {name}": CgSanitization({name: general}, corpus=corpus, taxonomy=taxonomy, unseen="keep")
        for name, general in protect.items()
    }
    guards = {
        f"correlation guard, {threshold}": CorrelationGuard(
            (names(),), corpus=corpus, taxonomy=taxonomy, unseen="keep", threshold=threshold, max_group=1
        )
        for threshold in ("least", "quantile 50%")
    }
    return {
        **several,
        **guards,
        "t-plausibility, t = 1000": TPlausibility(1000, taxonomy=taxonomy, unreachable="remove"),
    }


def show(figures: Mapping[str, Any]) -> None:
    """The places in one line."""
    print(
        f"{figures['documents']} documents, {figures['strings']} removed strings: the second matcher made"
        f" {figures['removed']} further places go in {figures['documents_with_some']} documents and finds"
        f" {figures['left']} in the releases; {figures['seconds']:.2f} s"
    )
    for name, row in figures["naive readers"].items():
        print(
            f"{name:36} {row['documents']} documents, {row['stopped']} stopped by a naive reader,"
            f" {row['refused']} refused for other reasons"
        )


if __name__ == "__main__":
    run("tripwire", NEEDS, measure, show)
