"""The sections of attackers that reckon: with what a corpus counts, or with a list of hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from reticent.policy.section import Knowledge, Parts, Section

if TYPE_CHECKING:
    from reticent.attackers.counting import CountingReader
    from reticent.attackers.hints import Hints

_NAME = "what models and reports call it"


class SimilaritySection(Section):
    """A reader that compares a text with what the corpus says of each candidate."""

    type: Literal["similarity"]
    name: str = Field("similarity", min_length=1, description=_NAME)
    knowledge: Knowledge = Field([])

    def build(self, parts: Parts) -> CountingReader:
        """The attacker over the knowledge of the section, and what the taxonomies know of drugs."""
        from reticent.attackers.similarity import Similarity

        return Similarity(parts.corpus(self.knowledge), self.name, taxonomy=parts.taxonomy())


class BayesSection(Section):
    """A reader that weighs each word by how much likelier it is with each candidate."""

    type: Literal["bayes"]
    name: str = Field("bayes", min_length=1, description=_NAME)
    knowledge: Knowledge = Field([])

    def build(self, parts: Parts) -> CountingReader:
        """The attacker over the knowledge of the section, and what the taxonomies know of drugs."""
        from reticent.attackers.bayes import Bayes

        return Bayes(parts.corpus(self.knowledge), self.name, taxonomy=parts.taxonomy())


class HintsSection(Section):
    """A reader that knows by what a physician recognizes conditions: drugs, tests, signs and phrases, with strengths."""

    type: Literal["hints"]
    name: str = Field("hints", min_length=1, description=_NAME)

    def build(self, parts: Parts) -> Hints:
        """The attacker over the list of conditions that ships with the package."""
        from reticent.attackers.hints import Hints
        from reticent.knowledge.conditions import conditions

        return Hints(conditions(), self.name)
