"""What the settings of several models share: what a model is built from, and the settings of its paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, model_validator

from reticent.attackers import Attacker
from reticent.detection.detector import Detector
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.models.privacy_model import Unseen
from reticent.settings.section import Section
from reticent.settings.sources import Sources
from reticent.text.contexts import WITHIN, require_within

SettingName = Literal["default", "paper"]
Setting = Annotated[
    SettingName,
    Field(
        description="'paper' follows the published method to the letter; keys that you set take precedence"
    ),
]
MaxGroup = Annotated[int, Field(ge=1, description="at most how many terms are judged together")]
Within = Annotated[
    str,
    AfterValidator(require_within),
    Field(
        json_schema_extra={"pattern": WITHIN},
        description="where terms are judged together: in a document, paragraph, sentence, or a number of words in a row, such as '20 words'",
    ),
]
UnseenWord = Annotated[
    Unseen,
    Field(
        description="what becomes of words that the corpus has never seen; if nobody can be asked, they are removed, up to unseen_limit"
    ),
]
UnseenLimit = Annotated[
    float,
    Field(
        ge=0,
        le=1,
        description="the largest share of a text's words that may be removed as never seen if nobody can be asked; a text"
        " with more is not released",
    ),
]
Marks = Annotated[
    bool,
    Field(
        description="replace what is removed about a condition with a typed mark such as [DRUG 1], if that tells no more than allowed"
    ),
]


def implied_by(protect: Iterable[str], aliases: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The knowledge of medicine where a condition or a drug is among what is protected.

    >>> implied_by(["asthma"], {}), implied_by(["Acme Corp", "Paris"], {})
    (('medicine',), ())
    """
    from reticent.knowledge.conditions import conditions
    from reticent.knowledge.taxonomy import knows, medicine  # they take a while to load

    names = [(name, *aliases.get(name, ())) for name in protect]
    is_medical = any(
        conditions().find_likely(each[0], each[1:]) or any(knows(medicine(), name) for name in each)
        for each in names
    )
    return ("medicine",) if is_medical else ()


@dataclass(frozen=True, slots=True)
class Parts(Sources):
    """What a section may build its part from: the sources, the detectors and attackers built before, and how files are read."""

    detectors: tuple[Detector, ...] = ()
    attackers: tuple[Attacker, ...] = ()
    reading: FormatOptions = DEFAULTS


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
