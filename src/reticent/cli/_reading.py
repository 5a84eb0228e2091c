"""How files are read and written, and whom their documents are about, as commands take it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from reticent.cli._declared import THE_POLICYS, option, option_of
from reticent.errors import InputError
from reticent.formats.registry import HEAD, OURS, STANDARD_INPUT, find_format
from reticent.formats.seam.options import Covered, FormatOptions, Hidden, Pictures, change_options
from reticent.formats.seam.options import SubjectBy as SubjectUnit
from reticent.language.identification import require_language
from reticent.policy.policy import FormatSection, Policy
from reticent.policy.recipe import Recipe


def _complete_formats(incomplete: str) -> list[str]:
    return [each.name for each in OURS if each.name.startswith(incomplete)]


FormatName = Annotated[
    str | None, option_of(FormatSection, "name", "--format", metavar="NAME", autocompletion=_complete_formats)
]
Fields = Annotated[
    list[str] | None, option_of(FormatSection, "fields", "--field", left_out="'text'", metavar="KEY")
]
Keep = Annotated[
    str | None,
    option_of(
        FormatSection,
        "keep",
        form="{}, separated by commas; 'label' gets the new offsets; all other keys are dropped",
        metavar="KEYS",
    ),
]
Columns = Annotated[list[str] | None, option_of(Policy, "columns", "--column", metavar="NAME=RULE")]
Numbers = Annotated[str | None, option_of(FormatSection, "numbers", metavar="RULE", left_out=THE_POLICYS)]
Header = Annotated[bool | None, option_of(FormatSection, "header")]
GapWidth = Annotated[
    Literal["uniform", "exact"] | None,
    option("--gap-width", None, "The width of gaps in a PDF: uniform, which gives nothing away, or exact."),
]
Unread = Annotated[
    Literal["refuse", "keep"] | None,
    option(
        "--unread",
        None,
        "Pages of a PDF and files of an archive that can't be read, such as scans: refuse, or keep unjudged.",
    ),
]
CoveredText = Annotated[
    Covered | None, option_of(FormatSection, "covered", metavar=None, left_out=THE_POLICYS)
]
PicturesRule = Annotated[
    Pictures | None, option_of(FormatSection, "pictures", metavar=None, left_out=THE_POLICYS)
]
HiddenThings = Annotated[
    Hidden | None, option_of(FormatSection, "hidden", metavar=None, left_out=THE_POLICYS)
]
SubjectField = Annotated[str | None, option_of(FormatSection, "subject_field", metavar="KEY")]
SubjectBy = Annotated[SubjectUnit | None, option_of(FormatSection, "subject_by", left_out=THE_POLICYS)]
LanguageNames = Annotated[list[str] | None, option_of(Policy, "languages", "--language", metavar="NAME")]


def choose_languages(said: Sequence[str] | None) -> tuple[str, ...]:
    """The codes of the languages that `--language` names."""
    return tuple(map(require_language, said or ()))


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How files are read and written."""

    format_name: FormatName = None
    field: Fields = None
    keep: Keep = None
    column: Columns = None
    numbers: Numbers = None
    header: Header = None
    gap_width: GapWidth = None
    unread: Unread = None
    covered: CoveredText = None
    pictures: PicturesRule = None
    hidden: HiddenThings = None

    def over(self, base: FormatOptions, paths: Sequence[str]) -> FormatOptions:
        """What the command says, over what its policy says; an InputError where that does nothing for these files."""
        said = change_options(
            base,
            name=self.format_name,
            fields=self.field,
            keep=self.keep,
            columns=self.column or (),
            numbers=self.numbers,
            header=self.header,
        )
        chosen = replace(
            said,
            gaps=self.gap_width or base.gaps,
            unread=self.unread or base.unread,
            covered=self.covered or base.covered,
            pictures=self.pictures or base.pictures,
            hidden=self.hidden or base.hidden,
        )
        given: dict[str, object] = {
            "--field": self.field,
            "--keep": self.keep,
            "--column": self.column,
            "--numbers": self.numbers,
            "--header": self.header is not None,
            "--gap-width": self.gap_width,
            "--unread": self.unread,
            "--covered": self.covered,
            "--pictures": self.pictures,
            "--hidden": self.hidden,
        }
        require_use(given, paths, chosen)
        return chosen


@dataclass(frozen=True, slots=True)
class SubjectOptions:
    """Whom documents are about, for what is the same in all documents of a person."""

    subject_field: SubjectField = None
    subject_by: SubjectBy = None

    def over(self, base: FormatOptions, paths: Sequence[str], recipe: Recipe) -> FormatOptions:
        """What the command says, over what its policy says; an InputError where that does nothing for these files."""
        require_use({"--subject-field": self.subject_field}, paths, base)
        refuse_idle({"--subject-by": self.subject_field and self.subject_by}, "beside --subject-field")
        if (self.subject_field or self.subject_by) and not recipe.tells_subjects_apart():
            raise InputError(
                "--subject-field and --subject-by do nothing without --pseudonyms or --dates shift, which are the same in all"
                " documents of a person: add one of these, or leave them out"
            )
        return replace(
            base,
            subject_field=self.subject_field or base.subject_field,
            subject_by=self.subject_by or base.subject_by,
        )


READING, SUBJECTS = ReadingOptions(), SubjectOptions()
"""What commands have when nothing is said."""

_TABLES, _RECORDS, _COLUMNS = ("csv", "tsv"), ("jsonl", "json"), ("csv", "tsv", "parquet", "arrow")
_OFFICE = ("docx", "pptx", "xlsx", "odt", "ods", "odp")
_PICTURES = ("png", "jpeg", "tiff")
USES: Mapping[str, tuple[str, ...]] = {
    "--field": _RECORDS,
    "--keep": _RECORDS,
    "--id": _RECORDS,
    "--column": _COLUMNS,
    "--numbers": _COLUMNS,
    "--header": _TABLES,
    "--subject-field": (*_RECORDS, *_COLUMNS),
    "--gap-width": ("pdf",),
    "--unread": ("pdf", *_OFFICE, "zip"),
    "--covered": ("pdf",),
    "--pictures": ("pdf", *_OFFICE, *_PICTURES),
    "--hidden": _OFFICE,
    "--bad": ("jsonl", *_TABLES),
    "--skip-bad": ("jsonl", *_TABLES, "zip"),
}
"""The formats that an option does something for."""

_HOLD_OTHERS = ("zip", "eml", "mbox")
"""Formats whose files may hold files of any other."""


def require_use(given: Mapping[str, object], paths: Sequence[str], options: FormatOptions) -> None:
    """Refuse an option that does nothing for any of these files: whoever gave it expects that it does.

    A folder, and a format of another package, may make use of every option.
    """
    said = [name for name, value in given.items() if value]
    names = {_name_format(path, options) for path in paths} if said else set()
    if None in names or not names.isdisjoint(_HOLD_OTHERS):
        return
    for name in said:
        if names.isdisjoint(USES[name]):
            held = ", ".join(sorted(filter(None, names)))
            raise InputError(
                f"{name} does nothing for {held}, only for {', '.join(USES[name])}: leave it out,"
                " or say with --format what the file is"
            )


def is_archive(path: str, options: FormatOptions) -> bool:
    """Whether a file holds others, each of which may be bad by itself."""
    return path != STANDARD_INPUT and _name_format(path, options) == "zip"


def refuse_idle(given: Mapping[str, object], where: str) -> None:
    """Refuse options that do nothing `where` they are given, whatever the files are."""
    for name, value in given.items():
        if value:
            raise InputError(f"{name} does nothing {where}: leave it out")


def _name_format(path: str, options: FormatOptions) -> str | None:
    """The format of a file; None where nobody can say, or is one of another package."""
    if path == STANDARD_INPUT:
        name = (options.format or "text").lower()
    elif not Path(path).is_file():
        return None
    else:
        with Path(path).open("rb") as file:
            name = find_format(path, file.read(HEAD), options).name
    return name if any(each.name == name for each in OURS) else None
