"""What every attacker owes; a new one adds itself to CASES."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache, partial

import pytest

from reticent.attackers.chat import Chat, Server
from reticent.attackers.counting import Bayes, Similarity
from reticent.attackers.retrieval import MEASURES, Library, Measure, Retrieval
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


@cache
def _library() -> Library:
    """What is known of each illness, as a text."""
    return Library.of((name, " ".join(signs)) for name, signs in SIGNS.items())


def _search(measure: Measure) -> Retrieval:
    return Retrieval(_library(), measure)


CASES = [
    AttackerCase("similarity", lambda: Similarity(indexed()), CANDIDATES, WORDS),
    AttackerCase("naive Bayes", lambda: Bayes(indexed()), CANDIDATES, WORDS),
    *(AttackerCase(f"retrieval by {each}", partial(_search, each), CANDIDATES, WORDS) for each in MEASURES),
    AttackerCase(
        "retrieval that suspects more",
        lambda: Retrieval(_library(), about=next(iter(SIGNS)), suspicion=0.5),
        CANDIDATES,
        WORDS,
    ),
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
