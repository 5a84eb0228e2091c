"""What may stand in a policy file; unknown keys are errors."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from reticent.errors import InputError
from reticent.models.correlation_guard.threshold import Threshold

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


class NamesSection(_Section):
    """A detector of people, places, organizations, dates, codes, quantities and demographic attributes."""

    type: Literal["names"]
    setting: Literal["balanced", "careful"] = Field(
        "balanced",
        description="'balanced' finds what readers would mask, 'careful' nearly all of it and more",
    )
    kinds: list[Kind] | None = Field(None, description="the kinds to look for; all when left out")
    at_least: float = Field(
        0.0, ge=0, le=1, description="the score that a mention needs: how often readers masked such a one"
    )
    allow: list[str] = Field([], description="names that may stay")
    deny: list[str] = Field([], description="words and phrases that are always found")


class InformativenessSection(_Section):
    """A detector of the terms that few documents of a corpus use, whatever they are."""

    type: Literal["informativeness"]
    bound: float = Field(
        ..., gt=0, description="the bits of information that a term may have; 10 bits: one document in 1,024"
    )
    kind: Kind = Field("INFORMATIVE", description="what the placeholder calls them")
    knowledge: list[str] = Field(
        [], description="index files, relative to the policy; the one that ships with reticent when left out"
    )


DetectorSection = PatternsSection | WordsSection | NamesSection | InformativenessSection


class RedactionSection(_Section):
    """The model that leaves nothing its detectors find."""

    type: Literal["redaction"]
    generalize: bool = Field(False, description="put a more general term where a taxonomy knows one")


class TPlausibilitySection(_Section):
    """The model under which at least t texts could have been the original."""

    type: Literal["t-plausibility"]
    t: int = Field(..., ge=1, description="how many texts could be the original of each unit")
    alpha: float = Field(0.5, ge=0, le=1, description="the weight of the whole against evenness, from 0 to 1")
    unit: Literal["sentence", "paragraph", "document"] = Field(
        "document", description="what t texts could be the original of"
    )
    nouns: bool | None = Field(
        None, description="whether all nouns are sensitive; only without detectors when left out"
    )
    senses: Literal["likeliest", "overlap", "first", "common-terms"] = Field(
        "likeliest", description="how the sense of a word is judged"
    )
    confidence: float = Field(
        0.75, ge=0, le=1, description="the share of a word's senses that a generalization must lie above"
    )
    meanings: dict[str, str] = Field(
        {}, description='word = "what it is", where the likeliest sense is wrong'
    )
    knowledge: str | None = Field(
        None,
        description="an index, relative to the policy, by which words weigh; equal weights when left out",
    )
    unreachable: Literal["refuse", "remove"] = Field(
        "refuse", description="what becomes of a unit that can't reach t: an error, or all its words go"
    )


class CgSanitizationSection(_Section):
    """The model under which nothing tells more of an entity than its generalization does."""

    type: Literal["cg-sanitization"]
    protect: dict[str, str] = Field(
        ..., min_length=1, description='entity = "generalization"; "" to allow all but the whole of it'
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
    unseen: Literal["keep", "remove"] = Field(
        "keep", description="what becomes of terms the corpus never saw"
    )
    knowledge: list[str] = Field(
        [], description="index files, relative to the policy; the one that ships with reticent when left out"
    )


class KSafetySection(_Section):
    """The model that leaves every protected entity at least K others that fit the text as well."""

    type: Literal["k-safety"]
    database: str = Field(
        ...,
        description="an entity database, or a small .jsonl or .csv of entities, relative to the policy; or a postgresql:// address",
    )
    protected: list[str] = Field([], description="ids or names of entities that the text must not tell")
    categories: list[str] = Field([], description="categories whose entities are all protected")
    reader: str | None = Field(
        None, description="a reader of the database: every entity that it is not cleared for is protected"
    )
    k: int = Field(10, ge=1, description="how many other entities must fit what is told of a protected one")
    generalize: bool = Field(False, description="put a more general term where a taxonomy knows one")
    synonyms: bool = Field(False, description="let synonyms that the taxonomies know count as terms")
    effort: int = Field(
        300, ge=0, description="steps of the exact search before it settles for the best it has"
    )

    @model_validator(mode="after")
    def _protects_something(self) -> KSafetySection:
        if not self.protected and not self.categories and self.reader is None:
            raise ValueError("k-safety needs 'protected', 'categories' or 'reader'")
        return self


class CorrelationGuardSection(_Section):
    """The model under which nothing left in clear gives away what its detectors find."""

    type: Literal["correlation-guard"]
    threshold: str | float | int = Field(
        "least",
        description="how much may be told: 'least' (as the least informative term removed), bits (6), or a share ('25%')",
    )
    max_group: int = Field(2, ge=1, le=3, description="how many terms are judged together at most")
    context: Literal["sentence", "paragraph", "document"] = Field(
        "document", description="within what terms are judged together"
    )
    min_support: int = Field(3, ge=1, description="documents that must show several terms with a removed one")
    generalize: bool = Field(False, description="put a more general term where a taxonomy knows a safe one")
    knowledge: list[str] = Field(
        [], description="index files, relative to the policy; the one that ships with reticent when left out"
    )

    @field_validator("threshold")
    @classmethod
    def _is_a_rule(cls, rule: str | float) -> str | float:
        try:
            Threshold.of(rule)
        except InputError as error:
            raise ValueError(str(error)) from None
        return rule


class GreedySanitizeSection(_Section):
    """The model that leaves nothing its trained classifiers find."""

    type: Literal["greedy-sanitize"]
    file: str = Field(..., description="a model that 'reticent train' wrote, relative to the policy")


ModelSection = (
    RedactionSection
    | CorrelationGuardSection
    | TPlausibilitySection
    | CgSanitizationSection
    | KSafetySection
    | GreedySanitizeSection
)


class Policy(_Section):
    """What to look for and what to promise."""

    name: str = Field("unnamed", description="how reports call this policy")
    taxonomies: list[str] = Field(
        ["wordnet"],
        description="asked in order: 'wordnet', or an .obo, .csv or .tsv file relative to the policy",
    )
    detectors: list[Annotated[DetectorSection, Field(discriminator="type")]] = Field(
        [], description="what finds the places worth looking at"
    )
    models: list[Annotated[ModelSection, Field(discriminator="type")]] = Field(
        ..., min_length=1, description="the promises to keep, in order"
    )

    @model_validator(mode="after")
    def _has_detectors(self) -> Policy:
        needy = [model.type for model in self.models if model.type in ("redaction", "correlation-guard")]
        if not self.detectors and needy:
            raise ValueError(f"{needy[0]} needs at least one [[detectors]] section")
        return self
