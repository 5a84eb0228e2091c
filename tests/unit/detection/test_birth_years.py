"""Years of birth that tell an age over 89, in every layout that says so, and years that are none."""

from __future__ import annotations

import pytest

from reticent import Redaction, patterns, sanitize
from reticent.models.redaction import DateRule
from reticent.text import Document

LAYOUTS = r"""
born in {} ¦ born around {} ¦ born during {} ¦ born before {} ¦ born circa {} ¦ born ca. {} ¦ born c{} ¦ born about {} ¦ born after {} ¦ born in early {} ¦ born late in {} ¦ born at the end of {}
born sometime in {} ¦ born in or around {} ¦ born in the {}s ¦ born in the early {}s ¦ born in the year {} ¦ born prior to {} ¦ born in spring {} ¦ born in the summer of {} ¦ born in Leeds in {}
born in Leeds, {} ¦ was born in a village near Cork in {} ¦ born at home in {} ¦ born ({}) ¦ Born: {} ¦ born back in {} ¦ Birth: {} ¦ Birth {} ¦ his birth in {} ¦ Birth: c. {} ¦ Birth: ~{} ¦ b. {} ¦ b.{}
(b. {}) ¦ (b {}) ¦ (b. c. {}) ¦ YOB {} ¦ YOB: {} ¦ yob-{} ¦ y.o.b. {} ¦ yr of birth {} ¦ year of birth: {} ¦ birth yr {} ¦ birth_year={} ¦ BirthYear: {} ¦ her year of birth is {} ¦ year of birth was {}
DOB {} ¦ DoB: --/--/{} ¦ DOB xx/xx/{} ¦ DOB: unknown {} ¦ Date of Birth (year only): {} ¦ Birth Year (YYYY): {} ¦ dob_year: {} ¦ dobYear={} ¦ "yearOfBirth":{} ¦ person.birth.year = {}
<birth>{}</birth> ¦ <birth year="{}"/> ¦ <td>YOB</td><td>{}</td> ¦ Born | {} ¦ YOB\n{} ¦ birth cohort {} ¦ of the {} birth cohort ¦ the {}-born patient ¦ Jahrgang {} ¦ Geburtsjahr: {} ¦ née en {} ¦ nacida en {}
nato nel {} ¦ año de nacimiento: {} ¦ année de naissance {} ¦ 出生于{}年 ¦ {}年出生 ¦ christened in {} ¦ place of birth: Leeds, {} ¦ estimated year of birth {} ¦ born between {} and 1931 ¦ Eve Hale ({}-)
"""

NO_BIRTHS = r"""
built in 1930 ¦ The birth rate fell in 1932 ¦ birth weight 1930 ¦ Birth wt: 1930 g ¦ born weighing 1930 g ¦ Baby born at 1930 ¦ born at 1930 hours ¦ Time of birth: 1930 ¦ the crisis (1929-1933)
born in 1961 in a house of 1930 ¦ She was born here. The house dates from 1930. ¦ DOB 30 March 1961 ¦ DOB 1961-05-30 ¦ DOB 12-30-1961 ¦ job 1929 ¦ born in 1678 ¦ Born\nWard 1930 ¦ (1930-1945) ¦ born on the 30th
"""


def read_cases(cases: str) -> list[str]:
    parts = (part.strip() for line in cases.strip().splitlines() for part in line.split("¦"))
    return [part.replace("\\n", "\n") for part in parts]


def find_years(text: str) -> list[str]:
    return [each.span.of(text) for each in patterns(["AGE"]).mentions(Document("d", text))]


@pytest.mark.parametrize("layout", read_cases(LAYOUTS))
def test_a_year_of_birth_up_to_1939_is_found_in_every_layout_that_says_so(layout: str) -> None:
    for year in ("1899", "1930", "1939"):
        assert any(year in each for each in find_years(layout.format(year))), layout


@pytest.mark.parametrize("layout", [each for each in read_cases(LAYOUTS) if "1931" not in each])
def test_a_later_year_of_birth_stays(layout: str) -> None:
    assert find_years(layout.format("1961")) == []


@pytest.mark.parametrize("text", read_cases(NO_BIRTHS))
def test_a_year_that_nothing_calls_one_of_birth_stays(text: str) -> None:
    assert find_years(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "born nineteen thirty",
        "born in nineteen hundred and thirty",
        "born in the thirties",
        "born '30",
        "YOB 30",
        "YOB: '29",
    ],
)
def test_a_year_of_birth_is_found_in_words_and_in_two_digits(text: str) -> None:
    assert find_years(text)


def test_a_life_of_more_than_89_years_is_found_by_its_ends() -> None:
    assert find_years("Eve Hale (1930-2021) and Ann Hale (1930-2001)") == ["1930"]


@pytest.mark.parametrize(
    "date", ["1930-05-13", "13 May 1930", "May 13, 1930", "13.5.1930", "May 1930", "5/13/30"]
)
def test_a_birth_date_told_to_the_year_tells_no_age_over_89(date: str) -> None:
    released = sanitize(
        f"She was seen here. DOB: {date}.", Redaction((patterns(),), dates=DateRule("year"))
    ).text
    assert "30" not in released
