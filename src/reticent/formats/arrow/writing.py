"""Plain arrays as a file: no dictionary, no statistics, no index, no metadata, nothing packed; same cells, same bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from reticent.errors import needs_extra
from reticent.formats.arrow.file import Coding

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa
    import pyarrow.parquet as pq

ROWS_IN_GROUP = 1 << 16

PARQUET_OPTIONS: Mapping[str, object] = {
    "version": "2.6",
    "data_page_version": "1.0",
    "compression": "none",
    "use_dictionary": False,
    "column_encoding": None,
    "write_statistics": False,
    "write_page_index": False,
    "store_schema": False,
    "row_group_size": ROWS_IN_GROUP,
}
"""Words stand in such a file as they are, so that a search of its bytes finds every one."""


def write_table(coding: Coding, names: Sequence[str], arrays: Sequence[pa.Array]) -> bytes:
    """The file; the schema is made of names and types alone."""
    schema = pa.schema([pa.field(name, array.type) for name, array in zip(names, arrays, strict=True)])
    table = pa.Table.from_arrays(list(arrays), schema=schema)
    out = io.BytesIO()
    if coding == "parquet":
        pq.write_table(table, out, **PARQUET_OPTIONS)
    else:
        with pa.ipc.new_file(out, schema, options=pa.ipc.IpcWriteOptions(compression=None)) as writer:
            writer.write_table(table, max_chunksize=ROWS_IN_GROUP)
    return out.getvalue()
