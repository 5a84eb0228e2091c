"""Marks of emphasis, tags and references inside a word hide it from nobody who looks for it."""

from __future__ import annotations

import pytest

from reticent import Document
from reticent.detection.names import names
from reticent.detection.names.names import join_readings
from reticent.detection.patterns import patterns
from reticent.detection.word_list import WordList
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety._check import read_known_terms
from reticent.text import Mention, Span

KNOWN = SqliteEntities.in_memory([Entity("one", ("One",), (), ("night sweats",))])


@pytest.mark.parametrize("written", ["*H*IV", "H**IV**", "<b>H</b>IV", "HI&#86;", "H<!-- -->IV", "~~H~~IV"])
def test_a_word_list_finds_an_entry_with_marks_in_it(written: str) -> None:
    text = f"She has {written}, and HIV."
    assert [m.kind for m in WordList(["HIV"]).mentions(Document("d", text))] == ["WORD", "WORD"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("her number is **1**23-45-6789", "US_SSN"),
        ("on 3 J**uly** 1961", "DATE"),
        ("to j<b>ane</b>@example.org", "EMAIL"),
        ("to jane&#64;example.org", "EMAIL"),
    ],
)
def test_patterns_find_a_value_with_marks_in_it_as_a_whole(text: str, kind: str) -> None:
    found = patterns().mentions(Document("d", text))
    assert [m.kind for m in found] == [kind]
    left = text[: found[0].span.start].rsplit(maxsplit=1)[-1] + text[found[0].span.end :]
    assert not any(map(str.isdigit, left))
    assert "example" not in left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Patient **J**ohn Smith was seen. Mr Smith left.", ["Patient ", " was seen. Mr ", " left."]),
        ("Patient John Smi&#116;h was seen.", ["Patient ", " was seen."]),
        ("Patient <b>J</b>ohn Smith was seen.", ["Patient ", " was seen."]),
    ],
)
def test_the_name_tagger_finds_a_name_with_marks_in_it_as_a_whole(text: str, left: list[str]) -> None:
    found = [m for m in names().mentions(Document("d", text)) if m.kind == "PERSON"]
    assert len({m.entity for m in found}) == 1
    edges = [0, *(at for m in found for at in (m.span.start, m.span.end)), len(text)]
    assert [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)] == left


@pytest.mark.parametrize("written", ["night s**weats**", "night&nbsp;sweats", "<i>n</i>ight-sweats"])
def test_a_term_of_a_database_is_read_with_marks_in_it(written: str) -> None:
    assert list(read_known_terms(Document("note", f"had {written} too"), KNOWN).places) == ["night sweat"]


def test_people_of_two_readings_keep_their_numbers() -> None:
    first = [Mention(Span(0, 4), "PERSON", entity=1), Mention(Span(10, 14), "PERSON", entity=2)]
    second = [Mention(Span(9, 15), "PERSON", entity=1), Mention(Span(20, 24), "PERSON", entity=2)]
    joined = join_readings(first, second)
    assert [(m.span.start, m.span.end, m.entity) for m in joined] == [(0, 4, 1), (9, 15, 2), (20, 24, 3)]
