"""The section of a spaCy pipeline."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from reticent.detection.spacy_pipeline import SpacyPipeline, load_spacy
from reticent.policy.section import Kinds, Parts, Section


class SpacySection(Section):
    """A spaCy pipeline as a detector of names; needs `pip install 'reticent[spacy]'` and the pipeline."""

    type: Literal["spacy"]
    pipeline: str = Field("en_core_web_sm", description="the installed pipeline")
    kinds: Kinds = None

    def build(self, parts: Parts) -> SpacyPipeline:
        """The pipeline as a detector."""
        return load_spacy(self.pipeline, kinds=self.kinds)
