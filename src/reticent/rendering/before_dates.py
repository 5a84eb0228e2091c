"""The words before a day that became a month or a year: "on the 5th of May 2021" reads "in 2021"."""

from __future__ import annotations

import re

from reticent.languages import ENGLISH
from reticent.text import Span
from reticent.text.dates import read_date

_BEFORE = re.compile(
    r"(?<!\w)(?:(?P<on>on)(?:(?P<gap>\s{1,3})(?P<the>the))?|(?P<article>the))\s{1,3}$", re.IGNORECASE
)
_KEEPS_ON = re.compile(r"(?<!\w)(?:based|depend\w{0,4}|rel(?:y|ies|ied|ying))\s{1,3}$", re.IGNORECASE)
_WORD_AFTER = re.compile(r"\s{1,3}([^\W\d_]+)")
_OF = re.compile(r"\sof\s", re.IGNORECASE)
_WINDOW = 30


def correct_before_date(text: str, span: Span, replacement: str) -> tuple[Span, str] | None:
    """Where "on", "on the" or "the" stands before a day at `span` and doesn't fit `replacement`, and what it becomes.

    >>> text = "On the 5th of May 2021 he fell."
    >>> correct_before_date(text, Span(7, 22), "2021")
    (Span(start=0, end=6), 'In')
    """
    found = _BEFORE.search(text, max(0, span.start - _WINDOW), span.start)
    if not found or not _loses_its_day(span.of(text), replacement):
        return None
    if (found["the"] or found["article"]) and _belongs_to_noun(text, span):
        return None
    if found["article"]:
        return Span(found.start(), span.start), ""
    if _KEEPS_ON.search(text, max(0, found.start() - _WINDOW), found.start()):
        return None
    on = found["on"]
    word = "IN" if on.isupper() else "In" if on[0].isupper() else "in"
    return Span(found.start(), found.end("the") if found["the"] else found.end("on")), word


def _loses_its_day(written: str, replacement: str) -> bool:
    new = read_date(replacement)
    if new is None or new.day is not None:
        return False
    old = read_date(written)
    return old is not None and old.day is not None


def _belongs_to_noun(text: str, span: Span) -> bool:
    """Whether "the" is the article of a noun behind the date: "the 12 March 2019 flight"."""
    after = _WORD_AFTER.match(text, span.end)
    return (
        after is not None
        and not _OF.search(text, span.start, span.end)
        and after[1].lower() not in ENGLISH.stop_words
    )
