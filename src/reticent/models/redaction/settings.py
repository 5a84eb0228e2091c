"""The settings of redaction."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from reticent.models.redaction._dates import DateMode, DateRule
from reticent.models.redaction.model import Redaction
from reticent.models.settings import Parts
from reticent.settings.section import Section


class RedactionSettings(Section):
    """The model that leaves nothing its detectors find."""

    needs_detectors: ClassVar[bool] = True

    type: Literal["redaction"]
    generalize: bool = Field(False, description="use a more general term where a taxonomy has one")
    dates: DateMode = Field(
        "remove",
        description="what becomes of dates: 'remove' them, keep only the 'year' or 'month', 'shift' them by a secret"
        " number of weeks per subject (needs a key), or 'number' them by time",
    )
    day_first: bool = Field(
        False, description="whether 03/04/2024 is the third of April if the text leaves it open"
    )

    def build(self, parts: Parts) -> Redaction:
        """The model over the detectors of the policy."""
        secret = parts.key().derive("dates") if self.dates == "shift" else b""
        return Redaction(
            parts.detectors,
            taxonomy=parts.taxonomy() if self.generalize else None,
            dates=DateRule(self.dates, secret, self.day_first),
        )
