"""A binary table as it came, opened within limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reticent.errors import DocumentError, needs_extra
from reticent.formats.arrow.file import Coding

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa
    import pyarrow.parquet as pq

MOST_BYTES = 2 << 30
"""How large the cells of a table may be, unpacked: all of them are in memory."""

MOST_ROWS = 20_000_000
_ROWS_AT_ONCE = 4096

BROKEN = (pa.ArrowException, OSError, ValueError, KeyError, NotImplementedError, MemoryError)
"""What the library raises on a file that it can't read."""


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
