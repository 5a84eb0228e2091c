"""The setting of the paper against Algorithm 1 written down line by line, in random worlds."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.oracles.cg_sanitization import World, algorithm_1

from reticent import Document, sanitize
from reticent.errors import InputError
from reticent.knowledge import MemoryCorpus, bits
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization.settings import PAPER

LEAVES = ("ash", "elm", "rowan", "brook", "river", "cloud", "stone")
UPPER = ("tree", "plant", "water", "rock", "forest")
many = settings(
    max_examples=4 * settings().max_examples,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[CgSanitization, World, dict[str, list[str]]]:
    """Words below one another, and texts that hold with each word all that is above it, so that what is above tells less."""
    parents = {"ash": "tree"}
    for number, word in enumerate(UPPER[:-1]):
        parents[word] = draw(st.sampled_from(["", *UPPER[number + 1 :]]))
    for word in LEAVES[1:]:
        parents[word] = draw(st.sampled_from(["", *UPPER]))
    above = {word: climb(word, parents) for word in (*LEAVES, *UPPER)}
    drawn = draw(
        st.lists(
            st.frozensets(st.sampled_from([*LEAVES, *UPPER]), min_size=1, max_size=4), min_size=3, max_size=10
        )
    )
    texts = [
        frozenset({word, *(up for each in text for up in above[each]), *text})
        for text in drawn
        for word in sorted(text)[:1]
    ]
    texts += [frozenset({"ash", *above["ash"]}), frozenset({"tree", *above["tree"]})]
    texts += [frozenset({word, *above[word]}) for word in (*LEAVES[1:], *UPPER)]
    size = draw(st.integers(1, 3))
    try:
        model = CgSanitization(
            {"ash": "tree"},
            corpus=MemoryCorpus([", ".join(sorted(text)) for text in texts]),
            taxonomy=Hierarchy.from_pairs([(word, parent) for word, parent in parents.items() if parent]),
            max_group=size,
            **PAPER,
        )
    except InputError:
        assume(False)
    return model, World(texts, "ash", ("ash",), ("tree",), size, 1), above


def climb(word: str, parents: dict[str, str]) -> list[str]:
    found = []
    while word := parents.get(word, ""):
        found.append(word)
    return found


@pytest.mark.paper(
    "cg-sanitization", "Algorithm 1", "Heuristic H1", "Heuristic H2", "Heuristic H3", "Equation 4"
)
@many
@given(worlds(), st.lists(st.sampled_from([*LEAVES, *UPPER]), min_size=1, max_size=6, unique=True))
def test_the_setting_of_the_paper_plans_what_algorithm_1_does(
    made: tuple[CgSanitization, World, dict[str, list[str]]], words: list[str]
) -> None:
    model, world, above = made
    document = Document("d", "The " + ", the ".join(words) + ".")
    count = {word: sum(word in text for text in world.texts) for word in (*LEAVES, *UPPER)}
    expected = algorithm_1(world, words, above, lambda word: bits(count[word], len(world.texts)))
    plan = model.plan(document)
    became = dict(zip(words, words, strict=True)) | {
        each.spans[0].of(document.text): each.becomes for each in plan.decisions
    }
    assert became == expected


@many
@given(worlds(), st.lists(st.sampled_from([*LEAVES, *UPPER]), min_size=1, max_size=6, unique=True))
def test_what_the_paper_releases_breaks_no_promise(
    made: tuple[CgSanitization, World, dict[str, list[str]]], words: list[str]
) -> None:
    model, _, _ = made
    assert not sanitize(Document("d", "The " + ", the ".join(words) + "."), model).violations


def test_a_name_that_nobody_says_counts_as_well_and_nothing_is_turned_back() -> None:
    texts = ["ash organism leaf", "tree organism", "tree organism", "organism", "leaf organism", "river"]
    pairs = [("ash", "tree"), ("tree", "vascular plant"), ("vascular plant", "organism")]
    options = {"corpus": MemoryCorpus(texts), "taxonomy": Hierarchy.from_pairs(pairs), **PAPER}
    model = CgSanitization({"ash": "tree"}, **options)
    document = Document("d", "No ash: it was gone, ash or not.")
    assert {each.becomes for each in model.plan(document).decisions} == {"tree"}
    assert not model.reader.turns_back
