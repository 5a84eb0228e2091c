"""JSON is taken strictly: what two readers could understand in two ways is refused, and the rest comes back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import DocumentError, InputError
from reticent.formats.json_values import DEEPEST, parse, to_text
from reticent.formats.objects._paths import build_paths, select


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": "Zorblat", "a": 2}', "a key stands twice"),
        ('[{"b": {"a": 1, "\\u0061": "Zorblat"}}]', "a key stands twice"),
        ('{"Zorblat": NaN}', "not JSON"),
        ('{"Zorblat": -Infinity}', "not JSON"),
        ('{"Zorblat": "\\ud83d"}', "half a character"),
        ("[" * (DEEPEST + 1) + '"Zorblat"' + "]" * (DEEPEST + 1), "deep"),
        ("[" * 100_000, "deep|not a JSON"),
        ('{"a": ' + "1" * 401 + "}", "400 characters"),
        ('{"Zorblat": }', "not a JSON object"),
    ],
)
def test_what_readers_may_understand_differently_is_refused_and_not_quoted(text: str, told: str) -> None:
    with pytest.raises(DocumentError, match=told) as caught:
        parse(text, "'a.json'")
    assert "Zorblat" not in str(caught.value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab\u2028"), inner, max_size=3),
    )
)
def test_a_value_comes_back_on_one_line(value: object) -> None:
    written = to_text(parse(json.dumps(value), "'a.json'"))
    assert json.loads(written) == value
    assert len(written.splitlines()) == 1


def test_a_file_of_which_nothing_would_be_judged_is_refused() -> None:
    with pytest.raises(InputError, match="nothing would be judged"):
        build_paths((), ("id",))


@pytest.mark.parametrize("value", [5, True, 1.5, {"inner": "text"}, ["text", 5]])
def test_what_is_no_text_under_a_judged_key_is_refused(value: object) -> None:
    record = parse(json.dumps({"text": value}), "'a.json'")
    with pytest.raises(DocumentError, match="something other than a text"):
        select(record, build_paths(("text",), ()), "'a.json'")
