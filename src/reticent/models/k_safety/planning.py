"""What stays, what becomes more general and what goes, chosen together so that the least is lost."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from reticent.knowledge.entities.words import form_of
from reticent.models.k_safety.check import KnownTerms, find_unsafe
from reticent.models.k_safety.places import Rules
from reticent.text.analysis import analyze

if TYPE_CHECKING:
    from reticent.models.k_safety.search.safe_subset import SafeSubset, Search
    from reticent.text import Document

LIGHTEST = 0.001
"""What a column weighs that tells nothing by itself."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A term of a document and what may stand for it, each step above the one before."""

    term: str = field(repr=False)
    steps: tuple[str, ...] = field(default=(), repr=False)

    def step(self, kept: Collection[str]) -> str | None:
        """The most telling of the term and its steps that these columns allow."""
        return next((form for form in (self.term, *self.steps) if form in kept), None)


def find_ladders(
    document: Document, found: KnownTerms, chain: Callable[[str], tuple[str, ...]]
) -> dict[str, Ladder]:
    """What may stand for each term: something of its chain, and only for nouns."""
    nouns = _noun_ends(document) if any(found.above.values()) else frozenset()
    return {
        term: Ladder(term, chain(term) if all(span.end in nouns for span in spans) else ())
        for term, spans in found.places.items()
    }


def _noun_ends(document: Document) -> frozenset[int]:
    """Where the nouns of a document end."""
    analysis = analyze(document)
    rows = zip(analysis.tokens, analysis.tags(), strict=True)
    return frozenset(
        token.end
        for tokens, tags in rows
        for token, tag in zip(tokens, tags, strict=True)
        if tag.startswith("NN")
    )


@dataclass(frozen=True, slots=True)
class Choosing:
    """How the choice is made: the rules, what terms cost to lose, and how long to look."""

    rules: Rules
    search: Search
    effort: int
    weights: Mapping[str, float] = field(default_factory=dict, repr=False)


def choose_terms(
    found: KnownTerms,
    ladders: Mapping[str, Ladder],
    asked: Choosing,
    only: Collection[str] | None,
) -> SafeSubset:
    """The columns to keep: terms, and more general names for terms that can't be kept.

    Whoever keeps a column keeps what it says in general. The search does not know that; what it keeps without is
    given up, then put back as far as that is safe. Its bound holds all the same.
    """
    from reticent.models.k_safety.search.safe_subset import SafeSubset

    columns = tuple(form for form in found.told if only is None or form in only or form in found.shown)
    weights = _weigh(found, ladders, asked.weights)
    best = _search(found, columns, asked, weights)
    chosen = frozenset(best.kept | (found.shown & frozenset(columns)))
    kept = _complete(found, chosen, asked.rules, weights, frozenset(columns))
    weight = sum(weights.get(form, 1.0) for form in kept if form not in found.shown)
    proven = best.proven and weight >= best.weight - 1e-6
    deleted = frozenset(term for term in found.terms if term not in kept)
    return SafeSubset(kept, deleted, proven, max(best.bound, weight), weight)


def _weigh(
    found: KnownTerms, ladders: Mapping[str, Ladder], given: Mapping[str, float]
) -> Mapping[str, float]:
    """What each column is worth: as the user says, or on ladders what it tells beyond the next step, in bits."""
    own = {form_of(term): weight for term, weight in given.items()}
    if not found.above:
        return own
    weights: dict[str, float] = {}
    for term, ladder in ladders.items():
        steps = (term, *ladder.steps)
        bits = [math.log2(found.size / len(found.knowers[form])) for form in steps]
        for form, gained in zip(steps, _differences(bits), strict=True):
            weights[form] = weights.get(form, 0.0) + own.get(term, 1.0) * gained
    return {form: max(LIGHTEST, weights.get(form, 0.0)) for form in found.told}


def _differences(bits: Sequence[float]) -> Iterator[float]:
    for at, each in enumerate(bits):
        yield each - (bits[at + 1] if at + 1 < len(bits) else 0.0)


def _search(
    found: KnownTerms, columns: tuple[str, ...], asked: Choosing, weights: Mapping[str, float]
) -> SafeSubset:
    import numpy as np

    from reticent.models.k_safety.search.demands import Question, answer, demands_of
    from reticent.models.k_safety.search.safe_subset import pose, solve

    rules = asked.rules
    terms = tuple(dict.fromkeys([*columns, *sorted(found.shown)]))
    postings = [found.knowers[term] for term in terms]
    touched = {entity for each in postings for entity in each.tolist()} & rules.protected
    least = {rules.least[entity] for entity in touched}
    if found.shown or rules.company or len(least) > 1:
        among = [np.array(sorted(kind), np.int64) for kind in rules.company.kinds()] if rules.company else []
        question = Question(terms, postings, found.size, found.shown, weights)
        demands = demands_of(touched, rules.least, among)
        return answer(question, demands, asked.search, node_limit=asked.effort)
    guarded = np.array(sorted(touched), np.int64)
    problem = pose(terms, postings, found.size, guarded, max(least, default=1), weights)
    best = solve(problem, asked.search, weighted=bool(weights), node_limit=asked.effort)
    # A search that was stopped early may have left more than the greedy one does.
    if asked.search == "auto" and not best.proven:
        greedy = solve(problem, "btop", weighted=bool(weights))
        best = replace(max(best, greedy, key=lambda each: each.weight), bound=min(best.bound, greedy.bound))
    return best


def _complete(
    found: KnownTerms,
    chosen: frozenset[str],
    rules: Rules,
    weights: Mapping[str, float],
    allowed: frozenset[str],
) -> frozenset[str]:
    """The chosen columns of which all that they say in general is chosen, and what can come back without harm."""
    above = {form: frozenset(way) for form, way in found.above.items()}
    kept = frozenset(form for form in chosen if above.get(form, frozenset()) <= chosen)
    if kept == chosen:
        return kept
    crowd = found.crowd()
    before = crowd.bits(found.shown)
    for form in sorted(allowed - kept, key=lambda each: -weights.get(each, 1.0)):
        more = kept | {form} | above.get(form, frozenset())
        if more <= allowed and not find_unsafe(crowd, rules, before | crowd.bits(more)):
            kept = more
    return kept
