"""The rules of the house that a machine can check: style, types, layers, generated pages."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        [BIN / "ruff", "check", "--quiet", "."],
        [BIN / "ruff", "format", "--check", "--quiet", "."],
        [BIN / "mypy", "--no-error-summary"],
        [BIN / "lint-imports", "--no-cache"],
        [sys.executable, "scripts/build_reference.py", "--check"],
        [sys.executable, "scripts/build_schemas.py", "--check"],
    ],
    ids=[
        "ruff finds nothing",
        "the code is formatted",
        "the types hold",
        "rooms import downwards",
        "the reference is up to date",
        "the schemas are up to date",
    ],
)
def test_the_house_is_in_order(command: list[str | Path]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_the_package_is_quick() -> None:
    def seconds(code: str) -> float:
        """Processor time of a new interpreter, which other work on the machine does not stretch."""
        before = os.times()
        subprocess.run([sys.executable, "-c", code], check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    best = min(seconds("import reticent") for _ in range(5)) - min(seconds("pass") for _ in range(5))
    assert best < 0.3


_MERGE_MARK = re.compile(r"^(?:<{7} |>{7} |={7}$)", re.MULTILINE)


def test_heavy_libraries_load_where_they_are_used() -> None:
    code = "import sys, reticent; print(*{'numpy', 'pydantic', 'rich', 'typer'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_project_names_no_place_of_its_own_making() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    if tracked.returncode:
        pytest.skip("not a git checkout: the list of files is not to be had")
    for name in tracked.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".py", ".md", ".toml"} and path.exists() and path != Path(__file__):
            text = path.read_text(encoding="utf-8")
            assert "/home/" not in text, name
            assert "/work/" not in text, name
            assert not _MERGE_MARK.search(text), name


def test_the_help_page_waits_for_no_command() -> None:
    code = (
        "import sys; sys.argv = ['reticent', '--help']\n"
        "from reticent.cli.app import app\n"
        "try: app()\n"
        "except SystemExit: print('loaded:', *{'numpy', 'pydantic', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("loaded:")


def test_every_command_of_the_table_can_be_loaded() -> None:
    from reticent.cli.app import COMMANDS, load_command

    for name in COMMANDS:
        assert load_command(name).help


def test_a_public_class_name_stands_in_one_module() -> None:
    modules: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert {name: places for name, places in modules.items() if len(places) > 1} == {}
