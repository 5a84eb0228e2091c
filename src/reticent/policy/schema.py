"""What may stand in a policy file; unknown keys are errors."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Kind = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$")]
KIND_FORM = "capitals, digits and underscores, such as PROJECT_NAME"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class PatternsSection(_Section):
    """A detector of e-mail addresses, numbers, dates and other things that have a form."""

    type: Literal["patterns"]
    kinds: list[Kind] | None = Field(
        None, description="the kinds to look for; all that the file has when left out"
    )
    file: str | None = Field(None, description="a pattern file, relative to the policy; ours when left out")


class WordsSection(_Section):
    """A detector of the words and phrases in a list."""

    type: Literal["words"]
    kind: Kind = Field("WORD", description="what the placeholder calls them")
    words: list[str] = Field([], description="the words and phrases")
    file: str | None = Field(None, description="a UTF-8 file, relative to the policy, with one entry a line")

    @model_validator(mode="after")
    def _has_words(self) -> WordsSection:
        if not self.words and not self.file:
            raise ValueError("a word list needs 'words' or 'file'")
        return self


class RedactionSection(_Section):
    """The model that leaves nothing its detectors find."""

    type: Literal["redaction"]
    generalize: bool = Field(False, description="put a more general term where a taxonomy knows one")


class GreedySanitizeSection(_Section):
    """The model that leaves nothing its trained classifiers find."""

    type: Literal["greedy-sanitize"]
    file: str = Field(..., description="a model that 'reticent train' wrote, relative to the policy")


class Policy(_Section):
    """What to look for and what to promise."""

    name: str = Field("unnamed", description="how reports call this policy")
    taxonomies: list[str] = Field(
        ["wordnet"],
        description="asked in order: 'wordnet', or an .obo, .csv or .tsv file relative to the policy",
    )
    detectors: list[Annotated[PatternsSection | WordsSection, Field(discriminator="type")]] = Field(
        [], description="what finds the places worth looking at"
    )
    models: list[Annotated[RedactionSection | GreedySanitizeSection, Field(discriminator="type")]] = Field(
        ..., min_length=1, description="the promises to keep, in order"
    )

    @model_validator(mode="after")
    def _redaction_has_detectors(self) -> Policy:
        if not self.detectors and any(model.type == "redaction" for model in self.models):
            raise ValueError("redaction needs at least one [[detectors]] section")
        return self
