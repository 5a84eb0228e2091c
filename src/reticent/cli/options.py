"""The options that several commands share, and what they stand for."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.cli.judging_options import Knowledge, MaxGroup, UnseenRule, make_section
from reticent.cli.protection_options import Alias, Protection
from reticent.cli.reading_options import (
    READING,
    SUBJECTS,
    FormatName,
    LanguageNames,
    Reading,
    SubjectOptions,
    choose_languages,
)
from reticent.cli.stand_in_options import DatesMode, GapsMode, StandInOptions, VaultKeyFile
from reticent.errors import DocumentError
from reticent.formats.files import STANDARD_INPUT, read_bytes
from reticent.policy.recipe import Recipe
from reticent.usecases.given import Given, read_file

if TYPE_CHECKING:
    from reticent.models.redaction import DateMode

__all__ = [
    "READING",
    "RULES",
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
    "Rules",
    "SubjectOptions",
    "UnseenRule",
    "VaultKeyFile",
    "choose_languages",
    "make_section",
    "read_given",
]

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
Overwrite = Annotated[
    bool,
    typer.Option(
        "--overwrite", help="Replace files that are there; left out: ask at a terminal, else refuse."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead of text.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on standard error when all is fine.")]


@dataclass(frozen=True, slots=True)
class Rules:
    """What is promised: a policy, what `--protect` adds to it, what becomes of dates and gaps, and in which languages."""

    policy: PolicyFile = None
    protection: Protection = field(default_factory=Protection)
    dates: DatesMode = None
    vault_key: VaultKeyFile = None
    stand_ins: StandInOptions = field(default_factory=StandInOptions)
    unseen: UnseenRule = None
    removed: GapsMode = None
    language: LanguageNames = None

    def recipe(self, model: Path | None = None) -> Recipe:
        """A policy file, or the default policy, with what `--protect` and `--model` add to it."""
        dates: DateMode | None = self.dates.value if self.dates else None
        recipe = Recipe(
            self.policy,
            model,
            self.protection.section(),
            dates=dates,
            unseen=self.unseen.value if self.unseen else None,
            key=self.vault_key,
            pseudonyms=self.stand_ins.ask(),
            gaps=self.removed.value if self.removed else None,
            languages=choose_languages(self.language),
        )
        recipe.require_use_of_key()
        return recipe


RULES = Rules()
"""What commands have when nothing is said."""


def read_given(path: str) -> Given:
    """The file at `path`, or standard input for "-"."""
    if path != STANDARD_INPUT:
        return read_file(path)
    if sys.stdin.isatty():
        raise DocumentError("nothing to read: name a file, or pipe a text in")
    return Given("standard input", read_bytes(path))
