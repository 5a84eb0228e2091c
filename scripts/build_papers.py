"""Writes docs/reference/papers.md: every statement of the five papers, where it lives and which test or experiment shows it.

python scripts/build_papers.py            write the page
python scripts/build_papers.py --check    only say whether it is out of date, or a mark or a statement hangs in the air
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/reference/papers.md"
STATEMENTS = ROOT / "tests/papers/statements.toml"
MARK = re.compile(r"^\s*# paper: ([a-z-]+), (.+)$")
HEAD = """# The five papers, statement by statement

Every definition, equation, algorithm, theorem, heuristic, table, figure and worked example of the papers, where it lives and
which test or experiment shows it. Written by `python scripts/build_papers.py` from marks in the code and the tests; a test fails when
a mark points nowhere or a statement has neither test nor experiment. How our figures stand beside the published ones is
[another page](../explanation/papers-figures.md).
"""


@dataclass(frozen=True)
class Paper:
    """A paper: what it states, and where we do otherwise with the reason."""

    title: str
    authors: str
    page: str
    states: Mapping[str, str]
    differs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, order=True)
class Place:
    """A definition in the code, the experiments or the tests that a mark stands at."""

    path: str
    name: str

    @property
    def sort(self) -> str:
        """The folder of the project that it is in: `src`, `experiments` or `tests`."""
        return self.path.partition("/")[0]

    def __str__(self) -> str:
        shown = (
            self.name.removeprefix("test_").replace("_", " ") if self.sort == "tests" else f"`{self.name}`"
        )
        where = self.path.removeprefix("src/reticent/")
        return (
            f"[{shown}](../../{self.path})"
            if self.sort == "tests"
            else f"[{where}](../../{self.path}) {shown}"
        )


@dataclass(frozen=True, order=True)
class Mark:
    """Says that a statement of a paper lives, or is shown, at a place."""

    paper: str
    statement: str
    place: Place


def read_papers(path: Path = STATEMENTS) -> dict[str, Paper]:
    """The papers by their short names."""
    return {name: Paper(**each) for name, each in tomllib.loads(path.read_text("utf-8")).items()}


def find_marks(root: Path = ROOT) -> list[Mark]:
    """Every mark in the code, the experiments and the tests."""
    folders = (
        "src/reticent/models",
        "src/reticent/knowledge",
        "src/reticent/evaluation",
        "experiments",
        "tests",
    )
    return sorted(
        mark
        for folder in folders
        for path in sorted((root / folder).rglob("*.py"))
        for mark in marks_of(path.read_text("utf-8"), str(path.relative_to(root)))
    )


def marks_of(source: str, path: str) -> Iterator[Mark]:
    """The marks of one module: comments before a definition, and decorators of tests."""
    if "# paper: " not in source and "mark.paper(" not in source:
        return
    named = list(_definitions(ast.parse(source)))
    for number, line in enumerate(source.splitlines(), 1):
        if found := MARK.match(line):
            name = next((name for first, name, _ in named if first > number), "")
            for statement in found[2].split("; "):
                yield Mark(found[1], statement.strip(), Place(path, name))
    for _, name, decorators in named:
        for each in decorators:
            if isinstance(each, ast.Call) and ast.unparse(each.func) == "pytest.mark.paper":
                paper, *statements = (ast.literal_eval(argument) for argument in each.args)
                yield from (Mark(paper, statement, Place(path, name)) for statement in statements)


def _definitions(tree: ast.AST, inside: str = "") -> Iterator[tuple[int, str, Sequence[ast.expr]]]:
    """First line, name and decorators of every function, class and named value, in order."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            yield first, f"{inside}{node.name}", node.decorator_list
            yield from _definitions(node, f"{inside}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not inside:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            yield node.lineno, ast.unparse(target), ()


def find_faults(papers: Mapping[str, Paper], marks: Iterable[Mark]) -> list[str]:
    """Marks that point nowhere, and statements that nothing shows."""
    listed = list(marks)
    known = {(name, statement) for name, paper in papers.items() for statement in paper.states}
    shown = {(mark.paper, mark.statement) for mark in listed if mark.place.sort != "src"}
    return [
        *(
            f"{m.place.path}: {m.paper} states no {m.statement}"
            for m in listed
            if (m.paper, m.statement) not in known
        ),
        *(
            f"{m.place.path}: the mark of {m.statement} stands before nothing"
            for m in listed
            if not m.place.name
        ),
        *(f"no test or experiment shows {name}, {statement}" for name, statement in sorted(known - shown)),
        *(
            f"{name} differs in {statement}, which it does not state"
            for name, paper in papers.items()
            for statement in paper.differs.keys() - paper.states.keys()
        ),
    ]


def write_page(papers: Mapping[str, Paper], marks: Sequence[Mark]) -> str:
    """The page: a table for each paper."""
    lines = [HEAD]
    for name, paper in papers.items():
        lines += [
            f"## {paper.title}",
            "",
            f"{paper.authors}. Here: [{paper.page.removesuffix('.md')}](../explanation/{paper.page}); marks say `{name}`.",
            "",
            "| in the paper | what it states | lives in | shown by | what we do otherwise, and why |",
            "| --- | --- | --- | --- | --- |",
            *(
                _row(
                    statement,
                    states,
                    [mark.place for mark in marks if (mark.paper, mark.statement) == (name, statement)],
                    paper.differs.get(statement, ""),
                )
                for statement, states in paper.states.items()
            ),
            "",
        ]
    return "\n".join(lines)


def _row(statement: str, states: str, places: Sequence[Place], differs: str) -> str:
    lives = ", ".join(str(place) for place in places if place.sort == "src")
    shown = "; ".join(str(place) for place in places if place.sort != "src")
    return f"| {statement} | {states} | {lives or '–'} | {shown} | {differs} |"


def main(arguments: Sequence[str]) -> int:
    """Write or check the page."""
    papers, marks = read_papers(), find_marks()
    faults = find_faults(papers, marks)
    page = write_page(papers, marks)
    if "--check" in arguments:
        if not PAGE.exists() or PAGE.read_text("utf-8") != page:
            faults.append(f"{PAGE.name} is out of date: run scripts/build_papers.py")
    else:
        PAGE.write_text(page, encoding="utf-8")
    print("\n".join(faults) or "every statement is shown")
    return int(bool(faults))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
