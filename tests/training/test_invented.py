"""The invented documents of our own: marks are read where they stand, and every file keeps to the form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from training.invented import INVENTED, read_marks
from training.registers import read_invented

from reticent.detection.names.model import KINDS
from reticent.detection.names.word_lists import word_classes

FILES = sorted(INVENTED.glob("*.txt"))


def test_marks_are_taken_out_and_their_places_kept() -> None:
    text, places = read_marks("Seen ⟦14/3|DATETIME⟧ by Dr ⟦Rossi|PERSON⟧.\n")
    assert text == "Seen 14/3 by Dr Rossi.\n"
    assert [(text[start:end], kind) for start, end, kind in places] == [
        ("14/3", "DATETIME"),
        ("Rossi", "PERSON"),
    ]


def test_each_document_is_a_sample_of_its_writer_with_one_label_for_each_word(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("=== a note\nSeen by ⟦Rossi|PERSON⟧.\n\n=== another\nNothing.\n", "utf-8")
    first, second = read_invented(tmp_path, word_classes())
    assert {first.source, second.source} == {"writer x"}
    assert first.text.words == ["Seen", "by", "Rossi", "."]
    assert (first.allowed.sum(axis=1) == 1).all()
    assert first.allowed.argmax(axis=1).tolist()[0] != first.allowed.argmax(axis=1).tolist()[2]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_every_file_keeps_to_the_form(path: Path) -> None:
    marked = path.read_text("utf-8")
    assert marked.startswith("=== ")
    text, places = read_marks(marked)
    assert not re.search("[⟦⟧]", text), "a mark is not closed, is nested or runs over a line end"
    assert {kind for _, _, kind in places} <= set(KINDS)
    assert all(text[start:end] == text[start:end].strip() for start, end, _ in places)


def test_there_are_files() -> None:
    assert FILES
