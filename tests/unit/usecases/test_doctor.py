"""The doctor tells what is there, and what is wrong with it."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from importlib import metadata
from importlib.resources import files
from pathlib import Path

import pytest
from tests.journeys.command import reticent

from reticent.errors import install_line
from reticent.usecases import doctor
from reticent.usecases.doctor import examine, list_extras


def test_a_house_in_order_has_no_problems(tmp_path: Path) -> None:
    found = examine(tmp_path)
    assert found.problems == []
    assert [each.name for each in found.checks] == ["locks", "file modes", "worker processes"]
    assert list(tmp_path.iterdir()) == []


def test_hashes_are_those_of_the_files_as_they_are() -> None:
    known = {each.name: each for each in examine().knowledge}
    data = files("reticent.detection").joinpath("data/patterns.toml").read_bytes()
    assert known["patterns"].sha256 == hashlib.sha256(data).hexdigest()
    assert known["patterns"].size == len(data)
    assert set(known) >= {"index", "WordNet", "names", "tagger", "patterns", "default policy"}


def test_extras_are_those_of_the_package_without_what_developers_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    requirements = [
        "pydantic>=2",
        "no-such-package>=1; extra == 'pdf'",
        "pytest>=8; extra == 'testing'",
        "no-such-package; extra == 'dev'",
    ]
    monkeypatch.setattr(metadata, "requires", lambda name: requirements)
    extras = {each.name: each for each in list_extras()}
    assert set(extras) == {"pdf", "testing"}
    assert extras["pdf"].missing == ("no-such-package",)
    assert extras["pdf"].line == install_line("pdf")
    assert extras["testing"].missing == ()


def test_damaged_knowledge_is_a_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def break_open() -> object:
        raise ValueError("canary")

    broken = (("patterns", "reticent.detection", "data/patterns.toml", break_open),)
    monkeypatch.setattr(doctor, "_SHIPPED", broken)
    assert examine(tmp_path).problems == ["patterns: it can't be used (ValueError): install reticent again"]
    monkeypatch.setattr(doctor, "_SHIPPED", (("index", "reticent.detection", "data/gone", break_open),))
    assert examine(tmp_path).problems == ["index: the file is missing: install reticent again"]


def test_a_file_that_was_changed_after_the_installation_is_a_problem(tmp_path: Path) -> None:
    """A copy of the package, installed with a record of its hashes, whose default policy somebody edits."""
    folder = tmp_path / "reticent-9.9.dist-info"
    folder.mkdir()
    policy = tmp_path / "default.toml"
    policy.write_text("name = 'x'")
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: reticent\nVersion: 9.9\n")
    (folder / "RECORD").write_text(f"default.toml,sha256={'A' * 43},10\n")
    code = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[1]);"
        "from reticent.usecases.doctor import _compare_with_record as compare;"
        "print(compare(pathlib.Path(sys.argv[1]) / 'default.toml', b'0' * 32))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "the file is not the one that was installed: install reticent again"


def test_a_part_of_another_package_that_can_not_be_used_is_a_problem(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "foghorn-1.5.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: foghorn\nVersion: 1.5\n")
    (folder / "entry_points.txt").write_text(
        "[reticent.detectors]\nshouts = foghorn:Gone\npatterns = foghorn:Ours\n"
        "[reticent.formats]\nvoice = foghorn:Gone\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = [(each.name, each.package, each.problem) for each in examine().offers]
    assert [(name, package) for name, package, _ in found] == [
        ("patterns", "foghorn"),
        ("shouts", "foghorn"),
        ("voice", "foghorn"),
    ]
    assert "rename" in found[0][2]
    assert "ModuleNotFoundError" in found[1][2]
    assert "ModuleNotFoundError" in found[2][2]


def test_the_command_shows_it_and_ends_with_0_or_2(monkeypatch: pytest.MonkeyPatch) -> None:
    done = reticent("doctor", "--json")
    assert done.returncode == 0, done.stderr
    content = json.loads(done.stdout)
    assert (content["reticent"], content["schema"], content["problems"]) == ("doctor", 1, [])
    assert len(content["knowledge"][0]["sha256"]) == 64
    table = reticent("doctor")
    assert table.returncode == 0
    assert content["knowledge"][0]["sha256"] in table.stdout.decode()
    monkeypatch.setattr(doctor, "_check_locks", lambda target: 1 / 0)
    broken = reticent("doctor")
    assert broken.returncode == 2
    assert b"locks: it can't be used (ZeroDivisionError)" in broken.stderr
