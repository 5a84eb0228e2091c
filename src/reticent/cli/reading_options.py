"""How files are read and written, and whom their documents are about, as commands take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated

import typer

from reticent.formats.options import FormatOptions, change_options
from reticent.languages.identification import require_language

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


class SubjectUnit(Enum):
    """What is taken for one subject."""

    FILE = "file"
    FOLDER = "folder"


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


LanguageNames = Annotated[
    list[str] | None,
    typer.Option(
        "--language",
        metavar="NAME",
        help="Release what is in a language that no detector of the policy reads, too: its code or name, or any;"
        " can be repeated.",
    ),
]


def choose_languages(said: Sequence[str] | None) -> tuple[str, ...]:
    """The codes of the languages that `--language` names."""
    return tuple(map(require_language, said or ()))


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


READING, SUBJECTS = Reading(), SubjectOptions()
"""What commands have when nothing is said."""
