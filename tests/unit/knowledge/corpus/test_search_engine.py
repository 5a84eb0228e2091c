"""The example of a search engine's counts counts like the reference, and a text is released with it as the how-to says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from reticent.knowledge import Conjunction, Corpus, MemoryCorpus

ROOT = Path(__file__).parents[4]
PAGE = ROOT / "docs/how-to/count-with-a-search-engine.md"
ADAPTER = ROOT / "examples/counted_by_search.py"
TEXTS = [
    *["An antiretroviral drug against HIV, a virus."] * 5,
    *["A virus.", "A drug."] * 6,
    *["The weather."] * 20,
]
ASKED: list[Conjunction] = [
    frozenset({"HIV"}),
    frozenset({"HIV", "virus"}),
    frozenset(),
    frozenset({frozenset({"drug", "weather"}), "virus"}),
]


@pytest.fixture
def made() -> tuple[Any, MemoryCorpus]:
    reference = MemoryCorpus(TEXTS)
    assert f"[{ADAPTER.name}](../../examples/{ADAPTER.name})" in PAGE.read_text("utf-8")
    names: dict[str, Any] = {}
    exec(ADAPTER.read_text("utf-8"), names)  # noqa: S102

    def hits(terms: frozenset[str]) -> int:
        return reference.count([frozenset(terms)])[0]

    return names["CountedBySearch"](hits, reference.size, "memory"), reference


def test_it_counts_and_groups_as_the_reference_does(made: tuple[Any, MemoryCorpus]) -> None:
    corpus, reference = made
    assert isinstance(corpus.fingerprint, str)
    assert corpus.count(ASKED) == reference.count(ASKED)
    terms = ["drug", "antiretroviral", "weather", "unicorn"]
    assert corpus.known(terms) == reference.known(terms)
    for support in (1, 2):
        ours, theirs = (
            each.groups([frozenset({"HIV"})], terms, max_group=3, min_support=support)
            for each in (corpus, reference)
        )
        assert [list(groups) for groups in ours[0]] == [list(groups) for groups in theirs[0]]


def test_a_text_is_released_with_it_as_the_page_says(
    made: tuple[Any, MemoryCorpus], capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    counted: Corpus = made[0]
    names = {"CountedBySearch": lambda hits, pages, name: counted, "hits": None}
    exec(blocks[-1], names)  # noqa: S102
    assert "antiretroviral" not in capsys.readouterr().out
