"""Which section a policy means by a `type`: one of ours, or one that another installed package offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast, get_args

from reticent.attackers import Attacker
from reticent.detection.detector import Detector
from reticent.errors import PolicyError
from reticent.files.extensions import find_extension, list_extensions
from reticent.models.privacy_model import PrivacyModel
from reticent.models.settings import Parts
from reticent.settings.section import Section


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


@dataclass(frozen=True, slots=True)
class Registry:
    """The sections that one list of a policy may hold; `group` is where other packages register theirs."""

    group: str
    shipped: Mapping[str, str]
    """Where the settings class of each `type` is: "module:class", loaded when a policy names it."""

    def find(self, name: str) -> type[Section] | None:
        """The section whose `type` is this name; a package can't replace one of ours."""
        if name in self.shipped:
            return _load(self.shipped[name])
        extension = find_extension(self.group, name)
        return None if extension is None else _require_section(extension.load(), name, extension.package)

    def names(self) -> list[str]:
        """Every `type` that a policy may say: ours, then those of other packages."""
        others = {extension.name for extension in list_extensions(self.group)}
        return [*self.shipped, *sorted(others - self.shipped.keys())]


def _load(place: str) -> type[Section]:
    module, _, name = place.partition(":")
    return cast(type[Section], getattr(import_module(f"reticent.{module}"), name))


def type_of(section: Any) -> str | None:
    """The `type` that a section class has, or None when it is no class with one fixed type."""
    field = getattr(section, "model_fields", {}).get("type")
    names = get_args(field.annotation) if field else ()
    return names[0] if len(names) == 1 and isinstance(names[0], str) else None


def _require_section(section: Any, name: str, package: str) -> type[Section]:
    if not (
        isinstance(section, type)
        and issubclass(section, Section)
        and callable(getattr(section, "build", None))
    ):
        raise PolicyError(
            f"'{name}' of the package {package} is not a section: it must be a class over reticent.policy.Section"
            " with a method build(parts)"
        )
    if type_of(section) != name:
        raise PolicyError(f"'{name}' of the package {package} must have the field type: Literal[\"{name}\"]")
    return section


DETECTORS = Registry(
    "reticent.detectors",
    {
        "patterns": "detection.settings:PatternsSettings",
        "words": "detection.settings:WordsSettings",
        "names": "detection.settings:NamesSettings",
        "informativeness": "detection.settings:InformativenessSettings",
        "presidio": "detection.settings:PresidioSettings",
        "spacy": "detection.settings:SpacySettings",
    },
)
MODELS = Registry(
    "reticent.models",
    {
        "redaction": "models.redaction.settings:RedactionSettings",
        "correlation-guard": "models.correlation_guard.settings:CorrelationGuardSettings",
        "t-plausibility": "models.t_plausibility.settings:TPlausibilitySettings",
        "cg-sanitization": "models.cg_sanitization.settings:CgSanitizationSettings",
        "k-safety": "models.k_safety.settings:KSafetySettings",
        "greedy-sanitize": "models.greedy_sanitize.settings:GreedySanitizeSettings",
        "indistinct": "models.indistinct.settings:IndistinctSettings",
        "no-linkage": "models.no_linkage.settings:NoLinkageSettings",
    },
)
ATTACKERS = Registry(
    "reticent.attackers",
    {
        "similarity": "attackers.settings:SimilaritySettings",
        "bayes": "attackers.settings:BayesSettings",
        "hints": "attackers.settings:HintsSettings",
        "chat": "attackers.settings:ChatSettings",
        "retrieval": "attackers.settings:RetrievalSettings",
    },
)
