"""Every privacy model, with documents that give it something to do: a new model only adds itself here."""

from __future__ import annotations

from reticent.detection.patterns import patterns
from reticent.detection.word_list import WordList
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.knowledge.taxonomy import wordnet
from reticent.models.k_safety import KSafety
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import DateRule, Redaction
from reticent.models.t_plausibility import TPlausibility
from reticent.testing.models import ModelCase
from tests.contracts import guard_worlds, linkage_worlds, reader_worlds
from tests.contracts.cg_worlds import small_world
from tests.contracts.fitted import fitted


def _patterns() -> PrivacyModel:
    return Redaction((patterns(),))


def _months() -> PrivacyModel:
    return Redaction((patterns(["DATE", "EMAIL"]),), dates=DateRule("month"))


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
    Entity("hiv", ("HIV",), ("secret",), ("fever", "rash", "weight loss")),
    Entity("gout", ("gout",), ("secret",), ("fever", "joint pain")),
    Entity("flu", ("flu",), ("plain",), ("fever", "cough", "joint pain")),
    Entity("cold", ("cold",), ("plain",), ("cough", "fever")),
    Entity("measles", ("measles",), ("plain",), ("rash", "cough")),
    Entity("eczema", ("eczema",), ("plain",), ("rash", "itch")),
]


def _learned() -> PrivacyModel:
    return fitted(("Zorblat", "quizzle", "Sacramento"))


def _learned_with_surrogates() -> PrivacyModel:
    return fitted(("Zorblat", "quizzle", "Sacramento"), ("Robin", "Ash"))


CASES = [
    ModelCase(
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
    ModelCase(
        "redaction to the month",  # moved dates are moved again by a second run: no contract holds them
        _months,
        ("12 March 2024", "2024-03-12 10:30", "3/4/24", "on 3 June", "a@b.example.org", "[DATE]"),
    ),
    ModelCase(
        "redaction by words",
        _words,
        ("migraines", "Sacramento", "HIV", "[WORD]", "blood test", "BLOOD\nTEST"),
    ),
    ModelCase(
        "redaction that generalizes",
        _generalizing,
        ("migraines", "a headache", "Sacramento", "an HIV", "virus"),
    ),
    ModelCase(
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
    ModelCase(
        "(C, g(C))-sanitization",
        small_world,
        ("HIV", "an HIV test", "antiretroviral therapy", "Antiretroviral", "LAV\nvirus", "human HIV"),
        minimal=False,  # a part of a name goes with the name, though alone it tells nobody who has not read that
    ),
    ModelCase(
        "k-safety",
        _ailments,
        ("HIV", "weight-loss", "gout", "joint\u00a0pains", "fever, rash", "Rashes and FEVER"),
    ),
    ModelCase(
        "k-safety that generalizes",
        _ailments_generalized,
        ("HIV", "gout", "fever and rash", "weight losses"),
    ),
    ModelCase(
        "a guard of correlations",
        guard_worlds.removing,
        ("HIV", "an HIV test", "HIV: antiretroviral therapy", "the virus and HIV", "zidovudine", "fever"),
        minimal=False,  # a part of a name goes with the name here too
    ),
    ModelCase(
        "a guard of correlations that generalizes",
        guard_worlds.generalizing,
        ("HIV", "a virus like HIV", "influenza", "cough and fever of influenza", "a blood test for HIV"),
        minimal=False,  # likewise
    ),
    ModelCase(
        "indistinct",
        reader_worlds.small_world,
        ("asthma", "Asthma", "wheezing, an inhaler and pollen", "an asthma\ninhaler", "ASTHMA"),
        minimal=False,  # what goes together comes back together, and one word of it may then speak for others
    ),
    ModelCase(
        "no linkage",  # what stands for a word is nobody's word to a second run, so that the contract holds without it
        linkage_worlds.small_world,
        ("the zorblat was", "parrot sat in the orchard", "Zorblat", "heard the applicant in\nMay"),
        minimal=False,  # of two words that both end a run one goes, whichever it was
    ),
    ModelCase(
        "no linkage of rare words",
        linkage_worlds.with_sets,
        ("violin parrot", "orchard and June", "zorblat"),
        minimal=False,  # likewise
    ),
    ModelCase("greedy sanitize", _learned, ("Zorblat", "quizzle", "Sacramento", "see Zorblat quizzle")),
    ModelCase(
        "greedy sanitize with surrogates", _learned_with_surrogates, ("Zorblat", "quizzle", "Sacramento")
    ),
]
