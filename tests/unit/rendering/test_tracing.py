from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.plan import Decision, Edit, Plan
from reticent.rendering.edits import apply_edits, render
from reticent.rendering.tracing import Trace, amend_plan, mentions_left
from reticent.text import Document, Mention, Span


@st.composite
def edited_documents(draw: st.DrawFn) -> tuple[Document, list[Edit]]:
    document = Document("d", draw(st.text(alphabet="abcdef", min_size=1, max_size=40)))
    cuts = sorted(draw(st.sets(st.integers(0, len(document.text)), max_size=10)))
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    return document, [Edit(span, draw(st.text(alphabet="XYZ", max_size=4)), 0) for span in spans]


@given(edited_documents(), st.data())
def test_what_lies_outside_the_edits_is_traced_exactly(
    case: tuple[Document, list[Edit]], data: st.DataObject
) -> None:
    document, edits = case
    trace = Trace.of(edits)
    start = data.draw(st.integers(0, len(document.text) - 1))
    span = Span(start, data.draw(st.integers(start + 1, len(document.text))))
    if trace.touches(span):
        return
    moved = trace.to_released(span)
    assert moved is not None
    assert moved.of(apply_edits(document, edits).text) == span.of(document.text)
    assert trace.to_original(moved) == span


@given(edited_documents(), st.data())
def test_a_place_that_touches_an_edit_comes_back_with_the_whole_edit(
    case: tuple[Document, list[Edit]], data: st.DataObject
) -> None:
    document, edits = case
    released = apply_edits(document, edits).text
    if not released:
        return
    start = data.draw(st.integers(0, len(released) - 1))
    span = Span(start, data.draw(st.integers(start + 1, len(released))))
    origin = Trace.of(edits).to_original(span)
    again = apply_edits(document, edits).text
    assert again == released
    for edit in edits:
        inside = origin.covers(edit.span)
        apart = not origin.overlaps(edit.span)
        assert inside or apart
    small = [character for character in span.of(released) if character.islower()]
    kept = [
        c
        for i, c in enumerate(document.text)
        if origin.start <= i < origin.end and not any(e.span.start <= i < e.span.end for e in edits)
    ]
    assert small == kept


def test_a_mention_that_an_edit_took_is_not_left() -> None:
    document = Document("d", "Ann met Bob")
    plan = Plan.for_document(document, (Decision((Span(0, 3),), "PERSON"),))
    release = render(document, plan, [Mention(Span(0, 3), "PERSON"), Mention(Span(8, 11), "PERSON")])
    assert [mention.span.of(release.released.text) for mention in mentions_left(release)] == ["Bob"]


def test_a_later_decision_takes_the_place_of_an_earlier_one() -> None:
    document = Document("d", "has HIV and flu")
    first = Plan.for_document(document, (Decision((Span(4, 7),), "TERM", becomes="virus"),))
    release = render(document, first)
    assert release.released.text == "has a virus and flu"
    second = Plan.for_document(
        release.released, (Decision((Span(6, 11),), "TERM"), Decision((Span(16, 19),), "TERM"))
    )
    plan = amend_plan(first, release, second)
    assert [decision.spans for decision in plan.decisions] == [(Span(4, 7),), (Span(12, 15),)]
    assert render(document, plan).released.text == "has [TERM] and [TERM]"


def test_later_decisions_that_meet_in_the_original_become_one_removal() -> None:
    document = Document("d", "see Sacramento now")
    first = Plan.for_document(document, (Decision((Span(4, 14),), "TERM", becomes="state capital"),))
    release = render(document, first)
    text = release.released.text
    places = [Span(text.index(word), text.index(word) + len(word)) for word in ("state", "capital")]
    second = Plan.for_document(
        release.released, tuple(Decision((place,), "TERM", becomes="x") for place in places)
    )
    assert render(document, amend_plan(first, release, second)).released.text == "see [TERM] now"


def amended(text: str, first: Decision, later: Decision) -> Plan:
    """The plan for a text that does the one and then the other, whose places are those in the text."""
    document = Document("d", text)
    plan = Plan.for_document(document, (first,))
    release = render(document, plan)
    trace = Trace.of(release.edits)
    moved = tuple(place for span in later.spans if (place := trace.to_released(span)))
    return amend_plan(plan, release, Plan.for_document(release.released, (replace(later, spans=moved),)))


def test_different_things_of_two_rounds_never_share_a_number() -> None:
    plan = amended(
        "Ann met Bob",
        Decision((Span(0, 3),), "PERSON", entity=1),
        Decision((Span(8, 11),), "PERSON", entity=1),
    )
    assert render(Document("d", "Ann met Bob"), plan).released.text == "[PERSON 1] met [PERSON 2]"


@pytest.mark.parametrize(("entity", "again"), [(7, "ANN LEE"), (None, "Ann Lee"), (1, "Mr Lee")])
def test_the_same_thing_keeps_its_number_in_every_round(entity: int | None, again: str) -> None:
    text = f"Ann Lee met {again}"
    plan = amended(
        text,
        Decision((Span(0, 7),), "PERSON", entity=1),
        Decision((Span(12, len(text)),), "PERSON", entity=entity),
    )
    assert render(Document("d", text), plan).released.text == "[PERSON 1] met [PERSON 1]"


def test_a_date_is_numbered_by_its_day_however_it_is_written() -> None:
    text = "12 May, then 2024-05-12"
    plan = amended(
        text, Decision((Span(0, 6),), "DATE", entity=90), Decision((Span(13, 23),), "DATE", entity=90)
    )
    assert render(Document("d", text), plan).released.text == "[DATE 1], then [DATE 1]"
