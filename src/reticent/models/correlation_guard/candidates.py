"""What a flagged phrase can become: the names above it in a taxonomy that a reader can be expected to know."""

from __future__ import annotations

from collections.abc import Iterable

from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.models.correlation_guard.reading import Counted, Phrase, units
from reticent.models.correlation_guard.search import Option
from reticent.taxonomy import Taxonomy, ancestors

_RAREST_NAME = 1e-4
_VAGUE, _SMALL = 1 / 8, 1000
"""The share of all leaves from which on a concept ("abstraction") says no more than a placeholder; small taxonomies have none such."""


def options(phrase: Phrase, *, corpus: Corpus, taxonomy: Taxonomy, counted: Counted) -> list[Option]:
    """The more general names of a phrase, most informative first; less informative than the phrase all of them."""
    names = dict.fromkeys(_above(phrase, taxonomy))
    terms = {name: " ".join(words_of(name)) for name in names}
    asked = [phrase.form, *(term for term in terms.values() if is_countable(term))]
    counts = corpus.count([frozenset({term}) for term in asked if is_countable(term)])
    found = dict(zip((term for term in asked if is_countable(term)), counts, strict=True))
    own = found.get(phrase.form, 0)
    known = [
        name
        for name, term in terms.items()
        if found.get(term, 0) > max(own, corpus.size * _RAREST_NAME)
        and not phrase.units & units(words_of(name), counted)
    ]
    ordered = sorted(known, key=lambda name: found[terms[name]])
    return [Option(name, units(words_of(name), counted)) for name in ordered]


def _above(phrase: Phrase, taxonomy: Taxonomy) -> Iterable[str]:
    """The names above the phrase in its likeliest sense, or above its head where the phrase itself is not known."""
    for form in (phrase.form, phrase.words[-1]):
        senses = taxonomy.concepts(form)
        if senses:
            above = list(ancestors(taxonomy, senses[0]))
            most = max([_SMALL, *(_VAGUE * taxonomy.volume(concept) for concept in above)])
            return [concept.name for concept in above if taxonomy.volume(concept) <= most]
    return []
