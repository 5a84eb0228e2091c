"""The options that several commands share, and what they stand for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, get_args

import typer

from reticent.cli.reading_options import READING, SUBJECTS, FormatName, Reading, SubjectOptions
from reticent.cli.stand_in_options import (
    DatesMode,
    GapsMode,
    PseudonymsFile,
    SameSize,
    StandInStyle,
    VaultKeyFile,
)
from reticent.errors import DocumentError, InputError
from reticent.formats.files import STANDARD_INPUT, read_bytes
from reticent.policy.recipe import Recipe
from reticent.text.contexts import Context
from reticent.usecases.given import Given, read_file

if TYPE_CHECKING:
    from reticent.models.redaction import DateMode
    from reticent.policy.pseudonyms import Asked
    from reticent.policy.section import Section
    from reticent.policy.sections.cg_sanitization import CgSanitizationSection
    from reticent.policy.sections.indistinct import IndistinctSection
    from reticent.vault.entries import StyleName

__all__ = [
    "READING",
    "RULES",
    "SUBJECTS",
    "AsJson",
    "File",
    "Files",
    "FormatName",
    "Knowledge",
    "MaxGroup",
    "Output",
    "PolicyFile",
    "Quiet",
    "Reading",
    "Rules",
    "SubjectOptions",
    "VaultKeyFile",
    "Within",
    "make_section",
    "read_given",
    "require_context",
]

SectionType = TypeVar("SectionType", bound="Section")

Files = Annotated[list[str] | None, typer.Argument(metavar="FILE", help="Files; - or none: standard input.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file; - or none: standard input.")]
PolicyFile = Annotated[
    Path | None,
    typer.Option(
        "--policy",
        "-p",
        metavar="POLICY",
        help="What to look for and what to promise: a TOML file, or default, health, court or support.",
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="PATH",
        help="A file, or a directory for several; standard output if left out.",
    ),
]
Protect = Annotated[
    list[str] | None,
    typer.Option(
        "--protect",
        metavar="ENTITY=GENERAL",
        help="Let nothing tell more of ENTITY than GENERAL does, such as HIV=virus; can be repeated.",
    ),
]
Alias = Annotated[
    list[str] | None,
    typer.Option(
        "--alias", metavar="ENTITY=NAME", help="Another name of a protected entity; can be repeated."
    ),
]
Indistinct = Annotated[
    int | None,
    typer.Option(
        "--indistinct",
        min=1,
        metavar="K",
        help="With --protect: let K other things explain the text as well as ENTITY does, for readers of the whole text.",
    ),
]
Candidates = Annotated[
    Path | None,
    typer.Option(
        "--candidates",
        metavar="FILE",
        help="With --indistinct: what ENTITY may be taken for, a line each, other names behind semicolons; what is"
        " below GENERAL if left out.",
    ),
]
MaxGroup = Annotated[
    int,
    typer.Option("--max-group", min=1, max=3, metavar="N", help="Judge up to N terms together (1 to 3)."),
]
Within = Annotated[
    str,
    typer.Option(
        "--context", metavar="PART", help="Judge together what one sentence, paragraph or document holds."
    ),
]
Knowledge = Annotated[
    list[str] | None,
    typer.Option(
        "--knowledge",
        "-k",
        metavar="NAME|FILE",
        help="What an attacker knows besides 'general': 'medicine', or an index file; can be repeated. 'none' leaves"
        " 'general' out.",
    ),
]


class UnseenName(StrEnum):
    """What becomes of words that the corpus has never seen."""

    ASK = "ask"
    KEEP = "keep"
    REMOVE = "remove"
    REFUSE = "refuse"


class SettingName(StrEnum):
    """A named setting of what `--protect` asks for."""

    DEFAULT = "default"
    PAPER = "paper"


class EvidenceName(StrEnum):
    """What counts as evidence."""

    CONFIDENT = "confident"
    COUNTED = "counted"
    STRICT = "strict"


class CountingName(StrEnum):
    """What counts as the entity."""

    STANDARD = "standard"
    CONTEXTUALIZED = "contextualized"
    TAXONOMIC = "taxonomic"


Setting = Annotated[
    SettingName,
    typer.Option(
        "--setting", help="'paper' for the published method to the letter; other options win over it."
    ),
]
EvidenceRule = Annotated[
    EvidenceName | None,
    typer.Option(
        "--evidence",
        help="What is taken for the counts: what chance hardly explains (confident, if left out), the counts"
        " themselves, or the most that they may stand for (strict).",
    ),
]
CountingRule = Annotated[
    CountingName | None,
    typer.Option(
        "--counting",
        help="What counts as the entity: its names (standard, if left out), these beside its generalization, or all"
        " that is below it too.",
    ),
]
MinSupport = Annotated[
    int | None,
    typer.Option(
        "--min-support",
        min=1,
        metavar="N",
        help="Documents that must show several terms with the entity; 2 if left out.",
    ),
]
UnseenRule = Annotated[
    UnseenName | None,
    typer.Option(
        "--unseen",
        help="Words that the corpus has never seen: keep or remove them, ask, or refuse to release the document."
        " Left out: ask at a terminal, else refuse (exit 3).",
    ),
]

AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead of text.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on standard error when all is fine.")]


@dataclass(frozen=True, slots=True)
class Rules:
    """What is promised: a policy, what `--protect` adds to it, and what becomes of dates and gaps."""

    policy: PolicyFile = None
    protect: Protect = None
    alias: Alias = None
    indistinct: Indistinct = None
    candidates: Candidates = None
    max_group: MaxGroup = 2
    context: Within = "document"
    setting: Setting = SettingName.DEFAULT
    evidence: EvidenceRule = None
    counting: CountingRule = None
    min_support: MinSupport = None
    knowledge: Knowledge = None
    dates: DatesMode = None
    vault_key: VaultKeyFile = None
    pseudonyms: PseudonymsFile = None
    stand_ins: StandInStyle = None
    same_size: SameSize = False
    unseen: UnseenRule = None
    removed: GapsMode = None

    def recipe(self, model: Path | None = None) -> Recipe:
        """A policy file, or the default policy, with what `--protect` and `--model` add to it."""
        dates: DateMode | None = self.dates.value if self.dates else None
        return Recipe(
            self.policy,
            model,
            self._protection(),
            dates=dates,
            unseen=self.unseen.value if self.unseen else None,
            key=self.vault_key,
            pseudonyms=self._stand_ins(),
            gaps=self.removed.value if self.removed else None,
        )

    def _stand_ins(self) -> Asked | None:
        """What the options that go with `--pseudonyms` ask for."""
        if self.pseudonyms is None:
            if self.stand_ins or self.same_size:
                raise InputError("--stand-ins and --same-size go with --pseudonyms: name the vault as well")
            return None
        from reticent.policy.pseudonyms import Asked

        style: StyleName | None = self.stand_ins.value if self.stand_ins else None
        return Asked(self.pseudonyms.absolute(), style, self.same_size)

    def _protection(self) -> CgSanitizationSection | IndistinctSection | None:
        """What the options that go with `--protect` ask for, as a policy would write it."""
        if self.candidates and not self.indistinct:
            raise InputError(
                "--candidates goes with --indistinct: say how many of them must explain the text as well"
            )
        if not self.protect:
            if self.indistinct:
                raise InputError("--indistinct goes with --protect: name the entity to hide as well")
            lone = (self.alias, self.knowledge, self.evidence, self.counting, self.min_support)
            if any(lone) or self.setting != SettingName.DEFAULT:
                raise InputError(
                    "--alias, --knowledge, --setting, --evidence, --counting and --min-support go with --protect:"
                    " name the entity to protect as well"
                )
            return None
        from reticent.knowledge import anchor_choices  # numpy loads with it
        from reticent.policy.sections.cg_sanitization import CgSanitizationSection

        pairs = [each.partition("=") for each in self.protect]
        if not all(entity.strip() for entity, _, _ in pairs):
            raise InputError('--protect is written ENTITY=GENERAL, such as "HIV=virus"')
        protected = _gather((entity.strip(), general.strip()) for entity, _, general in pairs)
        shared = {
            "aliases": _read_aliases(self.alias or ()),
            "knowledge": anchor_choices(self.knowledge or ()),
        }
        if self.indistinct:
            return self._hiding(self.indistinct, protected, shared)
        said = {"evidence": self.evidence, "counting": self.counting, "min_support": self.min_support}
        return make_section(
            CgSanitizationSection,
            shared
            | {key: value for key, value in said.items() if value is not None}
            | {
                "type": "cg-sanitization",
                "setting": self.setting.value,
                "protect": protected,
                "max_group": self.max_group,
                "context": require_context(self.context),
            },
        )

    def _hiding(
        self, k: int, protected: Mapping[str, Sequence[str]], shared: Mapping[str, object]
    ) -> IndistinctSection:
        """What `--indistinct` asks for."""
        from reticent.policy.sections.indistinct import IndistinctSection

        if twice := [entity for entity, generals in protected.items() if len(generals) > 1]:
            raise InputError(
                f"--indistinct hides '{twice[0]}' among what is below one GENERAL: give it one --protect only"
            )
        own = {
            "type": "indistinct",
            "k": k,
            "protect": {entity: generals[0] for entity, generals in protected.items()},
            "candidates_file": str(self.candidates.resolve()) if self.candidates else None,
        }
        return make_section(IndistinctSection, {**shared, **own})


RULES = Rules()
"""What commands have when nothing is said."""


def make_section(kind: type[SectionType], values: Mapping[str, object]) -> SectionType:
    """A section of a policy made from options; an InputError names the option that is wrong."""
    from pydantic import ValidationError

    try:
        return kind.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        option = str(first["loc"][0]).replace("_", "-") if first["loc"] else "options"
        raise InputError(f"--{option}: {first['msg'].removeprefix('Value error, ')}") from None


def _gather(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """What may be told of each entity; several that are said of one all hold."""
    found: dict[str, list[str]] = {}
    for entity, general in pairs:
        found.setdefault(entity, []).append(general)
    return found


def _read_aliases(aliases: Sequence[str]) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for each in aliases:
        entity, mark, name = each.partition("=")
        if not mark or not name.strip():
            raise InputError('--alias is written ENTITY=NAME, such as "HIV=human immunodeficiency virus"')
        named.setdefault(entity.strip(), []).append(name.strip())
    return named


def require_context(context: str) -> str:
    """The value of `--context`, if it is one."""
    if context not in get_args(Context):
        raise InputError(f"--context must be one of {', '.join(get_args(Context))}")
    return context


def read_given(path: str) -> Given:
    """The file at `path`, or standard input for "-"."""
    if path != STANDARD_INPUT:
        return read_file(path)
    if sys.stdin.isatty():
        raise DocumentError("nothing to read: name a file, or pipe a text in")
    return Given("standard input", read_bytes(path))
