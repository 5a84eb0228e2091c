"""The setting of the paper against Algorithm 1 written down line by line, in random worlds with one secret or several."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.oracles.correlation_guard import World, algorithm_1

from reticent import Document, Mention, Span
from reticent.knowledge import MemoryCorpus
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.correlation_guard.settings import PAPER

WORDS = ("ash", "tree", "elm", "stone", "river", "cloud")
texts = st.lists(st.frozensets(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=12)
sentences = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6, unique=True), min_size=1, max_size=3
)
many = settings(
    max_examples=6 * settings().max_examples, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.paper("correlations", "Algorithm 1")
@many
@given(
    texts,
    sentences,
    st.frozensets(st.sampled_from(WORDS), min_size=1, max_size=3),
    st.integers(1, 3),
    st.booleans(),
)
def test_the_setting_of_the_paper_removes_what_algorithm_1_flags(
    world: list[frozenset[str]], rows: list[list[str]], hidden: frozenset[str], size: int, by_sentence: bool
) -> None:
    guard = CorrelationGuard(
        corpus=MemoryCorpus([", ".join(sorted(text)) for text in world]),
        context="sentence" if by_sentence else "document",
        **{**PAPER, "max_group": size},
    )
    document = Document("d", " ".join("The " + ", the ".join(row) + "." for row in rows))
    places = [(Span(*found.span()), found[0]) for found in re.finditer("|".join(WORDS), document.text)]
    plan = guard.plan(document, [Mention(span, "SECRET") for span, word in places if word in hidden])
    gone = {each.spans[0].of(document.text) for each in plan.decisions if each.kind == "REMOVED"}
    read = rows if by_sentence else [[word for row in rows for word in row]]
    order = list(dict.fromkeys(word for row in rows for word in row if word in hidden))  # of first places
    contexts = [
        ([word for word in row if word not in hidden], [word for word in order if word in row])
        for row in read
    ]
    assert gone == algorithm_1(World(world, "least", size, 1), contexts)
