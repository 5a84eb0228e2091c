"""Which section a policy means by a `type`: one of ours, or one that another installed package offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from reticent.errors import PolicyError
from reticent.files.extensions import find_extension, list_extensions
from reticent.policy.section import Section
from reticent.policy.sections.attackers import BayesSection, ChatSection, HintsSection, SimilaritySection
from reticent.policy.sections.collections import (
    GreedySanitizeSection,
    KSafetySection,
    RedactionSection,
    TPlausibilitySection,
)
from reticent.policy.sections.detectors import (
    InformativenessSection,
    NamesSection,
    PatternsSection,
    PresidioSection,
    SpacySection,
    WordsSection,
)
from reticent.policy.sections.disclosure import CgSanitizationSection, CorrelationGuardSection
from reticent.policy.sections.indistinct import IndistinctSection


@dataclass(frozen=True, slots=True)
class Registry:
    """The sections that one list of a policy may hold; `group` is where other packages register theirs."""

    group: str
    shipped: Mapping[str, type[Section]]

    def find(self, name: str) -> type[Section] | None:
        """The section whose `type` is this name; a package can't replace one of ours."""
        if name in self.shipped:
            return self.shipped[name]
        extension = find_extension(self.group, name)
        return None if extension is None else _require_section(extension.load(), name, extension.package)

    def names(self) -> list[str]:
        """Every `type` that a policy may say: ours, then those of other packages."""
        others = {extension.name for extension in list_extensions(self.group)}
        return [*self.shipped, *sorted(others - self.shipped.keys())]


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
            f"'{name}' of the package {package} is no section: it must be a class over reticent.policy.Section"
            " with a method build(parts)"
        )
    if type_of(section) != name:
        raise PolicyError(f"'{name}' of the package {package} must have the field type: Literal[\"{name}\"]")
    return section


def _by_type(*sections: type[Section]) -> dict[str, type[Section]]:
    return {type_of(section) or "": section for section in sections}


DETECTORS = Registry(
    "reticent.detectors",
    _by_type(
        PatternsSection, WordsSection, NamesSection, InformativenessSection, PresidioSection, SpacySection
    ),
)
MODELS = Registry(
    "reticent.models",
    _by_type(
        RedactionSection,
        CorrelationGuardSection,
        TPlausibilitySection,
        CgSanitizationSection,
        KSafetySection,
        GreedySanitizeSection,
        IndistinctSection,
    ),
)
ATTACKERS = Registry(
    "reticent.attackers", _by_type(SimilaritySection, BayesSection, HintsSection, ChatSection)
)
