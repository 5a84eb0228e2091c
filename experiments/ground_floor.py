"""The ground floor in figures: tagger, WordNet, patterns, and what it costs to have and to import the package.

python -m experiments.ground_floor [--quick] [--json FILE]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from experiments import patterns, tagger, wordnet
from experiments.harness import run
from experiments.needs import Needs

NEEDS = Needs(environments=True) | tagger.NEEDS | wordnet.NEEDS | patterns.NEEDS
_IMPORT = "import time; start = time.process_time(); import reticent; print(time.process_time() - start)"


def measure(quick: bool) -> dict[str, Any]:
    """All figures by part; the size of a fresh environment is left out of a quick run."""
    return {
        "tagger": tagger.measure(quick),
        "wordnet": wordnet.measure(quick),
        "patterns": patterns.measure(quick),
        "package": {
            "import_s": min(_import_seconds() for _ in range(5)),
            **({} if quick else _environment()),
        },
    }


def show(figures: Mapping[str, Any]) -> None:
    """Each part's own table."""
    for name, part in (("tagger", tagger), ("wordnet", wordnet), ("patterns", patterns)):
        print(f"\n{name}")
        part.show(figures[name])
    print("\npackage")
    for name, value in figures["package"].items():
        print(f"{name:24}{value:>14,.3f}")


def _import_seconds() -> float:
    done = subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True)
    return float(done.stdout)


def _environment() -> dict[str, float]:
    """Megabytes of a virtual environment that holds nothing, and of one that holds the package."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        empty = _megabytes(Path(folder))
        subprocess.run(
            [f"{folder}/bin/pip", "install", "--quiet", "."], check=True, stderr=subprocess.DEVNULL
        )
        return {"empty_environment_mb": empty, "environment_mb": _megabytes(Path(folder))}


def _megabytes(folder: Path) -> float:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_blocks * 512 for path in files) / 1e6


if __name__ == "__main__":
    run("ground_floor", NEEDS, measure, show)
