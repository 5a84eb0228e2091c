"""The files of WordNet 3.0 as Debian's `wordnet-base` installs them; wndb(5) describes their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from experiments.harness import data

_LICENCE_LINE = "  "


def entries(name: str) -> list[str]:
    """The entries of a file, without the licence at its top."""
    return [line for line in _lines(name) if not line.startswith(_LICENCE_LINE)]


def licence() -> bytes:
    """The licence that heads every file, without its line numbers."""
    head = (line for line in _lines("data.noun") if line.startswith(_LICENCE_LINE))
    return "".join(re.sub(r"^\s*\d+ ?", "", line).rstrip() + "\n" for line in head).encode()


def _lines(name: str) -> Iterator[str]:
    yield from data(f"wordnet/{name}").read_text("utf-8").splitlines()
