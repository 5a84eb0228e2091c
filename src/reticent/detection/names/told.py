"""What the document itself tells to be no name: "Troyer syndrome", "the KRAS gene", "urinary tract infection (UTI)", "M. avium".

A word that is told so at one place is nobody's name at all its places that leave a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from reticent.detection.names.cased_text import BLANK, CasedText
from reticent.detection.names.medical import CERTAIN, JUDGED, is_announced, is_medical, next_word
from reticent.detection.names.model import KINDS
from reticent.detection.names.no_names import stands_before_dose
from reticent.detection.names.spans import NameRange, Reading
from reticent.detection.names.word_lists import LISTED

_PERSON, _ORGANIZATION = KINDS.index("PERSON"), KINDS.index("ORGANIZATION")
_GIVEN, _FAMILY = LISTED.index("given"), LISTED.index("family")
_BORNE = "2"
"""From this grade on many people are called by a given name."""

_LONGEST_GENE, _FARTHEST_HEAD = 10, 24
"""The most letters and digits of a gene's symbol, and the words up to "genes" beside a list of them; chosen by hand."""

_MODIFIERS = 3
"""Words after an eponym of which the last may be "syndrome"; chosen by hand on questions about diseases."""

_LONGEST_ACRONYM, _FARTHEST_WORD = 7, 14
"""The most letters of an acronym in brackets, and the words before it in which what it stands for begins; chosen by hand."""

_IN_LISTS = frozenset({",", "and", "or", "/", "the", "either", ":"})
_BEFORE_GENES = frozenset({"in", "of"})
"""What joins a gene to the word before it: "mutations in ABCA4"."""

_LIST_OF_EPONYMS = frozenset({",", "and", "-", "–"})
_INITIAL, _SPECIES = re.compile(r"[A-Z]"), re.compile(r"[A-Za-z][a-z]{3,}")
Phrase = tuple[str, ...]


def without_medical(reading: Reading, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions that are no diagnosis, test, drug, gene, species or acronym of common words."""
    text = reading.text
    kept = [each for each in mentions if not is_medical(text, each, reading.lists)]
    asked = {phrase for each in kept if each.kind in JUDGED and (phrase := _words_of(text, each))}
    if not asked:
        return kept
    told = {phrase for phrase, begin, end in _find(text, asked) if _is_told(reading, begin, end)}
    told.update(_words_of(text, each) for each in kept if _is_short_for_what_stays(reading, each))
    return [each for each in kept if not (_words_of(text, each) in told and _may_be_none(reading, each))]


def _words_of(text: CasedText, mention: NameRange) -> Phrase:
    return tuple(text.words[mention.begin : mention.end])


def _find(text: CasedText, phrases: Collection[Phrase]) -> Iterator[tuple[Phrase, int, int]]:
    """All places of these phrases."""
    lengths = {phrase[0]: {len(each) for each in phrases if each[0] == phrase[0]} for phrase in phrases}
    for begin, word in enumerate(text.words):
        for length in lengths.get(word, ()):
            phrase = tuple(text.words[begin : begin + length])
            if phrase in phrases:
                yield phrase, begin, begin + length


def _may_be_none(reading: Reading, mention: NameRange) -> bool:
    """Whether the place of what is told to be no name doesn't speak for a name for all that."""
    text = reading.text
    if mention.kind not in JUDGED or is_announced(text, mention.begin):
        return False
    before = text.words[max(0, mention.begin - 2) : mention.begin]
    if len(before) == 2 and _INITIAL.fullmatch(before[0]) and before[1] == ".":
        return _is_species(
            reading, mention.begin, mention.end
        )  # "A. Malt" bears the name of what is weighed elsewhere
    return mention.masked < CERTAIN or _is_eponym(reading, mention.begin, mention.end)


def _is_told(reading: Reading, begin: int, end: int) -> bool:
    """Whether what stands around some words tells that they are a syndrome's, a gene's, a species' or a drug's name, or stand for
    common words."""
    text = reading.text
    if _is_eponym(reading, begin, end) or _is_species(reading, begin, end):
        return True
    return end == begin + 1 and (
        _is_gene(text, begin) or _is_short_for_words(text, begin) or stands_before_dose(reading, begin, end)
    )


def _is_eponym(reading: Reading, begin: int, end: int) -> bool:
    """Whether a disease is called so: "16p11.2 deletion syndrome", "Pyle disease", "syndrome of Lin and Gettig"."""
    text = reading.text
    last = text.bounds[text.sentence_of(begin) + 1]
    for after in range(end, min(last, end + _MODIFIERS)):
        if text.gaps[after] != BLANK or text.words[after] in text.language.stop_words:
            break
        if text.words[after].lower() in text.language.names.after_eponyms:
            return True
    if end < last and text.words[end].lower() in text.language.names.after_possessive_eponyms:
        return text.gaps[end] == BLANK
    if next_word(text, end).lower() in text.language.names.after_possessive_eponyms:
        return not _is_called_by_given_name(reading, begin)
    return _follows_syndrome_of(text, begin)


def _is_called_by_given_name(reading: Reading, begin: int) -> bool:
    """Whether it begins as people's names do: "Maria's disease" is hers."""
    return reading.lists.of(reading.text.words[begin])[_GIVEN] >= _BORNE


def _follows_syndrome_of(text: CasedText, begin: int) -> bool:
    """Whether "syndrome of" stands before a word, or before the others that "and" joins to it."""
    first = text.bounds[text.sentence_of(begin)]
    place = begin - 1
    while place > first and (text.words[place] in _LIST_OF_EPONYMS or text.words[place].istitle()):
        place -= 1
    return (
        place > first
        and text.words[place] == "of"
        and text.words[place - 1].lower() in text.language.names.after_eponyms
    )


def _is_species(reading: Reading, begin: int, end: int) -> bool:
    """Whether a capital with a dot and a word that is no name, mostly in small letters, are a species: "M. malmoense"."""
    text = reading.text
    words = text.words[begin:end]
    if len(words) == 1:
        words, begin = text.words[begin - 2 : end], begin - 2
    if begin < 0 or len(words) != 3 or words[1] != "." or not _INITIAL.fullmatch(words[0]):
        return False
    if not _SPECIES.fullmatch(words[2]) or reading.lists.of(words[2])[: _FAMILY + 1] != "00":
        return False
    low = words[2].lower()
    return any(
        low == word and before[:1] == words[0] and before[1:].islower()
        for before, word in zip(text.words, text.words[1:], strict=False)
    ) or (words[2].islower() and reading.classes.is_mostly_high(words[2]) and not text.silent)


def _is_gene(text: CasedText, at: int) -> bool:
    """Whether "gene" stands before a word in capitals, or after it, or around what it is listed with: "TREX1, SAMHD1 and ADAR genes"."""
    word, sentence = text.words[at], text.sentence_of(at)
    if not word.isupper() or len(word) > _LONGEST_GENE or text.silent or text.recased[sentence]:
        return False
    first, last = text.bounds[sentence], text.bounds[sentence + 1]
    before = _skip_list(text, range(at - 1, max(first, at - _FARTHEST_HEAD) - 1, -1))
    after = _skip_list(text, range(at + 1, min(last, at + _FARTHEST_HEAD)))
    return before in text.language.names.after_genes or after in text.language.names.after_genes


def _skip_list(text: CasedText, places: range) -> str:
    """The next word that is no part of a list of words in capitals, with what stands in brackets after them, nor "in" before it."""
    depth = 0
    for place in places:
        word = text.words[place]
        if word in ("(", ")"):
            depth = 0 if depth else 1
            continue
        if word.lower() in text.language.names.after_genes:
            return word.lower()
        listed = word in _IN_LISTS or word.isupper() or (places.step < 0 and word in _BEFORE_GENES)
        if not depth and not listed:
            return word
    return ""


def _is_short_for_what_stays(reading: Reading, mention: NameRange) -> bool:
    """Whether it is the acronym in brackets of capitalized words before them that are hardly a name: "Human Phenotype Ontology (HPO)"."""
    text = reading.text
    at, word = mention.begin, text.words[mention.begin]
    if (
        mention.end > at + 1
        or mention.kind != _ORGANIZATION
        or not word.isupper()
        or len(word) < _SHORTEST_ACRONYM
    ):
        return False
    begin = at - 1 - len(word)
    if begin < 0 or text.words[at - 1] != "(" or text.words[at + 1 : at + 2] != [")"]:
        return False
    full = text.words[begin : at - 1]
    if [each[0] for each in full] != list(word) or not all(each.istitle() for each in full):
        return False
    if full[-1].lower() in text.language.names.of_bodies:
        return False
    return float(reading.guess.masked[begin : at - 1].sum(axis=1).max()) < _HARDLY


_HARDLY = 0.15
"""The likelihood below which words are hardly a name; chosen by hand, as a third of what the balanced setting asks of a body."""

_SHORTEST_ACRONYM = 3
"""Letters of the acronym of a name that tells it by itself; chosen by hand: two letters fit too much."""


def _is_short_for_words(text: CasedText, at: int) -> bool:
    """Whether letters in brackets are in their order those of words in small letters before them."""
    letters = text.words[at].rstrip("0123456789").removesuffix("s")
    if not letters.isupper() or not letters.isalpha() or not 1 < len(letters) <= _LONGEST_ACRONYM:
        return False
    if at < 2 or text.words[at - 1] != "(" or text.words[at + 1 : at + 2] not in ([")"], [","], [";"]):
        return False
    sentence = text.sentence_of(at)
    first = max(text.bounds[sentence], at - 1 - _FARTHEST_WORD)
    parts = [
        (part, place > text.bounds[sentence])
        for place in range(first, at - 1)
        for part in text.words[place].split("-")
        if part and part[0].isalpha()
    ]
    left = list(letters)
    for part, inside in reversed(parts):
        if part[0].upper() == left[-1]:
            left.pop()
            if not left:
                return True
        if inside and len(part) > 1 and part[0].isupper():
            return False
    return False
