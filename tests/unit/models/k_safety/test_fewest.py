"""What a plan says of the number of its deletions, against every choice there is."""

from __future__ import annotations

import random

import pytest
from tests.oracles.k_safety import largest_weight

from reticent import Document
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.models.k_safety.safe_subset import SafeSubset, Search

TERMS = ["fever", "cough", "rash", "pain", "itch", "chill"]


@pytest.mark.paper("erase", "Definition 3.1")
@pytest.mark.parametrize(("search", "effort"), [("auto", 300), ("exact", 1), ("exact", 300), ("btop", 300)])
def test_a_plan_is_called_proven_only_where_no_choice_keeps_more_and_its_gap_bounds_all(
    search: Search, effort: int
) -> None:
    rng = random.Random(7)  # noqa: S311
    proven = 0
    for _ in range(60):
        contexts = {
            f"e{at}": frozenset(rng.sample(TERMS, rng.randint(1, 4))) for at in range(rng.randint(4, 8))
        }
        database = SqliteEntities.in_memory(
            Entity(name, (f"entity{name}",), ("secret",), tuple(sorted(context)))
            for name, context in contexts.items()
        )
        protected = rng.sample(sorted(contexts), rng.randint(1, 3))
        model = KSafety(database, protected, k=rng.randint(1, 3), search=search, effort=effort)
        words = rng.sample(TERMS, rng.randint(1, 6))
        plan = model.plan(Document("note", " and ".join(words)))
        known = [word for word in words if any(word in context for context in contexts.values())]
        best = largest_weight(known, contexts, protected, model.k)
        kept = len(known) - len({decision.evidence["term"] for decision in plan.decisions})
        for decision in plan.decisions:
            proven += bool(decision.evidence["fewest_proven"])
            assert kept <= best <= kept + decision.evidence["gap"] + 1e-6
            assert decision.evidence["fewest_proven"] == ("no fewer deletions would do" in decision.reason)
    assert proven or search == "btop"


def test_a_gap_is_told_in_words() -> None:
    nothing = frozenset[str]()
    assert SafeSubset(nothing, nothing, True, 3.0, 3.0).describe() == "no fewer deletions would do"
    left = SafeSubset(nothing, nothing, False, 5.5, 3.0).describe()
    assert left == "fewer deletions might do: what is kept could weigh 2.5 more at most"
