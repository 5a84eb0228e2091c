"""The worked examples of the t-plausibility paper, with what its lost Figure 2 must have shown."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pytest
from experiments.t_plausibility_searches import prune, within_steps
from hypothesis import given
from hypothesis import strategies as st

from reticent import Document, TPlausibility, WordList, sanitize
from reticent.knowledge.taxonomy import Concept, chains, wordnet
from reticent.models.t_plausibility import common_terms_search, cost, generalize
from reticent.models.t_plausibility._cost import Instance
from reticent.models.t_plausibility._search import LevelSearch, Search, descend, even_start
from reticent.models.t_plausibility._tally import entropy

SACRAMENTO = (1, 4, 32)  # state capital, capital
MARIJUANA = (1, 2, 6)  # controlled substance, drug
LUMBAR_PAIN = (1, 2)  # pain
LIVER_CANCER = (1, 2)  # carcinoma
FIGURE_2 = [SACRAMENTO, MARIJUANA, LUMBAR_PAIN, LIVER_CANCER]

CAPITAL_ALONE = (2, 0, 0, 0)
FIGURE_1C = (1, 2, 1, 1)


def volumes_of(term: str, *, sense: int = 0) -> tuple[int, ...]:
    """The word itself counts once, its ancestors with all that lies below them."""
    concept = wordnet().concepts(term)[sense]
    return (1, *(wordnet().volume(ancestor) for ancestor in next(chains(wordnet(), concept))[1:]))


@pytest.mark.paper("t-plausibility", "Example 1", "Equation 4")
def test_example_1_gives_each_of_four_texts_a_quarter() -> None:
    domain = list(product(["marijuana", "morphine"], ["lumbar_pain", "migraine"]))
    found = generalize([MARIJUANA, LUMBAR_PAIN], t=4)
    assert found.levels == (1, 1)
    assert found.texts == len(domain)
    assert 1 / MARIJUANA[1] == 1 / 2
    assert 1 / found.texts == 1 / 4


@pytest.mark.paper("t-plausibility", "Figure 1", "Figure 2", "Definition 2")
def test_figure_1c_could_have_come_from_96_texts() -> None:
    volumes = [chain[level] for chain, level in zip(FIGURE_2, FIGURE_1C, strict=True)]
    assert math.prod(volumes) == 96
    assert math.log2(96) == pytest.approx(6.6, abs=0.02)


@pytest.mark.paper("t-plausibility", "Example 2", "Definition 3", "Algorithm 1")
@pytest.mark.parametrize("search", ["exact", prune("plain")])
def test_example_2_has_more_than_one_plain_optimum_and_all_of_them_leave_32_texts(
    search: Search | LevelSearch,
) -> None:
    optima = {
        levels
        for levels in product(*(range(len(chain)) for chain in FIGURE_2))
        if math.prod(chain[level] for chain, level in zip(FIGURE_2, levels, strict=True)) == 32
    }
    assert {CAPITAL_ALONE, (1, 1, 1, 1)} <= optima
    found = generalize(FIGURE_2, t=32, search=search, problem="plain")
    assert found.levels in optima
    assert found.texts == 32
    assert found.proven


@pytest.mark.paper("t-plausibility", "Example 4", "Equation 1")
def test_example_4_by_equation_1() -> None:
    assert cost(FIGURE_2, CAPITAL_ALONE, t=32, alpha=0.5) == 2.34375
    assert cost(FIGURE_2, FIGURE_1C, t=32, alpha=0.5) == pytest.approx(0.3872, abs=1e-5)


@pytest.mark.paper("t-plausibility", "Example 4")
def test_example_4s_printed_cost_is_the_local_term_alone() -> None:
    local = cost(FIGURE_2, FIGURE_1C, t=32, alpha=0.0) / 2
    assert local == pytest.approx(0.31, abs=0.01)


@pytest.mark.paper("t-plausibility", "Definition 4", "Figure 1")
def test_evenness_prefers_figure_1c_to_capital_alone_and_a_still_more_even_text_to_both() -> None:
    found = generalize(FIGURE_2, t=32, alpha=0.5)
    assert found.levels == (1, 1, 1, 1)
    assert found.cost < cost(FIGURE_2, FIGURE_1C, t=32) < cost(FIGURE_2, CAPITAL_ALONE, t=32)


@pytest.mark.paper("t-plausibility", "Example 3", "Figure 3", "Algorithm 2")
def test_example_3_finds_the_person_in_both_residents() -> None:
    senses = [next(chains(wordnet(), concept)) for concept in wordnet().concepts("resident")]
    volumes = {concept: wordnet().volume(concept) for sense in senses for concept in sense}
    found = common_terms_search(senses, volumes, volume=2)
    assert found is not None
    assert isinstance(found.concept, Concept)
    assert found.concept.name == "person"
    assert found.coverage == 1.0


@pytest.mark.paper("t-plausibility", "Section 6, marijuana", "Algorithm 3", "Algorithm 5", "Algorithm 6")
@pytest.mark.parametrize("search", ["exact", prune("uniform"), within_steps(1), "top-down"])
def test_marijuana_for_phantom_limb_pain_becomes_soft_drug_for_pain(search: Search | LevelSearch) -> None:
    volumes = [volumes_of("marijuana", sense=1), volumes_of("phantom limb pain")]
    assert [chain[:3] for chain in volumes] == [(1, 4, 248), (1, 3, 9)]
    found = generalize(volumes, t=10, alpha=0.5, search=search)
    assert found.levels == (1, 1)
    assert found.texts == 12


DRUG_AND_PAIN = WordList(["marijuana", "phantom limb pain"])


@pytest.mark.paper("t-plausibility", "Section 6, marijuana")
def test_the_text_itself_becomes_uses_soft_drug_for_pain() -> None:
    model = TPlausibility(
        10,
        alpha=0.5,
        taxonomy=wordnet(),
        detectors=(DRUG_AND_PAIN,),
        meanings={"marijuana": "drug"},
        alternatives="paper",
    )
    outcome = sanitize(Document("note", "Uses marijuana for phantom limb pain."), model)
    assert outcome.text == "Uses a soft drug for pain."
    assert [tally.texts for tally in model.tallies(outcome.release)] == [12]


def test_in_its_first_sense_marijuana_is_a_plant() -> None:
    model = TPlausibility(10, taxonomy=wordnet(), detectors=(DRUG_AND_PAIN,), senses="first")
    text = sanitize(Document("note", "Uses marijuana for phantom limb pain."), model).text
    assert text == "Uses a shrub for pain."


def test_example_3_in_a_text_calls_a_resident_a_person() -> None:
    resident = WordList(["resident"])
    common = TPlausibility(10, taxonomy=wordnet(), detectors=(resident,), senses="common-terms")
    first = TPlausibility(10, taxonomy=wordnet(), detectors=(resident,), senses="first")
    note = Document("note", "A resident came.")
    assert sanitize(note, common).text == "A person came."
    assert sanitize(note, first).text == "An inhabitant came."


@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=4), min_size=1, max_size=3))
@pytest.mark.paper("t-plausibility", "Equation 2", "Equation 3", "Equation 4", "Lemma 1", "Lemma 2")
def test_the_entropy_of_a_text_is_the_sum_of_its_words_and_that_of_alike_words_a_logarithm(
    words: list[list[int]],
) -> None:
    texts = [math.prod(chosen) for chosen in product(*words)]  # equation 4, all weights times the same total
    assert entropy(texts) == pytest.approx(sum(map(entropy, words)), abs=1e-9)
    for word in words:
        assert entropy([1] * len(word)) == pytest.approx(math.log2(len(word)), abs=1e-12)
        assert entropy(word) <= math.log2(len(word)) + 1e-12


steps = st.lists(st.integers(2, 6), min_size=1, max_size=4)


@given(st.lists(steps, min_size=1, max_size=4), st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.data())
@pytest.mark.paper("t-plausibility", "Theorem 2", "Equation 5", "Algorithm 4")
def test_theorem_2_the_even_start_reaches_t_and_costs_at_most_the_square_of_the_widest_step(
    factors: list[list[int]], alpha: float, data: st.DataObject
) -> None:
    """σ is the most bits that one level adds: the paper takes 3 for WordNet, where it does not hold."""
    chains = tuple(tuple(math.prod(each[:level]) for level in range(len(each) + 1)) for each in factors)
    share = min(chain[-1] for chain in chains)
    t = data.draw(st.integers(1, share ** len(chains)))  # every chain goes up to an even share
    instance = Instance(chains, t, alpha)
    start = even_start(instance)
    widest = max(math.log2(factor) for each in factors for factor in each)
    assert instance.reaches(start)
    for levels in (start, descend(instance, start)):
        assert instance.cost(levels) - generalize(chains, t, alpha).cost <= widest**2 + 1e-9


@given(st.lists(steps, min_size=2, max_size=4), st.integers(1, 200), st.data())
@pytest.mark.paper("t-plausibility", "Observation 1", "Observation 2")
def test_the_cost_never_falls_as_words_are_added_to_a_text_that_reaches_t(
    factors: list[list[int]], t: int, data: st.DataObject
) -> None:
    """Costs of partial texts count the words to come as not there: their coefficients are those of the whole text."""
    bits = [math.log2(math.prod(each[: data.draw(st.integers(0, len(each)))])) for each in factors]
    words, share = len(bits), math.log2(t) / len(bits)
    second = [0.5 / words * sum((each - share) ** 2 for each in bits[:number]) for number in range(words + 1)]
    assert second == sorted(second)
    whole = [
        0.5 / words**2 * (sum(bits[:number]) - math.log2(t)) ** 2 + second[number]
        for number in range(words + 1)
        if sum(bits[:number]) >= math.log2(t)
    ]
    assert all(later >= earlier - 1e-12 for earlier, later in pairwise(whole))
