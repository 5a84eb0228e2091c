"""The options that several commands share, and what they stand for.

What becomes of dates, of gaps and of those who are named, as commands take it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli.protection_options import Alias, Knowledge, MaxGroup, Protection, UnseenRule, make_section
from reticent.cli.reading_options import (
    READING,
    SUBJECTS,
    FormatName,
    LanguageNames,
    Reading,
    SubjectOptions,
    choose_languages,
)
from reticent.errors import DocumentError, InputError
from reticent.formats.registry import STANDARD_INPUT, read_bytes
from reticent.policy.recipe import Recipe
from reticent.usecases.release import InputFile, read_file

if TYPE_CHECKING:
    from reticent.models.redaction import DateMode
    from reticent.policy.policy import Asked
    from reticent.vault.entries import StyleName


class Dates(Enum):
    """What becomes of dates."""

    REMOVE = "remove"
    YEAR = "year"
    MONTH = "month"
    SHIFT = "shift"
    NUMBER = "number"


DatesMode = Annotated[
    Dates | None,
    typer.Option(
        "--dates",
        help="What becomes of dates; shift moves them by a secret number of weeks a subject and needs a key.",
    ),
]


class GapsShown(Enum):
    """What becomes of the places of what was removed."""

    MARK = "mark"
    CLOSE = "close"


GapsMode = Annotated[
    GapsShown | None,
    typer.Option(
        "--removed",
        help="Mark what was removed, or close list slots, labels and fixed phrases that tell what stood there.",
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


@dataclass(frozen=True, slots=True)
class StandInOptions:
    """What stands for people and things in all documents of a collection."""

    pseudonyms: PseudonymsFile = None
    stand_ins: StandInStyle = None
    same_size: SameSize = False

    def ask(self) -> Asked | None:
        """What the options ask for; None where no vault is named."""
        if self.pseudonyms is None:
            if self.stand_ins or self.same_size:
                raise InputError("--stand-ins and --same-size go with --pseudonyms: name the vault as well")
            return None
        from reticent.policy.policy import Asked

        style: StyleName | None = self.stand_ins.value if self.stand_ins else None
        return Asked(self.pseudonyms.absolute(), style, self.same_size)


__all__ = [
    "READING",
    "RULE_OPTIONS",
    "SUBJECTS",
    "Alias",
    "AsJson",
    "File",
    "Files",
    "FormatName",
    "Knowledge",
    "LanguageNames",
    "MaxGroup",
    "Output",
    "Overwrite",
    "PolicyFile",
    "Protection",
    "Quiet",
    "Reading",
    "RuleOptions",
    "Settings",
    "SubjectOptions",
    "UnseenRule",
    "VaultKeyFile",
    "choose_languages",
    "make_section",
    "read_given",
]


def complete_presets(incomplete: str) -> list[str]:
    """The presets whose names begin so."""
    from reticent.policy.reading import PRESETS

    return [each for each in PRESETS if each.startswith(incomplete)]


Files = Annotated[list[str] | None, typer.Argument(metavar="FILE", help="Files; - or none: standard input.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file; - or none: standard input.")]
PolicyFile = Annotated[
    Path | None,
    typer.Option(
        "--policy",
        "-p",
        metavar="POLICY",
        autocompletion=complete_presets,
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
Overwrite = Annotated[
    bool,
    typer.Option(
        "--overwrite", help="Replace files that are there; left out: ask at a terminal, else refuse."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead of text.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on standard error when all is fine.")]


def _complete_settings(incomplete: str) -> list[str]:
    from reticent.policy.changes import list_settings

    return [f"{each}=" for each in list_settings() if each.startswith(incomplete)]


Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="MODEL.KEY=VALUE",
        autocompletion=_complete_settings,
        help="Any other setting of a model or detector of the policy, such as cg-sanitization.by_class=false; can be repeated.",
    ),
]


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """What is promised: a policy, what `--protect` adds to it, what becomes of dates and gaps, and in which languages."""

    policy: PolicyFile = None
    protection: Protection = field(default_factory=Protection)
    dates: DatesMode = None
    vault_key: VaultKeyFile = None
    stand_ins: StandInOptions = field(default_factory=StandInOptions)
    unseen: UnseenRule = None
    removed: GapsMode = None
    language: LanguageNames = None
    settings: Settings = None

    def recipe(self, model: Path | None = None) -> Recipe:
        """A policy file, or the default policy, with what `--protect` and `--model` add to it."""
        dates: DateMode | None = self.dates.value if self.dates else None
        recipe = Recipe(
            self.policy,
            model,
            self.protection.section(),
            dates=dates,
            unseen=self.unseen,
            key=self.vault_key,
            pseudonyms=self.stand_ins.ask(),
            gaps=self.removed.value if self.removed else None,
            languages=choose_languages(self.language),
            settings=tuple(self.settings or ()),
        )
        recipe.require_use_of_key()
        return recipe


RULE_OPTIONS = RuleOptions()
"""What commands have when nothing is said."""


def read_given(path: str) -> InputFile:
    """The file at `path`, or standard input for "-"."""
    if path != STANDARD_INPUT:
        return read_file(path)
    if sys.stdin.isatty():
        raise DocumentError("nothing to read: name a file, or pipe a text in")
    return InputFile("standard input", read_bytes(path))
