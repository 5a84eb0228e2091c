"""Binary tables and archives made by code, among them such as carry a secret in every place that they have."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

SECRET = "Quillfeather"  # noqa: S105 - a name


def to_parquet(table: pa.Table, **options: Any) -> bytes:
    """The table as a Parquet file, written as people write them."""
    out = io.BytesIO()
    pq.write_table(table, out, **options)
    return out.getvalue()


def to_arrow(table: pa.Table, *, stream: bool = False, **options: Any) -> bytes:
    """The table as an Arrow file or stream."""
    out = io.BytesIO()
    make = pa.ipc.new_stream if stream else pa.ipc.new_file
    with make(out, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table)
    return out.getvalue()


def hide_beneath_null(secret: str = SECRET) -> pa.Array:
    """Two texts: the first is null, with the secret among its bytes; the second says `alpha`."""
    letters = secret.encode() + b"alpha"
    ends = b"".join(place.to_bytes(4, "little") for place in (0, len(secret), len(letters)))
    return pa.StringArray.from_buffers(2, pa.py_buffer(ends), pa.py_buffer(letters), pa.py_buffer(b"\2"))


def hostile_table() -> pa.Table:
    """A table with the secret in a cell, in its dictionary beside the cells, beneath a null, and in every note."""
    words = pa.DictionaryArray.from_arrays(
        pa.array([0, 1]), pa.array([f"met {SECRET} once", "plain", SECRET])
    )
    noted = pa.field("hidden", pa.string(), metadata={"who": SECRET})
    schema = pa.schema([pa.field("words", words.type), noted], metadata={"pandas": f'{{"name": "{SECRET}"}}'})
    return pa.Table.from_arrays([words, hide_beneath_null()], schema=schema)


def to_zip(members: Mapping[str, bytes], *, comment: bytes = b"") -> bytes:
    """The members as an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        archive.comment = comment
    return out.getvalue()
