"""Something else of the same sort as what was removed: what may be invented in its place."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.taxonomy import Taxonomy, ancestors, names_below

_KNOWN = 20
"""Documents that a sibling stands in, if readers are to know it."""
_FEWEST = 3
"""Siblings below which the choice among them would tell what they are siblings of."""


def find_siblings(
    general: str, taken: Collection[str], *, taxonomy: Taxonomy, corpus: Corpus
) -> tuple[str, ...]:
    """The names below g(c) that readers know and that are none of those `taken`, nor above or below one of them, in order.

    None where they are few. What lies between c and g(c) says more of c than g(c) does.
    """
    senses = taxonomy.concepts(general)[:1]
    names = {name for sense in senses for name in names_below(taxonomy, sense, first_sense_only=True)}
    own = {name for sense in senses for name in sense.names}
    terms = {name: " ".join(words_of(name)) for name in sorted(names - own - _find_kin(taken, taxonomy))}
    free = [name for name, term in terms.items() if is_countable(term) and not _speaks_of(term, taken)]
    counts = corpus.count([frozenset({terms[name]}) for name in free])
    known = tuple(name for name, count in zip(free, counts, strict=True) if count >= _KNOWN)
    return known if len(known) >= _FEWEST else ()


def _find_kin(taken: Collection[str], taxonomy: Taxonomy) -> set[str]:
    """The names of all that is above or below one of these names, in any sense."""
    senses = [sense for name in taken for sense in taxonomy.concepts(name)]
    above = {name for sense in senses for each in ancestors(taxonomy, sense) for name in each.names}
    return above.union(*(names_below(taxonomy, sense) for sense in senses))


def choose_sibling(siblings: Collection[str], seed: str) -> str | None:
    """One of the siblings, the same for the same seed: whoever doesn't know the seed can't tell which was likely."""
    ordered = sorted(siblings)
    if not ordered:
        return None
    digest = hashlib.sha256("\n".join([seed, *ordered]).encode()).digest()
    return ordered[int.from_bytes(digest[:8], "big") % len(ordered)]


def _speaks_of(term: str, taken: Collection[str]) -> bool:
    """Whether a term holds one of the names that are taken, or lies in one: a kind of c is no sibling of c."""
    return any(f" {name} " in f" {term} " or f" {term} " in f" {name} " for name in taken)
