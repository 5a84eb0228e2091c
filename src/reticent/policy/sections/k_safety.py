"""The section of K-safety."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from reticent.errors import PolicyError
from reticent.policy.section import Parts, Section

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase
    from reticent.models.k_safety.model import KSafety


class KSafetySection(Section):
    """The model that leaves every protected entity at least K others that fit the text as well."""

    type: Literal["k-safety"]
    database: str = Field(
        ...,
        repr=False,  # an address may hold a password
        exclude=True,
        description="an entity database, or a small .jsonl or .csv of entities, relative to the policy; or a postgresql:// address",
    )
    protected: list[str] = Field([], description="ids or names of entities that the text must not tell")
    categories: list[str] = Field([], description="categories whose entities are all protected")
    reader: str | None = Field(
        None, description="a reader of the database: every entity that it is not cleared for is protected"
    )
    roles: bool = Field(False, description="readers are the roles of the PostgreSQL server")
    k: int = Field(10, ge=1, description="how many other entities must fit what is told of a protected one")
    generalize: bool = Field(False, description="put a more general term where a taxonomy knows one")
    synonyms: bool = Field(False, description="let synonyms that the taxonomies know count as terms")
    effort: int = Field(
        300, ge=0, description="steps of the exact search before it settles for the best it has"
    )

    def build(self, parts: Parts) -> KSafety:
        """The model for what the section protects; one that protects nothing is a PolicyError."""
        if not self.protected and not self.categories and self.reader is None:
            raise PolicyError("k-safety needs 'protected', 'categories' or 'reader'")
        return self._build(self.open_database(parts), parts)

    def build_for_readers(self, parts: Parts) -> KSafety:
        """The model from which the views of readers are made, each with its own clearance."""
        return self.model_copy(update={"reader": None})._build(self.open_database(parts), parts)

    def open_database(self, parts: Parts) -> EntityDatabase:
        """The entities that the section names."""
        from reticent.knowledge.entities.entities import SERVERS, open_entities

        server = self.database.startswith(SERVERS)
        return open_entities(self.database if server else parts.folder / self.database, roles=self.roles)

    def _build(self, database: EntityDatabase, parts: Parts) -> KSafety:
        from reticent.models.k_safety.model import KSafety

        return KSafety(
            database,
            self.protected,
            self.k,
            categories=self.categories,
            cleared=None if self.reader is None else database.clearance(self.reader),
            generalize=parts.taxonomy() if self.generalize else None,
            synonyms=parts.taxonomy() if self.synonyms else None,
            effort=self.effort,
        )
