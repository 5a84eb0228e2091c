"""Years of birth up to 1939, which tell an age over 89: years that something around them says to be somebody's first.

A year alone tells nothing, so each is judged by what stands around it: a word for birth before it in the same sentence or
field, one after it ("the 1930-born patient"), or the year in which a life of more than 89 years ended.
"""

from __future__ import annotations

import re

from reticent.detection.ages import OLDEST, OLDEST_TOLD, Judge
from reticent.text.document import MASK

_BIRTH = re.compile(
    r"(?<![^\W\d_])(?:(?:re)?born(?!\w|-again)|b\.(?=[\s\d'c~])|\(\s?b(?=\s\d)|\(\*|geb(?:oren|\.|(?=\s\d))|geburts(?:jahr|datum|tag)|jahrgang|jg\.?(?=\s?\d)"
    r"|née?\s(?=en\b|le\b|vers\b|\d)|naissance|naci(?:d[oa]|ó|miento)|nat[oa]\s(?=nel\b|il\b|\d)|nascita|nascid[oa]|nascimento|y\.?o\.?b\b\.?"
    r"|(?:christened|bapti[sz]ed)(?!\w)|d\.?\s?o\.?\s?b(?:(?![a-z])|(?-i:(?=[A-Z])))\.?|(?<!time\sof\s)birth(?:s?(?![a-z])|date|day|year|yr|place)"
    r"(?![\s-](?:rates?|control|weights?|wt|defects?|order|canals?|certificates?|plans?|injur\w+|trauma|asphyxia|attendants?|mothers?|parents?|complications?)\b))"
    r"|(?<=[a-z])(?-i:Born|Birth(?:Date|Day|Year)?|DOB|Dob)(?![a-z])|出生|生于|生於|生年|生まれ",
    re.I,
)
"""A word for birth, alone or as a part of a label such as "yearOfBirth" and "dob_year"."""

_YEAR_LABEL = re.compile(r"(?:yob|y\.o\.b\.?|y(?:ea)?r\.?\s?of\s?birth|birth\s?y(?:ea)?r|geburtsjahr)", re.I)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_SHORT = re.compile(
    rf"(?:[\s:=.,;|*\"'`()\[\]<>~-]|on|in|is|was|the|year|about|circa|c|ca|</?[a-z]{{1,9}}>){{0,20}}"
    rf"(?:(?:\d{{1,2}}(?:st|nd|rd|th)?[\s./-]{{1,2}}(?:of\s)?(?:\d{{1,2}}|{_MONTH})|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?,?|{_MONTH})[\s./-]{{1,2}})?['’]?",
    re.I,
)
"""What stands between a word for birth and a year in two digits: the rest of a date, or an apostrophe alone."""

_OTHER_YEAR = re.compile(r"(?<!\d)(?:19[4-9]\d|20\d\d)(?!\d)")
_ENDS_SENTENCE = re.compile(
    r"[!?](?=\s)|(?<!\b[A-Za-z])(?<!\b(?:ca|st|dr|mr|ms))(?<!\b(?:mrs|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|est))(?<!\bsept)(?<!\bapprox)\.\s{1,3}(?=[A-Z])",
    re.I,
)
_NO_YEAR = re.compile(
    r"\s?(?:g|gr|gms?|grams?|kg|hrs?|hours?|h|ml|people|babies|children|women|men|cases|births)\b", re.I
)
_AFTER = re.compile(
    r"s?['\"]?(?:[\s-]{1,2}(?:born|births?)\b|\s?年\s?(?:\d{1,2}\s?月\s?(?:\d{1,2}\s?日\s?)?)?(?:出?生|生まれ))",
    re.I,
)
_LIFE = re.compile(r"\s?-\s?(?:(?P<end>(?:19|20)\d\d)(?=\s?\))|(?=\s?\)))")
_REACH = 90
"""Characters before a year in which a word for birth stands, as for ages."""


def judge_birth_years(text: str) -> Judge:
    """Judges years of a text up to 1939 by what stands around them."""

    def judge(start: int, end: int) -> int:
        return end if _is_year_of_birth(text, start, end) else 0

    return judge


def _is_year_of_birth(text: str, start: int, end: int) -> bool:
    if _AFTER.match(text, end) or _begins_life(text, start, end):
        return True
    begin = max(0, start - _REACH)
    begin = max(begin, text.rfind(f"\n\n{MASK}", begin, start) + 1)
    words = [word for word in _BIRTH.finditer(text, begin, end) if word.end() <= start]
    if not words or _NO_YEAR.match(text, end):
        return False
    between = text[words[-1].end() : start]
    if text[start:end].isdecimal() and end - start == 2:
        return _is_short_year(text, words[-1].start(), between)
    at_an_hour = between.lower().endswith("at ")
    return not at_an_hour and not _OTHER_YEAR.search(between) and not _begins_anew(between)


def _is_short_year(text: str, word: int, between: str) -> bool:
    """Whether two digits are a year: the last part of a date, after an apostrophe, or after a label for years."""
    labelled = _YEAR_LABEL.search(text, max(0, word - 8), word + 12)
    dated = _SHORT.fullmatch(between)
    return bool(dated) and (labelled is not None or between[-1:] in "'’" or any(map(str.isdecimal, between)))


def _begins_anew(between: str) -> bool:
    """Whether another sentence or line begins between a word for birth and a year, but for the line of a value alone."""
    line = between.rfind("\n")
    return bool(_ENDS_SENTENCE.search(between)) or (line >= 0 and any(map(str.isalnum, between)))


def _begins_life(text: str, start: int, end: int) -> bool:
    """Whether a year is the first of a life of more than 89 years in brackets, or of one that goes on: "(1930-)"."""
    life = _LIFE.match(text, end) if text[max(0, start - 2) : start].strip() == "(" else None
    if not life or not text[start:end].isdecimal():
        return False
    if life["end"]:
        return OLDEST_TOLD < int(life["end"]) - int(text[start:end]) <= OLDEST
    before = text[max(0, start - 30) : start].rstrip("( ").split()
    return bool(before) and before[-1][0].isupper()
