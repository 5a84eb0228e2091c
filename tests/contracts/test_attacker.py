"""What every attacker owes; a new one adds itself to CASES."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reticent.attackers.bayes import Bayes
from reticent.attackers.similarity import Similarity
from reticent.testing import contract
from reticent.testing.attackers import CHECKS, SLOW_CHECKS, AttackerCase
from tests.contracts.reader_worlds import CANDIDATES, SIGNS, indexed

WORDS = tuple(sorted({sign for signs in SIGNS.values() for sign in signs}))

CASES = [
    AttackerCase("similarity", lambda: Similarity(indexed()), CANDIDATES, WORDS),
    AttackerCase("naive Bayes", lambda: Bayes(indexed()), CANDIDATES, WORDS),
]


@contract(CHECKS, CASES)
def test_an_attacker_keeps_the_contract(check: Callable[[AttackerCase], None], case: AttackerCase) -> None:
    check(case)


@pytest.mark.slow
@contract(SLOW_CHECKS, CASES)
def test_an_attacker_keeps_the_contract_with_very_many_candidates(
    check: Callable[[AttackerCase], None], case: AttackerCase
) -> None:
    check(case)
