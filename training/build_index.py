"""Makes `default.index`: the document counts that ship with the package, from two Wikipedia corpora.

    python -m training.build_index [--check]        writes into src/reticent/knowledge/corpus/data

The texts are CC BY-SA; the file holds statistics of them and no text. The same corpora give the same bytes again.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from experiments.harness import data

from experiments import corpora
from training.shipping import ship

NEEDS = corpora.BOTH
LICENCE = "statistics of Wikipedia text, which is CC BY-SA"
INDEX = "default.index"


def make() -> dict[str, bytes]:
    """The index as the command `reticent knowledge build` makes it."""
    command = [sys.executable, "-c", "from reticent.cli import main; main()", "knowledge", "build"]
    sources = [str(data(name)) for name in NEEDS.data]
    with TemporaryDirectory() as folder:
        target = Path(folder) / INDEX
        subprocess.run([*command, *sources, "-o", str(target), "--licence", LICENCE], check=True)
        return {INDEX: target.read_bytes()}


if __name__ == "__main__":
    ship("build_index", NEEDS, "knowledge/corpus/data", make)
