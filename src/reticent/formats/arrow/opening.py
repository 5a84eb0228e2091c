"""A binary table as it came: opened within limits, and the types that its columns have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import pyarrow as pa
import pyarrow.parquet as pq

from reticent.errors import DocumentError
from reticent.formats.arrow.file import Coding

MOST_BYTES = 2 << 30
"""How large the cells of a table may be, unpacked: all of them are in memory."""

MOST_ROWS = 20_000_000
_ROWS_AT_ONCE = 4096

BROKEN = (pa.ArrowException, OSError, ValueError, KeyError, NotImplementedError, MemoryError)
"""What the library raises on a file that it can't read."""

Kind = Literal["text", "number", "moment", "other"]
"""What cells of a type are: texts, numbers, dates and times, or what no detector reads."""


def open_table(coding: Coding, name: str, data: bytes) -> pa.Table:
    """All cells of the file; a DocumentError when it is damaged or too large."""
    try:
        schema, batches = _open(coding, data)
        table = pa.Table.from_batches(_within_limits(batches, name), schema)
        table.validate(full=True)
    except DocumentError:
        raise
    except BROKEN:
        raise DocumentError(
            f"'{name}' is no {coding} file that can be read, or a damaged one: write it anew with the program that made it"
        ) from None
    return table


def _open(coding: Coding, data: bytes) -> tuple[pa.Schema, Iterable[pa.RecordBatch]]:
    buffer = pa.py_buffer(data)
    if coding == "parquet":
        file = pq.ParquetFile(pa.BufferReader(buffer))
        return file.schema_arrow, file.iter_batches(batch_size=_ROWS_AT_ONCE, use_threads=False)
    if data.startswith(b"ARROW1"):
        reader = pa.ipc.open_file(buffer)
        return reader.schema, (reader.get_batch(place) for place in range(reader.num_record_batches))
    stream = pa.ipc.open_stream(buffer)
    return stream.schema, stream


def _within_limits(batches: Iterable[pa.RecordBatch], name: str) -> Iterator[pa.RecordBatch]:
    size = rows = 0
    for batch in batches:
        size += batch.nbytes
        rows += batch.num_rows
        if size > MOST_BYTES or rows > MOST_ROWS:
            raise DocumentError(
                f"'{name}' holds more than {MOST_BYTES >> 30} GB or {MOST_ROWS:,} rows: divide it into several files"
            )
        yield batch


def plain_type(given: pa.DataType) -> pa.DataType:
    """The type without dictionaries, views, extensions and names of inner parts that somebody made up.

    >>> plain_type(pa.dictionary(pa.int8(), pa.string()))
    DataType(string)
    """
    types = pa.types
    if isinstance(given, pa.BaseExtensionType):
        return plain_type(given.storage_type)
    if types.is_dictionary(given) or types.is_run_end_encoded(given):
        return plain_type(given.value_type)
    if types.is_string_view(given):
        return pa.string()
    if types.is_binary_view(given):
        return pa.binary()
    if types.is_fixed_size_list(given):
        return pa.list_(plain_type(given.value_type), given.list_size)
    if types.is_large_list(given):
        return pa.large_list(plain_type(given.value_type))
    if types.is_list(given) or types.is_list_view(given) or types.is_large_list_view(given):
        return pa.list_(plain_type(given.value_type))
    if types.is_struct(given):
        return pa.struct([(field.name, plain_type(field.type)) for field in given])
    if types.is_map(given):
        return pa.map_(plain_type(given.key_type), plain_type(given.item_type))
    return given


def kind_of(plain: pa.DataType) -> Kind:
    """What cells of a plain type are; a list or record of nothing but texts is text."""
    types = pa.types
    if types.is_string(plain) or types.is_large_string(plain):
        return "text"
    if is_nested(plain):
        leaves = _leaves(plain)
        return "text" if leaves and all(kind_of(leaf) == "text" for leaf in leaves) else "other"
    numbers = (types.is_integer, types.is_floating, types.is_decimal, types.is_boolean, types.is_null)
    if any(is_one(plain) for is_one in numbers):
        return "number"
    return "moment" if types.is_date(plain) or types.is_time(plain) or types.is_timestamp(plain) else "other"


def is_nested(plain: pa.DataType) -> bool:
    """Whether cells of the type have parts."""
    return bool(pa.types.is_nested(plain))


def _leaves(plain: pa.DataType) -> list[pa.DataType]:
    if pa.types.is_map(plain) or pa.types.is_union(plain):
        return []
    return [plain.field(place).type for place in range(plain.num_fields)]
