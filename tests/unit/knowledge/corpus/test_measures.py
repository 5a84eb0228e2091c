from math import inf, isclose, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.knowledge import (
    Association,
    Conjunction,
    MemoryCorpus,
    association,
    bits,
    conjunction,
    group_pmi,
    information,
)

WORDS = ["HIV", "virus", "blood", "infection"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), min_size=1, max_size=12)
CORPORA = TEXTS.map(MemoryCorpus)
GROUPS = st.frozensets(st.sampled_from(WORDS), min_size=1, max_size=3).map(lambda words: conjunction(*words))


def _pmi(
    corpus: MemoryCorpus, entity: Conjunction, group: Conjunction, within: Conjunction = frozenset()
) -> float | None:
    return association(corpus, entity, [group], within=within)[0].pmi


@pytest.mark.paper("correlations", "Equation 3")
@given(CORPORA, GROUPS)
def test_a_group_says_all_about_itself(corpus: MemoryCorpus, group: Conjunction) -> None:
    expected = information(corpus, group)[0]
    assert _pmi(corpus, group, group) == (None if expected == inf else pytest.approx(expected))


@given(CORPORA, st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_the_contextualized_pmi_of_the_generalization_is_its_information(
    corpus: MemoryCorpus, entity: str, general: str
) -> None:
    context = conjunction(general)
    found = _pmi(corpus, conjunction(entity), context, context)
    if corpus.count([conjunction(entity, general)]) == [0]:
        assert found is None
    else:
        assert found == pytest.approx(information(corpus, context)[0])


@pytest.mark.paper("cg-sanitization", "Equation 1", "Equation 2", "Equation 3", "Equations 6 to 8")
@pytest.mark.paper(
    "correlations", "Equation 1", "Equation 2", "Equation 4", "Equation 5", "Equations 11 and 12"
)
@given(CORPORA, GROUPS, GROUPS)
def test_pmi_is_information_less_conditional_information(
    corpus: MemoryCorpus, entity: Conjunction, group: Conjunction
) -> None:
    found = association(corpus, entity, [group])[0]
    if found.pmi is None or found.conditional is None:
        assert found.pmi is found.conditional is None
        assert 0 in corpus.count([entity, group])
    else:
        assert isclose(found.pmi, information(corpus, entity)[0] - found.conditional, abs_tol=1e-9)


@given(CORPORA, GROUPS, GROUPS)
def test_pmi_is_the_same_both_ways(corpus: MemoryCorpus, one: Conjunction, other: Conjunction) -> None:
    assert _pmi(corpus, one, other) == _pmi(corpus, other, one)


@given(TEXTS, st.permutations(WORDS))
def test_more_than_the_threshold_is_positive_association_within_it(
    texts: list[str], words: list[str]
) -> None:
    corpus = MemoryCorpus([*texts, " ".join(WORDS)])
    entity, term, general = map(conjunction, words[:3])
    entity_there, term_there, both, there = corpus.count(
        [entity | general, term | general, entity | term | general, general]
    )
    found, allowed = _pmi(corpus, entity, term, general), information(corpus, general)[0]
    if both * there == entity_there * term_there:
        assert found == pytest.approx(allowed)
    else:
        assert found is not None
        assert (found > allowed) == (both * there > entity_there * term_there)


def test_what_was_never_seen_has_endless_information_and_no_pmi() -> None:
    corpus = MemoryCorpus(["HIV", "virus"])
    assert information(corpus, conjunction("unicorn"), conjunction("HIV", "virus")) == [inf, inf]
    assert _pmi(corpus, conjunction("HIV"), conjunction("unicorn")) is None
    assert _pmi(corpus, conjunction("unicorn"), conjunction("HIV")) is None


def test_what_was_never_seen_together_has_a_pmi_of_minus_infinity() -> None:
    found = association(MemoryCorpus(["HIV", "virus"]), conjunction("HIV"), [conjunction("virus")])[0]
    assert found == Association(entity=1, group=1, together=0, documents=2)
    assert (found.pmi, found.conditional, found.support) == (-inf, inf, 0)


def test_no_terms_at_all_say_nothing() -> None:
    assert information(MemoryCorpus(["HIV", "virus"]), frozenset()) == [0.0]
    assert bits(4, 4) == 0.0


@pytest.mark.paper("correlations", "Equation 9")
def test_the_pmi_of_many_groups_is_that_of_each() -> None:
    corpus = MemoryCorpus(["HIV virus blood", "virus blood", "HIV infection", "blood infection virus"])
    for groups in corpus.groups([conjunction("HIV")], WORDS[1:], max_group=2)[0]:
        values = group_pmi(groups, entity=2, documents=4)
        for (members, together, alone), value in zip(groups, values.tolist(), strict=True):
            assert value == pytest.approx(log2(together * 4 / (2 * alone)))
            assert (
                _pmi(corpus, conjunction("HIV"), conjunction(*(WORDS[1:][member] for member in members)))
                == value
            )
