"""The section of a trained model."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from reticent.policy.section import Parts, Section

if TYPE_CHECKING:
    from reticent.models.greedy_sanitize.storing import Trained


class GreedySanitizeSection(Section):
    """The model that leaves nothing its trained classifiers find."""

    uses_detectors: ClassVar[bool] = False

    type: Literal["greedy-sanitize"]
    file: str = Field(..., description="a model that 'reticent train' wrote, relative to the policy")

    def build(self, parts: Parts) -> Trained:
        """The model in the file."""
        from reticent.policy.stores import open_trained_model

        return open_trained_model(parts.folder / self.file)
