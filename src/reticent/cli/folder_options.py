"""What a user may say of a folder: which files are meant, where they go, who works on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli.output import require_free
from reticent.errors import InputError
from reticent.executors import Executor, choose_executor, count_processors
from reticent.formats.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.folder import FolderJob
from reticent.usecases.listing import Pick

Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", metavar="N", min=1, help="Processes for a collection or a folder; all cores if left out."
    ),
]


@dataclass(frozen=True, slots=True)
class FolderOptions:
    """Which files of a folder are meant, and who works on them."""

    include: Annotated[
        list[str] | None,
        typer.Option(
            "--include",
            metavar="PATTERN",
            help="Of a folder, only files whose name or path is like this, such as '*.txt'; can be repeated.",
        ),
    ] = None
    exclude: Annotated[
        list[str] | None,
        typer.Option(
            "--exclude",
            metavar="PATTERN",
            help="Of a folder, no file or folder whose name or path is like this; can be repeated.",
        ),
    ] = None
    workers: Workers = None

    @property
    def pick(self) -> Pick:
        """Which files are meant."""
        return Pick(tuple(self.include or ()), tuple(self.exclude or ()))

    def choose_executor(self) -> Executor:
        """Who works on the files."""
        return choose_executor(self.workers or count_processors())


@dataclass(frozen=True, slots=True)
class BadFiles:
    """What becomes of what can't be released, and where the record of a folder's release goes."""

    skip_bad: Annotated[
        bool,
        typer.Option(
            "--skip-bad",
            help="Go on without the files or records that can't be released; the exit code is 4.",
        ),
    ] = False
    manifest: Annotated[
        Path | None,
        typer.Option(
            "--manifest",
            metavar="FILE",
            help="Where the record of a folder's release goes; beside it, as OUT.manifest.json, if left out.",
        ),
    ] = None


FOLDER_OPTIONS, BAD_FILES = FolderOptions(), BadFiles()
"""What commands have when nothing is said."""


def is_folder(path: str) -> bool:
    """Whether a path names a folder."""
    return Path(path).is_dir()


def require_folder(folder: FolderOptions, bad: BadFiles = BAD_FILES) -> None:
    """Refuse what is said of a folder where none is given."""
    given = {
        "--include": folder.include,
        "--exclude": folder.exclude,
        "--manifest": bad.manifest,
        "--skip-bad": bad.skip_bad,
    }
    for option, value in given.items():
        if value:
            raise InputError(f"{option} does nothing for a file, only for a folder: leave it out")


def require_workers(folder: FolderOptions, *, shared: bool) -> None:
    """Refuse a number of workers for what one of them does alone."""
    if folder.workers and not shared:
        raise InputError(
            "--workers does nothing here, where one process does it all: leave it out; it goes with a folder, with several"
            " files, and with a table or a .jsonl file that goes to a file (-o)"
        )


def require_one_folder(paths: Sequence[str], *, whole: bool = False) -> None:
    """Refuse several folders at once, and what goes with one file alone."""
    if len(paths) > 1:
        raise InputError("name one folder alone: each is released into a folder of its own")
    if whole:
        raise InputError(
            "--plan, --report and --json go with files: use 'reticent plan' for the plans of a folder"
        )


def build_job(
    path: str,
    output: Path | None,
    recipe: Recipe,
    options: FormatOptions,
    asked: FolderOptions,
    bad: BadFiles = BAD_FILES,
    *,
    overwrite: bool = False,
) -> FolderJob:
    """The folder at `path` and where it goes; standard output can't hold it, and no other file is its manifest."""
    if output is None:
        raise InputError("a folder goes to a folder: name one with -o")
    if not output.exists():
        require_free(bad.manifest, overwrite=overwrite)
    return FolderJob(Path(path), output, recipe, options, asked.pick, bad.skip_bad, bad.manifest)
