"""Counts of documents and the information that they give, of one corpus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from reticent.knowledge import Conjunction, Corpus, Groups, bits, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.models.disclosure.phrases import HasCount
from reticent.text import Document

_PAIRS_AT_ONCE = 50_000_000
"""Pairs of terms, over all entities, that are counted at a time: 200 MB."""


def own_counts(corpus: Corpus) -> HasCount:
    """Whether the corpus counts a phrase by itself, and not through its words."""
    return lambda form: is_countable(form) and corpus.known([form]) == ["exact"]


_FEW, _SMALL_SHARE = 20, 1 / 1000
"""Documents below which a term's own counts say little of it; in a small corpus the share of them."""


def enough_counts(corpus: Corpus) -> HasCount:
    """Whether so many documents hold a phrase that its own counts say what it tells."""
    has_count = own_counts(corpus)
    least = min(_FEW, corpus.size * _SMALL_SHARE)
    return lambda form: has_count(form) and corpus.count([frozenset({form})])[0] >= least


def leave_out(corpus: Corpus, documents: Iterable[Document]) -> Corpus:
    """The corpus without these documents; itself where it holds none of them."""
    left = corpus
    for document in documents:
        left = left.without(words_of(document.text))
    return corpus if left.size == corpus.size else left


def information(corpus: Corpus, forms: Iterable[str]) -> dict[str, float]:
    """IC of each form that can be counted; what was never seen counts as seen half a time."""
    listed = [form for form in dict.fromkeys(forms) if is_countable(form)]
    counts = corpus.count([frozenset({form}) for form in listed])
    return {form: bits(2 * count or 1, 2 * corpus.size) for form, count in zip(listed, counts, strict=True)}


def count_groups(
    corpus: Corpus,
    entities: Sequence[Conjunction],
    units: Sequence[str],
    *,
    supports: Sequence[int],
    within: Conjunction = frozenset(),
) -> list[list[Groups]]:
    """For each entity its groups of 1, 2, … units, which need as many documents with it as `supports` has for the size."""
    found: list[list[Groups]] = [[] for _ in entities]
    batch = max(1, _PAIRS_AT_ONCE // (len(units) ** 2 + 1)) if len(supports) > 1 else max(1, len(entities))
    sizes = 0
    for support, alike in groupby(supports):
        before, sizes = sizes, sizes + len(list(alike))
        for start in range(0, len(entities), batch):
            some = corpus.groups(
                entities[start : start + batch], units, max_group=sizes, min_support=support, within=within
            )
            for own, groups in zip(found[start:], some, strict=False):
                own.extend(groups[before:])
    return found


def unseen_units(corpus: Corpus, units: Sequence[str]) -> list[str]:
    """The units that the corpus has never seen."""
    return [unit for unit, how in zip(units, corpus.known(units), strict=True) if how == "unseen"]
