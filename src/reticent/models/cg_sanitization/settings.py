"""The settings of (C, g(C))-sanitization."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from pydantic import Field, field_validator

from reticent.knowledge.corpus.corpus import Counting
from reticent.knowledge.corpus.spoken import language_of
from reticent.models.cg_sanitization.model import AT_MOST, AT_MOST_TIMES, CgSanitization
from reticent.models.settings import (
    Marks,
    MaxGroup,
    Parts,
    PublishedSettings,
    Setting,
    UnseenLimit,
    UnseenWord,
    Within,
    implied_by,
)
from reticent.models.shared.counts import Evidence
from reticent.models.shared.unseen import UNSEEN_LIMIT
from reticent.settings.section import Knowledge

# paper: cg-sanitization, Definition 1; Definition 3; Algorithm 1
PAPER: Mapping[str, Any] = MappingProxyType(
    {
        "evidence": "counted",
        "min_support": 1,
        "at_most": 1.0,
        "by_class": False,
        "by_meaning": False,
        "unseen": "keep",
        "marks": False,
        "literal": True,
    }
)
"""Definitions 1 and 3 and Algorithm 1 to the letter: counts as they are, however small, and no judgement without a count; every
ancestor of a term can stand for it. Where lines 24 to 28 leave open whether terms are looked at again, Definition 3 decides: no
replacement starts a risky group of a size that was looked at.

The paper has no cap beside g(c), and says nothing of terms that its search engine has never seen, so that they stay, nor of
marks that say what stood there. MAX and the way to count (standard
or contextualized) are parameters in the paper too.
"""


class CgSanitizationSettings(PublishedSettings):
    """The model under which nothing tells more of an entity than its generalization does."""

    uses_detectors: ClassVar[bool] = False
    paper: ClassVar[Mapping[str, Any]] = PAPER

    type: Literal["cg-sanitization"]
    protect: dict[str, str | list[str]] = Field(
        ...,
        min_length=1,
        description='entity = "generalization", or a list of several that all hold; "" allows everything but the whole entity',
    )
    setting: Setting = "default"
    aliases: dict[str, list[str]] = Field({}, description="further names of an entity, besides its synonyms")
    related: dict[str, list[str]] = Field(
        {}, description="words and phrases to remove along with an entity, whatever the counts say"
    )
    max_group: MaxGroup = 2
    context: Within = "document"
    counting: Counting = Field(
        "standard",
        description="what counts as the entity: its names; only those in a document with g(c); or everything below it too, by documents or by occurrences",
    )
    evidence: Evidence = Field(
        "confident",
        description="what to take of joint counts: their lower confidence bound, the counts, or their upper bound",
    )
    min_support: int = Field(
        2, ge=1, description="how many documents must contain a group of terms together with the entity"
    )
    at_most: float = Field(
        AT_MOST,
        gt=0,
        le=1,
        description="how likely a remaining term or group may make the entity, whatever g(c) allows; 1: no cap",
    )
    at_most_times: float = Field(
        AT_MOST_TIMES,
        ge=1,
        description="how many times likelier a single remaining term may make the entity, unless the generalization"
        " explains it; inf, or at_most = 1: no cap",
    )
    unseen: UnseenWord = "ask"
    unseen_limit: UnseenLimit = UNSEEN_LIMIT
    by_class: bool = Field(
        True,
        description="judge a term without a count of its own by its class in the taxonomy, such as 'drug', or as the words"
        " of which it is a spelling, form or abbreviation",
    )
    by_meaning: bool = Field(
        True,
        description="accept a generalization that the taxonomy has above the entity as more general, whatever the counts"
        " say, and count what it allows over everything between the two",
    )
    marks: Marks = True
    closed: bool = Field(
        False,
        description="judge every group by itself, not among all groups of the text, so that excerpts keep the promise too"
        " if their words mean what they mean in the whole",
    )
    literal: bool = Field(
        False,
        description="Algorithm 1 as published: any ancestor of a term may replace it, whether or not it reads well there",
    )
    knowledge: Knowledge = Field([])

    @field_validator("protect")
    @classmethod
    def _require_generalizations(cls, protect: dict[str, str | list[str]]) -> dict[str, str | list[str]]:
        if [] in protect.values():
            raise ValueError('an entity has an empty list: name a generalization, or write ""')
        return protect

    @property
    def implied_knowledge(self) -> Sequence[str]:
        """That of medicine where a condition or a drug is protected."""
        return implied_by(self.protect, self.aliases)

    def build(self, parts: Parts) -> CgSanitization:
        """The model over the corpus of the section and the taxonomies of the policy."""
        knowledge = parts.choose(self.knowledge, self.implied_knowledge)
        corpus = parts.corpus(knowledge, any_language=True)
        return CgSanitization(
            self.protect,
            corpus=corpus,
            taxonomy=parts.taxonomy(language_of(corpus).code),
            conditions=parts.conditions(knowledge),
            **self.model_dump(exclude={"type", "setting", "protect", "knowledge"}),
        )
