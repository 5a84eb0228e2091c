"""What the commands about correlations share: their options, and a guard made from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Annotated, get_args

import typer

from reticent.detection.detector import Detector
from reticent.errors import InputError
from reticent.formats.files import read_bytes
from reticent.formats.masks import Mask, fit_masks, read_masks
from reticent.knowledge import open_corpus
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.correlation_guard.explanation import Finding
from reticent.plan import Decision, Plan
from reticent.taxonomy import wordnet
from reticent.text import Document, Mention
from reticent.text.contexts import Context

KIND = "MASKED"
MODEL = "masks"

Threshold = Annotated[
    str,
    typer.Option(
        metavar="RULE",
        help="How much may be told: 'least' (as the least informative masked term), bits (6), or a share (25%).",
    ),
]
MinSupport = Annotated[
    int, typer.Option(min=1, metavar="N", help="Documents that must show several terms with a masked one.")
]


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a command, as they were given."""

    threshold: str
    max_group: int
    context: str
    min_support: int
    knowledge: Sequence[Path]

    def guard(self, detectors: tuple[Detector, ...] = (), *, generalize: bool = False) -> CorrelationGuard:
        """The guard that they ask for."""
        contexts: dict[str, Context] = {each: each for each in get_args(Context)}
        if self.context not in contexts:
            raise InputError(f"--context must be one of {', '.join(contexts)}")
        return CorrelationGuard(
            detectors,
            corpus=open_corpus(*self.knowledge),
            taxonomy=wordnet() if generalize else None,
            threshold=self.threshold,
            max_group=self.max_group,
            context=contexts[self.context],
            min_support=self.min_support,
        )


def masks_in(path: Path) -> dict[str, tuple[Mask, ...]]:
    """The masks in a file."""
    return read_masks(read_bytes(str(path)), str(path))


def masked(document: Document, masks: Sequence[Mask]) -> tuple[list[Mention], Plan]:
    """The masks as places that a tool points at, and as the plan that it has carried out already."""
    found = fit_masks(masks, document)
    decisions = [
        Decision((mask.span,), KIND, mask.generalization, "masked by another tool", MODEL) for mask in found
    ]
    return [Mention(mask.span, KIND) for mask in found], Plan.for_document(document, tuple(decisions))


def unseen(finding: Finding) -> str:
    """A sentence about removed terms that the corpus has never seen; empty when it knows all."""
    missing = sum(each.bits == inf for each in finding.removed)
    if not missing:
        return ""
    return (
        f" {missing} of {len(finding.removed)} sensitive terms were never seen in the corpus: what points to them"
        " can't be told; add knowledge of their field with --knowledge."
    )
