import json

import pytest

from reticent.errors import PlanError
from reticent.plan import (
    Decision,
    Plan,
    Promise,
    plan_from_json,
    plan_to_json,
    plans_from_json,
    plans_to_json,
)
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


def test_a_plan_of_the_first_version_is_read() -> None:
    content = json.loads(plan_to_json(a_plan()))
    for key in ("reticent", "schema", "exceptions"):
        del content[key]
    for promise in content["promises"]:
        del promise["public"]
    assert plan_from_json(json.dumps({"reticent_plan": 1, **content})) == a_plan()


@pytest.mark.parametrize("change", [{"schema": 5}, {"schema": None}, {"reticent": "report"}])
def test_a_plan_of_another_version_or_kind_is_refused_with_what_to_do(change: dict[str, object]) -> None:
    content = {**json.loads(plan_to_json(a_plan())), **change}
    with pytest.raises(PlanError, match=r"plan again|make one with"):
        plan_from_json(json.dumps(content))


def test_the_plans_of_many_documents_are_one_file() -> None:
    plans = (a_plan(), a_plan())
    assert plans_from_json(plans_to_json(plans)) == plans
    assert plans_to_json(plans[:1]) == plan_to_json(a_plan())


@pytest.mark.parametrize("kind", ["212-555-0123", "", "person", "A B", "É"])
def test_a_kind_that_could_carry_words_is_refused(kind: str) -> None:
    content = json.loads(plan_to_json(a_plan()))
    content["decisions"][0]["kind"] = kind
    with pytest.raises(PlanError, match=r"decisions\.0\.kind"):
        plan_from_json(json.dumps(content))
