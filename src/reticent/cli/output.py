"""Where results go: standard output or whole files, and tables that people can read."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer

from reticent.cli.exits import say
from reticent.errors import DocumentError, InputError
from reticent.files import PRIVATE, is_special, write_whole
from reticent.formats.files import STANDARD_INPUT, read_bytes

__all__ = [
    "PRIVATE",
    "choose_targets",
    "count",
    "deliver",
    "print_json",
    "print_table",
    "read_utf8",
    "require_free",
]


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
        if not asked or not typer.confirm(f"'{place}' is there already. Replace it?", err=True):
            raise InputError(f"'{place}' is there already: add --overwrite, or name another file")


def choose_targets(paths: Sequence[str], output: Path | None) -> list[Path | None]:
    """Where the release of each path goes; an original is never overwritten, nor one release by another."""
    if output is None:
        return [None] * len(paths)
    if len(paths) > 1 and not output.is_dir():
        raise DocumentError(
            f"several files need a directory to go to: create '{output}' or name another with -o"
        )
    names = [output / Path(path).name if output.is_dir() else output for path in paths]
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
        table.add_row(*(Text(cell) for cell in row))
    where = sys.stderr if aside else sys.stdout
    Console(width=None if where.isatty() else 120, file=where).print(table)


def tell_columns(name: str, cells: int) -> None:
    """Say how many cells of a release went because of their column, where some did."""
    if cells:
        say(f"{name}: {count(cells, 'cell')} removed because of the column, where no detector found them.")
