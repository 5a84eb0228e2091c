"""The section of terms that tell much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from reticent.policy.section import Kind, Knowledge, Parts, Section

if TYPE_CHECKING:
    from reticent.detection.informativeness import Informativeness


class InformativenessSection(Section):
    """A detector of the terms that few documents of a corpus use, whatever they are."""

    type: Literal["informativeness"]
    bound: float = Field(
        ..., gt=0, description="the bits of information that a term may have; 10 bits: one document in 1,024"
    )
    kind: Kind = Field("INFORMATIVE", description="what the placeholder calls them")
    knowledge: Knowledge = Field([])

    def build(self, parts: Parts) -> Informativeness:
        """The detector over the corpus of the section."""
        from reticent.detection.informativeness import Informativeness, countable_terms

        return Informativeness(parts.corpus(self.knowledge), countable_terms, float(self.bound), self.kind)
