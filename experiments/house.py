"""The house in figures: how large it is, what its modules say twice, and the road of one document through it.

python -m experiments.house [--quick] [--json FILE] [--before TREE]

With --before, the root of another version of the project, the same is counted there, for a table with both. The road is
walked by `reticent sanitize examples/visit-note.txt --protect HIV=virus` in a process of its own for each version; what
counts is code of the package alone. A run is quick as it is: --quick changes nothing.
"""

from __future__ import annotations

import ast
import inspect
import io
import json
import os
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout, suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from experiments.harness import make_parser, parse_options, write_json
from experiments.needs import Needs

NEEDS = Needs()
ROOT = Path(__file__).parents[1]
NOTE = ROOT / "examples/visit-note.txt"
COMMAND = ("sanitize", str(NOTE), "--protect", "HIV=virus", "--quiet")
ENGLISH = ("ENGLISH", "languages.en", "language.en")
"""How a module names English past the language of its document."""

WALK = "from experiments.house import print_walk; print_walk()"
ROWS = {
    "files": "modules",
    "lines": "lines",
    "largest": "lines of the largest module",
    "names_twice": "public class names in more than one module",
    "naming_english": "modules that name English outside its folder",
    "numbers": "numbers as constants of a module",
    "numbers_bare": "... of them without a reason",
    "numbers_by_hand": "... of them chosen by hand, which they say",
    "functions": "functions entered for one note of 616 bytes",
    "calls": "... calls of them",
    "modules": "... modules entered",
    "deepest": "... frames of the deepest stack",
    "model_at": "... calls from the command to a model's plan",
}


def main(needs: Needs) -> None:
    """Count, show, write."""
    parser = make_parser("house")
    parser.add_argument(
        "--before", type=Path, metavar="TREE", help="the root of another version of the project"
    )
    options = parse_options(parser, needs)
    trees = {"before": options.before, "now": ROOT} if options.before else {"now": ROOT}
    figures = {version: count_tree(tree) | walk_tree(tree) for version, tree in trees.items()}
    show(figures)
    if options.json:
        write_json(options.json, figures, needs)


def show(figures: Mapping[str, Mapping[str, Any]]) -> None:
    """One row for each figure, one column for each version."""
    print(f"{'':48}" + "".join(f"{version:>12}" for version in figures))
    for key, meaning in ROWS.items():
        print(f"{meaning:48}" + "".join(f"{of_tree[key]:12,}" for of_tree in figures.values()))


def count_tree(tree: Path) -> dict[str, int]:
    """The figures of a version's sources."""
    sources = {path: path.read_text("utf-8") for path in sorted((tree / "src").rglob("*.py"))}
    sizes = [text.count("\n") for text in sources.values()]
    classes = Counter(name for text in sources.values() for name in set(list_classes(text)))
    reasons = [reason for text in sources.values() for reason in list_reasons(text)]
    return {
        "files": len(sources),
        "lines": sum(sizes),
        "largest": max(sizes),
        "names_twice": sum(count > 1 for count in classes.values()),
        "naming_english": sum(
            "en" not in path.parts and any(name in text for name in ENGLISH) for path, text in sources.items()
        ),
        "numbers": len(reasons),
        "numbers_bare": reasons.count(""),
        "numbers_by_hand": sum("by hand" in reason for reason in reasons),
    }


def list_classes(source: str) -> Iterator[str]:
    """The public classes that a module defines."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def list_reasons(source: str) -> Iterator[str]:
    """For each constant of a module that is a number or some numbers, what is said of it: beside it, above it or below it."""
    body = ast.parse(source).body
    comments = read_comments(source)
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and is_of_numbers(node.value):
            beside = [comments.get(line, "") for line in range(node.lineno - 1, (node.end_lineno or 0) + 1)]
            yield " ".join([*beside, read_string(following)]).strip()


def read_comments(source: str) -> dict[int, str]:
    """What the comments of a source say, by their lines."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {each.start[0]: each.string.strip("# ") for each in tokens if each.type == tokenize.COMMENT}


def read_string(node: ast.AST | None) -> str:
    """A statement that is nothing but a string, as it is; "" for any other."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return node.value.value if isinstance(node.value.value, str) else ""
    return ""


def is_of_numbers(value: ast.expr) -> bool:
    """Whether an expression is a number, reckons with numbers, or is a tuple of such."""
    if isinstance(value, ast.Tuple):
        return any(map(is_of_numbers, value.elts)) and all(
            isinstance(each, ast.Constant) or is_of_numbers(each) for each in value.elts
        )
    if isinstance(value, ast.BinOp):
        return is_of_numbers(value.left) and is_of_numbers(value.right)
    if isinstance(value, ast.UnaryOp):
        return is_of_numbers(value.operand)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def walk_tree(tree: Path) -> dict[str, int]:
    """The road of a note through a version, as that version's own process tells it."""
    done = subprocess.run(
        [sys.executable, "-c", WALK],
        env={**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def print_walk() -> None:
    """Release the note, and print which functions of the package were entered, how often and how deep."""
    import reticent
    from reticent.cli import main as run_command

    road = Road(str(Path(reticent.__file__).parent))
    sys.argv = ["reticent", *COMMAND]
    with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")), suppress(SystemExit):
        sys.setprofile(road.note)
        try:
            run_command()
        finally:
            sys.setprofile(None)
    print(json.dumps(road.figures()))


class Road:
    """What a profiler sees of one package: functions, the bodies of comprehensions and generators among them.

    The bodies of modules and classes, which run once when they are loaded, are no part of it. How deep a model is asked is
    counted by functions alone: newer interpreters have no frame for a comprehension.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self.calls: Counter[CodeType] = Counter()
        self.deepest = 0
        self.model_at: list[int] = []

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """Take down a call."""
        if event != "call" or not self._is_ours(frame):
            return
        self.calls[frame.f_code] += 1
        stack = [each.f_code for each in self._stack(frame)]
        self.deepest = max(self.deepest, len(stack))
        if frame.f_code.co_name == "plan" and "/models/" in frame.f_code.co_filename:
            named = [code.co_name for code in stack if not code.co_name.startswith("<")]
            self.model_at.append(named.index(COMMAND[0]))

    def figures(self) -> dict[str, int]:
        """The counts."""
        return {
            "functions": len(self.calls),
            "calls": self.calls.total(),
            "modules": len({code.co_filename for code in self.calls}),
            "deepest": self.deepest,
            "model_at": max(self.model_at),
        }

    def _is_ours(self, frame: FrameType) -> bool:
        code = frame.f_code
        return code.co_flags & inspect.CO_OPTIMIZED != 0 and code.co_filename.startswith(self.package)

    def _stack(self, frame: FrameType | None) -> Iterator[FrameType]:
        while frame is not None:
            if self._is_ours(frame):
                yield frame
            frame = frame.f_back


if __name__ == "__main__":
    main(NEEDS)
