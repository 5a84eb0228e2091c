"""The options that several commands share, and what they stand for."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, get_args

import typer

from reticent.errors import DocumentError, InputError
from reticent.formats.files import STANDARD_INPUT, read_bytes
from reticent.formats.options import FormatOptions, change_options
from reticent.policy.recipe import Recipe
from reticent.text.contexts import Context
from reticent.usecases.given import Given, read_file

if TYPE_CHECKING:
    from reticent.models.redaction import DateMode
    from reticent.policy.pseudonyms import Asked
    from reticent.policy.section import Section
    from reticent.policy.sections.cg_sanitization import CgSanitizationSection
    from reticent.vault.entries import StyleName

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
    list[Path] | None,
    typer.Option(
        "--knowledge",
        "-k",
        metavar="FILE",
        help="An index file, several times to add their counts up; the one that ships with reticent if left out.",
    ),
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="NAME", help="The format of what is read, such as jsonl; by suffix if left out."
    ),
]
Fields = Annotated[
    list[str] | None,
    typer.Option(
        "--field",
        metavar="KEY",
        help="A key of JSON records that holds text, dotted for nested ones; can be repeated; 'text' if left out.",
    ),
]
Keep = Annotated[
    str | None,
    typer.Option(
        "--keep",
        metavar="KEYS",
        help="Keys of JSON records to release unchanged; 'label' is moved to the new places. All others are dropped.",
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="NAME=RULE",
        help="What becomes of a column: sanitize, keep, drop or constant:TEXT; can be repeated.",
    ),
]
Numbers = Annotated[
    str | None,
    typer.Option("--numbers", metavar="RULE", help="What becomes of number columns without a rule: keep."),
]
Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        help="Whether the first row of a table names its columns; looked at if left out.",
    ),
]


class Dates(Enum):
    """What becomes of dates."""

    REMOVE = "remove"
    YEAR = "year"
    MONTH = "month"
    SHIFT = "shift"
    NUMBER = "number"


class SubjectUnit(Enum):
    """What is taken for one subject."""

    FILE = "file"
    FOLDER = "folder"


DatesMode = Annotated[
    Dates | None,
    typer.Option(
        "--dates",
        help="What becomes of dates; shift moves them by a secret number of weeks a subject and needs a key.",
    ),
]
VaultKeyFile = Annotated[
    Path | None,
    typer.Option(
        "--vault-key",
        metavar="FILE",
        help="The key of the collection, as 'reticent vault key' made it; RETICENT_VAULT_KEY if left out.",
    ),
]


class StandIns(Enum):
    """What stand-ins are like."""

    NUMBER = "number"
    INVENTED = "invented"


PseudonymsFile = Annotated[
    Path | None,
    typer.Option(
        "--pseudonyms",
        metavar="VAULT",
        help="Put the same stand-in for the same person in every document, and keep who is who in this vault.",
    ),
]
StandInStyle = Annotated[
    StandIns | None,
    typer.Option(
        "--stand-ins", help="With --pseudonyms: numbers such as [PERSON 7], or invented names and codes."
    ),
]
SameSize = Annotated[
    bool,
    typer.Option("--same-size", help="With --stand-ins invented: for a place, one of its country and size."),
]
SubjectField = Annotated[
    str | None,
    typer.Option(
        "--subject-field",
        metavar="KEY",
        help="The key or column that says whom a record is about; a record without it is bad.",
    ),
]
SubjectBy = Annotated[
    SubjectUnit | None,
    typer.Option(
        "--subject-by", help="What is taken for one subject where no field names it; file if left out."
    ),
]


class GapWidth(Enum):
    """How wide the gap is where words of a page went."""

    UNIFORM = "uniform"
    EXACT = "exact"


class UnreadPages(Enum):
    """What becomes of pages whose text can't be read."""

    REFUSE = "refuse"
    KEEP = "keep"


Gaps = Annotated[
    GapWidth | None,
    typer.Option("--gaps", help="Gaps in a PDF: of one width, which tells nothing, or exact."),
]
Unread = Annotated[
    UnreadPages | None,
    typer.Option(
        "--unread", help="Pages of a PDF that can't be read, such as scans: refuse, or keep unjudged."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead of text.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on standard error when all is fine.")]


@dataclass(frozen=True, slots=True)
class Rules:
    """What is promised: a policy, what `--protect` adds to it, and what becomes of dates."""

    policy: PolicyFile = None
    protect: Protect = None
    alias: Alias = None
    max_group: MaxGroup = 2
    context: Within = "document"
    knowledge: Knowledge = None
    dates: DatesMode = None
    vault_key: VaultKeyFile = None
    pseudonyms: PseudonymsFile = None
    stand_ins: StandInStyle = None
    same_size: SameSize = False

    def recipe(self, model: Path | None = None) -> Recipe:
        """A policy file, or the default policy, with what `--protect` and `--model` add to it."""
        dates: DateMode | None = self.dates.value if self.dates else None
        return Recipe(
            self.policy,
            model,
            self._protection(),
            dates=dates,
            key=self.vault_key,
            pseudonyms=self._stand_ins(),
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

    def _protection(self) -> CgSanitizationSection | None:
        """What the options that go with `--protect` ask for, as a policy would write it."""
        if not self.protect:
            if self.alias or self.knowledge:
                raise InputError(
                    "--alias and --knowledge go with --protect: name the entity to protect as well"
                )
            return None
        from reticent.policy.sections.cg_sanitization import CgSanitizationSection

        pairs = [each.partition("=") for each in self.protect]
        if not all(entity.strip() for entity, _, _ in pairs):
            raise InputError('--protect is written ENTITY=GENERAL, such as "HIV=virus"')
        return make_section(
            CgSanitizationSection,
            {
                "type": "cg-sanitization",
                "protect": {entity.strip(): general.strip() for entity, _, general in pairs},
                "aliases": _read_aliases(self.alias or ()),
                "max_group": self.max_group,
                "context": require_context(self.context),
                "knowledge": [str(path.resolve()) for path in self.knowledge or ()],
            },
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are read and written."""

    format_name: FormatName = None
    field: Fields = None
    keep: Keep = None
    column: Columns = None
    numbers: Numbers = None
    header: Header = None
    gaps: Gaps = None
    unread: Unread = None

    def over(self, base: FormatOptions) -> FormatOptions:
        """What the command says, over what its policy says."""
        said = change_options(
            base,
            name=self.format_name,
            fields=self.field,
            keep=self.keep,
            columns=self.column or (),
            numbers=self.numbers,
            header=self.header,
        )
        return replace(
            said,
            gaps=self.gaps.value if self.gaps else base.gaps,
            unread=self.unread.value if self.unread else base.unread,
        )


@dataclass(frozen=True, slots=True)
class SubjectOptions:
    """Whom documents are about, for what is the same in all documents of a person."""

    subject_field: SubjectField = None
    subject_by: SubjectBy = None

    def over(self, base: FormatOptions) -> FormatOptions:
        """What the command says, over what its policy says."""
        return replace(
            base,
            subject_field=self.subject_field or base.subject_field,
            subject_by=self.subject_by.value if self.subject_by else base.subject_by,
        )


RULES, READING, SUBJECTS = Rules(), Reading(), SubjectOptions()
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
