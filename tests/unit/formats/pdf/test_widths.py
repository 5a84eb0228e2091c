"""A release doesn't tell how wide the words were that went: surnames of any width leave the same bytes, however a page is set."""

import io

import pikepdf
import pytest
from experiments.files_widths import FIELDS, LAYOUTS, count_classes, make_page, release_without
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.pdf_files import make, page_of, readings, text_of

from reticent.formats.pdf._source import read_pages

SURNAMES = ("Lee", "Johnson", "Richardson")


@pytest.mark.parametrize("layout", [*LAYOUTS, *FIELDS])
def test_surnames_of_any_width_leave_the_same_bytes(layout: str) -> None:
    assert len(count_classes(layout, SURNAMES)) == 1


@pytest.mark.parametrize("layout", ["at the left", "centred title", "form field"])
def test_with_exact_gaps_they_do_not(layout: str) -> None:
    assert len(count_classes(layout, SURNAMES, gaps="exact")) == len(SURNAMES)


@pytest.mark.parametrize("layout", [*LAYOUTS, *FIELDS])
def test_all_other_words_of_a_layout_stay(layout: str) -> None:
    data = make_page(layout, "Richardson")
    written = release_without(data, "Richardson")
    assert sorted(text_of(written).split()) == sorted(text_of(data).replace("Richardson", "[NAME]").split())
    assert "Richardson" not in readings(written)


def numbers_of(data: bytes) -> list[str]:
    pdf = pikepdf.open(io.BytesIO(data))
    content = page_of(pdf)["/Contents"].read_bytes().decode("latin-1")
    return [each for line in content.splitlines() if line.endswith((" Tm", " cm")) for each in line.split()]


@settings(max_examples=10)
@given(st.floats(71, 73))
def test_places_are_written_to_a_hundredth_of_a_point(start: float) -> None:
    data = make(f"BT /F1 12 Tf 1 0 0 1 {start:.9f} 700.123456 Tm (Dear Lee, hello) Tj ET".encode())
    decimals = [len(each.partition(".")[2]) for each in numbers_of(release_without(data, "Lee"))]
    assert max(decimals) <= 2


def test_in_a_space_of_large_units_places_keep_as_many_decimals_as_they_need() -> None:
    dot, text = b"0 0 0.01 0.01 re f", b"BT /F1 0.12 Tf 1 0 0 1 0.72 7 Tm (Dear Lee, hello) Tj ET"
    data = make(b"q 100 0 0 100 0 0 cm " + dot + b" " + text + b" Q")
    decimals = [len(each.partition(".")[2]) for each in numbers_of(release_without(data, "Lee"))]
    assert max(decimals) == 4


def test_a_line_that_nothing_explains_is_set_from_the_margin() -> None:
    body = "".join(f"1 0 0 1 72 {600 - 14 * n} Tm (some text of the letter) Tj " for n in range(4))
    data = make(f"BT /F1 12 Tf 1 0 0 1 333.3 700 Tm (Lee) Tj {body} ET".encode())
    assert "72" in numbers_of(release_without(data, "Lee"))[:6]


def test_the_label_of_a_form_field_stays_inside_of_it() -> None:
    written = release_without(make_page("form field, centred", "Richardson"), "Richardson")
    (place,) = [
        glyph.origin[0] for page in read_pages(written) for glyph in page.content.glyphs if glyph.text == "M"
    ]
    assert 120 < place < 280
