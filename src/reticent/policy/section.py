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
from reticent.models.privacy_model import PrivacyModel
from reticent.taxonomy import Taxonomy, wordnet
from reticent.vault.keys import VaultKey, read_vault_key

if TYPE_CHECKING:
    from reticent.knowledge import Corpus

Kind = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$")]
KIND_FORM = "capitals, digits and underscores, such as PROJECT_NAME"

Kinds = Annotated[list[Kind] | None, Field(description="the kinds to look for; all when left out")]
Knowledge = Annotated[
    list[str],
    Field(description="index files, relative to the policy; the one that ships with reticent when left out"),
]


@dataclass(frozen=True, slots=True)
class Parts:
    """What a section may need to build its part: where files are, the taxonomies, the detectors and attackers built before, which
    ages are looked for, and the key of the collection."""

    folder: Path = Path()
    detectors: tuple[Detector, ...] = ()
    attackers: tuple[Attacker, ...] = ()
    taxonomy: Callable[[], Taxonomy] = wordnet
    ages: Ages = "over 89"
    key: Callable[[], VaultKey] = read_vault_key

    def corpus(self, names: Sequence[str]) -> Corpus:
        """These index files as one corpus; the one that ships with the package when none is named."""
        from reticent.knowledge import open_corpus  # numpy loads with it

        return open_corpus(*(self.folder / name for name in names))


class Section(BaseModel):
    """A table of a policy file; unknown keys are errors. One with a `type` also has `build(parts)`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    needs_detectors: ClassVar[bool] = False
    """Whether the part can do nothing in a policy without [[detectors]]."""


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
