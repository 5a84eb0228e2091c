"""Names that lists know and the CRF has passed over: in small letters, written together, parted, and in fields for names.

The CRF has learned from texts in which names have capitals and stand by themselves. So much is asked of the lists here that
ordinary words hardly ever pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from reticent.detection.names.cased_text import BLANK, NOTHING, WIDE, CasedText
from reticent.detection.names.model import KINDS, NameGuess
from reticent.detection.names.spans import NameRange, Reading
from reticent.detection.names.word_lists import A_WORD, RARE, WordClasses, WordLists
from reticent.detection.names.word_lists import NOTHING as UNLISTED
from reticent.language import Language

_PERSON = KINDS.index("PERSON")
_LIKELY = 0.6
"""How likely readers mask what is found so, at least; chosen by hand, as much as what follows a title."""

_HINTED = 0.25
"""How likely the CRF must find a name to be masked that stands in small letters where others have capitals: as the balanced setting."""

_SHORTEST, _SHORTEST_IN_PATH, _SHORTEST_ALONE, _SHORTEST_TOGETHER = 3, 4, 6, 7
"""Letters of a name beside another, of a family name in a path, of a rare one by itself, and of a full name written together. Chosen by the
names at even places of `experiments/disguises.py`: fewer letters are in words by chance."""

_JOINTS = frozenset({"_", "/", "\\", "@", "#", "="})
_OTHER, _NO_OTHER = slice(2, 6), "0000"
"""The grades of a word as a place, a body, a drug, and an abbreviation."""

_MOST_WORDS = 14_000
"""Words whose judgement is kept, as many as `crf` keeps."""

_LONGEST_PATH = 12
"""Words and signs on either side of a word that are read as one path with it; chosen by hand, to bound
the time that one long path takes."""

_LONGEST_VALUE, _MOST_SIGNS = 3, 4
"""Words of a name after its field, and signs between the two: `"surname": "Hale"` has three. Chosen by hand."""

_ANNOUNCES = re.compile(r"[:=>{|]|\.{3,}")
EXTENSIONS = frozenset(
    """csv tsv txt md pdf doc docx xls xlsx xlsm ppt pptx odt ods rtf json jsonl xml html htm yaml yml toml ini cfg log zip gz
    tar png jpg jpeg gif svg tif tiff bmp mp3 mp4 wav mov py js ts java sql sh exe dll parquet eml msg""".split()
)
"""How the names of files end."""

_NAME = frozenset({"name", "names"})


@cache
def _field_forms(language: Language) -> frozenset[str]:
    return frozenset(
        form
        for field in language.names.name_fields | _NAME
        for form in (field, field.title(), field.upper(), field[:-4] + "Name")
    )


class _Lists:
    """What the lists and the table of words say together of words in small letters."""

    def __init__(self, classes: WordClasses, lists: WordLists, language: Language) -> None:
        self._classes, self._lists, self._language = classes, lists, language
        self._cues: dict[str, bool] = {}

    def reads(self, classes: WordClasses, lists: WordLists, language: Language) -> bool:
        """Whether it asks these."""
        return self._classes is classes and self._lists is lists and self._language is language

    def is_given(self, word: str, grade: str = "1") -> bool:
        return len(word) >= _SHORTEST and self._lists.of(word)[0] >= grade

    def is_family(self, word: str, grade: str = "1") -> bool:
        return len(word) >= _SHORTEST and self._lists.of(word)[1] >= grade

    def is_word(self, word: str) -> bool:
        """Whether people write it in small letters."""
        return self._classes.in_small_letters(word) > RARE

    def find_cues(self, words: Sequence[str]) -> list[int]:
        """The places of words that may begin or announce a name."""
        if len(self._cues) > _MOST_WORDS:
            self._cues.clear()
        cues = self._cues
        cues.update((word, self._judge(word)) for word in set(words).difference(cues))
        return [place for place, word in enumerate(words) if cues[word]]

    def may_be_cue(self, word: str) -> bool:
        """Whether a word may begin or announce a name: not one that is common in small letters."""
        known = self._cues.get(word)
        return self._judge(word) if known is None else known

    def _judge(self, word: str) -> bool:
        if len(word) < 2 or not word[0].isalpha():
            return False
        return self._classes.in_small_letters(word.lower()) <= A_WORD or word in _field_forms(self._language)

    def is_unknown(self, word: str) -> bool:
        return not self._classes.of(word).frequency and self._lists.of(word) == UNLISTED

    def is_rare_family(self, word: str) -> bool:
        """Whether it is a family name and nothing else."""
        return len(word) >= _SHORTEST_ALONE and self.is_family(word) and not self.is_word(word)

    def is_family_alone(self, word: str) -> bool:
        """Whether many bear it as a family name, or it is a rare one, and nobody writes it in small letters."""
        if len(word) < _SHORTEST_IN_PATH or self._classes.in_small_letters(word) > A_WORD:
            return False
        return self.is_rare_family(word) or (self.is_family(word, "2") and self._classes.is_mostly_high(word))

    def are_full_name(self, first: str, last: str, *, joined: bool) -> bool:
        """Whether a given name that is no word stands before a family name, which may be one if many bear both.

        The given name may be one that the lists don't have where the family name is one alone, or a sign joins them.
        """
        if last in self._language.stop_words or self.is_word(first):
            return False
        if self.is_unknown(first):
            alone = joined or self._lists.of(last)[_OTHER] == _NO_OTHER
            return len(first) > _SHORTEST and alone and self.is_rare_family(last)
        grade = "2" if self.is_word(last) else "1"
        return len(first) > _SHORTEST and self.is_given(first, grade) and self.is_family(last, grade)

    def is_together(self, word: str, *, joined: bool) -> bool:
        """Whether a word that nobody knows is a full name, or in a path or an account an initial and a family name."""
        if len(word) < _SHORTEST_TOGETHER or not self.is_unknown(word):
            return False
        for cut in range(_SHORTEST + 1, len(word) - _SHORTEST):
            first, last = word[:cut], word[cut:]
            are_words = self.is_word(first) and self.is_word(last)
            if self.is_given(first, "2") and self.is_family(last, "2") and not are_words:
                return True
        ends = (word[1:], *(word[cut:] for cut in range(_SHORTEST, len(word) - _SHORTEST_ALONE + 1)))
        return joined and any(map(self.is_rare_family, ends))


_latest: list[_Lists] = []
"""The one that was asked last, which has met most words."""


def _lists_of(reading: Reading) -> _Lists:
    asked = reading.classes, reading.lists, reading.text.language
    if not _latest or not _latest[0].reads(*asked):
        _latest[:] = [_Lists(*asked)]
    return _latest[0]


def is_full_name(reading: Reading, place: int) -> bool:
    """Whether a word in small letters that nobody knows is a given and a family name: "paulhastings"."""
    word = reading.text.words[place]
    return word.islower() and word.isalpha() and _lists_of(reading).is_together(word, joined=False)


def find_listed(reading: Reading) -> Iterator[NameRange]:
    """Such names that no mention covers yet, in order."""
    text, guess, vacant, known = reading.text, reading.guess, reading.vacant, _lists_of(reading)
    for place in known.find_cues(text.words):
        if vacant.is_free(place, place + 1):
            begin, end = _find_name(text, guess, place, known)
        else:
            begin, end = place + 1, place + 1 + _is_parted(text, place, known)
        yield from vacant.claim(begin, end, _PERSON, _LIKELY)


def _find_name(text: CasedText, guess: NameGuess, place: int, known: _Lists) -> tuple[int, int]:
    """Where the name begins and ends that a word begins or announces; an empty place if there is none."""
    word = text.words[place]
    if word in _field_forms(text.language):
        begin, end = _read_field(text, place, known)
        if begin < end:
            return begin, end
    if guess.masked[place, _PERSON] >= _HINTED and known.is_rare_family(word.lower()):
        return place, place + 1
    return place, _end_of_name(text, place, known)


def _end_of_name(text: CasedText, place: int, known: _Lists) -> int:
    """Where a name that begins at a place ends, which lists know without its capitals; the place itself if none does."""
    word = text.words[place].lower()
    if known.is_family_alone(word) and _is_in_path(text, place):
        return place + 1
    if not _is_small(text, place):
        return place + 2 * _is_parted(text, place, known)
    if not word.isalpha():
        first, _, last = word.partition("-")
        return place + (first.isalpha() and last.isalpha() and known.are_full_name(first, last, joined=True))
    joined = place + 2 < len(text) and text.words[place + 1] in {"_", ".", "-"} and not text.gaps[place + 1]
    after = place + 1 + joined
    if after < len(text) and text.gaps[after] == (NOTHING if joined else BLANK) and _is_small(text, after):
        last = text.words[after].lower()
        if last.isalpha() and known.are_full_name(word, last, joined=joined):
            return after + 1
    return place + known.is_together(word, joined=_is_joined(text, place))


def _is_small(text: CasedText, place: int) -> bool:
    """Whether a word is written in small letters in the text itself."""
    return text.silent or text.words[place].islower()


def _is_joined(text: CasedText, place: int) -> bool:
    """Whether a word is a part of a path, an account or a value."""
    before = place and text.gaps[place] == NOTHING and text.words[place - 1][-1] in _JOINTS
    after = place + 1 < len(text) and text.gaps[place + 1] == NOTHING and text.words[place + 1][0] in _JOINTS
    return bool(before or after)


def _is_in_path(text: CasedText, place: int) -> bool:
    """Whether a word is a part of what a file or a folder is called, or an account at a machine: "ssh hale@host"."""
    begin, end = place, place + 1
    while begin and text.gaps[begin] == NOTHING and begin > place - _LONGEST_PATH:
        begin -= 1
    while end < min(len(text), place + _LONGEST_PATH) and text.gaps[end] == NOTHING:
        end += 1
    run = text.words[begin:end]
    if "\\" in run or run.count("/") > 1 or "@" in run[place - begin + 1 : place - begin + 2]:
        return True
    return any(sign == "." and word.lower() in EXTENSIONS for sign, word in pairwise(run))


def _is_parted(text: CasedText, place: int, known: _Lists) -> bool:
    """Whether a capitalized word and one that nobody knows are a rare family name with a blank in it: "Ok onkwo"."""
    if place + 1 >= len(text) or text.gaps[place + 1] != BLANK:
        return False
    rest = text.words[place + 1]
    if not text.words[place][0].isupper() or not rest.islower() or not known.may_be_cue(rest):
        return False
    return (
        rest.isalpha() and known.is_unknown(rest) and known.is_rare_family(text.words[place].lower() + rest)
    )


def _read_field(text: CasedText, place: int, known: _Lists) -> tuple[int, int]:
    """Where the name begins and ends that a field for names announces; an empty place if there is none."""
    word, before = text.words[place].lower(), text.words[place - 1].lower() if place else ""
    if word in _NAME:
        if before in {"_", "-"} and place > 1:
            before = text.words[place - 2].lower()
        if before not in text.language.names.before_name_field:
            return place, place
    begin, announced = place + 1, False
    while begin < min(len(text), place + 2 + _MOST_SIGNS) and not text.words[begin][0].isalnum():
        announced = announced or _ANNOUNCES.search(text.words[begin]) is not None
        begin += 1
    if not announced or begin >= len(text) or max(text.gaps[place + 1 : begin + 1]) > WIDE:
        return place, place
    end = begin
    while end < min(len(text), begin + _LONGEST_VALUE) and _may_be_value(text, end, begin, known):
        end += 1
    return begin, end


def _may_be_value(text: CasedText, place: int, begin: int, known: _Lists) -> bool:
    word = text.words[place]
    if (place > begin and text.gaps[place] != BLANK) or not word.isalpha() or len(word) < 2:
        return False
    low = word.lower()
    names = text.language.names
    if low in names.no_values or low in names.nobody or low in text.language.stop_words:
        return False
    return word[0].isupper() or known.is_family(low) or known.is_given(low)
