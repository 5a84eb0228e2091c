import json

import pytest

from reticent.errors import PlanError
from reticent.plan import Decision, Plan, Promise, plan_from_json, plan_to_json
from reticent.text import Document, Span


def a_plan() -> Plan:
    decision = Decision(
        (Span(0, 2), Span(5, 7)),
        "TERM",
        "thingamajig",
        "why",
        "redaction",
        3,
        {"bits": 2.5, "group": ["a", "b"], "none": None},
    )
    return Plan.for_document(
        Document("d é", "text"), (decision,), (Promise("redaction", "nothing", {"list": "sha256:0"}),)
    )


def test_a_plan_is_read_back_as_it_was_written() -> None:
    assert plan_from_json(plan_to_json(a_plan())) == a_plan()


def test_decisions_stand_in_the_order_of_their_places() -> None:
    later, earlier = Decision((Span(5, 6),), "A"), Decision((Span(0, 1),), "B")
    assert Plan.for_document(Document("d", "text"), (later, earlier)).decisions == (earlier, later)


@pytest.mark.parametrize(
    ("key", "value"),
    [("kind", 3), ("spans", [[1]]), ("spans", [[3, 1]]), ("unknown", 1), ("entity", "one"), ("evidence", [])],
)
def test_a_mistake_in_a_plan_is_named_by_its_key_and_not_quoted(key: str, value: object) -> None:
    content = json.loads(plan_to_json(a_plan()))
    content["decisions"][0][key] = value
    with pytest.raises(PlanError, match=rf"decisions\.0\.{key}"):
        plan_from_json(json.dumps(content))


def test_no_repr_quotes_what_was_hidden() -> None:
    assert "thingamajig" not in repr(a_plan())
