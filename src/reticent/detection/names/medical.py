"""Diagnoses, tests and drugs are evidence that a finding is no person, place or code: "aneurysmal SAH", "Bell's palsy", "runs of VT".

The lists say so, never by themselves: a title or a name beside the word, or a place that leaves no doubt, counts for more.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Collection, Iterable, Sequence
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
_JUDGED = frozenset({_PERSON, _LOCATION, _ORGANIZATION, _CODE})
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

_LONGEST_GENE, _FARTHEST_HEAD = 10, 24
"""The most letters and digits of a gene's symbol, and the words up to "genes" after a list of them; chosen by hand."""

_MODIFIERS = 3
"""Words after an eponym of which the last may be "syndrome"; chosen by hand on questions about diseases."""

_MORE_WORDS = 2
"""Words more than it has letters that an acronym may stand for: "of" and "the" give none. Chosen by hand."""

_IN_LISTS = frozenset({",", "and", "or", "/", "(", ")", "the"})

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
    if mention.kind not in _JUDGED or mention.masked >= CERTAIN:
        return False
    if _is_announced(text, mention.begin) or _is_state(text, mention):
        return False
    alone = mention.end == mention.begin + 1
    if alone and mention.kind != _ORGANIZATION and _is_medical_word(text, mention, lists):
        return True
    if alone and mention.masked < _DOUBTFUL and _is_medical_first(text, mention, lists):
        return True
    if alone and _is_eponym(text, mention, lists):
        return True
    return _may_be_in_phrase(text, mention, lists) and _is_in_phrase(text, mention)


def without_medical(text: CasedText, mentions: Sequence[NameRange], lists: WordLists) -> list[NameRange]:
    """The mentions that are no diagnosis, test, drug or gene.

    A word that the document itself tells to be one ("Troyer syndrome", "the KRAS gene", "alcohol use disorder (AUD)") is one at
    all its places that leave a doubt.
    """
    kept = [each for each in mentions if not is_medical(text, each, lists)]
    asked = {text.words[each.begin] for each in kept if _may_be_told(each)}
    if not asked:
        return kept
    places = (place for place, word in enumerate(text.words) if word in asked)
    told = {text.words[place] for place in places if _is_told(text, place, lists)}
    return [each for each in kept if not (_may_be_told(each) and _is_told_of(text, each, told))]


def _may_be_told(mention: NameRange) -> bool:
    return mention.end == mention.begin + 1 and mention.kind in _JUDGED


def _is_told_of(text: CasedText, mention: NameRange, told: Collection[str]) -> bool:
    """Whether a word is one of those, and its place doesn't speak for a name for all that."""
    if text.words[mention.begin] not in told or _is_announced(text, mention.begin):
        return False
    return mention.masked < CERTAIN or _is_eponym_of_syndrome(text, mention.begin)


def _is_told(text: CasedText, place: int, lists: WordLists) -> bool:
    """Whether what stands around a word tells that it is a syndrome's, a gene's or a disease's name for short."""
    return (
        _is_eponym_of_syndrome(text, place)
        or _is_gene(text, place)
        or _is_short_for_disease(text, place, lists)
    )


def _is_eponym_of_syndrome(text: CasedText, place: int) -> bool:
    """Whether "syndrome" stands after a word, or after one or two others that belong to it: "16p11.2 deletion syndrome"."""
    end = min(text.bounds[text.sentence_of(place) + 1], place + 1 + _MODIFIERS)
    for after in range(place + 1, end):
        if text.gaps[after] != BLANK or text.words[after] in text.language.stop_words:
            return False
        if text.words[after].lower() in text.language.names.after_eponyms:
            return True
    return False


def _is_gene(text: CasedText, at: int) -> bool:
    """Whether "gene" stands before a word in capitals, or after it and what it is listed with: "TREX1, SAMHD1 and ADAR genes"."""
    word, sentence = text.words[at], text.sentence_of(at)
    if not word.isupper() or len(word) > _LONGEST_GENE or text.silent or text.recased[sentence]:
        return False
    if at > text.bounds[sentence] and text.words[at - 1] in text.language.names.after_genes:
        return True
    place, end = at + 1, min(text.bounds[sentence + 1], at + _FARTHEST_HEAD)
    while place < end and (text.words[place] in _IN_LISTS or text.words[place].isupper()):
        place += 1
    return place < end and text.words[place] in text.language.names.after_genes


def _is_short_for_disease(text: CasedText, at: int, lists: WordLists) -> bool:
    """Whether letters in brackets are those of words in small letters before them, a medical one among these."""
    letters = text.words[at].rstrip("0123456789")
    if not letters.isupper() or not 1 < len(letters) <= _LONGEST_ACRONYM:
        return False
    if at < 2 or text.words[at - 1] != "(" or text.words[at + 1 : at + 2] != [")"]:
        return False
    first = max(text.bounds[text.sentence_of(at)], at - 1 - len(letters) - _MORE_WORDS)
    before = text.words[first : at - 1]
    if any(each.istitle() for each in before[1:]):
        return False
    initials = {part[0].upper() for each in before for part in each.split("-") if part}
    return initials.issuperset(letters) and any(lists.of(each)[_MEDICAL] >= KNOWN for each in before)


@cache
def announcing(language: Language) -> frozenset[str]:
    """What stands before people: "Mr", "nurse", "uncle"."""
    words = language.names
    return words.titles | words.staff | words.relations | words.roles


def _is_announced(text: CasedText, place: int) -> bool:
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
    return _next_word(text, mention.end)[:1].isdecimal()


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
    after = _next_word(text, mention.end)
    return after.islower() and after in medical_terms(text.language).heads


def _may_be_in_phrase(text: CasedText, mention: NameRange, lists: WordLists) -> bool:
    """Whether a word beside it, after a possessive, goes on in small letters, or it is a phrase by itself; most findings need no more."""
    after = _next_word(text, mention.end)
    return (
        mention.end - mention.begin > 1
        or after[:1].islower()
        or any(lists.of(word)[EPONYM] != "0" for word in text.words[mention.begin : mention.end])
    )


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


def _next_word(text: CasedText, place: int) -> str:
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
