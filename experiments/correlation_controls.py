"""What a guard is compared with: an attacker, and removing as many words by another rule (at random, or the rarest), or all."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from experiments.biographies import Attacker, Biography
from reticent.knowledge import Corpus, is_countable
from reticent.text import Context
from reticent.text.terms import terms

Hidden = list[frozenset[int]]
"""For each biography the numbers of its words that are masked."""

Order = Callable[[Iterable[str]], Sequence[str]]
"""Which noun phrases go first."""

Success = Callable[[Hidden, Sequence[Biography]], list[bool]]
"""Whether the attacker names each person."""

SEEDS = range(5)


@dataclass(frozen=True)
class Setting:
    """What the guard and the attacker know, and the biographies; `rules` are the thresholds to try in a context."""

    name: str
    corpus: Corpus
    people: Sequence[Biography]
    rules: Mapping[Context, Sequence[str | float]]


def find_attacker(known: Sequence[Biography]) -> Success:
    """An attacker who takes a person for the one whose public text is likest to what is left."""
    attacker = Attacker(known)
    places = {each: number for number, each in enumerate(known)}

    def success(hidden: Hidden, people: Sequence[Biography]) -> list[bool]:
        return [
            attacker.names(each.clear_words(gone)) == places[each]
            for each, gone in zip(people, hidden, strict=True)
            if each in places
        ]

    return success


def make_controls(
    people: Sequence[Biography], tool: str, like: Hidden, corpus: Corpus
) -> dict[str, list[Hidden]]:
    """Every control, those at random several times."""
    return {
        "random": hide_at_random(people, tool, like),
        "rarest": [hide_as_many(people, tool, like, rarest_first(corpus))],
        "all": [hide_all_phrases(people, tool)],
    }


def hide_at_random(people: Sequence[Biography], tool: str, like: Hidden) -> list[Hidden]:
    """As many words as in `like`, of noun phrases in any order, once for each seed."""
    return [hide_as_many(people, tool, like, at_random(seed)) for seed in SEEDS]


@cache
def _phrases(each: Biography, tool: str) -> dict[str, frozenset[int]]:
    """The noun phrases that a tool left, each with the numbers of its words."""
    return {term.form: each.hidden_words(term.spans) for term in terms(each.document(masked_by=tool))}


def hide_as_many(people: Sequence[Biography], tool: str, like: Hidden, order: Order) -> Hidden:
    """The masks of the tool and noun phrases in some order, until as many words are gone as in `like`."""
    controlled = []
    for each, wanted in zip(people, like, strict=True):
        gone = each.hidden_words(each.masks[tool])
        phrases = _phrases(each, tool)
        for phrase in order(phrases):
            if len(gone) >= len(wanted):
                break
            gone |= phrases[phrase]
        controlled.append(gone)
    return controlled


def at_random(seed: int) -> Order:
    """Phrases in any order."""
    chance = random.Random(seed)
    return lambda phrases: chance.sample(list(phrases), len(list(phrases)))


def rarest_first(corpus: Corpus) -> Order:
    """Phrases by the number of documents that hold them."""

    @cache
    def count(phrase: str) -> int:
        return corpus.count([frozenset({phrase})])[0]

    return lambda phrases: sorted(filter(is_countable, phrases), key=count)


def hide_all_phrases(people: Sequence[Biography], tool: str) -> Hidden:
    """The masks of the tool and all noun phrases."""
    return [each.hidden_words(each.masks[tool]).union(*_phrases(each, tool).values()) for each in people]
