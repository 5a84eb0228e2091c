"""The settings of t-plausibility."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from reticent.language import DEFAULT_CODE
from reticent.models.settings import Parts
from reticent.models.t_plausibility._senses import Senses
from reticent.models.t_plausibility._tally import Alternatives
from reticent.models.t_plausibility.model import WORD_T, Unreachable
from reticent.settings.section import Section
from reticent.text.contexts import Context

if TYPE_CHECKING:
    from reticent.models.t_plausibility.model import TPlausibility


class TPlausibilitySettings(Section):
    """The model under which at least t texts could have been the original."""

    type: Literal["t-plausibility"]
    t: int = Field(..., ge=1, description="how many texts could be the original of each unit")
    word_t: Annotated[int, Field(ge=1)] | Literal["changed", "even", "paper"] = Field(
        WORD_T,
        description="how many words each sensitive word that isn't removed could be: a number, 'changed' (2, so none stays"
        " as it was), 'even' (an even share of t), or 'paper' (only t counts)",
    )
    believable: bool = Field(
        False,
        description="count only texts in which any two words also occur together in some document of the knowledge",
    )
    parts: dict[str, Annotated[int, Field(ge=1)]] = Field(
        {}, description='another t for the text under a heading: "Diagnosis" = 1000'
    )
    alternatives: Alternatives = Field(
        "honest",
        description='whether more specific words than the original count as other words: only with "paper"',
    )
    alpha: float = Field(0.5, ge=0, le=1, description="the weight of the whole against evenness, from 0 to 1")
    unit: Context = Field("document", description="the unit that t texts could be the original of")
    nouns: bool | None = Field(
        None, description="whether all nouns are sensitive; when left out, only if there are no detectors"
    )
    senses: Senses = Field("likeliest", description="how the sense of a word is judged")
    confidence: float = Field(
        0.8, ge=0, le=1, description="the share of a word's senses that must lie below a generalization"
    )
    meanings: dict[str, str] = Field(
        {}, description='the meaning of words whose likeliest sense is wrong: word = "what it is"'
    )
    knowledge: str | list[str] | None = Field(
        None,
        description="where words get their weights from: 'general', 'medicine', or index files relative to the policy,"
        " added to 'general' unless 'none' is listed; when left out, weights are equal",
    )
    language: str = Field(
        DEFAULT_CODE,
        pattern=r"^[a-z]{2,3}$",
        description="the ISO 639 code of the language of the documents and of the taxonomies' names",
    )
    marks: bool = Field(
        True,
        description="whether a mark such as [DEVICE 1] may stand where no word fits; never where word_t or alternatives is 'paper'",
    )
    unreachable: Unreachable = Field(
        "refuse",
        description="what becomes of a unit that can't reach t: an error, or all its sensitive words are removed",
    )

    @property
    def promises_nothing(self) -> bool:
        """Whether t asks for no other text and no other word: the text itself counts as one."""
        asked = {self.t, *self.parts.values()}
        return asked == {1} and self.word_t in (1, "changed", "even", "paper")

    def build(self, parts: Parts) -> TPlausibility:
        """The model over the detectors and taxonomies of the policy."""
        from reticent.models.t_plausibility.model import TPlausibility

        chosen = [self.knowledge] if isinstance(self.knowledge, str) else self.knowledge
        return TPlausibility(
            self.t,
            self.alpha,
            taxonomy=parts.taxonomy(self.language),
            detectors=parts.detectors,
            corpus=parts.corpus(chosen) if self.knowledge and chosen else None,
            familiar=parts.corpus([]) if self.language == DEFAULT_CODE else None,
            believable=parts.corpus(chosen or []) if self.believable else None,
            **self.model_dump(exclude={"type", "t", "alpha", "knowledge", "believable"}),
        )
