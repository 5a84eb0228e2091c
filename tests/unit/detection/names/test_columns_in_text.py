"""Columns inside running text: their labels tell what they hold, and where most cells are names, the others are too."""

from __future__ import annotations

import pytest

from reticent.detection.names.columns_in_text import find_in_columns
from reticent.language import DEFAULT_LANGUAGE
from reticent.text import Mention, Span

TUPLES = "INSERT INTO p VALUES (1,'Okonkwo','F'),(2,'Day','M'),(3,'Price','F');"
LINES = "Who,Where,Since\nOkonkwo,Leith,2019\nDay,Mobile,2020\nPrice,Bath,2021\n"
JSON = '[{"sn": "Okonkwo"}, {"sn": "Day"}, {"sn": "Price"}]'
XML = "<p><sn>Okonkwo</sn><sn>Day</sn><sn>Price</sn></p>"


def found(text: str, *names: str, kind: str = "PERSON") -> list[tuple[str, str]]:
    """What columns add where these names are found."""
    mentions = [
        Mention(Span(text.index(name), text.index(name) + len(name)), kind, 0.9, "test") for name in names
    ]
    mentions.sort(key=lambda each: each.span.start)
    return [(each.kind, each.span.of(text)) for each in find_in_columns(text, mentions, DEFAULT_LANGUAGE)]


@pytest.mark.parametrize(
    "text", [TUPLES, LINES, LINES.replace(",", "\t"), LINES.replace(",", "|"), JSON, XML]
)
def test_a_cell_among_names_is_a_name(text: str) -> None:
    assert found(text, "Okonkwo", "Price") == [("PERSON", "Day")]


def test_a_column_of_two_kinds_counts_and_the_more_frequent_is_taken() -> None:
    mentions = [
        Mention(Span(LINES.index(name), LINES.index(name) + len(name)), kind, 0.9, "test")
        for name, kind in (("Leith", "LOCATION"), ("Bath", "LOCATION"))
    ]
    assert [each.span.of(LINES) for each in find_in_columns(LINES, mentions, DEFAULT_LANGUAGE)] == ["Mobile"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (TUPLES, ["Okonkwo"]),
        (TUPLES + " -- by Marion", ["Okonkwo", "Marion"]),
        (LINES.replace("Day", "null"), ["Okonkwo", "Price"]),
        (LINES.replace("Day", "Day of the long dark rain"), ["Okonkwo", "Price"]),
        (LINES.replace("Day", "B12"), ["Okonkwo", "Price"]),
        (LINES.replace("Day", "day"), ["Okonkwo", "Price"]),
        ("Okonkwo came, Price left, and so did the Day shift.", ["Okonkwo", "Price"]),
    ],
)
def test_too_few_names_no_names_and_prose_add_nothing(text: str, names: list[str]) -> None:
    assert found(text, *names) == []


def test_the_header_is_no_name() -> None:
    assert found(LINES, "Okonkwo", "Day", "Price") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Surname,Town\nDay,Mobile\n", [("PERSON", "Day"), ("LOCATION", "Mobile")]),
        ("| Surname | Town |\n| --- | --- |\n| Day | Bath |\n", [("PERSON", "Day"), ("LOCATION", "Bath")]),
        (
            "INSERT INTO p (id, `surname`, town) VALUES (1,'Day','Bath');",
            [("PERSON", "Day"), ("LOCATION", "Bath")],
        ),
        (
            '{"lastName": "Day", "city": "Mobile", "state": "Open"}',
            [("PERSON", "Day"), ("LOCATION", "Mobile")],
        ),
        ("Town: Mobile\nEmployer: Green\nMood: Low\n", [("LOCATION", "Mobile"), ("ORGANIZATION", "Green")]),
    ],
)
def test_a_label_says_what_a_cell_is(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_a_label_changes_the_kind_of_what_is_found() -> None:
    assert found("Hospital: Rose\n", "Rose") == [("ORGANIZATION", "Rose")]
    assert found("Town: Rose\n", "Rose", kind="LOCATION") == []


@pytest.mark.parametrize(
    "text",
    [
        "Town: unknown to us\n",
        "Town: n/a\n",
        "Name: Brompton\n",
        '{"name": "Carradice", "title": "Bag"}',
        "In town: Mobile phones are sold at every corner of it.\n",
        "Part,Maker\nSaddle,Day\n",
    ],
)
def test_what_a_label_does_not_tell_stays(text: str) -> None:
    assert found(text) == []
