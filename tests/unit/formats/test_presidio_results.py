"""Presidio's results are read in every shape that it gives, and come back unchanged but for what is added."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reticent.errors import DocumentError
from reticent.formats.masks import PresidioResults, read_presidio_results
from reticent.text import Span


def result(start: int, end: int, kind: str = "PERSON") -> dict[str, Any]:
    return {"entity_type": kind, "start": start, "end": end, "score": 0.85, "analysis_explanation": None}


def read(content: Any) -> PresidioResults:
    found = read_presidio_results(json.dumps(content).encode(), "found.json")
    assert found is not None
    return found


NESTED = [
    {"key": "age", "value": 53, "recognizer_results": []},
    {"key": "skipped", "value": ["a", "b"], "recognizer_results": []},
    {"key": "nothing", "value": None, "recognizer_results": []},
    {"key": "notes", "value": ["Anna came.", "He left."], "recognizer_results": [[result(0, 4)], []]},
    {
        "key": "more",
        "value": {"letter": "Dear Bo"},
        "recognizer_results": [{"key": "letter", "value": "Dear Bo", "recognizer_results": [result(5, 7)]}],
    },
]


@pytest.mark.parametrize(
    ("content", "shape", "names"),
    [
        ([result(0, 4)], "one", ["the text"]),
        ([], "one", ["the text"]),
        ([[result(0, 4)], []], "batch", ["text 1", "text 2"]),
        ({"a.txt": [result(0, 4)], "b.txt": []}, "by document", ["a.txt", "b.txt"]),
        (NESTED, "values", ["age", "notes[0]", "notes[1]", "more.letter"]),
    ],
)
def test_a_shape_is_known_by_what_it_holds(content: Any, shape: str, names: list[str]) -> None:
    found = read(content)
    assert (found.shape, [text.name for text in found.texts]) == (shape, names)
    assert json.loads(found.write_with({})) == content


def test_what_is_added_stands_at_the_end_of_its_list_and_nothing_else_changes() -> None:
    found = read(NESTED)
    letter = found.texts[-1]
    assert letter.text == "Dear Bo"
    written = json.loads(found.write_with({letter.place: [(Span(0, 4), "REMOVED")]}))
    results = written[-1]["recognizer_results"][0]["recognizer_results"]
    assert results[0] == result(5, 7)
    assert (results[1]["entity_type"], results[1]["start"], results[1]["end"]) == ("REMOVED", 0, 4)
    assert written[:-1] == NESTED[:-1]


@pytest.mark.parametrize("content", ['{"d": [[1, 2]]}', "{}", "3", '{"d": []}', "not JSON"])
def test_what_is_not_presidios_is_left_to_others(content: str) -> None:
    assert read_presidio_results(content.encode(), "found.json") is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([{"start": 0, "end": 3}], "no entity_type"),
        ([3], "no entity_type"),
        ([result(4, 4)], "0 <= start < end"),
        ([result(True, 4)], "0 <= start < end"),
        ([[result(0, 2)], [result(-1, 2)]], "result 1 for text 2"),
        ([{"key": "a", "value": "b"}], "needs key, value and recognizer_results"),
        ([{"key": "a", "value": ["b"], "recognizer_results": [[], []]}], "1 texts, and results for 2"),
        ([{"key": "a", "value": "b", "recognizer_results": 3}], "are not a list"),
    ],
)
def test_what_is_wrong_is_named_by_its_place_and_never_quoted(content: Any, said: str) -> None:
    with pytest.raises(DocumentError, match=r"found\.json") as error:
        read(content)
    assert said in str(error.value)
