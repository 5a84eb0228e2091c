"""Every step counts: a hostile table leaves nothing, and when a step is left out the search finds the secret."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.table_files import SECRET, hide_beneath_null, hostile_table, to_arrow, to_parquet

from reticent.formats import ColumnRule, FormatOptions
from reticent.formats.arrow import ARROW, PARQUET, ArrowFile
from reticent.formats.arrow import _source as source
from reticent.formats.arrow import _source as writing
from reticent.plan import Edit
from reticent.text import Span

FORMS = pytest.mark.parametrize("form", [PARQUET, ARROW], ids=["parquet", "arrow"])
KEEP = ColumnRule("keep")
Patch = pytest.MonkeyPatch


def hostile(form: ArrowFile) -> bytes:
    return (
        to_parquet(hostile_table(), write_page_index=True) if form is PARQUET else to_arrow(hostile_table())
    )


def release(form: ArrowFile, data: bytes, options: FormatOptions | None = None) -> bytes:
    """The file with the secret removed from its texts."""
    read = form.read("a", data, options or FormatOptions())
    edits = [
        [Edit(Span(place, place + len(SECRET)), "[PERSON]", 0)]
        if (place := document.text.find(SECRET)) >= 0
        else []
        for document in read.documents
    ]
    return read.write(edits)


@FORMS
def test_nothing_is_left_of_a_secret_in_every_place(form: ArrowFile) -> None:
    original = hostile(form)
    assert len(form.residue(original, [SECRET])) >= 3
    written = release(form, original)
    assert SECRET.encode() not in written
    assert form.residue(written, [SECRET]) == []
    assert not any(SECRET in text for text in form.reread(written))
    assert release(form, original) == written


Write = Callable[..., bytes]


def write_with(change: Callable[[pa.Table], pa.Table], **options: Any) -> Write:
    """A writer that leaves something in the table."""

    def write(coding: str, names: Sequence[str], arrays: Sequence[pa.Array], _: object = None) -> bytes:
        table = change(pa.Table.from_arrays(list(arrays), names=list(names)))
        chosen = {**writing.PARQUET_OPTIONS, **options}
        return to_parquet(table, **chosen) if coding == "parquet" else to_arrow(table)

    return write


def keep_notes(table: pa.Table) -> pa.Table:
    return table.replace_schema_metadata(hostile_table().schema.metadata)


def keep_column_notes(table: pa.Table) -> pa.Table:
    return table.cast(pa.schema([each.with_metadata({"who": SECRET}) for each in table.schema]))


def keep_dictionary(table: pa.Table) -> pa.Table:
    coded = pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["met [PERSON] once", "plain", SECRET]))
    return table.set_column(0, "words", coded)


def keep_cells(table: pa.Table) -> pa.Table:
    return table.set_column(0, "words", hostile_table()["words"].cast(pa.string()))


def keep_beneath_null(table: pa.Table) -> pa.Table:
    return table.set_column(1, "hidden", hide_beneath_null())


@pytest.mark.parametrize(
    ("form", "change", "options"),
    [
        (PARQUET, keep_notes, {"store_schema": True}),
        (PARQUET, keep_column_notes, {"store_schema": True}),
        (PARQUET, keep_dictionary, {}),
        (PARQUET, keep_dictionary, {"use_dictionary": True, "compression": "snappy"}),
        (
            PARQUET,
            keep_dictionary,
            {"use_dictionary": True, "compression": "zstd", "data_page_version": "2.0"},
        ),
        (PARQUET, keep_cells, {}),
        (PARQUET, keep_cells, {"compression": "gzip", "data_page_version": "2.0"}),
        (ARROW, keep_notes, {}),
        (ARROW, keep_column_notes, {}),
        (ARROW, keep_dictionary, {}),
        (ARROW, keep_cells, {}),
        (ARROW, keep_beneath_null, {}),
    ],
)
def test_a_step_left_out_is_found(
    form: ArrowFile, change: Callable[[pa.Table], pa.Table], options: dict[str, Any], monkeypatch: Patch
) -> None:
    # A dictionary of a written Parquet file holds only what is used, unless the column was coded before.
    monkeypatch.setattr(source, "write_table", write_with(change, **{"use_dictionary": True, **options}))
    assert form.residue(release(form, hostile(form)), [SECRET]) != []


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"write_statistics": True}, "a note in the footer"),
        ({"write_statistics": True, "write_page_index": True}, "the file outside its pages"),
    ],
)
def test_statistics_of_removed_values_are_found(options: dict[str, Any], place: str) -> None:
    """The least and greatest values of the original are put where those of the release would stand."""
    stand_in = "z" * len(SECRET)
    chosen = {**writing.PARQUET_OPTIONS, "compression": "none", "use_dictionary": False, **options}
    data = to_parquet(pa.table({"a": [stand_in]}), **chosen)
    chunk = pq.ParquetFile(pa.BufferReader(data)).metadata.row_group(0).column(0)
    end = chunk.data_page_offset + chunk.total_compressed_size
    hidden = data[:end] + data[end:].replace(stand_in.encode(), SECRET.encode())
    assert place in {each.place for each in PARQUET.residue(hidden, [SECRET])}


def test_what_lies_beneath_null_of_a_kept_column_goes(monkeypatch: Patch) -> None:
    nested = pa.StructArray.from_arrays([pa.array([SECRET, "x"])], ["a"], mask=pa.array([True, False]))
    table = pa.table({"flat": hide_beneath_null(), "nested": nested})
    kept = FormatOptions(columns=dict.fromkeys(table.column_names, KEEP))
    written = release(ARROW, to_arrow(table), kept)
    assert SECRET.encode() not in written
    monkeypatch.setattr(source, "kept_cells", lambda column, plain: column.combine_chunks())
    leaking = ARROW.read("a", to_arrow(table.select(["flat"])), FormatOptions(columns={"flat": KEEP}))
    assert leaking.residue(leaking.write([()] * 2), [SECRET]) != []
