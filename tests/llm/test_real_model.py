"""The chat attacker with a real language model: small, and no great guesser, but nobody's script."""

import pytest

from reticent.attackers import Candidate
from reticent.attackers.chat import Chat, Server
from reticent.text import Document

pytestmark = pytest.mark.llm

DISEASES = tuple(
    Candidate(name, (name,)) for name in ["asthma", "diabetes", "malaria", "migraine", "tuberculosis"]
)


def ask(url: str, text: str, **settings: object) -> list[str]:
    chat = Chat(Server(url, "smollm2", timeout=300), hidden="the name of a disease", **settings)  # type: ignore[arg-type]
    return [each.candidate for each in chat.guesses(Document("note", text), DISEASES) if each.score > 0]


def test_it_finds_what_a_text_says(model_url: str) -> None:
    assert "malaria" in ask(model_url, "The patient has malaria.")
