"""What the commands about correlations share: their options, and a guard made from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli.output import count
from reticent.cli.protection_options import (
    Knowledge,
    MaxGroup,
    Setting,
    Within,
    make_section,
)
from reticent.detection.detector import Detector
from reticent.models.privacy_model import Unseen

if TYPE_CHECKING:
    from reticent.knowledge.taxonomy import Taxonomy
    from reticent.models.correlation_guard import CorrelationGuard
    from reticent.models.correlation_guard.settings import CorrelationGuardSettings


class SearchName(StrEnum):
    """What goes of a group that tells too much."""

    FEWEST = "fewest"
    GROUPS = "groups"


Threshold = Annotated[
    str | None,
    typer.Option(
        metavar="RULE",
        help="How much may be told: bits (6), a share (25%), or 'least': as the least informative masked term, which"
        " holds if left out.",
    ),
]
MinSupport = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help="Documents that must show several terms with a masked one; 3 if left out.",
    ),
]
Search = Annotated[
    SearchName | None,
    typer.Option(
        help="Remove the fewest terms of a group that tells too much, which holds if left out, or all."
    ),
]
WholePhrases = Annotated[
    bool | None,
    typer.Option(
        "--whole-phrases/--judge-phrases",
        help="Remove a noun phrase whole when a word of it is masked, which holds if left out, or judge the rest.",
    ),
]


@dataclass(frozen=True, slots=True)
class GuardRules:
    """How much may be told of what was masked, and by what."""

    setting: Setting = None
    threshold: Threshold = None
    max_group: MaxGroup = None
    context: Within = None
    min_support: MinSupport = None
    search: Search = None
    whole_phrases: WholePhrases = None
    knowledge: Knowledge = None

    def section(self, *, generalize: bool = False, unseen: Unseen | None = None) -> CorrelationGuardSettings:
        """What the options ask for, as a policy would write it."""
        from reticent.knowledge import anchor_choices  # numpy loads with it
        from reticent.models.correlation_guard.settings import CorrelationGuardSettings

        return make_section(
            CorrelationGuardSettings,
            {
                "type": "correlation-guard",
                "setting": self.setting or "default",
                "threshold": self.threshold,
                "max_group": self.max_group,
                "context": self.context,
                "min_support": self.min_support,
                "search": self.search and self.search.value,
                "whole_phrases": self.whole_phrases,
                "generalize": generalize,
                "unseen": unseen,
                "knowledge": anchor_choices(self.knowledge or ()),
            },
        )


RULES = GuardRules()
"""What the commands have when nothing is said."""


def build_guard(section: CorrelationGuardSettings, detectors: tuple[Detector, ...] = ()) -> CorrelationGuard:
    """The guard of a section, over what these detectors find."""
    from reticent.models.settings import Parts

    return section.build(Parts(detectors=detectors, taxonomy=partial(_open_taxonomy, section.knowledge)))


def _open_taxonomy(knowledge: Sequence[str]) -> Taxonomy:
    from reticent.knowledge.taxonomy import open_taxonomies, taxonomies_beside

    return open_taxonomies(taxonomies_beside(knowledge), Path())


def describe_unknown(unknown: int, secrets: int) -> str:
    """A sentence about sensitive terms that the corpus has never seen; empty when it knows all."""
    if not unknown:
        return ""
    return (
        f" The corpus has never seen {unknown} of the {count(secrets, 'masked term')}, so that nobody can tell what"
        " points there; add knowledge of the field with --knowledge."
    )
