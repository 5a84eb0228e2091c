"""The normal form of words: lower case and the singular, the same for a text and for an index.

A word's normal form depends on the word alone, whatever its part of speech, so that everything that counts words
counts the same ones. The exceptions to the rules come from WordNet 3.0 (`data/LICENSE-WordNet`).
"""

from __future__ import annotations

import gzip
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from reticent.text.sentences import sentences
from reticent.text.tokens import IGNORABLE, token_texts

_ACRONYM = re.compile(r"[A-Z][0-9&/-]*+[A-Z][A-Z0-9&/-]*+\Z")
_PLURAL_ACRONYM = re.compile(r"[A-Z][A-Z0-9]*[A-Z]['’]?s\Z")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?\Z")
_DROPPED = str.maketrans("", "", IGNORABLE)
_SHOUT = re.compile(r"[A-Z]{3}[^a-z]{9}")
_CACHE_LIMIT = 1_000_000

_RULES = (
    (re.compile(r"(?:ss|us|is|'s|as|i?ous)\Z"), 0, ""),
    (re.compile(r"[^aeiou]ies\Z"), 3, "y"),
    (re.compile(r"(?:ss|sh|ch|x|zz|us)es\Z"), 2, ""),
    (re.compile(r"[^aeiou]oes\Z"), 2, ""),
    (re.compile(r".s\Z"), 1, ""),
    (re.compile(r"[a-z]{2}men\Z"), 2, "an"),
)


class _Lexicon(NamedTuple):
    kept: frozenset[str]
    irregular: dict[str, str]
    acronyms: frozenset[str]


@cache
def _lexicon() -> _Lexicon:
    data = files("reticent.text").joinpath("data/lemmas.txt.gz").read_bytes()
    kept, pairs, acronyms = (line.split(" ") for line in gzip.decompress(data).decode().split("\n"))
    return _Lexicon(frozenset(kept), dict(zip(pairs[::2], pairs[1::2], strict=True)), frozenset(acronyms))


def by_rule(word: str) -> str:
    """The singular of a lower-case word as the rules have it, without the exceptions."""
    if len(word) < 4:
        return word
    for ending, cut, added in _RULES:
        if ending.search(word):
            return word[: len(word) - cut] + added
    return word


def lemma(word: str) -> str:
    """The singular of a lower-case word, or the word itself.

    >>> [lemma(word) for word in ("viruses", "diagnoses", "children", "diabetes", "series", "status")]
    ['virus', 'diagnosis', 'child', 'diabetes', 'series', 'status']
    """
    lexicon = _lexicon()
    if word in lexicon.kept:
        return word
    if (known := lexicon.irregular.get(word)) is not None:
        return known
    head, hyphen, tail = word.rpartition("-")
    return head + hyphen + lemma(tail) if hyphen and tail else by_rule(word)


def normal_word(word: str, *, shouted: bool = False) -> str:
    """The normal form of one word; acronyms keep their capitals, and "AIDS" is not "aids".

    Where a whole sentence is in capitals (`shouted`) only the acronyms that WordNet knows keep theirs.

    >>> [normal_word(word) for word in ("Viruses", "HIV", "STDs", "U.S.", "AIDS", "aids")]
    ['virus', 'HIV', 'STD', 'US', 'AIDS', 'aid']
    """
    return (_shouted if shouted else _spoken)[word]


def normal_form(words: Iterable[str], *, shouted: bool = False) -> str:
    """The normal form of a phrase, one space between its words.

    >>> normal_form(["Blood", "Transfusions"])
    'blood transfusion'
    """
    return " ".join(map((_shouted if shouted else _spoken).__getitem__, words))


def normal_words(text: str) -> list[str]:
    """The normal form of every token of a text, in order: what an index counts.

    >>> normal_words("HIV tests. THE PATIENTS HAVE AIDS AND HEADACHES.")
    ['HIV', 'test', '.', 'the', 'patient', 'have', 'AIDS', 'and', 'headache', '.']
    """
    if not _SHOUT.search(text):
        return list(map(_spoken.__getitem__, token_texts(text)))
    forms: list[str] = []
    for span in sentences(text):
        sentence = span.of(text)
        forms += map((_shouted if is_shouted(sentence) else _spoken).__getitem__, token_texts(sentence))
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

    def __init__(self, *, shouted: bool) -> None:
        super().__init__()
        self.shouted = shouted

    def __missing__(self, word: str) -> str:
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        form = self[word] = _worked_out(word, shouted=self.shouted)
        return form


def _worked_out(word: str, *, shouted: bool) -> str:
    plain = word if word.isascii() else unicodedata.normalize("NFKC", word).translate(_DROPPED)
    plain = plain.replace("’", "'")
    if _DOTTED.match(plain):
        plain = plain.replace(".", "")
    elif len(plain) > 2 and plain[-1] == "." and plain[-2].isalnum():
        plain = plain[:-1]
    if _ACRONYM.match(plain) and (not shouted or plain in _lexicon().acronyms):
        return plain
    if _PLURAL_ACRONYM.match(plain):
        return plain[:-1].rstrip("'")
    return lemma(plain.lower())


_spoken = _Forms(shouted=False)
_shouted = _Forms(shouted=True)
