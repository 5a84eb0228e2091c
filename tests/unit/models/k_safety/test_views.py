"""Views: consistent by definition, safe for each reader, and safe against readers who pool them once repaired."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.k_safety import contradictions, unsafe_entities

from reticent import Document, sanitize
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.models.k_safety.closure import collusions
from reticent.models.k_safety.views import ClearedView, repair_views, view_for, views

LETTERS = "abcdef"
CATEGORIES = ("red", "green", "blue", "")
WORDS = {letter: letter * 3 for letter in LETTERS}

entities = st.lists(
    st.tuples(st.sets(st.sampled_from(LETTERS), min_size=1), st.sampled_from(CATEGORIES)),
    min_size=4,
    max_size=9,
)
clearances = st.lists(st.frozensets(st.sampled_from(CATEGORIES)), min_size=1, max_size=5)


def setting(
    described: list[tuple[set[str], str]], held: list[frozenset[str]]
) -> tuple[SqliteEntities, dict[str, frozenset[str]]]:
    readers = {f"r{at}": cleared for at, cleared in enumerate(held)}
    database = SqliteEntities.in_memory(
        [
            Entity(f"e{at}", (f"entity{at}",), (category,), tuple(sorted(WORDS[c] for c in context)))
            for at, (context, category) in enumerate(described)
        ],
        readers,
    )
    return database, readers


def pooled_unsafe(shown: list[ClearedView], described: list[tuple[set[str], str]], k: int) -> bool:
    """By definition: some group of readers could tell an entity that none of them is cleared for."""
    contexts = {f"e{at}": {WORDS[c] for c in context} for at, (context, _) in enumerate(described)}
    for size in range(1, len(shown) + 1):
        for group in combinations(shown, size):
            cleared = frozenset().union(*(view.cleared for view in group)) - {""}
            secret = [f"e{at}" for at, (_, category) in enumerate(described) if category not in cleared]
            pool = frozenset[str]().union(*(view.kept for view in group))
            if unsafe_entities(pool, contexts, secret, k):
                return True
    return False


DOCUMENT = Document("note", " ".join(WORDS[letter] for letter in LETTERS))


@given(described=entities, held=clearances, k=st.integers(1, 3))
def test_a_reader_cleared_for_more_never_sees_less(
    described: list[tuple[set[str], str]], held: list[frozenset[str]], k: int
) -> None:
    database, readers = setting(described, held)
    made = views(DOCUMENT, KSafety(database, k=k), readers)
    texts = {view.cleared: sanitize(DOCUMENT, view.model).text for view in made}
    assert contradictions((view.cleared, view.kept) for view in made) == []
    for more, less in combinations(made, 2):
        if more.cleared > less.cleared:
            seen = [set(texts[view.cleared].split()) - {"[TERM]"} for view in (more, less)]
            assert seen[0] >= seen[1]


def test_a_view_is_a_part_of_what_more_clearance_shows_even_where_another_part_were_as_large() -> None:
    described = [({"a", "d"}, "blue"), ({"a", "d"}, "blue"), ({"b"}, "blue"), ({"a", "b", "d"}, "red")]
    database, readers = setting([*described, ({"b", "c", "d"}, "blue")], [frozenset({"red"}), frozenset()])
    more, less = views(DOCUMENT, KSafety(database, k=2), readers)
    alone = views(DOCUMENT, KSafety(database, k=2), {"r1": frozenset()})[0]
    assert less.kept <= more.kept
    assert not alone.kept <= more.kept


@given(described=entities, held=clearances, k=st.integers(1, 3))
def test_a_view_shows_just_what_it_says_and_keeps_its_promise(
    described: list[tuple[set[str], str]], held: list[frozenset[str]], k: int
) -> None:
    database, readers = setting(described, held)
    for view in views(DOCUMENT, KSafety(database, k=k), readers):
        outcome = sanitize(DOCUMENT, view.model)
        assert outcome.violations == ()
        assert frozenset(view.model.read(outcome.document).terms) == view.kept


@given(described=entities, held=clearances, k=st.integers(1, 2))
def test_one_readers_view_is_the_same_whether_asked_alone_or_with_all(
    described: list[tuple[set[str], str]], held: list[frozenset[str]], k: int
) -> None:
    database, readers = setting(described, held)
    model = KSafety(database, k=k)
    for view in views(DOCUMENT, model, readers):
        assert view_for(DOCUMENT, model, view.readers[0]).kept == view.kept


@given(described=entities, held=clearances, k=st.integers(1, 3))
def test_collusion_is_found_exactly_where_some_group_could_tell(
    described: list[tuple[set[str], str]], held: list[frozenset[str]], k: int
) -> None:
    database, readers = setting(described, held)
    made = views(DOCUMENT, KSafety(database, k=k), readers)
    found = collusions(made, KSafety(database, k=k))
    assert bool(found) == pooled_unsafe(made, described, k)
    for each in found:
        assert len(each.readers) >= 2
        assert each.companions < k
        group = [view for view in made if view.readers[0] in each.readers]
        assert all(not view.cleared.issuperset(each.entity.categories or ("",)) for view in group)
        assert all(any(term in view.kept for view in group) for term in each.terms)


@given(described=entities, held=clearances, k=st.integers(1, 3))
def test_a_repair_is_enough_consistent_and_the_fewest_terms(
    described: list[tuple[set[str], str]], held: list[frozenset[str]], k: int
) -> None:
    database, readers = setting(described, held)
    made = views(DOCUMENT, KSafety(database, k=k), readers)
    mended, gone = repair_views(made, KSafety(database, k=k))
    assert not pooled_unsafe(mended, described, k)
    assert contradictions((view.cleared, view.kept) for view in mended) == []
    assert bool(gone) == bool(collusions(made, KSafety(database, k=k)))
    shown = sorted(frozenset[str]().union(*(view.kept for view in made)))
    for size in range(len(gone)):
        for fewer in combinations(shown, size):
            assert pooled_unsafe([view.without(fewer) for view in made], described, k)


def test_an_unknown_reader_sees_what_one_cleared_for_nothing_sees() -> None:
    described: list[tuple[set[str], str]] = [
        ({"a", "b"}, "red"),
        ({"a"}, "green"),
        ({"b"}, "green"),
        ({"c"}, "blue"),
    ]
    database, _ = setting(described, [frozenset({"red"}), frozenset()])
    model = KSafety(database, k=1)
    stranger = view_for(DOCUMENT, model, "nobody has heard of me")
    assert stranger.kept == view_for(DOCUMENT, model, "r1").kept
    assert stranger.cleared == frozenset()


def test_a_pair_is_named_with_the_terms_it_takes() -> None:
    described: list[tuple[set[str], str]] = [
        ({"a", "b"}, "blue"),
        ({"a"}, "red"),
        ({"b"}, "green"),
    ]
    database, _ = setting(described, [])
    model = KSafety(database, k=1)
    shown = [
        ClearedView(("ann",), frozenset({"red"}), model, frozenset({"aaa"}), frozenset({"bbb"})),
        ClearedView(("ben",), frozenset({"green"}), model, frozenset({"bbb"}), frozenset({"aaa"})),
    ]
    (found,) = collusions(shown, model)
    assert (found.readers, found.entity.id, found.terms, found.companions) == (
        ("ann", "ben"),
        "e0",
        ("aaa", "bbb"),
        0,
    )
    mended, gone = repair_views(shown, model)
    assert len(gone) == 1
    assert collusions(mended, model) == []
