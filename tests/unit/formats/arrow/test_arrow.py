"""Binary tables: what becomes of columns of every type, what is refused, and that rows read as their pages do."""

import re
from datetime import date, datetime
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table_files import to_arrow, to_parquet

from reticent.errors import DocumentError
from reticent.formats import ColumnRule, FormatOptions, parse_column_rules
from reticent.formats.arrow import ARROW, PARQUET, ArrowFile
from reticent.formats.seam.records import SEPARATOR
from reticent.plan import Edit
from reticent.text import Span

KEEP_NUMBERS = FormatOptions(numbers="keep")


def rules(*written: str) -> FormatOptions:
    return FormatOptions(columns=parse_column_rules(written))


def release(table: pa.Table, options: FormatOptions, form: ArrowFile = PARQUET) -> pa.Table:
    """The table after a release without edits."""
    make = to_parquet if form is PARQUET else to_arrow
    source = form.read("a", make(table), options)
    return open_bytes(source.write([()] * table.num_rows), form)


def open_bytes(data: bytes, form: ArrowFile) -> pa.Table:
    import pyarrow.parquet as pq

    return pq.read_table(pa.BufferReader(data)) if form is PARQUET else pa.ipc.open_file(data).read_all()


FORMS = pytest.mark.parametrize("form", [PARQUET, ARROW], ids=["parquet", "arrow"])


@FORMS
def test_a_row_is_a_document_of_its_texts(form: ArrowFile) -> None:
    table = pa.table({"a": ["x", None], "b": [["y", "z"], []], "c": [{"d": "u"}, None]})
    source = form.read("t", (to_parquet if form is PARQUET else to_arrow)(table), FormatOptions())
    texts = [document.text.split(SEPARATOR) for document in source.documents]
    assert texts == [["x", "y", "z", "u"], [""]]
    assert [document.id for document in source.documents] == ["t, row 1", "t, row 2"]
    assert release(table, FormatOptions(), form).to_pylist() == table.to_pylist()


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (pa.array([date(2020, 1, 2)]), "date32"),
        (pa.array([datetime(2020, 1, 2)]), "date and time"),
        (pa.array([b"x"]), "binary"),
        (pa.array([[1]]), "list"),
        (pa.array([{"a": 1, "b": "x"}]), "record"),
        (pa.array([[("a", "b")]], pa.map_(pa.string(), pa.string())), "map"),
        (pa.array([1], pa.duration("s")), "duration"),
    ],
)
def test_what_is_neither_text_nor_a_number_needs_a_rule_of_its_own(column: pa.Array, kind: str) -> None:
    data = to_arrow(pa.table({"odd": column, "text": ["a"]}))
    with pytest.raises(
        DocumentError, match=rf"neither text nor numbers: column \d \({kind}.*--column NAME=keep"
    ):
        ARROW.read("a", data, KEEP_NUMBERS)
    assert ARROW.read("a", data, rules("odd=drop")).dropped == {"column 'odd'": 1}
    assert (
        release(pa.table({"odd": column}), rules("odd=keep"), ARROW)["odd"].to_pylist() == column.to_pylist()
    )


@pytest.mark.parametrize("column", [[1], [1.5], [True], [None, 2]])
def test_numbers_ask_unless_all_are_kept(column: list[Any]) -> None:
    table = pa.table({"age": pa.array(column)})
    with pytest.raises(DocumentError, match=r"columns of numbers.*: column \d"):
        PARQUET.read("a", to_parquet(table), FormatOptions())
    assert release(table, KEEP_NUMBERS)["age"].to_pylist() == column


def test_numbers_and_dates_that_are_judged_become_text() -> None:
    table = pa.table({"age": [34, None], "born": [date(1985, 3, 12), None]})
    options = rules("age=sanitize", "born=sanitize")
    source = PARQUET.read("a", to_parquet(table), options)
    assert source.documents[0].text.split(SEPARATOR) == ["34", "1985-03-12"]
    assert release(table, options).to_pylist() == [
        {"age": "34", "born": "1985-03-12"},
        {"age": None, "born": None},
    ]


def test_bytes_and_mixed_records_cannot_be_judged() -> None:
    data = to_parquet(pa.table({"odd": [b"x"], "mixed": [{"a": 1, "b": "x"}]}))
    with pytest.raises(DocumentError, match=r"column \d, column \d can't be judged as text"):
        PARQUET.read("a", data, rules("odd=sanitize", "mixed=sanitize"))


def test_rules_hold_as_in_a_text_table() -> None:
    table = pa.table({"name": ["Jane", "Joe"], "ssn": [1, 2], "site": [7, None]})
    released = release(table, rules("ssn=drop", "site=constant:A"))
    assert released.to_pylist() == [{"name": "Jane", "site": "A"}, {"name": "Joe", "site": "A"}]
    with pytest.raises(DocumentError, match="3 columns and none is called 'sss'"):
        PARQUET.read("a", to_parquet(table), rules("sss=drop"))
    with pytest.raises(DocumentError, match="left without columns"):
        PARQUET.read("a", to_parquet(table), rules("name=drop", "ssn=drop", "site=drop"))


@FORMS
def test_dictionaries_views_and_extensions_become_plain(form: ArrowFile) -> None:
    table = pa.table(
        {
            "coded": pa.array(["a", "b"]).dictionary_encode(),
            "listed": pa.array([["a"], None]),
            "json": pa.ExtensionArray.from_storage(pa.json_(), pa.array(['"x"', None])),
        }
    )
    released = release(table, FormatOptions(), form)
    assert {str(each.type) for each in released.schema} <= {
        "string",
        "list<element: string>",
        "list<item: string>",
    }
    assert released["coded"].to_pylist() == ["a", "b"]
    assert released["json"].to_pylist() == ['"x"', None]


def test_fine_times_keep_every_digit() -> None:
    table = pa.table(
        {"at": pa.array([1_234_567_890_123_456_789, None], pa.timestamp("ns")), "text": ["a", "b"]}
    )
    assert release(table, rules("at=keep"))["at"].equals(table["at"])


@pytest.mark.parametrize("packed", ["snappy", "gzip", "zstd", "lz4", "brotli", "none"])
@pytest.mark.parametrize("coded", [True, False], ids=["with dictionaries", "without"])
def test_a_file_is_packed_as_it_was(packed: str, coded: bool) -> None:
    table = pa.table({"text": ["alpha beta", "gamma"] * 500})
    data = to_parquet(table, compression=packed, use_dictionary=coded, row_group_size=300)
    written = PARQUET.read("a", data, FormatOptions()).write([()] * 1000)
    notes = pq.ParquetFile(pa.BufferReader(written)).metadata
    chunks = [notes.row_group(number).column(0) for number in range(notes.num_row_groups)]
    assert [chunk.num_values for chunk in chunks] == [300, 300, 300, 100]
    assert {chunk.compression for chunk in chunks} == {"UNCOMPRESSED" if packed == "none" else packed.upper()}
    assert {chunk.has_dictionary_page for chunk in chunks} == {coded}
    assert {chunk.is_stats_set for chunk in chunks} == {False}
    assert len(written) < len(data) + 200
    assert list(PARQUET.reread(written)) == ["alpha beta", "gamma"] * 500


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("packed", ["snappy", "none"])
def test_a_dictionary_counts_as_more_than_cells_where_it_holds_a_value_that_no_cell_has(
    version: str, packed: str
) -> None:
    cells = [0, None, 1, *[0] * 40, 2]
    for texts, unused in ((["a", "b", "c"], 0), (["a", "b", "c", "Zoellner"], 1)):
        column = pa.DictionaryArray.from_arrays(pa.array(cells), pa.array(texts))
        table = pa.table({"plain": column, "listed": [[texts[cell or 0]] for cell in cells]})
        data = to_parquet(table, compression=packed, data_page_version=version)
        counts = {each.kind: each.count for each in PARQUET.inspect(data)}
        assert counts.get("dictionaries of tables", 0) == unused


def test_a_dictionary_holds_only_what_cells_of_the_release_use() -> None:
    coded = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0]), pa.array(["Jane Roe", "plain", "Zoellner"]))
    data = to_parquet(pa.table({"text": coded}), compression="zstd")
    assert PARQUET.residue(data, ["Jane Roe"])
    source = PARQUET.read("a", data, FormatOptions())
    edits = [[Edit(Span(0, 8), "[PERSON]", 0)] if "Roe" in each.text else [] for each in source.documents]
    written = source.write(edits)
    assert PARQUET.residue(written, ["Jane Roe", "Zoellner"]) == []
    assert list(PARQUET.reread(written)) == ["[PERSON]", "plain", "[PERSON]"]
    assert pq.read_table(pa.BufferReader(written)).column("text").to_pylist() == [
        "[PERSON]",
        "plain",
        "[PERSON]",
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.none() | st.text(max_size=5),
            st.none() | st.lists(st.none() | st.text(max_size=3), max_size=3),
            st.none() | st.fixed_dictionaries({"x": st.none() | st.text(max_size=3)}),
        ),
        max_size=20,
    ),
    st.sampled_from([PARQUET, ARROW]),
)
def test_the_pages_say_what_the_rows_say(rows: list[tuple[Any, Any, Any]], form: ArrowFile) -> None:
    types = [pa.string(), pa.list_(pa.string()), pa.struct([("x", pa.string())])]
    arrays = [pa.array([row[place] for row in rows], types[place]) for place in range(3)]
    data = (to_parquet if form is PARQUET else to_arrow)(pa.Table.from_arrays(arrays, names=["a", "b", "c"]))
    source = form.read("t", data, FormatOptions())
    written = source.write([()] * len(rows))
    assert list(source.reread(written)) == [document.text for document in source.documents]
    assert list(form.reread(written)) == [document.text for document in source.documents]


def test_kept_columns_are_neither_read_again_nor_searched() -> None:
    table = pa.table({"name": ["Quentin", "Una"], "note": ["met Quentin", "met nobody"]})
    for form, make in ((PARQUET, to_parquet), (ARROW, to_arrow)):
        source = form.read("t", make(table), FormatOptions(columns={"name": ColumnRule("keep")}))
        written = source.write([[Edit(Span(4, 11), "[P]", 0)], []])
        assert list(source.reread(written)) == ["met [P]", "met nobody"]
        assert source.residue(written, ["quentin"]) == []
        assert form.residue(written, ["quentin"]) != []


@pytest.mark.parametrize("name", ["quentin", "Quentin", "met quentin"])
def test_the_name_of_a_column_or_of_a_part_is_no_residue(name: str) -> None:
    table = pa.table({name: ["alpha"], "b": [[{name: "alpha"}]]})
    for form, make in ((PARQUET, to_parquet), (ARROW, to_arrow)):
        source = form.read("t", make(table), FormatOptions())
        assert source.residue(source.write([()]), ["quentin", "met"]) == []


def test_words_are_found_between_texts_of_any_length_and_not_inside_others() -> None:
    for size in (0, 1, 48, 65, 97, 300, 70_000):
        source = PARQUET.read(
            "t", to_parquet(pa.table({"a": ["Ann", "x" * size, "annex Müller"]})), FormatOptions()
        )
        written = source.write([()] * 3)
        assert {each.word for each in source.residue(written, ["ann", "müller", "nex"])} == {0, 1}


@FORMS
def test_a_damaged_file_is_refused(form: ArrowFile) -> None:
    whole = (to_parquet if form is PARQUET else to_arrow)(pa.table({"a": ["Quentin"] * 10}))
    for size in range(0, len(whole), 37):
        with pytest.raises(DocumentError) as caught:
            form.read("a", whole[:size], FormatOptions())
        assert not re.search("Quentin", str(caught.value))


def test_text_that_is_no_text_is_refused() -> None:
    broken = pa.StringArray.from_buffers(1, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff"))
    with pytest.raises(DocumentError, match="damaged"):
        ARROW.read("a", to_arrow(pa.table({"a": broken})), FormatOptions())


def test_a_table_of_too_many_rows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reticent.formats.arrow._pages.MOST_ROWS", 3)
    with pytest.raises(DocumentError, match="divide it"):
        PARQUET.read("a", to_parquet(pa.table({"a": ["x"] * 4})), FormatOptions())
