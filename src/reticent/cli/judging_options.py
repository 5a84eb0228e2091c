"""What the commands that judge the terms of a text together share, and how what they say becomes a policy's section."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TypeVar, get_args

import typer

from reticent.errors import InputError
from reticent.text.contexts import Context

if TYPE_CHECKING:
    from reticent.policy.section import Section

SectionType = TypeVar("SectionType", bound="Section")


class SettingName(StrEnum):
    """A named setting of a model."""

    DEFAULT = "default"
    PAPER = "paper"


class UnseenName(StrEnum):
    """What becomes of words that the corpus has never seen."""

    ASK = "ask"
    KEEP = "keep"
    REMOVE = "remove"
    REFUSE = "refuse"


Setting = Annotated[
    SettingName,
    typer.Option(
        "--setting", help="'paper' for the published method to the letter; other options win over it."
    ),
]
MaxGroup = Annotated[
    int | None,
    typer.Option(
        "--max-group", min=1, max=3, metavar="N", help="Judge up to N terms together (1 to 3); 2 if left out."
    ),
]
Within = Annotated[
    str | None,
    typer.Option(
        "--context",
        metavar="PART",
        help="Judge together what one sentence, paragraph or document holds; document if left out.",
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
UnseenRule = Annotated[
    UnseenName | None,
    typer.Option(
        "--unseen",
        help="Words that the corpus has never seen: keep or remove them, ask, or refuse to release the document."
        " Left out: ask at a terminal, else refuse (exit 3).",
    ),
]


def require_context(context: str | None) -> str | None:
    """The value of `--context`, if it is one or nothing was said."""
    if context is not None and context not in get_args(Context):
        raise InputError(f"--context must be one of {', '.join(get_args(Context))}")
    return context


def make_section(kind: type[SectionType], values: Mapping[str, object]) -> SectionType:
    """A section of a policy made from options, less those that say nothing; an InputError names the one that is wrong."""
    from pydantic import ValidationError

    try:
        return kind.model_validate({key: value for key, value in values.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        option = str(first["loc"][0]).replace("_", "-") if first["loc"] else "options"
        raise InputError(f"--{option}: {first['msg'].removeprefix('Value error, ')}") from None
