"""What can stand in a gap as a mark: the one mechanism of all models that show what stood there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

from reticent.knowledge import Corpus
from reticent.knowledge.conditions import conditions
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Taxonomy
from reticent.models.shared.counts import Option, information
from reticent.models.shared.generalizations import STEP
from reticent.models.shared.marks import (
    CONDITION,
    DRUG,
    HEADING,
    KINDS,
    TypedTerm,
    find_type,
    label_of,
    number_things,
    places_of_heading,
)
from reticent.models.shared.phrases import Phrase, can_be_told
from reticent.plan import Decision
from reticent.rendering.doses import take_doses
from reticent.rendering.gaps import join_gaps
from reticent.text import Document, Span


def is_clinical(names: Iterable[str]) -> bool:
    """Whether one of these is a matter of medicine, so that the lists of medicine say what terms are."""
    return any(conditions().find_likely(name) for name in names)


def kinds_at(
    phrase: Phrase, typed: TypedTerm | None, taxonomy: Taxonomy, kept: Sequence[int] = ()
) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """The kinds of marks that can stand for what goes of a phrase, with the places: as a heading, and elsewhere by what it is.

    Where some words are `kept`, a mark has to suit every place.
    """
    heading = places_of_heading(phrase)
    nouns = _noun_places(phrase, typed.kinds[0], taxonomy) if typed else ()
    others = tuple(span for span in nouns if span not in heading)
    for kinds, places in (((HEADING,), heading), (typed.kinds if typed else (), others)):
        if places and not (kept and len(places) < len(phrase.spans)):
            yield from ((kind, places) for kind in kinds)


def _noun_places(phrase: Phrase, kind: str, taxonomy: Taxonomy) -> tuple[Span, ...]:
    """Where a phrase is a noun for such a thing: "pregnant" is no condition, nor is "an epileptic".

    What has another label is never called by an adjective or by a word for people, and stands in lists and shorthand too.
    """
    if kind != CONDITION and (phrase.noun or kind == DRUG):
        return phrase.spans
    return tuple(
        span
        for span in phrase.spans
        if can_be_told(phrase.text, span, label_of(kind), taxonomy, language=phrase.language)
    )


UnitsOfMark = Callable[[Sequence[str], Phrase], frozenset[str]]
"""What a mark tells that counts as these words and stands for a phrase."""


def marks_of(
    phrase: Phrase,
    *,
    corpus: Corpus,
    taxonomy: Taxonomy,
    units: UnitsOfMark = lambda words, phrase: frozenset(words),
    below: float = inf,
) -> list[Option]:
    """The marks that can stand for a whole phrase at all its places, the one that says most first; each tells less than `below`."""
    options: list[Option] = []
    for kind, places in kinds_at(phrase, find_type(phrase), taxonomy):
        if len(places) == len(phrase.spans):
            words = words_of(label_of(kind))
            form = " ".join(words)
            told = min(information(corpus, [form]).get(form, 0.0), below - STEP)
            below = told
            options.append(Option(None, units(words, phrase), told, mark=kind))
    return options


def finish_gaps(
    document: Document,
    decisions: Sequence[Decision],
    drugs: Collection[int],
    *,
    kind: str,
    kept: Sequence[Span] = (),
) -> tuple[Decision, ...]:
    """The decisions with the doses of hidden drugs taken along, and with gaps of this kind and marks in one that touch.

    `drugs` are the numbers of the decisions that hide one.
    """
    taken = take_doses(document, decisions, drugs, kept=kept)
    return join_gaps(document, taken, kinds=[kind], marks=KINDS, kept=kept)


def show_things(
    document: Document,
    decisions: Sequence[Decision],
    phrases: Mapping[int, Phrase],
    *,
    kind: str,
    kept: Sequence[Span] = (),
) -> tuple[Decision, ...]:
    """The decisions with a number for each thing that a mark stands for, and with gaps and doses as in `finish_gaps`.

    `phrases` are what decisions are about, by their numbers.
    """
    typed = {number: find_type(phrase) for number, phrase in phrases.items()}
    marked = [number for number in phrases if decisions[number].kind in KINDS]
    things = {number: each.thing if (each := typed[number]) else phrases[number].form for number in marked}
    numbers = number_things(list(things.values()))
    shown = [
        replace(each, entity=numbers[things[number]]) if number in things else each
        for number, each in enumerate(decisions)
    ]
    drugs = [number for number, each in typed.items() if each and each.kinds[0] == DRUG]
    return finish_gaps(document, shown, drugs, kind=kind, kept=kept)
