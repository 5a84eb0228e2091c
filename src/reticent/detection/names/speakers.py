"""Who speaks in a chat or a transcript: what stands between a time and a colon at the start of a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.gaps import LINE, NOTHING
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.spans import NameRange
from reticent.languages import ENGLISH

_PERSON = KINDS.index("PERSON")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?")
_DATE = re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}")
_AROUND = frozenset({"[", "]", ",", "-", "–", "—", "am", "pm"})
_LONGEST_HEAD = 8
_LONGEST_LABEL = 4
_LIKELY = 0.7
"""How likely readers mask what is found so, at least."""

_WORDS = ENGLISH.names
_NO_SPEAKER = (
    _WORDS.nobody
    | _WORDS.staff
    | _WORDS.roles
    | frozenset(
        """speaker agent caller bot system admin facilitator moderator interviewer interviewee participant host guest operator
        narrator witness counsel respondent doctor woman man unknown unidentified all everyone update status action
        error warning info debug user support team desk me you mum dad""".split()
    )
)


def find_speakers(text: CasedText, guess: Guess, taken: Sequence[NameRange]) -> Iterator[NameRange]:
    """The names of speakers that no mention covers, in order; those who speak by their part, as "agent", are none."""
    lines = [place for place, gap in enumerate(text.gaps) if gap >= LINE or not place]
    starts = [place for place in lines if text.words[place] == "[" or text.words[place][0].isdigit()]
    if not starts:
        return
    covered = {place for mention in taken for place in range(mention.begin, mention.end)}
    for start in starts:
        begin = _skip_time(text, start)
        end = _end_of_label(text, begin) if begin else 0
        while begin < end and text.words[begin].lower().rstrip(".") in _NO_SPEAKER:
            begin += 1
        free = [place for place in range(begin, end) if place not in covered]
        if free and len(free) == end - begin:
            masked = float(guess.masked[begin:end].sum()) / (end - begin)
            yield NameRange(begin, end, _PERSON, max(masked, _LIKELY))


def _skip_time(text: CasedText, start: int) -> int:
    """The place behind the time of day at the start of a line, and behind its date and brackets; 0 if there is none."""
    timed = False
    for place in range(start, min(start + _LONGEST_HEAD, len(text))):
        word = text.words[place]
        if place > start and text.gaps[place] >= LINE:
            return 0
        if _CLOCK.fullmatch(word):
            timed = True
        elif word.lower() not in _AROUND and not _DATE.fullmatch(word):
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
        elif not end and (not (word[0].isalpha() or word in "_-.") or word in ENGLISH.stop_words):
            return 0
    return 0
