"""Usual names of members, and which names tell nothing."""

import pytest
from tests.office_files import SECRET, docx, pack, paragraph, run

from reticent.formats.office import DOCX
from reticent.formats.office._names import is_usual, name_part


@pytest.mark.parametrize(
    "name",
    [
        *(
            "word/document.xml",
            "word/styles.xml",
            "word/header12.xml",
            "word/theme/theme1.xml",
            "xl/styles2.xml",
        ),
        *(
            "xl/workbook.xml",
            "xl/worksheets/sheet1.xml",
            "xl/worksheets/_rels/sheet1.xml.rels",
            "_rels/.rels",
        ),
        *("ppt/presentation.xml", "ppt/slides/slide3.xml", "../slideLayouts/slideLayout1.xml", "slide2.xml"),
        *("mimetype", "content.xml", "META-INF/manifest.xml", "Pictures/image1.png", "[Content_Types].xml"),
    ],
)
def test_usual_names_tell_nothing(name: str) -> None:
    assert is_usual(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            f"word/{SECRET}.xml",
            f"{SECRET}/document.xml",
            f"word/media/{SECRET}.png",
            f"word/document.xml/{SECRET}",
        ),
        *(
            f"_rels/{SECRET}.rels",
            f"{SECRET}/_rels/.rels",
            "xl/worksheets/sheet2125550123.xml",
            "xl/part1.xml",
        ),
        *("xl/worksheets/sheet1.xml ", "../../word/document.xml", "word/document.xml\nx"),
    ],
)
def test_all_other_names_are_searched(name: str) -> None:
    assert not is_usual(name)


def test_a_word_in_the_name_of_a_part_is_found() -> None:
    members = {**docx(), f"word/{SECRET}.xml": b"<x/>"}
    (left,) = DOCX.residue(pack(members), [SECRET])
    assert (left.place, left.part) == ("the name of a member", "")


def test_a_part_is_named_only_by_its_usual_name() -> None:
    members = {**docx(paragraph(run(SECRET))), f"word/{SECRET}.xml": f"<x>{SECRET}</x>".encode()}
    left = DOCX.residue(pack(members), [SECRET])
    assert {each.part for each in left} == {"", "word/document.xml"}


def test_a_part_of_an_unknown_kind_is_named_after_nothing() -> None:
    assert name_part("wordprocessingml", SECRET, 3, "xml") == "word/part3.xml"
