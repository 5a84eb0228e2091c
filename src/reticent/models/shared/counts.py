"""Counts of documents, what they tell, how likely chance explains them, and how a plan says so without quoting a term."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import isfinite, lgamma, log, log1p
from typing import Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from reticent.errors import InputError
from reticent.knowledge import Conjunction, Corpus, TermGroups, bits, is_countable
from reticent.knowledge.corpus.corpus import TellsOwnCounts
from reticent.knowledge.corpus.terms import words_of
from reticent.models.shared.phrases import HasCount
from reticent.text import Document, Span
from reticent.text.contexts import require_within

Evidence = Literal["confident", "counted", "strict"]
"""What is taken for evidence: those counts that chance hardly explains, the counts, or the upper bound of the joint counts."""

CHANCE = 0.2
"""The chance up to which a single term is believed to tell more than is allowed: each is a question of its own.

One in five, because to keep what tells is worse than to give up what doesn't.
"""

RATE = 0.01
"""The share of groups that may be condemned by chance, among all groups of their size that are: a text has thousands."""

_PAIRS_AT_ONCE = 50_000_000
"""Pairs of terms, over all entities, that are counted at a time: 200 MB."""


def own_counts(corpus: Corpus) -> HasCount:
    """Whether the corpus counts a phrase by itself, and not through its words."""
    if isinstance(corpus, TellsOwnCounts):
        has_own = corpus.has_own_count
        return lambda form: is_countable(form) and has_own(form)
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
) -> list[list[TermGroups]]:
    """For each entity its groups of 1, 2, … units, which need as many documents with it as `supports` has for the size."""
    found: list[list[TermGroups]] = [[] for _ in entities]
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


_EULER = 0.5772156649  # the Euler-Mascheroni constant: a harmonic sum less its logarithm

_NEGLIGIBLE = 1e-16  # a term that changes no digit of the sum

_lgamma = np.frompyfunc(lgamma, 1, 1)


def find_chances(together: NDArray[np.int64], alone: NDArray[np.int64], share: float) -> NDArray[np.float64]:
    """How likely at least `together` out of `alone` are where each has the given share: the sum of the binomial terms.

    1 where there are no more than expected. No score of a normal curve does instead: to it 2 of 2 at a share of 0.02 are
    1 in 10^23, and they are 4 in ten thousand.

    >>> find_chances(np.array([3, 6, 2]), np.array([3, 10, 10]), 0.5).round(3).tolist()
    [0.125, 0.377, 1.0]
    """
    tails = np.ones(len(together))
    if share >= 1:
        return tails
    rows = np.flatnonzero(together > alone * share)
    hits, rest = together[rows].astype(np.float64), (alone - together)[rows].astype(np.float64)
    ways = _log_factorial(hits + rest) - _log_factorial(hits) - _log_factorial(rest)
    terms = np.exp(ways + hits * log(share) + rest * log1p(-share))
    tails[rows] = terms
    while rows.size:
        terms = terms * rest / (hits + 1) * (share / (1 - share))
        hits, rest = hits + 1, rest - 1
        tails[rows] += terms
        more = terms > tails[rows] * _NEGLIGIBLE
        rows, terms, hits, rest = rows[more], terms[more], hits[more], rest[more]
    return tails


def _log_factorial(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(_lgamma(numbers + 1), dtype=np.float64)


def find_level(chances: Sequence[float], tests: int, rate: float) -> float:
    """The chance up to which tests are believed so that at most `rate` of the believed ones are false.

    Benjamini and Yekutieli, whose correction holds however the tests depend on each other. `chances` are those of the
    tests that may be believed, `tests` is how many were made in all; 0 where none is believed.

    >>> round(find_level([0.001, 0.002, 0.6], 5, 0.05), 4), find_level([0.5], 5, 0.05)
    (0.0091, 0.0)
    """
    strict = rate / (log(tests) + _EULER) if tests > 1 else rate
    believed = 0
    for number, chance in enumerate(sorted(chances), 1):
        if chance * tests <= strict * number:
            believed = number
    return strict * believed / tests if believed else 0.0


class DisclosingGroup(Protocol):
    """A group of terms and what it tells, with the counts behind it."""

    @property
    def group(self) -> tuple[str, ...]:
        """Its terms."""

    @property
    def bits(self) -> float:
        """How much it tells."""


T = TypeVar("T", bound=DisclosingGroup)


def index_by_unit(found: Iterable[T]) -> dict[str, list[T]]:
    """The groups that each unit is part of."""
    groups: dict[str, list[T]] = {}
    for each in found:
        for unit in each.group:
            groups.setdefault(unit, []).append(each)
    return groups


def plainness(each: DisclosingGroup) -> tuple[int, float, tuple[str, ...]]:
    """The plainest reason is the least by this: few terms that tell much."""
    return len(each.group), -each.bits, each.group


def describe_group(terms: int) -> str:
    """The subject of a sentence about a group.

    >>> describe_group(1), describe_group(2)
    ('this term tells', 'these 2 terms together tell')
    """
    return "this term tells" if terms == 1 else f"these {terms} terms together tell"


def describe_terms(terms: int) -> str:
    """A group after a preposition.

    >>> describe_terms(1), describe_terms(2)
    ('this term', 'these 2 terms')
    """
    return "this term" if terms == 1 else f"these {terms} terms"


_MANY = 0.1  # ten of a hundred: from here on half a document more or less says nothing


def describe_share(share: float) -> str:
    """A probability as so many of a hundred, with a digit after the point where there are few.

    >>> describe_share(0.2), describe_share(0.846), describe_share(0.033), describe_share(0.05)
    ('20', '85', '3.3', '5')
    """
    return f"{100 * share:.0f}" if share >= _MANY else f"{100 * share:.1f}".removesuffix(".0")


def require_cap(at_most: float) -> None:
    """Refuse a cap that is no probability above 0."""
    if not 0 < at_most <= 1:
        raise InputError(f"at_most is a probability above 0 and up to 1, which is no cap, not {at_most}")


def require_groups(max_group: int, within: str) -> None:
    """Refuse groups of no terms, and what terms can't be judged together within."""
    if max_group < 1:
        raise InputError(f"max_group must be at least 1, not {max_group}")
    try:
        require_within(within)
    except ValueError as error:
        raise InputError(f"the context can't be '{within}': {error}") from None


def describe_counts(together: int, alone: int, terms: int, named: str) -> str:
    """The counts behind a figure: in how many of the group's documents the other stands too."""
    return f"{together:,} of {alone:,} documents with {'it' if terms == 1 else 'them'} name {named}"


def finite(bits: float) -> float | None:
    """Bits as a value that JSON can carry; what is infinite is None."""
    return round(bits, 3) if isfinite(bits) else None


@dataclass(frozen=True, slots=True)
class Option:
    """A form that a phrase can take: what an attacker reads off it, and how much it tells. Removed, it tells nothing.

    A phrase of several words can lose some of them and keep the others: `kept` numbers those that stay. At other places than
    `places` the form would not read well, and the phrase is removed there; none says that it reads well at all. `mark` is
    the kind whose mark stands for what goes, where a mark says what that was.
    """

    form: str | None = field(repr=False)
    units: frozenset[str] = field(repr=False)
    information: float
    kept: tuple[int, ...] = ()
    places: tuple[Span, ...] = ()
    mark: str = ""


REMOVED = Option(None, frozenset(), 0.0)
