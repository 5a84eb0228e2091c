"""The two Wikipedia corpora, one article per line."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator

from experiments.harness import data
from experiments.needs import Needs

SIMPLE = "corpora/simplewiki.jsonl.xz"
SAMPLE = "corpora/enwiki-2015-sample.jsonl.xz"
BOTH = Needs(data=(SIMPLE, SAMPLE))


def article_lines(*files: str) -> Iterator[str]:
    """The lines of these files, each a JSON object with `title` and `text`."""
    for name in files:
        with lzma.open(data(name), "rt", encoding="utf-8") as lines:
            yield from lines


def articles(*files: str) -> Iterator[tuple[str, str]]:
    """Title and text of every article in these files."""
    for line in article_lines(*files):
        article = json.loads(line)
        yield article["title"], article["text"]
