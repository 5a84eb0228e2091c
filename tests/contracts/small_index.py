"""A few texts as an index: a corpus in memory reads them through for every count."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from reticent.knowledge import IndexCorpus
from reticent.knowledge.corpus.index_file import IndexFile
from reticent.knowledge.corpus.indexing.building import BuildOptions, build


def index_texts(texts: Iterable[str]) -> IndexCorpus:
    """The texts as an index in which every word counts."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / "texts.jsonl"
        source.write_text("\n".join(json.dumps({"title": "", "text": text}) for text in texts), "utf-8")
        build([source], Path(folder) / "index", options=BuildOptions(min_documents=1))
        return IndexCorpus([IndexFile(Path(folder) / "index")])
