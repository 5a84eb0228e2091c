"""From a policy to the detectors and models that it names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reticent.detection.detector import Detector
from reticent.models.privacy_model import PrivacyModel
from reticent.policy import stores
from reticent.policy.builders import Parts, build
from reticent.policy.detectors import detector
from reticent.policy.schema import Policy
from reticent.taxonomy import Taxonomy
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class Assembly:
    """What a policy comes to: its models in order, and every kind that a placeholder of theirs can name."""

    models: tuple[PrivacyModel, ...]
    kinds: frozenset[str]
    detectors: tuple[Detector, ...] = ()

    def models_for(self, document: Document) -> tuple[PrivacyModel, ...]:
        """The models with `document` left out of what they count, in case their corpus holds it itself."""
        leave_out = [getattr(model, "excluding", None) for model in self.models]
        return tuple(
            excluding(document) if excluding else model
            for model, excluding in zip(self.models, leave_out, strict=True)
        )


def assemble(policy: Policy, folder: Path) -> Assembly:
    """The models of a policy; files that it names are relative to `folder`."""
    detectors = tuple(detector(section, folder) for section in policy.detectors)

    @cache
    def taxonomy() -> Taxonomy:
        return stores.taxonomies(policy.taxonomies, folder)

    parts = Parts(detectors, taxonomy, folder)
    models = tuple(build(section, parts) for section in policy.models)
    kinds = frozenset().union(*(each.kinds for each in detectors), *(each.kinds for each in models))
    return Assembly(models, kinds, detectors)
