"""The settings of attackers: those that reckon with what a corpus counts or a list of hints, and a language model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field, field_validator

from reticent.errors import AttackerError
from reticent.settings.section import Knowledge, Section
from reticent.settings.sources import Sources

if TYPE_CHECKING:
    from reticent.attackers.chat import Chat
    from reticent.attackers.counting import CountingReader
    from reticent.attackers.linear import Hints
    from reticent.attackers.retrieval import Retrieval


class ChatSettings(Section):
    """A language model that is asked what a draft hides: any server with the OpenAI-compatible protocol."""

    type: Literal["chat"]
    name: str = Field("chat", min_length=1, description="what models and reports call it")
    url: str = Field(
        ...,
        description="where the server listens, such as http://127.0.0.1:8080; '/v1/chat/completions' is added if missing",
    )
    model: str = Field(..., min_length=1, description="the model to ask for, as the server calls it")
    key_env: str | None = Field(
        None,
        min_length=1,
        description="the environment variable that holds a key; no key is sent when left out",
    )
    allow_remote: bool = Field(
        False, description="whether the server may be another machine; drafts then leave this one"
    )
    tries: int = Field(
        1,
        ge=1,
        le=20,
        description="how often to ask about a draft, each time with the candidates in another order",
    )
    guesses: int = Field(10, ge=1, le=100, description="how many guesses it is asked for")
    timeout: float = Field(120.0, gt=0, description="seconds to wait for a whole answer")
    hidden: str = Field(
        "one thing",
        min_length=1,
        max_length=200,
        description="what the question says was hidden, in general words, such as 'the name of a disease'",
    )
    listed: int = Field(
        100, ge=0, description="the most candidates that the question lists; if there are more, it lists none"
    )
    control: bool = Field(
        True, description="whether it must first recognize two candidates that plain sentences name"
    )

    @field_validator("url")
    @classmethod
    def _require_an_address(cls, url: str) -> str:
        from reticent.attackers.chat.server import parse_address

        try:
            parse_address(url)
        except AttackerError as error:
            raise ValueError(str(error)) from None
        return url

    def build(self, parts: Sources) -> Chat:
        """The attacker; nobody is asked yet."""
        from reticent.attackers.chat import Chat, Server

        server = Server(self.url, self.model, self.key_env, self.allow_remote, self.timeout)
        return Chat(
            server,
            self.name,
            tries=self.tries,
            guesses_asked=self.guesses,
            listed=self.listed,
            hidden=self.hidden,
            control=self.control,
        )


_NAME = "what models and reports call it"


class SimilaritySettings(Section):
    """A reader that compares a text with what the corpus says of each candidate."""

    type: Literal["similarity"]
    name: str = Field("similarity", min_length=1, description=_NAME)
    knowledge: Knowledge = Field([])

    def build(self, parts: Sources) -> CountingReader:
        """The attacker over the knowledge of the section, and what the taxonomies know of drugs."""
        from reticent.attackers.counting import Similarity

        return Similarity(parts.corpus(self.knowledge), self.name, taxonomy=parts.taxonomy())


class BayesSettings(Section):
    """A reader that weighs each word by how much likelier each candidate makes it."""

    type: Literal["bayes"]
    name: str = Field("bayes", min_length=1, description=_NAME)
    knowledge: Knowledge = Field([])

    def build(self, parts: Sources) -> CountingReader:
        """The attacker over the knowledge of the section, and what the taxonomies know of drugs."""
        from reticent.attackers.counting import Bayes

        return Bayes(parts.corpus(self.knowledge), self.name, taxonomy=parts.taxonomy())


class HintsSettings(Section):
    """A reader that knows what tells physicians of a condition: drugs, tests, signs and phrases, with strengths."""

    type: Literal["hints"]
    name: str = Field("hints", min_length=1, description=_NAME)

    def build(self, parts: Sources) -> Hints:
        """The attacker over the list of conditions that ships with the package."""
        from reticent.attackers.linear import Hints
        from reticent.knowledge.conditions import conditions

        return Hints(conditions(), self.name)


class RetrievalSettings(Section):
    """A search engine over texts of the candidates, such as what is public about the people in question."""

    type: Literal["retrieval"]
    name: str = Field("", description=f"{_NAME}; when left out, the measure")
    texts: str = Field(
        ...,
        description="a file relative to the policy: a JSON object per line with 'subject' (the candidate's name) and 'text'",
    )
    measure: Literal["tf-idf", "bm25", "vectors"] = Field("tf-idf", description="how it searches")
    about: str = Field("", description="the candidate whom the releases are about; 'suspicion' needs it")
    suspicion: float = Field(
        0.0,
        ge=0,
        le=1,
        description="others may have more texts about this candidate: the share of its weight, such as 0.2, that a"
        " capitalized word counts even if the candidate's text lacks it; not for vectors",
    )

    def build(self, parts: Sources) -> Retrieval:
        """The attacker over the texts in the file."""
        from reticent.attackers.retrieval import Retrieval, read_library

        return Retrieval(
            read_library(parts.folder / self.texts), self.measure, self.name, self.about, self.suspicion
        )
