"""The texts in a cell, which may be a list or a record of texts; and the cell with other texts in their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.arrow.kinds import is_nested, kind_of

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa


def texts_in(cell: Any) -> Iterator[str]:
    """The texts of a cell in order; none where nothing stands."""
    if isinstance(cell, str):
        yield cell
    elif isinstance(cell, dict):
        for part in cell.values():
            yield from texts_in(part)
    elif isinstance(cell, list):
        for part in cell:
            yield from texts_in(part)


def headers_in(cell: Any, header: str) -> Iterator[str]:
    """For each text of a cell what it stands under: the column, and the name of the part where the cell is a record."""
    if isinstance(cell, str):
        yield header
    elif isinstance(cell, dict):
        for name, part in cell.items():
            yield from headers_in(part, f"{header}.{name}")
    elif isinstance(cell, list):
        for part in cell:
            yield from headers_in(part, header)


def rename_parts(cell: Any, names: Mapping[str, str]) -> Any:
    """The cell with other names of its parts.

    >>> rename_parts([{"a": 1}], {"a": "b"})
    [{'b': 1}]
    """
    if isinstance(cell, dict):
        return {names.get(key, key): rename_parts(part, names) for key, part in cell.items()}
    return [rename_parts(part, names) for part in cell] if isinstance(cell, list) else cell


def fill_in(cell: Any, texts: Iterator[str]) -> Any:
    """The cell with the next texts where it has texts; nothing stays nothing.

    >>> fill_in({"a": ["x", None]}, iter(["y"]))
    {'a': ['y', None]}
    """
    if isinstance(cell, str):
        return next(texts)
    if isinstance(cell, dict):
        return {key: fill_in(part, texts) for key, part in cell.items()}
    if isinstance(cell, list):
        return [fill_in(part, texts) for part in cell]
    return cell


def judged_cells(column: pa.ChunkedArray, plain: pa.DataType) -> tuple[pa.DataType, list[Any]]:
    """The cells of a column as texts, and their type: that of the column, or string where it holds no text."""
    kept = plain if kind_of(plain) == "text" else pa.string()
    return kept, decode(column, plain).cast(kept).to_pylist()


def decode(column: pa.ChunkedArray, plain: pa.DataType) -> pa.ChunkedArray:
    """The column without dictionaries and extensions."""
    if column.type == plain:
        return column
    chunks = [_storage(chunk) for chunk in column.chunks]
    return pa.chunked_array([chunk.cast(plain) for chunk in chunks], plain)


def _storage(array: pa.Array) -> pa.Array:
    while isinstance(array, pa.ExtensionArray):
        array = array.storage
    return array.dictionary_decode() if isinstance(array, pa.DictionaryArray) else array


def kept_cells(column: pa.ChunkedArray, plain: pa.DataType) -> pa.Array:
    """The cells of a column that goes out unchanged, copied one by one: nothing lies beneath what is null."""
    decoded = decode(column, plain)
    if is_nested(plain):
        return pa.array(decoded.to_pylist(), plain)
    whole = decoded.combine_chunks()
    chunks = whole.chunks if isinstance(whole, pa.ChunkedArray) else [whole]
    copied = [chunk.take(pa.array(range(len(chunk)), pa.int64())) for chunk in chunks]
    return pa.concat_arrays(copied) if copied else pa.array([], plain)
