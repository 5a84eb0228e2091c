"""Runs of words in a collection: how many originals hold each, and files of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.no_linkage import count

from reticent.errors import KnowledgeError
from reticent.knowledge.runs import count_runs, counting, open_runs, read_words
from reticent.text import Document, Span

TEXTS = st.lists(
    st.lists(st.sampled_from(["oak", "elm", "ash"]), min_size=1, max_size=9), min_size=1, max_size=6
)


def documents(texts: list[list[str]]) -> list[Document]:
    return [Document(str(number), " ".join(text)) for number, text in enumerate(texts)]


@given(TEXTS, st.booleans())
def test_counts_are_those_of_brute_force(texts: list[list[str]], spilled: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "_AT_ONCE", 3 if spilled else 1000)
        counted = count_runs(documents(texts), longest=4, near_copies=False)
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
    assert count_runs(twice).originals == 1
    counted = count_runs([*twice, Document("3", "the red house")])
    assert counted.originals == 2
    assert (counted.count(["red", "barn"]), counted.count(["red"])) == (0, 2)


def test_a_frequent_word_is_not_known_by_its_originals() -> None:
    counted = count_runs(documents([["oak", "elm"], ["oak", "ash"], ["oak"]]), rarest=3)
    assert counted.holders("oak") is None
    assert counted.holders("elm") == frozenset()


@given(TEXTS, st.lists(st.sampled_from(["oak", "elm", "ash"]), min_size=1, max_size=9), st.integers(2, 3))
def test_longer_runs_than_are_counted_are_found_by_their_places(
    texts: list[list[str]], text: list[str], k: int
) -> None:
    counted = count_runs(documents(texts), longest=2, near_copies=False)
    different = [list(text) for text in dict.fromkeys(map(tuple, texts))]
    runs = [text[first:end] for end in range(1, len(text) + 1) for first in range(end)]
    for run in runs:
        expected = count(different, run)
        assert counted.count(run) == expected or expected < 2 > counted.count(run)
    held = [
        next(first for first in range(end + 1) if first == end or count(different, text[first:end]) >= k)
        for end in range(1, len(text) + 1)
    ]
    assert counted.reach(text, k) == held


LONG = (
    "the clerk of the third court heard the witness about the old mill and the new gate in the month of May"
)


def test_near_copies_are_one_original() -> None:
    texts = [LONG, f"Draft. {LONG}", "the clerk heard nobody"]
    counted = count_runs([Document(str(number), text) for number, text in enumerate(texts)])
    assert (counted.originals, counted.copies) == (2, 1)
    assert (counted.count(["third", "court"]), counted.count(["the", "clerk"])) == (0, 2)
    apart = count_runs(documents([text.split() for text in texts]), near_copies=False)
    assert (apart.originals, apart.count(["third", "court"])) == (3, 2)


def test_near_copies_about_different_subjects_are_different() -> None:
    about = [Document("1", LONG, subject="x"), Document("2", f"Draft. {LONG}", subject="y")]
    assert count_runs(about).originals == 2


def test_texts_that_differ_in_every_tenth_word_are_no_copies() -> None:
    words = LONG.split()
    others = [word if number % 10 else "zorblat" for number, word in enumerate(words)]
    assert count_runs(documents([words, others])).copies == 0


def test_words_as_they_are_written_are_told_apart() -> None:
    texts = [Document("1", "In May, the court"), Document("2", "in May the court")]
    assert count_runs(texts).originals == 1
    exact = count_runs(texts, exact=True)
    assert exact.originals == 2
    assert [word.form for word in exact.read(texts[0])] == ["In", "May", ",", "the", "court"]
    assert (exact.count(["May", "the"]), exact.count(["the", "court"])) == (0, 2)


def test_pictographs_are_words_and_other_signs_are_none() -> None:
    assert [word.form for word in read_words(Document("note", "May – ♥ (so)"))] == ["may", "♥", "so"]


def test_a_mark_of_an_original_is_words_of_it() -> None:
    counted = count_runs([Document("1", "seen by [PERSON 1] at noon", (Span(8, 18),)), Document("2", "seen")])
    assert counted.has_mark("[PERSON 1]")
    assert counted.has_mark("<PERSON_1>")
    assert not counted.has_mark("[PERSON 2]")
    assert not counted.has_mark("[see above]")


def test_a_file_holds_what_was_counted_and_no_word(tmp_path: Path) -> None:
    counted = count_runs(documents([["oak", "zorblat"], ["oak", "zorblat", "elm"]]))
    counted.save(tmp_path / "a.runs")
    again = open_runs(tmp_path / "a.runs")
    assert again.fingerprint == counted.fingerprint
    assert (again.originals, again.copies, again.exact) == (2, 0, False)
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
