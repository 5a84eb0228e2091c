"""Documents that are read ahead give the same mentions, and are read once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reticent.detection import WordList, names, read_ahead
from reticent.detection.names.model import NameJudgement, NameModel
from reticent.text import Document, forget_texts

DOCUMENTS = [
    Document(f"{number}", f"{name} wrote to us from Oslo on day {number}.")
    for number, name in enumerate(("Anna Berg", "John Smith", "Maria Lopez", "Anna Berg"))
]


def test_what_is_read_ahead_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    detector = names()
    forget_texts()
    alone = [detector.mentions(document) for document in DOCUMENTS]
    forget_texts()
    read_ahead([WordList(["Oslo"]), detector], DOCUMENTS)

    def refuse(model: NameModel, texts: Sequence[object]) -> list[NameJudgement]:
        assert not texts
        return []

    monkeypatch.setattr(NameModel, "judge", lambda model, texts: iter(refuse(model, texts)))
    assert [detector.mentions(document) for document in DOCUMENTS] == alone
    assert all(alone)


def test_only_some_detectors_read_many_documents_at_once() -> None:
    assert names().mentions_of_many(DOCUMENTS) is not None
    assert WordList(["Oslo"]).mentions_of_many(DOCUMENTS) is None
