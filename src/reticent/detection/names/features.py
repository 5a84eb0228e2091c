"""What the name tagger sees of single words, as 32-bit numbers; 0 is no feature and never has a weight.

Training and tagging share this module and `surroundings`, so they can't see different things.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reticent.detection.names.word_lists import WordClasses, WordLists
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.language.mixing import Hashes, hash_text, mix_one, word_shape

LOWER, COARSE, SHAPE, LISTED = range(4)
"""Columns of a word's own features that its surroundings are mixed from."""

OWN = 37
"""How many features of its own a word has."""

SPEECH = 30
"""The column of a word's part of speech."""

REACH = {0: OWN, -1: 13, 1: 13, -2: 5, 2: 5, -3: 2, 3: 2}
"""How many of a word's own features it shows at each distance."""

_LONGEST_SHAPE = 24
"""Characters of a word that its shape is read from; chosen by hand: a longer one is an address or a path."""

_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d\Z")
_FRACTION = re.compile(r"(\d{1,3})/(\d{1,3})\Z")
_SHARES = frozenset({5, 6, 7, 10, 12, 15, 20, 24, 30, 52, 60})
"""What marks are given out of, and parts of a week, a day or a year."""

_LOWEST_PRESSURE = 60
"""The lowest upper value of a blood pressure, in mmHg, by which "146/88" differs from a date."""

_ROMAN = re.compile(r"[IVXLC]+\Z")
_LETTERS = "gfpbdamce"
_NAMES, _MEDICAL = slice(0, 4), slice(4, 9)
_STOPS = frozenset(":;,.")

FORMS = 13
"""How many forms `form_number` tells apart; 0 is the edge of a sentence."""


def hash_feature(value: str) -> int:
    """The number of a feature."""
    return hash_text(value) or 1


EDGE = hash_feature("edge")
"""What stands for a word beyond the ends of a sentence."""


@dataclass(frozen=True, slots=True)
class WordFacts:
    """What is asked of a word one at a time.

    `lower`, `coarse` and `listed` are features; `place`, `frequency` and `origin` are grades; `high` says that it is capitalized,
    `link` that it may join two capitalized words, `role` that a name may follow; `sign` is what it adds to an acronym;
    `form` is what it looks like, as a number below `FORMS`, and `helps` says that it is a function word.
    """

    lower: int = EDGE
    coarse: int = 0
    listed: int = 0
    place: int = 0
    frequency: int = 0
    origin: int = 0
    high: bool = False
    link: bool = False
    role: bool = False
    sign: str = " "
    form: int = 0
    helps: bool = False


def read_facts(
    word: str, hashes: Sequence[int], classes: WordClasses, language: Language = DEFAULT_LANGUAGE
) -> WordFacts:
    """The facts of a word whose own features are known."""
    known, words = classes.of(word), language.names
    high, link = word[0].isupper(), word in words.links
    return WordFacts(
        lower=hashes[LOWER],
        coarse=hashes[COARSE],
        listed=hashes[LISTED],
        place=int(known.named[2]),
        frequency=known.frequency,
        origin=int(known.named[4]),
        high=high,
        link=link,
        role=word.lower().rstrip(".") in words.roles,
        sign=word[0] if high and len(word) > 1 else "" if link else " ",
        form=form_number(word),
        helps=word.lower() in language.stop_words,
    )


def parts_of_speech(words: Sequence[str], language: Language = DEFAULT_LANGUAGE) -> list[str]:
    """What the tagger takes each word for when it stands alone; to ask it for whole sentences would take far longer."""
    return [tag for (tag,) in language.tagger().tags([[word] for word in words])] if words else []


def hash_word(
    word: str,
    speech: str,
    classes: WordClasses,
    lists: WordLists,
    language: Language = DEFAULT_LANGUAGE,
) -> list[int]:
    """The numbers of everything that a word shows by itself, the most informative first."""
    lower, form = word.lower(), word_shape(word, _LONGEST_SHAPE)
    known, small, listed = classes.of(word), classes.of(lower), lists.of(word)
    people = sort_of_people(lower, language)
    values = [
        lower,
        f"{known.coarse}" if known.coarse else f"?{form}",
        form,
        sort_of_word(listed) + (sort_of_cue(lower, language) or people),
        f"{known.fine}" if known.fine else f"?{form}{lower[-2:]}",
        known.named,
        f"{known.capitals} {known.frequency}",
        lower[-3:],
        _number(word),
        f"{form} {known.capitals} {small.frequency}",
        *(digit if digit != "0" else "" for digit in known.named),
        lower[:2],
        lower[:3],
        lower[:4],
        lower[-1:],
        lower[-2:],
        lower[-4:],
        word if word != lower else "",
        f"{form} {lower[-2:]}",
        f"{form} {known.coarse}",
        f"{len(word)}" if len(word) < 6 else "",
        "roman" if _ROMAN.match(word) else "",
        f"{small.capitals}{small.coarse}",
        lower.split("-")[0] if "-" in lower else "",
        lower.rsplit("-")[-1] if "-" in lower else "",
        speech,
        f"{form} {listed}",
        f"{form} {listed[_MEDICAL]} {known.capitals}",
        f"{listed[_NAMES]} {small.frequency} {small.capitals}",
        f"{form} {listed[_NAMES]}",
        "any",
        people,
    ]
    return [hash_feature(f"{number} {value}") if value else 0 for number, value in enumerate(values)]


def sort_of_word(listed: str) -> str:
    """The lists that have a word, as letters: capitals where it is a frequent entry.

    >>> sort_of_word("310002000")
    'GfA'
    """
    letters = zip(_LETTERS, listed, strict=True)
    return "".join(letter.upper() if grade > "1" else letter for letter, grade in letters if grade > "0")


def sort_of_cue(lower: str, language: Language = DEFAULT_LANGUAGE) -> str:
    """Which sort of word in small letters it is that names stand beside, as a sign: a title, a role, a relation, a street's end.

    >>> [sort_of_cue(word) for word in ("mrs", "rn", "daughter", "lane", "pain")]
    ['+', '=', '~', '/', '']
    """
    word, words = lower.rstrip("."), language.names
    if word in words.titles:
        return "+"
    if word in words.staff or word in words.roles:
        return "="
    return "~" if word in words.relations else "/" if word in words.streets else ""


def sort_of_people(lower: str, language: Language = DEFAULT_LANGUAGE) -> str:
    """What a noun in small letters, or its singular, says of somebody, as a sign: a calling, kin, a sex, an origin, a faith.

    >>> [sort_of_people(word) for word in ("welder", "nieces", "women", "somali", "hindus", "weld")]
    ['^', '&', '!', '%', '*', '']
    """
    words = language.names
    for form in (lower, *language.grammar.singulars(lower)):
        for sign, sort in (
            ("&", words.kin),
            ("!", words.sexes),
            ("*", words.faiths),
            ("%", words.origins),
            ("^", words.callings),
        ):
            if form in sort:
                return sign
    return ""


def form_number(word: str) -> int:
    """What a word looks like, as one of few numbers.

    >>> [form_number(word) for word in ("Smith", "MRI", "J", "pain", "12", "12/3", "B12", "McKay", ":")]
    [3, 2, 1, 4, 5, 6, 7, 8, 9]
    """
    if word.isalpha():
        if word.isupper():
            return 1 if len(word) == 1 else 2
        return 3 if word.istitle() else 4 if word.islower() else 8
    if any(map(str.isdigit, word)):
        return 5 if word.isdecimal() else 7 if any(map(str.isalpha, word)) else 6
    if any(map(str.isalpha, word)):
        return 11 if word[0].islower() else 12
    return 9 if word in _STOPS else 10


def _number(word: str) -> str:
    """What sort of number a word is, nothing if it has no digit."""
    if not any(map(str.isdigit, word)):
        return ""
    if fraction := _FRACTION.match(word):
        over, under = int(fraction[1]), int(fraction[2])
        if under in _SHARES:
            return f"/{under}" if over <= under else f"{under}/"
        return "pressure" if over >= _LOWEST_PRESSURE and over > under else "0/0"
    if not word.isdecimal():
        return _DIGIT.sub("0", word)[:12]
    if _YEAR.match(word):
        return "year"
    return "day" if len(word) <= 2 and 1 <= int(word) <= 31 else f"d{len(word)}"


def show_at(distance: int, hashes: Hashes) -> Hashes:
    """What features say of the word that stands so far before theirs; at distance 0 they are themselves."""
    if not distance:
        return hashes
    shown = mix_one(distance + 40, hashes)
    shown[hashes == 0] = 0
    return shown
