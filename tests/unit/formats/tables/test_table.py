import csv
import io
import itertools
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import DocumentError
from reticent.formats import FormatOptions, open_records, parse_column_rules
from reticent.formats.seam.records import SEPARATOR, RecordsSource
from reticent.formats.tables import CSV, TSV
from reticent.formats.tables.cells import guard, is_number, unguard
from reticent.plan import Edit
from reticent.text import Span


def read(text: str, *rules: str, **said: object) -> RecordsSource:
    options = FormatOptions(columns=parse_column_rules(rules), **said)  # type: ignore[arg-type]
    return CSV.read("a.csv", text.encode(), options)


def written(source: RecordsSource) -> str:
    return source.write([()] * len(source.documents)).decode()


def test_a_row_is_a_document_of_its_judged_cells() -> None:
    source = read("name,age,note\nAnn,7,well\nBo,8,\n", "age=keep")
    assert [document.id for document in source.documents] == ["a.csv, row 2", "a.csv, row 3"]
    assert [document.text for document in source.documents] == [f"Ann{SEPARATOR}well", f"Bo{SEPARATOR}"]


def test_columns_are_kept_dropped_replaced_or_judged() -> None:
    source = read("name,age,ssn,site,note\nAnn,7,1,x,well\n", "age=keep", "ssn=drop", "site=constant:A")
    (document,) = source.documents
    assert (
        source.write([[Edit(Span(0, 3), "[PERSON]", 0)]]).decode()
        == "name,age,site,note\n[PERSON],7,A,well\n"
    )
    assert source.dropped == {"column 'ssn'": 1, "column 'site'": 1}
    assert "7" not in document.text


def test_columns_of_numbers_need_a_rule() -> None:
    with pytest.raises(
        DocumentError, match=r"numbers.*: column 2, column 3.*--column 'column 2=keep'.*--numbers keep"
    ):
        read("name,age,zip\nAnn,7,90210\nBo,-8.5,\n")
    assert written(read("name,age\nAnn,7\n", numbers="keep")) == "name,age\nAnn,7\n"
    assert read("name,age\nAnn,7\nBo,seven\n").documents[0].text == f"Ann{SEPARATOR}7"
    assert read("name,age\nAnn,7\n", "age=sanitize").documents[0].text == f"Ann{SEPARATOR}7"


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        *[
            (cell, True)
            for cell in ("0", "-5", "+5", "1.5", "1,5", ".5", "1,000,000.25", "1e-6", " 7 ", "5.")
        ],
        *[
            (cell, False)
            for cell in ("", "-", "+", ".", "1-2", "1985-03-12", "12/03", "5 6", "1+1", "٣", "\t5", "e5")
        ],
    ],
)
def test_what_counts_as_a_number(cell: str, expected: bool) -> None:
    assert is_number(cell) is expected


@pytest.mark.parametrize("mark", ",;\t|")
def test_what_stands_between_the_cells_is_found(mark: str) -> None:
    text = f'name{mark}note\r\nAnn{mark}"a{mark} b; c, d"\r\nBo{mark}x, y\r\n'.replace("x, y", "x")
    source = read(text)
    assert len(source.documents) == 2
    assert source.documents[0].text == f"Ann{SEPARATOR}a{mark} b; c, d"
    assert written(source) == text


def test_a_row_with_another_number_of_cells_is_told_by_its_number() -> None:
    with pytest.raises(DocumentError, match="row 4 has 3 cells and the first row has 2"):
        read('name,note\nAnn,"two\nlines"\nBo,x\nCy,x,y\n')


def test_blank_lines_do_not_go_out_and_empty_rows_do() -> None:
    source = read("name,note\n\nAnn,x\n,\n\n")
    assert written(source) == "name,note\nAnn,x\n,\n"
    assert source.dropped == {"blank lines": 2}
    assert written(TSV.read("a.tsv", b"name\tnote\n\t\n", FormatOptions())) == "name\tnote\n\t\n"


def test_an_empty_cell_of_a_single_column_still_gives_its_row() -> None:
    source = read("note\nAnn\n")
    assert source.write([[Edit(Span(0, 3), "", 0)]]) == b'note\n""\n'


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8), min_size=2, max_size=2
    )
)
def test_no_cell_that_is_written_begins_as_a_formula_does(cells: list[str]) -> None:
    prefixed = [
        prefix + cell for prefix, cell in itertools.product(["", "=", "'+", "-", "@", "\t", "\r"], cells)
    ]
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows([["=note", "@name", "-kept"], *([cell] * 3 for cell in prefixed)])
    rules = ["=note=sanitize", "@name=constant:+1+1", "-kept=keep"]
    source = read(buffer.getvalue(), *rules, header=True)
    for row in csv.reader(io.StringIO(written(source), newline="")):
        assert len(row) == 3
        assert all(is_number(cell) or not cell.startswith(tuple("=+-@\t\r")) for cell in row)


@given(st.text(max_size=6) | st.text("'=+-1", max_size=6))
def test_a_guard_is_taken_away_again(cell: str) -> None:
    assert unguard(guard(cell)) == cell
    assert guard(unguard(guard(cell))) == guard(cell)


@pytest.mark.parametrize(
    "header",
    ["name,city", "First Name,Ort", "patient_id,foo", "dateOfBirth,x", ",text", "Straße,Notes"],
)
def test_a_first_row_with_a_usual_word_names_the_columns(header: str) -> None:
    source = read(f"{header}\nAnn,Rome\nBo,Oslo\n")
    assert len(source.documents) == 2
    assert written(source).splitlines()[0] == header


def test_a_first_row_above_data_names_the_columns() -> None:
    assert len(read("Vorname,Geburt\nAnn,1985-03-12\nBo,1990-01-02\n").documents) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Ann Lee,Rome\nBo Roe,Oslo\n",
        "Ann van Dyke,Rome\nBo Roe,Oslo\n",
        "name,1985-03-12\nBo,1990-01-02\n",
        "ann@example.org,name\nBo,x\n",
        "name,She was ill.\nBo,x\n",
        "Ann Lee,was ill\n",
        "Note to Ann,Rome\nBo,Oslo\n",
    ],
)
def test_a_first_row_that_may_be_data_is_not_released_unjudged(text: str) -> None:
    with pytest.raises(DocumentError, match="say --no-header if it is data, or --header"):
        read(text)
    count = len(text.splitlines())
    assert len(read(text, header=False).documents) == count
    assert len(read(text, header=True).documents) == count - 1


def test_columns_without_a_name_are_called_by_their_place() -> None:
    source = read("Ann,1,x\nBo,2,y\n", "column 2=drop", header=False)
    assert written(source) == "Ann,x\nBo,y\n"
    assert written(read(",text\n1,Ann\n", "column 1=keep")) == ",text\n1,Ann\n"


def test_a_rule_for_no_column_says_how_many_are_there() -> None:
    with pytest.raises(DocumentError, match="2 columns and none is called 'nmae'"):
        read("name,note\nAnn,x\n", "nmae=drop")


class Endless(io.RawIOBase):
    """A file that is made while it is read."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines, self._rest = lines, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._rest = self._rest or next(self._lines, b"")
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def stream(lines: Iterator[bytes]) -> Iterator[bytes]:
    file = io.BufferedReader(Endless(lines))
    records = open_records(CSV, "a.csv", file, FormatOptions(numbers="keep"))
    yield records.layout.head
    for raw in records.left:
        record = records.layout.read(raw.data, raw.number)
        yield record.write([()] * len(record.documents))


def test_many_rows_take_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reticent.formats.seam.records.BLOCK", 1 << 14)
    row = b'"' + b"two\nlines of text " * 20 + b'"\n'
    lines = itertools.chain([b"id,note\n"], (b"%d,%b" % (number, row) for number in range(2_000)))
    tracemalloc.start()
    try:
        total = sum(len(piece) for piece in stream(lines))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert total > 2_000 * len(row)
    assert peak < 500_000


def test_a_later_cell_that_contradicts_the_first_block_ends_the_stream(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("reticent.formats.seam.records.BLOCK", 1 << 10)
    lines = itertools.chain([b"note,age\n"], itertools.repeat(b"x,7\n", 500), [b"x,Ann\n"])
    with pytest.raises(DocumentError, match="row 502: column 2 held nothing but numbers"):
        list(stream(lines))


def test_a_quote_that_never_ends_is_refused_before_memory_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reticent.formats.seam.records.BLOCK", 1 << 10)
    monkeypatch.setattr("reticent.formats.tables.rows.LONGEST", 10_000)
    lines = itertools.chain(
        [b"note,name\n"], itertools.repeat(b"x,y\n", 500), [b'x,"y\n'], itertools.repeat(b"x\n")
    )
    with pytest.raises(DocumentError, match="row 502 has a quote that does not end"):
        list(stream(lines))


@pytest.mark.parametrize("sign", "=+-@\t\r\n＝＋－＠")
def test_every_sign_that_begins_a_formula_is_guarded(sign: str) -> None:
    assert guard(f"{sign}SUM(A1)") == f"'{sign}SUM(A1)"
    assert guard(f"SUM{sign}") == f"SUM{sign}"


@pytest.mark.parametrize("text", ["note\rAnn\rBo\n", "note\nAnn\rBo\n", 'note,"x"\nAnn\rBo,y\n'])
def test_line_ends_that_only_some_readers_know_are_refused_outside_quotes(text: str) -> None:
    with pytest.raises(DocumentError, match=r"line end outside quotes|carriage return outside quotes"):
        read(text)


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(DocumentError, match="columns 1 and 3 have the same name"):
        read("name,note, name \nAnn,x,Bo\n")
