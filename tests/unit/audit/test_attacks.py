import inspect

import pytest
from tests.contracts.fitted import examples

from reticent.audit import attacks
from reticent.audit.attacks import AttackPart, attack, split_known
from reticent.errors import InputError
from reticent.models.greedy_sanitize import Crf, Svm
from reticent.models.greedy_sanitize.learners.learner import HIDDEN

SENSITIVE = ("Zorblat", "quizzle")


def halves() -> tuple[AttackPart, AttackPart]:
    sentences, labels = examples(SENSITIVE, 200)
    return split_known(sentences, labels, range(len(sentences)), 0.5)


def test_secrets_that_can_be_learned_are_found_first() -> None:
    known, target = halves()
    outcome = attack(known, target, learners=[Crf(), Svm()], budgets=(10, 100))
    assert outcome.true_positives == outcome.secrets
    assert outcome.found[10] == 10
    assert outcome.found[10] > 3 * outcome.at_random[10]
    assert set(outcome.accuracy) == {"crf", "svm"}


def test_what_can_not_be_learned_is_not_found() -> None:
    known, target = halves()
    none = AttackPart(known.sentences, [[False] * len(row) for row in known.labels])
    outcome = attack(none, target, learners=[Crf()])
    assert outcome.true_positives == 0
    assert outcome.secrets > 0


def test_hidden_words_are_no_instances() -> None:
    part = AttackPart([(HIDDEN, "saw", HIDDEN)], [[False, False, False]])
    outcome = attack(part, part, learners=[Crf()])
    assert (outcome.instances, outcome.secrets) == (1, 0)


def test_an_empty_target_has_no_secrets() -> None:
    known, _ = halves()
    outcome = attack(known, AttackPart([], []), learners=[Crf()])
    assert (outcome.instances, outcome.true_positives) == (0, 0)


def test_a_document_is_never_both_known_and_attacked() -> None:
    sentences = [(str(number),) for number in range(12)]
    groups = [number // 3 for number in range(12)]
    known, target = split_known(sentences, [[False]] * 12, groups, 0.25)
    assert len(known.sentences) == 3
    assert len({int(word) // 3 for (word,) in known.sentences}) == 1
    assert not set(known.sentences) & set(target.sentences)


@pytest.mark.parametrize("known", [0, 1, -0.5, 7])
def test_the_known_share_is_a_share(known: float) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        split_known([("a",), ("b",)], [[True], [False]], [0, 1], known)


def test_a_single_document_can_not_be_attacked() -> None:
    with pytest.raises(InputError, match="single document"):
        split_known([("a",), ("b",)], [[True], [False]], [0, 0], 0.5)


def test_the_attacker_shares_nothing_with_the_publisher_but_the_ways_to_learn() -> None:
    source = inspect.getsource(attacks)
    imported = [line for line in source.splitlines() if line.startswith(("from reticent", "import reticent"))]
    assert all("errors" in line or "greedy_sanitize.learners.learner import" in line for line in imported)
