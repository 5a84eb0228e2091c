"""What a phrase can become under (C, g(C))-sanitization, besides its more general names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from reticent.knowledge.taxonomy import Taxonomy
from reticent.language import DEFAULT_LANGUAGE
from reticent.models.cg_sanitization.entities import Entity
from reticent.models.disclosure.generalizations import ALL_WAYS
from reticent.models.disclosure.phrases import (
    POSSESSIVE,
    HasCount,
    Phrase,
    can_be_told,
    goes_with,
    joins_well,
)
from reticent.models.disclosure.positions import fitting_places
from reticent.models.disclosure.proper_names import splits_name
from reticent.models.disclosure.senses import names_a_place, opens_sentence, takes_form
from reticent.rendering.grammar import is_plural
from reticent.text import Span
from reticent.text.tokens import tokenize

_QUANTITY = 2
_APART = re.compile(r" (['’]s?)(?!\w)| ([-/]) ")


def rename_entities(
    phrase: Phrase, entities: Sequence[Entity], has_count: HasCount, taxonomy: Taxonomy
) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """The phrase with g(c) where it names c ("HIV test" as "virus test"), and the places where that can stand, if any.

    Where c is what the phrase speaks of, its modifiers go, and may only be such as say little: "wet AMD" and "dry AMD" are two things.
    Elsewhere people must put g(c) and the next word together: nobody says "vitamin pyrophosphate".
    """
    for entity in entities if phrase.noun else ():
        for name in sorted(entity.terms, key=len, reverse=True):
            if not entity.general or f" {name} " not in f" {phrase.form} ":
                continue
            before, _, after = f" {phrase.form} ".partition(f" {name} ")
            is_head = not after.strip()
            lost = before.split() if is_head else []
            places = tuple(
                span
                for span in _places_of_general(phrase, name, entity.general, is_head=is_head)
                if _is_noun_before(phrase.text, span, after.split(), entity.general, taxonomy)
            )
            modifiers = before.split() if after.strip() else []
            renamed = " ".join([*modifiers, entity.general, *after.split()])
            if places and says_no_more(lost, entity) and goes_with(entity.general, after.split(), has_count):
                yield _APART.sub(r"\1\2", renamed), places
            break


def says_no_more(words: Sequence[str], entity: Entity) -> bool:
    """Whether words before a name don't say which of several things it is: "severe" does not, "dry" of "dry AMD" does."""
    own = {word for term in entity.terms for word in term.split(" ")}
    said = {word for word in words if word not in own}
    return (
        said <= DEFAULT_LANGUAGE.grammar.plain_modifiers and not said & DEFAULT_LANGUAGE.positions.essential
    )


def _is_noun_before(text: str, span: Span, after: Sequence[str], general: str, taxonomy: Taxonomy) -> bool:
    """Whether the name that stands in a phrase before these words of it is a noun that g(c) can stand for."""
    tokens = tokenize(span.of(text))
    if after and len(tokens) <= len(after):
        return False
    end = tokens[len(tokens) - len(after) - 1].end
    name = Span(span.start, span.start + end)
    return can_be_told(text, name, general, taxonomy) and joins_well(text, span, general)


def _places_of_general(phrase: Phrase, name: str, general: str, *, is_head: bool) -> tuple[Span, ...]:
    """Where another noun can stand for a name in a phrase: not in a longer proper name, and where a noun can stand."""
    own = name.split(" ")
    proper = [word for word in phrase.words if _is_proper(phrase.capitals.get(word, ""))]
    named = any(word in own for word in proper)
    if not is_head and " " in general:
        return ()  # "chemical element metal"
    in_name = named and (not is_head or any(word not in own for word in proper))
    if in_name:
        return ()
    is_name = _is_proper(phrase.capitals.get(own[-1], ""))  # "Parkinson's disease" is none
    places = fitting_places(phrase, alone=is_head, joined=" " not in general)
    each = [replace(phrase, spans=(span,)) for span in places]
    return tuple(
        one.spans[0]
        for one in each
        if takes_form(one, general, entity=True) and (not is_name or _stands_for_one(one))
    )


def _stands_for_one(phrase: Phrase) -> bool:
    """Whether a name stands where it names one thing, and no family, team or ruler."""
    written = phrase.spans[0].of(phrase.text)
    return not is_plural(written) and (opens_sentence(phrase) or names_a_place(phrase))


def _is_proper(written: str) -> bool:
    return written[:1].isupper() and not written.isupper()


def ways_to_behead(phrase: Phrase) -> Iterator[tuple[int, ...]]:
    """Which words can stay when the head of a phrase goes: all ways for a short phrase, from the left for a long one.

    Behind a drug stands how much of it was given: that can stay whatever the drug was.
    """
    words = phrase.words
    if len(words) > _QUANTITY and words[-1] in DEFAULT_LANGUAGE.common.measures and words[-2][:1].isdecimal():
        yield (len(words) - 2, len(words) - 1)
    modifiers = range(len(words) - 1)
    if len(words) <= ALL_WAYS:
        subsets = (kept for size in reversed(modifiers) for kept in combinations(modifiers, size + 1))
    else:
        subsets = (tuple(modifiers[:end]) for end in range(len(modifiers), 0, -1))
    for kept in subsets:
        stands_alone = (
            words[kept[0]] not in DEFAULT_LANGUAGE.stop_words and words[kept[-1] + 1] not in POSSESSIVE
        )
        if stands_alone and not splits_name(kept, phrase.name_words):
            yield kept


def runs(words: Sequence[str], kept: Sequence[int]) -> list[tuple[str, ...]]:
    """The kept words, those together that still stand together."""
    ends = [place for place in kept if place + 1 not in kept]
    starts = [place for place in kept if place - 1 not in kept]
    return [tuple(words[start : end + 1]) for start, end in zip(starts, ends, strict=True)]
