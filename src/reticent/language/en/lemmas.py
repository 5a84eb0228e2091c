"""The singular of English words: a few rules, and their exceptions from WordNet 3.0 (`data/LICENSE-WordNet`)."""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

_RULES = (
    (re.compile(r"(?:ss|us|is|'s|as|i?ous)\Z"), 0, ""),
    (re.compile(r"[^aeiou]ies\Z"), 3, "y"),
    (re.compile(r"(?:ss|sh|ch|x|zz|us)es\Z"), 2, ""),
    (re.compile(r"[^aeiou]oes\Z"), 2, ""),
    (re.compile(r".s\Z"), 1, ""),
    (re.compile(r"[a-z]{2}men\Z"), 2, "an"),
)

_PLURAL = ("s", "men")
"""What the rules look for at the end."""


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
