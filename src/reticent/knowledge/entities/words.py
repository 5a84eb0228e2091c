"""How terms are read where documents meet an entity database: the same words on both sides."""

from __future__ import annotations

from typing import NamedTuple

from reticent.text.lemmas import is_shouted, normal_word
from reticent.text.matching import matching_view
from reticent.text.sentences import sentences
from reticent.text.tokens import parts_at_hyphens, tokenize

WORDS_VERSION = "1"
"""Changes whenever the same term could get another form; a database records it beside the tokenizer's version."""

_POSSESSIVE = frozenset({"'s", "’s"})


class Word(NamedTuple):
    """One word in its normal form and where it stands."""

    form: str
    start: int
    end: int


def words(text: str) -> list[Word]:
    """The words and punctuation marks of a plain text, in order.

    A hyphen divides like a blank and a possessive "'s" is left out, so that "night-sweats" are "night sweats" and
    "Alzheimer's disease" is "Alzheimer disease".
    """
    found: list[Word] = []
    for place in sentences(text):
        shouted = is_shouted(place.of(text))
        for token in tokenize(text, place):
            if token.text.lower() not in _POSSESSIVE:
                found += (
                    Word(normal_word(part.text, shouted=shouted), part.start, part.end)
                    for part in parts_at_hyphens(token, text)
                )
    return found


def form_of(term: str) -> str:
    """The form under which a database knows a term, or "" when no word is in it.

    >>> [form_of(term) for term in ("Night-Sweats", "Crohn's disease", "HIV tests", " -- ")]
    ['night sweat', 'crohn disease', 'HIV test', '']
    """
    forms = [word.form for word in words(matching_view(term).text)]
    telling = [at for at, form in enumerate(forms) if is_telling(form)]
    return " ".join(forms[telling[0] : telling[-1] + 1]) if telling else ""


def head_of(form: str) -> str:
    """The first two words of a form, by which a document finds the terms that may begin at a place."""
    return " ".join(form.split(" ", 2)[:2])


def is_telling(form: str) -> bool:
    """Whether a word has a letter or a digit, so that a term may begin or end with it."""
    return any(map(str.isalnum, form))
