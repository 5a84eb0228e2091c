"""The normal form of words: lower case and the singular, the same for a text and for an index.

A word's normal form depends on the word alone, whatever its part of speech, so that everything that counts words
counts the same ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from reticent.languages import ENGLISH, Language
from reticent.text.folding import HYPHENS
from reticent.text.matching import show_words
from reticent.text.sentences import sentences
from reticent.text.tokens import IGNORABLE, token_texts

_ACRONYM = re.compile(r"[A-Z][0-9&/-]*+[A-Z][A-Z0-9&/-]*+\Z")
_PLURAL_ACRONYM = re.compile(r"[A-Z][A-Z0-9]*[A-Z]['’]?s\Z")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?\Z")
_PLAIN = str.maketrans(HYPHENS, "-" * len(HYPHENS), IGNORABLE)
_SHOUT = re.compile(r"[A-Z]{3}[^a-z]{9}")
_CACHE_LIMIT = 100_000


def lemma(word: str, *, language: Language = ENGLISH) -> str:
    """The singular of a lower-case word, or the word itself.

    >>> [lemma(word) for word in ("viruses", "diagnoses", "children", "diabetes", "series", "status")]
    ['virus', 'diagnosis', 'child', 'diabetes', 'series', 'status']
    """
    return language.lemma(word)


def normal_word(word: str, *, shouted: bool = False, language: Language = ENGLISH) -> str:
    """The normal form of one word; acronyms keep their capitals, and "AIDS" is not "aids".

    Where a whole sentence is in capitals (`shouted`) only the acronyms that the language knows keep theirs.

    >>> [normal_word(word) for word in ("Viruses", "HIV", "STDs", "U.S.", "AIDS", "aids")]
    ['virus', 'HIV', 'STD', 'US', 'AIDS', 'aid']
    """
    return _forms(language, shouted)[word]


def normal_form(words: Iterable[str], *, shouted: bool = False, language: Language = ENGLISH) -> str:
    """The normal form of a phrase, one space between its words.

    >>> normal_form(["Blood", "Transfusions"])
    'blood transfusion'
    """
    return " ".join(map(_forms(language, shouted).__getitem__, words))


def normal_words(text: str, *, language: Language = ENGLISH) -> list[str]:
    """The normal form of every token of a text as a reader sees it, in order: what an index counts.

    >>> normal_words("HIV tests. THE PATIENTS HAVE AIDS AND HEADACHES.")
    ['HIV', 'test', '.', 'the', 'patient', 'have', 'AIDS', 'and', 'headache', '.']
    """
    text = show_words(text)
    if not _SHOUT.search(text):
        return list(map(_forms(language, False).__getitem__, token_texts(text, language=language)))
    forms: list[str] = []
    for span in sentences(text, language=language):
        sentence = span.of(text)
        known = _forms(language, is_shouted(sentence))
        forms += map(known.__getitem__, token_texts(sentence, language=language))
    return forms


def is_shouted(sentence: str) -> bool:
    """Whether a sentence is written in capitals: nine letters in ten, and at least twelve of them."""
    if not _SHOUT.search(sentence):
        return False
    capitals = sum(map(str.isupper, sentence))
    small = sum(map(str.islower, sentence))
    return capitals >= 12 and capitals >= 9 * small and " " in sentence


class _Forms(dict[str, str]):
    """Normal forms worked out so far; a distinct word is worked out once."""

    def __init__(self, language: Language, *, shouted: bool) -> None:
        super().__init__()
        self.language = language
        self.shouted = shouted

    def __missing__(self, word: str) -> str:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        form = self[word] = _work_out(word, self.language, shouted=self.shouted)
        return form


@cache
def _forms(language: Language, shouted: bool) -> _Forms:
    return _Forms(language, shouted=shouted)


def _work_out(word: str, language: Language, *, shouted: bool) -> str:
    plain = word if word.isascii() else unicodedata.normalize("NFKC", word).translate(_PLAIN)
    plain = plain.replace("’", "'")
    if _DOTTED.match(plain):
        plain = plain.replace(".", "")
    elif len(plain) > 2 and plain[-1] == "." and plain[-2].isalnum():
        plain = plain[:-1]
    if _ACRONYM.match(plain) and (not shouted or plain in language.acronyms()):
        return plain
    if _PLURAL_ACRONYM.match(plain):
        return plain[:-1].rstrip("'")
    return language.lemma(plain.lower())
