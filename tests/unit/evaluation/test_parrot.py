"""The parrot attack: who learns from stand-ins finds what was left among them."""

from __future__ import annotations

from reticent.evaluation import GoldDocument, GoldEntity
from reticent.evaluation.parrot import play_parrot
from reticent.text import Span

NAMES = ("Zorblat", "Quizzle", "Mumfrey", "Wexham", "Tolbury", "Yandle", "Pruett", "Haxby")


def make(number: int) -> GoldDocument:
    name = NAMES[number]
    text = f"Mr {name} came late. The clerk saw the old mill by the river."
    entity = GoldEntity("PERSON", (Span(3, 3 + len(name)),), (True,))
    return GoldDocument(str(number), text, (entity,))


GOLD = [make(number) for number in range(len(NAMES))]
MASKED = {each.id: each.entities[0].mentions for each in GOLD}


def test_what_is_left_where_others_were_masked_is_pointed_at() -> None:
    left = {name: spans for name, spans in MASKED.items() if name not in ("3", "6")}
    scores = play_parrot(GOLD, left)
    assert scores.recall.total == 2
    assert scores.recall.hits == 2
    assert scores.precision.value > 0.5


def test_nothing_left_is_nothing_to_find() -> None:
    scores = play_parrot(GOLD, MASKED)
    assert scores.recall.total == 0
    assert scores.precision.hits == 0


def test_without_a_masking_there_is_nothing_to_learn() -> None:
    scores = play_parrot(GOLD, {})
    assert (scores.recall.hits, scores.recall.total) == (0, len(NAMES))
    assert scores.precision.total == 0
