"""What belongs to a mention and stands beside it, such as initials, a nickname or "pm", and what a number tells by itself.

A number that is a measure, a pressure, a score or an age is never a date, a code or a way to reach somebody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf

from reticent.detection.names.cased_text import BLANK, LINE, NOTHING, WIDE, CasedText
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange, Reading, weekdays_of

_PERSON, _ORGANIZATION, _DATETIME, _CODE, _CONTACT, _QUANTITY, _AGE = map(
    KINDS.index, ("PERSON", "ORGANIZATION", "DATETIME", "CODE", "CONTACT", "QUANTITY", "AGE")
)
_ENDS = frozenset(".,;:)/|]–-\"'")
_OPENS = frozenset(":|([;")
_APOSTROPHES = frozenset("'’")
_QUOTES = frozenset("\"“”'‘’")
_INITIALS = re.compile(r"(?:[A-Z]\.?){1,3}")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-4])(?:[:.][0-5]\d){0,2}(?:[ap]\.?m\.?)?", re.IGNORECASE)
_FULL_CLOCK = re.compile(rf"{_CLOCK.pattern}|(?:[01]\d|2[0-3])[0-5]\d", re.IGNORECASE)
_HALVES = frozenset({"am", "pm", "a.m.", "p.m.", "a.m", "p.m"})
_HOURS = frozenset({"hrs", "hours", "h"})
_ZONES = frozenset(
    "UTC GMT BST CET CEST EET EEST IST EST EDT CST CDT MST MDT PST PDT AEST AEDT ACST AWST NZST NZDT SAST JST SGT HKT".split()
)
_PARTS_OF_DAY = frozenset({"morning", "afternoon", "evening", "night"})
_Step = Callable[[CasedText, int, int], tuple[int, int]]


def complete_mentions(reading: Reading, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions in order, each with what belongs to it and no other mention has."""
    text, mentions = reading.text, sorted(mentions, key=lambda mention: mention.begin)
    complete: list[NameRange] = []
    for number, mention in enumerate(mentions):
        steps = _STEPS.get(mention.kind)
        if steps is None:
            complete.append(mention)
            continue
        first = complete[-1].end if complete else 0
        last = mentions[number + 1].begin if number + 1 < len(mentions) else len(text)
        begin, end = mention.begin, mention.end
        for step in steps:
            grown = step(text, begin, end)
            if first <= grown[0] and grown[1] <= last:
                begin, end = grown
        complete.append(
            mention
            if (begin, end) == (mention.begin, mention.end)
            else replace(mention, begin=begin, end=end)
        )
    return complete


def _with_initials_before(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over letters with a dot, and one without where a line, a cell or a field begins or a title stands before it."""
    words, gaps, titles = text.words, text.gaps, text.language.names.titles
    start = begin
    while start >= 2 and words[start - 1] == "." and _is_letter(words[start - 2]) and gaps[start] <= BLANK:
        start -= 2
    if start == begin and begin and _is_letter(words[begin - 1]) and gaps[begin] == BLANK:
        at = begin - 1
        if not at or gaps[at] >= WIDE or words[at - 1] in _OPENS or words[at - 1].lower() in titles:
            start = at
    return start, end


def _with_initial_after(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over letters after a family name, where nothing follows on them: "Young N", "Young NA"."""
    words, gaps = text.words, text.gaps
    comma = end < len(text) and words[end] == "," and gaps[end] == NOTHING
    at = end + comma
    if (
        at >= len(text)
        or gaps[at] != BLANK
        or not _INITIALS.fullmatch(words[at])
        or not _is_free(text, at + 1)
    ):
        return begin, end
    if not _is_letter(words[at]) and "." not in words[at] and (comma or _is_calling(text, begin, end, at)):
        return begin, end
    return begin, at + 1


def _is_calling(text: CasedText, begin: int, end: int, at: int) -> bool:
    """Whether letters after a name are what somebody is, as after a full name ("Niamh Tui CNC"), or as the lists have it ("Summers RN")."""
    names, letters = text.language.names, text.words[at].lower()
    return end > begin + 1 or letters in names.staff or letters in names.roles


def _with_given_name(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over a comma and one capitalized word, as lists of people have it: "Finch, Marion"."""
    words, gaps = text.words, text.gaps
    if end + 1 >= len(text) or words[end] != "," or gaps[end] != NOTHING or gaps[end + 1] != BLANK:
        return begin, end
    given = words[end + 1]
    opens = not begin or gaps[begin] >= WIDE or words[begin - 1] in _OPENS or words[begin - 1].isdigit()
    closes = end + 2 >= len(text) or gaps[end + 2] >= WIDE
    if opens and closes and end - begin == 1 and given.isalpha() and given[0].isupper():
        return begin, end + 2
    return begin, end


def _with_nickname(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over a word in quotes and the capitalized one after it: 'Edwin "Ned" Harrow'."""
    words, gaps = text.words, text.gaps
    if end + 3 >= len(text) or words[end] not in _QUOTES or words[end + 2] not in _QUOTES:
        return begin, end
    near = gaps[end] == BLANK and gaps[end + 3] == BLANK
    if near and words[end + 1].isalpha() and words[end + 3][0].isupper():
        return begin, end + 4
    return begin, end


def _with_half_and_zone(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over "pm" and a time zone after a time."""
    words, gaps = text.words, text.gaps
    if not _FULL_CLOCK.fullmatch(words[end - 1]) and words[end - 1].lower() not in _HALVES:
        return begin, end
    if end < len(text) and gaps[end] <= BLANK and words[end].lower() in _HALVES | _HOURS:
        end += 1
    if end < len(text) and gaps[end] == BLANK and words[end] in _ZONES:
        end += 1
    return begin, end


def _with_weekday(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over a weekday before a number, and a part of the day after a weekday."""
    words, gaps, weekdays = text.words, text.gaps, weekdays_of(text.language)
    if begin and gaps[begin] == BLANK and words[begin][0].isdigit() and _plain(words[begin - 1]) in weekdays:
        begin -= 1
    if (
        end < len(text)
        and gaps[end] == BLANK
        and words[end] in _PARTS_OF_DAY
        and _plain(words[end - 1]) in weekdays
    ):
        end += 1
    return begin, end


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isupper()


def _is_free(text: CasedText, place: int) -> bool:
    """Whether nothing that goes on stands at a place."""
    return place >= len(text) or text.gaps[place] >= WIDE or text.words[place] in _ENDS


def _plain(word: str) -> str:
    return word.lower().rstrip(".")


def _with_members(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over the capitalized word for many before an apostrophe: "Magistrates' Court"."""
    words, gaps = text.words, text.gaps
    if (
        begin < 2
        or words[begin - 1] not in _APOSTROPHES
        or gaps[begin - 1] != NOTHING
        or gaps[begin] != BLANK
    ):
        return begin, end
    members = words[begin - 2]
    return (begin - 2, end) if members.istitle() and members[-1] == "s" else (begin, end)


_STEPS: dict[int, tuple[_Step, ...]] = {
    _ORGANIZATION: (_with_members,),
    _PERSON: (_with_nickname, _with_initials_before, _with_given_name, _with_initial_after),
    _DATETIME: (_with_weekday, _with_half_and_zone),
}


_FARTHEST_FIELD = 3
"""Words between the name of a field and a code of one or two digits: "band no. 7"; chosen by hand."""

_WITHIN_CODES = frozenset("-/_.#:@")
_JUDGED = frozenset({_DATETIME, _CODE, _CONTACT})
_PAIR = re.compile(r"(\d{1,3})(?:\.\d+)?/(\d{1,3})(?:\.\d+)?")
_DECIMAL = re.compile(r"\d+\.(\d+)")
_MEASURE = re.compile(r"[~<>±+-]?\d+(?:[.,]\d+)?([a-zµ°%][a-z0-9/%]*)", re.IGNORECASE)
_SIZE = re.compile(r"\d{1,3}-(?!Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[A-Z][a-z]{2,}")
_VERTEBRA = re.compile(r"[CTLS]\d{1,2}-[CTLS]?\d{1,2}")
_AGE_AND_SEX = re.compile(r"\d{1,3}[MFmf]")
_SURE_AGE_AND_SEX = re.compile(r"\d{1,2}(?:[MF]|/[MF])")
"""Below a hundred: "101F" is a temperature as well."""

_OBSTETRIC = re.compile(
    r"[Gg]\d{1,2}(?:[Pp]\d{1,2}(?:[+-]\d)?)?|(?:BP|HR|RR|PR|GCS|Wt|Ht|age)\d{1,3}(?:/\d{1,3})?"
)
"""Pregnancies and births, and signs of life without a blank: "G3P2", "BP139/74"."""

_LONG_SIZE = re.compile(
    r"\d+(?:\.\d+)?(?:-(?:\d+|[a-z]{2,}))*-(?:old|long|wide|deep|thick|inch|day|week|month|year|hour|fold|tesla|french|lead|gauge)",
    re.IGNORECASE,
)
DOSES = frozenset("mg mcg µg ug g ml iu units unit % puffs puff tab tabs tablet tablets caps".split())
"""What an amount of a drug is counted in."""

_UNITS = (DOSES - {"unit"}) | frozenset(
    """mg mcg ug µg ng g kg lb lbs oz ml mls dl l cc mm cm m km ft mmol mol meq iu mmhg kpa bpm kcal kj
    hz khz mhz v mv ma w kw kwh db % mg/kg ml/h ml/hr mcg/kg mg/dl mmol/l g/l cmh2o fr px rpm mph kph gb mb kb""".split()
)
_TIMES = frozenset("hour hours day days week weeks month months trimester year years decade century".split())
"""What ordinals count ("the 10th week"), and ranges ("between 60 and 67 years")."""

_RANGES = frozenset("and to or - –".split())
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_DECADE = re.compile(r"[1-9]0s")
_PARTS_OF_DECADE = frozenset({"early", "mid", "late"})
_BEFORE_AGE = frozenset({"age", "aged", "ages"})
_AFTER_AGE = frozenset({"y/o", "yo", "y.o.", "y.o", "yr", "yrs", "year-old"})
_BEFORE_HOUR = frozenset(
    "at by till til until after before from about around bout on to since between and - – ' ’".split()
)
_ROUGHLY = frozenset({"about", "around"})
"""Before a number that is neither an hour nor a minute these tell how many."""

_YEARS_OLD = re.compile(r"\d{1,3}y/o", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_OLD, _OLDEST = 90, 120
"""Years from which a bare number after a name is an age ("over 89" is what Safe Harbor hides), and up to which any is one: nobody
but one person lived longer."""

_LAST_DAY, _LAST_MONTH, _LAST_MINUTE, _LAST_HOUR = 31, 12, 59, 24
"""The highest numbers of days, months, minutes and hours: a score such as 36/50 is no date, 8.75 no time."""

_SCORES_AROUND, _FEWEST_SCORES = 40, 4
"""Words on either side of a pair in which others are out of the same number, and how many pairs show that these are no dates; chosen by hand."""

_SHORTEST_CONTACT, _SHORTEST_YEAR = 3, 4
"""Digits of an extension, and of a year: a shorter number is a count."""

_MOST_DIGITS = 9
"""More than an age or an hour has, leading zeros included."""


def judge_number(reading: Reading, mention: NameRange) -> NameRange | None:
    """The mention, as an age or a quantity where it can be no date, code or contact; nothing for a vertebra."""
    text = reading.text
    if mention.kind not in _JUDGED or mention.end > mention.begin + 1:
        return mention
    if mention.kind == _CODE and _VERTEBRA.fullmatch(text.words[mention.begin]):
        return None
    if mention.kind == _CODE and _tells_lines_apart(text, mention.begin):
        return None
    if _is_age(text, mention.begin):
        return replace(mention, kind=_AGE)
    if mention.kind == _CODE and _is_bare_count(text, mention.begin):
        return replace(mention, kind=_QUANTITY)
    return replace(mention, kind=_QUANTITY) if _is_quantity(text, mention) else mention


def _tells_lines_apart(text: CasedText, place: int) -> bool:
    """Whether a number of one or two digits in brackets tells a line from another that reads the same: "2024", "2024 (3)"."""
    begin, end = place - 1, place + 2
    if not re.fullmatch("[0-9]{1,2}", text.words[place]) or begin < 1 or end > len(text):
        return False
    if (text.words[begin], text.words[end - 1]) != ("(", ")") or not _ends_line(text, end):
        return False
    first = begin
    while first and text.gaps[first] < LINE:
        first -= 1
    same, size = text.words[first:begin], begin - first
    return size > 0 and any(
        text.words[at : at + size] == same
        and (not at or text.gaps[at] >= LINE)
        and _ends_line(text, at + size)
        and max(text.gaps[at + 1 : at + size], default=0) < LINE
        for at in range(first)
    )


def _is_bare_count(text: CasedText, place: int) -> bool:
    """Whether a number of one or two digits stands alone: no part of a longer code, and no field of codes before it."""
    if not re.fullmatch("[0-9]{1,2}", text.words[place]):
        return False
    begin, end = max(0, place - _FARTHEST_FIELD), place + 1
    if text.gaps[place] == NOTHING and place and text.words[place - 1] in _WITHIN_CODES:
        return False
    if end < len(text) and text.gaps[end] == NOTHING and text.words[end] in _WITHIN_CODES:
        return False
    return text.language.names.code_fields.isdisjoint(word.lower() for word in text.words[begin:place])


def _ends_line(text: CasedText, end: int) -> bool:
    return end >= len(text) or text.gaps[end] >= LINE


def is_unit(reading: Reading, mention: NameRange) -> bool:
    """Whether a word is the unit after a stroke ("copies/ml"), which a text in small letters may seem to name."""
    text = reading.text
    at = mention.begin
    if mention.end > at + 1 or not at or text.words[at - 1] != "/" or text.gaps[at]:
        return False
    return text.words[at].lower() in _UNITS


def find_ages_of_people(reading: Reading, found: Sequence[NameRange]) -> list[NameRange]:
    """What was found, with numbers from 90 on as ages where they stand in brackets or between commas after a person.

    "Hale (93)", "Ruth Hale, 93, of Leeds", "Hale is 93": smaller ones tell an age as often as something else.
    """
    ages = {
        place: replace(person, begin=place, end=place + 1, kind=_AGE)
        for person in found
        if person.kind == _PERSON and (place := _place_of_age(reading.text, person.end)) is not None
    }
    kept = [each for each in found if each.end > each.begin + 1 or each.begin not in ages]
    return [*kept, *ages.values()]


def _place_of_age(text: CasedText, place: int) -> int | None:
    words = text.words[place : place + 3]
    if len(words) < 2 or not words[1].isdecimal() or not _OLD <= _value(words[1]) <= _OLDEST:
        return None
    after = words[2] if len(words) > 2 else "."
    if words[0] in ("(", "["):
        return place + 1 if after in (")", "]", ",", ";") else None
    ends = place + 2 in text.bounds or after in (",", ".", ";", ")", "and", "years")
    return place + 1 if words[0] in (",", "is", "was", "aged") and ends else None


def _is_quantity(text: CasedText, mention: NameRange) -> bool:
    word = text.words[mention.begin]
    if is_measure(text, mention.begin):
        return True
    if mention.kind == _CONTACT:
        return word.isdecimal() and len(word) < _SHORTEST_CONTACT
    if _SIZE.fullmatch(word) or _is_score(word):
        return True
    if _LONG_SIZE.fullmatch(word) or _OBSTETRIC.fullmatch(word):
        return True
    if mention.kind != _DATETIME:
        return False
    return _is_decimal(word) or _is_count(text, mention.begin) or _is_among_scores(text, mention.begin)


def _is_age(text: CasedText, place: int) -> bool:
    """Whether "age" stands before a number, or "y/o" or "year old" after it; or it is "72F", and no house in "72F High Street"."""
    word = text.words[place]
    if _tells_age(text, place):
        return True
    if _AGE_AND_SEX.fullmatch(word):
        goes_on = place + 1 < len(text) and not text.words[place + 1][0].isupper()
        return place in text.bounds and goes_on and int(word[:-1]) <= _OLDEST
    if not word.isdecimal() or _value(word) > _OLDEST:
        return False
    if place not in text.bounds and text.words[place - 1].lower() in _BEFORE_AGE:
        return True
    after = "" if place + 1 in text.bounds else "".join(text.words[place + 1 : place + 4]).lower()
    return (
        after.startswith(("y/o", "yearold", "yearsold"))
        or text.words[min(place + 1, len(text) - 1)].lower() in _AFTER_AGE
    )


def _tells_age(text: CasedText, place: int) -> bool:
    """Whether a word is an age by its own form or with what is written to it: "72F", "72/F", "72y/o", the "20s" in which somebody is."""
    word = text.words[place]
    following = text.words[place + 1 : place + 3]
    if _SURE_AGE_AND_SEX.fullmatch(word) and not (following and following[0].istitle()):
        return True
    if word.isdecimal() and len(word) < 3 and following in (["/", "F"], ["/", "M"]):
        return True
    if _YEARS_OLD.fullmatch("".join([word, *following])):
        return True
    return bool(_DECADE.fullmatch(word)) and _is_decade_of_life(text, place)


def _is_decade_of_life(text: CasedText, place: int) -> bool:
    """Whether somebody is in their "20s", or in their early ones."""
    before = [word.lower() for word in text.words[max(0, place - 2) : place]]
    if before and before[-1] in _PARTS_OF_DECADE:
        before.pop()
    return bool(before) and before[-1] in text.language.people.own


def _is_count(text: CasedText, place: int) -> bool:
    """Whether a number is too short for a year, and no word before it announces an hour or a day; or it counts times of a length."""
    word = text.words[place]
    after = "" if place + 1 in text.bounds else text.words[place + 1].lower()
    if _ORDINAL.fullmatch(word):
        return after in _TIMES
    if not word.isdecimal() or len(word) >= _SHORTEST_YEAR or place in text.bounds:
        return False
    before = text.words[place - 1].lower()
    if before in _ROUGHLY and int(word) > _LAST_MINUTE:
        return True
    if after in _RANGES and place + 3 not in text.bounds:
        last, unit = text.words[place + 2 : place + 4]
        if last.isdecimal() and unit.lower() in _TIMES:
            return True
    return before not in _BEFORE_HOUR


def _is_among_scores(text: CasedText, place: int) -> bool:
    """Whether a pair is one of many in running text that are out of the same number: "Short neck 3/3, hoarse voice 2/3"."""
    pair = _PAIR.fullmatch(text.words[place])
    if pair is None or text.gaps[place] >= LINE:
        return False
    first = max(0, place - _SCORES_AROUND)
    around = enumerate(text.words[first : place + _SCORES_AROUND], first)
    alike = [
        (at, int(other[1]))
        for at, word in around
        if (other := _PAIR.fullmatch(word)) and other[2] == pair[2] and "." not in word
    ]
    most = int(pair[2])
    return (
        len(alike) >= _FEWEST_SCORES
        and all(count <= most and text.gaps[at] < LINE for at, count in alike)
        and sum(count == most for _, count in alike) > 1
    )


def is_measure(text: CasedText, place: int) -> bool:
    """Whether a unit follows a number, in the same word or in the next."""
    word = text.words[place]
    found = _MEASURE.fullmatch(word)
    if found:
        return found[1].lower() in _UNITS
    if not word[-1].isdecimal() or place + 1 == len(text) or place + 1 in text.bounds:
        return False
    if word[0].isalpha():
        return False  # a code: "INC0048120 w/"
    return text.words[place + 1].lower() in _UNITS and not _is_no_unit(text, place)


def _is_no_unit(text: CasedText, place: int) -> bool:
    """Whether what may be a unit stands in another cell or line, or is a side after a year ("2018  L ear")."""
    is_letter = len(text.words[place + 1]) == 1
    return text.gaps[place + 1] > BLANK or bool(is_letter and _YEAR.fullmatch(text.words[place]))


def _is_score(word: str) -> bool:
    """Whether two numbers with a stroke between them are no day and month, either way round."""
    pair = _PAIR.fullmatch(word)
    if pair is None:
        return False
    first, second = int(pair[1]), int(pair[2])
    return "." in word or max(first, second) > _LAST_DAY or min(first, second) > _LAST_MONTH


def _is_decimal(word: str) -> bool:
    """Whether a number with a point is no time of day, such as 8.30."""
    found = _DECIMAL.fullmatch(word)
    if found is None:
        return False
    hour, minute = word.split(".")
    return len(minute) != len("30") or int(minute) > _LAST_MINUTE or _value(hour) > _LAST_HOUR


def _value(digits: str) -> float:
    """The value of decimal digits; of more than any number has that is judged here, an infinite one.

    Python refuses to work out numbers of thousands of digits, and no "❷" is one.
    """
    return int(digits) if len(digits) <= _MOST_DIGITS else inf
