"""Audit a released folder: every file in it, and the names that it gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from reticent.audit.verification import NAME
from reticent.errors import DocumentError, ReticentError
from reticent.executors import Executor
from reticent.formats.numbered_names import is_number
from reticent.formats.options import FormatOptions
from reticent.labels import LabelJudge
from reticent.plan import DeclaredException, Violation
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.text import Document, Span
from reticent.usecases.audit import Verdict, audit
from reticent.usecases.file_names import split_path
from reticent.usecases.given import read_file
from reticent.usecases.ledger import Ledger, Line, open_ledger
from reticent.usecases.listing import ALL, Pick, State, walk_folder
from reticent.usecases.manifest import place_of_manifest, read_places

_STATES: tuple[State, ...] = ("todo", "refused", "left")


@dataclass(frozen=True, slots=True)
class FolderAudit:
    """What is judged by which rules; `originals` is the folder that it was released from."""

    folder: Path
    recipe: Recipe
    options: FormatOptions
    pick: Pick = ALL
    originals: Path | None = None
    exceptions: Mapping[str, Sequence[DeclaredException]] = field(default_factory=dict)
    excerpt: bool = False


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """What an audit says of one file; `name_tells` when its path holds what the policy forbids."""

    path: str
    verdicts: tuple[Verdict, ...] = ()
    name_tells: bool = False
    error: ReticentError | None = None


def audit_folder(asked: FolderAudit, executor: Executor) -> Iterator[FileVerdict]:
    """The verdict on each file, by path; then what can't be read or judged, with an error."""
    with (
        TemporaryDirectory() as scratch,
        open_ledger(Path(scratch) / "ledger.db", "an audit") as ledger,
    ):
        ledger.list_files(walk_folder(asked.folder, asked.pick))
        if not any(map(ledger.count, _STATES)):
            raise DocumentError(
                f"'{asked.folder}' holds no file to audit: check the name, --include and --exclude"
            )
        _note_originals(asked, ledger)
        lines = (line for state in _STATES for line in ledger.lines(state))
        yield from executor.run(_audit_file, lines, set_up=partial(_prepare, asked))


def _note_originals(asked: FolderAudit, ledger: Ledger) -> None:
    """Note for each released file which original it comes from, where the manifest tells another name."""
    manifest = place_of_manifest(asked.folder)
    if asked.originals is not None and manifest.exists():
        for original, released in read_places(manifest):
            ledger.note_place_of(released, original)


def _prepare(asked: FolderAudit) -> tuple[FolderAudit, Assembly, LabelJudge]:
    assembly = asked.recipe.assemble()
    return asked, assembly, LabelJudge(assembly)


def _audit_file(bench: tuple[FolderAudit, Assembly, LabelJudge], entry: Line) -> FileVerdict:
    asked, assembly, names = bench
    original = entry.place or entry.path
    tells = any(names.tells(name) for name in split_path(entry.path) if not is_number(name))
    of_name = (_judge_name(entry.path),) if tells else ()
    if entry.state != "todo":
        return FileVerdict(entry.path, of_name, tells, DocumentError(f"'{entry.path}': {entry.why}"))
    try:
        verdicts = audit(
            read_file(str(asked.folder / entry.path)),
            assembly,
            original=read_file(str(asked.originals / original)) if asked.originals else None,
            exceptions=asked.exceptions,
            options=asked.options,
            excerpt=asked.excerpt,
        )
    except ReticentError as error:
        return FileVerdict(entry.path, of_name, tells, error)
    return FileVerdict(entry.path, (*verdicts, *of_name), tells)


def _judge_name(path: str) -> Verdict:
    """The verdict on a path that holds what the policy forbids."""
    violation = Violation(
        NAME, Span(0, 0), "FILE_NAME", "a file's or a folder's name tells what the policy forbids"
    )
    return Verdict(Document(path, ""), (violation,))
