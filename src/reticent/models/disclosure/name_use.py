"""Where the word for what an entity is can stand for a name of it: where the name is a noun, and not who has it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reticent.languages import ENGLISH
from reticent.models.disclosure.phrases import HasCount
from reticent.rendering.word_use import is_used_as_noun
from reticent.taxonomy import Taxonomy, ancestors
from reticent.text import Span
from reticent.text.folding import HYPHENS

POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
HYPHENED = re.compile(rf"[{HYPHENS}–]([^\W\d_]+)(?:[{HYPHENS}]\w+)*")
"""What a hyphen binds to the word before it."""

_HYPHENS = ("-", "–")
_SENSES = 3


def can_be_told(text: str, span: Span, general: str, taxonomy: Taxonomy) -> bool:
    """Whether a name at a place is a noun that g(c) can stand for: "pregnant" is no condition, nor is "a diabetic"."""
    return is_used_as_noun(text, span) and not _names_somebody(span.of(text), general, taxonomy)


def joins_well(text: str, span: Span, general: str) -> bool:
    """Whether g(c) can stand where a hyphen binds a name to another word: "virus-positive", but no "disease-negative"."""
    behind = HYPHENED.match(text, span.end)
    illness = general.rsplit(" ", 1)[-1] in ENGLISH.positions.uncounted_sorts
    bound = behind is not None and behind[1].lower() not in ENGLISH.word_use.after_hyphens
    return not (bound and illness) and text[span.start - 1 : span.start] not in _HYPHENS


def goes_with(general: str, after: Sequence[str], has_count: HasCount) -> bool:
    """Whether g(c) can stand before the words behind a name: they are none, a usual noun, or people put them there.

    An illness goes only before words that people put there: nobody says "disease test".
    """
    if not after or after[0] in POSSESSIVE:
        return True
    head = general.rsplit(" ", 1)[-1]
    usual = after[0] in ENGLISH.noun_ends and head not in ENGLISH.positions.uncounted_sorts
    return usual or has_count(f"{head} {after[0]}")


def _names_somebody(words: str, general: str, taxonomy: Taxonomy) -> bool:
    """Whether words end in one for people, as "diabetic" and "smoker" are, where g(c) is none; a name says nothing of that."""
    head = words.rsplit(maxsplit=1)[-1]
    is_name = (head[0].isupper() and " " in words) or head[1:] != head[1:].casefold()
    people = not is_name and _are_people(ENGLISH.lemma(head.casefold()), taxonomy)
    return people and not _are_people(general, taxonomy)


def _are_people(word: str, taxonomy: Taxonomy) -> bool:
    """Whether one of the first senses that are written with small letters is a person."""
    person = frozenset(taxonomy.concepts("person")[:1])
    return any(
        word in sense.names and not person.isdisjoint((sense, *ancestors(taxonomy, sense)))
        for sense in taxonomy.concepts(word)[:_SENSES]
    )
