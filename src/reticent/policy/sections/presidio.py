"""The section of Presidio's analyzer."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from reticent.detection.presidio import Presidio, load_presidio
from reticent.policy.section import Kinds, Parts, Section


class PresidioSection(Section):
    """Presidio's analyzer as a detector; needs `pip install 'reticent[presidio]'` and a spaCy pipeline."""

    type: Literal["presidio"]
    pipeline: str = Field("en_core_web_lg", description="the installed spaCy pipeline that it reads with")
    language: str = Field("en", description="the language of the pipeline")
    kinds: Kinds = None
    at_least: float = Field(0.0, ge=0, le=1, description="the score that a mention needs")

    def build(self, parts: Parts) -> Presidio:
        """The analyzer over the pipeline."""
        return load_presidio(self.pipeline, self.language, kinds=self.kinds, at_least=self.at_least)
