"""The corpus in PostgreSQL's full-text search keeps the contract of every corpus, on a real server."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge import Corpus, MemoryCorpus, open_corpus, open_knowledge
from reticent.knowledge.corpus.postgres import fill_corpus, open_postgres
from reticent.testing import contract
from reticent.testing.corpora import CHECKS, LISTED, CorpusCase, refer_to
from tests.postgres import server

ADDRESS: list[str] = []


@pytest.fixture(scope="module", autouse=True)
def address() -> Iterator[str]:
    with server() as found:
        ADDRESS[:] = [found]
        yield found


def on_a_server(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    fill_corpus(ADDRESS[0], texts, phrases=LISTED, min_documents=least)
    return open_postgres(ADDRESS[0]), [refer_to(texts, least)]


@contract(CHECKS, [CorpusCase("PostgreSQL", on_a_server)])
def test_a_corpus_on_a_server_keeps_the_contract(
    check: Callable[[CorpusCase], None], case: CorpusCase
) -> None:
    check(case)


def test_it_is_chosen_by_its_address_adds_to_others_and_travels(address: str) -> None:
    fill_corpus(address, ["Zorblat's \\ fever, an O'Neill sign.", "A fever."])
    corpus = open_knowledge("none", f"postgres:{address}")
    assert corpus.count([frozenset({"fever"}), frozenset({"fever", "zorblat"})]) == [2, 1]
    assert pickle.loads(pickle.dumps(corpus)).count([frozenset({"fever"})]) == [2]  # noqa: S301
    both = open_knowledge("general", f"postgres:{address}")
    assert both.size == open_corpus().size + 2
    assert both.count([frozenset({"zorblat"})]) == [1]


def test_what_no_server_can_hold_is_left_out_and_nothing_that_is_missing_is_guessed(address: str) -> None:
    fill_corpus(address, ["null\0byte fever", "half \udc80 fever", "long" * 1000])
    corpus = open_postgres(address)
    assert corpus.size == 3
    assert corpus.count([frozenset({"fever"})]) == [2]
    with pytest.raises(KnowledgeError, match="check that the server runs"):
        open_postgres("postgresql://owner:hunter2@/nowhere?host=/nonexistent")
    with pytest.raises(KnowledgeError, match="holds no corpus"):
        open_postgres(address.replace("/postgres?", "/template1?"))
