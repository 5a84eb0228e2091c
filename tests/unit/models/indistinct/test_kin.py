"""Kinds, parts and synonyms of what is hidden are no other things, so that none of them counts towards k."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reticent import Document, Indistinct, open_corpus, sanitize, wordnet
from reticent.attackers import Candidate, Guess
from reticent.errors import InputError
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.indistinct.secrets import list_candidates, secret_of

KIN = [
    "HIV",
    "AIDS",
    "HIV-1",
    "HIV-2",
    "HIV infection",
    "HIV disease",
    "human immunodeficiency virus",
    "viral infection",
]
OTHERS = ["influenza", "measles", "rabies", "mumps", "hepatitis B"]


def hiding(name: str, general: str | None, candidates: list[str], k: int = 3) -> Indistinct:
    lists = [[each] for each in candidates]
    return Indistinct({name: general}, corpus=open_corpus(), taxonomy=wordnet(), k=k, candidates=lists)


def others_of(name: str, general: str | None, listed: list[str]) -> list[str]:
    candidates = list_candidates([[each] for each in listed], wordnet(), {})
    secret = secret_of(name, general, corpus=open_corpus(), taxonomy=wordnet(), listed=candidates)
    return [each.name for number, each in enumerate(secret.candidates) if number != secret.own]


def test_a_list_of_kinds_and_synonyms_hides_nothing() -> None:
    with pytest.raises(
        InputError, match=r"knows 0 candidates besides 'HIV' \(7 on the list are kinds, parts or synonyms"
    ):
        hiding("HIV", "disease", KIN)


def test_what_does_not_count_is_left_out_and_the_promise_says_so() -> None:
    model = hiding("HIV", "disease", [*KIN, *OTHERS])
    (secret,) = model.secrets
    names = {each.name for number, each in enumerate(secret.candidates) if number != secret.own}
    assert names == set(OTHERS)
    assert secret.left_out == len(KIN) - 1
    assert (
        "HIV among 6 candidates that they know (7 that are kinds, parts or synonyms of it or of one another are left out)"
        in (model.promise.statement)
    )
    assert "left out" not in model.promise.public


@pytest.mark.parametrize(
    ("name", "general", "kin", "others"),
    [
        (
            "diabetes",
            "disease",
            ["type 1 diabetes", "type 2 diabetes", "diabetes mellitus"],
            ["asthma", "gout"],
        ),
        (
            "lung cancer",
            "disease",
            ["cancer", "carcinoma", "small cell lung cancer"],
            ["breast cancer", "leukemia"],
        ),
        ("dog", "animal", ["poodle", "corgi", "canine", "puppy dog"], ["cat", "horse"]),
        ("Paris", "city", ["City of Light", "Paris, Texas", "capital"], ["London", "Rome"]),
        (
            "tuberculosis",
            "disease",
            ["TB", "pulmonary tuberculosis", "miliary tuberculosis"],
            ["malaria", "measles"],
        ),
        ("hepatitis C", "disease", ["hepatitis C infection", "hepatitis"], ["hepatitis B", "malaria"]),
    ],
)
def test_kin_of_every_sort_is_left_out_and_siblings_stay(
    name: str, general: str, kin: list[str], others: list[str]
) -> None:
    assert set(others_of(name, general, [name, *kin, *others])) == set(others)


def test_kin_is_left_out_of_what_a_taxonomy_has_as_well() -> None:
    below = Hierarchy.from_pairs([(each, "disease") for each in ("HIV", "AIDS", "HIV-1", "mumps", "measles")])
    secret = secret_of("HIV", "disease", corpus=open_corpus(), taxonomy=below)
    assert {each.name for each in secret.candidates} == {"HIV", "mumps", "measles"}


class Asked:
    """A reader that can't be reckoned with."""

    name = "asked"
    fingerprint = "sha256:0"
    repeatable = True

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        return []


def test_a_reader_who_has_to_be_asked_needs_k_others_too() -> None:
    with pytest.raises(InputError, match=r"'HIV' has 1 other candidates \(7 on the list are"):
        Indistinct(
            {"HIV": "disease"}, corpus=open_corpus(), taxonomy=wordnet(), k=3, attackers=[Asked()],
            candidates=[[each] for each in [*KIN, "measles"]],
        )  # fmt: skip


def test_a_hidden_person_goes_by_no_surname_either() -> None:
    people = ["Barack Obama", "Bill Clinton", "George Washington", "Abraham Lincoln", "Thomas Jefferson"]
    model = hiding("Barack Obama", "person", people, k=2)
    text = "Mr OBAMA spoke. Write to obama@example.org."
    assert "obama" not in sanitize(Document("d", text), model).text.casefold()
    assert "Obama" in model.promise.names["Barack Obama"]


def test_an_alias_of_nothing_is_refused_and_that_of_a_candidate_is_not() -> None:
    settings = {
        "corpus": open_corpus(),
        "taxonomy": wordnet(),
        "k": 2,
        "candidates": [["HIV"], *([each] for each in OTHERS)],
    }
    Indistinct({"HIV": "disease"}, aliases={"mumps": ["parotitis"]}, **settings)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="an alias is given for 'gout'"):
        Indistinct({"HIV": "disease"}, aliases={"gout": ["podagra"]}, **settings)  # type: ignore[arg-type]


def test_one_entity_is_hidden_below_one_thing() -> None:
    with pytest.raises(InputError, match="below one GENERAL"):
        Indistinct({"HIV": ["disease", "virus"]}, corpus=open_corpus(), taxonomy=wordnet())  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("name", "listed", "count"),
    [
        ("heart attack", ["heart attack", "flu", "influenza", "grippe"], 1),
        ("HIV", ["HIV", "tuberculosis", "TB", "measles"], 2),
    ],
)
def test_synonyms_of_another_candidate_count_once(name: str, listed: list[str], count: int) -> None:
    assert len(others_of(name, "disease", listed)) == count
