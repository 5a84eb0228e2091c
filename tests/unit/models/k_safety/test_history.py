"""Views of one subject, one after another: pooled, they are safe by the definition, whatever order they come in."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.k_safety import unsafe_entities

from reticent import Document, sanitize
from reticent.errors import PromiseError
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.models.k_safety.views import view_of_reader, views

LETTERS = "abcdefg"
WORDS = {letter: letter * 3 for letter in LETTERS}
CATEGORIES = ("red", "green")

described = st.lists(
    st.tuples(st.sets(st.sampled_from(LETTERS), min_size=1), st.sampled_from(CATEGORIES)),
    min_size=4,
    max_size=9,
)
notes = st.lists(st.sets(st.sampled_from(LETTERS), min_size=1), min_size=2, max_size=4)


def build(entities: list[tuple[set[str], str]]) -> SqliteEntities:
    return SqliteEntities.in_memory(
        [
            Entity(f"e{at}", (f"entity{at}",), (category,), tuple(sorted(WORDS[c] for c in context)))
            for at, (context, category) in enumerate(entities)
        ],
        {"nurse": {"red"}, "clerk": set[str]()},
    )


def note(letters: set[str]) -> Document:
    return Document("note", " and ".join(WORDS[letter] for letter in sorted(letters)))


@given(entities=described, texts=notes, k=st.integers(1, 3))
def test_pooled_views_are_safe_with_a_history(
    entities: list[tuple[set[str], str]], texts: list[set[str]], k: int
) -> None:
    model = KSafety(build(entities), k=k)
    known = {f"e{at}": {WORDS[c] for c in context} for at, (context, _) in enumerate(entities)}
    secret = [f"e{at}" for at, (_, category) in enumerate(entities) if category != "red"]
    shown: frozenset[str] = frozenset()
    for letters in texts:
        document = note(letters)
        outcome = sanitize(document, view_of_reader(model, "nurse", shown))
        seen = frozenset(model.read(outcome.document).terms)
        assert frozenset(model.read(document).terms) & shown <= seen, "what was shown can be shown again"
        shown |= seen
        assert unsafe_entities(shown, known, secret, k) == []
        for lost in frozenset(model.read(document).terms) - shown:
            alone = view_of_reader(model, "nurse").bound(document)
            assert unsafe_entities({*shown, lost}, known, secret, k) or lost not in (alone.only or {lost})


@given(entities=described, texts=notes, k=st.integers(1, 3))
def test_each_reader_has_a_history_of_its_own(
    entities: list[tuple[set[str], str]], texts: list[set[str]], k: int
) -> None:
    database = build(entities)
    model = KSafety(database, k=k)
    known = {f"e{at}": {WORDS[c] for c in context} for at, (context, _) in enumerate(entities)}
    shown: Mapping[str, frozenset[str]] = dict.fromkeys(database.clearances(), frozenset())
    for letters in texts:
        made = views(note(letters), model, database.clearances(), shown)
        shown = {reader: shown[reader] | view.kept for view in made for reader in view.readers}
    for reader, cleared in database.clearances().items():
        secret = [f"e{at}" for at, (_, category) in enumerate(entities) if category not in cleared]
        assert unsafe_entities(shown[reader], known, secret, k) == []


def test_the_audit_counts_what_was_shown_before() -> None:
    database = build([({"a", "b"}, "green"), ({"a"}, "red"), ({"b"}, "red")])
    from reticent.plan import Release

    document = note({"b"})
    release = Release(document, document)
    fresh = KSafety(database, categories=["green"], k=1)
    assert fresh.violations(release) == []
    after = KSafety(database, categories=["green"], k=1, shown=frozenset({"aaa"}))
    assert [violation.span.of(document.text) for violation in after.violations(release)] == ["bbb"]
    assert "together with all that this reader was shown before" in after.promise.statement


def test_what_was_shown_and_is_not_safe_any_more_ends_it() -> None:
    database = build([({"a", "b"}, "green"), ({"a"}, "red"), ({"b"}, "red")])
    after = KSafety(database, categories=["green"], k=1, shown=frozenset({"aaa", "bbb"}))
    with pytest.raises(PromiseError, match="nothing further can be shown"):
        after.plan(note({"a"}))
    with pytest.raises(PromiseError, match="does not know 1 terms any more"):
        KSafety(database, categories=["green"], k=1, shown=frozenset({"zzz"}))


def test_histories_grow() -> None:
    steps = [{"a"}, {"a", "b"}, {"a", "b", "c"}]
    database = build([({"a", "b", "c"}, "green"), ({"a", "b"}, "red"), ({"c"}, "red")])
    model = KSafety(database, k=1)
    shown: frozenset[str] = frozenset()
    seen = []
    for letters in steps:
        outcome = sanitize(note(letters), view_of_reader(model, "nurse", shown))
        shown |= frozenset(model.read(outcome.document).terms)
        seen.append(outcome.text)
    assert seen == ["aaa", "aaa and bbb", "aaa and bbb and [TERM]"]
