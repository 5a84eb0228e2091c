"""What may stand in a policy file; unknown keys are errors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    TypeAdapter,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from reticent.policy.registry import DETECTORS, MODELS, Registry
from reticent.policy.section import DetectorSection, ModelSection, Section

UNKNOWN_TYPE = "unknown_type"


@dataclass(frozen=True, slots=True)
class _OneOf:
    """A table that its `type` makes one of the sections of a registry, looked up when a policy is read."""

    registry: Registry

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._parse)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        sections = [self.registry.find(name) for name in self.registry.names()]
        union = reduce(or_, (section for section in sections if section))
        tagged: Any = Annotated[union, Field(discriminator="type")]
        return handler(TypeAdapter(tagged).core_schema)

    def _parse(self, value: Any) -> Section:
        if isinstance(value, Section):
            return value
        name = value.get("type") if isinstance(value, dict) else None
        section = self.registry.find(name) if isinstance(name, str) else None
        if section is None:
            known = ", ".join(f"'{each}'" for each in self.registry.names())
            raise PydanticCustomError(UNKNOWN_TYPE, "must be one of {known}", {"known": known})
        return section.model_validate(value)


ColumnRule = Annotated[str, StringConstraints(pattern=r"^(?:sanitize|keep|drop|constant:(?s:.*))$")]
COLUMN_RULES = "sanitize, keep, drop, or constant:TEXT"


class FormatSection(Section):
    """How files are read; what a command says comes before it."""

    name: str | None = Field(
        None, description="the format of the files; found by suffix and content when left out"
    )
    fields: list[str] = Field([], description='the keys of JSON records that hold text; "text" when left out')
    keep: list[str] = Field([], description="the keys of JSON records that are released unchanged")
    numbers: Literal["refuse", "keep"] = Field(
        "refuse", description="what becomes of columns of numbers without a rule"
    )


class Policy(Section):
    """What to look for and what to promise."""

    name: str = Field("unnamed", description="how reports call this policy")
    taxonomies: list[str] = Field(
        ["wordnet"],
        description="asked in order: 'wordnet', or an .obo, .csv or .tsv file relative to the policy",
    )
    detectors: list[Annotated[DetectorSection, _OneOf(DETECTORS)]] = Field(
        [], description="what finds the places worth looking at"
    )
    models: list[Annotated[ModelSection, _OneOf(MODELS)]] = Field(
        ..., min_length=1, description="the promises to keep, in order"
    )
    format: FormatSection = Field(
        default_factory=FormatSection.model_construct, description="how files are read"
    )
    columns: dict[str, ColumnRule] = Field(
        {}, description=f"what becomes of the columns of a table: {COLUMN_RULES}"
    )

    @model_validator(mode="after")
    def _require_detectors(self) -> Policy:
        needy = [model.type for model in self.models if isinstance(model, Section) and model.needs_detectors]
        if not self.detectors and needy:
            raise ValueError(f"{needy[0]} needs at least one [[detectors]] section")
        return self
