"""Stand-ins in an answer become what they stand for, however the answer is cut, and nothing is held back without need."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.usecases.restoring import StandInTable, StreamRestorer, restore_answer

PEOPLE = {
    "[PERSON 1]": "Ann Porter",
    "[PERSON 12]": 'Bob "Bo" Miller',
    "[EMAIL 1]": "ann@example.org",
    "[Tomás Cordero]": "José\nGarcía",
}
SAID = st.lists(
    st.sampled_from(
        [
            *PEOPLE,
            "[PERSON 2]",
            "[person_1]",
            "[[PERSON 1]]",
            "[",
            "]",
            "PERSON",
            " 1",
            " 12",
            "a",
            "é",
            " ",
            "1",
        ]
    ),
    max_size=12,
).map("".join)


def chunk(text: str, *, key: str = "content", end: str | None = None) -> dict[str, object]:
    delta = {"tool_calls": [{"index": 0, "function": {key: text}}]} if key == "arguments" else {key: text}
    return {"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}


def read(chunks: Iterable[dict[str, object]], key: str = "content") -> str:
    said = ""
    for each in chunks:
        for choice in each["choices"]:  # type: ignore[attr-defined]
            delta = choice["delta"]
            if key == "arguments":
                delta = delta["tool_calls"][0]["function"] if "tool_calls" in delta else {}
            said += delta.get(key) or ""
    return said


@given(SAID, st.lists(st.integers(0, 60), max_size=8), st.sampled_from(["content", "arguments"]))
def test_a_stream_says_what_the_whole_answer_says(text: str, cuts: list[int], key: str) -> None:
    table = StandInTable(PEOPLE)
    pieces = [text[a:b] for a, b in pairwise([0, *sorted(min(cut, len(text)) for cut in cuts), len(text)])]
    restorer = StreamRestorer(table)
    made = [out for piece in pieces for out in restorer.restore(chunk(piece, key=key))]
    made += [*restorer.finish()]
    assert read(made, key) == restore_answer({key: text}, StandInTable(PEOPLE))[key]


@given(SAID)
def test_only_the_beginning_of_a_stand_in_is_held_back(text: str) -> None:
    table = StandInTable(PEOPLE)
    at = table.find_open(text)
    held = text[at:].lower().replace("_", " ")
    shown = [each.lower() for each in PEOPLE]
    assert not held or any(each.startswith(held) or each.strip("[]").startswith(held) for each in shown)


@pytest.mark.parametrize(
    ("said", "restored"),
    [
        ("[PERSON 1]'s", "Ann Porter's"),
        ("[Person_1] and [PERSON 12]", 'Ann Porter and Bob "Bo" Miller'),
        ("[PERSON 2], PERSON, [PERSON]", "[PERSON 2], PERSON, [PERSON]"),
        # Small models leave the brackets away; words in another case, or joined to others, may be anybody's.
        ("PERSON 1's and PERSON 12.", 'Ann Porter\'s and Bob "Bo" Miller.'),
        ("Person 1, A PERSON 1A, XPERSON 1, PERSON 123", "Person 1, A PERSON 1A, XPERSON 1, PERSON 123"),
        ("EMAIL 1 (PERSON 1)", "ann@example.org (PERSON 1)"),
        ("[[PERSON 1]](x)", "[Ann Porter](x)"),
    ],
)
def test_what_stands_for_somebody_is_restored_and_nothing_else(said: str, restored: str) -> None:
    assert restore_answer({"content": said}, StandInTable(PEOPLE)) == {"content": restored}


def test_what_is_restored_in_json_stays_json() -> None:
    for shown, original in PEOPLE.items():
        for ascii_only in (True, False):
            arguments = json.dumps({"who": f"{shown}!"}, ensure_ascii=ascii_only)
            made = restore_answer({"arguments": arguments}, StandInTable(PEOPLE))
            assert json.loads(made["arguments"]) == {"who": f"{original}!"}
    answer = restore_answer({"content": '{"who": "[PERSON 12]"}'}, StandInTable(PEOPLE), json_content=True)
    assert json.loads(answer["content"]) == {"who": 'Bob "Bo" Miller'}


def test_choices_and_tool_calls_are_kept_apart() -> None:
    restorer = StreamRestorer(StandInTable(PEOPLE))
    for index, said in ((0, "[PERS"), (1, "no [EMA"), (0, "ON 1]"), (1, "IL 1]")):
        made = [*restorer.restore({"choices": [{"index": index, "delta": {"content": said}}]})]
    assert read(made) == "ann@example.org"
    assert restorer.table.counts["restored"] == 2


def test_chunks_without_choices_pass_as_they_are() -> None:
    usage = {"id": "c", "choices": [], "usage": {"total_tokens": 3}}
    assert [*StreamRestorer(StandInTable(PEOPLE)).restore(usage)] == [usage]
    assert [*StreamRestorer(StandInTable({})).restore({"error": {"message": "no"}})] == [
        {"error": {"message": "no"}}
    ]


def test_a_table_shows_no_original() -> None:
    assert "Porter" not in repr(StandInTable(PEOPLE))
    assert "Porter" not in repr(StreamRestorer(StandInTable(PEOPLE)))
