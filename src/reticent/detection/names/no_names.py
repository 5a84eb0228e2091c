"""What is written like a name and names nobody: brands before a dose, eponyms of tools and scores, Latin and Greek words of medicine,
the parts of who talks, letters in a list, and codes of classifications.

Each speaks against a finding that leaves a doubt; a title or a calling before it counts for more.
"""

from __future__ import annotations

import re
from functools import cache

from reticent.detection.names.cased_text import BLANK, LINE, NOTHING, CasedText
from reticent.detection.names.completing import DOSES
from reticent.detection.names.medical import CERTAIN, EPONYM, is_announced, medical_terms
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange, Reading
from reticent.detection.names.word_lists import LISTED
from reticent.language import Language

_NAMED = frozenset(map(KINDS.index, ("PERSON", "LOCATION", "ORGANIZATION")))
_PERSON, _CODE, _CONTACT = map(KINDS.index, ("PERSON", "CODE", "CONTACT"))
_GIVEN, _FAMILY, _PLACE, _ABBREVIATION = map(LISTED.index, ("given", "family", "place", "abbreviation"))
_BORNE = "2"
"""From this grade on many people bear a name, or many live at a place."""

_DOSE = re.compile(r"\d+(?:[.,/]\d+)*(?P<unit>mg|mcg|µg|ug|g|ml|iu|units?|%)?", re.IGNORECASE)
_HOW_OFTEN = frozenset(
    "od bd tds qds qid tid bid b.i.d t.i.d q.i.d daily mane nocte on om prn stat weekly hourly hrly tablet tablets".split()
)
"""What follows the strength of a drug."""


def is_before_dose(reading: Reading, mention: NameRange) -> bool:
    """Whether a word that few are called by stands before a dose, or a solution's with a possessive: "Avandia 4 mg", "Hartmann's 1 L"."""
    if not _is_doubtful_name(reading, mention):
        return False
    return stands_before_dose(reading, mention.begin, mention.end) or _is_solution(reading, mention)


_VOLUMES = frozenset("l ml litre litres liter liters bag bags".split())


def _is_solution(reading: Reading, mention: NameRange) -> bool:
    """Whether a volume follows on the possessive of a name that medical terms have: "Hartmann's 1 L", "Ringer's 500 ml"."""
    text, end = reading.text, mention.end
    if mention.end > mention.begin + 1 or reading.lists.of(text.words[mention.begin])[EPONYM] < _BORNE:
        return False
    if (
        end + 1 >= len(text)
        or text.words[end] not in text.language.names.possessives
        or text.gaps[end + 1] != BLANK
    ):
        return False
    volume = re.fullmatch(r"(\d+(?:[.,]\d+)?)([a-z]*)", text.words[end + 1].lower())
    if not volume:
        return False
    return (volume[2] or "".join(text.words[end + 2 : end + 3]).lower()) in _VOLUMES


def stands_before_dose(reading: Reading, begin: int, place: int) -> bool:
    """Whether a dose follows at a place on a word that few are called by."""
    text = reading.text
    if _is_borne(reading, begin):
        return False
    if place >= len(text) or text.gaps[place] > BLANK:
        return False
    dose = _DOSE.fullmatch(text.words[place])
    if not dose:
        return False
    following = [word.lower() for word in text.words[place + 1 : place + 3]]
    return bool(dose["unit"]) or any(word in DOSES | _HOW_OFTEN for word in following[:1])


def is_eponym_of_thing(reading: Reading, mention: NameRange) -> bool:
    """Whether a tool, a score or a part of the body is called so: "Philadelphia collar", "Hawkins IV talus fracture"."""
    text = reading.text
    if (
        " ".join(text.words[max(0, mention.begin - 2) : mention.end]).lower()
        in text.language.names.named_things
    ):
        return True
    if (
        not _is_doubtful_name(reading, mention)
        or reading.lists.of(text.words[mention.begin])[_GIVEN] >= _BORNE
    ):
        return False
    if mention.end >= len(text) or text.gaps[mention.end] > BLANK:
        return False
    return text.words[mention.end] in text.language.names.after_eponyms_of_things


def is_medical_by_ending(reading: Reading, mention: NameRange) -> bool:
    """Whether a long word that nobody is called by ends as words of medicine do: "Hyposthenuria"."""
    word = reading.text.words[mention.begin]
    if (
        mention.end > mention.begin + 1
        or len(word) < _SHORTEST_TERM
        or not _is_doubtful_name(reading, mention)
    ):
        return False
    return reading.lists.of(word)[: _PLACE + 1] == "000" and word.lower().endswith(
        _endings(reading.text.language)
    )


_SHORTEST_TERM = 8
"""Letters of a word that its ending shows to be medical; chosen by hand: places end so too ("Tacoma")."""


@cache
def _endings(language: Language) -> tuple[str, ...]:
    return tuple(language.names.medical_endings)


def is_part_in_talk(reading: Reading, mention: NameRange) -> bool:
    """Whether it is, or is a piece of, what a speaker is called who is not named: "Guest_family:"."""
    text = reading.text
    if mention.kind not in (_PERSON, _CONTACT):
        return False
    begin, end = mention.begin, mention.end
    while begin and text.gaps[begin] == NOTHING and text.words[begin - 1][-1] not in ":]":
        begin -= 1
    while end < len(text) and text.gaps[end] == NOTHING and text.words[end] != ":":
        end += 1
    if text.gaps[begin] < LINE or text.words[end : end + 1] != [":"]:
        return False
    parts = [part.lower() for word in text.words[begin:end] for part in word.split("_") if part.isalpha()]
    return bool(parts) and all(part in text.language.names.parts_in_talks for part in parts)


def is_lone_letters(reading: Reading, mention: NameRange) -> bool:
    """Whether it is letters of a list ("hepatitis A, B, C"), of an abbreviation that is spelt out ("a C B C"), or an answer ("N")."""
    text = reading.text
    words = text.words[mention.begin : mention.end]
    letters = [word for word in words if word.isalnum()]
    if (
        mention.kind not in _NAMED | {_CODE}
        or not letters
        or any(len(word) > 1 or not word.isupper() for word in letters)
    ):
        return False
    if _is_answer(text, mention):
        return True
    if (
        "," in words
        or text.words[mention.end : mention.end + 1] == [","] == text.words[mention.begin - 1 : mention.begin]
    ):
        return not is_announced(text, mention.begin)
    if "." in words or mention.masked >= CERTAIN:
        return False
    spelt = _spell(text, mention)
    return len(spelt) > 1 and (
        spelt in medical_terms(text.language).acronyms or reading.lists.of(spelt)[_ABBREVIATION] >= _BORNE
    )


_ANSWERS = frozenset({"Y", "N"})


def _is_answer(text: CasedText, mention: NameRange) -> bool:
    """Whether it is yes or no in one letter, by itself between the end of a sentence and that of a line: "Phoned? N"."""
    begin, end = mention.begin, mention.end
    if end > begin + 1 or text.words[begin] not in _ANSWERS or (end < len(text) and text.gaps[end] < LINE):
        return False
    return text.gaps[begin] == BLANK and text.words[begin - 1] in {".", "?", "!"}


def _spell(text: CasedText, mention: NameRange) -> str:
    """The letters around and in a mention that stand apart by blanks."""
    begin, end = mention.begin, mention.end
    while begin and text.gaps[begin] == BLANK and _is_letter(text.words[begin - 1]):
        begin -= 1
    while end < len(text) and text.gaps[end] == BLANK and _is_letter(text.words[end]):
        end += 1
    return "".join(text.words[begin:end])


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isupper()


_FARTHEST_CODE = 24
"""Words on a line after the name of a classification whose codes follow; chosen by hand."""


def is_classification(reading: Reading, mention: NameRange) -> bool:
    """Whether it is the code of a disease or a procedure: "CPT 22554", "ICD-10 E11.9"."""
    text, words = reading.text, reading.text.words
    if mention.kind != _CODE:
        return False
    if _OF_DISEASE.fullmatch(words[mention.begin]) and mention.end == mention.begin + 1:
        return True
    for place in range(mention.begin - 1, max(-1, mention.begin - _FARTHEST_CODE), -1):
        if text.gaps[place + 1] >= LINE:
            return False
        word = words[place].lower()
        if word.split("-")[0] in text.language.names.classifications:
            return mention.begin - place <= _NEXT or words[place + 1].lower().startswith("code")
    return False


_NEXT = 5
"""Words between the name of a classification and its code: "CPT code(s): 45385"; chosen by hand."""

_OF_DISEASE = re.compile(r"[A-TV-Za-tv-z]\d\d\.\d{1,2}")
"""A code of ICD-10 with its point, which is no other code's."""


def _is_doubtful_name(reading: Reading, mention: NameRange) -> bool:
    return (
        mention.kind in _NAMED and mention.masked < CERTAIN and not is_announced(reading.text, mention.begin)
    )


def _is_borne(reading: Reading, place: int) -> bool:
    """Whether many people bear a name, or many live at a place of that name."""
    listed = reading.lists.of(reading.text.words[place])
    return max(listed[_GIVEN], listed[_FAMILY], listed[_PLACE]) >= _BORNE
