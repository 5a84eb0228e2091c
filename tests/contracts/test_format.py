"""What every format keeps to; a new one only adds itself and a few files to the list."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import InputError
from reticent.formats import ColumnRule, Format, FormatOptions, find_format, list_formats, parse_column_rules
from reticent.formats.objects.file import JSON_FILE
from reticent.formats.objects.lines import JSON_LINES
from reticent.formats.plain import MARKDOWN, TEXT
from reticent.formats.tables.table import CSV, TSV
from reticent.testing.formats import check_crossing, check_format, check_refused

SECRET = "Canary"
TWO = FormatOptions(fields=("text", "answers.text"), keep=("id", "label"))
RULES = FormatOptions(
    columns=parse_column_rules(["age=keep", "ssn=drop", "site=constant:=A1", "note=sanitize"])
)
ROWS = (
    'name,age,ssn,site,note\nJane Doe,34,1,x,"said ""no"", left"\r\n,,,,\n"=cmd",-5,2,y,"two\nlines"\n'
    "'@x,5,3,z,'''=q"
)

FILES: dict[str, tuple[Format, str, str, FormatOptions]] = {
    "text": (TEXT, "a.txt", "\ufeffJane Doe\r\nwas here.\n", FormatOptions()),
    "empty text": (TEXT, "a", "", FormatOptions()),
    "markdown": (MARKDOWN, "a.md", "---\ntitle: Jane\n---\n# Jane | *Doe*\n", FormatOptions()),
    "lines": (
        JSON_LINES,
        "a.jsonl",
        '\ufeff{"text": "Jane \\u0041 \\ud83d\\ude00", "x": 1}\r\n\n{"y": [], "text": ""}',
        FormatOptions(),
    ),
    "lines with two fields": (
        JSON_LINES,
        "a.ndjson",
        '{"id": 1.10, "text": "Jane Doe", "answers": [{"text": "yes"}, {"text": null}], "label": [[0, 4, "P"]]}\n'
        '{"id": null, "answers": [], "label": "spam"}\n{"text": ["a", "b"], "label": []}\n',
        TWO,
    ),
    "object": (
        JSON_FILE,
        "a.json",
        '{"meta": {"text": "Jane"}, "b": 2}\n',
        FormatOptions(fields=("meta.text",)),
    ),
    "objects": (
        JSON_FILE,
        "a.json",
        '[\n\t{"text": "Jane", "id": 1e400},\n\t{"id": -0, "text": "D\\u2028"}\n]',
        FormatOptions(keep=("id",)),
    ),
    "no objects": (JSON_FILE, "a.json", "[]\n", FormatOptions()),
    "table": (CSV, "a.csv", ROWS, RULES),
    "table with semicolons": (CSV, "a.csv", "\ufeffid;text\n1;a,b\n\n2;=x\n", FormatOptions(numbers="keep")),
    "table of one column": (CSV, "a.csv", 'text\nJane\n""\n"a,b"\n', FormatOptions()),
    "table without header": (
        CSV,
        "a.csv",
        "Jane Doe,3\nJohn Roe,4\n",
        FormatOptions(header=False, columns={"column 2": ColumnRule("drop")}),
    ),
    "tabs": (TSV, "a.tsv", 'text\tother\n5" pipe\t\n\t\n', FormatOptions()),
    "empty table": (CSV, "a.csv", "", FormatOptions()),
}


@pytest.mark.parametrize("file", FILES)
@given(draw=st.data())
def test_a_format_keeps_to_the_contract(file: str, draw: st.DataObject) -> None:
    each, name, text, options = FILES[file]
    check_format(each, name, text.encode(), options, draw)


@pytest.mark.parametrize("file", FILES)
def test_an_edit_across_two_texts_is_refused(file: str) -> None:
    each, name, text, options = FILES[file]
    check_crossing(each.read(name, text.encode(), options))


def test_every_format_of_ours_stands_in_the_list() -> None:
    assert {each.name for each in list_formats()} == {each.name for each, *_ in FILES.values()}


@pytest.mark.parametrize(
    "each", [TEXT, MARKDOWN, JSON_LINES, JSON_FILE, CSV, TSV], ids=lambda each: each.name
)
@given(data=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace")))
def test_whatever_the_bytes_are_a_format_reads_or_refuses_them(each: Format, data: bytes) -> None:
    try:
        source = each.read("d", data, FormatOptions(numbers="keep"))
    except InputError:
        return
    again = each.read("d", source.write([()] * len(source.documents)), source.options)
    assert [document.text for document in again.documents] == [document.text for document in source.documents]


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12) | st.sampled_from(
    ["=1", "-5", "'=", '"', "a,b", "\r", "\n", "\ufeff", "''+", "＝x", "\t"]
)


@settings(max_examples=200)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4), st.sampled_from(",;\t|"))
def test_a_table_that_another_program_wrote_is_read_as_that_program_reads_it(
    rows: list[tuple[str, str]], delimiter: str
) -> None:
    import csv
    import io

    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter, lineterminator="\n").writerows([("text", "note"), *rows])
    rules = FormatOptions(columns={name: ColumnRule("sanitize") for name in ("text", "note")})
    source = CSV.read("a.csv", buffer.getvalue().encode(), rules)
    written = source.write([()] * len(source.documents)).decode()
    cells = list(csv.reader(io.StringIO(written, newline=""), delimiter=delimiter))
    plain = [tuple(cell.removeprefix("'") for cell in row) for row in cells[1:]]
    assert plain == [tuple(cell.removeprefix("'") for cell in row) for row in rows]


def records(count: int) -> list[dict[str, object]]:
    text = "Ticket of Jane Doe, who says that her order has not arrived, and asks for a call at noon. " * 2
    return [{"id": number, "author": "Jane", "text": f"{number} {text[:150]}"} for number in range(count)]


def as_lines() -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records(10_000)).encode()


def as_rows() -> bytes:
    rows = [f'{record["id"]},Jane,"{record["text"]}"\n' for record in records(10_000)]
    return ("id,author,text\n" + "".join(rows)).encode()


@pytest.mark.parametrize(("make", "name"), [(as_lines, "t.jsonl"), (as_rows, "t.csv")])
def test_ten_thousand_tickets_are_read_and_written_within_a_second(
    make: Callable[[], bytes], name: str
) -> None:
    data, options = make(), FormatOptions(numbers="keep")
    start = time.process_time()
    source = find_format(name, data[:4096], options).read(name, data, options)
    source.write([()] * len(source.documents))
    assert time.process_time() - start < 1.0
    assert len(source.documents) == 10_000


HOSTILE: dict[str, tuple[Format, bytes, FormatOptions]] = {
    "no UTF-8": (TEXT, b"Canary \xff", FormatOptions()),
    "NUL": (TEXT, b"Canary \0", FormatOptions()),
    "a line that is no JSON": (JSON_LINES, b'{"text": "a"}\nCanary', FormatOptions()),
    "a line that is no object": (JSON_LINES, b'["Canary"]', FormatOptions()),
    "a record without the field": (JSON_LINES, b'{"Canary": "Canary"}', FormatOptions()),
    "a number under the field": (JSON_LINES, b'{"text": 7, "x": "Canary"}', FormatOptions()),
    "an object under the field": (JSON_LINES, b'{"text": {"Canary": ""}}', FormatOptions()),
    "a key that stands twice": (JSON_LINES, b'{"text": "a", "text": "Canary"}', FormatOptions()),
    "a key that stands twice deep inside": (
        JSON_FILE,
        b'{"text": "", "x": {"Canary": 1, "Canary": 2}}',
        FormatOptions(),
    ),
    "NaN": (JSON_LINES, b'{"text": "Canary", "x": NaN}', FormatOptions()),
    "Infinity": (JSON_LINES, b'{"text": "Canary", "x": -Infinity}', FormatOptions()),
    "a million digits": (JSON_LINES, b'{"text": "Canary", "x": ' + b"9" * 1_000_000 + b"}", FormatOptions()),
    "a million digits after the point": (
        JSON_FILE,
        b'{"text": "", "x": 0.' + b"9" * 1_000_000 + b"}",
        FormatOptions(),
    ),
    "half a character": (JSON_LINES, b'{"text": "Canary \\uDc00"}', FormatOptions()),
    "half a character in a kept value": (
        JSON_FILE,
        b'{"text": "", "x": "Canary\\ud800"}',
        FormatOptions(keep=("x",)),
    ),
    "huge nesting": (
        JSON_LINES,
        b'{"text": "Canary", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        FormatOptions(),
    ),
    "deep nesting": (
        JSON_FILE,
        b'{"text": "Canary", "x": ' + b"[" * 200 + b"]" * 200 + b"}",
        FormatOptions(),
    ),
    "a kept key that is missing": (JSON_LINES, b'{"text": "Canary"}', FormatOptions(keep=("x",))),
    "a field that is misspelled": (JSON_LINES, b'{"text": "Canary"}', FormatOptions(fields=("text", "txet"))),
    "a kept key that is missing in a list": (JSON_FILE, b'[{"text": "Canary"}]', FormatOptions(keep=("x",))),
    "a key that is judged and kept": (JSON_LINES, b'{"text": "Canary"}', FormatOptions(keep=("text",))),
    "a label of another text": (
        JSON_LINES,
        b'{"text": "Canary", "label": [[0, 99]]}',
        FormatOptions(keep=("label",)),
    ),
    "a label of two texts": (
        JSON_LINES,
        b'{"a": "Canary", "b": "", "label": [[0, 1]]}',
        FormatOptions(fields=("a", "b"), keep=("label",)),
    ),
    "lines in a JSON file": (JSON_FILE, b'{"text": "Canary"}\n{"text": "b"}\n', FormatOptions()),
    "a list of texts": (JSON_FILE, b'["Canary"]', FormatOptions()),
    "a row that is too short": (CSV, b"text,note\nCanary\n", FormatOptions()),
    "a row that is too long": (CSV, b"text,note\na,b\nCanary,b,c\n", FormatOptions()),
    "a quote that does not end": (CSV, b'text,note\na,"Canary\n', FormatOptions()),
    "text behind a quote": (CSV, b'text,note\na,"b"Canary\n', FormatOptions()),
    "old line ends": (CSV, b"text,note\ra,Canary\r", FormatOptions()),
    "numbers without a rule": (CSV, b"text,age\nCanary,5\n", FormatOptions()),
    "a rule for no column": (CSV, b"text\nCanary\n", FormatOptions(columns={"x": ColumnRule("drop")})),
    "two columns of one name": (CSV, b"text,text\nCanary,b\n", FormatOptions()),
    "no column left": (CSV, b"text\nCanary\n", FormatOptions(columns={"text": ColumnRule("drop")})),
    "names without a header": (CSV, b"Jane Canary,Bob Roe\nJohn Doe,Ann Poe\n", FormatOptions()),
    "data without a header": (CSV, b"Canary,1985-03-12\nb,1990-01-01\n", FormatOptions()),
    "a single row": (CSV, b"Jane Canary,was ill\n", FormatOptions()),
    "a row that is no UTF-8": (TSV, b"text\nCanary \xff\n", FormatOptions()),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_bytes_are_refused_without_a_word_of_them(case: str) -> None:
    each, data, options = HOSTILE[case]
    check_refused(each, "d", data, options, SECRET)
