"""How many megabytes of disk an environment takes with the core installed, and how many each extra adds to it.

Run as `python -m experiments.extras [--quick] [--json FILE]`. Everything is installed into fresh virtual environments, as a
user would do it, so that the package index has to be within reach; a quick run leaves the extras out.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from experiments.harness import run
from experiments.needs import Needs

NEEDS = Needs(environments=True)
EXTRAS = ("office", "pdf", "ocr", "html", "msg", "tables", "vault", "serve", "mcp")
LIMIT = 220  # MB; half of what Presidio and a model take


def measure(quick: bool) -> dict[str, Any]:
    """Megabytes of an empty environment, of one with the core, of the package alone, and of what each extra adds."""
    offered = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    with tempfile.TemporaryDirectory() as folder:
        core = Path(folder) / "core"
        subprocess.run([sys.executable, "-m", "venv", core], check=True)
        empty = _megabytes(core)
        _install(core, ["."])
        size = _megabytes(core)
        return {
            "empty_megabytes": empty,
            "core_megabytes": size,
            "package_megabytes": _megabytes(next(core.glob("lib/python*/site-packages/reticent"))),
            "extras": {name: _measure_with(core, offered[name]) - size for name in (() if quick else EXTRAS)},
        }


def _measure_with(core: Path, requirements: Sequence[str]) -> float:
    """Megabytes of a copy of an environment with more installed in it."""
    copy = core.with_name("copy")
    shutil.copytree(core, copy, symlinks=True)
    try:
        _install(copy, requirements)
        return _megabytes(copy)
    finally:
        shutil.rmtree(copy)


def _install(environment: Path, requirements: Sequence[str]) -> None:
    command: list[str | Path] = [environment / "bin/python", "-m", "pip", "install", "--quiet", *requirements]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def _megabytes(folder: Path) -> float:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_blocks * 512 for path in files) / 1e6


def show(figures: Mapping[str, Any]) -> None:
    """A line for the core and one for each extra."""
    print(
        f"core: {figures['core_megabytes']:.0f} MB, of which {figures['empty_megabytes']:.0f} MB are the empty"
        f" environment's and {figures['package_megabytes']:.0f} MB reticent's own"
    )
    for name, megabytes in figures["extras"].items():
        print(f"{name}: {megabytes:.0f} MB more")
    assert figures["core_megabytes"] < LIMIT, "the core has grown too large"


if __name__ == "__main__":
    run("extras", NEEDS, measure, show)
