"""Release a folder, or many files into one: each waits in a hidden folder until all are done, and then all are put in place.

Of a folder the names are judged as well, and a manifest says what went in and what came out.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import FunctionType

from reticent import __version__
from reticent.errors import DocumentError, PromiseError, ReticentError
from reticent.executors import Executor
from reticent.files import PRIVATE, one_run, real_place, whole_file, write_whole
from reticent.formats.seam.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.file_run import FileRun, Work, process_pending, sanitize_file
from reticent.usecases.manifest import Origin, count_all, place_of_manifest, read_head, write_manifest
from reticent.usecases.placing import lay_out, read_stored
from reticent.usecases.run import MOST_NAMED, Progress, Totals, name_rules
from reticent.usecases.run_log import (
    ALL,
    FileRow,
    Pick,
    RunLog,
    describe_path,
    open_run_log,
    walk_folder,
)
from reticent.usecases.unseen import describe_doubts

_LOG = "ledger.db"
"""The log of a run, in its staging folder."""


@dataclass(frozen=True, slots=True)
class StagingFolder:
    """Where a folder is made, where it goes, and where its manifest goes."""

    place: Path
    out: Path
    manifest: Path

    @property
    def store(self) -> Path:
        """Where released files wait."""
        return self.place / "store"

    @property
    def tree(self) -> Path:
        """Where they are laid out under their names."""
        return self.place / "tree"

    @property
    def draft(self) -> Path:
        """The manifest until the release is in place."""
        return self.place / "manifest.json"

    @property
    def before(self) -> Path:
        """An earlier release, until this one is in its place."""
        return self.place / "before"

    def begin(self) -> None:
        """Open the staging; what a run left that was killed while it put its release in place is brought to an end."""
        try:
            self.place.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.before.exists() and not self.out.exists():
                os.replace(self.before, self.out)
            elif self.draft.exists() and not self.tree.exists() and self.out.exists():
                self._put_manifest()
            shutil.rmtree(self.tree, ignore_errors=True)
            self.draft.unlink(missing_ok=True)
        except OSError as error:
            raise DocumentError(
                f"'{self.out}' can't be written: {error.strerror}; choose another -o"
            ) from None

    def put_in_place(self) -> None:
        """Give the tree its name, with its manifest beside it, and clear the staging."""
        try:
            if self.out.exists():
                os.replace(self.out, self.before)
            os.replace(self.tree, self.out)
        except OSError as error:
            raise DocumentError(
                f"'{self.out}' can't be written: {error.strerror}; choose another -o"
            ) from None
        self._put_manifest()
        shutil.rmtree(self.place, ignore_errors=True)

    def _put_manifest(self) -> None:
        with whole_file(self.manifest, mode=PRIVATE) as temporary:
            shutil.copyfile(self.draft, temporary)


@dataclass(frozen=True, slots=True)
class FolderJob:
    """A folder and where it goes: which files, by which rules, and what becomes of a file that can't be released.

    Unless the work `plans`, no new stand-ins are needed. With a `private_ending`, what is made stays with the originals: names are kept and get that ending, and only the
    owner may read the files.
    """

    source: Path
    out: Path
    recipe: Recipe
    options: FormatOptions
    pick: Pick = ALL
    skip_bad: bool = False
    manifest: Path | None = None
    private_ending: str = ""
    plans: bool = True


@dataclass(frozen=True, slots=True)
class FolderReleased:
    """How it went: the counts, whether the release is in place, and the first of the refusals."""

    counts: Mapping[str, int]
    renamed: int
    placed: bool
    errors: tuple[ReticentError, ...]
    manifest: Path

    @property
    def warnings(self) -> list[str]:
        """What nobody can know of the release, in sentences."""
        return describe_doubts(
            **{name: self.counts[name] for name in ("unseen", "gone", "unread", "unsettled", "inferred")}
        )

    @property
    def promise_broken(self) -> bool:
        """Whether some refusal is a promise that could not be kept."""
        return any(isinstance(error, PromiseError) for error in self.errors)


def release_folder(
    job: FolderJob, executor: Executor, *, work: Work = sanitize_file, progress: Progress | None = None
) -> FolderReleased:
    """Release every file of a folder; `job.out` appears when all is done, and the same whatever stopped on the way.

    A refused file stays out; unless bad files are to be skipped, nothing is put in place then. One that is withheld stays out
    alone. What was done is kept
    under a hidden name, so that the next run with the same rules has only the rest to do.
    """
    out = real_place(job.out)
    manifest = job.manifest or place_of_manifest(out)
    _require_apart(job.source, out)
    with one_run(place_of_manifest(out)):
        staging = StagingFolder(out.with_name(f".{out.name}.part"), out, manifest)
        staging.begin()
        _require_replaceable(out, manifest)
        fingerprint = name_rules(job.recipe, job.options)
        run_name = f"{fingerprint} {job.source.resolve()} {name_work(work)}"
        with open_run_log(staging.place / _LOG, run_name) as log:
            log.list_files(walk_folder(job.source, job.pick))
            run = FileRun(
                job.source, job.recipe, job.options, work, names=not job.private_ending, plans=job.plans
            )
            process_pending(run, executor, log, staging.store, progress=progress)
            result = _conclude(job, log, staging, fingerprint)
        if result.placed:
            staging.put_in_place()
    return result


def name_work(work: Work) -> str:
    """What is done with each file, in words that are the same in another process: a later run goes on by them."""
    return work.__qualname__ if isinstance(work, FunctionType) else repr(work)


def _conclude(job: FolderJob, log: RunLog, staging: StagingFolder, fingerprint: str) -> FolderReleased:
    """Lay the release out and write its manifest, unless something stands against it."""
    counts = count_all(log)
    errors = list_refusals(log)
    if not counts["released"] and not errors:
        raise DocumentError(
            f"'{job.source}' holds no file that is to be released: check --include and --exclude"
        )
    placed = counts["released"] > 0 and (job.skip_bad or not log.has_bad_files)
    renamed = 0
    if placed:
        lay_out(log, staging.store, staging.tree, private_ending=job.private_ending)
        renamed = sum(row.place != row.path + job.private_ending for row in log.rows("released"))
        rules = job.recipe.make_rules()
        promises = [model.promise for model in rules.models]
        origin = Origin(__version__, rules.name, fingerprint, promises, sorted(rules.languages))
        write_manifest(staging.draft, log, origin)
    return FolderReleased(counts, renamed, placed, errors, staging.manifest)


def list_refusals(log: RunLog) -> tuple[ReticentError, ...]:
    """Why files were refused, the first of them, as the errors that kept them back."""
    return tuple(map(_describe_refusal, islice(log.rows("refused"), MOST_NAMED)))


def _describe_refusal(row: FileRow) -> ReticentError:
    why = row.why if row.path in row.why else f"'{row.path}': {row.why}"
    return PromiseError(why) if row.promise else DocumentError(why)


def _require_apart(source: Path, out: Path) -> None:
    inside, outside = source.resolve(), out.resolve()
    if inside == outside or inside in outside.parents or outside in inside.parents:
        raise DocumentError(f"'{out}' and '{source}' overlap: choose an -o outside the originals")


def _require_replaceable(out: Path, manifest: Path) -> None:
    """Refuse to mix a release with files that somebody else put there: they would go out with it."""
    if not out.exists():
        return
    if not out.is_dir():
        raise DocumentError(f"'{out}' is a file: a folder is released as a folder, choose another -o")
    held = sum(1 for _ in walk_folder(out))
    if held and (not manifest.exists() or read_head(manifest)["counts"]["released"] != held):
        raise DocumentError(
            f"'{out}' holds files that its manifest does not know of: empty it, or choose another -o"
        )


_STAGING = ".reticent.part"
"""The hidden folder where many released files wait until all are done."""


@dataclass(frozen=True, slots=True)
class ManyReleased:
    """How a run over many files went: the counts, how many files are released now, and what went wrong with others."""

    totals: Totals
    released: int
    errors: tuple[ReticentError, ...]


def is_under_way(places: Sequence[Path | None]) -> bool:
    """Whether a run that was stopped has begun to write these files: the same command goes on with them."""
    return len(places) > 1 and all(
        place is not None and (place.parent / _STAGING).exists() for place in places
    )


def release_files(
    paths: Sequence[str],
    places: Sequence[Path],
    recipe: Recipe,
    executor: Executor,
    *,
    options: FormatOptions,
    progress: Progress | None = None,
) -> ManyReleased:
    """Release every file to its place when all are done; a run that was stopped goes on where it was."""
    folder = places[0].parent
    staging = folder / _STAGING
    targets = dict(zip(paths, places, strict=True))
    with one_run(folder):
        staging.mkdir(mode=0o700, exist_ok=True)
        with open_run_log(staging / _LOG, f"{name_rules(recipe, options)} files") as log:
            log.list_files(map(describe_path, targets))
            run = FileRun(Path(), recipe, options, names=False)
            process_pending(run, executor, log, staging, progress=progress)
            errors = list_refusals(log)
            released = log.count("released")
            for row in log.rows("released"):
                write_whole(targets[row.path], read_stored(staging, row))
            totals = log.sum_up()
        shutil.rmtree(staging, ignore_errors=True)
    return ManyReleased(totals, released, errors)
