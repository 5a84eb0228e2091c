"""Every experiment and every training module says before any work what it lacks, and how to get it."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from experiments.data_sets import data_sets
from experiments.needs import EXTRAS, Needs, list_left_out, list_missing, require

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FOLDERS = ("experiments", "training")


def modules() -> dict[str, ast.Module]:
    """The syntax trees of all modules by name."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py"))]
    return {f"{path.parent.name}.{path.stem}": ast.parse(path.read_text("utf-8")) for path in paths}


TREES = modules()


def has_main(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.If) and "__main__" in ast.unparse(node.test) for node in tree.body)


def declares_needs(tree: ast.Module) -> bool:
    """Whether a module sets NEEDS and hands it to what runs it."""
    names = {target.id for node in tree.body if isinstance(node, ast.Assign) for target in node.targets
             if isinstance(target, ast.Name)}  # fmt: skip
    mains = [node for node in tree.body if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)]
    return "NEEDS" in names and all("NEEDS" in ast.unparse(node) for node in mains)


def imports(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports anywhere in it, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def reach(name: str) -> set[str]:
    """A module and those of the two folders that it loads."""
    found, waiting = set[str](), [name]
    while waiting:
        if (each := waiting.pop()) not in found:
            found.add(each)
            waiting += [other for other in imports(TREES[each]) if other in TREES]
    return found


MAINS = sorted(name for name, tree in TREES.items() if has_main(tree))


def needs_of(name: str) -> Needs:
    needs = importlib.import_module(name).NEEDS
    assert isinstance(needs, Needs)
    return needs


def test_a_module_without_needs_is_noticed() -> None:
    assert not declares_needs(ast.parse('if __name__ == "__main__":\n    run("x", measure, show)'))
    assert not declares_needs(ast.parse('NEEDS = Needs()\nif __name__ == "__main__":\n    run("x", measure)'))
    assert declares_needs(ast.parse('NEEDS = Needs()\nif __name__ == "__main__":\n    run("x", NEEDS, m, s)'))


@pytest.mark.parametrize("name", MAINS)
def test_every_module_that_can_be_run_declares_its_needs(name: str) -> None:
    assert declares_needs(TREES[name])
    assert f"python -m {name}" in (ast.get_docstring(TREES[name]) or "")


@pytest.mark.parametrize("name", MAINS)
def test_the_needs_cover_those_of_every_module_that_is_loaded(name: str) -> None:
    own = needs_of(name)
    for other in reach(name):
        wanted = (
            getattr(importlib.import_module(other), "NEEDS", None)
            if "NEEDS" in ast.dump(TREES[other])
            else None
        )
        if isinstance(wanted, Needs):
            assert own.covers(wanted), other
        packages = {each.split(".")[0] for each in imports(TREES[other])} & EXTRAS.keys()
        assert packages <= {*own.packages, *own.helpful}, other


@pytest.mark.parametrize("name", sorted(TREES))
def test_every_file_that_is_read_is_declared(name: str) -> None:
    """A string that looks like a file of the data folder must be in the NEEDS of some module that is run."""
    known = data_sets()
    strings = {node.value for node in ast.walk(TREES[name]) if isinstance(node, ast.Constant)}
    folders = {file.split("/")[0] for file in known}
    for text in strings:
        if isinstance(text, str) and "\n" not in text and text.split("/")[0] in folders and "." in text:
            assert text in known


@pytest.mark.parametrize("name", MAINS)
def test_with_an_empty_data_folder_it_ends_at_once_with_the_whole_list(name: str, tmp_path: Path) -> None:
    missing = list_missing(needs_of(name), tmp_path)
    before = os.times()
    done = _run(name, "--data", str(tmp_path), *([] if missing else ["--needs"]))
    after = os.times()
    # Importing takes up to two seconds, work takes minutes.
    assert after.children_user - before.children_user < 6, "it worked before it looked"
    assert done.returncode == (2 if missing else 0), done.stderr
    for line in missing:
        assert line in done.stderr
    assert "Traceback" not in done.stderr


def test_quick_does_not_skip_the_check(tmp_path: Path) -> None:
    done = _run("experiments.k_safety_real", "--quick", "--data", str(tmp_path))
    assert done.returncode == 2
    assert "Human Phenotype Ontology" in done.stderr
    assert "MedQuAD" in done.stderr


def test_each_missing_thing_comes_with_the_way_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(EXTRAS, "no_such_package", "experiments")
    needs = Needs(("ner/wikigold.conll",), ("no_such_package",), ("no_such_package",))
    data, package = list_missing(needs, tmp_path)
    assert "WikiGold" in data
    assert "GitHub repository" in data
    assert str(tmp_path / "ner/wikigold.conll") in data
    assert package == "package: no_such_package; pip install '.[experiments]'"
    assert list_left_out(needs) == [
        "no_such_package is not installed, so its figures are left out: pip install '.[experiments]'"
    ]


def test_nothing_is_said_when_nothing_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ner").mkdir()
    (tmp_path / "ner/wikigold.conll").touch()
    require(Needs(("ner/wikigold.conll",), ("json",)), tmp_path)
    assert capsys.readouterr() == ("", "")


def _run(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    return subprocess.run(
        [sys.executable, "-m", name, *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
