"""Release a folder: every file in it judged, names included, and the whole put in place when all of it is done."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Protocol

from reticent import __version__
from reticent.errors import DocumentError, PromiseError, ReticentError
from reticent.executors import Executor
from reticent.files import one_run, real_place
from reticent.formats.options import FormatOptions
from reticent.pipeline import Outcome
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.usecases.collection import Progress, name_rules
from reticent.usecases.desk import Desk
from reticent.usecases.file_names import NameJudge, split_path
from reticent.usecases.given import Given, read_file
from reticent.usecases.ledger import Ledger, Line, open_ledger
from reticent.usecases.listing import ALL, Pick, walk_folder
from reticent.usecases.manifest import Origin, count_all, place_of_manifest, read_head, write_manifest
from reticent.usecases.placing import lay_out, stored
from reticent.usecases.records import NOTHING, Tally, count_outcomes
from reticent.usecases.release import release

_BATCH = 16
_MOST_BYTES = 1 << 18
"""Of the files that travel together: small ones share a journey, a large one goes alone."""

_MOST_TOLD = 20
"""Refusals that are told one by one; the manifest holds all."""


@dataclass(frozen=True, slots=True)
class Made:
    """What came of one file, whatever was done with it."""

    data: bytes = field(repr=False)
    outcomes: Sequence[Outcome] = field(repr=False)
    dropped: Mapping[str, int] = field(default_factory=dict)


class Work(Protocol):
    """What is done with a file: a function of a module or a small frozen value, so that it can travel."""

    def __call__(self, given: Given, path: str, assembly: Assembly, options: FormatOptions) -> Made:
        """What comes of a file; `path` is its path in the folder."""
        ...


@dataclass(frozen=True, slots=True)
class FolderJob:
    """A folder and where it goes: which files, by which rules, and what becomes of a file that can't be released.

    With a `private_ending`, what is made stays with the originals: names are kept and get that ending, and only the
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


@dataclass(frozen=True, slots=True)
class FolderReleased:
    """How it went: the counts, whether the release is in place, and the first of the refusals."""

    counts: Mapping[str, int]
    renamed: int
    placed: bool
    errors: tuple[ReticentError, ...]
    manifest: Path

    @property
    def promise_broken(self) -> bool:
        """Whether some refusal is a promise that could not be kept."""
        return any(isinstance(error, PromiseError) for error in self.errors)


def sanitize_file(given: Given, path: str, assembly: Assembly, options: FormatOptions) -> Made:
    """The work of `reticent sanitize`."""
    released = release(given, assembly, options=options)
    return Made(released.data, released.outcomes, released.dropped)


def release_folder(
    job: FolderJob, executor: Executor, *, work: Work = sanitize_file, progress: Progress | None = None
) -> FolderReleased:
    """Release every file of a folder; `job.out` appears when all is done, and the same whatever stopped on the way.

    A refused file stays out; unless bad files are to be skipped, nothing is put in place then. What was done is kept
    under a hidden name, so that the next run with the same rules has only the rest to do.
    """
    out = real_place(job.out)
    manifest = job.manifest or place_of_manifest(out)
    _require_apart(job.source, out)
    with one_run(place_of_manifest(out)):
        desk = Desk(out.with_name(f".{out.name}.part"), out, manifest)
        desk.begin()
        _require_replaceable(out, manifest)
        rules = name_rules(job.recipe, job.options)
        with open_ledger(desk.place / "ledger.db", f"{rules} {job.source.resolve()} {work!r}") as ledger:
            ledger.list_files(walk_folder(job.source, job.pick))
            _release_rest(job, executor, work, ledger, desk.store, progress)
            result = _conclude(job, ledger, desk, rules)
        if result.placed:
            desk.put_in_place()
    return result


def _release_rest(
    job: FolderJob, executor: Executor, work: Work, ledger: Ledger, store: Path, progress: Progress | None
) -> None:
    """Release what no earlier run did."""
    for line in ledger.lines("released"):
        if not stored(store, line).exists():
            ledger.note_todo(line)
    ledger.save()
    done, total = ledger.count("released"), ledger.count("released") + ledger.count("todo")
    tally = ledger.sum_up()
    bench = partial(_prepare, job, work, ledger.salt)
    for batch in executor.run(_release_batch, _batches(ledger.lines("todo")), set_up=bench):
        for each in batch:
            _take_down(each, ledger, store)
            tally = tally.plus(each.tally)
        ledger.save()
        done += len(batch)
        if progress:
            progress(done, total, tally)


@dataclass(frozen=True, slots=True)
class _Bench:
    job: FolderJob
    work: Work
    salt: bytes = field(repr=False)
    assembly: Assembly
    names: NameJudge


def _prepare(job: FolderJob, work: Work, salt: bytes) -> _Bench:
    assembly = job.recipe.assemble()
    return _Bench(job, work, salt, assembly, NameJudge(assembly))


@dataclass(frozen=True, slots=True)
class _Result:
    """What a worker says of one file; `telling` are the paths whose last name tells something."""

    line: Line
    data: bytes = field(default=b"", repr=False)
    original: str = ""
    tally: Tally = NOTHING
    dropped: Mapping[str, int] = field(default_factory=dict)
    telling: tuple[str, ...] = ()
    error: ReticentError | None = None


def _release_batch(bench: _Bench, batch: Sequence[Line]) -> list[_Result]:
    return [_release_one(bench, line) for line in batch]


def _release_one(bench: _Bench, line: Line) -> _Result:
    path = bench.job.source / line.path
    try:
        given = read_file(str(path), within=line.path)
        made = bench.work(given, line.path, bench.assembly, bench.job.options)
    except ReticentError as error:
        return _Result(line, error=error)
    except Exception as error:  # its words could quote the document; the other files go on
        kind = type(error).__name__
        told = DocumentError(f"'{path}' can't be released: internal error {kind}; please report this line")
        return _Result(line, error=told)
    original = hashlib.sha256(bench.salt + given.data).hexdigest()
    telling = () if bench.job.private_ending else _find_telling(line.path, bench.names, made.outcomes)
    return _Result(line, made.data, original, count_outcomes(made.outcomes), made.dropped, telling)


def _find_telling(path: str, names: NameJudge, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    parts = path.split("/")
    judged = enumerate(split_path(path), 1)
    return tuple("/".join(parts[:depth]) for depth, name in judged if names.tells(name, outcomes))


def _take_down(result: _Result, ledger: Ledger, store: Path) -> None:
    """Put a released file into the store, then say so in the ledger."""
    if result.error:
        ledger.note_refusal(result.line, str(result.error), promise=isinstance(result.error, PromiseError))
        return
    place = stored(store, result.line)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(result.data)
    except OSError as error:
        raise DocumentError(
            f"'{place}' can't be written: {error.strerror}; make room and run again, what was done is kept"
        ) from None
    for path in result.telling:
        ledger.note_telling(path)
    released = hashlib.sha256(result.data).hexdigest()
    ledger.note_release(
        result.line, original=result.original, released=released, tally=result.tally, dropped=result.dropped
    )


def _conclude(job: FolderJob, ledger: Ledger, desk: Desk, rules: str) -> FolderReleased:
    """Lay the release out and write its manifest, unless something stands against it."""
    counts = count_all(ledger)
    errors = tuple(map(_refusal, islice(ledger.lines("refused"), _MOST_TOLD)))
    if not counts["released"] and not errors:
        raise DocumentError(
            f"'{job.source}' holds no file that is to be released: check --include and --exclude"
        )
    placed = counts["released"] > 0 and (job.skip_bad or not errors)
    renamed = 0
    if placed:
        lay_out(ledger, desk.store, desk.tree, private_ending=job.private_ending)
        renamed = sum(line.place != line.path + job.private_ending for line in ledger.lines("released"))
        assembly = job.recipe.assemble()
        promises = [model.promise for model in assembly.models]
        write_manifest(desk.draft, ledger, Origin(__version__, assembly.name, rules, promises))
    return FolderReleased(counts, renamed, placed, errors, desk.manifest)


def _refusal(line: Line) -> ReticentError:
    told = line.why if line.path in line.why else f"'{line.path}': {line.why}"
    return PromiseError(told) if line.promise else DocumentError(told)


def _require_apart(source: Path, out: Path) -> None:
    inside, outside = source.resolve(), out.resolve()
    if inside == outside or inside in outside.parents or outside in inside.parents:
        raise DocumentError(f"'{out}' and '{source}' lie in each other: choose an -o outside the originals")


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


def _batches(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The files in order, several small ones at a time."""
    batch: list[Line] = []
    size = 0
    for line in lines:
        if batch and (len(batch) == _BATCH or size + line.size > _MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(line)
        size += line.size
    if batch:
        yield batch
