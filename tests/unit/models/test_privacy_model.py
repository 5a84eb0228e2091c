"""A capability that a model leaves out has a safe default; one that is misspelt is refused."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from reticent.detection import Detector, WordList
from reticent.engine import Rules, sanitize
from reticent.errors import InputError
from reticent.models.privacy_model import (
    CAPABILITIES,
    Choice,
    CompleteModel,
    Needs,
    PrivacyModel,
    complete_model,
)
from reticent.models.redaction import Redaction
from reticent.plan import Plan, Promise, Release, Violation
from reticent.text import Document, Mention, Span

NOTE = Document("note", "Ann is here.")
UNCHANGED = Release(NOTE, NOTE)


@dataclass(frozen=True)
class Least:
    """The least that a model needs: it takes Ann away."""

    inner: Redaction = field(default_factory=lambda: Redaction((WordList(["Ann"], kind="PERSON"),)))

    @property
    def promise(self) -> Promise:
        return Promise("least", "Ann is gone")

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset({"PERSON"})

    @property
    def needs(self) -> Needs:
        return "released"

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        return self.inner.plan(document, mentions)

    def violations(self, release: Release) -> list[Violation]:
        return self.inner.violations(release)


@dataclass(frozen=True)
class Offers(Least):
    """A model of others that has some capabilities."""

    choices: Mapping[str, Choice] = field(default_factory=dict)
    warnings = ("think again",)
    naive_violations = None

    def unseen_words(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        return {"Ann": (Span(0, 3),)}

    def with_choices(self, choices: Mapping[str, Choice]) -> Offers:
        return Offers(choices=choices)


def test_every_capability_has_a_safe_default() -> None:
    model = complete_model(Least())
    assert sanitize(NOTE, Least()).text == "[PERSON] is here."
    assert model.plan_further(UNCHANGED) == model.plan_around(UNCHANGED, [Span(0, 3)]) == Least().plan(NOTE)
    asked = [model.violations_by_readers, model.naive_violations, model.arising]
    assert [ask(UNCHANGED) for ask in asked] == [[], [], []]
    assert (model.hints(NOTE), model.leaves_dates_open(NOTE), model.sibling("Ann", seed="")) == (
        None,
        False,
        None,
    )
    assert (model.languages, tuple(model.detectors), model.takes_findings) == (frozenset({"en"}), (), False)
    assert model.own_kinds == {"PERSON"}
    assert (model.gaps, dict(model.protect), model.corpus) == (None, {}, None)
    assert (model.unseen, model.unseen_words(NOTE), model.warnings) == ("keep", {}, ())
    assert model.without_documents(NOTE) == model.with_choices({"Ann": "keep"}) == model


def test_what_a_model_of_others_offers_is_used() -> None:
    model = complete_model(Offers())
    assert model.unseen_words(NOTE) == {"Ann": (Span(0, 3),)}
    assert model.naive_violations(UNCHANGED) == []
    chosen = model.with_choices({"Ann": "keep"})
    assert isinstance(chosen, CompleteModel)
    assert chosen == complete_model(Offers(choices={"Ann": "keep"}))
    assert Rules((model,)).warnings == ("think again",)
    assert complete_model(model) is model
    assert pickle.loads(pickle.dumps(model)) == model  # noqa: S301


class PassesOn:
    """What a package may wrap a model in: it offers what that one offers."""

    def __init__(self, part: PrivacyModel) -> None:
        self._part = part

    def __getattr__(self, name: str) -> object:
        return getattr(self._part, name)


def test_of_two_wrapped_models_each_is_asked_what_it_offers() -> None:
    assert complete_model(PassesOn(Least())).warnings == ()  # type: ignore[arg-type]
    assert complete_model(PassesOn(Offers())).warnings == ("think again",)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("plan_furter", "plan_further"),
        ("planfurther", "plan_further"),
        ("naive_violation", "naive_violations"),
        ("hint", "hints"),
        ("hitns", "hints"),
        ("warning", "warnings"),
        ("detector", "detectors"),
        ("gap", "gaps"),
        ("protects", "protect"),
        ("unseen_word", "unseen_words"),
        ("violation_by_readers", "violations_by_readers"),
        ("excluding", "without_documents"),
        ("choosing", "with_choices"),
    ],
)
def test_a_misspelt_or_renamed_capability_is_refused(name: str, meant: str) -> None:
    misspelt = type("Misspelt", (Least,), {name: ()})
    with pytest.raises(InputError, match=rf"Misspelt\.{name} .* call it {meant};"):
        sanitize(NOTE, misspelt())
    with pytest.raises(TypeError, match=rf"Misspelt\.{name} .* call it {meant};"):
        type("Misspelt", (CompleteModel,), {name: ()})


def test_a_name_that_merely_looks_like_a_capability_can_be_listed() -> None:
    type("Careful", (CompleteModel,), {"hint": (), "_own_names": frozenset({"hint"})})
    type("Both", (CompleteModel,), {"gap": 1.0, "gaps": "close"})


def test_a_model_without_its_five_members_is_not_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        type("Nothing", (CompleteModel,), {})()


def test_a_model_that_counts_can_leave_documents_out_or_refuses() -> None:
    counting = complete_model(type("Counting", (Least,), {"corpus": object()})())
    with pytest.raises(InputError, match="can't leave documents out"):
        counting.without_documents(NOTE)


def test_what_a_model_removes_by_itself_is_what_no_detector_of_it_finds() -> None:
    def kinds_of(detectors: tuple[Detector, ...]) -> frozenset[str]:
        made = type("Mixed", (Least,), {"detectors": detectors, "kinds": frozenset({"PERSON", "REMOVED"})})
        return complete_model(made()).own_kinds

    assert kinds_of(()) == {"PERSON", "REMOVED"}
    assert kinds_of((WordList(["Ann"], kind="PERSON"),)) == {"REMOVED"}
    assert Redaction((WordList(["Ann"]),)).own_kinds == frozenset()


def test_capabilities_are_what_the_base_class_has_besides_the_five() -> None:
    assert {"plan_further", "detectors", "unseen"} <= CAPABILITIES
    assert not CAPABILITIES & {"promise", "kinds", "needs", "plan", "violations"}
