"""A text as the name tagger reads it: in sentences, in parts when it is long, without sentences in other scripts."""

from __future__ import annotations

import pytest

from reticent.detection import names
from reticent.detection.names import cased_text
from reticent.detection.names.cased_text import CasedText, read_cased
from reticent.detection.names.word_lists import word_classes
from reticent.text import Document

TEXT = "Anna Berg lives in Oslo. John Smith came on 3 May 2011. He left. Maria Lopez stayed in Bergen. " * 3


def parts(text: str) -> list[tuple[int, CasedText]]:
    return list(read_cased(text, word_classes()).parts())


def test_a_long_text_comes_in_parts_of_whole_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [begin for begin, _ in parts(TEXT)] == [0]
    monkeypatch.setattr(cased_text, "PART", 20)
    pieces = parts(TEXT)
    assert len(pieces) > 2
    assert [word for _, piece in pieces for word in piece.words] == read_cased(TEXT, word_classes()).words
    assert all(len(piece) <= 20 and piece.words[-1] == "." for _, piece in pieces)
    assert [begin for begin, _ in pieces[1:]] == [begin + len(piece) for begin, piece in pieces[:-1]]


def test_a_sentence_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cased_text, "PART", 7)
    assert [len(piece) for _, piece in parts("word " * 20)] == [7, 7, 6]


def test_names_are_found_in_every_part_and_numbered_as_one_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cased_text, "PART", 20)
    found = names().mentions(Document("d", TEXT))
    people = [(m.span.of(TEXT), m.entity) for m in found if m.kind == "PERSON"]
    for name in ("Anna Berg", "John Smith", "Maria Lopez"):
        numbers = [entity for text, entity in people if text == name]
        assert len(numbers) == 3
        assert len(set(numbers)) == 1


def test_sentences_in_other_scripts_are_left_alone_and_their_neighbours_are_not() -> None:
    text = "כתבו אל השומר היום. Anna Berg lives in Oslo. Иван Петров living in Oslo met Anna Berg there."
    assert read_cased(text, word_classes()).foreign() == {0}
    found = [m.span.of(text) for m in names("careful").mentions(Document("d", text))]
    assert "Anna Berg" in found
    assert not any("כתבו" in each for each in found)
