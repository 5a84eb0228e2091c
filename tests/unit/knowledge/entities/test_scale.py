"""A hundred thousand entities with thirty terms each: loaded once, and asked without reading them all."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from reticent import Document, KSafety, sanitize
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.opening import build_entities, open_entities

NUMBER = 100_000


def crowd() -> Iterator[Entity]:
    """Terms after a Zipf law: a few that many know, and many that few know."""
    ranks = np.minimum(np.random.default_rng(7).zipf(1.2, (NUMBER, 60)), 20_000)
    for at, row in enumerate(ranks):
        terms = tuple(f"word{rank}" for rank in np.unique(row)[-30:])
        yield Entity(f"e{at}", (f"person{at}",), (f"c{at % 20}",), terms)


@pytest.mark.slow
def test_a_large_database_is_built_and_answers_quickly(tmp_path: Path) -> None:
    place = tmp_path / "large.db"
    start = time.process_time()
    assert build_entities(crowd(), place) == NUMBER
    assert time.process_time() - start < 120
    start = time.process_time()
    model = KSafety(open_entities(place), categories=["c3"], k=10)
    assert time.process_time() - start < 1
    note = Document("note", "word40 and word300, word1000 with word1001 or word2000; person3 knows word5000.")
    start = time.process_time()
    outcome = sanitize(note, model)
    assert time.process_time() - start < 1
    assert outcome.violations == ()
    assert "person3" not in outcome.text
