"""A name found once is found everywhere in its document, in full, in part, in capitals, with a possessive.

It is judged in the whole document first: a word that means many things counts only where its own place speaks for it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.medical import CERTAIN, is_medical
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange
from reticent.detection.names.word_lists import A_WORD, LISTED, RARE, WordClasses, WordLists, plain_word
from reticent.language import DEFAULT_LANGUAGE, Language

SPREAD = frozenset({"PERSON", "LOCATION", "ORGANIZATION", "CODE"})
"""Kinds whose mentions are names: the same words elsewhere are the same thing."""

_SHORTEST_PART, _SHORTEST_IN_SMALL = 3, 4
"""Letters of a part of a name that is looked for elsewhere, and of one in small letters; chosen by hand: shorter ones are initials and words."""

_SURE = 0.5
"""How likely readers mask what is looked for elsewhere; chosen by hand: what is rather no name should not spread."""

_SHARE = 0.3
"""Of the places of a single word, how many must be found for the others to count; chosen by hand: with fewer it is mostly no name."""

Phrase = tuple[str, ...]


_STANDS = 0.1
"""How likely readers mask a further place of a word that means many things; about a third of what the balanced setting asks for, chosen by
hand: the same word found elsewhere makes up for the rest."""

_OFTEN = 3
"""Places of a word from which on most of them tell what it means; chosen by hand."""

_SHORT = 3
"""Letters of a word that means many things whatever it is: "SW", "Ab", "Ca"."""

_ABBREVIATION = LISTED.index("abbreviation")


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """A text, what lists say of its words, and for each word how likely readers mask it as a name or a code."""

    text: CasedText
    classes: WordClasses
    lists: WordLists
    likely: Sequence[float] = field(repr=False)

    def is_ambiguous(self, word: str) -> bool:
        """Whether a word means many things: a short one, a clinical abbreviation, one that everybody writes."""
        if not word.isalpha():
            return False
        return (
            len(word) <= _SHORT or self.classes.is_common(word) or self.lists.of(word)[_ABBREVIATION] != "0"
        )

    def may_open_sentence(self, at: int) -> bool:
        """Whether a word has its capital from the sentence that it opens: "Mark your calendars"."""
        word = self.text.words[at]
        opens = at in self.text.bounds and word.istitle()
        return opens and self.classes.in_small_letters(word.lower()) > A_WORD


def spread_names(document: WholeDocument, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions and all further places of the same names, in order and apart.

    A word that means many things is taken only where its place, too, speaks for a name; a diagnosis only where somebody
    is certainly called so.
    """
    text, classes = document.text, document.classes
    mentions = _without_stray(document, mentions)
    if not any(KINDS[each.kind] in SPREAD and each.masked >= _SURE for each in mentions):
        return list(mentions)
    folded = [fold_word(word) for word in text.words]
    phrases = _phrases(text, folded, mentions, classes)
    if not phrases:
        return list(mentions)
    taken = bytearray(len(text))
    for mention in mentions:
        taken[mention.begin : mention.end] = b"\1" * (mention.end - mention.begin)
    further = list(_find_elsewhere(document, folded, phrases, taken))
    return sorted([*mentions, *further], key=lambda mention: mention.begin)


def _without_stray(document: WholeDocument, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions without words that mean many things, are mostly no name in this document, and nowhere likely one."""
    single = [each for each in mentions if _is_lone_name(each) and each.masked < _SURE]
    weak = {document.text.words[each.begin] for each in single}
    weak = {word for word in weak if document.is_ambiguous(word)}
    if not weak:
        return list(mentions)
    found: Counter[str] = Counter()
    for mention in mentions:
        words = document.text.words[mention.begin : mention.end]
        if mention not in single:
            weak.difference_update(words)  # it is a part of what is likely a name
        found.update(words)
    there = Counter(word for word in document.text.words if word in weak)
    stray = {word for word in weak if there[word] >= _OFTEN and found[word] < _SHARE * there[word]}
    return [each for each in mentions if each not in single or document.text.words[each.begin] not in stray]


def _is_lone_name(mention: NameRange) -> bool:
    return mention.end == mention.begin + 1 and KINDS[mention.kind] in SPREAD


def fold_word(word: str) -> str:
    """A word as it is compared: "Müller" and "Muller" are one name."""
    return word.casefold() if word.isascii() else plain_word(word)


def strip_name(words: Sequence[str], language: Language = DEFAULT_LANGUAGE) -> Phrase:
    """The words of a name as they are compared: in small letters, without accents, titles and a possessive."""
    return _strip([fold_word(word) for word in words], language)


def _strip(folded: list[str], language: Language) -> Phrase:
    names = language.names
    while folded and folded[-1] in names.possessives:
        folded.pop()
    while len(folded) > 1 and folded[0] in names.titles:
        folded.pop(0)
    return tuple(folded)


def _phrases(
    text: CasedText, folded: list[str], mentions: Sequence[NameRange], classes: WordClasses
) -> dict[str, dict[Phrase, NameRange]]:
    """What to look for, by its first word."""
    phrases: dict[str, dict[Phrase, NameRange]] = defaultdict(dict)
    stripped = [_strip(folded[each.begin : each.end], text.language) for each in mentions]
    times, words = Counter(stripped), Counter(folded)
    for mention, phrase in zip(mentions, stripped, strict=True):
        if KINDS[mention.kind] not in SPREAD or mention.masked < _SURE:
            continue
        parts = [phrase]
        if KINDS[mention.kind] == "PERSON" and len(phrase) > 1:
            parts += [(part,) for part in phrase if _points_at_somebody(part, classes, text.language)]
        elif len(phrase) == 1 and times[phrase] < _SHARE * words[phrase[0]]:
            continue  # a word that is mostly no name in this document
        if KINDS[mention.kind] == "ORGANIZATION" and len(phrase) > 2:
            parts.append((_initials(text.words[mention.begin : mention.end]),))
        for part in parts:
            if part[0] and any(map(str.isalnum, part[0])) and len("".join(part)) >= _SHORTEST_PART:
                phrases[part[0]].setdefault(part, mention)
    return phrases


def _initials(words: Sequence[str]) -> str:
    """The acronym of a name, as it is compared."""
    return "".join(word[0] for word in words if word[0].isupper()).casefold()


def _points_at_somebody(word: str, classes: WordClasses, language: Language) -> bool:
    """Whether a part of somebody's name points at them by itself."""
    long_enough = len(word) >= _SHORTEST_PART and word.isalpha()
    return long_enough and word not in language.names.titles and not classes.is_common(word)


def _find_elsewhere(
    document: WholeDocument,
    folded: Sequence[str],
    phrases: dict[str, dict[Phrase, NameRange]],
    taken: bytearray,
) -> Iterator[NameRange]:
    """Places of the phrases where nothing is found yet, the longest phrase first."""
    written = document.text.words
    for begin, word in enumerate(folded):
        if word not in phrases or taken[begin] or not _written_as_name(written[begin], document.classes):
            continue
        for phrase in sorted(phrases[word], key=len, reverse=True):
            end = begin + len(phrase)
            if tuple(folded[begin:end]) == phrase and not any(taken[begin:end]):
                further = replace(phrases[word][phrase], begin=begin, end=end, elsewhere=True)
                if _may_be_meant(document, further):
                    taken[begin:end] = b"\1" * len(phrase)
                    yield further
                    break


def _may_be_meant(document: WholeDocument, further: NameRange) -> bool:
    """Whether a further place of a name may mean the same."""
    at = further.begin
    if further.end == at + 1 and (
        document.is_ambiguous(document.text.words[at])
        or (further.masked < CERTAIN and document.may_open_sentence(at))
    ):
        return document.likely[at] >= _STANDS
    return not is_medical(document.text, further, document.lists)


def find_doubtful(document: WholeDocument, mentions: Sequence[NameRange]) -> list[bool]:
    """For each mention, whether its words were certain nowhere, so that the same letters may mean something else elsewhere.

    Doubtful are names and codes that readers would rather leave, and, unless a place leaves no doubt, words that mean
    many things or are mostly no name in this document. A part of somebody's certain name is certain.
    """
    folded = [fold_word(word) for word in document.text.words]
    language = document.text.language
    phrases = [_strip(folded[each.begin : each.end], language) for each in mentions]
    best: dict[Phrase, float] = defaultdict(float)
    certain: set[str] = set()
    for mention, phrase in zip(mentions, phrases, strict=True):
        best[phrase] = max(best[phrase], mention.masked)
        if mention.masked >= CERTAIN:
            certain.update(phrase)
    times, words = Counter(phrases), Counter(folded)

    def is_doubtful(mention: NameRange, phrase: Phrase) -> bool:
        if KINDS[mention.kind] not in SPREAD or best[phrase] >= CERTAIN or certain.issuperset(phrase):
            return False
        if best[phrase] < _SURE:
            return True
        return len(phrase) == 1 and (
            document.is_ambiguous(document.text.words[mention.begin])
            or times[phrase] < _SHARE * words[phrase[0]]
        )

    return [is_doubtful(mention, phrase) for mention, phrase in zip(mentions, phrases, strict=True)]


def _written_as_name(word: str, classes: WordClasses) -> bool:
    """Whether a word has a capital, or hardly stands in small letters elsewhere."""
    if not word[0].islower():
        return True
    return len(word) >= _SHORTEST_IN_SMALL and word.isalpha() and classes.of(word).frequency <= RARE
