"""Texts whose marks stand apart from them: i2b2's XML and brat."""

from __future__ import annotations

from pathlib import Path

import pytest

from reticent.errors import DocumentError
from reticent.evaluation import read_gold
from reticent.formats.annotated import MarkedPlace, is_annotated, read_annotated
from reticent.formats.labels import LabelledText, label_annotated
from reticent.formats.masks import read_masks
from reticent.formats.registry import read_annotated_file
from reticent.text import Span
from reticent.usecases.train import _read_documents

TEXT = "Seen on 3 May.\nMrs Roe, née Söhne, left."
I2B2 = (
    '<?xml version="1.0" encoding="UTF-8" ?>\n<deIdi2b2>\n<TEXT><![CDATA[Seen on 3 May.\nMrs Roe, née Söhne, left.]]></TEXT>\n'
    '<TAGS>\n<NAME id="P1" start="28" end="33" text="Söhne" TYPE="PATIENT" comment="" />\n'
    '<NAME id="P0" start="19" end="22" text="Roe" TYPE="PATIENT" />\n<DATE id="P2" start="8" end="13" text="3 May" TYPE="DATE"/>\n'
    "</TAGS>\n</deIdi2b2>\n"
).encode()
BRAT = (
    b"T1\tPATIENT 19 22\tRoe\nT2\tDATE 8 9;10 13\t3 May\nR1\tx Arg1:T1 Arg2:T2\n#1\tAnnotatorNotes T1\tRoe\n"
)


def test_a_file_of_i2b2_is_its_text_and_its_tags_in_order() -> None:
    found = read_annotated("folder/110-01.xml", I2B2)
    assert (found.name, found.text) == ("110-01", TEXT)
    assert found.places == (
        MarkedPlace(8, 13, "DATE", "3 May"),
        MarkedPlace(19, 22, "PATIENT", "Roe"),
        MarkedPlace(28, 33, "PATIENT", "Söhne"),
    )
    assert "Roe" not in repr(found)


def test_a_file_of_brat_belongs_to_the_text_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a.ann").write_bytes(BRAT)
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    found = read_annotated_file(tmp_path / "a.ann")
    assert [(each.start, each.end, each.kind) for each in found.places] == [
        (8, 9, "DATE"),
        (10, 13, "DATE"),
        (19, 22, "PATIENT"),
    ]
    (tmp_path / "a.txt").unlink()
    with pytest.raises(DocumentError, match=r"put 'a\.txt' into the same folder"):
        read_annotated_file(tmp_path / "a.ann")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.xml", I2B2.replace(b'start="19" end="22"', b'start="20" end="23"')),
        ("a.xml", I2B2.replace(b'end="22"', b'end="999"')),
        ("a.xml", I2B2.replace(b'start="19"', b'start="x"')),
        ("a.xml", I2B2.replace(b"</deIdi2b2>", b"")),
        ("a.xml", b"<!DOCTYPE a [<!ENTITY Roe 'Roe'>]>" + I2B2.partition(b"\n")[2]),
        ("a.xml", b"<deIdi2b2><p>Roe</p></deIdi2b2>"),
        ("a.xml", b"Roe \xff"),
        ("a.ann", b"T1 PATIENT Roe\n"),
        ("a.ann", b"T1\tPATIENT 20 23\tRoe\n"),
        ("a.ann", b"T1\tPATIENT 19 900\tRoe\n"),
        ("a.ann", b"T1\tPATIENT 19 22\tRoe \xff\n"),
    ],
)
def test_marks_that_do_not_fit_are_refused_in_one_line_without_a_word_of_the_text(
    name: str, data: bytes
) -> None:
    with pytest.raises(DocumentError) as caught:
        read_annotated(name, data, TEXT.encode())
    assert "Roe" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_marks_are_labels_to_learn_from(tmp_path: Path) -> None:
    labelled = label_annotated(read_annotated("a.xml", I2B2), frozenset(["patient"]))
    assert labelled.sensitive == (Span(19, 22), Span(28, 33))
    (tmp_path / "a.xml").write_bytes(I2B2)
    (read,) = _read_documents([str(tmp_path / "a.xml")], frozenset(["DATE"]))
    assert isinstance(read, LabelledText)
    assert read.sensitive == (Span(8, 13),)


def test_marks_are_masks_of_the_document_that_is_called_as_the_file() -> None:
    assert [mask.span for mask in read_masks(I2B2, "in/110-01.xml")["110-01"]] == [
        Span(8, 13),
        Span(19, 22),
        Span(28, 33),
    ]
    assert [mask.span for mask in read_masks(BRAT, "a.ann")["a"]] == [Span(19, 22), Span(8, 9), Span(10, 13)]


def test_a_folder_of_annotated_files_is_a_benchmark(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.xml").write_bytes(I2B2)
    (tmp_path / "a.ann").write_bytes(BRAT)
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    gold = read_gold(tmp_path)
    assert [each.id for each in gold] == ["a", "b"]
    assert [entity.kind for entity in gold[1].entities] == ["DATE", "PATIENT", "PATIENT"]
    assert all(entity.to_mask for entity in gold[1].entities)
    assert [each.id for each in read_gold(tmp_path / "in" / "b.xml")] == ["b"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(DocumentError, match="holds no file"):
        read_gold(tmp_path / "empty")


def test_annotated_files_are_known_by_their_endings() -> None:
    assert [name for name in ("a.xml", "a.ANN", "a.txt", "ann") if is_annotated(name)] == ["a.xml", "a.ANN"]
