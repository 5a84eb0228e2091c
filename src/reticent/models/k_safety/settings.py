"""The settings of K-safety."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from reticent.errors import PolicyError
from reticent.language import DEFAULT_CODE
from reticent.models.k_safety.safe_subset import Search
from reticent.models.settings import Marks
from reticent.settings.section import Section
from reticent.settings.sources import Sources

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase
    from reticent.models.k_safety.model import KSafety
    from reticent.models.privacy_model import PrivacyModel


class KSafetySettings(Section):
    """The model under which at least K others fit the text as well as any protected entity."""

    uses_detectors: ClassVar[bool] = False

    type: Literal["k-safety"]
    database: str = Field(
        ...,
        repr=False,  # an address may hold a password
        exclude=True,
        description="an entity database, or a small .jsonl or .csv of entities, relative to the policy; or a postgresql:// address",
    )
    protected: list[str] = Field([], description="ids or names of entities that the text must not give away")
    categories: list[str] = Field([], description="categories whose entities are all protected")
    reader: str | None = Field(
        None, description="a reader of the database: every entity that it is not cleared for is protected"
    )
    roles: bool = Field(False, description="readers are the roles of the PostgreSQL server")
    k: int = Field(
        10, ge=1, description="how many other entities must fit what is disclosed of a protected one"
    )
    k_by_category: dict[str, int] = Field({}, description="another K for the entities of some categories")
    diverse: bool = Field(
        False, description="require that the others that fit are not all protected, nor all of one category"
    )
    generalize: bool = Field(
        False, description="use a more general term where a taxonomy has one and this loses less"
    )
    synonyms: bool = Field(False, description="let synonyms that the taxonomies know count as terms")
    variants: bool = Field(
        True,
        description="let derived forms, misspellings, abbreviations and other medical names count as terms",
    )
    marks: Marks = False
    language: str = Field(
        DEFAULT_CODE,
        pattern=r"^[a-z]{2,3}$",
        description="the ISO 639 code of the language of the documents and of the database's terms",
    )
    weights: dict[str, float] = Field(
        {}, description="what it costs to lose a term, such as { fever = 3 }; 1 for all others"
    )
    search: Search = Field("auto", description="how to search for the terms to keep")
    effort: int = Field(
        10_000,
        ge=0,
        description="steps of the exact search before it settles for the best so far; fewer in a large database",
    )
    as_of: str | None = Field(
        None, description="use the entities as they were when the database had this fingerprint"
    )
    ledger: str | None = Field(
        None,
        repr=False,
        exclude=True,
        description="for 'reticent views': what each reader was shown of each subject; a file, or a postgresql:// address",
    )
    subject_field: str | None = Field(
        None, description="for 'reticent views': the key or column of records that names their subject"
    )

    def build(self, parts: Sources) -> PrivacyModel:
        """The model for what the section protects; one that protects nothing is a PolicyError."""
        if self.ledger is not None:
            raise PolicyError(
                "a ledger is kept by 'reticent views': use that command with this policy, or take 'ledger' out of it"
            )
        if not self.protected and not self.categories and self.reader is None:
            raise PolicyError("k-safety needs 'protected', 'categories' or 'reader'")
        model = self._build(self.open_database(parts), parts)
        if self.reader is None:
            return model
        if self.protected or self.categories:
            return replace(model, cleared=model.database.clearance(self.reader))
        from reticent.models.k_safety.views import view_of_reader

        return view_of_reader(model, self.reader)

    def build_for_readers(self, parts: Sources) -> KSafety:
        """The model from which the views of readers are made, each with its own clearance."""
        return self._build(self.open_database(parts), parts)

    def open_database(self, parts: Sources) -> EntityDatabase:
        """The entities that the section names."""
        from reticent.knowledge.entities.entities import SERVERS
        from reticent.knowledge.entities.opening import open_entities

        server = self.database.startswith(SERVERS)
        place = self.database if server else parts.folder / self.database
        return open_entities(place, roles=self.roles, as_of=self.as_of)

    def _build(self, database: EntityDatabase, parts: Sources) -> KSafety:
        from reticent.models.k_safety.model import KSafety

        return KSafety(
            database,
            self.protected,
            self.k,
            categories=self.categories,
            generalize=parts.taxonomy(self.language) if self.generalize else None,
            synonyms=parts.taxonomy(self.language) if self.synonyms else None,
            weights=self.weights,
            language=self.language,
            search=self.search,
            effort=self.effort,
            k_by_category=self.k_by_category,
            diverse=self.diverse,
            variants=self.variants,
            marks=self.marks,
        )
