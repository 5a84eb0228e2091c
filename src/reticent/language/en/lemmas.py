"""The singular of English words: a few rules, and their exceptions from WordNet 3.0 (`data/LICENSE-WordNet`)."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_PLURAL = ("s", "men")
"""What the rules look for at the end."""


_NO_PLURAL = ("ss", "us", "is", "'s", "as")
_TAKES_ES = ("sses", "shes", "ches", "xes", "zzes", "uses")


class _Lexicon(NamedTuple):
    kept: frozenset[str]
    irregular: dict[str, str]
    acronyms: frozenset[str]


@cache
def _lexicon() -> _Lexicon:
    data = files("reticent.language.en").joinpath("data/lemmas.txt.gz").read_bytes()
    kept, pairs, acronyms = (line.split(" ") for line in gzip.decompress(data).decode().split("\n"))
    return _Lexicon(frozenset(kept), dict(zip(pairs[::2], pairs[1::2], strict=True)), frozenset(acronyms))


def by_rule(word: str) -> str:
    """The singular of a lower-case word as the rules have it, without the exceptions."""
    if len(word) < 4 or not word.endswith(_PLURAL):
        return word
    if word.endswith("men"):
        return (
            f"{word[:-2]}an"
            if all("a" <= letter <= "z" for letter in word[-5:-3]) and len(word) > 4
            else word
        )
    if word.endswith(_NO_PLURAL):
        return word
    after_consonant = word[-4] not in "aeiou"
    if word.endswith("ies") and after_consonant:
        return f"{word[:-3]}y"
    if word.endswith(_TAKES_ES) or (word.endswith("oes") and after_consonant):
        return word[:-2]
    return word[:-1]


def lemma(word: str) -> str:
    """The singular of a lower-case word, or the word itself.

    >>> [lemma(word) for word in ("viruses", "diagnoses", "children", "diabetes", "series", "status")]
    ['virus', 'diagnosis', 'child', 'diabetes', 'series', 'status']
    """
    lexicon = _lexicon()
    if word in lexicon.kept or (
        not word.endswith(_PLURAL) and word not in lexicon.irregular and "-" not in word
    ):
        return word
    if (known := lexicon.irregular.get(word)) is not None:
        return known
    head, hyphen, tail = word.rpartition("-")
    return head + hyphen + lemma(tail) if hyphen and tail else by_rule(word)


def acronyms() -> frozenset[str]:
    """The nouns that WordNet writes in capitals alone."""
    return _lexicon().acronyms
