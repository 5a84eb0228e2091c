"""Taxonomies in tables: one line a child and its parent."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from reticent.errors import TaxonomyError
from reticent.taxonomy.hierarchy import Hierarchy, entries_from_pairs
from reticent.taxonomy.source_file import SourceFile, read_source

_CHILD = ("child", "label", "name", "term", "concept")
_PARENT = ("parent", "subclassof", "is_a", "broader")


def read_table(path: str | Path) -> Hierarchy:
    """The taxonomy in a CSV or TSV file of child and parent names, also packed as .gz or .xz.

    Two columns, child and parent, or any number under a header that names one `child` (or label, name, term,
    concept) and one `parent` (or subClassOf, is_a, broader). A child with several parents has several lines; an
    empty parent marks a root, and a parent without a line of its own is one.
    """
    source = read_source(path)
    try:
        entries = entries_from_pairs(_pairs(source))
        return Hierarchy(entries, fingerprint=source.fingerprint)
    except TaxonomyError as error:
        if str(error).startswith(source.name):
            raise
        raise TaxonomyError(f"{source.name}: {error}") from None


def _pairs(source: SourceFile) -> Iterator[tuple[str, str, str]]:
    rows = _rows(source)
    line, first = next(rows)
    columns = _columns(first)
    if columns is None and len(first) != 2:
        raise TaxonomyError(
            f"{source.at(line)}: expected two columns, child and parent, or a header that names them"
        )
    child, parent = columns or (0, 1)
    if columns is None:
        yield first[0], first[1], source.at(line)
    for line, row in rows:
        if len(row) != len(first):
            raise TaxonomyError(f"{source.at(line)}: {len(row)} columns instead of {len(first)}")
        yield row[child], row[parent], source.at(line)


def _rows(source: SourceFile) -> Iterator[tuple[int, list[str]]]:
    delimiter = "\t" if "\t" in next(line for line in source.lines if line.strip()) else ","
    reader = csv.reader((line + "\n" for line in source.lines), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error:
        raise TaxonomyError(
            f"{source.at(reader.line_num)}: broken quotes, a stray line end or an oversized field"
        ) from None


def _columns(header: list[str]) -> tuple[int, int] | None:
    cells = [cell.strip().casefold() for cell in header]
    child = next((cells.index(name) for name in _CHILD if name in cells), None)
    parent = next((cells.index(name) for name in _PARENT if name in cells), None)
    return None if child is None or parent is None else (child, parent)
