"""The picture of a curve says what its points say, to those who see it and to those who don't."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from reticent.cli.guess import HEIGHT, WIDTH, CurveLine, draw_curve

SVG = "{http://www.w3.org/2000/svg}"


def test_every_point_has_a_mark_and_every_attacker_its_name() -> None:
    lines = [
        CurveLine("similarity", ((1.0, 1), (0.9, 12))),
        CurveLine("a <chat> & more", ((1.0, 1), (0.9, 71))),
    ]
    picture = ElementTree.fromstring(draw_curve("Hiding HIV", lines, 71))  # noqa: S314
    texts = [each.text for each in picture.iter(f"{SVG}text")]
    assert {"Hiding HIV", "similarity", "a <chat> & more", "words kept", "100%", "90%"} <= set(texts)
    assert "place of what is hidden, of 71" in texts
    assert len(list(picture.iter(f"{SVG}circle"))) == 3
    told = picture.find(f"{SVG}desc")
    assert told is not None
    assert "similarity: 100.0% kept, place 1, 90.0% kept, place 12" in (told.text or "")


def test_better_protection_stands_higher_and_more_words_further_right() -> None:
    picture = ElementTree.fromstring(draw_curve("", [CurveLine("a", ((1.0, 1), (0.8, 50)))], 100))  # noqa: S314
    marks = [(float(each.get("cx", 0)), float(each.get("cy", 0))) for each in picture.iter(f"{SVG}circle")]
    (left, high), (right, low) = marks[:2]
    assert left < right
    assert high < low


points = st.lists(st.tuples(st.floats(0, 1), st.integers(1, 10**6)), max_size=8).map(tuple)


@given(st.lists(st.builds(CurveLine, st.text(max_size=30), points), max_size=8))
def test_every_curve_can_be_drawn_inside_the_picture(lines: list[CurveLine]) -> None:
    most = max((place for line in lines for _, place in line.points), default=1)
    picture = ElementTree.fromstring(draw_curve("Hiding it", lines, most))  # noqa: S314
    for mark in picture.iter(f"{SVG}circle"):
        assert -1 <= float(mark.get("cx", 0)) <= WIDTH + 1
        assert -1 <= float(mark.get("cy", 0)) <= HEIGHT + 200
