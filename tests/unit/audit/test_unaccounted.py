"""Changes that no edit accounts for, anywhere in the text."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from reticent import Document, Span
from reticent.audit.verification import verify
from reticent.plan import Decision, Plan
from reticent.rendering.edits import render

DOCUMENT = Document("d", "One two three four.")
RELEASE = render(DOCUMENT, Plan.for_document(DOCUMENT, (Decision((Span(4, 7),), "WORD"),)))
TEXT = RELEASE.released.text


@given(st.integers(0, len(TEXT)), st.sampled_from(["x", " ", "secret"]))
def test_a_word_that_slips_in_is_noticed_wherever_it_stands(at: int, word: str) -> None:
    forged = replace(RELEASE, released=replace(RELEASE.released, text=TEXT[:at] + word + TEXT[at:]))
    assert [violation.kind for violation in verify(forged, [], kinds=())] == ["INTEGRITY"]


@given(st.integers(0, len(TEXT) - 1))
def test_a_character_that_slips_out_is_noticed_wherever_it_stood(at: int) -> None:
    forged = replace(RELEASE, released=replace(RELEASE.released, text=TEXT[:at] + TEXT[at + 1 :]))
    assert [violation.kind for violation in verify(forged, [], kinds=())] == ["INTEGRITY"]


def test_a_release_as_it_was_rendered_is_accounted_for() -> None:
    assert verify(RELEASE, [], kinds=()) == []
