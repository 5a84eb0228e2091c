"""What the audit of K-safety counts, against the definition, on many random databases and texts."""

from __future__ import annotations

import random

import pytest
from tests.oracles.k_safety import telling_terms

from reticent import Document
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.plan import Release
from reticent.text import Span

TERMS = ["fever", "cough", "rash", "pain", "itch", "chill"]
CATEGORIES = ["plain", "secret", ""]


def found(model: KSafety, text: str) -> list[Span]:
    document = Document("note", text)
    return [violation.span for violation in model.violations(Release(document, document))]


def places(text: str, terms: set[str]) -> list[Span]:
    """Where these words stand, as they are written."""
    starts = [
        (text.find(word, at), word) for word in terms for at in range(len(text)) if text[at:].startswith(word)
    ]
    return sorted(Span(start, start + len(word)) for start, word in starts)


@pytest.mark.paper("erase", "Definition 3.1")
def test_the_audit_agrees_with_the_definition() -> None:
    rng = random.Random(23)  # noqa: S311
    for _ in range(200):
        contexts = {
            f"e{at}": frozenset(rng.sample(TERMS, rng.randint(1, 4))) for at in range(rng.randint(3, 8))
        }
        categories = {name: rng.choice(CATEGORIES) for name in contexts}
        database = SqliteEntities.in_memory(
            Entity(name, (f"entity{name}",), (categories[name],), tuple(sorted(context)))
            for name, context in contexts.items()
        )
        k = rng.randint(1, len(contexts) - 1)
        words = [rng.choice(TERMS) for _ in range(rng.randint(0, 6))]
        text = " and ".join(words)
        cleared = rng.choice([[], ["plain"], ["plain", "secret"]])
        protected = [name for name in contexts if categories[name] not in cleared or not categories[name]]
        only = None if rng.random() < 0.5 else frozenset(rng.sample(TERMS, 4))
        known = set(words) & frozenset().union(*contexts.values())
        beyond = set() if only is None else known - only
        telling = telling_terms(set(words), contexts, protected, k)
        model = KSafety(database, k=k, cleared=cleared, only=only)
        expected = sorted([*places(text, telling), *places(text, beyond)])
        assert found(model, text) == expected


def three() -> SqliteEntities:
    return SqliteEntities.in_memory(
        [
            Entity("x", ("X1",), (), ("fever", "rash")),
            Entity("y", ("Y1",), (), ("fever", "rash")),
            Entity("z", ("Z1",), (), ("cough",)),
        ]
    )


def test_a_reader_may_read_only_what_was_chosen_for_it() -> None:
    model = KSafety(three(), ["z"], k=1, only=frozenset({"fever"}))
    assert found(model, "fever and rash") == [Span(10, 14)]
    assert found(KSafety(three(), ["z"], k=1, only=frozenset()), "fever") == [Span(0, 5)]
    assert found(KSafety(three(), ["z"], k=1), "fever and rash") == []


def test_exactly_k_companions_are_enough() -> None:
    assert found(KSafety(three(), ["x"], k=1), "fever and rash") == []
    assert len(found(KSafety(three(), ["x"], k=2), "fever and rash")) == 2


def test_a_violation_names_the_fewest_companions_of_its_term() -> None:
    database = SqliteEntities.in_memory(
        [
            Entity("x", ("X1",), (), ("fever", "rash")),
            Entity("y", ("Y1",), (), ("fever",)),
            Entity("z", ("Z1",), (), ("cough",)),
        ]
    )
    document = Document("note", "fever and rash")
    violations = KSafety(database, ["y", "x"], k=2).violations(Release(document, document))
    assert [violation.span for violation in violations] == [Span(0, 5), Span(10, 14)]
    assert all("fits 0 others (K = 2)" in violation.reason for violation in violations)


def test_nobody_is_cleared_for_an_entity_without_a_category() -> None:
    assert found(KSafety(three(), k=1, cleared=[""]), "cough") == [Span(0, 5)]
