"""What the commands about correlations share: their options, and a guard made from them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli.options import make_section, require_context
from reticent.detection.detector import Detector
from reticent.formats.files import read_bytes
from reticent.formats.masks import Mask, read_masks

if TYPE_CHECKING:
    from reticent.models.correlation_guard import CorrelationGuard
    from reticent.policy.sections.correlation_guard import CorrelationGuardSection
    from reticent.taxonomy import Taxonomy

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


def read_section(
    threshold: str,
    max_group: int,
    context: str,
    min_support: int,
    knowledge: Sequence[str],
    *,
    generalize: bool = False,
) -> CorrelationGuardSection:
    """What the options ask for, as a policy would write it."""
    from reticent.knowledge import anchor_choices  # numpy loads with it
    from reticent.policy.sections.correlation_guard import CorrelationGuardSection

    return make_section(
        CorrelationGuardSection,
        {
            "type": "correlation-guard",
            "threshold": threshold,
            "max_group": max_group,
            "context": require_context(context),
            "min_support": min_support,
            "generalize": generalize,
            "knowledge": anchor_choices(knowledge),
        },
    )


def build_guard(section: CorrelationGuardSection, detectors: tuple[Detector, ...] = ()) -> CorrelationGuard:
    """The guard of a section, over what these detectors find."""
    from reticent.policy.section import Parts

    return section.build(Parts(detectors=detectors, taxonomy=partial(_open_taxonomy, section.knowledge)))


def _open_taxonomy(knowledge: Sequence[str]) -> Taxonomy:
    from reticent.policy.stores import open_taxonomies, taxonomies_beside

    return open_taxonomies(taxonomies_beside(knowledge), Path())


def read_mask_file(path: Path) -> dict[str, tuple[Mask, ...]]:
    """The masks in a file."""
    return read_masks(read_bytes(str(path)), str(path))


def describe_unknown(unknown: int, secrets: int) -> str:
    """A sentence about sensitive terms that the corpus has never seen; empty when it knows all."""
    if not unknown:
        return ""
    return (
        f" {unknown} of {secrets} sensitive terms were never seen in the corpus: what points to them"
        " can't be told; add knowledge of their field with --knowledge."
    )
