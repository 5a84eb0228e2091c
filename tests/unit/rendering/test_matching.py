"""Which pieces of two texts are the same ones."""

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent import Document
from reticent.rendering import matching
from reticent.rendering.matching import align, match_pieces

lines = st.lists(st.sampled_from("abcdefgh"), max_size=30)


@pytest.mark.parametrize("most_equal", [0, 5, 20_000])
def test_pairs_are_of_equal_pieces_and_rise_in_both(most_equal: int) -> None:
    @settings(deadline=None, max_examples=150)
    @given(lines, lines)
    def check(old: list[str], new: list[str]) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(matching, "_MOST_EQUAL", most_equal)
            pairs = match_pieces(old, new)
        assert all(old[at] == new[other] for at, other in pairs)
        assert all(a < c and b < d for (a, b), (c, d) in itertools.pairwise(pairs))

    check()


@given(lines)
def test_a_text_and_itself_agree_everywhere(old: list[str]) -> None:
    assert match_pieces(old, old) == [(at, at) for at in range(len(old))]


@pytest.mark.parametrize("every", [0, 40])
def test_ten_thousand_lines_of_which_many_are_equal_take_seconds(every: int) -> None:
    said = ("The patient is stable.", "Seen again.", "An HIV test was done.", "Nothing to report.")
    old = [said[number * number % 7 % 4] for number in range(10_000)]
    new = [
        line.replace("An HIV", "A virus") for number, line in enumerate(old) if not every or number % every
    ]
    began = time.process_time()
    edits = align(Document("old", "\n".join(old)), Document("new", "\n".join(new)))
    assert time.process_time() - began < 5  # ten and more where each line is compared with all equal ones
    if not every:
        assert len(edits) == 2 * old.count("An HIV test was done.")
