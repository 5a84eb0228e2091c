"""Folders on the command line: which files are meant, what becomes of them, and one table or JSON about all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from reticent.cli._declared import option, switch
from reticent.cli._output import (
    count,
    print_answer,
    print_table,
    require_free,
    show_progress,
    tell_doubts,
    tell_promises,
)
from reticent.cli.app import Exit, complain, exit_for, say
from reticent.errors import InputError
from reticent.executors import Executor, choose_executor, count_processors
from reticent.formats.seam.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.apply import ENDING, plan_file
from reticent.usecases.audit import FileVerdict, FolderAudit, Verdict, audit_folder
from reticent.usecases.file_run import Work, sanitize_file
from reticent.usecases.folder import FolderJob, FolderReleased, release_folder
from reticent.usecases.run_log import Pick


def make_folder(job: FolderJob, executor: Executor, *, work: Work = sanitize_file, quiet: bool) -> Exit:
    """Make a folder of another by some work on each file, and tell in one table how it went."""
    with show_progress("files", quiet=quiet) as progress:
        result = release_folder(job, executor, work=work, progress=progress)
    for error in result.errors:
        complain(str(error))
    if more := result.counts["refused"] - len(result.errors):
        complain(f"and {more:,} files more")
    if result.placed:
        tell_doubts(str(job.out), result.warnings)
    if result.placed and not quiet:
        _tell(job, result)
    return _conclude(job, result)


def plan_folder(job: FolderJob, executor: Executor, *, quiet: bool) -> Exit:
    """Write the plans of each file of a folder."""
    return make_folder(replace(job, private_ending=ENDING), executor, work=plan_file, quiet=quiet)


def _conclude(job: FolderJob, result: FolderReleased) -> Exit:
    if not result.errors:
        return Exit.FINE
    if result.placed:
        complain(
            f"released in part, without {count(result.counts['refused'], 'file')} that can't be released"
        )
        return Exit.RELEASED_IN_PART
    if result.counts["released"]:
        complain(
            f"nothing was put into '{job.out}': fix the files above and run again, or go on without them with"
            " --skip-bad; what was done is kept"
        )
    return max(map(exit_for, result.errors))


def _tell(job: FolderJob, result: FolderReleased) -> None:
    """One table for the whole folder, the promises below it."""
    counts = result.counts
    rows = {
        "files done": counts["released"],
        "of these renamed to a number": result.renamed,
        "files refused": counts["refused"],
        "links and special files left out": counts["left_out"],
        "documents": counts["documents"],
        "words": counts["words"],
        "places changed": counts["places"],
        "of these cells removed because of their column": counts["by_column"],
    }
    made = "planned into" if job.private_ending else "released into"
    title = f"{job.source} {made} {job.out}; audit: no violation"
    print_table(
        title, ["what", "how many"], [(what, f"{count:,}") for what, count in rows.items()], aside=True
    )
    tell_promises([model.promise for model in job.recipe.make_rules().models])
    say(
        f"What went in, what came out and what is still inferred: {result.manifest} (keep it with the originals)"
    )


MOST_ROWS = 200
"""Files that the table lists one by one; --json lists all."""


def judge_folder(
    asked: FolderAudit,
    executor: Executor,
    *,
    describe: Callable[[Verdict], dict[str, object]] | None,
    quiet: bool,
) -> Exit:
    """Show the verdicts on a folder in one table, or as JSON; a violation decides, then what nobody can say."""
    rows: list[tuple[str, str, str]] = []
    attested: set[str] = set()
    ends, described, files, bad, arising = {Exit.FINE}, list[dict[str, object]](), 0, 0, 0
    for each in audit_folder(asked, executor):
        files += 1
        end, row = _judge(each)
        ends.add(end)
        bad += end != Exit.FINE
        rows += [row] if end != Exit.FINE and len(rows) < MOST_ROWS else []
        described += map(describe, each.verdicts) if describe else []
        arising += sum(len(verdict.arising) for verdict in each.verdicts)
        attested.update(name for verdict in each.verdicts for name in verdict.attested)
    if describe:
        print_verdicts(described)
    elif rows:
        print_table("Files that are not in order", ["file", "violations", "why"], rows)
        if bad > len(rows):
            say(f"and {bad - len(rows):,} files more")
    if arising and not quiet and not describe:
        say(
            f"warning: {count(arising, 'finding')} that a word in the gap beside it would undo, no violation; see --json"
        )
    if ends == {Exit.FINE} and not quiet:
        say(
            f"{files:,} files: no violation in any of them, nor in their names{describe_attested(sorted(attested))}."
        )
    return Exit.VIOLATIONS if Exit.VIOLATIONS in ends else max(ends)


def describe_attested(names: Sequence[str]) -> str:
    """What a verdict rests on besides what anybody can check again."""
    if not names:
        return ""
    return f"; {', '.join(names)} is attested, not rechecked: it rests on a reader who may answer otherwise next time"


def print_verdicts(documents: Sequence[dict[str, object]]) -> None:
    """Print the verdict of an audit as JSON."""
    print_answer("audit", {"documents": documents})


def _judge(verdict: FileVerdict) -> tuple[Exit, tuple[str, str, str]]:
    """How the audit of one file ends, and its row in the table."""
    violations = sum(len(each.violations) for each in verdict.verdicts)
    untold = sorted({name for each in verdict.verdicts for name in each.untold})
    if violations:
        why = "its name, or that of its folder, tells something" if verdict.name_tells else ""
        return Exit.VIOLATIONS, (verdict.path, str(violations), why)
    if verdict.error:
        return Exit.BAD_INPUT, (verdict.path, "?", str(verdict.error))
    if untold:
        return Exit.BAD_INPUT, (verdict.path, "?", f"cannot tell {', '.join(untold)}: add --original")
    if undecided := sum(len(each.undecided) for each in verdict.verdicts):
        why = f"cannot tell of {undecided} words that the corpus has never seen: see --unseen"
        return Exit.BAD_INPUT, (verdict.path, "?", why)
    return Exit.FINE, (verdict.path, "0", "")


Workers = Annotated[
    int | None,
    option("--workers", "N", "Processes for a collection or a folder (default: all cores).", min=1),
]


@dataclass(frozen=True, slots=True)
class FolderOptions:
    """Which files of a folder are meant, and who works on them."""

    include: Annotated[
        list[str] | None,
        option(
            "--include",
            "PATTERN",
            "In a folder, take only files whose name or path matches, such as '*.txt'; can be repeated.",
        ),
    ] = None
    exclude: Annotated[
        list[str] | None,
        option(
            "--exclude",
            "PATTERN",
            "In a folder, skip files and folders whose name or path matches; can be repeated.",
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
        switch(
            "--skip-bad",
            "Continue without the files or records that can't be released; the exit code is then 4.",
        ),
    ] = False
    manifest: Annotated[
        Path | None,
        option(
            "--manifest",
            "FILE",
            "The manifest of a folder's release (default: OUT.manifest.json beside it).",
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
    for name, value in given.items():
        if value:
            raise InputError(f"{name} does nothing for a file, only for a folder: leave it out")


def require_workers(folder: FolderOptions, *, shared: bool) -> None:
    """Refuse a number of workers for what one of them does alone."""
    if folder.workers and not shared:
        raise InputError(
            "--workers does nothing here, since one process does all the work: leave it out; it goes with a folder,"
            " several files, and a table or a .jsonl file with -o"
        )


def require_one_folder(paths: Sequence[str], *, whole: bool = False) -> None:
    """Refuse several folders at once, and what goes with one file alone."""
    if len(paths) > 1:
        raise InputError("name one folder alone: each is released into a folder of its own")
    if whole:
        raise InputError(
            "--plan, --report and --json go with files: a folder's release has its manifest beside it, OUT.manifest.json, and"
            " 'reticent plan' shows the plans"
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
