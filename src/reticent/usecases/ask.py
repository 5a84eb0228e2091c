"""In how many documents of a corpus terms occur, alone and together, and what that says in bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from reticent.knowledge import as_term, association, bits
from reticent.knowledge.corpus.spoken import language_of, speaking

if TYPE_CHECKING:
    from reticent.knowledge import Corpus


@dataclass(frozen=True, slots=True)
class Answer:
    """A count; what was never seen has no information, and a term by itself no `pmi`.

    `known` is "exact" where every term has a count of its own.
    """

    terms: tuple[str, ...]
    count: int
    information: float | None
    known: str
    pmi: float | None = None


def ask(corpus: Corpus, names: Sequence[str]) -> list[Answer]:
    """The count of each term, of each two of them, and of all; the PMI of several is that of the first with the others."""
    with speaking(language_of(corpus)):
        terms = [as_term(name) for name in names]
    return [*_ask_singles(corpus, terms), *_ask_groups(corpus, terms)]


def _ask_singles(corpus: Corpus, terms: list[str]) -> Iterator[Answer]:
    counts = corpus.count([frozenset({term}) for term in terms])
    for term, count, known in zip(terms, counts, corpus.known(terms), strict=True):
        yield Answer((term,), count, _finite(bits(count, corpus.size)), known)


def _ask_groups(corpus: Corpus, terms: list[str]) -> Iterator[Answer]:
    known = dict(zip(terms, corpus.known(terms), strict=True))
    for first, *others in _pairs_and_all(list(known)):
        found = association(corpus, frozenset({first}), [frozenset(others)])[0]
        exact = all(known[term] == "exact" for term in (first, *others))
        yield Answer(
            (first, *others),
            found.together,
            _finite(bits(found.together, corpus.size)),
            "exact" if exact else "approximate",
            _finite(found.pmi),
        )


def _pairs_and_all(terms: list[str]) -> list[tuple[str, ...]]:
    return [*combinations(terms, 2), *([tuple(terms)] if len(terms) > 2 else [])]


def _finite(value: float | None) -> float | None:
    """JSON has no infinity: what was never seen has no number there."""
    return None if value is None or abs(value) == float("inf") else round(value, 4)
