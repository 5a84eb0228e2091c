"""What "Toward sensitive document release with privacy guarantees" states, on corpora small enough to count by hand."""

from math import inf, isclose

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contracts.cg_worlds import WORDS, invented_worlds

from reticent import Document, sanitize
from reticent.knowledge import MemoryCorpus, association, bits, conjunction
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization.settings import PAPER, CgSanitizationSettings
from reticent.plan import Release

relaxed = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
worlds = st.lists(st.frozensets(st.sampled_from(["ash", "tree", "leaf", "river"])), min_size=1, max_size=12)
TAXONOMY = Hierarchy.from_pairs([("ash", "tree"), ("leaf", "limb"), ("root", "limb")])


def model(texts: list[str], general: str | None = "tree", **options: object) -> CgSanitization:
    settled = {"corpus": MemoryCorpus(texts), "taxonomy": TAXONOMY, **PAPER}
    return CgSanitization({"ash": general}, **{**settled, **options})


@pytest.mark.paper("cg-sanitization", "Definition 1", "Definition 3", "Algorithm 1")
def test_the_setting_of_the_paper_is_its_definitions_with_counts_as_they_are() -> None:
    section = {"type": "cg-sanitization", "protect": {"ash": "tree"}, "setting": "paper"}
    read = CgSanitizationSettings.model_validate(section)
    assert {key: getattr(read, key) for key in PAPER} == dict(PAPER)
    assert CgSanitizationSettings.model_validate({**section, "unseen": "remove"}).unseen == "remove"
    one = ["ash leaf", "tree", "tree", "river"]  # one document is enough, and no confidence is asked for
    assert flagged(model(one), "leaf")
    assert not flagged(model(one), "river")


def flagged(made: CgSanitization, text: str) -> bool:
    document = Document("d", text)
    return bool(made.violations(Release(document, document)))


@pytest.mark.paper("cg-sanitization", "Equation 9")
@given(worlds)
def test_contextualized_pmi_exceeds_ic_exactly_when_both_are_associated_within_the_generalization(
    world: list[frozenset[str]],
) -> None:
    corpus = MemoryCorpus([" ".join(sorted(text)) for text in world])
    found = association(corpus, conjunction("ash"), [conjunction("leaf")], within=conjunction("tree"))[0]
    within = sum("tree" in text for text in world)
    if found.pmi is None or not within:
        return
    positive = found.together * within > found.entity * found.group
    assert (found.pmi > bits(within, corpus.size) + 1e-12) == positive or isclose(
        found.pmi, bits(within, corpus.size)
    )


@pytest.mark.paper("cg-sanitization", "End of section 4")
@given(worlds)
def test_contextualized_pmi_of_the_generalization_is_its_information(world: list[frozenset[str]]) -> None:
    corpus = MemoryCorpus([" ".join(sorted(text)) for text in world])
    found = association(corpus, conjunction("ash"), [conjunction("tree")], within=conjunction("tree"))[0]
    if found.pmi not in (None, -inf):
        assert isclose(found.pmi or 0.0, bits(found.group, corpus.size), abs_tol=1e-9)


@pytest.mark.paper("cg-sanitization", "Definition 1", "Figure 2")
def test_definition_1_flags_what_occurs_with_the_entity_only() -> None:
    made = model(["ash leaf river", "ash leaf", "river stone", "tree", "stone"], general=None)
    assert flagged(made, "leaf")
    assert not flagged(made, "river")


@pytest.mark.paper("cg-sanitization", "Definition 2", "Definition 3", "Figure 2")
def test_definition_3_flags_more_than_the_generalization_tells_and_no_less() -> None:
    texts = ["ash leaf", "ash river", "leaf stone", "tree", "tree river", "tree river", "tree river"]
    made = model(texts)  # p(c|leaf) = 1/2 = p(c)/p(g): PMI equals IC(g(c)), which is allowed
    assert not flagged(made, "leaf")
    assert flagged(model([*texts, "tree"]), "leaf")


@pytest.mark.paper("cg-sanitization", "Adaptation A2", "Figure 1")
def test_max_counts_single_terms_as_one_and_pairs_as_two() -> None:
    texts = ["ash leaf river", "leaf", "river", "leaf", "river", "leaf", "river", "tree", "tree", "tree"]
    text = "The leaf is in the river."
    assert not flagged(model(texts, max_group=1), text)
    assert flagged(model(texts, max_group=2), text)


@pytest.mark.paper("cg-sanitization", "Adaptation A1")
def test_a_group_that_is_not_in_one_context_is_no_group() -> None:
    texts = ["ash leaf river", "leaf", "river", "leaf", "river", "leaf", "river", "tree", "tree", "tree"]
    apart = "This is a leaf. That is a river."
    assert flagged(model(texts, context="document"), apart)
    assert not flagged(model(texts, context="sentence"), apart)


def test_groups_larger_than_the_document_change_nothing() -> None:
    made = model(["ash leaf", "tree", "tree", "leaf"], max_group=6)
    assert sanitize(Document("d", "leaf"), made).violations == ()


@pytest.mark.paper("cg-sanitization", "Figure 3", "Equation 4")
def test_a_safe_generalization_is_put_in_place_of_a_risky_term() -> None:
    made = model(["ash root", "ash root", "limb tree", "limb", "limb", "tree", "tree"])
    assert sanitize(Document("d", "He saw a root."), made).text == "He saw a limb."


def test_a_generalization_is_checked_like_any_other_term() -> None:
    made = model(["ash root limb", "ash root limb", "tree", "tree", "tree"])
    assert sanitize(Document("d", "He saw a root."), made).text == "He saw a [REMOVED]."


@pytest.mark.parametrize("max_group", [1, 2, 3, 5])
def test_one_long_list_of_risky_terms_is_released_without_them(max_group: int) -> None:
    names = [f"name{number}" for number in range(30)]
    made = model([f"ash {name}" for name in names] + ["tree"] * 40, max_group=max_group)
    outcome = sanitize(Document("d", ", ".join(names)), made)
    assert outcome.violations == ()
    assert "name" not in outcome.text


@pytest.mark.paper("cg-sanitization", "Definition 3")
@relaxed
@given(data=st.data())
def test_the_promise_holds_in_every_world_that_can_be_invented(data: st.DataObject) -> None:
    made = data.draw(invented_worlds())
    words = data.draw(st.lists(st.sampled_from([*WORDS, "ash", "Ash", "tree", "unheard", "."]), max_size=10))
    outcome = sanitize(Document("d", " ".join(words)), made)
    assert outcome.violations == ()


def test_a_promise_about_a_window_says_so_in_one_line_too() -> None:
    made = model(["ash leaf", "tree", "tree", "leaf"], context="5 words")
    assert "in one window of 5 words" in made.promise.statement
    assert "in groups of up to 2 in one window of 5 words" in made.promise.summary
