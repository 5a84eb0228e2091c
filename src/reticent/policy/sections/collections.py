"""The section of a trained model.

The section of K-safety.

The section of t-plausibility.

The section of redaction.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from reticent.errors import PolicyError
from reticent.models.redaction import DateMode, DateRule, Redaction
from reticent.policy.section import Parts, Section

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase
    from reticent.models.greedy_sanitize.storing import Trained
    from reticent.models.k_safety.model import KSafety
    from reticent.models.privacy_model import PrivacyModel
    from reticent.models.t_plausibility import TPlausibility


class GreedySanitizeSection(Section):
    """The model that leaves nothing its trained classifiers find."""

    uses_detectors: ClassVar[bool] = False

    type: Literal["greedy-sanitize"]
    file: str = Field(..., description="a model that 'reticent train' wrote, relative to the policy")

    def build(self, parts: Parts) -> Trained:
        """The model in the file."""
        from reticent.policy.stores import open_trained_model

        return open_trained_model(parts.folder / self.file)


class KSafetySection(Section):
    """The model that leaves every protected entity at least K others that fit the text as well."""

    uses_detectors: ClassVar[bool] = False

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
    k_by_category: dict[str, int] = Field({}, description="another K for the entities of some categories")
    diverse: bool = Field(
        False, description="the others that fit are not all protected, nor all of one category"
    )
    generalize: bool = Field(
        False, description="put a more general term where a taxonomy knows one and that loses less"
    )
    synonyms: bool = Field(False, description="let synonyms that the taxonomies know count as terms")
    variants: bool = Field(
        True,
        description="let derived forms, misspellings, abbreviations and other medical names count as terms",
    )
    weights: dict[str, float] = Field(
        {}, description="what it costs to lose a term, such as { fever = 3 }; 1 for all others"
    )
    search: Literal[
        "auto", "exact", "btop", "btop-naive", "bsize", "bfreq", "best-first", "best-first-naive", "levelwise"
    ] = Field("auto", description="how the terms that stay are looked for")
    effort: int = Field(
        300, ge=0, description="steps of the exact search before it settles for the best it has"
    )
    as_of: str | None = Field(
        None, description="a fingerprint: the entities as they were when the database had it"
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

    def build(self, parts: Parts) -> PrivacyModel:
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

    def build_for_readers(self, parts: Parts) -> KSafety:
        """The model from which the views of readers are made, each with its own clearance."""
        return self._build(self.open_database(parts), parts)

    def open_database(self, parts: Parts) -> EntityDatabase:
        """The entities that the section names."""
        from reticent.knowledge.entities.entities import SERVERS
        from reticent.knowledge.entities.opening import open_entities

        server = self.database.startswith(SERVERS)
        place = self.database if server else parts.folder / self.database
        return open_entities(place, roles=self.roles, as_of=self.as_of)

    def _build(self, database: EntityDatabase, parts: Parts) -> KSafety:
        from reticent.models.k_safety.model import KSafety

        return KSafety(
            database,
            self.protected,
            self.k,
            categories=self.categories,
            generalize=parts.taxonomy() if self.generalize else None,
            synonyms=parts.taxonomy() if self.synonyms else None,
            weights=self.weights,
            search=self.search,
            effort=self.effort,
            k_by_category=self.k_by_category,
            diverse=self.diverse,
            variants=self.variants,
        )


class TPlausibilitySection(Section):
    """The model under which at least t texts could have been the original."""

    type: Literal["t-plausibility"]
    t: int = Field(..., ge=1, description="how many texts could be the original of each unit")
    word_t: int = Field(
        1, ge=1, description="how many words each word that the detectors find could be, if it isn't removed"
    )
    alternatives: Literal["honest", "paper"] = Field(
        "honest", description='whether kinds of the original count as other words: not, or ("paper") they do'
    )
    alpha: float = Field(0.5, ge=0, le=1, description="the weight of the whole against evenness, from 0 to 1")
    unit: Literal["sentence", "paragraph", "document"] = Field(
        "document", description="what t texts could be the original of"
    )
    nouns: bool | None = Field(
        None, description="whether all nouns are sensitive; only without detectors when left out"
    )
    senses: Literal["likeliest", "overlap", "first", "common-terms"] = Field(
        "likeliest", description="how the sense of a word is judged"
    )
    confidence: float = Field(
        0.8, ge=0, le=1, description="the share of a word's senses that a generalization must lie above"
    )
    meanings: dict[str, str] = Field(
        {}, description='word = "what it is", where the likeliest sense is wrong'
    )
    knowledge: str | list[str] | None = Field(
        None,
        description="what words weigh by: 'general', 'medicine', or index files relative to the policy, which add to"
        " 'general' unless 'none' is said; equal weights when left out",
    )
    unreachable: Literal["refuse", "remove"] = Field(
        "refuse", description="what becomes of a unit that can't reach t: an error, or all its words go"
    )

    @property
    def promises_nothing(self) -> bool:
        """Whether t asks for no other text and no other word: the text itself counts as one."""
        return self.t == 1 and self.word_t == 1

    def build(self, parts: Parts) -> TPlausibility:
        """The model over the detectors and taxonomies of the policy."""
        from reticent.models.t_plausibility import TPlausibility

        return TPlausibility(
            self.t,
            self.alpha,
            taxonomy=parts.taxonomy(),
            detectors=parts.detectors,
            corpus=parts.corpus(self._choices()) if self.knowledge else None,
            familiar=parts.corpus([]),
            **self.model_dump(exclude={"type", "t", "alpha", "knowledge"}),
        )

    def _choices(self) -> list[str]:
        return [self.knowledge] if isinstance(self.knowledge, str) else [*(self.knowledge or ())]


class RedactionSection(Section):
    """The model that leaves nothing its detectors find."""

    needs_detectors: ClassVar[bool] = True

    type: Literal["redaction"]
    generalize: bool = Field(False, description="put a more general term where a taxonomy knows one")
    dates: DateMode = Field(
        "remove",
        description="what becomes of dates: 'remove', only the 'year' or the 'month' stays, 'shift' by a secret number of"
        " weeks a subject, or 'number' in the order of time",
    )
    day_first: bool = Field(
        False, description="whether 03/04/2024 is the third of April where a text leaves it open"
    )

    def build(self, parts: Parts) -> Redaction:
        """The model over the detectors of the policy."""
        secret = parts.key().derive("dates") if self.dates == "shift" else b""
        return Redaction(
            parts.detectors,
            taxonomy=parts.taxonomy() if self.generalize else None,
            dates=DateRule(self.dates, secret, self.day_first),
        )
