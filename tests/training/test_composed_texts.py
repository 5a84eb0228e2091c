"""Composed texts are the same each time, and what is marked in them is what was filled in."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from training.composed_slots import Slot
from training.composed_texts import compose, read_lines
from training.composed_values import make_date, make_name, make_time
from training.list_words import ListedNames

ROOT = Path(__file__).parents[2]
LISTED = ListedNames(["Anna", "Ali"], ["Berg", "Okafor"], ["Oslo"], ["Berg Ltd"])
SLOTS = {"name": Slot(lambda chance: make_name(LISTED, chance), "PERSON"), "drug": Slot(lambda _: "aspirin")}
LINES = {"top": ["Pt {name} on {drug}"], "middle": ["Seen by {name}", "no change"]}


@pytest.mark.parametrize("seed", range(20))
def test_what_is_marked_is_what_was_filled_in(seed: int) -> None:
    text, marks = compose(LINES, SLOTS, Random(seed))  # noqa: S311 - no secret
    assert marks
    for start, end, kind in marks:
        assert kind == "PERSON"
        assert any(name in text[start:end].lower() for name in ("berg", "okafor"))
        assert "\n" not in text[start:end]
    assert compose(LINES, SLOTS, Random(seed)) == (text, marks)  # noqa: S311 - no secret


@pytest.mark.parametrize("file", ["note-lines.txt", "office-lines.txt"])
def test_every_part_of_the_shipped_lines_has_some(file: str) -> None:
    parts = read_lines(ROOT / "training" / "data" / file)
    assert set(parts) >= {"top", "middle", "end"}
    assert all(len(lines) > 10 for lines in parts.values())


def test_values_have_many_forms() -> None:
    chance = Random(1)  # noqa: S311 - no secret
    assert len({make_date(chance) for _ in range(200)}) > 150
    assert len({make_time(chance) for _ in range(200)}) > 100
    assert np.unique([len(make_name(LISTED, chance)) for _ in range(100)]).size > 5
