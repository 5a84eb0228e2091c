"""Databases and documents for the K-safety experiments: the generator of ERASE, section 7, and a Zipf law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from reticent.models.k_safety import pose
from reticent.models.k_safety._problem import Ints, SubsetProblem

BASE_SETS, ENTITIES_PER_SET, PROTECTED = 100, 30, 450
UNIVERSE, BASE_SIZE = 200, 50


@dataclass(frozen=True, slots=True)
class Database:
    """Which entities know a term, who is protected, and the sets that documents are made from."""

    postings: tuple[Ints, ...]
    entities: int
    protected: Ints
    bases: tuple[Ints, ...]

    def problem(self, document: Ints, k: int) -> SubsetProblem:
        """The document as a question to the searches."""
        terms = tuple(str(term) for term in document)
        return pose(terms, [self.postings[term] for term in document], self.entities, self.protected, k)


# paper: erase, Section 7, generator
def paper_database(rng: np.random.Generator, scale: int = 1) -> Database:
    """100 base sets, 30 entities on each with as many random terms again; `scale` enlarges universe and sets alike."""
    universe, half = UNIVERSE * scale, BASE_SIZE * scale
    bases, rows = [], []
    for _ in range(BASE_SETS):
        base = rng.choice(universe, half, replace=False)
        others = np.setdiff1d(np.arange(universe), base)
        bases.append(base)
        rows += [np.append(base, rng.choice(others, half, replace=False)) for _ in range(ENTITIES_PER_SET)]
    protected = rng.choice(len(rows), PROTECTED, replace=False)
    return Database(_invert(rows, universe), len(rows), np.sort(protected), tuple(bases))


# paper: erase, Section 7, generator
def paper_documents(
    rng: np.random.Generator, database: Database, count: int, size: int, goodness: float
) -> Iterator[Ints]:
    """Documents with a share `goodness` of their terms from one base set and the others from outside it."""
    inside = round(goodness * size)
    for _ in range(count):
        base = database.bases[rng.integers(len(database.bases))]
        others = np.setdiff1d(np.arange(len(database.postings)), base)
        terms = [rng.choice(base, inside, replace=False), rng.choice(others, size - inside, replace=False)]
        yield rng.permutation(np.concatenate(terms))


def zipf_database(rng: np.random.Generator, entities: int, protected: int, universe: int) -> Database:
    """Contexts of 20 to 40 terms, term of rank r drawn with a probability like 1 / r."""
    sizes = rng.integers(20, 41, entities)
    drawn = np.split(_draw(rng, universe, int(3 * sizes.sum())), np.cumsum(3 * sizes)[:-1])
    rows = [_first(terms, size) for terms, size in zip(drawn, sizes, strict=True)]
    chosen = np.sort(rng.choice(entities, protected, replace=False))
    return Database(_invert(rows, universe), entities, chosen, tuple(rows[entity] for entity in chosen))


def zipf_documents(rng: np.random.Generator, database: Database, count: int, size: int) -> Iterator[Ints]:
    """Documents about a protected entity: up to half its terms from that context, the others by the same law."""
    universe = len(database.postings)
    for _ in range(count):
        context = rng.permutation(database.bases[rng.integers(len(database.bases))])[: size // 2]
        yield rng.permutation(_first(np.append(context, _draw(rng, universe, 10 * size)), size))


def _draw(rng: np.random.Generator, universe: int, size: int) -> Ints:
    cumulated = np.cumsum(1 / np.arange(1, universe + 1))
    ranks: Ints = np.searchsorted(cumulated, rng.random(size) * cumulated[-1])
    return ranks


def _first(terms: Ints, size: int) -> Ints:
    """The first `size` different terms."""
    return np.array(list(dict.fromkeys(terms.tolist()))[:size], np.int64)


def _invert(rows: list[Ints], universe: int) -> tuple[Ints, ...]:
    terms = np.concatenate(rows)
    owners = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    order = np.lexsort((owners, terms))
    return tuple(np.split(owners[order], np.searchsorted(terms[order], np.arange(1, universe))))
