"""What an attacker knows of entities, and what each reader was shown of each subject: the seams of databases and ledgers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reticent.knowledge.entities._sql import LedgerTurn

    Ints = NDArray[np.int64]


FORMAT_VERSION = "3"
"""Of the tables, which SQLite and PostgreSQL have alike."""

SERVERS = ("postgresql://", "postgres://")
"""How the address of a server begins."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, a disease, a product: whatever a document may give away. Its names are part of its context.

    Of several categories, a reader must be cleared for every one to know of the entity.
    """

    id: str
    names: tuple[str, ...]
    categories: tuple[str, ...] = ()
    context: tuple[str, ...] = field(default=(), repr=False)


class EntityDatabase(Protocol):
    """Entities and the terms of their contexts, inverted; entities are numbers here, terms are forms (`form_of`)."""

    @property
    def size(self) -> int:
        """How many entities there are."""

    @property
    def fingerprint(self) -> str:
        """The "sha256:…" of all tables, by which a promise names the database; a KnowledgeError when they were changed.

        It is computed from the tables when it is first asked for, and compared with what they were built with.
        """

    def terms(self) -> list[str]:
        """All terms."""

    def terms_with_heads(self, heads: Collection[str]) -> list[str]:
        """The terms whose head (`head_of`) is one of these."""

    def knowers(self, terms: Collection[str]) -> Mapping[str, Ints]:
        """For every one of these that is a term, the entities that have it in their context, in order."""

    def numbers(self, names: Iterable[str]) -> Mapping[str, list[int]]:
        """The entities that have each of these ids or names, as the database spells it or in the same normal form."""

    def inside(self, categories: Collection[str]) -> Ints:
        """The entities that have at least one of these categories, in order."""

    def outside(self, categories: Collection[str]) -> Ints:
        """The entities that have a category besides these, or none at all, in order: all that a reader may not know."""

    def categories(self) -> Mapping[str, int]:
        """Every category with the number of its entities; "" for those without one."""

    def describe(self, numbers: Collection[int]) -> Mapping[int, Entity]:
        """These entities with id, first name and categories, without their contexts."""

    def clearances(self) -> Mapping[str, frozenset[str]]:
        """Every reader, or group of readers, with the categories that it may know of."""

    def clearance_sets(self) -> frozenset[frozenset[str]]:
        """The clearances that some readers have, without the readers."""

    def clearance(self, reader: str) -> frozenset[str]:
        """The categories that a reader may know of: none for a reader who is unknown."""


@runtime_checkable
class HasContextRows(Protocol):
    """A database that shows the rows of its tables, so that a second reader can count without `knowers`."""

    def context_rows(self, forms: Collection[str]) -> list[tuple[str, int]]:
        """Each of these forms that is a term with each entity that has it in its context, one row per pair."""


class ViewLedger(Protocol):
    """A ledger, in a file or on a server: what is written stays, and is written before it is shown."""

    @property
    def place(self) -> str:
        """How errors call it."""

    def begin_turn(
        self, subjects: Collection[str], *, new: bool = False, keep: bool = True
    ) -> AbstractContextManager[LedgerTurn]:
        """One transaction about these subjects: what it notes is on disk when it ends, or there is a KnowledgeError.

        Meanwhile nobody else can show anything of them. A subject that the ledger doesn't know is an error, unless
        `new` ones may begin. A turn that is not to be kept leaves the ledger as it was.
        """
