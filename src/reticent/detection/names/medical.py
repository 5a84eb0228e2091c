"""Diagnoses, tests and drugs are evidence that a finding is no person, place or code: "aneurysmal SAH", "Bell's palsy", "runs of VT".

The lists say so, never by themselves: a title or a name beside the word, or a place that leaves no doubt, counts for more.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from reticent.detection.names.cased_text import BLANK, CasedText
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange
from reticent.detection.names.word_lists import LISTED, WordLists, plain_word
from reticent.detection.regions import large_regions, states
from reticent.language import DEFAULT_LANGUAGE, Language

_PERSON, _LOCATION, _ORGANIZATION, _CODE = map(KINDS.index, ("PERSON", "LOCATION", "ORGANIZATION", "CODE"))
JUDGED = frozenset({_PERSON, _LOCATION, _ORGANIZATION, _CODE})
_GIVEN, _FAMILY, _PLACE, _ABBREVIATION, _MEDICAL, EPONYM = map(
    LISTED.index, ("given", "family", "place", "abbreviation", "medical", "eponym")
)
CERTAIN = 0.9
"""From this likelihood on a place leaves no doubt by itself; chosen by hand."""

_LIKELY = 0.5
"""From this likelihood on the lists don't count where people or places are called so too; chosen by hand: it is more likely a name
than not."""

_DOUBTFUL = 0.6
"""Below this likelihood a body or a place may be a test or a disease; chosen by hand on invented lines."""


_BORNE = "2"
"""From this grade on many people bear a name, or many live at a place."""

KNOWN = "2"
"""From this grade on an abbreviation is one that clinicians use; those below stand in one list alone."""

LONGEST_PHRASE = 6
"""Words of the longest medical name that is looked for around a finding."""

_LONGEST_ACRONYM, _SHORTEST_WORD = 6, 4
"""The most letters of a clinical abbreviation, and the fewest of a condition's name that is not one; chosen by hand: longer ones are words in capitals."""

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MedicalTerms:
    """The names of conditions, tests and drugs that ship with the package: single words, acronyms in their capitals, and phrases."""

    words: frozenset[str] = field(repr=False)
    acronyms: frozenset[str] = field(repr=False)
    phrases: frozenset[str] = field(repr=False)
    heads: frozenset[str] = field(repr=False)
    """What follows the names of people in medical terms: "palsy", "disease", "cyst"."""


def medical_terms(language: Language = DEFAULT_LANGUAGE) -> MedicalTerms:
    """The terms of all medical lists that ship in a language, loaded when a finding first has to be judged by them; none where
    it has no such lists. Those in English are made by `training/build_medical_terms.py`."""
    return _load_terms(language)


@cache
def _load_terms(language: Language) -> MedicalTerms:
    packed = _packed(language)
    if not packed:
        return MedicalTerms(*[frozenset[str]()] * 4)
    lists = lzma.decompress(packed).decode("utf-8").split("\n")
    words, acronyms, phrases, heads = (frozenset(line.split("\t")) for line in lists)
    return MedicalTerms(words, acronyms, phrases, heads)


@cache
def fingerprint_of_terms(language: Language = DEFAULT_LANGUAGE) -> str:
    """The hash of the packed medical lists."""
    return "sha256:" + hashlib.sha256(_packed(language)).hexdigest()


def _packed(language: Language) -> bytes:
    found = files(language.name_tagger).joinpath("data/medical-terms.bin") if language.name_tagger else None
    return found.read_bytes() if found is not None and found.is_file() else b""


def fold_words(words: Iterable[str], language: Language = DEFAULT_LANGUAGE) -> Phrase:
    """Words as they are compared: small, without accents and possessives, their parts at a hyphen apart."""
    possessives = language.names.possessives
    parts = (part for word in words for part in plain_word(word).replace("’", "'").split("-"))
    bare = (part.removesuffix("'s").rstrip("'") for part in parts if part not in possessives)
    return tuple(part for part in bare if any(map(str.isalnum, part)))


def is_medical(text: CasedText, mention: NameRange, lists: WordLists) -> bool:
    """Whether the lists say of a name or a code that it is a diagnosis, a test or a drug, and nothing speaks for a name.

    Of an organization a phrase alone says so: many have an abbreviation that clinicians use too.
    """
    if mention.kind not in JUDGED or is_announced(text, mention.begin):
        return False
    if mention.masked >= CERTAIN or _is_state(text, mention):
        return mention.kind == _PERSON and _goes_on_in_phrase(text, mention)
    alone = mention.end == mention.begin + 1
    if alone and mention.kind != _ORGANIZATION and _is_medical_word(text, mention, lists):
        return True
    if alone and mention.masked < _DOUBTFUL and _is_medical_first(text, mention, lists):
        return True
    if alone and _is_eponym(text, mention, lists):
        return True
    return _may_be_in_phrase(text, mention, lists) and _is_in_phrase(text, mention)


@cache
def announcing(language: Language) -> frozenset[str]:
    """What stands before people: "Mr", "nurse", "uncle"."""
    words = language.names
    return words.titles | words.staff | words.relations | words.roles


def is_announced(text: CasedText, place: int) -> bool:
    """Whether a title or a calling stands before it: "Mr Bell's palsy"."""
    before = text.words[place - 1] if place and text.gaps[place] <= BLANK else ""
    return before.lower().rstrip(".") in announcing(text.language)


def _is_medical_word(text: CasedText, mention: NameRange, lists: WordLists) -> bool:
    word = text.words[mention.begin]
    if not word.isalpha() or len(word) == 1 or text.silent or text.recased[text.sentence_of(mention.begin)]:
        return False
    listed = lists.of(word)
    borne = _is_borne(listed, mention.kind)
    if word.isupper():
        doubt = mention.masked < (_LIKELY if borne else CERTAIN)
        return doubt and _is_acronym(text, word, listed) and _is_among_medical(text, mention.begin, lists)
    if not word.istitle():
        return False
    if len(word) < _SHORTEST_WORD:
        unborne = listed[_GIVEN] == listed[_FAMILY] == "0" and mention.masked < _LIKELY
        return unborne and _is_acronym(text, word, listed) and _is_among_medical(text, mention.begin, lists)
    if borne:
        return False
    sure = listed[EPONYM] != "0" or _is_among_medical(text, mention.begin, lists)
    return (
        sure
        and plain_word(word) in medical_terms(text.language).words
        and listed[_GIVEN] == listed[_PLACE] == "0"
    )


def _is_medical_first(text: CasedText, mention: NameRange, lists: WordLists) -> bool:
    """Whether a doubtful body is an acronym before a number ("AMI 51"), or a doubtful place one that
    a disease has its name from ("?Lyme")."""
    word = text.words[mention.begin]
    listed = lists.of(word)
    if mention.kind == _LOCATION:
        return word.istitle() and listed[EPONYM] >= KNOWN and listed[_MEDICAL] >= KNOWN
    if mention.kind != _ORGANIZATION or not word.isupper() or len(word) == 1 or text.silent:
        return False
    if text.recased[text.sentence_of(mention.begin)] or not _is_acronym(text, word, listed):
        return False
    return next_word(text, mention.end)[:1].isdecimal()


def _is_acronym(text: CasedText, word: str, listed: str) -> bool:
    """Whether clinicians write so for short, and no country is meant."""
    if len(word) > _LONGEST_ACRONYM or (word.isupper() and (word.casefold(),) in large_regions() - states()):
        return False
    return listed[_ABBREVIATION] >= KNOWN or word in medical_terms(text.language).acronyms


def _is_among_medical(text: CasedText, place: int, lists: WordLists) -> bool:
    """Whether a number or a word of notes in small letters stands right beside it, as beside no initials of who signs."""
    beside = []
    if place and text.gaps[place] == BLANK:
        beside.append(text.words[place - 1])
    if place + 1 < len(text) and text.gaps[place + 1] == BLANK:
        beside.append(text.words[place + 1])
    return any(
        word[0].isdecimal() or (word.islower() and lists.of(word)[_MEDICAL] >= KNOWN) for word in beside
    )


def _is_borne(listed: str, kind: int) -> bool:
    if kind == _LOCATION:
        return listed[_PLACE] >= _BORNE
    return max(listed[_GIVEN], listed[_FAMILY]) >= _BORNE


def _is_eponym(text: CasedText, mention: NameRange, lists: WordLists) -> bool:
    """Whether a name that medical terms have stands before what is called by such names: "Baker's cyst"."""
    if lists.of(text.words[mention.begin])[EPONYM] == "0":
        return False
    after = next_word(text, mention.end)
    return after.islower() and after in medical_terms(text.language).heads


def _may_be_in_phrase(text: CasedText, mention: NameRange, lists: WordLists) -> bool:
    """Whether a word beside it, after a possessive, goes on in small letters, one stands before it, or it is a phrase by itself;
    most findings need no more."""
    after = next_word(text, mention.end)
    before = text.words[mention.begin - 1] if mention.begin and text.gaps[mention.begin] == BLANK else ""
    return (
        mention.end - mention.begin > 1
        or (before.isalpha() and before.lower() not in text.language.stop_words)
        or after[:1].islower()
        or any(lists.of(word)[EPONYM] != "0" for word in text.words[mention.begin : mention.end])
    )


@cache
def after_eponyms(language: Language) -> frozenset[str]:
    """What is called by somebody's name that is nobody's there."""
    return language.names.after_eponyms | language.names.after_possessive_eponyms


def _goes_on_in_phrase(text: CasedText, mention: NameRange) -> bool:
    """Whether what leaves no doubt about a person is the begin of a disease's name all the same: "Parkinson's disease"."""
    after = next_word(text, mention.end)
    if mention.elsewhere or after.lower() not in after_eponyms(text.language):
        return False
    return not is_announced(text, mention.begin) and _is_in_phrase(text, mention)


def _is_in_phrase(text: CasedText, mention: NameRange) -> bool:
    """Whether a medical name of several words covers it: "Bell's palsy", "Ross River virus"."""
    terms = medical_terms(text.language)
    begin = mention.begin
    sentence = text.sentence_of(begin)
    first, last = text.bounds[sentence], text.bounds[sentence + 1]
    for start in range(max(first, begin - LONGEST_PHRASE), begin + 1):
        for end in range(mention.end, min(last, start + LONGEST_PHRASE + 1) + 1):
            phrase = fold_words(text.words[start:end], text.language)
            if len(phrase) > 1 and not terms.phrases.isdisjoint(_both_numbers(" ".join(phrase))):
                return True
    return False


def _both_numbers(phrase: str) -> tuple[str, str]:
    return phrase, phrase.removesuffix("s")


def next_word(text: CasedText, place: int) -> str:
    """The word at a place, after a possessive, if no cell or line ends before it."""
    while (
        place < len(text)
        and text.gaps[place] <= BLANK
        and text.words[place] in text.language.names.possessives
    ):
        place += 1
    return text.words[place] if place < len(text) and text.gaps[place] <= BLANK else ""


def _is_state(text: CasedText, mention: NameRange) -> bool:
    """Whether it is the code of a state after a town: "Burlington, VT"."""
    if mention.end > mention.begin + 1 or (text.words[mention.begin].casefold(),) not in states():
        return False
    before = text.words[max(0, mention.begin - 2) : mention.begin]
    return before[-1:] == [","] and before[0][:1].isupper()
