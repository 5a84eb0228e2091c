"""Parts of speech: the protocol of taggers and the tags that they agree on.

The tags are those of the Penn treebank without inflection: NN for every common noun, NNP for every name, VB for every
verb, because SemCor, which the parameters that ship with the package were learned from, does not tell them further apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

_WITHOUT_INFLECTION = {
    "NNS": "NN", "NP": "NNP", "NPS": "NNP", "NNPS": "NNP", "PP": "PRP", "PR": "PRP", "PDT": "DT", "LS": "CD",
    "JJR": "JJ", "JJS": "JJ", "RBR": "RB", "RBS": "RB", "RP": "RB",
    "VBD": "VB", "VBG": "VB", "VBN": "VB", "VBP": "VB", "VBZ": "VB",
}  # fmt: skip
_PUNCTUATION = {
    **dict.fromkeys(".!?…。！？", "."), **dict.fromkeys(",،、", ","), **dict.fromkeys(";:-‐‑–—", ":"),
    **dict.fromkeys("([{", "("), **dict.fromkeys(")]}", ")"), **dict.fromkeys("$€£¥", "$"),
    **dict.fromkeys("\"'`“”„‘’«»", '"'),
}  # fmt: skip
PUNCTUATION_TAGS = (".", ",", ":", "(", ")", "$", '"', "SYM")


class Tagger(Protocol):
    """Something that knows the part of speech of words in their sentences."""

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One tag a word, in Penn's tags without inflection."""


def plain_tag(penn: str) -> str:
    """A Penn tag without inflection; of two ("NN|SYM") the first.

    >>> [plain_tag(tag) for tag in ("NNS", "VBD", "IN")]
    ['NN', 'VB', 'IN']
    """
    first = penn.partition("|")[0]
    return _WITHOUT_INFLECTION.get(first, first)


def punctuation_tag(word: str) -> str | None:
    """The tag of a token without letters and digits; none for a word."""
    if any(map(str.isalnum, word)):
        return None
    return _PUNCTUATION.get(word[:1], "SYM")
