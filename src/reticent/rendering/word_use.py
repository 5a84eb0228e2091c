"""How words are used at their place: as a noun, which another noun can stand for, or as an adjective or a verb."""

from __future__ import annotations

from functools import lru_cache

from reticent.languages import ENGLISH
from reticent.text import Span
from reticent.text.tokens import Token, tokenize

NOUNS = frozenset({"NN", "NNP", "FW"})
"""The parts of speech of nouns."""

_WORDS = ENGLISH.word_use
_NO_NOUNS = frozenset({"JJ", "VB", "RB", "MD"})
_DETERMINERS = frozenset({"DT", "PRP$", "POS"})
_WINDOW = 80

Row = list[tuple[str, str]]
"""Words in small letters with their parts of speech."""


@lru_cache(maxsize=4096)
def tag_around(before: str, words: str, after: str) -> tuple[Row, Row]:
    """The words before and behind a place, in small letters, with their parts of speech."""
    tagged = _tag(before + words + after)
    left = [(token.text.lower(), tag) for token, tag in tagged if token.end <= len(before)]
    right = [(token.text.lower(), tag) for token, tag in tagged if token.start >= len(before) + len(words)]
    return left, right


@lru_cache(maxsize=4096)
def tag_inside(before: str, words: str, after: str) -> Row:
    """The words at a place, in small letters, with their parts of speech."""
    end = len(before) + len(words)
    tagged = _tag(before + words + after)
    return [
        (token.text.lower(), tag) for token, tag in tagged if token.end > len(before) and token.start < end
    ]


def _tag(text: str) -> list[tuple[Token, str]]:
    tokens = tokenize(text)
    tags = ENGLISH.tagger().tags([[token.text for token in tokens]])[0]
    return list(zip(tokens, tags, strict=True))


def line_around(text: str, span: Span) -> tuple[str, str]:
    """What stands shortly before and behind a place on its line."""
    start = max(text.rfind("\n", 0, span.start) + 1, span.start - _WINDOW)
    end = text.find("\n", span.end)
    return text[start : span.start], text[span.end : min(len(text) if end < 0 else end, span.end + _WINDOW)]


def is_used_as_noun(text: str, span: Span) -> bool:
    """Whether the words at a place are a noun there: "she is pregnant" and "she miscarried" have none.

    What a tagger takes for an adjective is a noun all the same where nothing else can stand: "her bipolar", "has flu last".
    """
    before, after = line_around(text, span)
    words = span.of(text)
    inside = tag_inside(before, words, after)
    left, right = tag_around(before, words, after)
    if not inside:
        return True
    word, tag = inside[-1]
    previous, tag_before = left[-1] if left else ("", "")
    if tag not in _NO_NOUNS:
        says_what_it_is = len(inside) == 1 and previous in _WORDS.copulas
        return not (says_what_it_is and word.endswith(_WORDS.adjective_endings))
    if len(inside) > 1:
        return not (word in _WORDS.results or word.endswith("ed"))  # "herpes simplex", but "HIV positive"
    if tag == "VB" and word.endswith("ed"):
        return False
    modifies = bool(right) and right[0][1] in NOUNS and after[:1].isspace()
    return not modifies and (tag_before in _DETERMINERS or previous in _WORDS.before_nouns)
