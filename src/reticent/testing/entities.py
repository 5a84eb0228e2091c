"""What every entity database owes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import pytest

from reticent.engine import sanitize
from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import Entity, EntityDatabase
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.testing import list_checks
from reticent.text import Document

ENTITIES = [
    Entity("flu", ("Influenza", "Flu"), ("common",), ("fever", "Coughs", "muscle pain")),
    Entity("cold", ("Common cold",), ("common",), ("cough", "runny nose")),
    Entity("hiv", ("HIV",), ("sexual",), ("Fever", "weight-loss", "cough")),
    Entity("gout", ("Gout",), (), ("joint pain", 'it\'s \\ % "quoted"; odd')),
]
READERS: Mapping[str, Collection[str]] = {
    "nurse": frozenset({"common"}),
    "doctor": frozenset({"common", "sexual"}),
    "guest": frozenset(),
}
UNUSABLE = [
    ([], "no entity"),
    ([Entity("a", ("A",), (), ())], "empty context"),
    ([Entity("a", ("A",), (), ("-- !",))], "empty context"),
    ([ENTITIES[0], ENTITIES[0]], "twice"),
    ([Entity("", ("A",), (), ("x",))], "no id"),
]


@dataclass(frozen=True)
class EntitiesCase:
    """A database under the contract: how it is built from entities with `READERS`; building again replaces it."""

    name: str
    build: Callable[[Sequence[Entity]], EntityDatabase]


def check_it_knows_its_size_and_its_content(case: EntitiesCase) -> None:
    """Other entities give another fingerprint, the same ones the same whatever holds them."""
    database = case.build(ENTITIES)
    whole, size = database.fingerprint, database.size
    assert size == 4
    assert whole == SqliteEntities.in_memory(ENTITIES).fingerprint
    assert case.build(ENTITIES[:3]).fingerprint != whole


def check_terms_are_inverted_in_their_normal_form(case: EntitiesCase) -> None:
    """A term leads to all entities that have it, in any form."""
    knowers = case.build(ENTITIES).knowers(["cough", "fever", "weight loss", "unheard of"])
    assert {term: numbers.tolist() for term, numbers in knowers.items()} == {
        "cough": [0, 1, 2],
        "fever": [0, 2],
        "weight loss": [2],
    }


def check_names_are_terms(case: EntitiesCase) -> None:
    """The names of an entity belong to its context."""
    assert case.build(ENTITIES).knowers(["HIV", "common cold"]).keys() == {"HIV", "common cold"}


def check_terms_are_found_by_how_they_begin(case: EntitiesCase) -> None:
    """The first word of a text's phrase is enough to find the terms it may be."""
    database = case.build(ENTITIES)
    heads = {"fever", "weight loss", "runny", "muscle pain"}
    assert sorted(database.terms_with_heads(heads)) == ["fever", "muscle pain", "weight loss"]
    assert database.terms_with_heads(set()) == []


def check_entities_are_found_by_id_and_by_any_name(case: EntitiesCase) -> None:
    """A name that nobody has finds nobody."""
    database = case.build(ENTITIES)
    assert database.numbers(["hiv", "Flu", "nobody"]) == {"hiv": [2], "Flu": [0], "nobody": []}


def check_an_entity_without_a_category_is_outside_of_all(case: EntitiesCase) -> None:
    """Clearance for the empty category clears for nothing."""
    database = case.build(ENTITIES)
    assert database.inside(["common", ""]).tolist() == [0, 1]
    assert database.outside(["common", ""]).tolist() == [2, 3]
    assert database.outside([]).tolist() == [0, 1, 2, 3]
    assert database.categories() == {"": 1, "common": 2, "sexual": 1}


def check_an_entity_of_several_categories_is_outside_unless_all_are_cleared(case: EntitiesCase) -> None:
    """Clearance for one of its categories is not enough."""
    both = Entity("hiv2", ("HIV2",), ("sexual", "common"), ("fever",))
    database = case.build([*ENTITIES, both])
    assert database.inside(["sexual"]).tolist() == [2, 4]
    assert database.outside(["common"]).tolist() == [2, 3, 4]
    assert database.outside(["common", "sexual"]).tolist() == [3]
    assert database.categories() == {"": 1, "common": 3, "sexual": 2}
    assert database.describe([4])[4].categories == ("common", "sexual")


def check_all_terms_are_listed(case: EntitiesCase) -> None:
    """Whoever looks for misspellings has to know what may be misspelt."""
    assert {"fever", "muscle pain", "HIV", "weight loss"} <= set(case.build(ENTITIES).terms())


def check_clearances_are_told_without_readers(case: EntitiesCase) -> None:
    """Views are made consistent with clearances, whoever holds them."""
    assert case.build(ENTITIES).clearance_sets() == {
        frozenset(),
        frozenset({"common"}),
        frozenset({"common", "sexual"}),
    }


def check_entities_are_described_without_their_contexts(case: EntitiesCase) -> None:
    """Who asks for an entity does not get all that is known of it."""
    assert case.build(ENTITIES).describe([2]) == {2: Entity("hiv", ("HIV",), ("sexual",))}


def check_readers_have_their_clearances_and_an_unknown_one_has_none(case: EntitiesCase) -> None:
    """A name that is a piece of SQL is a name."""
    database = case.build(ENTITIES)
    assert database.clearances() == {
        "doctor": {"common", "sexual"},
        "guest": frozenset(),
        "nurse": {"common"},
    }
    assert database.clearance("doctor") == {"common", "sexual"}
    assert database.clearance("nobody' OR '1'='1") == frozenset()


def check_a_document_is_judged_alike_by_all(case: EntitiesCase) -> None:
    """K-safety comes to the same release whatever holds the entities."""
    text = "Fever, coughs and weight loss: it may be HIV."
    outcome = sanitize(Document("note", text), KSafety(case.build(ENTITIES), ["HIV"], k=1))
    assert outcome.text == "Fever, coughs and [TERM]: it may be [TERM]."


def check_what_is_no_database_is_refused_and_leaves_the_old_one(case: EntitiesCase) -> None:
    """A build that fails changes nothing."""
    database = case.build(ENTITIES)
    for entities, complaint in UNUSABLE:
        with pytest.raises(KnowledgeError, match=complaint):
            case.build(entities)
        assert database.knowers(["fever"])["fever"].tolist() == [0, 2]


CHECKS = list_checks(__name__)
