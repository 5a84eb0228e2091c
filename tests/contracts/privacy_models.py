"""Every privacy model, with documents that give it something to do: a new model only adds itself here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from reticent.detection.patterns import patterns
from reticent.detection.word_list import WordList
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.models.t_plausibility import TPlausibility
from reticent.taxonomy import wordnet
from reticent.text import Document
from tests.contracts import guard_worlds
from tests.contracts.cg_worlds import small_world
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


def _t_plausibility() -> PrivacyModel:
    words = WordList(["migraine", "headache", "Sacramento", "HIV", "phantom limb pain", "zzyzx"], kind="WORD")
    return TPlausibility(1000, taxonomy=wordnet(), detectors=(words,), unit="sentence")


def _ailments() -> PrivacyModel:
    return KSafety(SqliteEntities.in_memory(AILMENTS), ["HIV", "gout"], k=2)


def _ailments_generalized() -> PrivacyModel:
    return KSafety(SqliteEntities.in_memory(AILMENTS), categories=["secret"], k=2, generalize=wordnet())


AILMENTS = [
    Entity("hiv", ("HIV",), "secret", ("fever", "rash", "weight loss")),
    Entity("gout", ("gout",), "secret", ("fever", "joint pain")),
    Entity("flu", ("flu",), "plain", ("fever", "cough", "joint pain")),
    Entity("cold", ("cold",), "plain", ("cough", "fever")),
    Entity("measles", ("measles",), "plain", ("rash", "cough")),
    Entity("eczema", ("eczema",), "plain", ("rash", "itch")),
]


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
    Case(
        "t-plausibility",
        _t_plausibility,
        (
            "migraines",
            "a headache",
            "Sacramento",
            "an HIV",
            "phantom limb pains",
            "PHANTOM\nLIMB PAIN",
            "zzyzx",
        ),
    ),
    Case(
        "(C, g(C))-sanitization",
        small_world,
        ("HIV", "an HIV test", "antiretroviral therapy", "Antiretroviral", "LAV\nvirus", "human HIV"),
    ),
    Case(
        "k-safety",
        _ailments,
        ("HIV", "weight-loss", "gout", "joint\u00a0pains", "fever, rash", "Rashes and FEVER"),
    ),
    Case(
        "k-safety that generalizes",
        _ailments_generalized,
        ("HIV", "gout", "fever and rash", "weight losses"),
    ),
    Case(
        "a guard of correlations",
        guard_worlds.removing,
        ("HIV", "an HIV test", "HIV: antiretroviral therapy", "the virus and HIV", "zidovudine", "fever"),
    ),
    Case(
        "a guard of correlations that generalizes",
        guard_worlds.generalizing,
        ("HIV", "a virus like HIV", "influenza", "cough and fever of influenza", "a blood test for HIV"),
    ),
    Case("greedy sanitize", _learned, ("Zorblat", "quizzle", "Sacramento", "see Zorblat quizzle")),
    Case("greedy sanitize with surrogates", _learned_with_surrogates, ("Zorblat", "quizzle", "Sacramento")),
]
