"""What is found by the way it is written, whatever the CRF says of it.

Times, weekdays, short dates and extensions; codes that the name of a field announces ("lot", "passport", "ref") or that have the
form of one; and who speaks in a chat: what stands between a time and a colon at the start of a line.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cache

from reticent.detection.names.cased_text import BLANK, LINE, NOTHING, CasedText
from reticent.detection.names.completing import is_measure
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange, Reading, weekdays_of
from reticent.language import Language

_PERSON, _DATETIME, _CODE, _CONTACT = map(KINDS.index, ("PERSON", "DATETIME", "CODE", "CONTACT"))
_LIKELY = 0.7
"""How likely readers mask what is found by its form, at least; chosen by hand."""

_CLOCK = re.compile(
    r"(?:(?:[01]?\d|2[0-4])[:.][0-5]\d(?:[:.][0-5]\d)?\s?(?:[ap]\.?m\.?|h|hrs?|Z)|(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?"
    r"|(?:0?[1-9]|1[0-2])\s?[ap]\.?m\.?|(?:[01]\d|2[0-3])[0-5]\d\s?(?:hrs?|h))",
    re.IGNORECASE,
)
_HALVES = frozenset({"am", "pm", "a.m.", "p.m.", "a.m", "p.m"})
_HOURS = frozenset({"hrs", "hours", "h"})
_HOUR = re.compile(r"(?:0?[1-9]|1[0-2])(?:[:.][0-5]\d)?|(?:[01]\d|2[0-4])[:.]?[0-5]\d")
_HOUR_AND_MINUTE = re.compile(r"(?:[01]?\d|2[0-4])[:.][0-5]\d|(?:[01]\d|2[0-4])[0-5]\d")
_SHORT_DATE = re.compile(
    r"(?:3[01]|[12]\d|0?[1-9])/(?:1[0-2]|0?[1-9])|(?:1[0-2]|0?[1-9])/(?:3[01]|[12]\d|0?[1-9])"
)
_SHARES = frozenset({"7", "52", "12", "10", "24", "5", "6"})
"""After a stroke these tell a share of a week, a year or a score."""

_UNITS = frozenset({"mg", "ml", "%", "ratio"})
_OPENERS = frozenset({"", ".", "-", ":"})
_BEFORE_DATE = frozenset(
    "on since until till from by due w/c recert seen d/c adm admitted next r/v rv review clinic booked f/u".split()
)
_SURE_DATE = re.compile(r"(?:3[01]|2\d|1[3-9])/(?:0?[1-68-9]|1[01])")
"""A day that can be no month, and a month that tells no share."""

_BEFORE_EXTENSION = frozenset("bleep bleeps pager ext ext. extn extension x".split())
_EXTENSION = re.compile(r"\d{3,5}")


def find_written_forms(reading: Reading) -> Iterator[NameRange]:
    """Times, dates and extensions that no mention covers yet, in order."""
    text, vacant = reading.text, reading.vacant
    weekdays, letters = weekdays_of(text.language), _first_letters(text.language)
    places = [
        place
        for place, word in enumerate(text.words)
        if word[0].isdigit() or (word[0] in letters and word.lower().rstrip(".") in weekdays)
    ]
    bounds = set(text.bounds) if places else ()
    for place in places:
        kind, length = _read_form(text, place, bounds)
        yield from vacant.claim(place, place + length, kind, _LIKELY)


def _read_form(text: CasedText, place: int, bounds: Container[int]) -> tuple[int, int]:
    """The kind of what begins at a place, and how many words it has: none if it is nothing of the sort."""
    word = text.words[place]
    before = "" if place in bounds else text.words[place - 1].lower()
    after = "" if place + 1 in bounds else text.words[place + 1].lower()
    if not word[0].isdigit():
        return _DATETIME, int(_is_weekday(text, place, before))
    if (after in _HALVES and _HOUR.fullmatch(word)) or (after in _HOURS and _HOUR_AND_MINUTE.fullmatch(word)):
        return _DATETIME, 2
    if _CLOCK.fullmatch(word) and after not in _UNITS:
        return _DATETIME, 1
    if before in _BEFORE_DATE and _SHORT_DATE.fullmatch(word) and word.split("/")[1] not in _SHARES:
        return _DATETIME, 1
    if _is_sure_date(word, after):
        return _DATETIME, 1
    is_extension = before in _BEFORE_EXTENSION and _EXTENSION.fullmatch(word) and not is_measure(text, place)
    return _CONTACT, int(bool(is_extension))


def _is_sure_date(word: str, after: str) -> bool:
    """Whether a word without any hint before it is a day and a month: "22/6"."""
    return bool(_SURE_DATE.fullmatch(word)) and after not in _UNITS


@cache
def _first_letters(language: Language) -> frozenset[str]:
    return frozenset("".join(name[0] + name[0].upper() for name in weekdays_of(language)))


def _is_weekday(text: CasedText, place: int, before: str) -> bool:
    """Whether a word that spells one is a weekday: "sat" and "sun" are not where any word begins with a capital."""
    word = text.words[place]
    if word.lower().rstrip(".") not in text.language.names.weekdays_too:
        return True
    return word[0].isupper() and before not in _OPENERS and not text.recased[text.sentence_of(place)]


@cache
def _written(language: Language) -> frozenset[str]:
    fields = language.names.code_fields
    return frozenset(form for field in fields for form in (field, field.title(), field.upper()))


_NUMBER_SIGNS = frozenset({"no", "no.", "nos", "nr", "num", "number", "#", ":", ".", "id", "ref", "code"})
_FORM = re.compile(r"[A-Z]{1,4}-?\d{5,}|[A-Z]{2,5}-\d{2,}-\d{3,}")
_MIXED = re.compile(r"(?=[\w/-]*\d)(?=[\w/-]*[A-Z])[A-Z0-9]+(?:[/-][A-Z0-9]+)*")
_DATE = re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}")
_SHORTEST, _FEWEST_DIGITS, _FEWEST_SIGNED = 4, 5, 3
"""Signs of a code with letters and digits; digits of one without letters, and of one after "no." or a colon: chosen by hand, so
that "case 12" and "order 2019" are none."""

_LONGEST_SIGN, _LONGEST = 2, 7
"""Words between the name of a field and its code ("ref. no."), and of the code itself, such as "QRT/51407/22-A"; chosen by hand."""


def find_field_codes(reading: Reading) -> Iterator[NameRange]:
    """Codes that no mention covers yet, in order."""
    text, vacant = reading.text, reading.vacant
    written = _written(text.language)
    for place, word in enumerate(text.words):
        if word in written or (word[-1].isdigit() and word[0].isupper()):
            yield from vacant.claim(*_read_code(text, place, word), _CODE, _LIKELY)


def _read_code(text: CasedText, place: int, word: str) -> tuple[int, int]:
    """Where the code begins and ends that a word is, or announces as the name of a field."""
    if word[0].isupper() and _FORM.fullmatch(word):
        return place, place + 1
    if word.lower() not in text.language.names.code_fields:
        return 0, 0
    begin, signed = place + 1, False
    while (
        begin < len(text)
        and begin <= place + _LONGEST_SIGN + 1
        and text.words[begin].lower() in _NUMBER_SIGNS
    ):
        if text.gaps[begin] > BLANK:
            return 0, 0
        signed = signed or text.words[begin] != "."
        begin += 1
    if begin >= len(text) or text.gaps[begin] > BLANK:
        return 0, 0
    return begin, _end_of_code(text, begin, signed)


def _end_of_code(text: CasedText, begin: int, signed: bool) -> int:
    """Where the code that begins at a place ends; the place itself if there is none."""
    end = begin + 1
    while end < min(len(text), begin + _LONGEST) and text.gaps[end] == NOTHING and _goes_on(text, end):
        end += 1
    code = "".join(text.words[begin:end]).rstrip("/-")
    digits = sum(map(str.isdigit, code))
    if _DATE.fullmatch(code) or not digits:
        return begin
    if _MIXED.fullmatch(code) and len(code) >= _SHORTEST:
        return end
    return end if code.isdigit() and digits >= (_FEWEST_SIGNED if signed else _FEWEST_DIGITS) else begin


def _goes_on(text: CasedText, place: int) -> bool:
    word = text.words[place]
    return word in {"/", "-"} or (word[0].isalnum() and text.words[place - 1] in {"/", "-"})


_TIME_SAID = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?")
_DAY_SAID = re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}")
_AROUND = frozenset({"[", "]", ",", "-", "–", "—", "am", "pm"})
_LONGEST_HEAD, _LONGEST_LABEL = 8, 4
"""Words and signs of "[12/03/2024, 18:31:02] -" before a speaker, and words of the speaker; chosen by hand."""


@cache
def _no_speakers(language: Language) -> frozenset[str]:
    names = language.names
    return names.nobody | names.staff | names.roles | names.parts_in_talks


def find_speakers(reading: Reading) -> Iterator[NameRange]:
    """The names of speakers that no mention covers, in order; those who speak by their part, as "agent", are none."""
    text, vacant = reading.text, reading.vacant
    nobody = _no_speakers(text.language)
    for start, gap in enumerate(text.gaps):
        if (start and gap < LINE) or not (text.words[start] == "[" or text.words[start][0].isdigit()):
            continue
        begin = _skip_time(text, start)
        end = _end_of_label(text, begin) if begin else 0
        while begin < end and text.words[begin].lower().rstrip(".") in nobody:
            begin += 1
        yield from vacant.claim(begin, end, _PERSON, _LIKELY)


def _skip_time(text: CasedText, start: int) -> int:
    """The place after the time of day at the start of a line, and after its date and brackets; 0 if there is none."""
    timed = False
    for place in range(start, min(start + _LONGEST_HEAD, len(text))):
        word = text.words[place]
        if place > start and text.gaps[place] >= LINE:
            return 0
        if _TIME_SAID.fullmatch(word):
            timed = True
        elif word.lower() not in _AROUND and not _DAY_SAID.fullmatch(word):
            return place if timed else 0
    return 0


def _end_of_label(text: CasedText, begin: int) -> int:
    """Where the words before a colon end, without a remark in brackets; 0 if no colon is near on the line."""
    end = 0
    for place in range(begin, min(begin + _LONGEST_LABEL + 4, len(text))):
        word = text.words[place]
        if place > begin and text.gaps[place] >= LINE:
            return 0
        if word == "(" and place > begin and not end:
            end = place
        elif word == ":":
            end = end or place
            return end if text.gaps[place] == NOTHING and end - begin <= _LONGEST_LABEL else 0
        elif not end and (not (word[0].isalpha() or word in "_-.") or word in text.language.stop_words):
            return 0
    return 0
