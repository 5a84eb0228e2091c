"""What a person keeps excuses just the places that it names, at their places in the release."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from reticent import Document, Span
from reticent.audit.exceptions import (
    exceptions_from_json,
    exceptions_in_release,
    exceptions_to_json,
    is_excepted,
    state_promises,
)
from reticent.errors import DocumentError
from reticent.plan import Decision, DeclaredException, Plan, Promise, Violation
from reticent.rendering.edits import render

DOCUMENT = Document("note", "Ann met Bob in Rome.")
KEPT = DeclaredException((Span(8, 11),), "a public person")


@pytest.mark.parametrize(
    ("span", "excused"),
    [
        (Span(8, 11), True),
        (Span(9, 10), True),
        (Span(7, 11), False),
        (Span(8, 12), False),
        (Span(0, 3), False),
        (Span(9, 9), False),
    ],
)
def test_only_a_violation_wholly_inside_an_exception_is_excused(span: Span, excused: bool) -> None:
    assert is_excepted(Violation("model", span, "NAME", "still found"), [KEPT]) is excused


def test_an_exception_moves_with_the_text_and_ends_with_what_went() -> None:
    plan = Plan(
        DOCUMENT.id,
        DOCUMENT.fingerprint,
        (Decision((Span(0, 3),), "NAME"),),
        exceptions=(KEPT, DeclaredException((Span(0, 3),))),
    )
    release = render(DOCUMENT, plan)
    (moved,) = exceptions_in_release(plan, release)
    assert [span.of(release.released.text) for span in moved.spans] == ["Bob"]
    assert moved.reason == KEPT.reason


def test_a_file_of_exceptions_comes_back_and_quotes_nothing() -> None:
    written = exceptions_to_json([(DOCUMENT, [KEPT])])
    assert exceptions_from_json(written) == {DOCUMENT.fingerprint: (KEPT,)}
    assert "Bob" not in written


@pytest.mark.parametrize(
    "change", [{"schema": 2}, {"reticent": "plan"}, {"documents": [{}]}, {"documents": 1}]
)
def test_what_is_no_file_of_exceptions_of_ours_is_refused(change: dict[str, object]) -> None:
    content = json.loads(exceptions_to_json([(DOCUMENT, [KEPT])])) | change
    with pytest.raises(DocumentError, match="not a file of exceptions"):
        exceptions_from_json(json.dumps(content))


def test_a_group_is_excepted_where_one_of_its_terms_is_kept_at_all_its_places() -> None:
    first, second, other = Span(0, 4), Span(20, 24), Span(8, 12)
    group = Violation("m", first, "REMOVED", "", group=("a", "b"), members=((first, second), (other,)))
    assert not is_excepted(group, [DeclaredException((first,), "ours")])
    assert is_excepted(group, [DeclaredException((first, second), "ours")])
    assert is_excepted(group, [DeclaredException((other,), "ours")])


def test_the_promise_names_who_keeps_what_and_why() -> None:
    document = Document("note", "Call 212-555-0123.")
    plan = Plan.for_document(document, (), (Promise("redaction", "Nothing is left."),))
    assert state_promises(plan) == plan.promises
    kept = replace(plan, exceptions=(DeclaredException((Span(5, 17),), "it is our own desk.", "Zoe"),))
    (promise,) = state_promises(kept)
    assert promise.statement == (
        "Nothing is left. Except at what a person keeps: 1 place kept by Zoe, because it is our own desk."
    )
    assert (
        "kept by somebody without a name, because of a reason"
        in state_promises(replace(plan, exceptions=(DeclaredException((Span(5, 17),)),)))[0].statement
    )


def test_a_declared_exception_keeps_its_name_in_the_file() -> None:
    document = Document("note", "Call 212-555-0123.")
    kept = (DeclaredException((Span(5, 17),), "ours", "Zoe"),)
    assert exceptions_from_json(exceptions_to_json([(document, kept)])) == {document.fingerprint: kept}
