"""What every privacy model owes, on documents that hypothesis invents."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from hypothesis import strategies as st

from reticent.engine import Outcome, execute, sanitize
from reticent.errors import ReticentError
from reticent.models.privacy_model import PrivacyModel, complete_model
from reticent.plan import Plan, Release, plan_from_json, plan_to_json
from reticent.rendering.edits import render
from reticent.testing import list_checks, on_invented
from reticent.text import Document, Span

CANARY = "Zxqvcanary"
# The texts are no language; a look-alike of another script among them must not keep them from being judged.
_sanitize = partial(sanitize, languages=("any",))
_execute = partial(execute, languages=("any",))

FILLER = st.text(alphabet=st.sampled_from("abc AB.,;\n\r\t-'’“🙂é\u200b\u00a0\u00ad[]:1а"), max_size=12)


@dataclass(frozen=True)
class ModelCase:
    """A model under the contract: how to make it, and texts that hold what it removes, at least one of them.

    A model that is not `minimal` may remove more than its promise needs, so that only the removal of a secret is
    expected to be missed when it is left out.
    """

    name: str
    make: Callable[[], PrivacyModel]
    secrets: tuple[str, ...]
    minimal: bool = True

    def documents(self) -> st.SearchStrategy[Document]:
        """Documents with secrets among whatever hypothesis invents."""
        pieces = st.lists(st.one_of(FILLER, st.sampled_from(self.secrets)), max_size=8)
        return pieces.map(lambda parts: Document("invented", " ".join(parts)))


_on_documents = on_invented(lambda case: st.tuples(st.just(case.make()), st.just(case), st.data()))


@_on_documents
def check_the_audit_finds_nothing_in_a_release(
    model: PrivacyModel, case: ModelCase, data: st.DataObject
) -> None:
    """The property that matters most: what the model plans keeps what it promises."""
    outcome = _sanitize(data.draw(case.documents()), model)
    assert outcome.violations == ()
    assert model.violations(outcome.release) == []


@_on_documents
def check_text_outside_the_edits_survives(model: PrivacyModel, case: ModelCase, data: st.DataObject) -> None:
    """The released text is the original with its edits, and nothing else."""
    document = data.draw(case.documents())
    release = _sanitize(document, model).release
    pieces, position = [], 0
    for edit in release.edits:
        pieces += [document.text[position : edit.span.start], edit.text]
        position = edit.span.end
    assert release.released.text == "".join([*pieces, document.text[position:]])


@_on_documents
def check_the_same_document_gets_the_same_plan(
    model: PrivacyModel, case: ModelCase, data: st.DataObject
) -> None:
    """A second model made alike plans alike."""
    document = data.draw(case.documents())
    assert plan_to_json(_sanitize(document, model).plan) == plan_to_json(
        _sanitize(document, case.make()).plan
    )


@_on_documents
def check_a_plan_survives_json(model: PrivacyModel, case: ModelCase, data: st.DataObject) -> None:
    """A plan can be written down and read back unchanged."""
    plan = _sanitize(data.draw(case.documents()), model).plan
    assert plan_from_json(plan_to_json(plan)) == plan


@_on_documents
def check_sanitizing_twice_changes_nothing_more(
    model: PrivacyModel, case: ModelCase, data: st.DataObject
) -> None:
    """A release needs no further change."""
    released = _sanitize(data.draw(case.documents()), model).document
    assert _sanitize(released, model).text == released.text


@_on_documents
def check_a_plan_with_a_decision_dropped_is_caught(
    model: PrivacyModel, case: ModelCase, data: st.DataObject
) -> None:
    """The check is no copy of the plan: it sees what somebody left out, and nothing is released."""
    secret = data.draw(st.sampled_from(case.secrets))
    document = Document("invented", f"Here: {secret}. Then {data.draw(case.documents()).text}")
    choice = data.draw(st.integers(0, 1000))
    plan = _sanitize(document, model).plan
    place = Span(len("Here: "), len("Here: ") + len(secret))
    needed = [
        decision
        for decision in plan.decisions
        if case.minimal or any(span.overlaps(place) for span in decision.spans)
    ]
    if not needed:
        return
    dropped = needed[choice % len(needed)]
    kept = tuple(decision for decision in plan.decisions if decision is not dropped)
    outcome = _execute(document, replace(plan, decisions=kept), model)
    assert outcome.violations
    assert _message_of(outcome)


@_on_documents
def check_a_promise_about_the_released_text_alone_is_judged_without_the_original(
    model: PrivacyModel, case: ModelCase, data: st.DataObject
) -> None:
    """Under `needs == "released"` a stranger who has no original comes to the same violations."""
    plan = _sanitize(document := data.draw(case.documents()), model).plan
    kept = data.draw(st.lists(st.sampled_from(plan.decisions), unique_by=id)) if plan.decisions else []
    release = render(document, replace(plan, decisions=tuple(kept)))
    alone = Release(release.released, release.released)
    if model.needs == "released":
        assert model.violations(alone) == model.violations(release)


def check_its_capabilities_are_known_and_go_together(case: ModelCase) -> None:
    """None is misspelt, and each says what its users may rely on."""
    model = complete_model(case.make())
    document = Document("d", "Nothing to see here.")
    assert model.own_kinds <= model.kinds
    assert all(detector.kinds <= model.kinds for detector in model.detectors)
    assert model.takes_findings or not model.detectors
    assert model.gaps in (None, "mark", "close")
    assert model.unseen in ("ask", "keep", "remove", "refuse")
    assert model.languages
    assert model.with_choices({}).promise == model.promise
    assert model.without_documents(document).kinds == model.kinds
    assert not any(document.text in warning for warning in model.warnings)


@_on_documents
def check_its_further_readers_find_nothing_in_a_release(
    model: PrivacyModel, case: ModelCase, data: st.DataObject
) -> None:
    """What shares nothing with planning, and what plans on a release, has nothing to say about a sound one."""
    complete = complete_model(model)
    release = _sanitize(data.draw(case.documents()), model).release
    assert complete.naive_violations(release) == []
    assert complete.plan_further(release).decisions == ()


def check_the_secrets_of_the_case_are_found(case: ModelCase) -> None:
    """The model has something to do: all secrets but one, which may be a trap, are planned for."""
    model = case.make()
    found = [secret for secret in case.secrets if model.plan(Document("d", f"Here: {secret}.")).decisions]
    assert len(found) >= max(1, len(case.secrets) - 1)


@_on_documents
def check_nothing_but_the_text_itself_quotes_the_document(
    model: PrivacyModel, case: ModelCase, data: st.DataObject
) -> None:
    """No error, no log and no repr shows a word of the text."""
    secret = data.draw(st.sampled_from(case.secrets))
    document = Document("invented", f"{CANARY} {secret} {CANARY}")
    with _watch_logs() as log:
        outcome = _sanitize(document, model)
    shown = [repr(outcome), repr(outcome.plan), repr(outcome.release), repr(document)]
    assert not any(CANARY in each for each in [*shown, log.getvalue(), *_messages(document, model)])


def _messages(document: Document, model: PrivacyModel) -> Iterator[str]:
    """What the errors say that this document can cause."""
    other = Plan.for_document(Document("other", "other"))
    try:
        _execute(document, other, model)
    except ReticentError as error:
        yield str(error)
    outcome = _execute(document, Plan.for_document(document), model)
    yield from map(repr, outcome.violations)
    if outcome.violations:
        yield _message_of(outcome)


def _message_of(outcome: Outcome) -> str:
    """What the outcome says instead of giving its text away; empty when it does give it."""
    try:
        _ = outcome.text
    except ReticentError as error:
        return str(error)
    return ""


@contextmanager
def _watch_logs() -> Iterator[io.StringIO]:
    """Everything that is logged meanwhile, down to the last detail."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield written
    finally:
        root.setLevel(level)
        root.removeHandler(handler)


CHECKS = list_checks(__name__)
