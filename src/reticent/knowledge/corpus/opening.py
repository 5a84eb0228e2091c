"""Where knowledge is found."""

from __future__ import annotations

import os
from importlib.resources import as_file, files
from pathlib import Path

from reticent.knowledge.corpus.index import IndexCorpus
from reticent.knowledge.corpus.index_file import IndexFile


def open_corpus(*paths: str | os.PathLike[str]) -> IndexCorpus:
    """The corpus in the index files, counted together; without any, the statistics that ship with the package."""
    return IndexCorpus([IndexFile(Path(path)) for path in paths or [default_path()]])


def default_path() -> Path:
    """The index that ships with the package: Simple English Wikipedia and a sample of English Wikipedia."""
    with as_file(files("reticent.knowledge.corpus").joinpath("data/default.index")) as path:
        return path
