"""Who is protected, by how many others each, and what these others must be like."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reticent.errors import InputError

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase


@dataclass(frozen=True, slots=True)
class Company:
    """What the others that fit must be like: not all protected, where anybody is not, nor all of one category.

    `categories` has those of every entity.
    """

    protected: frozenset[int] = field(repr=False)
    categories: Mapping[int, tuple[str, ...]] = field(repr=False)

    def is_diverse(self, others: Collection[int]) -> bool:
        """Whether these may be the others that fit."""
        if self.protected.issuperset(others) and len(self.protected) < len(self.categories):
            return False
        shared = [frozenset(self.categories[other]) for other in others]
        return not shared or not frozenset.intersection(*shared)

    def kinds(self) -> Iterator[frozenset[int]]:
        """The sets of entities of each of which there must be one among the others."""
        everybody = frozenset(self.categories)
        if not everybody <= self.protected:
            yield everybody - self.protected
        for category in sorted({each for held in self.categories.values() for each in held}):
            yield frozenset(number for number, held in self.categories.items() if category not in held)


@dataclass(frozen=True, slots=True)
class Rules:
    """K of every protected entity, by its number, what its companions must be like, and the protected categories."""

    least: Mapping[int, int] = field(repr=False)
    company: Company | None = None
    categories: frozenset[str] = frozenset()

    @property
    def protected(self) -> frozenset[int]:
        """The numbers of the protected entities."""
        return frozenset(self.least)

    @property
    def highest(self) -> int:
        """The largest K of all, 1 where nobody is protected."""
        return max(self.least.values(), default=1)


def make_rules(
    database: EntityDatabase,
    protected: Iterable[str],
    categories: Collection[str],
    cleared: Collection[str] | None,
    k: int,
    *,
    k_by_category: Mapping[str, int],
    diverse: bool,
) -> Rules:
    """The rules for entities by id or name, those of categories, and those that a reader is not cleared for.

    An InputError names whom or what the database does not know, or a K that it is too small for.
    """
    for each in (k, *k_by_category.values()):
        _require_enough(database, each)
    _require_known(database, [*categories, *k_by_category])
    numbers = frozenset(_find_protected(database, protected, categories, cleared))
    own: dict[int, int] = {}
    for category, least in k_by_category.items():
        for number in numbers.intersection(database.inside((category,)).tolist()):
            own[number] = max(least, own.get(number, 1))
    company = None
    if diverse:
        held = database.describe(database.outside(()).tolist())
        company = Company(numbers, {number: entity.categories for number, entity in held.items()})
        _require_several_categories(company)
    if cleared is None:
        hidden = {each for entity in database.describe(numbers).values() for each in entity.categories}
    else:
        hidden = set(database.categories()).difference(cleared)
    return Rules(dict.fromkeys(numbers, k) | own, company, frozenset(hidden))


def _find_protected(
    database: EntityDatabase,
    protected: Iterable[str],
    categories: Collection[str],
    cleared: Collection[str] | None,
) -> Iterator[int]:
    for name, numbers in database.numbers(protected).items():
        if not numbers:
            raise InputError(
                f"the protected entity '{name}' is not in the database; add it, or correct its name"
            )
        yield from numbers
    yield from database.inside(tuple(categories)).tolist()
    if cleared is not None:
        yield from database.outside(tuple(cleared)).tolist()


def _require_known(database: EntityDatabase, categories: Iterable[str]) -> None:
    known = database.categories().keys()
    unknown = next((category for category in categories if category not in known or not category), None)
    if unknown is not None:
        raise InputError(f"the database has no entity of the category '{unknown}'; correct its name")


def _require_enough(database: EntityDatabase, k: int) -> None:
    if k < 1:
        raise InputError(f"K must be at least 1, not {k}")
    if k >= database.size:
        raise InputError(
            f"K={k} asks for {k} companions of each protected entity, but the database has {database.size} entities"
            " in all: lower K or add entities"
        )


def _require_several_categories(company: Company) -> None:
    held = [frozenset(each) for each in company.categories.values()]
    if held and frozenset.intersection(*held):
        raise InputError(
            "all entities of the database are of one category, so that no companions can be diverse: add others, or"
            " don't ask for it"
        )
