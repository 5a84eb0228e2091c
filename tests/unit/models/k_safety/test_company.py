"""Who the others are: K by category, companions who are not all alike, entities of several categories."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import Document, sanitize
from reticent.errors import InputError
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.plan import Release

LETTERS = "abcdef"
WORDS = {letter: letter * 3 for letter in LETTERS}
CATEGORIES = ("red", "green", "blue")

described = st.lists(
    st.tuples(
        st.sets(st.sampled_from(LETTERS), min_size=1), st.sets(st.sampled_from(CATEGORIES), max_size=2)
    ),
    min_size=4,
    max_size=9,
)
letters = st.sets(st.sampled_from(LETTERS), min_size=1)


def build(entities: list[tuple[set[str], set[str]]]) -> SqliteEntities:
    return SqliteEntities.in_memory(
        Entity(f"e{at}", (f"entity{at}",), tuple(held), tuple(sorted(WORDS[c] for c in context)))
        for at, (context, held) in enumerate(entities)
    )


def unsafe(
    shown: set[str],
    entities: list[tuple[set[str], set[str]]],
    cleared: set[str],
    least: dict[str, int],
    *,
    diverse: bool,
) -> bool:
    """By definition: some protected entity has too few others, or others who are all alike."""
    secret = [not held or not held <= cleared for _, held in entities]
    for at, (context, held) in enumerate(entities):
        told = shown & context
        if not secret[at] or not told:
            continue
        others = [other for other, (known, _) in enumerate(entities) if other != at and told <= known]
        if len(others) < max((least[each] for each in held if each in least), default=least[""]):
            return True
        if diverse and all(secret[other] for other in others) and not all(secret):
            return True
        if diverse and set.intersection(*(entities[other][1] for other in others)):
            return True
    return False


@given(entities=described, told=letters, cleared=st.sets(st.sampled_from(CATEGORIES)), data=st.data())
def test_views_keep_k_by_category_and_diverse_companions_by_the_definition(
    entities: list[tuple[set[str], set[str]]], told: set[str], cleared: set[str], data: st.DataObject
) -> None:
    database = build(entities)
    known = [category for category in CATEGORIES if category in database.categories()]
    own = data.draw(st.dictionaries(st.sampled_from(known), st.integers(1, 3))) if known else {}
    diverse = data.draw(st.booleans()) and not set.intersection(*(held for _, held in entities))
    model = KSafety(database, k=1, cleared=cleared, k_by_category=own, diverse=diverse)
    document = Document("note", " and ".join(WORDS[letter] for letter in sorted(told)))
    outcome = sanitize(document, model)
    kept = {letter for letter in told if WORDS[letter] in outcome.text}
    assert not unsafe(kept, entities, cleared, {"": 1, **own}, diverse=diverse)
    for lost in told - kept:
        assert unsafe(kept | {lost}, entities, cleared, {"": 1, **own}, diverse=diverse)
    found = bool(model.violations(Release(document, document)))
    assert found == unsafe(told, entities, cleared, {"": 1, **own}, diverse=diverse)


def test_companions_who_are_all_hidden_from_the_reader_are_none() -> None:
    entities = [({"a"}, {"red"}), ({"a"}, {"red"}), ({"a"}, {"blue"}), ({"b"}, {"green"})]
    database = build(entities)
    document = Document("note", "aaa")
    assert sanitize(document, KSafety(database, k=2, cleared=["green"])).text == "aaa"
    assert sanitize(document, KSafety(database, k=2, cleared=["green"], diverse=True)).text == "[TERM]"


def test_a_promise_says_what_is_special() -> None:
    database = build([({"a"}, {"red"}), ({"a"}, {"blue"}), ({"b"}, {"green"})])
    statement = KSafety(database, cleared=[], k=1, k_by_category={"red": 2}, diverse=True).promise.statement
    assert "2 where it is of the category red" in statement
    assert "neither all protected nor all of one category" in statement


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"k_by_category": {"white": 1}}, "no entity of the category 'white'"),
        ({"k_by_category": {"red": 3}}, "3 entities in all"),
        ({"diverse": True, "alike": True}, "all entities of the database are of one category"),
        ({"search": "best-first", "k_by_category": {"red": 2}}, "'best-first' can't go on"),
    ],
)
def test_what_can_not_be_promised_is_refused(options: dict[str, object], complaint: str) -> None:
    held = {"red"} if options.pop("alike", False) else {"blue"}
    database = build([({"a", "b"}, {"red"}), ({"a"}, held), ({"b"}, held)])
    with pytest.raises(InputError, match=complaint):
        KSafety(database, **({"cleared": [], "k": 1} | options)).plan(Document("note", "aaa bbb"))  # type: ignore[arg-type]
