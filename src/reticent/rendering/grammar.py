"""The grammar of a replacement: it takes the case, number and article of the place it goes to."""

from __future__ import annotations

import re

from reticent.languages import ENGLISH
from reticent.text import Span
from reticent.text.dates import read_date

_GRAMMAR = ENGLISH.grammar

_POSSESSIVE = re.compile(r"['’]s?$")
_SENTENCE_START = re.compile(r"(?:^|[.!?:]|\n\s*\n|\n\s*[-*•]|\n\s*\d+[.)])[\s\"'“‘(\[]*$")
_ARTICLE = re.compile(r"\b(an?)(\s+)$", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"([^\W\d_]+|[^\w\s])\s*$")
_NUMBER_BEFORE = re.compile(r"\d(?:st|nd|rd|th)?\s*$")
_WORD_AFTER = re.compile(r"^\s*(?:([^\W\d_]+)|(.))")


def fit_replacement(replacement: str, text: str, span: Span) -> str:
    """`replacement`, a dictionary form, as it must read in place of `span`.

    >>> text = "Migraines came back, an HIV test was done in Sacramento."
    >>> fit_replacement("headache", text, Span(0, 9)), fit_replacement("state capital", text, Span(45, 55))
    ('Headaches', 'a state capital')
    """
    surface = span.of(text)
    ending = _POSSESSIVE.search(surface)
    noun = surface[: ending.start()] if ending else surface
    if not replacement or not any(map(str.isalnum, noun)):
        return replacement
    if read_date(replacement):  # it has no plural and no article
        return replacement + (ending[0] if ending else "")
    many = _is_plural(noun)
    words = (
        _GRAMMAR.plural(replacement)
        if many and not _GRAMMAR.is_uncounted(_head(replacement))
        else replacement
    )
    if not many and _lacks_article(replacement, text, span):
        words = f"{_GRAMMAR.indefinite_article(words)} {words}"
    possessive = ending[0] if ending else ""
    if possessive in ("'", "’") and not words.endswith("s"):
        possessive += "s"
    return _fit_case(words, noun, text, span) + possessive


def is_counted(text: str, span: Span) -> bool:
    """Whether what stands at `span` is a plural or has "a" or "an" before it."""
    noun = _POSSESSIVE.sub("", span.of(text))
    return bool(
        (noun.strip() and _is_plural(noun)) or _ARTICLE.search(text, max(0, span.start - 8), span.start)
    )


def article_before(text: str, span: Span, replacement: str) -> tuple[Span, str] | None:
    """Where "a" or "an" stands before `span` and no longer fits what follows, and what it must become."""
    found = _ARTICLE.search(text, max(0, span.start - 8), span.start)
    if not found or not replacement:
        return None
    article = found[1]
    # A placeholder is read by its name: "an [EMAIL]".
    right = _GRAMMAR.indefinite_article(
        replacement.strip("[]").capitalize() if replacement[0] == "[" else replacement
    )
    if right == article.lower():
        return None
    cased = right.upper() if article == "AN" else right.capitalize() if article[0].isupper() else right
    return Span(*found.span(1)), cased


def _is_plural(noun: str) -> bool:
    words = noun.split()
    head = re.split(r"[\s\-]", noun.strip())[-1]
    if len(words) > 1 and all(word.istitle() for word in words):
        return False  # "Bill Gates" is one
    singular = ENGLISH.lemma(head.lower())
    return singular != head.lower() and _GRAMMAR.plural(singular) == head.lower()


def _head(replacement: str) -> str:
    return re.split(r"[\s\-]", replacement)[-1]


def _lacks_article(replacement: str, text: str, span: Span) -> bool:
    """Whether a singular count noun would stand bare: no determiner before it, no noun after it."""
    head = _head(replacement)
    if head in _GRAMMAR.mass or _GRAMMAR.is_uncounted(head) or head[0].isupper():
        return False
    before = _WORD_BEFORE.search(text, max(0, span.start - 40), span.start)
    after = _WORD_AFTER.match(text[span.end : span.end + 40])
    if _NUMBER_BEFORE.search(text, max(0, span.start - 40), span.start) or (
        after and after[2] and after[2].isdigit()
    ):
        return False  # "22 June 1937"
    opens = (
        not before
        or before[1].lower() in _GRAMMAR.before_bare
        or not (before[1].isalpha() or before[1] in "-/'’\"(")
    )
    closes = not after or not after[1] or after[1].lower() in _GRAMMAR.after_bare
    return opens and closes and not (after and after[2] and after[2] in "-/'’")


def _fit_case(words: str, surface: str, text: str, span: Span) -> str:
    if len(surface) > 1 and surface.isupper() and _shouts(text, span):
        return words.upper()
    if surface[0].isupper() and _SENTENCE_START.search(text, max(0, span.start - 80), span.start):
        return words[0].upper() + words[1:]
    return words


def _shouts(text: str, span: Span) -> bool:
    """Whether the rest of the line is in capitals too, so that these are no acronym's."""
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    around = text[start : span.start] + text[span.end : end if end >= 0 else len(text)]
    letters = [character for character in around[:400] if character.isalpha()]
    return bool(letters) and sum(map(str.isupper, letters)) > 0.8 * len(letters)
