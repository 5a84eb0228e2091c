"""What a header says of its cells, and what nearly all cells of a column are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reticent.detection import WordList, patterns
from reticent.detection.columns import (
    BY_COLUMN,
    ROWS,
    find_by_column,
    settle_columns,
    take_evidence,
)
from reticent.detection.detector import BY_HEADER, settle
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Cell, Document, Mention, Span

KINDS = frozenset(
    "PERSON LOCATION ORGANIZATION DATE AGE PHONE EMAIL US_SSN MEDICAL_RECORD POSTCODE CODE NATIONAL_ID".split()
)


def cell(text: str, header: str = "", table: str = "a") -> Document:
    return Document("row", text, cells=(Cell(Span(0, len(text)), (table, 0), header),))


def kinds_under(header: str, text: str, **options: str) -> list[str]:
    found = find_by_column(cell(text, header), KINDS, **options)  # type: ignore[arg-type]
    assert all(each.reason == BY_HEADER for each in found)
    return [each.kind for each in found]


@pytest.mark.parametrize(
    ("header", "text", "kind"),
    [
        ("last_name", "Green", "PERSON"),
        ("LastName", "smith", "PERSON"),
        ("lastname", "Price", "PERSON"),
        ("Patient last name", "Day", "PERSON"),
        ("patient.surname", "Bath", "PERSON"),
        ("First Name (legal)", "Will", "PERSON"),
        ("Customer Name", "Wei Day", "PERSON"),
        ("surname", "No", "PERSON"),
        ("name", "Green", "PERSON"),
        ("referred_by", "Green", "PERSON"),
        ("Social worker", "Green", "PERSON"),
        ("Patients Name", "Day", "PERSON"),
        ("Doctor", "Price", "PERSON"),
        ("attendees", "Dr A. Young", "PERSON"),
        ("account manager", "Rose van der Day", "PERSON"),
        ("patient's name", "young", "PERSON"),
        ("town", "Mobile", "LOCATION"),
        ("home_city", "Bath", "LOCATION"),
        ("Place of birth", "Reading", "LOCATION"),
        ("address_line_1", "The Old Mill", "LOCATION"),
        ("employer", "Target", "ORGANIZATION"),
        ("age", "93", "AGE"),
        ("Age (years)", "101", "AGE"),
        ("age_at_admission", "90+", "AGE"),
        ("patientAge", "ninety-two", "AGE"),
        ("dob", "10.1.50", "DATE"),
        ("Date of Birth", "19500110", "DATE"),
        ("admission date", "3/4", "DATE"),
        ("dob", "1929-01-10", "AGE"),
        ("dob", "10011929", "AGE"),
        ("YOB", "1929", "AGE"),
        ("phone", "5550123", "PHONE"),
        ("Mobile No.", "555 01 23", "PHONE"),
        ("email", "jane at example", "EMAIL"),
        ("SSN", "219099999", "US_SSN"),
        ("mrn", "4471", "MEDICAL_RECORD"),
        ("ZIP", "0213", "POSTCODE"),
        ("passport number", "X123", "NATIONAL_ID"),
    ],
)
def test_a_header_says_what_its_cells_are(header: str, text: str, kind: str) -> None:
    assert kinds_under(header, text) == [kind]


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("last_name", "unknown"),
        ("last_name", "N/A"),
        ("last_name", " - "),
        ("last_name", ""),
        ("age", "89"),
        ("page", "93"),
        ("stage", "93"),
        ("average", "93"),
        ("phone", "none given"),
        ("mobile", "iPhone 12"),
        ("surname", "NA"),
        ("note", "No"),
        ("has_phone", "5550123"),
        ("phone_verified", "1"),
        ("email_sent", "yes"),
        ("city_count", "12"),
        ("product_name", "Green"),
        ("file name", "Green"),
        ("name", "green"),
        ("name", "node-17"),
        ("manager", "The one who was there on Monday said no"),
        ("patient", "was seen"),
        ("customer type", "Green"),
        ("note", "Green"),
        ("column 3", "Green"),
        ("dob", "not known"),
        ("last_name", "x" * 201),
    ],
)
def test_a_header_says_nothing_of_other_cells(header: str, text: str) -> None:
    assert kinds_under(header, text) == []


def test_all_ages_go_where_the_policy_looks_for_all() -> None:
    assert kinds_under("age", "41", ages="all") == ["AGE"]


def test_only_kinds_that_the_policy_looks_for_go() -> None:
    assert find_by_column(cell("Green", "surname"), {"EMAIL"}) == []
    assert [each.kind for each in find_by_column(cell("555", "phone"), {"CONTACT"})] == ["CONTACT"]


def test_a_cell_that_an_earlier_release_masked_is_left_alone() -> None:
    masked = mark_placeholders(cell("[PERSON 1]", "surname"), KINDS)
    assert find_by_column(masked, KINDS) == []
    rest = mark_placeholders(cell("[PERSON 1] Green", "surname"), KINDS)
    assert [each.span for each in find_by_column(rest, KINDS)] == [Span(0, 16)]


def test_what_the_header_says_outweighs_another_kind_of_the_same_words_but_not_their_entity() -> None:
    said = Mention(Span(0, 4), "AGE", 0.01, BY_HEADER)
    assert settle([said, Mention(Span(0, 4), "DATE", 1.0, "pattern date")])[0].kind == "AGE"
    person = Mention(Span(0, 4), "PERSON", 0.01, BY_HEADER)
    assert settle([person, Mention(Span(0, 4), "PERSON", 0.9, "tagger", 3)])[0].entity == 3


def test_other_addresses_than_those_of_houses_are_what_they_are() -> None:
    found = find_by_column(cell("10.0.0.1", "IP address"), {"LOCATION", "IP"})
    assert [each.kind for each in found] == ["IP"]


NAMES = [WordList(["Ann", "Bob", "Eve"], kind="PERSON"), WordList(["Rome"], kind="LOCATION")]


def column(texts: Sequence[str], table: str = "a") -> list[Document]:
    return [mark_placeholders(cell(text, table=table), KINDS) for text in texts]


@pytest.mark.parametrize(
    ("texts", "settled"),
    [
        (["Ann"] * 9 + ["Green"], True),
        (["Ann"] * 17 + ["Green", "Price"], False),
        (["Ann"] * 18 + ["Green", "Price"], True),
        (["Ann"] * 8 + ["Green"], False),
        (["Ann"] * 17 + ["Rome", "Green"], True),
        (["Ann"] * 9 + ["", "unknown", "-"], False),
        (["Dr Ann"] * 9 + ["Green"], True),
        (["[PERSON 1]"] * 9 + ["Green"], True),
        (["[DATE]"] * 5 + ["Ann"] * 5, False),
        (["Ann was here today"] * 10, False),
        (["Ann " + "and so on " * 10] * 10, False),
    ],
)
def test_nine_in_ten_cells_settle_a_column(texts: list[str], *, settled: bool) -> None:
    assert settle_columns(column(texts), NAMES) == ({("a", 0): "PERSON"} if settled else {})


def test_each_table_is_settled_by_itself() -> None:
    documents = column(["Ann"] * 10, "a") + column(["Green"] * 10, "b")
    assert settle_columns(documents, NAMES) == {("a", 0): "PERSON"}


def test_the_first_rows_of_a_table_settle_its_columns() -> None:
    texts = ["Ann"] * ROWS + ["Green"] * ROWS
    assert settle_columns(column(texts), NAMES) == {("a", 0): "PERSON"}
    assert settle_columns(column(texts[::-1]), NAMES) == {}


def test_the_rest_of_a_settled_column_goes_for_that_reason() -> None:
    document = take_evidence(cell("Green"), {("a", 0): "PERSON"})
    assert [(each.kind, each.reason) for each in find_by_column(document, KINDS)] == [("PERSON", BY_COLUMN)]
    assert find_by_column(take_evidence(cell("Green"), {("b", 0): "PERSON"}), KINDS) == []
    assert find_by_column(take_evidence(cell("b"), {("a", 0): "PERSON"}), KINDS) == []
    assert find_by_column(take_evidence(cell("green " * 20), {("a", 0): "PERSON"}), KINDS) == []


def test_columns_of_dates_are_settled_whatever_finds_them() -> None:
    dates = column([f"2024-03-{day:02d}" for day in range(1, 20)] + ["Lent"])
    assert settle_columns(dates, [patterns(["DATE"])]) == {("a", 0): "DATE"}


def test_large_sheets_are_settled_by_the_first_cells_of_each_column() -> None:
    count = 40_000
    text = "Ann\n" * ROWS + "Bob\n" * 9 + "Eva\n" * count
    cells = tuple(Cell(Span(at * 4, at * 4 + 3), ("a", 0)) for at in range(len(text) // 4))
    seen: list[int] = []

    class Watching(WordList):
        def mentions(self, document: Document) -> Sequence[Mention]:
            seen.append(len(document.text))
            return super().mentions(document)

    document = Document("sheet", text, cells=cells)
    assert settle_columns([document], [Watching(["Ann"], kind="PERSON")]) == {("a", 0): "PERSON"}
    assert max(seen) < len(text) / 10
