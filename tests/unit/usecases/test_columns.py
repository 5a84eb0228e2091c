"""Columns are evidence in every table: cells that no detector finds go because of their column, and the report counts them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.office_files import SHEET, ods, pack, swap, xlsx

from reticent import open_policy
from reticent.engine.rules import Rules
from reticent.executors import Executor, Inline, choose_executor
from reticent.formats.seam.options import FormatOptions, change_options
from reticent.policy.recipe import Recipe
from reticent.usecases.apply import apply, plan
from reticent.usecases.audit import audit
from reticent.usecases.collection import release_records, stream_records
from reticent.usecases.dataframes import sanitize_array, sanitize_values
from reticent.usecases.records import RecordsJob
from reticent.usecases.release import InputFile, Released, release, report_release

DEFAULT = open_policy("default").rules
HEALTH = open_policy("health").rules
HEADER = ["last_name", "town", "age", "dob", "note"]
HARD = [
    ["Green", "Mobile", "93", "1950-01-10", "Doing well."],
    ["Price", "Bath", "101", "10.1.29", "No change."],
    ["smith", "Reading", "90", "19290110", "Doing well."],
    ["Day", "Nice", "109", "3 Jan 1931", "No change."],
]
LEFT = ["Green", "Price", "smith", "Day", "Mobile", "Bath", "Reading", "Nice", "93", "101", "109"]
PEOPLE = ["Anna Kowalska", "John Smith", "Priya Patel", "Olga Ivanova", "Peter Meyer", "Fatima Ahmed"]
COLUMN = [*(PEOPLE[at % len(PEOPLE)] for at in range(30)), "June Day", "grace period"]


def check(name: str, data: bytes, options: FormatOptions, rules: Rules = DEFAULT) -> Released:
    """A release that an audit passes and that a second one leaves as it is; the audit finds what the original holds."""
    made = release(InputFile(name, data), rules, options=options)
    released = InputFile(name, made.data)
    assert not any(verdict.violations for verdict in audit(released, rules, options=options))
    assert release(released, rules, options=options).data == made.data
    assert any(verdict.violations for verdict in audit(InputFile(name, data), rules, options=options))
    original = audit(released, rules, original=InputFile(name, data), options=options)
    assert not any(verdict.violations for verdict in original)
    return made


def csv(rows: Sequence[Sequence[str]]) -> bytes:
    return "".join(",".join(row) + "\n" for row in rows).encode()


RULES = change_options(FormatOptions(), columns=["age=sanitize", "dob=sanitize"])


@pytest.mark.parametrize("rules", [DEFAULT, HEALTH])
def test_cells_of_a_table_go_by_their_headers(rules: Rules) -> None:
    made = check("a.csv", csv([HEADER, *HARD]), RULES, rules)
    text = made.data.decode()
    assert not [word for word in LEFT if word in text]
    assert "1929" not in text
    assert "1931" not in text
    assert text.startswith("last_name,town,age,dob,note\n")
    assert "Doing well." in text


def test_records_of_json_lines_go_by_their_keys() -> None:
    lines = [{"patient": dict(zip(HEADER, row, strict=True))} for row in HARD]
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    options = FormatOptions(fields=tuple(f"patient.{key}" for key in HEADER))
    text = check("a.jsonl", data, options).data.decode()
    assert not [word for word in LEFT if word in text]


def test_cells_of_a_parquet_file_go_by_their_columns() -> None:
    rows = [dict(zip(HEADER, row, strict=True)) for row in HARD]
    table = pa.table(
        {
            "patient": [{key: row[key] for key in HEADER[:2]} for row in rows],
            "age": [int(row["age"]) for row in rows],
            "note": [row["note"] for row in rows],
        }
    )
    out = io.BytesIO()
    pq.write_table(table, out)
    made = check("a.parquet", out.getvalue(), change_options(FormatOptions(), columns=["age=sanitize"]))
    text = str(pq.read_table(io.BytesIO(made.data)).to_pylist())
    assert not [word for word in LEFT if word in text]


def xlsx_rows(rows: Sequence[Sequence[str]]) -> str:
    cells = (
        (
            at,
            [
                f'<c r="{chr(65 + place)}{at}" t="inlineStr"><is><t>{text}</t></is></c>'
                for place, text in enumerate(row)
            ],
        )
        for at, row in enumerate(rows, 3)
    )
    return "".join(f'<row r="{at}">{"".join(row)}</row>' for at, row in cells)


def ods_table(rows: Sequence[Sequence[str]]) -> str:
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    lines = (f"<table:table-row>{''.join(map(cell.format, row))}</table:table-row>" for row in rows)
    return f'<table:table table:name="Sheet2">{"".join(lines)}</table:table>'


def sheet_of(rows: Sequence[Sequence[str]]) -> bytes:
    members = xlsx()
    text = members[SHEET].decode()
    begin, end = text.index("<sheetData>") + len("<sheetData>"), text.index("</sheetData>")
    swap(members, SHEET, text[begin:end], xlsx_rows(rows))
    return pack(members)


def open_sheet_of(rows: Sequence[Sequence[str]]) -> bytes:
    return pack(ods(rest=ods_table(rows)))


@pytest.mark.parametrize(("name", "make"), [("a.xlsx", sheet_of), ("a.ods", open_sheet_of)])
def test_cells_of_a_sheet_go_by_their_headers_and_their_columns(
    name: str, make: Callable[[Sequence[Sequence[str]]], bytes]
) -> None:
    made = check(name, make([HEADER, *HARD]), FormatOptions())
    assert not [word for word in LEFT if word in made.outcomes[0].text]
    assert "last_name" in made.outcomes[0].text
    made = check(name, make([["key", "who"], *(["x", each] for each in COLUMN)]), FormatOptions())
    assert "Day" not in made.outcomes[0].text
    assert "period" not in made.outcomes[0].text


def test_an_audit_finds_what_goes_by_its_header_alone() -> None:
    leaking = InputFile("a.csv", b"town,note\nMobile,Doing well.\nMobile,No change.\n")
    verdicts = audit(leaking, DEFAULT)
    assert [[each.kind for each in verdict.violations] for verdict in verdicts] == [
        ["LOCATION"],
        ["LOCATION"],
    ]


def test_nearly_all_cells_of_a_column_tell_what_the_others_are() -> None:
    data = csv([["key", "who"], *(["x", each] for each in COLUMN)])
    made = check("a.csv", data, FormatOptions())
    assert b"Day" not in made.data
    assert b"period" not in made.data
    report = report_release(made)
    counted = [document["by_column"] for document in report["documents"]]
    assert sum(counted) >= 1
    assert all(count == 0 for count in counted[:30])


@pytest.mark.parametrize("executor", [Inline(), pytest.param(choose_executor(2), marks=pytest.mark.slow)])
def test_a_stream_is_judged_by_its_first_rows_whoever_does_the_work(
    tmp_path: Path, executor: Executor
) -> None:
    rows = [["key", "who"], *(["x", each] for each in COLUMN * 13), ["x", "Bath Green"]]
    source, target = tmp_path / "a.csv", tmp_path / "out.csv"
    source.write_bytes(csv(rows))
    job = RecordsJob("a.csv", "csv", Recipe(), FormatOptions())
    run = release_records(source, target, job, executor)
    assert target.read_bytes() == release(InputFile("a.csv", csv(rows)), DEFAULT).data
    assert b"Green" not in target.read_bytes()
    assert run.totals.cells >= 1
    written: list[bytes] = []
    stream_records(io.BytesIO(csv(rows)), written.append, job, executor)
    assert b"".join(written) == target.read_bytes()


def test_a_plan_without_a_cell_that_goes_by_its_column_is_not_carried_out() -> None:
    given = InputFile("a.csv", csv([HEADER, *HARD]))
    plans = plan(given, DEFAULT, options=RULES).plans
    assert apply(given, plans, DEFAULT, options=RULES).released
    town = next(each for each in plans[0].decisions if each.kind == "LOCATION")
    less = replace(plans[0], decisions=tuple(each for each in plans[0].decisions if each is not town))
    applied = apply(given, [less, *plans[1:]], DEFAULT, options=RULES)
    assert applied.released is None
    assert [each.kind for each in applied.outcomes[0].violations] == ["LOCATION"]


def test_a_column_of_values_is_judged_by_its_header_and_by_the_others() -> None:
    policy = open_policy("default")
    assert list(sanitize_values(["Mobile", None], policy, header="town")) == ["[LOCATION]", None]
    assert list(sanitize_values(["Mobile", None], policy)) == ["Mobile", None]
    released = sanitize_array(pa.chunked_array([COLUMN[:20], COLUMN[20:]]), policy)
    assert all("PERSON" in each for each in released.to_pylist())
    assert [len(chunk) for chunk in released.chunks] == [20, 12]
