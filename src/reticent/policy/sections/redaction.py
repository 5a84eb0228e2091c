"""The section of redaction."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from reticent.models.redaction import Redaction
from reticent.policy.section import Parts, Section


class RedactionSection(Section):
    """The model that leaves nothing its detectors find."""

    needs_detectors: ClassVar[bool] = True

    type: Literal["redaction"]
    generalize: bool = Field(False, description="put a more general term where a taxonomy knows one")

    def build(self, parts: Parts) -> Redaction:
        """The model over the detectors of the policy."""
        return Redaction(parts.detectors, taxonomy=parts.taxonomy() if self.generalize else None)
