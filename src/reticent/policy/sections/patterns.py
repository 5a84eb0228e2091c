"""The section of the patterns."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from reticent.detection.patterns import Patterns, load_patterns, patterns
from reticent.policy.section import Kinds, Parts, Section


class PatternsSection(Section):
    """A detector of e-mail addresses, numbers, dates and other things that have a form."""

    type: Literal["patterns"]
    kinds: Kinds = None
    file: str | None = Field(None, description="a pattern file, relative to the policy; ours when left out")

    def build(self, parts: Parts) -> Patterns:
        """The shipped patterns, or those of the file, whose examples must hold."""
        if self.file is None:
            return patterns(self.kinds, ages=parts.ages)
        return load_patterns(parts.folder / self.file, self.kinds, ages=parts.ages)
