"""Runs of words in a collection: how many originals hold each, and files of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.no_linkage import count

from reticent.errors import KnowledgeError
from reticent.knowledge import runs as runs_module
from reticent.knowledge.runs import count_runs, open_runs, split_at_marks
from reticent.text import Document, Span

TEXTS = st.lists(
    st.lists(st.sampled_from(["oak", "elm", "ash"]), min_size=1, max_size=9), min_size=1, max_size=6
)


def documents(texts: list[list[str]]) -> list[Document]:
    return [Document(str(number), " ".join(text)) for number, text in enumerate(texts)]


@given(TEXTS, st.booleans())
def test_counts_are_those_of_brute_force(texts: list[list[str]], spilled: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs_module, "_AT_ONCE", 3 if spilled else 1000)
        counted = count_runs(documents(texts), longest=4)
    different = [list(text) for text in dict.fromkeys(map(tuple, texts))]
    assert counted.originals == len(different)
    for text in texts:
        for length, row in enumerate(counted.counts(text, 4), 1):
            expected = [count(different, text[at : at + length]) for at in range(len(text) - length + 1)]
            assert row == [0 if each < 2 else each for each in expected]
    for word in ("oak", "elm", "ash"):
        holding = frozenset(number for number, text in enumerate(different) if word in text)
        assert counted.holders(word) == (holding if len(holding) > 1 else frozenset())


def test_documents_about_one_subject_are_one_original() -> None:
    twice = [Document("1", "a red barn", subject="x"), Document("2", "one red barn", subject="x")]
    counted = count_runs([*twice, Document("3", "the red house")])
    assert counted.originals == 2
    assert (counted.count(["red", "barn"]), counted.count(["red"])) == (0, 2)


def test_a_frequent_word_is_not_known_by_its_originals() -> None:
    counted = count_runs(documents([["oak", "elm"], ["oak", "ash"], ["oak"]]), rarest=3)
    assert counted.holders("oak") is None
    assert counted.holders("elm") == frozenset()


def test_a_mark_parts_words() -> None:
    document = Document("note", "a [X] b c", (Span(2, 5),))
    assert [[word.form for word in part] for part in split_at_marks(document)] == [["a"], ["b", "c"]]


def test_a_file_holds_what_was_counted_and_no_word(tmp_path: Path) -> None:
    counted = count_runs(documents([["oak", "zorblat"], ["oak", "zorblat", "elm"]]))
    counted.save(tmp_path / "a.runs")
    again = open_runs(tmp_path / "a.runs")
    assert again.fingerprint == counted.fingerprint
    assert again.count(["oak", "zorblat"]) == 2
    assert again.holders("zorblat") == frozenset({0, 1})
    assert b"zorblat" not in (tmp_path / "a.runs").read_bytes()


def test_a_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.runs"
    count_runs(documents([["oak", "elm"], ["oak", "elm", "ash"]])).save(path)
    data = path.read_bytes()
    for changed in (data[:-1], data[:-9] + b"\1" + data[-8:], b"text", data[:40], data + b"\0"):
        path.write_bytes(changed)
        with pytest.raises(KnowledgeError, match="count them again"):
            open_runs(path)


def test_longer_runs_than_were_counted_are_refused() -> None:
    with pytest.raises(KnowledgeError, match="--longest 8"):
        count_runs(documents([["oak"]])).counts(["oak"], 8)
