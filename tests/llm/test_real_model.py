"""The chat attacker with a real language model: a very small one, no great guesser, but nobody's script."""

import pytest

from reticent import Document, Indistinct, open_corpus, sanitize, wordnet
from reticent.attackers import Candidate
from reticent.attackers.chat import Chat, Server
from reticent.errors import AttackerError
from reticent.models.indistinct.secrets import ask_reader, count_others

pytestmark = pytest.mark.llm

NAMES = ["asthma", "diabetes", "malaria", "migraine", "tuberculosis"]
DISEASES = tuple(Candidate(name, (name,)) for name in NAMES)
NOTE = Document(
    "note", "He takes insulin, and his blood sugar was high when he came home from Kenya with chills."
)


def reader(url: str, *, control: bool = False) -> Chat:
    server = Server(url, "smollm2", timeout=600)
    return Chat(server, "reader", hidden="the name of a disease", control=control)


def test_it_names_what_a_text_says_in_plain_words(model_url: str) -> None:
    text = Document("note", "This text is about malaria.")
    guesses = reader(model_url).guesses(text, DISEASES)
    assert guesses[0].candidate == "malaria"
    assert {each.candidate for each in guesses} == set(NAMES)
    assert all(clue.span.end <= len(text.text) for each in guesses for clue in each.clues)


def test_a_model_that_is_too_weak_for_the_question_is_told_of(model_url: str) -> None:
    """Of just two diseases, it names the same one whatever it reads."""
    pair = [each for each in DISEASES if each.name in ("diabetes", "malaria")]
    with pytest.raises(AttackerError, match="plain words"):
        reader(model_url, control=True).guesses(NOTE, pair)


@pytest.mark.parametrize("hidden", ["malaria", "diabetes"])
def test_a_note_is_released_only_if_the_model_puts_another_disease_first(hidden: str, model_url: str) -> None:
    attacker = reader(model_url)
    model = Indistinct(
        {hidden: "disease"},
        corpus=open_corpus(),
        taxonomy=wordnet(),
        k=1,
        attackers=(attacker,),
        candidates=[[name] for name in NAMES],
        budget=0.3,
    )
    outcome = sanitize(NOTE, model)
    (secret,) = model.secrets
    others = count_others(ask_reader(attacker, outcome.release.released, secret), hidden)
    assert model.needs == "reader"
    if outcome.violations:
        assert others == 0
        assert "words kept and others so far" in outcome.violations[0].reason
    else:
        assert others is None or others >= 1
        assert "reader was asked" in outcome.asked["indistinct"]
