"""What an attacker can look up of a phrase, and where it stands."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.models.shared.phrases import number_contexts, phrase_at, units_of
from reticent.text import Document, Span


def test_units_are_words_parts_of_hyphenated_words_and_what_has_a_count_of_its_own() -> None:
    counted = {"weight loss", "sudden weight loss"}
    assert units_of(["sudden", "weight", "loss"], counted.__contains__) == {
        *("sudden", "weight", "loss", "weight loss", "sudden weight loss")
    }
    assert units_of(["hiv-positive"], counted.__contains__) == {"hiv-positive", "hiv", "positive"}
    assert units_of(["x-ray"], counted.__contains__) == {"x-ray", "ray"}


def test_of_a_phrase_without_end_no_more_is_asked_than_an_index_counts() -> None:
    words = [f"word{number}" for number in range(400)]
    asked: list[str] = []

    def note(run: str) -> bool:
        asked.append(run)
        return False

    assert units_of(words, note) == set(words)
    assert len(asked) < 8 * len(words)
    assert " ".join(words) in asked
    assert " ".join(words[5:13]) in asked


def test_a_phrase_is_in_every_context_that_shows_it() -> None:
    document = Document("d", "A fever came. It went. The fever is back.")
    spans = [Span(2, 7), Span(27, 32)]
    assert [span.of(document.text) for span in spans] == ["fever", "fever"]
    context_of = number_contexts(document, "sentence")
    phrase = phrase_at(document, ("fever",), spans, units=frozenset({"fever"}), context_of=context_of)
    assert phrase.contexts == context_of(spans[0]) | context_of(spans[1])
    assert len(phrase.contexts) == 2


@pytest.mark.paper("cg-sanitization", "Adaptation A1")
@given(st.lists(st.sampled_from(["ash", "[PERSON 1]", "-", "elm.", "x-ray"]), max_size=12), st.integers(2, 6))
def test_two_words_share_a_window_when_so_many_words_reach_from_one_to_the_other(
    parts: list[str], size: int
) -> None:
    document = Document("d", " ".join(parts))
    words = [Span(*found.span()) for found in re.finditer(r"x-ray|\w+", document.text)]
    windows_of = number_contexts(document, f"{size} words")
    for one, other in combinations(range(len(words)), 2):
        met = windows_of(words[one]) & windows_of(words[other])
        assert bool(met) == (other - one < size)
    for place in words:  # where something was taken out, what follows stands there
        assert windows_of(Span(place.start, place.start)) == windows_of(place)
        assert len(windows_of(place)) <= size
