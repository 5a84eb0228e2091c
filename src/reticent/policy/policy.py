"""What may stand in a policy file; unknown keys are errors. What a command may say of stand-ins comes before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    field_validator,
    model_validator,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from reticent.errors import InputError, PolicyError
from reticent.formats.registry import require_format
from reticent.formats.seam.options import Covered, FormatOptions, Hidden, Pictures, parse_rule
from reticent.kinds import linked_kinds
from reticent.language.identification import require_language
from reticent.policy.registry import (
    ATTACKERS,
    DETECTORS,
    MODELS,
    AttackerSection,
    DetectorSection,
    ModelSection,
    Registry,
)
from reticent.rendering.gaps import Gaps
from reticent.rendering.placeholders import StyleChoice
from reticent.settings.section import Section, SomeKinds
from reticent.settings.sources import Ages
from reticent.vault.entries import Style, StyleName


class PseudonymsSection(Section):
    """What stands for people and things when a collection has a vault (`--pseudonyms FILE`)."""

    style: StyleName = Field(
        "number", description="'number' such as [PERSON 7], or 'invented' names and codes in brackets"
    )
    same_size: bool = Field(
        False, description="with 'invented': replace a place with one of the same country and size"
    )
    kinds: SomeKinds = Field(
        default_factory=lambda: sorted(linked_kinds()),
        description="the kinds that get stand-ins; all others keep plain placeholders",
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command says of stand-ins: the file of the vault, a style that comes before the policy's, who may add to it."""

    vault: Path
    style: StyleName | None = None
    same_size: bool = False
    assigns: bool = True

    def style_over(self, section: PseudonymsSection) -> Style:
        """The style, with what the policy says where the command says nothing."""
        style = self.style or section.style
        if self.same_size and style != "invented":
            raise PolicyError(
                "--same-size does nothing for numbers: add --stand-ins invented, or leave it out"
            )
        return Style(style, self.same_size or section.same_size, frozenset(section.kinds))


UNKNOWN_TYPE = "unknown_type"


@dataclass(frozen=True, slots=True)
class OneOf:
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


class FormatSection(Section):
    """How files are read and written; a command's options take precedence."""

    name: str | None = Field(
        None,
        description="the format of the files, such as jsonl; detected from ending and content by default",
    )
    fields: list[str] = Field(
        ["text"],
        min_length=1,
        description="the keys of JSON records that hold text, with dots for nested ones",
    )
    keep: list[str] = Field([], description="the keys of JSON records that are released unchanged")
    numbers: Literal["ask", "keep"] = Field(
        "ask",
        description="what happens if columns of numbers have no rule: the file is refused, or they are kept",
    )
    header: bool | None = Field(
        None, description="whether the first row names the columns; detected by default"
    )
    subject_field: str | None = Field(
        None,
        description="the key or column that says whom a record is about; a record without it can't be released",
    )
    subject_by: Literal["file", "folder"] = Field(
        "file", description="what counts as one subject if no field names it: each file, or each folder"
    )
    covered: Covered = Field(
        "remove",
        description="text of a PDF that can't be seen on the page (under a box, white on white, cut off): 'remove' or"
        " 'keep' it; what is kept is judged like other text",
    )
    pictures: Pictures | None = Field(
        None,
        description="pictures in PDF, office files and mail, and picture files: 'read' and judge their words (needs"
        " reticent[ocr] and tesseract), 'drop' them, or 'keep' them unread; when left out, 'read' if that is installed,"
        " else 'drop'",
    )
    hidden: Hidden = Field(
        "remove",
        description="what an office file holds but doesn't show (hidden text, rows, columns, sheets, slides and shapes,"
        " text in its background colour): 'remove' or 'show' it; what is shown is judged like other text",
    )


class ExemptionSection(Section):
    """A rule under which something may be withheld, as reviewers cite it for their changes."""

    code: str = Field(
        pattern=r"^[A-Za-z(](?:[^\[\]<>\\\n\r\t]{0,38}[^\s\[\]<>\\])?$",
        description="how it is cited, such as 'FOIA b(6)' or 'GDPR Art. 15(4)'",
    )
    means: str = Field("", description="what it says, in a few words")


class Policy(Section):
    """What to look for and what to promise."""

    name: str = Field("unnamed", description="how reports call this policy")
    scope: Literal["document", "collection"] = Field(
        "document",
        description="'collection' says that the policy was fixed before its documents were seen, so that proofs may show it",
    )
    ages: Ages = Field(
        "over 89",
        description="which ages the detectors look for: those 'over 89', or 'all'",
    )
    taxonomies: list[str] | None = Field(
        None,
        description="asked in this order: 'wordnet', 'medicine', or .obo, .csv or .tsv files relative to the policy; when"
        " left out, 'wordnet', after 'medicine' if that is chosen as knowledge",
    )
    knowledge: list[str] = Field(
        [],
        description="what an attacker may know besides 'general', for sections that don't set it: 'medicine', or index"
        " files relative to the policy; 'none' leaves 'general' out",
    )
    gaps: Gaps = Field(
        "mark",
        description="what becomes of a gap: 'mark' shows it; 'close' also removes list slots, labels and fixed phrases"
        " around it; a model's own key 'gaps' takes precedence",
    )
    invent: bool = Field(
        False,
        description="whether gaps may be filled with something invented of the same sort; reports mark it as such",
    )
    withhold_if_ranked: int | None = Field(
        None,
        ge=1,
        description="withhold a document when an offline reader ranks what it protects at this place or higher among all"
        " candidates; 1: only if it comes first",
    )
    withhold_if_likely: float | None = Field(
        None,
        gt=0,
        le=1,
        description="withhold a document when the chance that a language model names a protected condition first reaches"
        " this value, such as 0.3",
    )
    placeholders: StyleChoice = Field(
        "brackets",
        description="how placeholders are written: in 'brackets' such as [PERSON 1], or in 'angles' such as <PERSON_1>",
    )
    languages: list[str] = Field(
        [],
        description="languages to release although no detector of the policy reads them, by code or name, such as 'es' or"
        " 'Spanish'; 'any' for all. Documents in other such languages are refused",
    )
    detectors: list[Annotated[DetectorSection, OneOf(DETECTORS)]] = Field(
        [], description="what finds the places worth looking at"
    )
    attackers: list[Annotated[AttackerSection, OneOf(ATTACKERS)]] = Field(
        [],
        description="readers that guess what a release hides: the model 'indistinct' protects against them",
    )
    models: list[Annotated[ModelSection, OneOf(MODELS)]] = Field(
        ..., min_length=1, description="the promises to keep, in order"
    )
    format: FormatSection = Field(
        default_factory=FormatSection.model_construct, description="how files are read"
    )
    pseudonyms: PseudonymsSection = Field(
        default_factory=PseudonymsSection.model_construct,
        description="the stand-ins for people and things when a collection has a vault",
    )
    codes: list[ExemptionSection] = Field(
        [], description="the rules under which reviewers may withhold something, for their log"
    )
    codes_on_marks: bool = Field(
        False,
        description="whether the code that a reviewer gives a change is printed on its mark: [FOIA B(6)] instead of [PERSON 1]",
    )
    columns: dict[str, str] = Field(
        {}, description='what becomes of a column: "sanitize", "keep", "drop" or "constant:TEXT"'
    )

    @field_validator("columns")
    @classmethod
    def _require_rules(cls, columns: dict[str, str]) -> dict[str, str]:
        for name, rule in columns.items():
            try:
                parse_rule(rule)
            except InputError as error:
                raise ValueError(f"'{name}': {error}") from None
        return columns

    @model_validator(mode="after")
    def _require_codes(self) -> Policy:
        codes = [each.code.upper() for each in self.codes]
        if double := next((each for each in codes if codes.count(each) > 1), None):
            raise ValueError(f"codes: {double} is listed twice: name each rule once")
        if self.codes_on_marks and not codes:
            raise ValueError("codes_on_marks prints [[codes]], and there are none: add them, or leave it out")
        return self

    @field_validator("languages")
    @classmethod
    def _require_languages(cls, languages: list[str]) -> list[str]:
        try:
            return [require_language(each) for each in languages]
        except InputError as error:
            raise ValueError(str(error)) from None

    @model_validator(mode="after")
    def _require_detectors(self) -> Policy:
        needy = [model.type for model in self.models if isinstance(model, Section) and model.needs_detectors]
        if not self.detectors and needy:
            raise ValueError(f"{needy[0]} needs at least one [[detectors]] section")
        return self

    @model_validator(mode="after")
    def _require_use(self) -> Policy:
        """Refuse detectors that no model asks, and models that promise nothing without any."""
        models = [model for model in self.models if isinstance(model, Section)]
        if self.detectors and not any(model.uses_detectors for model in models):
            raise ValueError('no model uses the [[detectors]]: add [[models]] with type = "redaction"')
        if empty := [model for model in models if not self.detectors and model.promises_nothing]:
            raise ValueError(
                f"{empty[0].type} promises nothing like this: ask for more, or add [[detectors]]"
            )
        return self

    @property
    def all_knowledge(self) -> frozenset[str]:
        """What the policy and all its sections choose as knowledge, or imply where nobody chose any."""
        sections = (*self.detectors, *self.models)
        of_sections = [getattr(each, "knowledge", None) or self._implied_by(each) for each in sections]
        lists = [[each] if isinstance(each, str) else each for each in of_sections]
        return frozenset(self.knowledge).union(*lists)

    def _implied_by(self, section: object) -> Sequence[str]:
        return section.implied_knowledge if isinstance(section, Section) and not self.knowledge else ()

    def format_options(self) -> FormatOptions:
        """How files are read and written, as the formats take it."""
        said = self.format
        if said.name is not None:
            require_format(said.name)
        return FormatOptions(
            said.name,
            tuple(said.fields),
            tuple(said.keep),
            {name: parse_rule(rule) for name, rule in self.columns.items()},
            said.numbers,
            said.header,
            subject_field=said.subject_field,
            subject_by=said.subject_by,
            placeholders=self.placeholders,
            covered=said.covered,
            pictures=said.pictures,
            hidden=said.hidden,
        )
