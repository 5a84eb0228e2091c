"""What the settings of several models share: what a model is built from, and the settings of its paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from reticent.attackers import Attacker
from reticent.detection.detector import Detector
from reticent.models.privacy_model import Unseen
from reticent.settings.section import Section
from reticent.settings.sources import Sources
from reticent.text.contexts import Context

SettingName = Literal["default", "paper"]
Setting = Annotated[
    SettingName,
    Field(description="'paper' for the method to the letter; keys that are written win over it"),
]
MaxGroup = Annotated[int, Field(ge=1, le=3, description="how many terms are judged together at most")]
Within = Annotated[Context, Field(description="within what terms are judged together")]
UnseenWord = Annotated[
    Unseen,
    Field(
        description="what becomes of words the corpus never saw; where nobody can be asked, nothing is released"
    ),
]


@dataclass(frozen=True, slots=True)
class Parts(Sources):
    """What a section may build its part from: the sources, and the detectors and attackers built before."""

    detectors: tuple[Detector, ...] = ()
    attackers: tuple[Attacker, ...] = ()


class PublishedSettings(Section):
    """The settings of a model that can also be had as its paper has it, by `setting = "paper"`."""

    paper: ClassVar[Mapping[str, Any]]
    """What the method to the letter sets."""

    @model_validator(mode="before")
    @classmethod
    def _fill_in_the_paper(cls, values: Any) -> Any:
        if not isinstance(values, dict) or values.get("setting") != "paper":
            return values
        return {**cls.paper, **values}
