"""What every attacker owes; a new one adds itself to CASES."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache

import pytest

from reticent.attackers.chat import Chat, Server
from reticent.attackers.counting import Bayes, Similarity
from reticent.testing import contract
from reticent.testing.attackers import CHECKS, SLOW_CHECKS, AttackerCase
from tests.chat_server import know, serve
from tests.contracts.reader_worlds import CANDIDATES, SIGNS, indexed

WORDS = tuple(sorted({sign for signs in SIGNS.values() for sign in signs}))


@cache
def _reader() -> str:
    """Where a scripted model answers until the process ends."""
    running = ExitStack()
    atexit.register(running.close)
    clues = {sign: name for name, signs in SIGNS.items() for sign in signs}
    return running.enter_context(serve(know(clues, list(SIGNS)))).url


CASES = [
    AttackerCase("similarity", lambda: Similarity(indexed()), CANDIDATES, WORDS),
    AttackerCase("naive Bayes", lambda: Bayes(indexed()), CANDIDATES, WORDS),
    AttackerCase("chat", lambda: Chat(Server(_reader(), "scripted"), control=False), CANDIDATES, WORDS),
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
