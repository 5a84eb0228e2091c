"""English word forms: plurals, the choice between "a" and "an", and the words that are built from others by their endings.

Written here because the library that offers them takes more than a second to import; the forms of a release are
those of taxonomy names, a small and regular part of English.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from reticent.language.en.words import WORDS

_WORDS = WORDS["inflection"]
_COUNTED = frozenset(_WORDS["counted"])
_IRREGULAR = dict(entry.split(">") for entry in _WORDS["irregular"])
_PLURAL_ENDINGS = (
    (re.compile(r"([sxz]|[cs]h)$"), r"\1es"),
    (re.compile(r"([^aeiou]|qu)y$"), r"\1ies"),
    (re.compile(r"$"), "s"),
)
# "diagnosis" and "axis" change their ending; "iris", "pelvis" and "clitoris" do not.
_IS_TO_ES = re.compile(r"(?<=[osxypl])is$")
_IS_STAYS = re.compile(r"(pelv|proboscis|tenn|epidermis|ibis|iris)")
_CONNECTIVE = re.compile(r"^(\S+)(\s+(?:of|in|on|at|for|to|by|with|from)\s.+)$")

# Vowel letters that sound like consonants and the reverse; "unidentified" against "university".
_SOUNDS_LIKE_CONSONANT = re.compile(
    r"^(eu|ew|one\b|once\b|ouija|u[bcfhkqrst][aeiou]|u[bcfhkqrst]$|uni(?!den|n|m[mp])|uv[aeiou]|ur[aeiou]n)",
    re.IGNORECASE,
)
_SILENT_H = re.compile(r"^(heir|hono|honest|hour)", re.IGNORECASE)
_LETTERS_WITH_VOWEL_SOUND = "AEFHILMNORSX"


def plural(noun: str) -> str:
    """The plural of a noun or noun phrase.

    >>> [plural(noun) for noun in ("headache", "family", "diagnosis", "drug of abuse", "sales woman")]
    ['headaches', 'families', 'diagnoses', 'drugs of abuse', 'sales women']
    """
    if connected := _CONNECTIVE.match(noun):
        return plural(connected[1]) + connected[2]
    before, head = noun[: -len(_last_word(noun))], _last_word(noun)
    return before + _plural_word(head)


def indefinite_article(phrase: str) -> str:
    """The article that `phrase` takes, judged by how its first word sounds.

    >>> [indefinite_article(phrase) for phrase in ("hour", "university", "MRI scan", "URL", "unusual pain")]
    ['an', 'a', 'an', 'a', 'an']
    """
    word = re.split(r"[\s\-/]", phrase.lstrip("[(\"'“‘"), maxsplit=1)[0].rstrip("])")
    if re.fullmatch(r"[A-Z]{2,}s?|[A-Za-z]", word):
        return "an" if word[0].upper() in _LETTERS_WITH_VOWEL_SOUND else "a"
    if word[:1].isdecimal():
        return "an" if re.match(r"8|1[18](?!\d)|1[18]\d{3}(?!\d)", word) else "a"
    if _SILENT_H.match(word):
        return "an"
    return "an" if word[:1].lower() in "aeiou" and word and not _SOUNDS_LIKE_CONSONANT.match(word) else "a"


def _last_word(noun: str) -> str:
    return re.split(r"[\s\-]", noun)[-1]


def _plural_word(word: str) -> str:
    lower = word.lower()
    if lower in _WORDS["unchanged"] or not word or lower.endswith(_WORDS["plural_already"]):
        return word
    if lower in _IRREGULAR:
        return word[0] + _IRREGULAR[lower][1:]
    if lower.endswith("man") and lower not in ("human", "german", "roman", "talisman", "shaman", "ottoman"):
        return word[:-2] + "en"
    if lower.endswith("is") and _IS_TO_ES.search(lower) and not _IS_STAYS.search(lower):
        return word[:-2] + "es"
    if lower in _WORDS["takes_oes"]:
        return word + "es"
    return next(ending.sub(form, word) for ending, form in _PLURAL_ENDINGS if ending.search(word))


SHORTEST_STEM = 4
"""Letters that a word and its form have to share: fewer are shared by chance."""

_RULES = tuple(
    (ending, tuple(other.strip("-") for other in others.split(",")))
    for ending, others in (entry.split(">") for entry in _WORDS["derived"])
)


def derived_forms(word: str) -> tuple[str, ...]:
    """What might be an adjective, a verb or a noun of the same root as a word in small letters; many are no words.

    >>> derived_forms("blindness"), derived_forms("diabetes"), derived_forms("abortion")[:3]
    (('blind',), ('diabetic',), ('abort', 'aborte', 'aborted'))
    """
    forms = (
        word.removesuffix(ending) + other
        for ending, others in _RULES
        if word.endswith(ending)
        for other in others
    )
    if len(word) < SHORTEST_STEM:
        return ()
    return tuple(
        dict.fromkeys(form for form in forms if form != word and form[:SHORTEST_STEM] == word[:SHORTEST_STEM])
    )


def adverb(adjective: str) -> str:
    """The adverb of an adjective in small letters, by rule.

    >>> [adverb(each) for each in ("clinical", "chronic", "heavy")]
    ['clinically', 'chronically', 'heavily']
    """
    if adjective.endswith("ic"):
        return adjective + "ally"
    return adjective[:-1] + "ily" if adjective.endswith("y") else adjective + "ly"


def singulars(word: str) -> tuple[str, ...]:
    """What a plural in small letters may be the plural of.

    >>> singulars("women"), singulars("nieces"), singulars("wives")
    (('woman',), ('niece', 'niec'), ('wife',))
    """
    if word.endswith("men"):
        return (word[:-2] + "an",)
    if word.endswith("ies"):
        return word[:-3] + "y", word[:-1]
    if word.endswith("ves"):
        return (word[:-3] + "fe",)
    if word.endswith("es"):
        return word[:-1], word[:-2]
    return (word[:-1],) if word.endswith("s") and not word.endswith("ss") else ()


_NOT_PLURAL = frozenset("missus gramps sis".split())


def is_plural_noun(word: str) -> bool:
    """Whether a noun of people in small letters is a plural.

    >>> is_plural_noun("sisters"), is_plural_noun("women"), is_plural_noun("boss")
    (True, True, False)
    """
    return word.endswith(("men", "s")) and not word.endswith("ss") and word not in _NOT_PLURAL


def is_uncounted(noun: str) -> bool:
    """Whether writers leave a noun without article and plural ("information").

    >>> is_uncounted("information"), is_uncounted("unhappiness"), is_uncounted("illness")
    (True, True, False)
    """
    if noun in _COUNTED:
        return False
    return noun in _counted_as_bare() or noun.endswith(_WORDS["uncounted_endings"])


@cache
def _counted_as_bare() -> frozenset[str]:
    """The nouns that stand bare in Simple English Wikipedia, by count."""
    listed = files("reticent.language.en").joinpath("data/mass-nouns.txt").read_text("utf-8")
    return frozenset(listed.split())
