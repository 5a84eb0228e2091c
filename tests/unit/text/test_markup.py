"""Codes and marks that a reader of the page never sees, and text that only looks like them."""

from __future__ import annotations

import time

import pytest

from reticent.text.markup import find_codes, find_marks
from reticent.text.matching import show_words


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        # percent
        ("Adaeze%20Okonkwo", "Adaeze Okonkwo"),
        ("Jos%C3%A9 and Jos%E9", "José and José"),
        ("%48%49%56", "HIV"),
        ("%u0048IV", "HIV"),
        ("a+b%2Cc Adaeze+Okonkwo", "a+b,c Adaeze Okonkwo"),
        # quoted-printable
        ("Jos=C3=A9", "José"),
        ("Jos=E9", "José"),
        ("=48IV and =48=49=56", "HIV and HIV"),
        ("tuber=\nculosis", "tuberculosis"),
        ("tuber= \r\nculosis", "tuberculosis"),
        ("=?utf-8?Q?Jos=C3=A9?= =?utf-8?B?Sm9zw6k=?=", "José José"),
        # HTML
        ("HI&#86; &#x48;IV Jos&eacute; a&amp;b", "HIV HIV José a&b"),
        ("JOHN&nbsp;SMITH", "JOHN\u00a0SMITH"),
        ("219<br>09", "219 09"),
        ("<td>Ann</td><td>Lee</td>", "\nAnn\tLee\n"),
        # strings of programs
        ("\\u0048IV \\x48IV \\U00000048IV \\u{48}IV", "HIV HIV HIV HIV"),
        ("Jos\\u00e9 Jos\\xc3\\xa9 \\ud83d\\ude00", "José José 😀"),
        ('"HIV\\nLee"', '"HIV\nLee"'),
        ("O\\'Neil", "O'Neil"),
        # LaTeX and BibTeX
        ("Jos\\'e Jos{\\'e} Jos\\'{e} Jos{\\'{e}}", "José José José José"),
        ('M{\\"u}ller Gar{\\c c}on \\v{S}koda', "Müller Garçon Škoda"),
        ("Stra{\\ss}e S{\\o}ren \\AA{}rhus \\L{}odz", "Straße Søren Århus Łodz"),
        ("na\\\"{\\i}ve", "naïve"),
        ("Anna~Kowalska Anna\\ Kowalska", "Anna Kowalska Anna Kowalska"),
        ("219--09--9184", "219-09-9184"),
        # terminals
        ("\x1b[1mH\x1b[0mIV", "HIV"),
    ],
)  # fmt: skip
def test_codes_are_read_as_what_they_show(written: str, shown: str) -> None:
    text, position, parts = f"x {written} y", 0, []
    for start, end, new in find_codes(text):
        parts += [text[position:start], new]
        position = end
    assert "".join([*parts, text[position:]]) == f"x {shown} y".replace("\n ", "\n")


@pytest.mark.parametrize(
    "text",
    [
        *("5% of 20", "100%, 50%ig", "a%zz", "%2", "%80%81", "id=48", "x=41 y=20", "a = b\n= c", "==48"),
        *("AT&T; R&D &unknown; &", "\\begin{it} \\beta \\times \\newline \\ref{x}", "C:\\new\\table", "\\\\n"),
        *("say \\\"open\\\"", "\\u12 \\x4 \\U0001", "2+2 a+b x ~ y ~5", "x < b and b > y", "\\u{110000}", "1--a"),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_code_is_none(text: str) -> None:
    assert [shown for *_, shown in find_codes(text) if shown not in ("\n", '"o')] == []


def test_a_backslash_in_a_path_is_no_line_end() -> None:
    assert find_codes("in C:\\new\\tables now") == []
    assert [shown for *_, shown in find_codes("one\\ntwo")] == ["\n"]


@pytest.mark.parametrize(
    "written",
    [
        *("{H}IV", "H{IV}", "HI{V}", "{HI}V", "\\textbf{H}IV", "{\\bf H}IV", "\\emph{HI}V", "H\\-IV", "H{}IV", "H\\/IV"),
        *("[b]H[/b]IV", "[color=red]H[/color]IV", "<b>H</b>IV", "<font size=2>H</font>IV", "H<wbr>IV", "H<!-- a -->IV"),
        *("*H*IV", "H~~I~~V", "==H==IV", "`H`IV", "**H***I*V"),
    ],
)  # fmt: skip
def test_marks_inside_a_word_are_not_seen(written: str) -> None:
    assert show_words(f"has {written} now") == "has HIV now"


@pytest.mark.parametrize("written", ["{H}IV", "H{IV}", "\\textbf{H}IV", "{\\bf H}IV", "x{HI}V"])
def test_a_part_of_a_word_is_one_with_its_braces(written: str) -> None:
    ((start, end, shown),) = find_marks(written)
    assert shown.isalnum()
    assert "{" in written[start:end]
    assert written[end - 1] == "}"


@pytest.mark.parametrize(
    "text",
    [
        *("\\begin{it} \\ref{ab}c", "x_{ij}k x^{2}y", "{HIV} alone", "${x}y", "#{x}y", "f{a}{b}"),
        *("**HIV** <b>HIV</b>", "2*3", "a * b", "x < b and b > y", "a[1]b", "Jane<jane@x.org>x", "` `", "2*3*4 a"),
    ],
)  # fmt: skip
def test_braces_and_signs_of_their_own_stay(text: str) -> None:
    assert find_marks(text) == [] or show_words(text) == text.replace("2*3*4", "234")


def test_a_command_around_whole_words_leaves_them_apart() -> None:
    assert show_words("an \\emph{old heart} of {H}IV") == "an old heart of HIV"


@pytest.mark.parametrize(
    "piece",
    ["%4", "=4", "&#", "\\", "{", "{a", "\\emph{", "<b", "*", "[b", "\\'", "&a", "\x1b[", "=?a", "<td>"],
)
def test_a_long_line_of_signs_takes_linear_time(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    began = time.process_time()
    find_codes(text)
    find_marks(text)
    assert time.process_time() - began < 3
