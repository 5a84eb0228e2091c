"""What the naive second matcher makes go besides what the detectors find, on court cases with the default policy.

Run as `python -m experiments.tripwire [--quick] [--json FILE]`. Texts: the Text Anonymization Benchmark (MIT). It prints numbers only,
never a text.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from experiments.harness import data, run
from experiments.needs import Needs
from reticent.audit.tripwire import is_common_noun, leftovers, removed_strings
from reticent.audit.verification import NAME as AUDIT
from reticent.policy.recipe import Recipe
from reticent.stand_ins import sanitize_under
from reticent.taxonomy import wordnet
from reticent.text import Document

NEEDS = Needs(data=("benchmarks/tab-train.jsonl",))


def measure(quick: bool) -> dict[str, Any]:
    """Places that the second matcher made go, the documents that have one, and what it still finds in the releases."""
    with data("benchmarks/tab-train.jsonl").open(encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines][: 12 if quick else None]
    assembly, allowed = Recipe().assemble(), is_common_noun(wordnet())
    figures: Counter[str] = Counter(documents=len(texts))
    seconds = 0.0
    for number, text in enumerate(texts):
        outcome = sanitize_under(assembly, Document(str(number), text))
        decisions = outcome.plan.decisions
        places = sum(len(decision.spans) for decision in decisions if decision.model == AUDIT)
        began = time.process_time()
        strings = removed_strings(text, decisions)
        found = leftovers(strings, outcome.release.released.mask_placeholders(), allowed=allowed)
        seconds += time.process_time() - began
        figures.update(
            strings=len(strings), left=len(found), removed=places, documents_with_some=bool(places)
        )
    return {**figures, "seconds": seconds}


def show(figures: Mapping[str, Any]) -> None:
    """The places in one line."""
    print(
        f"{figures['documents']} documents, {figures['strings']} removed strings: the second matcher made"
        f" {figures['removed']} further places go in {figures['documents_with_some']} documents and finds"
        f" {figures['left']} in the releases; {figures['seconds']:.2f} s"
    )


if __name__ == "__main__":
    run("tripwire", NEEDS, measure, show)
