"""A corpus whose counts come from a search engine, as docs/how-to/count-with-a-search-engine.md uses it."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product

from reticent.knowledge import Conjunction, Known, TermGroups


class CountedBySearch:
    """Counts of a search engine; `hits` answers how many pages hold all of some terms."""

    def __init__(self, hits: Callable[[frozenset[str]], int], pages: int, name: str) -> None:
        self.hits, self.size, self.fingerprint = hits, pages, f"search:{name}"
        self.kept: dict[frozenset[str], int] = {}

    def ask(self, terms: frozenset[str]) -> int:
        """How many pages hold all of these terms; each set is asked for once."""
        if terms not in self.kept:
            self.kept[terms] = self.hits(terms)
        return self.kept[terms]

    def count(self, conjunctions: Sequence[Conjunction]) -> list[int]:
        """How many pages hold each conjunction."""
        return [self._count(each) for each in conjunctions]

    def _count(self, conjunction: Conjunction) -> int:
        ways = [sorted({each} if isinstance(each, str) else each) for each in conjunction]
        # Of several names for one thing the commonest counts: a page may hold two of them, and must not count twice.
        return max((self.ask(frozenset(way)) for way in product(*ways)), default=0) if ways else self.size

    def known(self, terms: Sequence[str]) -> list[Known]:
        """Whether the engine has ever seen each term."""
        return ["exact" if self.ask(frozenset({term})) else "unseen" for term in terms]

    def groups(
        self,
        entities: Sequence[Conjunction],
        terms: Sequence[str],
        *,
        max_group: int = 2,
        min_support: int = 1,
        within: Conjunction = frozenset(),
    ) -> list[list[TermGroups]]:
        """For each entity, the groups of terms that occur with it on `min_support` pages."""
        return [
            [self._groups(each, terms, size, max(1, min_support), within) for size in range(1, max_group + 1)]
            for each in entities
        ]

    def _groups(
        self, entity: Conjunction, terms: Sequence[str], size: int, support: int, within: Conjunction
    ) -> TermGroups:
        rows = []
        for members in combinations(range(len(terms)), size):
            group = frozenset(terms[member] for member in members) | within
            if (together := self._count(group | entity)) >= support:
                rows.append((members, together, self._count(group)))
        return TermGroups.from_rows(rows, size)

    def without(self, words: Iterable[str], *, alike: float = 0.7) -> "CountedBySearch":
        """The corpus as it is: nobody can take a page out of a search engine."""
        return self
