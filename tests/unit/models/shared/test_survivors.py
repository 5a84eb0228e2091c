"""What is left of places that somebody pointed at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reticent import Document, Mention, Span
from reticent.detection.word_list import WordList
from reticent.models.redaction import Redaction
from reticent.models.shared.decisions import decide_by_term, find_survivors
from reticent.plan import Decision, Plan
from reticent.rendering.edits import render


@given(st.text(alphabet="ab1 .-", min_size=1, max_size=12), st.data())
def test_a_place_survives_when_a_letter_or_digit_of_it_does(text: str, data: st.DataObject) -> None:
    ends = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    pointed, cut = Span(*data.draw(ends)), Span(*data.draw(ends))
    document, mention = Document("d", text), Mention(pointed, "SECRET")
    decisions = (Decision((cut,), "GONE"),) if cut else ()
    release = render(document, Plan.for_document(document, decisions), [mention])
    edited = {at for edit in release.edits for at in range(edit.span.start, edit.span.end)}
    left = [text[at] for at in range(pointed.start, pointed.end) if at not in edited and text[at].isalnum()]
    assert bool(find_survivors(release, [mention])) == bool(left)
    assert len(Redaction(()).violations(release)) == bool(left)


def test_terms_of_one_kind_and_entity_are_decided_once_at_all_their_places() -> None:
    document = Document("d", "Tests, a test and another test.")
    spans = [Span(0, 5), Span(9, 13), Span(26, 30)]
    mentions = [
        Mention(span, "WORD", score, entity=1) for span, score in zip(spans, (0.5, 0.9, 0.7), strict=True)
    ]
    (decision,) = decide_by_term(document, mentions, model="m", reason="pointed at")
    assert decision.spans == tuple(spans)
    assert (decision.reason, decision.entity, decision.evidence) == ("pointed at", 1, {"score": 0.9})
    assert len(decide_by_term(document, [*mentions[:2], Mention(spans[2], "OTHER")], model="m")) == 2


def test_a_promise_names_every_word_list() -> None:
    lists = (WordList(["one"], kind="WORD"), WordList(["two"], kind="WORD"))
    assert len(Redaction(lists).promise.relative_to) == 2
