"""The worked text of the paper on semantic correlations, by the indices that ship: its tables and the released text of Figure 3.

python -m experiments.correlations_example [--json FILE]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from experiments.harness import run
from experiments.needs import Needs
from reticent import Document, Mention, Release, Span, sanitize
from reticent.knowledge import Corpus, open_knowledge
from reticent.knowledge.taxonomy import medicine, wordnet
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.correlation_guard.settings import PAPER

NEEDS = Needs()
TEXT = (
    "The patient suffers from acquired immunodeficiency syndrome because of a blood transfusion. "
    "He was diagnosed when his immune system responded poorly to influenza."
)
MASKED = ("acquired immunodeficiency syndrome", "immune system")
LEFT = ("influenza", "blood transfusion", "patient")
KNOWLEDGE: Mapping[str, tuple[str, ...]] = {"general": (), "medicine": ("medicine",)}


# paper: correlations, Table 1; Table 2; Figure 3
def measure(quick: bool) -> dict[str, Any]:
    """For each knowledge the information of the masked terms, what others tell of them, and the released texts."""
    return {name: _example(open_knowledge(*chosen), name) for name, chosen in KNOWLEDGE.items()}


def _example(corpus: Corpus, name: str) -> dict[str, Any]:
    document = Document("figure 1", TEXT)
    mentions = tuple(
        Mention(Span(TEXT.index(each), TEXT.index(each) + len(each)), "SENSITIVE") for each in MASKED
    )
    paper = CorrelationGuard(corpus=corpus, **PAPER)
    finding = paper.finding(Release(document, document, (), mentions), at_least=0.01)
    told = {(each.term, pointer.terms): pointer.bits for each in finding.removed for pointer in each.pointers}
    taxonomy = medicine() if name == "medicine" else wordnet()
    ours = CorrelationGuard(corpus=corpus, taxonomy=taxonomy, unseen="keep")
    return {
        "threshold": round(finding.threshold, 2),
        "information": {each.term: round(each.bits, 2) for each in finding.removed},
        "told": {
            masked: {term: round(told.get((masked, (term,)), 0.0), 2) for term in LEFT} for masked in MASKED
        },
        "figure_3": sanitize(document, paper, mentions=mentions).text,
        "default": sanitize(document, ours, mentions=mentions).text,
    }


def show(figures: Mapping[str, Any]) -> None:
    """The figures as lines."""
    for name, row in figures.items():
        print(f"{name}\n  threshold {row['threshold']}\n  IC {row['information']}\n  DR {row['told']}")
        print(f"  setting of the paper: {row['figure_3']}\n  default: {row['default']}")


if __name__ == "__main__":
    run("correlations_example", NEEDS, measure, show)
