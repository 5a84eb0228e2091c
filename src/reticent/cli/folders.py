"""Folders on the command line: what is released, planned, applied or audited file by file, told in one table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from reticent.cli.exits import Exit, complain, exit_for, say
from reticent.cli.output import print_table
from reticent.cli.streams import count_workers, show_progress
from reticent.errors import InputError
from reticent.executors import choose_executor
from reticent.usecases.collection import Tally
from reticent.usecases.folder import FolderJob, FolderReleased, Work, release_folder, sanitize_file
from reticent.usecases.folder_audit import FileVerdict, FolderAudit, audit_folder


def is_folder(path: str) -> bool:
    """Whether a path names a folder."""
    return Path(path).is_dir()


def require_output(output: Path | None) -> Path:
    """Where a folder goes, which standard output can't hold."""
    if output is None:
        raise InputError("a folder goes to a folder: name one with -o")
    return output


def make_folder(job: FolderJob, *, work: Work = sanitize_file, workers: int, quiet: bool) -> Exit:
    """Make a folder of another by some work on each file, and tell in one table how it went."""
    with show_progress(quiet=quiet) as bar:

        def progress(done: int, total: int, tally: Tally) -> None:
            if bar:
                bar(done, tally, total)

        result = release_folder(job, choose_executor(workers), work=work, progress=progress)
    _tell_refusals(result)
    if result.placed and not quiet:
        _tell(job, result)
    if not result.errors:
        return Exit.FINE
    if result.placed:
        complain(f"released in part: {result.counts['refused']:,} files were refused and stay out")
        return Exit.RELEASED_IN_PART
    if result.counts["released"]:
        complain(f"nothing was put into '{job.out}': mend the files above, or go on without them with --skip-bad")
    return max(map(exit_for, result.errors))


def _tell_refusals(result: FolderReleased) -> None:
    for error in result.errors:
        complain(str(error))
    if more := result.counts["refused"] - len(result.errors):
        complain(f"and {more:,} files more")


def _tell(job: FolderJob, result: FolderReleased) -> None:
    """One table for the whole folder, the promises below it."""
    counts = result.counts
    told = {
        "files released": counts["released"],
        "of these under a number": result.renamed,
        "files refused": counts["refused"],
        "links and special files left out": counts["left_out"],
        "documents": counts["documents"],
        "words": counts["words"],
        "places changed": counts["places"],
        "violations that the audit found": 0,
    }
    rows = [(what, f"{count:,}") for what, count in told.items()]
    print_table(f"{job.source} released as {job.out}", ["what", "count"], rows, aside=True)
    for model in job.recipe.assemble().models:
        say(f"{model.promise.model}: {model.promise.statement}")
    say(f"The manifest, which names the originals: {result.manifest}")


def judge_folder(asked: FolderAudit, *, workers: int) -> list[FileVerdict]:
    """The verdicts on a folder."""
    return list(audit_folder(asked, choose_executor(workers)))


def conclude_audit(verdicts: Iterable[FileVerdict], *, shown: bool, quiet: bool) -> Exit:
    """Tell the verdicts in one table; a violation decides, then what can't be told."""
    rows, ends = [], {Exit.FINE}
    for each in verdicts:
        violations = sum(len(verdict.violations) for verdict in each.verdicts) + each.name_tells
        untold = sorted({name for verdict in each.verdicts for name in verdict.untold})
        why = "its name tells something" if each.name_tells else ""
        if violations:
            ends.add(Exit.VIOLATIONS)
            rows.append((each.path, str(violations), why))
        elif each.error or untold:
            ends.add(Exit.BAD_INPUT)
            why = str(each.error) if each.error else f"cannot tell {', '.join(untold)}: add --original"
            rows.append((each.path, "?", why))
    if rows and not shown:
        print_table("Files that are not in order", ["file", "violations", "why"], rows)
    if ends == {Exit.FINE} and not quiet:
        say("no violation in any file or name.")
    return Exit.VIOLATIONS if Exit.VIOLATIONS in ends else max(ends)


def choose_workers(asked: int | None, folder: Path) -> int:
    """So many workers as were asked for or the machine has, but none for a handful of files."""
    from itertools import islice

    from reticent.usecases.listing import walk_folder

    return count_workers(asked, sum(1 for _ in islice(walk_folder(folder), 1000)))
