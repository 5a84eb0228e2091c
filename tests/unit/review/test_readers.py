"""Readers' views: the same document for people who may know different things."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent import KSafety, open_entities
from reticent.engine.rules import Rules
from reticent.errors import ReviewError
from reticent.knowledge.entities.opening import build_entities
from reticent.knowledge.entities.source import read_entities, read_readers
from reticent.review.review import open_review
from reticent.review.showing import show_document
from reticent.usecases.release import InputFile

EXAMPLES = Path(__file__).parents[3] / "examples"


def released(shown: dict[str, object]) -> str:
    blocks = shown["blocks"]
    assert isinstance(blocks, list)
    segments = [segment for block in blocks for segment in block["segments"]]
    return "".join(each["text"] if each["replacement"] is None else each["replacement"] for each in segments)


def test_a_reader_who_is_cleared_for_more_sees_more(tmp_path: Path) -> None:
    place = tmp_path / "diseases.db"
    build_entities(
        read_entities(EXAMPLES / "diseases.jsonl"), place, readers=read_readers(EXAMPLES / "readers.csv")
    )
    database = open_entities(place)
    rules = Rules((KSafety(database, k=2, cleared=frozenset()),))
    text = (EXAMPLES / "doctors-letter.txt").read_bytes()
    review = open_review([InputFile("letter.txt", text)], rules)
    review.settle()
    readers = show_document(review, 1)["readers"]
    assert readers == sorted(database.clearances())
    by_clearance = sorted(readers, key=lambda reader: len(database.clearance(reader)))
    texts = [released(show_document(review, 1, reader=reader)) for reader in by_clearance]
    marks = [text.count("[") for text in texts]
    assert marks[-1] <= marks[0]
    assert show_document(review, 1, reader=by_clearance[0])["reader"] == by_clearance[0]
    with pytest.raises(ReviewError) as caught:
        show_document(review, 1, reader="nobody at all")
    assert caught.value.code == "unknown"
    review.close()


def test_a_policy_without_an_entity_database_knows_no_readers() -> None:
    review = open_review([InputFile("note.txt", b"Nothing.")], Rules(()))
    assert show_document(review, 1)["readers"] == []
    review.close()
