"""Tables of lists, as rows by the names of their columns."""

from __future__ import annotations

import csv
import io
import lzma
import tarfile
from collections.abc import Iterator
from pathlib import Path

CENSUS = "lists/census-names.tar.xz"
CITIES = "lists/cities5000.tsv.xz"
"""Names of people and places, which the taggers of several languages read; who reads them declares them."""


def read_table(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a table with tabs."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter="\t")


def read_member(archive: tarfile.TarFile, name: str) -> Iterator[dict[str, str]]:
    """The rows of a table with commas in an archive."""
    member = archive.extractfile(name)
    assert member is not None
    content = lzma.decompress(member.read()) if name.endswith(".xz") else member.read()
    yield from csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
