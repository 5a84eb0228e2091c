"""Characters that stand apart are read as the word or number that they make, and rows of them as what they are."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.text.matching import matching_views, show_words
from reticent.text.spacing import find_spread, may_be_spread

BETWEEN = [
    *(" ", "  ", "   ", "    ", "\t", "\u00a0", "\u2009", "\u202f", "\u3000"),
    *("-", "_", "+", "*", ".", "/", "=", "~", "•", "·", "…", "\u2010", "\u2011", "–", "—", "\u2212"),
    *(" - ", " . ", " / ", " • ", " · ", ". ", ",", "|", " | "),
]


@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("word", ["tuberculosis", "Helen", "OKONKWO", "Müller", "Иванов"])
def test_a_word_is_read_whatever_stands_between_its_letters(word: str, between: str) -> None:
    assert show_words(f"with {between.join(word)} now") == f"with {word} now"
    assert matching_views(f"with {between.join(word)} now")[-1].text == f"with {word} now"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("|H|I|V|", "|HIV|"),
        ("H|I|V", "HIV"),
        ("[H][I][V]", "HIV"),
        ("(t)(u)(b)(e)(r)", "tuber"),
        ("{t}{u}{b}{e}{r}", "tuber"),
        ("[t] [u] [b] [e] [r]", "tuber"),
        ("| t | u | b | e | r |", "| tuber |"),
        ("<td>t</td><td>u</td> <td>b</td><td class='x'>e</td>", "\ntube\n"),
        ("|J|o|e| |D|o|e|", "|Joe Doe|"),
        ("[J][o][e][ ][D][o][e]", "Joe Doe"),
        ("|1|2|0|3|1|9|8|5|", "|12031985|"),
        ("[2][1][9]-[0][9]-[9][1][8][4]", "[219-09-9184]"),
        ("|2|1|9|-|0|9|-|9|1|8|4|", "|219-09-9184|"),
        ("2 1 9 - 0 9 - 9 1 8 4", "219-09-9184"),
        ("1 2 3 - 4 5 - 6 7 8 9", "123-45-6789"),
        ("1 2 / 0 3 / 1 9 8 5", "12/03/1985"),
        ("0 7 7 0 0 9 0 0 1 2 3", "07700900123"),
        ("j . d o e @ x . o r g", "j.doe@x.org"),
        ("A d a e z e   O k o n k w o", "Adaeze Okonkwo"),
        ("A d a e z e O k o n k w o", "Adaeze Okonkwo"),
        ("m a r i a   l o p e z", "maria lopez"),
        ("D O B :  1 2 / 0 3 / 1 9 8 5", "DOB: 12/03/1985"),
        ("w a r d 5", "ward 5"),
        ("Mr L e e", "Mr Lee"),
    ],
)
def test_boxes_cells_and_values_are_read(written: str, read: str) -> None:
    assert show_words(f"is {written} now") == f"is {read} now".replace("\n ", "\n")


@pytest.mark.parametrize(
    "text",
    [
        *("A B C", "A B C D E", "a b c d", "E D C B A", "B D A C A B", "(a)(b)(c)", "(i)(v)(x)", "[1][2][3]"),
        *(
            "1 2 3 4 5",
            "5 4 3 2 1",
            "0 1 2 3 4 5 6 7 8 9 10",
            "10 9 8 7 6 5 4 3 2 1",
            "0 1 2 3 4 5 1 2 3 4 5",
        ),
        *(
            "1 2 3 4 5 6 1 2 3 4 5 6",
            "3 7",
            "1 0 0 1 0 1 1 0",
            "0 5 5 0 5 0 0 5",
            "T A B",
            "1 0 0\n0 1 0\n0 0 1",
            "2 4 6 8",
        ),
        *("A C G T A C G T T G", "a c g u u c a g", "A-C-G-T-T-A-C"),
        *("X O X O O X X O X", "X | O | X", "| x | o | x |", "y n y y n y", "T F T F F T", "a e i o u"),
        *("J. R. R. Tolkien", "J R R Tolkien", "W. E. B. Du Bois", "C. S. Lewis and J. K. R. Smith"),
        *("212 555 0123", "+44 20 7946 0958", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "f(x)(y)(z)"),
        *("a + b + c + d", "x, y, z, w", "p q r s t", "s p d f", "M T W T F S S", "+ + - + -"),
        *("A-B-C-D-E", "1-2-3-4-5", "1.2.3.4.5", "a/b/c/d/e", "1/2/3/4/5/6/7", "a,b,c,d,e"),
        *("[x] [ ] [x] [ ]", "| a | b | c | d |", "U.S.A. and e.g. i.e. R.S.V.P.", "x y", "I, a b"),
        *("q.d. b.i.d. t.i.d. p.r.n.", "r - 1, s - 2, t - 3", "n = 4, p = 0.05"),
    ],
)
def test_rows_lists_and_initials_stay_as_they_are(text: str) -> None:
    assert show_words(f"with {text} now") == f"with {text} now"


@pytest.mark.parametrize(
    "piece", ["a ", "a b ", "1 ", "|a", "[a]", "a-", "a - ", "a.", "(a) ", "a | ", "a,", "{a}"]
)
def test_long_rows_take_linear_time(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    began = time.process_time()
    find_spread(text)
    assert time.process_time() - began < 3


@given(st.text(alphabet="aBé1 2-./|[](){}<>td\t_,·\u2011\u00a0", max_size=80))
def test_what_is_read_lies_in_order_and_only_gaps_change(text: str) -> None:
    found = find_spread(text)
    assert all(before.end <= after.start for before, after in pairwise(found))
    for spread in found:
        assert 0 <= spread.start < spread.end <= len(text)
        assert all(spread.start <= start <= end <= spread.end for start, end, _ in spread.gaps)
        assert all(one[1] <= other[0] for one, other in pairwise(spread.gaps))
        letters = "".join(read for _, _, read in spread.gaps if read != " ")
        left = "".join(text[start:end] for start, end, _ in spread.gaps).replace("td", "")
        assert "".join(filter(str.isalnum, left)) == letters


@given(st.text(alphabet="ab1 -./|[]\t\u00a0", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_a_glance_at_the_whole_covers_its_parts(text: str, start: int, end: int) -> None:
    if not may_be_spread(text):
        assert not find_spread(text[start:end])
