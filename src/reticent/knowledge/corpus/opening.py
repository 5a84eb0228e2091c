"""Where knowledge is found."""

from __future__ import annotations

import os
from pathlib import Path

from reticent.knowledge.corpus.index import IndexCorpus
from reticent.knowledge.corpus.index_file import IndexFile, default_path


def open_corpus(*paths: str | os.PathLike[str]) -> IndexCorpus:
    """The corpus in the index files, counted together; without any, the statistics that ship with the package."""
    return IndexCorpus([IndexFile(Path(path)) for path in paths or [default_path()]])
