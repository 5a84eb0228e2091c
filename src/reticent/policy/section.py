"""What every section of a policy is: fields with their rules, and a way to build what they describe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Protocol

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from reticent.attackers import Attacker
from reticent.detection.ages import Ages
from reticent.detection.detector import Detector
from reticent.knowledge.taxonomy import Taxonomy, wordnet
from reticent.models.privacy_model import PrivacyModel
from reticent.vault.store import VaultKey, read_vault_key

if TYPE_CHECKING:
    from reticent.knowledge import Corpus
    from reticent.knowledge.conditions import Conditions

Kind = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$")]
KIND_FORM = "capitals, digits and underscores, such as PROJECT_NAME"

SomeKinds = Annotated[list[Kind], Field(min_length=1)]
Kinds = Annotated[SomeKinds | None, Field(description="the kinds to look for; all when left out")]
Knowledge = Annotated[
    list[str],
    Field(
        description="what an attacker may know, besides 'general': 'medicine', or index files relative to the policy;"
        " 'none' leaves 'general' out; left out: what the policy says"
    ),
]


@dataclass(frozen=True, slots=True)
class Parts:
    """What a section may need to build its part: where files are, the taxonomies, the detectors and attackers built before, what
    is known where a section doesn't say, which ages are looked for, and the key of the collection."""

    folder: Path = Path()
    detectors: tuple[Detector, ...] = ()
    attackers: tuple[Attacker, ...] = ()
    knowledge: tuple[str, ...] = ()
    taxonomy: Callable[[], Taxonomy] = wordnet
    ages: Ages = "over 89"
    key: Callable[[], VaultKey] = read_vault_key

    def corpus(self, names: Sequence[str]) -> Corpus:
        """What a section chose as one corpus; without any choice, what the policy chose, or what ships."""
        from reticent.knowledge import open_knowledge  # numpy loads with it

        return open_knowledge(*(names or self.knowledge), folder=self.folder)

    def conditions(self, names: Sequence[str]) -> Conditions | None:
        """The list of conditions, where the facts of medicine are among what a section chose; otherwise none."""
        from reticent.knowledge.conditions import conditions  # numpy loads with it

        return conditions() if {"medicine", "medicine-facts"} & {*(names or self.knowledge)} else None


class Section(BaseModel):
    """A table of a policy file; unknown keys are errors. One with a `type` also has `build(parts)`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    needs_detectors: ClassVar[bool] = False
    """Whether the part can do nothing in a policy without [[detectors]]."""

    uses_detectors: ClassVar[bool] = True
    """Whether the part does anything with the [[detectors]] of a policy."""

    @property
    def promises_nothing(self) -> bool:
        """Whether what it promises without any [[detectors]] holds for every text there is."""
        return False


class DetectorSection(Protocol):
    """A section under [[detectors]]."""

    @property
    def type(self) -> str:
        """What a policy writes as its type."""

    def build(self, parts: Parts) -> Detector:
        """The detector that it describes."""


class AttackerSection(Protocol):
    """A section under [[attackers]]."""

    @property
    def type(self) -> str:
        """What a policy writes as its type."""

    def build(self, parts: Parts) -> Attacker:
        """The attacker that it describes."""


class ModelSection(Protocol):
    """A section under [[models]]."""

    @property
    def type(self) -> str:
        """What a policy writes as its type."""

    def build(self, parts: Parts) -> PrivacyModel:
        """The model that it describes."""
