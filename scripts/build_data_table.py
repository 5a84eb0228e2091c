"""Writes the tables of docs/reference/reproduce.md from the code: the figures with their commands, the modules, the data sets.

python scripts/build_data_table.py                    write the page's tables
python scripts/build_data_table.py --check            only say whether they are out of date
python scripts/build_data_table.py --verify [DIR]     compare the files of the data folder with their checksums
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the experiments are no part of the package

from experiments.data_sets import DataSet, data_sets  # noqa: E402
from experiments.harness import data_folder  # noqa: E402
from experiments.needs import Needs  # noqa: E402
from experiments.results import RESULTS, Result  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "reproduce.md"


def main(arguments: list[str]) -> int:
    """Write, check or verify."""
    if "--verify" in arguments:
        return verify(Path(arguments[-1]) if arguments[-1] != "--verify" else data_folder())
    page = PAGE.read_text(encoding="utf-8")
    built = fill(page)
    if "--check" in arguments:
        print(
            "up to date" if page == built else f"{PAGE.name} is out of date: run scripts/build_data_table.py"
        )
        return int(page != built)
    PAGE.write_text(built, encoding="utf-8")
    return 0


def fill(page: str) -> str:
    """The page with each table put between its marks."""
    tables = (
        ("without data", free_rows()), ("figures", figure_rows()), ("parts", part_rows()), ("data sets", data_rows()),
    )  # fmt: skip
    for name, rows in tables:
        mark = f"<!-- {name}: written by scripts/build_data_table.py -->"
        whole = re.compile(rf"{re.escape(mark)}.*?<!-- end -->", re.DOTALL)
        table = "\n".join([mark, *rows, "<!-- end -->"])
        page, count = whole.subn(lambda _, table=table: table, page)  # type: ignore[misc]
        if count != 1:
            raise SystemExit(f"{PAGE.name} needs one place for the table of {name}: {mark} … <!-- end -->")
    return page


def figure_rows() -> Iterator[str]:
    """A row for each command."""
    yield "| shown | command | writes into `docs/figures` | extras | data sets |"
    yield "| --- | --- | --- | --- | --- |"
    for result in RESULTS:
        needs = importlib.import_module(f"experiments.{result.module}").NEEDS
        yield _figure_row(result, needs)


def _figure_row(result: Result, needs: Needs) -> str:
    files = [f"`{name}`" for name in (result.json, *result.pictures) if name]
    cells = (
        f"[{result.shows}](../explanation/{result.page})",
        f"`{result.command}`",
        ", ".join(files) or "nothing",
        ", ".join(f"`{extra}`" for extra in needs.extras) or "none",
        "; ".join(dict.fromkeys(data_sets()[file].name.partition(":")[0] for file in needs.data)) or "none",
    )
    return f"| {' | '.join(cells)} |"


def free_rows() -> Iterator[str]:
    """The commands that need no data set, with the extras that they need."""
    yield "| command | extras |"
    yield "| --- | --- |"
    for result in RESULTS:
        needs = importlib.import_module(f"experiments.{result.module}").NEEDS
        if not needs.data and not result.by_hand and result.module != "all":
            extras = ", ".join(f"`{extra}`" for extra in needs.extras) or "none"
            yield f"| `python -m experiments.{result.module}` | {extras} |"


def part_rows() -> Iterator[str]:
    """A row for each module that is part of those above."""
    yield "| module | what |"
    yield "| --- | --- |"
    shown = {result.module for result in RESULTS}
    for path in sorted((ROOT / "experiments").glob("[!_]*.py")):
        if path.stem not in shown:
            about = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
            yield f"| `{path.stem}` | {' '.join(about.partition(chr(10) * 2)[0].split())} |"


def data_rows() -> Iterator[str]:
    """A row for each file, grouped by folder in the order of the list."""
    yield "| data set | file | source | licence | SHA-256 of the file |"
    yield "| --- | --- | --- | --- | --- |"
    for each in data_sets().values():
        made = f" ({each.made})" if each.made else ""
        yield f"| {each.name}{made} | `{each.file}` | {each.source} | {each.licence} | `{each.sha256}` |"


def verify(folder: Path) -> int:
    """Say of every file whether it is the one that the figures were made with; 1 if one differs."""
    differs = False
    for each in data_sets().values():
        state = _state(each, folder)
        differs = differs or state == "differs"
        print(f"{state:10} {each.file}")
    return int(differs)


def _state(each: DataSet, folder: Path) -> str:
    path = each.path(folder)
    if not path.exists():
        return "missing"
    with path.open("rb") as file:
        return "the same" if hashlib.file_digest(file, "sha256").hexdigest() == each.sha256 else "differs"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
