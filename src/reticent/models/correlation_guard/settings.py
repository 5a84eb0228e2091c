"""The settings of the correlation guard."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from pydantic import Field, field_validator

from reticent.errors import InputError
from reticent.knowledge.corpus.spoken import language_of
from reticent.models.correlation_guard._reading import Lookup
from reticent.models.correlation_guard.model import AT_MOST, THRESHOLD, CorrelationGuard, Threshold
from reticent.models.correlation_guard.search import Search
from reticent.models.settings import (
    Marks,
    MaxGroup,
    Parts,
    PublishedSettings,
    Setting,
    UnseenLimit,
    UnseenWord,
    Within,
)
from reticent.models.shared.unseen import UNSEEN_LIMIT
from reticent.settings.section import Knowledge

# paper: correlations, Algorithm 1; Equation 7
PAPER: Mapping[str, Any] = MappingProxyType(
    {
        "threshold": "least",
        "max_group": 3,
        "min_support": 1,
        "at_most": 1.0,
        "search": "groups",
        "whole_phrases": True,
        "lookup": "phrases",
        "unseen": "keep",
        "marks": False,
    }
)
"""Algorithm 1 to the letter: equation 7, whole noun phrases, all terms of a group that tells too much, whatever its counts.

The paper goes on to groups of all terms; ours have three at most. It has no cap beside the threshold.
"""


class CorrelationGuardSettings(PublishedSettings):
    """The model under which nothing left in clear gives away what its detectors find."""

    needs_detectors: ClassVar[bool] = True
    paper: ClassVar[Mapping[str, Any]] = {**PAPER, "generalize": False}

    type: Literal["correlation-guard"]
    setting: Setting = "default"
    threshold: str | float | int = Field(
        THRESHOLD,
        description="how much of a removed term may be disclosed: bits (6), a share of its own information ('own 50%'),"
        " 'least' (the information of the least informative removed term), or 'quantile 25%' (the value that a quarter of"
        " them don't exceed)",
    )
    max_group: MaxGroup = 2
    context: Within = "document"
    min_support: int = Field(
        3, ge=1, description="how many documents must contain several terms together with a removed one"
    )
    at_most: float = Field(
        AT_MOST,
        gt=0,
        le=1,
        description="how likely a remaining term or group may make what was removed, whatever the threshold; 1: no cap",
    )
    search: Search = Field(
        "fewest", description="what to remove of a group that tells too much: the fewest terms, or all"
    )
    whole_phrases: bool = Field(
        True,
        description="remove the whole noun phrase if one of its words is sensitive, rather than judge its other words",
    )
    lookup: Lookup = Field(
        "words", description="judge the words of a noun phrase too, or only the whole phrase"
    )
    unseen: UnseenWord = "ask"
    unseen_limit: UnseenLimit = UNSEEN_LIMIT
    generalize: bool = Field(
        True, description="use a more general term where a taxonomy has a safe one and grammar allows it"
    )
    marks: Marks = True
    knowledge: Knowledge = Field([])

    @field_validator("threshold")
    @classmethod
    def _require_a_rule(cls, rule: str | float) -> str | float:
        try:
            Threshold.of(rule)
        except InputError as error:
            raise ValueError(str(error)) from None
        return rule

    def build(self, parts: Parts) -> CorrelationGuard:
        """The guard of what the detectors of the policy find; without any, of what is pointed at."""
        corpus = parts.corpus(self.knowledge, any_language=True)
        return CorrelationGuard(
            parts.detectors,
            corpus=corpus,
            taxonomy=parts.taxonomy(language_of(corpus).code) if self.generalize else None,
            **self.model_dump(exclude={"type", "setting", "generalize", "knowledge"}),
        )
