"""How terms are read where documents meet an entity database: the same words on both sides.

What else conditions are called: names, abbreviations and findings that ship with the package (`training/README.md`).
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from reticent.text.folding import HYPHENS
from reticent.text.matching import matching_view, reads_as_written
from reticent.text.sentences import is_shouted, normal_word, sentences
from reticent.text.tokens import parts_at_hyphens, tokenize

WORDS_VERSION = "1"
"""Changes whenever the same term could get another form; a database records it beside the tokenizer's version."""

_HYPHEN = re.compile(f"[{HYPHENS}]")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W0-9A-Za-z_]+")
_MARKS = '_*`~|{}"“”«»'
_POSSESSIVE = frozenset({"'s", "’s"})


class EntityWord(NamedTuple):
    """One word in its normal form and where it stands."""

    form: str
    start: int
    end: int


def words(text: str, *, as_written: bool = False) -> list[EntityWord]:
    """The words and punctuation marks of a plain text, in order.

    A hyphen divides like a blank and a possessive "'s" is left out, so that "night-sweats" are "night sweats" and
    "Alzheimer's disease" is "Alzheimer disease". `as_written` has what stands inside tags as well.
    """
    found: list[EntityWord] = []
    for place in sentences(text):
        shouted = is_shouted(place.of(text))
        for token in tokenize(text, place, as_written=as_written):
            if token.text.lower() not in _POSSESSIVE:
                found += (
                    EntityWord(normal_word(part.text, shouted=shouted), part.start, part.end)
                    for part in parts_at_hyphens(token, text)
                )
    return found


def readings_of(text: str) -> Iterator[list[EntityWord]]:
    """The words of a plain text; where some are made of others, these apart; and where hyphens part some, these joined.

    Programs write "hasAsthmaStatus" and "asthma@example.org", and whoever breaks words writes "asth-ma".

    >>> [[word.form for word in found] for found in readings_of("hasAsthma asth-ma")]
    [['hasasthma', 'asth', 'ma'], ['has', 'asthma', 'asth', 'ma'], ['hasasthma', 'asthma']]
    """
    plain, written = words(text), [] if reads_as_written(text) else words(text, as_written=True)
    for found in (plain, written) if written and written != plain else (plain,):
        yield found
        apart = [piece for word in found for piece in _take_apart(word, text)]
        if apart != found:
            yield apart
    joined = _join_at_hyphens(plain, text)
    if len(joined) != len(plain):
        yield joined


def _join_at_hyphens(found: Sequence[EntityWord], text: str) -> list[EntityWord]:
    """The words, those that only a hyphen parts as one."""
    joined: list[EntityWord] = []
    for word in found:
        last = joined[-1] if joined else None
        if last and _HYPHEN.fullmatch(text, last.end, word.start) and (last.form + word.form).isalpha():
            written = _HYPHEN.sub("", text[last.start : word.end])
            joined[-1] = EntityWord(normal_word(written), last.start, word.end)
        else:
            joined.append(word)
    return joined


def _take_apart(word: EntityWord, text: str) -> Iterator[EntityWord]:
    """The words that capitals, digits or signs tell apart in a word; nothing of marks that stand around words."""
    written = text[word.start : word.end]
    pieces = list(_PIECE.finditer(written))
    if len(pieces) == 1 and pieces[0][0] == written:
        yield word
    elif not pieces:
        yield from (word,) if written.strip(_MARKS) else ()
    else:
        yield from (
            EntityWord(normal_word(piece[0]), word.start + piece.start(), word.start + piece.end())
            for piece in pieces
        )


def form_of(term: str) -> str:
    """The form under which a database knows a term, or "" when no word is in it.

    >>> [form_of(term) for term in ("Night-Sweats", "Crohn's disease", "HIV tests", " -- ")]
    ['night sweat', 'crohn disease', 'HIV test', '']
    """
    forms = [word.form for word in words(matching_view(term).text)]
    words_at = [at for at, form in enumerate(forms) if is_word(form)]
    return " ".join(forms[words_at[0] : words_at[-1] + 1]) if words_at else ""


def head_of(form: str) -> str:
    """The first two words of a form, by which a document finds the terms that may begin at a place."""
    return " ".join(form.split(" ", 2)[:2])


def is_word(form: str) -> bool:
    """Whether a word has a letter or a digit, so that a term may begin or end with it."""
    return any(map(str.isalnum, form))


REASONS = {"n": "another name", "h": "a finding that names it", "a": "an abbreviation", "g": ""}
LONGEST = 6
"""The words of the longest phrase that is looked for."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The forms that a phrase stands for, the usual one first, and how it stands for them."""

    forms: tuple[str, ...] = field(repr=False)
    reason: str


def _packed_names() -> bytes:
    return files("reticent.knowledge.entities").joinpath("data/medical-names.txt.gz").read_bytes()


@cache
def abbreviations() -> Mapping[str, tuple[str, ...]]:
    """For the form of every abbreviation in the dictionary that ships, the forms of all that it may stand for."""
    data = files("reticent.knowledge.entities").joinpath("data/abbreviations.txt.gz").read_bytes()
    rows = [line.split("\t") for line in gzip.decompress(data).decode("utf-8").splitlines()]
    return {short: tuple(longs) for short, *longs in rows}


@cache
def medical_names() -> Mapping[str, tuple[Meaning, ...]]:
    """For the form of every name on the list, what it may mean."""
    data = _packed_names()
    meanings: dict[str, dict[Meaning, None]] = {}
    for line in gzip.decompress(data).decode("utf-8").splitlines():
        usual, *others = line.split("\t")
        told = [(other[1:], REASONS[other[0]]) for other in others]
        synonyms = [form for form, reason in told if reason in (REASONS["n"], REASONS["g"])]
        forms = tuple(dict.fromkeys([usual, *synonyms]))
        for form, reason in [(usual, REASONS["n"]), *told]:
            if reason and 0 < len(form.split()) <= LONGEST:
                meanings.setdefault(form, {})[Meaning(forms, reason)] = None
    return {form: tuple(found) for form, found in meanings.items()}
