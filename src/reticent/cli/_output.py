"""What people see of a command: results in files or on standard output, tables, progress, questions at a terminal."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import typer

from reticent.cli.app import plain, say
from reticent.errors import DocumentError, InputError, KnowledgeError
from reticent.files import is_special, write_whole
from reticent.formats.registry import STANDARD_INPUT, name_release, read_bytes
from reticent.models.shared.naming import describe_names
from reticent.plan import Promise
from reticent.text import Span
from reticent.text.document import line_and_column
from reticent.usecases.run import Progress, Totals
from reticent.usecases.unseen import Decide, UnseenWord

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from reticent.knowledge.corpus.indexing.building import Step
    from reticent.models.privacy_model import Choice


def deliver(data: bytes, target: Path | None, *, mode: int | None = None) -> None:
    """Write `data` to a file in one step, or to standard output; `mode` says who may read the file."""
    if target is not None:
        write_whole(target, data, mode=mode)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def count(number: int, noun: str) -> str:
    """A number with its noun, in the plural unless it is one.

    >>> count(1, "file"), count(1200, "file")
    ('1 file', '1,200 files')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def require_free(*places: Path | None, overwrite: bool, originals: Sequence[str] = ()) -> None:
    """Refuse to write over an original, twice to one file, or without consent over a file that is there.

    Consent is `overwrite`, or the answer of whoever sits at the terminal. What is written through, such as a pipe, and
    standard output are always free.
    """
    named = [place for place in places if place is not None and not is_special(place)]
    _refuse_overwriting(originals, named)
    for place in named:
        if not place.exists() or place.is_dir() or overwrite:
            continue
        asked = sys.stdin.isatty() and sys.stderr.isatty()
        if not asked or not typer.confirm(plain(f"'{place}' already exists. Replace it?"), err=True):
            raise InputError(f"'{place}' already exists: add --overwrite, or name another file")


def require_new(*places: Path) -> None:
    """Refuse to write over files that could be needed, whoever consents: keys, and policies that somebody changed."""
    for place in places:
        if place.exists():
            raise InputError(f"'{place}' already exists and could be needed: name another file")


def make_directory(place: Path) -> None:
    """A directory for releases, unless it is there; a file in its place is refused."""
    try:
        place.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"'{place}' is a file: name a directory with -o") from None
    except OSError as error:
        raise InputError(f"'{place}' can't be made: {error.strerror}") from None


def choose_targets(paths: Sequence[str], output: Path | None) -> list[Path | None]:
    """Where the release of each path goes; an original is never overwritten, nor one release by another."""
    if output is None:
        return [None] * len(paths)
    if len(paths) > 1:
        make_directory(output)
    names = [output / name_release(Path(path).name) if output.is_dir() else output for path in paths]
    if (written := name_release(output.name)) != output.name and not output.is_dir():
        raise DocumentError(f"'{output}' is released in a newer format: name it '{written}' with -o")
    if output.is_dir() and STANDARD_INPUT in paths:
        raise DocumentError("standard input has no name to use in a directory: give -o a file")
    _refuse_overwriting(paths, names)
    return list(names)


def _refuse_overwriting(paths: Sequence[str], names: Sequence[Path]) -> None:
    originals = {Path(path).resolve() for path in paths}
    taken: set[Path] = set()
    for name in names:
        if name.resolve() in originals:
            raise DocumentError(f"'{name}' is an original and would be overwritten: choose another -o")
        if name.resolve() in taken:
            raise DocumentError(f"two files would both be written as '{name}': give each a name of its own")
        taken.add(name.resolve())


def read_utf8(path: Path) -> str:
    """The text of a file that goes with a command, such as a plan."""
    try:
        return read_bytes(str(path)).decode()
    except UnicodeDecodeError:
        raise DocumentError(f"'{path}' is not UTF-8: save it as UTF-8") from None


def print_json(content: object) -> None:
    """Print a value on standard output as JSON that people can read."""
    json.dump(content, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


_SCHEMAS = {"audit": 2}
"""The schema of an answer, which changes with what its keys mean; 1 for all others, which never changed."""


def print_answer(name: str, content: Mapping[str, object]) -> None:
    """Print the answer of a command as JSON that says what it is, for programs."""
    print_json({"reticent": name, "schema": _SCHEMAS.get(name, 1), **content})


def print_table(
    title: str, headings: Sequence[str], rows: Iterable[Sequence[str]], *, aside: bool = False
) -> None:
    """Print a table, as wide as the terminal or 120 columns where there is none; `aside`, on standard error."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    where = sys.stderr if aside else sys.stdout
    Console(width=None if where.isatty() else 120, file=where).print(table)


def tell_columns(name: str, cells: int) -> None:
    """Say how many cells of a release went because of their column, where some did."""
    if cells:
        say(f"{name}: {count(cells, 'cell')} removed because of the column, where no detector found them.")


def tell_dropped(name: str, dropped: Mapping[str, int]) -> None:
    """Say what a format left out of a file, where it did."""
    if dropped:
        listed = ", ".join(f"{number} of {kind}" for kind, number in sorted(dropped.items()))
        say(f"{name}: left out: {listed}.")


@contextmanager
def stoppable() -> Iterator[None]:
    """Let an interrupt or a request to end unwind the build, so that it cleans up after itself."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        raise KnowledgeError("stopped before the end; nothing was written") from None
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _bar(field: str) -> Iterator[Bar]:
    """A bar on standard error: what is done, a field of the task that counts it, and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        "{task.description}",
        BarColumn(),
        TextColumn(f"{{task.fields[{field}]}}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        yield bar


def _is_watched(*, quiet: bool) -> bool:
    return not quiet and sys.stderr.isatty()


@contextmanager
def show_steps(*, quiet: bool) -> Iterator[Callable[[Step], None]]:
    """A bar for each stage of a build with documents per second and the time left, where somebody watches."""
    if not _is_watched(quiet=quiet):
        yield lambda step: None
        return
    with _bar("rate") as bar:
        tasks: dict[str, TaskID] = {}

        def show(step: Step) -> None:
            if step.stage not in tasks:
                tasks[step.stage] = bar.add_task(step.stage, total=step.total, rate="")
            task = bar.tasks[tasks[step.stage]]
            seconds = task.elapsed
            rate = f"{step.documents / seconds:,.0f} documents/s" if step.documents and seconds else ""
            bar.update(task.id, completed=step.done, rate=rate)

        yield show


@contextmanager
def show_progress(what: str, *, quiet: bool) -> Iterator[Progress | None]:
    """A bar with what is done, documents and the time left, where somebody watches."""
    if not _is_watched(quiet=quiet):
        yield None
        return
    with _bar("count") as bar:
        task = bar.add_task("sanitizing", total=None, count="")

        def show(done: int, total: int, totals: Totals) -> None:
            files = f"{done:,} of {total:,} files, " if what == "files" else ""
            bar.update(
                task, completed=done, total=total or None, count=f"{files}{totals.documents:,} documents"
            )

        yield show


_ALL: Mapping[str, Choice] = {"k": "keep", "r": "remove"}
_QUESTION = "keep all (k), remove all (r), one by one (o), or stop (s)? "


def may_ask(path: str) -> bool:
    """Whether a person can be asked: the document is a file, and both ends of the talk are a terminal."""
    return path != STANDARD_INPUT and sys.stdin.isatty() and sys.stderr.isatty()


def choose_asking(path: str) -> Decide | None:
    """How to ask about a file, or None where nobody can be asked."""
    return ask_about if may_ask(path) else None


def ask_about(words: Sequence[UnseenWord], *, ask: Callable[[str], str] | None = None) -> dict[str, Choice]:
    """What a person says of each word; nothing where they stop, which leaves the document unreleased."""
    read = ask or _read_line
    say("The corpus has never seen these words, so that nothing can be said about them:")
    alike = _group_by_place(words)
    for each, *_ in alike:
        say(f"  {each.written}  at {list_lines(each)}")
    answer = _answer(read, _QUESTION, "kros")
    if answer in _ALL:
        return {each.word: _ALL[answer] for each in words}
    if answer != "o":
        return {}
    choices: dict[str, Choice] = {}
    for group in alike:
        answer = _answer(read, f"{group[0].written}: keep (k), remove (r) or stop (s)? ", "krs")
        if answer not in _ALL:
            return {}
        choices |= {each.word: _ALL[answer] for each in group}
    return choices


def list_lines(word: UnseenWord) -> str:
    """The places of a word as line:column."""
    place = line_and_column(word.document.text)
    return ", ".join("{}:{}".format(*place(span.start)) for span in word.places)


def tell_doubts(name: str, warnings: Sequence[str]) -> None:
    """Say what nobody can know of a release; this is never kept quiet."""
    for each in warnings:
        say(f"{name}: {each}.")


def tell_promises(promises: Sequence[Promise]) -> None:
    """Each promise in one line, and where the whole of it stands."""
    for promise in promises:
        named = f" {describe_names(promise.names)}" if promise.names else ""
        say(f"{promise.model}: {promise.in_one_line.removesuffix('.')}.{named}")
    if promises:
        say("Each promise in full, with the knowledge that it holds relative to: --json.")


def show_unseen(name: str, words: Sequence[UnseenWord]) -> None:
    """A table of the words, where there are any."""
    if words:
        rows = [(each.written, list_lines(each)) for each, *_ in _group_by_place(words)]
        print_table(f"Words in {name} that the corpus has never seen", ["word", "where"], rows)


def _group_by_place(words: Sequence[UnseenWord]) -> list[list[UnseenWord]]:
    """The words in the order of the text; those of the same places together, such as "co-trimoxazole" and a part of it."""
    groups: dict[tuple[Span, ...], list[UnseenWord]] = {}
    for each in words:
        groups.setdefault(each.places, []).append(each)
    return [groups[places] for places in sorted(groups)]


def _answer(read: Callable[[str], str], question: str, allowed: str) -> str:
    """The first letter of an answer, asked again until it is one of those allowed; to end the input is to stop."""
    while True:
        try:
            answer = read(question).strip().lower()[:1]
        except EOFError:
            return "s"
        if answer and answer in allowed:
            return answer


def _read_line(question: str) -> str:
    """A line of standard input; the question goes to standard error, because the release may go to standard output."""
    sys.stderr.write(plain(question))
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
