from itertools import combinations
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.knowledge import MemoryCorpus, association
from reticent.models.correlation_guard._reading import SecretTerm
from reticent.models.correlation_guard.risk import CorrelationAttacker, correlations

WORDS = ["red", "blue", "oak", "elm", "stone"]
TEXTS = st.lists(
    st.lists(st.sampled_from([*WORDS, "ash", "tree"]), min_size=1, max_size=6), min_size=1, max_size=9
)


def secret(term: str, *, whole: bool = True, beside: frozenset[str] = frozenset()) -> SecretTerm:
    return SecretTerm(term, whole, frozenset({1}), beside)


@pytest.mark.paper("correlations", "Equation 10")
@settings(deadline=None)
@given(
    texts=TEXTS,
    size=st.integers(1, 3),
    support=st.integers(1, 3),
    at_least=st.floats(0.1, 3),
    general=st.booleans(),
)
def test_the_groups_are_those_that_equation_10_flags(
    texts: list[list[str]], size: int, support: int, at_least: float, general: bool
) -> None:
    corpus = MemoryCorpus([" ".join(words) for words in texts])
    beside = frozenset({"tree"}) if general else frozenset[str]()
    found = correlations(
        CorrelationAttacker(corpus, size, support), [secret("ash", beside=beside)], WORDS, at_least=at_least
    )
    expected = set()
    for number in range(1, size + 1):
        for group in combinations(WORDS, number):
            (each,) = association(corpus, frozenset({"ash"}), [frozenset(group) | beside])
            enough = each.together >= (1 if number == 1 else support)
            if enough and each.pmi is not None and each.pmi >= at_least - 1e-9:
                expected.add(frozenset(group))
    assert {frozenset(each.group) for each in found} == expected


def test_a_removed_term_that_stands_elsewhere_tells_all_of_itself_seen_or_not() -> None:
    attacker = CorrelationAttacker(MemoryCorpus(["red oak", "red elm"]), 1, 1)
    found = correlations(attacker, [secret("red"), secret("zidovudine")], ["red", "zidovudine"], at_least=5.0)
    assert [(each.group, each.bits) for each in found] == [(("red",), 0.0), (("zidovudine",), inf)]


def test_a_word_of_a_removed_term_is_left_when_it_says_little() -> None:
    attacker = CorrelationAttacker(MemoryCorpus(["red oak", "red elm", "blue"]), 1, 1)
    assert not correlations(attacker, [secret("red", whole=False)], ["red"], at_least=2.0)
    assert correlations(attacker, [secret("blue", whole=False)], ["blue"], at_least=1.5)


def test_a_term_inside_another_adds_nothing_to_it() -> None:
    attacker = CorrelationAttacker(MemoryCorpus(["ash blood transfusion"] * 3 + ["oak"] * 9), 2, 1)
    found = correlations(attacker, [secret("ash")], ["blood", "blood transfusion"], at_least=1.0)
    assert {each.group for each in found} == {("blood",), ("blood transfusion",)}


def test_what_is_evaluated_is_told_of_what_there_is() -> None:
    told: list[tuple[int, int]] = []
    attacker = CorrelationAttacker(MemoryCorpus(["ash red", "blue oak", "elm"]), 2, 1)
    correlations(attacker, [secret("ash")], WORDS, at_least=0.5, watch=lambda *each: told.append(each))
    assert told == [(1, 15)]
