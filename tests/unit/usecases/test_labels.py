"""Labels of files: names of columns, keys, sheets and members go out judged, as placeholders where they tell."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.contracts.cg_worlds import small_world
from tests.office_files import BOOK, SHEET, add_part, ods, pack, swap, unpack, xlsx

from reticent import open_policy
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, PromiseError
from reticent.executors import Inline
from reticent.formats.seam.options import ColumnRule, FormatOptions, change_options
from reticent.models.privacy_model import Unseen
from reticent.policy.recipe import Recipe
from reticent.usecases.audit import audit
from reticent.usecases.collection import stream_records
from reticent.usecases.records import RecordsJob
from reticent.usecases.release import InputFile, Released, release

DEFAULT = open_policy("default").rules
HEALTH = open_policy("health").rules
KEPT = FormatOptions(numbers="keep")


def small_rules(unseen: Unseen) -> Rules:
    return Rules((replace(small_world(), unseen=unseen),))


@dataclass(frozen=True)
class _Ready:
    """A recipe of which all is made already."""

    made: Rules
    pseudonyms: None = None

    def make_rules(self) -> Rules:
        return self.made


def stream(name: str, data: bytes, rules: Rules, options: FormatOptions) -> bytes:
    written: list[bytes] = []
    job = RecordsJob(name, name.rpartition(".")[2], cast(Recipe, _Ready(rules)), options)
    stream_records(io.BytesIO(data), written.append, job, Inline())
    return b"".join(written)


def make(
    name: str, data: bytes | str, options: FormatOptions = KEPT, rules: Rules = DEFAULT
) -> tuple[Released, bytes]:
    """A release, which an audit passes and which a second release leaves as it is."""
    given = InputFile(name, data.encode() if isinstance(data, str) else data)
    made = release(given, rules, options=options)
    again = InputFile(name, made.data)
    assert not any(verdict.violations for verdict in audit(again, rules, options=options))
    assert release(again, rules, options=options).data == made.data
    return made, made.data


def parquet(columns: Mapping[str, object]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("header", "released"),
    [
        ("week,Anna Kowalska,John Smith", "week,[PERSON 1],[PERSON 2]"),
        ("week,Anna Kowalska,note", "week,[PERSON],note"),
        ("week,jane.doe@example.org,note", "week,[EMAIL],note"),
        ("week,SSN 219-09-9999,note", "week,[US SSN],note"),
        ("week,anna_kowalska,johnSmithScore", "week,[PERSON 1],[PERSON 2]"),
        ("week,12 March 2024,19 March 2024", "week,[DATE 1],[DATE 2]"),
        ('week,"Kowalska, Anna",note', 'week,"[PERSON]",note'),
        ("week,Anna Kowalska,[PERSON]", "week,[PERSON 1],[PERSON]"),
        ("week,last_name,Diagnosis", "week,last_name,Diagnosis"),
    ],
)
def test_a_column_named_after_somebody_goes_out_under_a_placeholder(header: str, released: str) -> None:
    data = f"{header}\n1,fine,well\n2,well,fine\n"
    options = replace(KEPT, header=True)
    made, written = make("hours.csv", data, options)
    assert written.decode().splitlines()[0] == released
    assert stream("hours.csv", data.encode(), DEFAULT, options) == written
    assert made.data.count(b"\n") == 3


def test_a_table_without_a_header_has_no_labels() -> None:
    _, written = make("a.csv", "1,All well.\n2,No change.\n", replace(KEPT, header=False))
    assert written == b"1,All well.\n2,No change.\n"


def test_a_leaking_header_is_found_by_the_audit() -> None:
    verdicts = audit(
        InputFile("a.csv", b"week,Anna Kowalska\n1,fine\n2,well\n"),
        DEFAULT,
        options=replace(KEPT, header=True),
    )
    assert verdicts[-1].document.id == "a.csv, names of its parts"
    assert [each.kind for each in verdicts[-1].violations] == ["PERSON"]


def test_columns_of_a_parquet_file_and_parts_of_records_are_labels() -> None:
    data = parquet(
        {
            "jane.doe@example.org": ["fine"],
            "SSN 219-09-9999": ["well"],
            "scores": [{"Anna Kowalska": "good", "total": "two"}],
            "note": ["Nothing."],
        }
    )
    _, written = make("a.parquet", data)
    table = pq.read_table(io.BytesIO(written))
    assert table.column_names == ["[EMAIL]", "[US SSN]", "scores", "note"]
    assert table["scores"].to_pylist() == [{"[PERSON]": "good", "total": "two"}]
    assert b"jane" not in written
    assert b"Kowalska" not in written


def test_kept_columns_of_a_parquet_file_have_other_names_too() -> None:
    data = parquet(
        {"Anna Kowalska": [1, 2], "parts": [{"John Smith": 1}, {"John Smith": 2}], "note": ["a", "b"]}
    )
    options = change_options(KEPT, columns=["parts=keep"])
    made = release(InputFile("a.parquet", data), DEFAULT, options=options)
    table = pq.read_table(io.BytesIO(made.data))
    assert table.column_names == ["[PERSON 1]", "parts", "note"]
    assert table["parts"].to_pylist() == [{"[PERSON 2]": 1}, {"[PERSON 2]": 2}]


def test_keys_inside_kept_values_are_judged_record_by_record() -> None:
    lines = [
        {"text": "All well.", "hours": {"Anna Kowalska": {"mon": 3}, "John Smith": 2, "total": 5}},
        {"text": "All well.", "hours": [{"John Smith": 1}]},
        {"text": "All well.", "hours": None},
    ]
    data = "".join(json.dumps(line) + "\n" for line in lines)
    options = FormatOptions(keep=("hours",))
    _, written = make("a.jsonl", data, options)
    assert [json.loads(line)["hours"] for line in written.splitlines()] == [
        {"[PERSON 1]": {"mon": 3}, "[PERSON 2]": 2, "total": 5},
        [{"[PERSON]": 1}],
        None,
    ]
    assert stream("a.jsonl", data.encode(), DEFAULT, options) == written


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_keys_that_are_named_to_go_out_are_judged_too(name: str) -> None:
    data = json.dumps({"Anna Kowalska": {"text": "All well."}, "jane.doe@example.org": "x"})
    options = FormatOptions(fields=("Anna Kowalska.text",), keep=("jane.doe@example.org",))
    made = release(InputFile(name, data.encode()), DEFAULT, options=options)
    assert json.loads(made.data) == {"[PERSON]": {"text": "All well."}, "[EMAIL]": "x"}


def test_tables_in_an_archive_have_their_columns_judged() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("AnnaKowalska.csv", "week,John Smith\none,fine\ntwo,well\n")
        archive.writestr("budget.csv", "week,note\none,fine\ntwo,well\n")
    _, written = make("a.zip", out.getvalue(), replace(KEPT, header=True))
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        assert archive.namelist() == ["0001.csv", "budget.csv"]
        assert archive.read("0001.csv").startswith(b"week,[PERSON]\n")


def book(*names: str) -> bytes:
    members = xlsx(names=names[0])
    sheet = members[SHEET]
    media = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
    for number, name in enumerate(names[1:], 1):
        add_part(members, BOOK, "worksheet", f"xl/worksheets/other{number}.xml", sheet, media)
        entry = f'<sheet name="{name}" sheetId="{number + 7}" r:id="rworksheet{number}"/></sheets>'
        swap(members, BOOK, "</sheets>", entry)
    return pack(members)


def names_in(data: bytes) -> list[str]:
    texts = (each.decode("utf-8", "replace") for each in unpack(data).values())
    return [
        name for text in texts for name in re.findall(r'<(?:sheet|table:table) [^>]*name="([^"]*)"', text)
    ]


@pytest.mark.parametrize(
    ("rules", "names", "released"),
    [
        (DEFAULT, ("January 2024", "February 2024"), ["(DATE 1)", "(DATE 2)"]),
        (HEALTH, ("January 2024", "February 2024", "March 2024"), ["2024", "2024 (2)", "2024 (3)"]),
        (DEFAULT, ("Budget", "AnnaKowalska"), ["Budget", "(PERSON 2)"]),
        (DEFAULT, ("Budget", "Overview"), ["Budget", "Overview"]),
    ],
)
def test_sheets_get_names_that_tell_nothing_and_differ(
    rules: Rules, names: tuple[str, ...], released: list[str]
) -> None:
    _, written = make("a.xlsx", book(*names), rules=rules)
    assert names_in(written) == released


def test_sheets_of_an_open_document_get_names_that_differ() -> None:
    other = '<table:table table:name="February 2024"><table:table-row/></table:table>'
    _, written = make("a.ods", pack(ods(name="January 2024", rest=other)))
    assert names_in(written) == ["(DATE 1)", "(DATE 2)"]


def test_no_message_quotes_a_label_of_the_file() -> None:
    name = "Kowalska"
    for data, options in [
        (f"a,{name}\nx,1\ny,2\n", FormatOptions(header=True)),
        (f"{name},{name}\nx,1\n", FormatOptions(header=True)),
        (f"a,{name}\nx,1\n", change_options(KEPT, columns=["b=drop"], header=True)),
        (f"a,{name}\nx,1\n", replace(KEPT, header=True, subject_field="who")),
    ]:
        with pytest.raises(DocumentError, match="column") as told:
            release(InputFile("a.csv", data.encode()), DEFAULT, options=options)
        assert name not in str(told.value)
    with pytest.raises(DocumentError, match="column 1") as told:
        release(InputFile("a.parquet", parquet({name: [b"x"]})), DEFAULT, options=KEPT)
    assert name not in str(told.value)


def test_a_column_can_be_called_by_its_place() -> None:
    options = change_options(FormatOptions(), columns=["column 2=drop"], header=True)
    made = release(
        InputFile("a.csv", b"note,Anna Kowalska\nAll well.,1\nNone.,2\n"), DEFAULT, options=options
    )
    assert made.data == b"note\nAll well.\nNone.\n"
    assert made.dropped == {"column 'column 2'": 2}


@pytest.mark.parametrize(
    ("header", "unseen", "becomes"),
    [
        ("result", "refuse", "result"),
        ("HIV result", "refuse", "[REMOVED]"),
        ("hivResult", "keep", "[REMOVED]"),
        ("hiv_result", "keep", "[REMOVED]"),
        ("zidovudine", "remove", "[REMOVED]"),
        ("zidovudine", "keep", "zidovudine"),
    ],
)
def test_a_column_that_tells_of_a_protected_entity_loses_its_name(
    header: str, unseen: Unseen, becomes: str
) -> None:
    data, rules = f"note,{header}\nFor a test.,a test\n".encode(), small_rules(unseen)
    made = release(InputFile("notes.csv", data), rules)
    assert made.data.decode().splitlines()[0] == f"note,{becomes}"
    assert made.data == stream("notes.csv", data, rules, FormatOptions())
    tells = [
        verdict for verdict in audit(InputFile("notes.csv", data), rules) if "names" in verdict.document.id
    ]
    assert bool(tells) == (header != becomes)


def test_a_word_in_a_label_that_the_corpus_has_never_seen_is_for_a_person_to_decide() -> None:
    data = b"note,zidovudine\nFor a test.,a test\n"
    with pytest.raises(PromiseError, match=r"label 2 .*--unseen keep") as told:
        release(InputFile("notes.csv", data), small_rules("refuse"))
    assert "zidovudine" not in str(told.value)
    with pytest.raises(PromiseError, match="label 2"):
        stream("notes.csv", data, small_rules("refuse"), FormatOptions())
    assert audit(InputFile("notes.csv", data), small_rules("refuse"))[-1].undecided


def test_a_column_that_is_left_out_tells_nothing() -> None:
    dropped = FormatOptions(columns={"HIV result": ColumnRule("drop")})
    made = release(
        InputFile("notes.csv", b"note,HIV result\nFor a test.,a test\n"),
        small_rules("refuse"),
        options=dropped,
    )
    assert made.data == b"note\nFor a test.\n"


def test_a_kept_key_that_tells_of_a_protected_entity_loses_its_name() -> None:
    data, options = b'{"text": "For a test.", "HIV": 1}\n', FormatOptions(keep=("HIV",))
    made = release(InputFile("notes.jsonl", data), small_rules("keep"), options=options)
    assert made.data == b'{"text": "For a test.", "[REMOVED]": 1}\n'
    assert made.data == stream("notes.jsonl", data, small_rules("keep"), options)
    assert release(InputFile("notes.jsonl", data), small_rules("keep")).data == b'{"text": "For a test."}\n'


def test_columns_that_are_left_out_are_not_named_where_their_names_tell_something() -> None:
    table = b"week,ann@example.org,jane@example.org,note\n1,x,y,hello\n2,x,z,hello\n"
    rules = {name: ColumnRule("drop") for name in ("week", "ann@example.org", "jane@example.org")}
    released = release(
        InputFile("t.csv", table),
        DEFAULT,
        options=FormatOptions(columns=rules, header=True),
    )
    assert released.dropped == {"column 'week'": 2, "column [EMAIL 1]": 2, "column [EMAIL 2]": 2}
    assert b"@" not in released.data
