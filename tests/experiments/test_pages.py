"""The pages on reproducing figures and on training name what is there, and only what is there."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from experiments.data_sets import data_sets
from experiments.harness import data_folder
from experiments.results import RESULTS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/reproduce.md"
TRAINING = ROOT / "training/README.md"
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
COMMAND = re.compile(r"python -m ((?:experiments|training)\.\w+)")
SHA256 = re.compile(r"[0-9a-f]{64}")


def build_tables(*options: str) -> subprocess.CompletedProcess[str]:
    script = ROOT / "scripts/build_data_table.py"
    return subprocess.run(
        [sys.executable, script, *options], cwd=ROOT, capture_output=True, text=True, check=False
    )


def shipped() -> list[str]:
    """The data files inside the package, relative to it."""
    package = ROOT / "src/reticent"
    files = [path for path in package.rglob("data/*") if path.is_file()]
    return sorted(str(path.relative_to(package)) for path in files if path.suffix not in {".py", ".pyc"})


def test_the_tables_are_up_to_date() -> None:
    done = build_tables("--check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_figure_is_named_with_its_command() -> None:
    named = {name for result in RESULTS for name in (result.json, *result.pictures) if name}
    there = {path.name for path in (ROOT / "docs/figures").iterdir()}
    assert named == there
    page = PAGE.read_text("utf-8")
    assert all(f"`{name}`" in page for name in there)


def test_every_experiment_that_can_be_run_has_a_row() -> None:
    mains = {
        path.stem
        for path in (ROOT / "experiments").glob("*.py")
        if '__name__ == "__main__"' in path.read_text("utf-8")
    }
    assert {result.module for result in RESULTS} == mains


def test_every_module_of_the_experiments_is_named() -> None:
    page = PAGE.read_text("utf-8")
    for path in (ROOT / "experiments").glob("[!_]*.py"):
        assert (
            f"`{path.stem}`" in page
            or f"experiments.{path.stem} " in page
            or f"experiments.{path.stem}`" in page
        )


@pytest.mark.parametrize(
    "page", [PAGE, TRAINING, *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda path: path.stem
)
def test_every_command_on_a_page_can_be_run(page: Path) -> None:
    for module in COMMAND.findall(page.read_text("utf-8")):
        path = ROOT / f"{module.replace('.', '/')}.py"
        assert path.exists(), module
        assert '__name__ == "__main__"' in path.read_text("utf-8"), module


@pytest.mark.parametrize(
    "page",
    [*sorted(ROOT.glob("*.md")), TRAINING, *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda path: path.stem,
)
def test_every_link_leads_somewhere(page: Path) -> None:
    gone = [link for link in LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]
    assert gone == []


def test_the_first_page_of_the_documentation_leads_to_every_other() -> None:
    first = ROOT / "docs/README.md"
    listed = {(first.parent / link).resolve() for link in LINK.findall(first.read_text("utf-8"))}
    assert [path.name for path in sorted(first.parent.rglob("*.md")) if path not in {first, *listed}] == []


def test_every_page_of_a_result_shows_its_command() -> None:
    for result in RESULTS:
        page = (ROOT / "docs/explanation" / result.page).read_text("utf-8")
        if result.json:
            assert f"python -m experiments.{result.module} --json docs/figures/{result.json}" in page


def test_every_data_set_has_what_a_stranger_needs() -> None:
    for each in data_sets().values():
        assert each.name
        assert each.source
        assert each.licence
        assert SHA256.fullmatch(each.sha256), each.file
    assert len({each.sha256 for each in data_sets().values()}) == len(data_sets())


@pytest.mark.slow
@pytest.mark.skipif(not data_folder().exists(), reason="needs the data folder, ../shared/data")
def test_the_files_at_hand_are_those_of_the_list() -> None:
    done = build_tables("--verify")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the same" in done.stdout


def test_a_file_with_other_bytes_is_told(tmp_path: Path) -> None:
    (tmp_path / "ner").mkdir()
    (tmp_path / "ner/wikigold.conll").write_text("something else")
    done = build_tables("--verify", str(tmp_path))
    assert done.returncode == 1
    assert "differs    ner/wikigold.conll" in done.stdout
    assert "missing    ner/gum-train.conll" in done.stdout


def test_every_shipped_file_says_how_it_is_made() -> None:
    page = TRAINING.read_text("utf-8")
    assert [name for name in shipped() if f"`{name}`" not in page] == []


def test_the_page_on_training_names_no_file_that_is_not_shipped() -> None:
    first_cells = re.findall(r"^\| (`.*?) \|", TRAINING.read_text("utf-8"), re.MULTILINE)
    named = [name for cell in first_cells for name in re.findall(r"`([^`]+)`", cell)]
    assert named
    assert set(named) <= set(shipped())


def test_every_input_of_a_training_module_stands_beside_its_command() -> None:
    rows = [line for line in TRAINING.read_text("utf-8").splitlines() if COMMAND.search(line)]
    for row in rows:
        module = COMMAND.findall(row)[0]
        for file in importlib.import_module(module).NEEDS.data:
            assert f"`{file}`" in row, module


def test_every_module_of_training_is_named() -> None:
    page = TRAINING.read_text("utf-8")
    for path in (ROOT / "training").glob("[!_]*.py"):
        assert f"`{path.stem}`" in page, path.stem
