"""Views of a file: consistent whoever asks, without names and numbers, and safe against readers who pool them."""

from __future__ import annotations

import json

import pytest

from reticent import Redaction, WordList
from reticent.engine.rules import Rules
from reticent.errors import InputError
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.usecases.release import InputFile
from reticent.usecases.views import view_for_reader, views_for_all

RULES = Rules((Redaction((WordList(["Zorblat"], kind="NAME"),)),))
NOTE = InputFile("note.txt", b"Zorblat: aaa bbb ccc ddd")
TWO_NOTES = InputFile("notes.jsonl", b'{"text": "nothing"}\n{"text": "Zorblat: aaa bbb ccc ddd"}\n')


def model(*entities: tuple[str, str], **readers: str) -> KSafety:
    """Two-safety for entities that are known by terms such as "aaa" for "a", and readers with their clearances."""
    described = [
        Entity(f"e{number}", (f"entity{number}",), (category,), tuple(letter * 3 for letter in letters))
        for number, (letters, category) in enumerate(entities)
    ]
    cleared = {name: frozenset(held.split()) for name, held in readers.items()}
    return KSafety(SqliteEntities.in_memory(described, cleared), k=2)


NESTED = model(
    *[("ad", "blue"), ("ad", "blue"), ("b", "blue"), ("abd", "red"), ("bcd", "blue")], nurse="red", clerk=""
)
SIDE_BY_SIDE = model(
    *[("abc", "red"), ("bc", "red"), ("ac", "green"), ("abd", "green")], nurse="red", doctor="blue"
)


def test_a_reader_sees_alone_what_it_sees_among_all() -> None:
    together = {view.readers: view for view in views_for_all(NOTE, NESTED, RULES).views}
    for reader in ("nurse", "clerk"):
        alone = view_for_reader(NOTE, NESTED, reader, RULES)
        assert alone.released.data == together[(reader,)].released.data
    shown = [set(together[(reader,)].released.data.split()) - {b"[TERM]"} for reader in ("clerk", "nurse")]
    assert shown[0] <= shown[1]


def test_names_of_the_policy_go_in_every_view() -> None:
    made = [view_for_reader(NOTE, NESTED, "nurse", RULES), *views_for_all(NOTE, NESTED, RULES).views]
    assert all(view.released.data.startswith(b"[NAME]: ") for view in made)


def test_what_readers_could_pool_is_told_for_every_document() -> None:
    found = views_for_all(TWO_NOTES, SIDE_BY_SIDE, RULES, collusion=True).collusions
    assert {tuple(sorted(each.readers)) for each in found} == {("doctor", "nurse")}
    assert views_for_all(TWO_NOTES, SIDE_BY_SIDE, RULES).collusions == ()


def test_repaired_views_leave_nothing_to_pool() -> None:
    before = views_for_all(TWO_NOTES, SIDE_BY_SIDE, RULES)
    mended = views_for_all(TWO_NOTES, SIDE_BY_SIDE, RULES, collusion=True, repair=True)
    assert mended.collusions == ()
    assert mended.repaired > 0
    assert sum(view.kept for view in mended.views) < sum(view.kept for view in before.views)
    for view in mended.views:
        text = json.loads(view.released.data.splitlines()[1])["text"]
        assert len(set(text.split()) - {"[NAME]:", "[TERM]"}) == view.kept


def test_a_database_without_readers_has_no_views() -> None:
    with pytest.raises(InputError, match="knows no reader"):
        views_for_all(NOTE, model(*[("a", "red")] * 3), RULES)
