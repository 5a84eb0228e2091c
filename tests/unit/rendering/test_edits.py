import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection import patterns
from reticent.engine import sanitize
from reticent.errors import PlanError
from reticent.formats.seam.records import SEPARATOR
from reticent.models.redaction import Redaction
from reticent.plan import Decision, Plan
from reticent.rendering.edits import render
from reticent.rendering.placeholders import find_misnumbered, find_placeholders, mark_placeholders
from reticent.text import Document, Span
from reticent.text.document import MASK


def document_and_plan(text: str, *decisions: Decision) -> tuple[Document, Plan]:
    document = Document("d", text)
    return document, Plan.for_document(document, decisions)


@st.composite
def documents_with_plans(draw: st.DrawFn) -> tuple[Document, Plan]:
    text = draw(st.text(alphabet=st.sampled_from("ab an A 🙂é\n\r\t[X]."), max_size=60))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    decisions = [
        Decision((span,), "X", becomes=draw(st.sampled_from([None, "", "old thing", "cat"])))
        for span in spans
    ]
    return document_and_plan(text, *decisions)


@given(documents_with_plans())
def test_everything_outside_the_edits_survives(case: tuple[Document, Plan]) -> None:
    document, plan = case
    release = render(document, plan)
    rest, position = release.released.text, 0
    for edit in release.edits:
        kept = document.text[position : edit.span.start] + edit.text
        assert rest.startswith(kept)
        rest, position = rest[len(kept) :], edit.span.end
    assert rest == document.text[position:]


@given(documents_with_plans())
def test_placeholders_are_known_in_the_release(case: tuple[Document, Plan]) -> None:
    document, plan = case
    release = render(document, plan)
    shown = [span.of(release.released.text) for span in release.released.placeholders]
    assert "".join(shown) == "".join(edit.text for edit in release.edits if edit.placeholder)


def test_a_plan_for_another_text_is_refused() -> None:
    _, plan = document_and_plan("one")
    with pytest.raises(PlanError, match="another text"):
        render(Document("d", "two"), plan)


def test_decisions_that_overlap_are_refused() -> None:
    document, plan = document_and_plan("abcdef", Decision((Span(0, 3),), "X"), Decision((Span(2, 5),), "Y"))
    with pytest.raises(PlanError, match="characters 2 to 3"):
        render(document, plan)


@pytest.mark.parametrize("span", [Span(2, 2), Span(2, 9)])
def test_a_decision_about_no_place_is_refused(span: Span) -> None:
    document, plan = document_and_plan("abc", Decision((span,), "X"))
    with pytest.raises(PlanError, match="is not in"):
        render(document, plan)


def test_all_places_of_a_term_are_treated_alike() -> None:
    text = "Migraine again: a migraine, two migraines."
    spans = (Span(0, 8), Span(18, 26), Span(32, 41))
    document, plan = document_and_plan(text, Decision(spans, "TERM", becomes="illness"))
    assert render(document, plan).released.text == "An illness again: an illness, two illnesses."


def test_a_decision_without_an_entity_claims_no_number() -> None:
    document, plan = document_and_plan("[EMAIL 1] and a@b.example", Decision((Span(14, 25),), "EMAIL"))
    assert render(document, plan).released.text == "[EMAIL 1] and [EMAIL]"


@pytest.mark.parametrize(
    ("text", "released"),
    [
        ("[PERSON 3] Ann Bob", "[PERSON 1] [PERSON 2] [PERSON 3]"),
        ("[PERSON 1] Ann Bob", "[PERSON 1] [PERSON 2] [PERSON 3]"),
        ("Ann [PERSON 1] Bob", "[PERSON 1] [PERSON 2] [PERSON 3]"),
        (
            "Ann [PERSON 2] Bob [PERSON 1] [PERSON 2]",
            "[PERSON 1] [PERSON 2] [PERSON 3] [PERSON 4] [PERSON 2]",
        ),
        ("Bob Ann [PERSON]", "[PERSON 1] [PERSON 2] [PERSON]"),
    ],
)
def test_marks_of_the_text_are_numbered_with_the_new_ones_as_they_appear(text: str, released: str) -> None:
    people = [
        Decision((Span(text.index(name), text.index(name) + 3),), "PERSON", entity=entity)
        for entity, name in enumerate(["Ann", "Bob"])
    ]
    assert render(*document_and_plan(text, *people)).released.text == released


def test_dates_are_numbered_in_the_order_of_time() -> None:
    days = [Decision((Span(0, 3),), "DATE", entity=200), Decision((Span(4, 7),), "DATE", entity=100)]
    assert render(*document_and_plan("May Jan", *days)).released.text == "[DATE 2] [DATE 1]"


def test_a_plan_of_which_decisions_were_taken_out_leaves_no_holes() -> None:
    people = [Decision((Span(at, at + 1),), "PERSON", entity=at) for at in (2, 4)]
    assert render(*document_and_plan("A B C", *people)).released.text == "A [PERSON 1] [PERSON 2]"


def test_only_declared_kinds_are_taken_for_placeholders() -> None:
    document = mark_placeholders(
        Document("d", "[EMAIL] [JOHN SMITH] [IP ADDRESS 4]"), ["EMAIL", "IP_ADDRESS"]
    )
    assert [span.of(document.text) for span in document.placeholders] == ["[EMAIL]", "[IP ADDRESS 4]"]


def test_placeholders_of_the_original_move_with_the_text() -> None:
    document = mark_placeholders(Document("d", "Ann [EMAIL] Bob"), ["EMAIL"])
    plan = Plan.for_document(document, (Decision((Span(0, 3),), "PERSON"),))
    released = render(document, plan).released
    assert [span.of(released.text) for span in released.placeholders] == ["[PERSON]", "[EMAIL]"]


@pytest.mark.parametrize(
    "text",
    [
        "[PHONE 2125550123]",
        "[PHONE 12345]",
        "[PHONE 0123]",
        "[PHONE 0]",
        "[PHONE ١٢]",
        "[PHONE  1]",
        "[PHONE 1 ]",
        "[PHONE-1]",
        "[phone]",
        "[Phone 1]",
        "[US SSN 123456789]",
        "[JOHN SMITH]",
        "[PHONE",
        "(PHONE)",
    ],
)
def test_what_we_would_not_write_is_no_placeholder(text: str) -> None:
    assert find_placeholders(text, ["PHONE", "US_SSN"]) == []


@pytest.mark.parametrize("text", ["[PHONE]", "[PHONE 1]", "[PHONE 9999]", "[US SSN 12]"])
def test_what_we_write_is_a_placeholder(text: str) -> None:
    assert [span.of(text) for span in find_placeholders(text, ["PHONE", "US_SSN"])] == [text]


@pytest.mark.parametrize(
    ("text", "secret"), [("[PHONE 2125550123]", "212555"), ("[US SSN 123456789]", "12345")]
)
def test_a_number_in_brackets_is_redacted(text: str, secret: str) -> None:
    detector = patterns()
    document = mark_placeholders(Document("d", text), detector.kinds)
    assert secret not in sanitize(document, Redaction((detector,))).text


def test_what_a_document_believes_about_its_placeholders_does_not_count() -> None:
    believed = Document("d", "212-555-0123 and [EMAIL]", (Span(0, 12),))
    assert mark_placeholders(believed, ["EMAIL"]).placeholders == (Span(17, 24),)


def test_numbers_beyond_four_digits_are_left_out() -> None:
    people = [Decision((Span(n, n + 1),), "PERSON", entity=n) for n in range(10_001)]
    released = render(*document_and_plan("x" * 10_001, *people)).released
    assert released.text.endswith("[PERSON 9998][PERSON 9999][PERSON][PERSON]")
    assert len(find_placeholders(released.text, ["PERSON"])) == 10_001


@given(st.lists(st.none() | st.integers(0, 5), max_size=8), st.integers(0, 12_000))
def test_every_placeholder_that_we_write_is_known_again(entities: list[int | None], number: int) -> None:
    text = f"[PERSON {number}] " + "x" * len(entities)
    start = len(text) - len(entities)
    decisions = [
        Decision((Span(start + at, start + at + 1),), "PERSON", entity=entity)
        for at, entity in enumerate(entities)
    ]
    document, plan = document_and_plan(text, *decisions)
    release = render(document, plan)
    known = [span.of(release.released.text) for span in find_placeholders(release.released.text, ["PERSON"])]
    assert known[len(known) - len(entities) :] == [
        edit.text for edit in release.edits if edit.span.start >= start
    ]
    assert find_misnumbered(release.released.text, ["PERSON"]) == [] or not any(
        entity is not None for entity in entities
    )


def test_what_a_format_puts_between_two_fields_is_nobodys_word() -> None:
    document = mark_placeholders(Document("d", f"Ann{SEPARATOR}Lee [NAME]"), ["NAME"])
    assert document.placeholders == (Span(5, 6), Span(12, 18))


@pytest.mark.parametrize("own", ["\ufffc", MASK, f"\n{MASK}\n"])
def test_such_a_character_of_the_text_itself_is_no_placeholder(own: str) -> None:
    document = mark_placeholders(Document("d", f"H{own}IV"), ["NAME"])
    assert document.placeholders == ()
    assert MASK not in document.mask_placeholders()
