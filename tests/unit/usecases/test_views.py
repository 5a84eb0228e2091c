from pathlib import Path

import pytest

from reticent.formats.options import FormatOptions
from reticent.knowledge.entities.entities import Entity, EntityDatabase, open_entities
from reticent.knowledge.entities.sqlite import build_sqlite
from reticent.models.k_safety import reading
from reticent.models.k_safety.model import KSafety
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.text.analysis import forget_texts
from reticent.usecases.given import Given
from reticent.usecases.views import view_for_reader, views_for_all

ENTITIES = [
    Entity(f"d{number}", (f"disease {number}",), "cancer" if number % 2 else "infection", context)
    for number, context in enumerate(
        [("fever", "rash"), ("fever", "cough"), ("cough", "rash"), ("fever",), ("cough",), ("rash", "fever")]
    )
]
READERS = {
    "ann": ["cancer"],
    "ben": ["infection"],
    "cem": ["cancer", "infection"],
    "dan": [],
    "eva": ["cancer"],
}
NOTE = Given("note.txt", b"John Smith, phone 212-555-0123, has fever and a rash but no cough.\n")


@pytest.fixture
def database(tmp_path: Path) -> EntityDatabase:
    build_sqlite(ENTITIES, tmp_path / "entities.db", READERS)
    return open_entities(str(tmp_path / "entities.db"))


def test_five_readers_cause_one_reading_of_the_document(
    database: EntityDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_texts()
    texts: list[str] = []
    plain = reading._read

    def count(readings, *stores):  # type: ignore[no-untyped-def]
        texts.append(readings[0].text)
        return plain(readings, *stores)

    monkeypatch.setattr(reading, "_read", count)
    everything = views_for_all(NOTE, KSafety(database, k=1), Assembly(()))
    assert sum(len(view.readers) for view in everything.views) == 5
    assert texts.count(NOTE.data.decode()) == 1
    assert len(texts) == len(set(texts))


def test_the_policy_holds_for_every_reader(database: EntityDatabase) -> None:
    assembly = Recipe().assemble()
    for view in views_for_all(NOTE, KSafety(database, k=1), assembly).views:
        assert b"Smith" not in view.released.data
        assert b"555" not in view.released.data


def test_a_view_of_a_collection_is_a_view_of_each_record(database: EntityDatabase) -> None:
    lines = Given("notes.jsonl", b'{"text": "fever and rash"}\n{"text": "cough"}\n')
    view = view_for_reader(lines, KSafety(database, k=1), "nobody", Assembly(()), options=FormatOptions())
    assert len(view.views) == 2
    assert len(view.released.data.splitlines()) == 2
