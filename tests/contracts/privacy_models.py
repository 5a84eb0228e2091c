"""Every privacy model, with documents that give it something to do: a new model only adds itself here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from reticent.detection.patterns import patterns
from reticent.detection.word_list import WordList
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.taxonomy import wordnet
from reticent.text import Document
from tests.contracts.fitted import fitted

FILLER = st.text(alphabet=st.sampled_from("abc AB.,;\n\r\t-'’“🙂é\u200b\u00a0\u00ad[]:1а"), max_size=12)


@dataclass(frozen=True)
class Case:
    """A model under the contract: how to make it, and texts that hold what it removes, at least one of them."""

    name: str
    model: Callable[[], PrivacyModel]
    secrets: tuple[str, ...]

    def documents(self) -> st.SearchStrategy[Document]:
        """Documents with secrets among whatever hypothesis invents."""
        pieces = st.lists(st.one_of(FILLER, st.sampled_from(self.secrets)), max_size=8)
        return pieces.map(lambda parts: Document("invented", " ".join(parts)))


def _patterns() -> PrivacyModel:
    return Redaction((patterns(),))


def _words() -> PrivacyModel:
    return Redaction((WordList(["migraine", "Sacramento", "HIV", "[WORD]", "blood test"], kind="WORD"),))


def _generalizing() -> PrivacyModel:
    words = WordList(["migraine", "headache", "Sacramento", "HIV", "virus"], kind="WORD")
    return Redaction((words, patterns()), taxonomy=wordnet())


def _learned() -> PrivacyModel:
    return fitted(("Zorblat", "quizzle", "Sacramento"))


def _learned_with_surrogates() -> PrivacyModel:
    return fitted(("Zorblat", "quizzle", "Sacramento"), ("Robin", "Ash"))


CASES = [
    Case(
        "redaction by patterns",
        _patterns,
        (
            "a@b.example.org",
            "4111 1111 1111 1111",
            "+44 20 7946 0958",
            "12 March 2024",
            "10.0.0.1",
            "[EMAIL]",
        ),
    ),
    Case(
        "redaction by words",
        _words,
        ("migraines", "Sacramento", "HIV", "[WORD]", "blood test", "BLOOD\nTEST"),
    ),
    Case(
        "redaction that generalizes",
        _generalizing,
        ("migraines", "a headache", "Sacramento", "an HIV", "virus"),
    ),
    Case("greedy sanitize", _learned, ("Zorblat", "quizzle", "Sacramento", "see Zorblat quizzle")),
    Case("greedy sanitize with surrogates", _learned_with_surrogates, ("Zorblat", "quizzle", "Sacramento")),
]
