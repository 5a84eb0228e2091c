"""Sentences and paragraphs, by rules that a reader could follow."""

from __future__ import annotations

import re

from reticent.languages import ENGLISH, Language
from reticent.text.span import Span

_BLANK_LINE = re.compile(r"\r?\n[^\S\n]*\n\s*|[\f\u2029]\s*")
_STOP = re.compile(
    r"""
    (?<![.!?…]) [.!?…]++ [)\]}"'’”»*_]*+ (?=\s)      # the end of a sentence, or of an abbreviation
  | [。！？] (?=\S)                           # scripts without spaces
  | \n (?=[^\S\n]*(?:[-*•–]|\(?(?:\d{1,3}|[A-Za-z])[.)])\s)         # an item of a list begins
  | \n (?=[A-Z][\w ]{0,30}:\s)                # "Age: 54", a line of a form
    """,
    re.VERBOSE,
)
_LAST_WORD = re.compile(r"([^\W_][\w.'’-]*)\.[^\w\s]*\Z")
_NEXT = re.compile(r"\s*[\"'“‘«(\[]*(\S)")
_LIST_MARK = re.compile(r"\s*\(?(?:\d{1,3}|[A-Za-z])[.)]\Z")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]\Z")
_WINDOW = 40


def paragraphs(text: str) -> list[Span]:
    """The parts between blank lines, without the white space around them."""
    return _trim_parts(text, [match.end() for match in _BLANK_LINE.finditer(text)])


def sentences(text: str, *, language: Language = ENGLISH) -> list[Span]:
    """The sentences in order; every character that is not white space lies in exactly one.

    >>> text = "Dr. Ng paid $3.50. She left at 5 p.m. with J. Doe."
    >>> [span.of(text) for span in sentences(text)]
    ['Dr. Ng paid $3.50.', 'She left at 5 p.m. with J. Doe.']
    """
    stops = [match.end() for match in _STOP.finditer(text) if _ends_sentence(text, match, language)]
    return _trim_parts(text, sorted([*stops, *(match.end() for match in _BLANK_LINE.finditer(text))]))


def _ends_sentence(text: str, stop: re.Match[str], language: Language) -> bool:
    mark, end = stop[0], stop.end()
    if mark[0] in "\n。！？":
        return True
    following = _NEXT.match(text, end, end + _WINDOW)
    if following is None:
        return True
    if following[1].islower():
        return False
    if mark[0] != "." or mark.startswith(".."):
        return True
    before = text[max(0, stop.start() - _WINDOW) : end]
    line = before.rpartition("\n")[2]
    if _LIST_MARK.match(line.rstrip()) and (len(line) < len(before) or stop.start() < _WINDOW):
        return False
    return _word_may_end(before, text[following.start(1) : following.start(1) + 10], language)


def _word_may_end(before: str, after: str, language: Language) -> bool:
    """Whether the word before a full stop may be a sentence's last."""
    found = _LAST_WORD.search(before)
    if found is None:
        return True
    word, words = found[1].rsplit("-", 1)[-1], language.sentences
    if word.lower() in words.never_last:
        # "No." and "fig." point at a number; alone they are words like any other.
        return word.lower() in words.before_numbers and not after[0].isdecimal()
    opener = re.match(r"\w+", after)
    opens = opener is not None and opener[0] in words.openers
    if len(word) == 1 and word.isupper() and word != "I":
        return opens
    if word in language.tokens.abbreviations or ("." in word and _DOTTED.match(word)):
        return opens or not after[0].isalnum()
    return True


def _trim_parts(text: str, ends: list[int]) -> list[Span]:
    spans, start = [], 0
    for end in [*ends, len(text)]:
        part = text[start:end]
        left = start + len(part) - len(part.lstrip())
        right = start + len(part.rstrip())
        if left < right:
            spans.append(Span(left, right))
        start = max(start, end)
    return spans
