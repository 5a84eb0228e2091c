"""What users get: the wheel, built and installed as pip does it, in an environment without this checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.command import ROOT

NOTE = "Dr. Maria Lopez saw the patient. Write to maria@example.org.\n"

_ABSENT = """
import importlib, json, sys
told = json.load(sys.stdin)

from importlib.machinery import PathFinder
find = PathFinder.find_spec
PathFinder.find_spec = staticmethod(
    lambda name, path=None, target=None: None if name in told["absent"] else find(name, path, target)
)
"""

_IMPORT_ALL = (
    _ABSENT
    + """
from reticent.errors import ReticentError
broken, missing = [], []
for name in told["modules"]:
    try:
        importlib.import_module(name)
    except ReticentError as error:
        (missing if "pip install " in str(error) else broken).append(name)
    except Exception as error:
        broken.append(f"{name}: {error!r}")
print(json.dumps({"broken": broken, "missing": missing, "place": sys.modules["reticent"].__file__}))
"""
)

_ASK_ALL = (
    _ABSENT
    + """
import contextlib, io
from reticent.cli import main
ends = {}
for arguments in told["commands"]:
    sys.argv = ["reticent", *arguments]
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        try:
            main()
        except SystemExit as end:
            ends[" ".join(arguments)] = [end.code, said.getvalue()]
print(json.dumps(ends))
"""
)

_EXTRAS = """mcp lxml selectolax fontTools pdfminer pikepdf pypdfium2 starlette uvicorn cryptography pandas polars pyarrow pyspark
presidio_analyzer psycopg sklearn spacy hypothesis pytest httpx""".split()
"""What comes with extras alone."""

_BEGINNINGS = {"docx": b"PK\x03\x04", "pdf": b"%PDF-1.7\n", "parquet": b"PAR1"}
"""Of files that are told apart by them."""

_HELP_OF_ALL = """
import json
import typer, typer.testing
from reticent.cli.app import app

def walk(command, path):
    yield path
    for name in getattr(command, "list_commands", lambda _: [])(None):
        yield from walk(command.get_command(None, name), [*path, name])

runner = typer.testing.CliRunner()
paths = list(walk(typer.main.get_command(app), []))
results = {" ".join(path): runner.invoke(app, [*path, "--help"]) for path in paths}
print(json.dumps({path: [done.exit_code, "Usage" in done.output] for path, done in results.items()}))
"""


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with the wheel in it."""

    wheel: Path
    python: Path
    folder: Path

    def run(self, *arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """What its Python does, away from the checkout."""
        return _run([self.python, *arguments], cwd=self.folder, stdin=stdin, env=_without_checkout())

    def reticent(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """What its command does."""
        return _run([self.python.parent / "reticent", *arguments], cwd=self.folder, env=_without_checkout())


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    place = folder / "environment"
    venv.create(place, symlinks=os.name != "nt")
    scheme = {"base": str(place), "platbase": str(place)}
    python = Path(sysconfig.get_path("scripts", "venv", scheme)) / f"python{sysconfig.get_config_var('EXE')}"
    packages = Path(sysconfig.get_path("purelib", "venv", scheme))
    # A plain line adds a folder after those of the environment and follows no link in it, such as the one to the checkout.
    (packages / "others.pth").write_text("".join(f"{folder}\n" for folder in _packages_of_the_tests()))
    offline = ["--no-deps", "--no-index", "--no-compile", "--quiet", "--disable-pip-version-check"]
    _run([sys.executable, "-m", "pip", "--python", python, "install", *offline, wheel], cwd=folder)
    return Installed(wheel, python, folder)


def test_the_wheel_holds_every_file_of_the_package(installed: Installed) -> None:
    source = ROOT / "src"
    wanted = {
        each.relative_to(source).as_posix()
        for each in source.joinpath("reticent").rglob("*")
        if each.is_file() and each.suffix != ".pyc"
    }
    assert wanted <= set(zipfile.ZipFile(installed.wheel).namelist())


def test_every_module_of_the_wheel_can_be_imported(installed: Installed) -> None:
    modules = [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in zipfile.ZipFile(installed.wheel).namelist()
        if name.endswith(".py")
    ]
    bare = _import_all(installed, modules, absent=_EXTRAS)
    assert bare["broken"] == []
    assert len(bare["missing"]) < len(modules) / 4
    whole = _import_all(installed, bare["missing"], absent=[])
    assert whole["broken"] == []
    assert Path(whole["place"]).is_relative_to(installed.folder)


def _import_all(installed: Installed, modules: Sequence[str], *, absent: Sequence[str]) -> dict[str, Any]:
    done = installed.run("-c", _IMPORT_ALL, stdin=json.dumps({"modules": modules, "absent": absent}))
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_without_any_extra_every_door_says_which_one_is_missing(installed: Installed) -> None:
    commands = {
        f"{verb} note.{ending}": extra
        for verb in ("sanitize", "inspect")
        for ending, extra in (("docx", "office"), ("pdf", "pdf"), ("parquet", "tables"), ("html", "html"))
        if (verb, ending) not in {("inspect", "docx"), ("inspect", "html")}  # which need none
    } | {
        "serve": "serve",
        "review note.txt -o out": "serve",
        "key create key.pem": "sign",
    }
    for ending in ("docx", "pdf", "parquet", "html", "txt"):
        installed.folder.joinpath(f"note.{ending}").write_bytes(_BEGINNINGS.get(ending, NOTE.encode()))
    told = {"absent": _EXTRAS, "commands": [each.split() for each in commands]}
    ends = json.loads(installed.run("-c", _ASK_ALL, stdin=json.dumps(told)).stdout)
    for command, extra in commands.items():
        code, said = ends[command]
        assert (code, "pip install '" in said, f"[{extra}]'" in said) == (2, True, True), (command, said)


def test_every_command_of_the_wheel_explains_itself(installed: Installed) -> None:
    told = json.loads(installed.run("-c", _HELP_OF_ALL).stdout)
    assert {"", "sanitize", "knowledge build"} <= set(told)
    assert {path: end for path, end in told.items() if end != [0, True]} == {}


def test_the_wheel_builds_an_index_and_releases_a_text(installed: Installed) -> None:
    texts = installed.folder / "texts.jsonl"
    lines = [{"title": f"{number}", "text": "The virus makes people ill."} for number in range(9)]
    texts.write_text("".join(json.dumps(line) + "\n" for line in lines))
    built = installed.reticent("knowledge", "build", texts, "-o", "small.index", "--workers", "1")
    assert built.returncode == 0, built.stderr
    note = installed.folder / "note.txt"
    note.write_text(NOTE)
    released = installed.reticent("sanitize", note)
    assert (released.returncode, released.stdout) == (
        0,
        "Dr. [PERSON 1] saw the patient. Write to [EMAIL].\n",
    ), released.stderr


def _packages_of_the_tests() -> list[str]:
    """Where this environment has its packages, however they are linked, without the library and the checkout."""
    library = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    folders = [each for each in sys.path if Path(each).is_dir() and Path(each).name != "lib-dynload"]
    return [
        each
        for each in folders
        if each not in library and not Path(each, "reticent").exists() and Path(each) != ROOT
    ]


def _without_checkout() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def _run(
    command: Sequence[str | Path], *, cwd: Path, stdin: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, input=stdin, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode in range(5), done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done
