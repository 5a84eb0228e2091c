"""What every privacy model owes, on documents that hypothesis invents."""

import logging
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reticent import sanitize
from reticent.errors import ReticentError
from reticent.models.privacy_model import PrivacyModel
from reticent.pipeline import execute
from reticent.plan import Plan, Release, plan_from_json, plan_to_json
from reticent.rendering.edits import render
from reticent.text import Document
from tests.contracts.privacy_models import CASES, Case

CANARY = "Zxqvcanary"

relaxed = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture(params=CASES, ids=lambda case: case.name, scope="module")
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


@pytest.fixture(scope="module")
def model(case: Case) -> PrivacyModel:
    return case.model()


@relaxed
@given(data=st.data())
def test_the_audit_finds_nothing_in_a_release(case: Case, model: PrivacyModel, data: st.DataObject) -> None:
    outcome = sanitize(data.draw(case.documents()), model)
    assert outcome.violations == ()
    assert model.violations(outcome.release) == []


@relaxed
@given(data=st.data())
def test_text_outside_the_edits_survives(case: Case, model: PrivacyModel, data: st.DataObject) -> None:
    document = data.draw(case.documents())
    release = sanitize(document, model).release
    pieces, position = [], 0
    for edit in release.edits:
        pieces += [document.text[position : edit.span.start], edit.text]
        position = edit.span.end
    assert release.released.text == "".join([*pieces, document.text[position:]])


@relaxed
@given(data=st.data())
def test_the_same_document_gets_the_same_plan(case: Case, model: PrivacyModel, data: st.DataObject) -> None:
    document = data.draw(case.documents())
    assert plan_to_json(sanitize(document, model).plan) == plan_to_json(sanitize(document, case.model()).plan)


@relaxed
@given(data=st.data())
def test_a_plan_survives_json(case: Case, model: PrivacyModel, data: st.DataObject) -> None:
    plan = sanitize(data.draw(case.documents()), model).plan
    assert plan_from_json(plan_to_json(plan)) == plan


@relaxed
@given(data=st.data())
def test_sanitizing_twice_changes_nothing_more(case: Case, model: PrivacyModel, data: st.DataObject) -> None:
    released = sanitize(data.draw(case.documents()), model).document
    assert sanitize(released, model).text == released.text


@relaxed
@given(data=st.data())
def test_a_plan_with_a_decision_dropped_is_caught(
    case: Case, model: PrivacyModel, data: st.DataObject
) -> None:
    secret = data.draw(st.sampled_from(case.secrets))
    document = Document("invented", f"Here: {secret}. Then {data.draw(case.documents()).text}")
    choice = data.draw(st.integers(0, 1000))
    plan = sanitize(document, model).plan
    if not plan.decisions:
        return
    dropped = choice % len(plan.decisions)
    kept = tuple(decision for index, decision in enumerate(plan.decisions) if index != dropped)
    outcome = execute(document, replace(plan, decisions=kept), model)
    assert outcome.violations
    with pytest.raises(ReticentError):
        _ = outcome.text


@relaxed
@given(data=st.data())
def test_a_promise_about_the_released_text_alone_is_judged_without_the_original(
    case: Case, model: PrivacyModel, data: st.DataObject
) -> None:
    plan = sanitize(document := data.draw(case.documents()), model).plan
    kept = data.draw(st.lists(st.sampled_from(plan.decisions), unique_by=id)) if plan.decisions else []
    release = render(document, replace(plan, decisions=tuple(kept)))
    alone = Release(release.released, release.released)
    if model.needs == "released":
        assert model.violations(alone) == model.violations(release)


def test_the_secrets_of_this_suite_are_found(case: Case, model: PrivacyModel) -> None:
    found = [secret for secret in case.secrets if model.plan(Document("d", f"Here: {secret}.")).decisions]
    assert len(found) >= len(case.secrets) - 1


@relaxed
@given(data=st.data())
def test_nothing_but_the_text_itself_quotes_the_document(
    case: Case, model: PrivacyModel, data: st.DataObject, caplog: pytest.LogCaptureFixture
) -> None:
    secret = data.draw(st.sampled_from(case.secrets))
    document = Document("invented", f"{CANARY} {secret} {CANARY}")
    with caplog.at_level(logging.DEBUG):
        outcome = sanitize(document, model)
    seen = [
        repr(outcome),
        repr(outcome.plan),
        repr(outcome.release),
        repr(document),
        caplog.text,
        *_messages(document, model),
    ]
    assert not any(CANARY in each for each in seen)


def _messages(document: Document, model: PrivacyModel) -> Iterator[str]:
    """What the errors say that this document can cause."""
    other = Plan.for_document(Document("other", "other"))
    try:
        execute(document, other, model)
    except ReticentError as error:
        yield str(error)
    outcome = execute(document, Plan.for_document(document), model)
    yield from map(repr, outcome.violations)
    if outcome.violations:
        with pytest.raises(ReticentError) as caught:
            _ = outcome.text
        yield str(caught.value)
