"""A promise is held by one that says as much of no fewer things, relative to the same knowledge."""

from __future__ import annotations

import pytest

from reticent.plan import MadeUnder, Plan, Promise, find_unheld, name_options, plans_to_json, read_plans
from reticent.text import Document

KNOWN = {"corpus": "sha256:1", "words": "sha256:2"}
PROMISE = Promise("redaction", "Nothing is left (AGE, IBAN), by hand either.", KNOWN)


def changed(statement: str, model: str = "redaction", **known: str) -> Promise:
    return Promise(model, statement, {**KNOWN, **known})


@pytest.mark.parametrize(
    "held",
    [
        PROMISE,
        changed("Nothing is left (AGE, DATE, IBAN), by hand either."),
        changed("Nothing is left (IBAN, AGE), by hand either.", names="sha256:3"),
    ],
)
def test_a_promise_of_as_much_or_more_holds_it(held: Promise) -> None:
    assert find_unheld([PROMISE], [held]) == []


@pytest.mark.parametrize(
    "held",
    [
        changed("Nothing is left (AGE), by hand either."),
        changed("Nothing is left (), by hand either."),
        changed("Nothing is left, by hand either."),
        changed("Nothing is left (AGE, IBAN)."),
        changed("Hardly anything is left (AGE, IBAN), by hand either."),
        changed(PROMISE.statement, model="k-safety"),
        changed(PROMISE.statement, words="sha256:9"),
        Promise("redaction", PROMISE.statement, {"corpus": "sha256:1"}),
    ],
)
def test_a_promise_of_less_does_not_hold_it(held: Promise) -> None:
    assert find_unheld([PROMISE], [held]) == [PROMISE]
    assert find_unheld([PROMISE], []) == [PROMISE]


def test_a_promise_under_fewer_names_does_not_hold_one_under_more() -> None:
    shown = "No term tells more (HIV: not all of it). Protected names: HIV"
    promise = Promise("cg-sanitization", f"{shown}, lav.", KNOWN, names={"HIV": ("HIV", "lav")})
    fewer = Promise("cg-sanitization", f"{shown}.", KNOWN, names={"HIV": ("HIV",)})
    more = Promise(
        "cg-sanitization", f"{shown}, lav and 1 more.", KNOWN, names={"HIV": ("HIV", "lav", "virus")}
    )
    assert find_unheld([promise], [fewer]) == [promise]
    assert find_unheld([promise], [more]) == []


def test_between_versions_the_wording_and_what_ships_may_differ_and_the_corpus_may_not() -> None:
    later = changed("No trace is left (AGE, IBAN, URL).", words="sha256:9")
    assert find_unheld([PROMISE], [later], exactly=False) == []
    assert find_unheld([PROMISE], [changed("No trace is left (AGE).")], exactly=False) == [PROMISE]
    other = changed(PROMISE.statement, corpus="sha256:9")
    assert find_unheld([PROMISE], [other], exactly=False) == [PROMISE]


def test_the_options_that_an_earlier_plan_needs_are_told_by_its_promises() -> None:
    told = changed("No term tells more (Mercury (planet): as much as planet tells; HIV: not all of it).")
    assert name_options([told]) == ['--protect "HIV"', '--protect "Mercury (planet)=planet"']
    assert name_options([PROMISE, PROMISE]) == ["--policy FILE, for redaction as in the plan"]
    named = {"sha256:1": "general"}
    assert name_options([told], named)[2:] == ["--knowledge general"]
    assert name_options([told], {"sha256:9": "general"}) == name_options([told])
    assert name_options([PROMISE], named) == name_options([PROMISE])


def test_what_plans_were_made_under_comes_back_as_it_was() -> None:
    made_under = MadeUnder("default", "sha256:1", {"unseen": "keep"}, {"keep": ["id"]})
    plan = Plan.for_document(Document("note", "a text"), (), (PROMISE,))
    for plans in ([plan], [plan, plan]):
        file = read_plans(plans_to_json(plans, made_under=made_under, salt="ab"))
        assert (file.plans, file.made_under, file.salt) == (tuple(plans), made_under, "ab")
        assert not file.is_earlier
