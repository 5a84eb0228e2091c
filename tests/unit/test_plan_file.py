"""Plans that people give back: what is not ours, or would print what it may not, is refused."""

from __future__ import annotations

import json

import pytest

from reticent import Document, Plan, Span, plan_from_json, plan_to_json
from reticent.errors import PlanError
from reticent.plan import Decision
from reticent.plan.file import plans_from_json, plans_to_json

DOCUMENT = Document("note", "Call 212-555-0123.")
PLAN = Plan.for_document(DOCUMENT, (Decision((Span(5, 17),), "PHONE"),))


@pytest.mark.parametrize("kind", ["212-555-0123", "phone", "PHONE 1", "", "1PHONE", "PHONE\n", "PHONE]"])
def test_a_kind_that_could_carry_words_is_refused(kind: str) -> None:
    content = json.loads(plan_to_json(PLAN))
    content["decisions"][0]["kind"] = kind
    with pytest.raises(PlanError, match=r"decisions\.0\.kind") as caught:
        plan_from_json(json.dumps(content))
    assert not kind.strip() or kind not in str(caught.value).replace("PROJECT_NAME", "")


@pytest.mark.parametrize("version", [0, 5, "2", None])
def test_a_plan_of_another_version_is_refused(version: object) -> None:
    content = json.loads(plan_to_json(PLAN)) | {"schema": version}
    with pytest.raises(PlanError, match="another version"):
        plan_from_json(json.dumps(content))


def test_a_plan_comes_back_as_it_was() -> None:
    assert plan_from_json(plan_to_json(PLAN)) == PLAN


@pytest.mark.parametrize(
    "change", [{"document": 5}, {"decisions": [{"spans": [["5", 17]], "kind": "PHONE"}]}]
)
def test_values_of_another_type_are_refused(change: dict[str, object]) -> None:
    content = json.loads(plan_to_json(PLAN)) | change
    with pytest.raises(PlanError, match="malformed at"):
        plan_from_json(json.dumps(content))


def test_an_error_names_the_key_and_never_the_value() -> None:
    content = json.loads(plan_to_json(PLAN))
    content["decisions"][0]["entity"] = "Zorblat"
    with pytest.raises(PlanError, match=r"decisions\.0\.entity") as caught:
        plan_from_json(json.dumps(content))
    assert "Zorblat" not in str(caught.value)


def test_several_plans_are_not_taken_for_one() -> None:
    assert plans_from_json(plans_to_json([PLAN, PLAN])) == (PLAN, PLAN)
    with pytest.raises(PlanError, match="holds 2 plans where one is needed"):
        plan_from_json(plans_to_json([PLAN, PLAN]))
