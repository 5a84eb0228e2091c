"""What Markdown and HTML write inside words and a reader of the page never sees: marks of emphasis, tags, references."""

from __future__ import annotations

import re
from html import unescape

_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][0-9A-Za-z]{1,30});")
_INLINE = (
    "a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup"
    "|time|tt|u|var|wbr"
)
_TAG = rf"</?(?i:{_INLINE})(?:\s[^<>]{{0,500}})?/?>|<!--[^<>]{{0,500}}-->"
_MARKS = re.compile(rf"(?:{_TAG}|\*{{1,3}}|~~|==|`{{1,2}})++")
_REACH = 100
"""Characters of a word beside a mark that are looked at."""


def find_references(text: str) -> list[tuple[int, int, str]]:
    """Where a text refers to characters, and to which.

    >>> find_references("HI&#86; &amp; &unknown;")
    [(2, 7, 'V'), (8, 13, '&')]
    """
    if "&" not in text:
        return []
    found = ((*each.span(), unescape(each[0])) for each in _REFERENCE.finditer(text))
    return [(start, end, shown) for start, end, shown in found if shown != text[start:end]]


def find_marks(text: str) -> list[tuple[int, int]]:
    """The marks of emphasis and the tags of a text in which one of them stands inside a word, in order; else nothing.

    Between digits a mark counts only where the same word has it twice: "2*3" is no emphasis.

    >>> text = "*H*IV <b>H</b>IV 2*3 **1**23"
    >>> [text[start:end] for start, end in find_marks(text)]
    ['*', '*', '<b>', '</b>', '**', '**']
    >>> find_marks("**HIV** <b>HIV</b>")
    []
    """
    marks = [each for each in _MARKS.finditer(text) if _is_hidden(each)]
    return [each.span() for each in marks] if any(map(_is_inside, marks)) else []


def _is_hidden(marks: re.Match[str]) -> bool:
    """Whether somebody who sees the page doesn't see the marks: they touch a word and are no sign of their own."""
    text, (start, end) = marks.string, marks.span()
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if before[-1:].isspace() and after[:1].isspace():
        return False
    if "<" in marks[0] or not _is_inside(marks) or (before[-1].isalpha() and after[0].isalpha()):
        return True
    return marks[0] in before.split()[-1] or marks[0] in after.split()[0]


def _is_inside(marks: re.Match[str]) -> bool:
    text, (start, end) = marks.string, marks.span()
    return text[max(0, start - 1) : start].isalnum() and text[end : end + 1].isalnum()
