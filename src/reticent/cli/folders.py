"""Folders on the command line: released, planned or applied file by file, and told in one table."""

from __future__ import annotations

from dataclasses import replace

from reticent.cli.exits import Exit, complain, exit_for, say
from reticent.cli.output import count, print_table
from reticent.cli.progress import show_progress
from reticent.cli.unseen import tell_doubts
from reticent.executors import Executor
from reticent.usecases.file_work import Work, sanitize_file
from reticent.usecases.folder import FolderJob, FolderReleased, release_folder
from reticent.usecases.folder_plans import ENDING, plan_file


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
            f"nothing was put into '{job.out}': mend the files above and run again, or go on without them with"
            " --skip-bad; what was done is kept"
        )
    return max(map(exit_for, result.errors))


def _tell(job: FolderJob, result: FolderReleased) -> None:
    """One table for the whole folder, the promises below it."""
    counts = result.counts
    rows = {
        "files done": counts["released"],
        "of these in a place with a number": result.renamed,
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
    for model in job.recipe.assemble().models:
        say(f"{model.promise.model}: {model.promise.statement}")
    say(f"What went in and what came out: {result.manifest} (keep it with the originals)")
