"""Three ways to count a concept, by the names that stand for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from reticent.knowledge.corpus.corpus import AnyOf, Conjunction, Corpus
from reticent.knowledge.corpus.terms import as_term, is_countable, words_of

Counting = Literal["standard", "contextualized", "taxonomic"]
"""`standard`: the words as written; `contextualized`: with g(c) in the same document; `taxonomic`: with all below."""


@dataclass(frozen=True, slots=True)
class CountingRule:
    """What a document must hold to count for an entity c, for its threshold g(c), and for anything about them.

    `entity` and `threshold` are counted as they are; `within` goes with every count that concerns the entity.
    """

    entity: Conjunction
    threshold: Conjunction
    within: Conjunction = frozenset()


def counting_rule(
    counting: Counting,
    entity: Iterable[str],
    threshold: Iterable[str] = (),
) -> CountingRule:
    """How an entity and its generalization are counted, given the names that stand for them.

    For `standard` and `contextualized` the names are those of the two concepts; for `taxonomic` those of everything
    below them as well, each only where it is a name's first sense
    (`reticent.taxonomy.names_below(…, first_sense_only=True)`). Then the threshold's documents contain the
    entity's, because what is below c is below g(c). Contextualized counts nest by construction.

    No threshold at all is plain C-sanitization, where there is nothing to contextualize by.
    """
    general = any_of(threshold)
    within: Conjunction = frozenset({general}) if counting == "contextualized" and general else frozenset()
    return CountingRule(frozenset({any_of(entity)}), frozenset({general}) if general else frozenset(), within)


def any_of(names: Iterable[str]) -> AnyOf:
    """The terms of several names for one thing; names in which nothing is counted are left out.

    >>> sorted(any_of(["HIV", "human immunodeficiency virus"]))
    ['HIV', 'human immunodeficiency virus']
    """
    written = (" ".join(words_of(name)) for name in names)
    return frozenset(term for term in written if is_countable(term))


def terms_for(*names: str) -> AnyOf:
    """The terms of the names that a person gave; a KnowledgeError when one of them can't be counted."""
    return frozenset(as_term(name) for name in names)


def terms_with_counts(corpus: Corpus, names: Iterable[str]) -> AnyOf:
    """The terms of the names with counts of their own, if any has, as something with several names."""
    terms = sorted(any_of(names))
    exact = [term for term, how in zip(terms, corpus.known(terms), strict=True) if how == "exact"]
    return frozenset(exact or terms)


def names_with_counts(corpus: Corpus, names: Sequence[str]) -> Sequence[str]:
    """The names with counts of their own, if any has: "social disease" is not every text with both of its words."""
    known = corpus.known([term for name in names if is_countable(term := " ".join(words_of(name)))])
    countable = [name for name in names if is_countable(" ".join(words_of(name)))]
    exact = [name for name, how in zip(countable, known, strict=True) if how == "exact"]
    return exact or names
