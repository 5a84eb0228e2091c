"""What t-plausibility does after other models have changed a text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.models.t_plausibility.test_model import DRUGS, NOTE, model

from reticent import Document, PromiseError, Redaction, WordList, sanitize

WORDS_BELOW = ("marijuana", "morphine", "migraine", "hashish", "codeine", "cluster headache")
WORDS_ABOVE = ("soft drug", "drug", "opiate", "headache")
some = settings(
    max_examples=3 * settings().max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.parametrize("first", [True, False])
def test_where_another_model_removes_a_replacement_the_other_words_pay(first: bool) -> None:
    plausible, redaction = model(6), Redaction((WordList(["soft drug"]),))
    outcome = sanitize(Document("note", NOTE), *([plausible, redaction] if first else [redaction, plausible]))
    assert not outcome.violations
    assert "soft drug" not in outcome.text.lower()


def test_a_text_that_was_out_of_reach_from_the_beginning_is_refused_as_ever() -> None:
    with pytest.raises(PromiseError, match="the largest t that it reaches"):
        sanitize(Document("note", NOTE), Redaction((WordList(["against"]),)), model(10_000))


@some
@given(
    st.lists(st.sampled_from(WORDS_BELOW), min_size=1, max_size=4),
    st.frozensets(st.sampled_from([*WORDS_ABOVE, *WORDS_BELOW]), min_size=1, max_size=3),
    st.integers(2, 40),
    st.booleans(),
    st.booleans(),
)
def test_what_can_be_released_alone_is_released_beside_another_model(
    words: list[str], taken: frozenset[str], t: int, nouns: bool, first: bool
) -> None:
    document = Document("note", "Takes " + ", then ".join(words) + ".")
    plausible = model(t, nouns=nouns)
    redaction = Redaction((WordList(sorted(taken)),))
    try:
        sanitize(document, plausible)
    except PromiseError:
        return
    outcome = sanitize(document, *([plausible, redaction] if first else [redaction, plausible]))
    assert not outcome.violations
    assert not plausible.violations(outcome.release)


def test_the_words_of_the_test_are_known() -> None:
    assert all(DRUGS.concepts(word) for word in (*WORDS_BELOW, *WORDS_ABOVE))
