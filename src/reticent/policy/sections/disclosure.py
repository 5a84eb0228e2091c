"""The section of (C, g(C))-sanitization.

The section of the correlation guard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from reticent.errors import InputError
from reticent.policy.section import Knowledge, Parts, Section

if TYPE_CHECKING:
    from reticent.models.cg_sanitization import CgSanitization
    from reticent.models.correlation_guard import CorrelationGuard


class CgSanitizationSection(Section):
    """The model under which nothing tells more of an entity than its generalization does."""

    uses_detectors: ClassVar[bool] = False

    type: Literal["cg-sanitization"]
    protect: dict[str, str | list[str]] = Field(
        ...,
        min_length=1,
        description='entity = "generalization", or several, which all hold; "" to allow all but the whole of it',
    )
    setting: Literal["default", "paper"] = Field(
        "default", description="'paper' for the method to the letter; keys that are written win over it"
    )
    aliases: dict[str, list[str]] = Field({}, description="further names of an entity, besides its synonyms")
    max_group: int = Field(2, ge=1, le=3, description="how many terms are judged together at most")
    context: Literal["sentence", "paragraph", "document"] = Field(
        "document", description="within what terms are judged together"
    )
    counting: Literal["standard", "contextualized", "taxonomic"] = Field(
        "standard", description="what counts as the entity: its names, beside g(c) only, or all below it too"
    )
    evidence: Literal["confident", "counted", "strict"] = Field(
        "confident",
        description="the lower confidence bound of the joint counts, the counts, or the upper bound",
    )
    min_support: int = Field(2, ge=1, description="documents that must show a group of terms with the entity")
    unseen: Literal["ask", "keep", "remove", "refuse"] = Field(
        "ask",
        description="what becomes of words the corpus never saw; where nobody can be asked, nothing is released",
    )
    by_class: bool = Field(
        True, description="judge what has no count of its own by its class in the taxonomy, such as a drug"
    )
    knowledge: Knowledge = Field([])

    @field_validator("protect")
    @classmethod
    def _require_generalizations(cls, protect: dict[str, str | list[str]]) -> dict[str, str | list[str]]:
        if [] in protect.values():
            raise ValueError('an entity has an empty list: name a generalization, or write ""')
        return protect

    @model_validator(mode="before")
    @classmethod
    def _fill_in_the_setting(cls, values: Any) -> Any:
        if not isinstance(values, dict) or values.get("setting") != "paper":
            return values
        from reticent.models.cg_sanitization.model import PAPER  # numpy loads with its package

        return {**PAPER, **values}

    def build(self, parts: Parts) -> CgSanitization:
        """The model over the corpus of the section and the taxonomies of the policy."""
        from reticent.models.cg_sanitization import CgSanitization

        return CgSanitization(
            self.protect,
            corpus=parts.corpus(self.knowledge),
            taxonomy=parts.taxonomy(),
            conditions=parts.conditions(self.knowledge),
            **self.model_dump(exclude={"type", "setting", "protect", "knowledge"}),
        )


class CorrelationGuardSection(Section):
    """The model under which nothing left in clear gives away what its detectors find."""

    needs_detectors: ClassVar[bool] = True

    type: Literal["correlation-guard"]
    setting: Literal["default", "paper"] = Field(
        "default", description="'paper' for the method to the letter; keys that are written win over it"
    )
    threshold: str | float | int = Field(
        "least",
        description="how much may be told: 'least' (as the least informative term removed), bits (6), or a share ('25%')",
    )
    max_group: int = Field(2, ge=1, le=3, description="how many terms are judged together at most")
    context: Literal["sentence", "paragraph", "document"] = Field(
        "document", description="within what terms are judged together"
    )
    min_support: int = Field(3, ge=1, description="documents that must show several terms with a removed one")
    search: Literal["fewest", "groups"] = Field(
        "fewest", description="of a group that tells too much remove the fewest terms, or all of them"
    )
    whole_phrases: bool = Field(
        True,
        description="remove a noun phrase whole when one of its words is sensitive; else judge the others",
    )
    lookup: Literal["words", "phrases"] = Field(
        "words", description="judge the words of a noun phrase too, or noun phrases only as a whole"
    )
    unseen: Literal["ask", "keep", "remove", "refuse"] = Field(
        "ask",
        description="what becomes of words the corpus never saw; where nobody can be asked, nothing is released",
    )
    generalize: bool = Field(False, description="put a more general term where a taxonomy knows a safe one")
    knowledge: Knowledge = Field([])

    @model_validator(mode="before")
    @classmethod
    def _fill_in_the_setting(cls, values: Any) -> Any:
        if not isinstance(values, dict) or values.get("setting") != "paper":
            return values
        from reticent.models.correlation_guard.model import PAPER  # numpy loads with its package

        return {**PAPER, **values}

    @field_validator("threshold")
    @classmethod
    def _require_a_rule(cls, rule: str | float) -> str | float:
        from reticent.models.correlation_guard.model import Threshold  # numpy loads with it

        try:
            Threshold.of(rule)
        except InputError as error:
            raise ValueError(str(error)) from None
        return rule

    def build(self, parts: Parts) -> CorrelationGuard:
        """The guard of what the detectors of the policy find; without any, of what is pointed at."""
        from reticent.models.correlation_guard import CorrelationGuard

        return CorrelationGuard(
            parts.detectors,
            corpus=parts.corpus(self.knowledge),
            taxonomy=parts.taxonomy() if self.generalize else None,
            **self.model_dump(exclude={"type", "setting", "generalize", "knowledge"}),
        )
