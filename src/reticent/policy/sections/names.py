"""The section of the names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from reticent.detection.regions import Places
from reticent.policy.section import Kinds, Parts, Section
from reticent.policy.sections.words import read_entries

if TYPE_CHECKING:
    from reticent.detection.names import Names


class NamesSection(Section):
    """A detector of people, places, organizations, dates, codes, contacts, ages and other quasi-identifiers."""

    type: Literal["names"]
    setting: Literal["balanced", "careful"] = Field(
        "balanced",
        description="'balanced' finds what readers would mask, 'careful' nearly all of it and more",
    )
    kinds: Kinds = None
    at_least: float = Field(
        0.0, ge=0, lt=1, description="the score that a mention needs: how often readers masked such a one"
    )
    places: Places = Field(
        "all", description="which places are found: 'all', or only those smaller than a 'state'"
    )
    network: bool = Field(
        False, description="whether a neural network reads along, which finds names better and is far slower"
    )
    allow: list[str] = Field([], description="names that may stay")
    deny: list[str] = Field([], description="words and phrases that are always found")

    def build(self, parts: Parts) -> Names:
        """The shipped detector of names."""
        from reticent.detection.names import names  # its model loads with it

        return names(
            self.setting,
            kinds=self.kinds,
            at_least=self.at_least,
            allow=self.allow,
            deny=read_entries(enumerate(self.deny, start=1), "entry {} of 'deny'"),
            ages=parts.ages,
            places=self.places,
            network=self.network,
        )
