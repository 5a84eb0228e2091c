"""What other models make needless comes back after the last round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contracts.cg_worlds import WORDS

from reticent import (
    CgSanitization,
    Document,
    PromiseError,
    Redaction,
    TPlausibility,
    WordList,
    open_corpus,
    sanitize,
    wordnet,
)
from reticent.engine import Outcome, execute
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.privacy_model import CompleteModel

TEXTS = ["ash oak elm"] * 3 + ["oak"] * 8 + ["elm"] * 8 + ["tree", "stone", "river"] * 9 + ["ash"]
OPTIONS: dict[str, Any] = {
    "evidence": "counted",
    "min_support": 1,
    "at_most": 1.0,
    "unseen": "keep",
    "by_class": False,
}
some = settings(
    max_examples=2 * settings().max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def protecting(texts: Sequence[str], **options: Any) -> CgSanitization:
    taxonomy = Hierarchy.from_pairs([("ash", "tree"), ("oak", "stone")])
    return CgSanitization(
        {"ash": "tree"}, corpus=MemoryCorpus(texts), taxonomy=taxonomy, **{**OPTIONS, **options}
    )


def needless(outcome: Outcome, document: Document, *models: CompleteModel) -> list[str]:
    """The words of single decisions of models that give back, without which no check finds anything."""
    found = []
    giving = {model.promise.model for model in models if model.gives_back}
    for each in outcome.plan.decisions:
        rest = tuple(own for own in outcome.plan.decisions if own is not each)
        without = execute(document, type(outcome.plan).for_document(document, rest), *models)
        if each.model in giving and not without.violations:
            found.append(each.spans[0].of(document.text))
    return found


def test_a_term_whose_group_another_model_ended_comes_back() -> None:
    model = protecting(TEXTS)
    document = Document("d", "The oak, the elm, the river.")
    alone = sanitize(document, model)
    (gone,) = (each.spans[0].of(document.text).split()[-1] for each in alone.plan.decisions)
    other = {"oak": "elm", "elm": "oak"}[gone]
    outcome = sanitize(document, model, Redaction((WordList([other]),)))
    assert gone in outcome.text
    assert {each.model for each in outcome.plan.decisions} == {"redaction"}
    assert outcome.violations == ()


def test_what_the_promise_of_another_model_needs_stays_away() -> None:
    model, document = protecting(TEXTS), Document("d", "The oak, the elm, the river.")
    outcome = sanitize(document, model, Redaction((WordList(["oak", "elm"]),)))
    assert outcome.violations == ()
    assert {each.model for each in outcome.plan.decisions} == {"cg-sanitization", "redaction"}
    assert "oak" not in outcome.text
    assert "elm" not in outcome.text


def test_the_setting_of_the_paper_gives_nothing_back() -> None:
    model = protecting(TEXTS, literal=True)
    document = Document("d", "The oak, the elm, the river.")
    (gone, *_) = (
        each.spans[0].of(document.text).split()[-1] for each in sanitize(document, model).plan.decisions
    )
    other = {"oak": "elm", "elm": "oak"}[gone]
    assert gone not in sanitize(document, model, Redaction((WordList([other]),))).text


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Document, list[CompleteModel]]:
    texts = draw(
        st.lists(
            st.lists(st.sampled_from([*WORDS, "ash", "tree"]), min_size=1, max_size=5), min_size=2, max_size=9
        )
    )
    known = ["ash tree", "tree", "tree", "tree", *(" ".join(words) for words in texts)]
    general = sum("tree" in text for text in known) > sum("ash" in text for text in known)
    own = CgSanitization(
        {"ash": "tree" if general else None},
        corpus=MemoryCorpus(known),
        taxonomy=Hierarchy.from_pairs([("ash", "tree")]),
        max_group=draw(st.integers(1, 3)),
        **OPTIONS,
    )
    others: list[CompleteModel] = [
        Redaction((WordList(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=2, unique=True))),)),
        TPlausibility(
            draw(st.integers(2, 4)),
            taxonomy=Hierarchy.from_pairs([(word, "thing") for word in WORDS]),
            detectors=(WordList(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=2))),),
            unreachable="remove",
        ),
    ]
    models = draw(st.permutations([own, *others[: draw(st.integers(1, 2))]]))
    words = draw(st.lists(st.sampled_from([*WORDS, "ash"]), min_size=1, max_size=6, unique=True))
    return Document("d", "The " + ", the ".join(words) + "."), list(models)


@some
@given(worlds())
def test_nothing_single_can_be_given_back_and_every_promise_holds(
    made: tuple[Document, list[CompleteModel]],
) -> None:
    document, models = made
    try:
        outcome = sanitize(document, *models)
    except PromiseError:
        return
    assert outcome.violations == ()
    if len({each.model for each in outcome.plan.decisions}) > 1:
        assert needless(outcome, document, *models) == []


@some
@given(worlds())
def test_the_group_that_a_decision_names_is_one_that_it_ends(
    made: tuple[Document, list[CompleteModel]],
) -> None:
    document, models = made
    outcome = sanitize(document, *models)
    for each in outcome.plan.decisions:
        if group := each.evidence.get("group"):
            rest = tuple(own for own in outcome.plan.decisions if own is not each)
            without = execute(document, type(outcome.plan).for_document(document, rest), *models)
            assert tuple(group) in {found.group for found in without.violations} or len(models) == 1


def release_of_a_merger(kind: str) -> str:
    """What a reader sees where a model leaves a gap without a word, and a word list of this kind has the same place."""
    model = CgSanitization(
        {"Lindqvist Shipping": "company"}, corpus=open_corpus(), taxonomy=wordnet(), unseen="keep"
    )
    listed = Redaction((WordList(["Lindqvist Shipping"], kind=kind),))
    return sanitize(Document("d", "We want to buy Lindqvist Shipping."), model, listed).text


def test_a_gap_without_a_word_gives_way_to_what_a_detector_says_of_the_place() -> None:
    assert release_of_a_merger("ORGANIZATION") == "We want to buy [ORGANIZATION]."


def test_a_kind_of_somebodys_own_may_name_what_is_hidden_and_is_not_shown_for_a_gap() -> None:
    assert release_of_a_merger("MERGER_TARGET") == "We want to buy [REMOVED]."
