"""Entities that the corpus has never seen: a merger target, a code name. Only what the user says of them is known."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.cg_worlds import ABOVE, TEXTS

from reticent import Document, sanitize
from reticent.errors import InputError
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
from reticent.plan import Release, plans_to_json

CORPUS = MemoryCorpus([*TEXTS, "A project of the hospital.", "A falcon is a bird.", "The falcon project."])


def model(**options: object) -> CgSanitization:
    settled = {
        "protect": {"Project Falcon": None},
        "corpus": CORPUS,
        "taxonomy": Hierarchy.from_pairs(ABOVE),
        "unseen": "keep",
        "related": {"Project Falcon": ["Helios", "data room"]},
    }
    return CgSanitization(**{**settled, **options})  # type: ignore[arg-type]


def released(text: str, **options: object) -> str:
    return sanitize(Document("d", text), model(**options)).text


def test_its_names_and_what_is_related_go_and_nothing_else() -> None:
    text = "Project Falcon needs a data room by Monday. HELIOS and the hospital met; a test came back."
    assert released(text) == (
        "[REMOVED] needs [REMOVED] by Monday. [REMOVED] and the hospital met; a test came back."
    )
    assert released("The falcon is a bird; the project ended.") == "The falcon is a bird; the project ended."


def test_what_may_be_told_stands_for_the_name_and_not_for_what_is_related() -> None:
    told = released(
        "The Zorblat has two data rooms.", protect={"Zorblat": "hospital"}, related={"Zorblat": ["data room"]}
    )
    assert told == "The hospital has two [REMOVED]."


def test_the_promise_and_a_note_say_that_nothing_else_is_known() -> None:
    made = model()
    assert "The corpus has never seen Project Falcon" in made.promise.statement
    assert "Falcon" not in (made.promise.public or "")
    assert "only names and what was listed are protected" in (made.promise.public or "")
    assert "only its names and what you list" in " ".join(made.warnings)
    seen = model(protect={"HIV": "virus"}, related={"HIV": ["data room"]})
    assert "never seen HIV" not in seen.promise.statement
    assert not seen.warnings
    assert "data room" not in sanitize("The HIV left the data room.", seen).text


def test_the_check_finds_what_is_related_and_says_so_in_numbers_that_a_file_can_hold() -> None:
    document = Document("d", "Helios met the team.")
    (violation,) = model().violations(Release(document, document))
    assert (
        violation.reason
        == "this term is a name of Project Falcon, or a rare word of one, or was listed as related"
    )
    assert model().naive_violations(Release(document, document))
    plan = sanitize(document, model()).plan
    assert "Infinity" not in json.dumps(json.loads(plans_to_json([plan])))


def test_what_is_related_belongs_to_something_protected() -> None:
    with pytest.raises(InputError, match="'Acme', which is not protected"):
        model(related={"Acme": ["x"]})


@given(
    st.lists(
        st.sampled_from(["Project Falcon", "Helios", "data rooms", "blood", "hospital", "zorblat"]),
        max_size=7,
    ),
    st.sampled_from(["counted", "confident", "strict"]),
    st.integers(1, 3),
    st.sampled_from([0.2, 1.0]),
)
def test_a_release_holds_none_of_it(words: list[str], evidence: str, size: int, at_most: float) -> None:
    made = model(evidence=evidence, max_group=size, at_most=at_most)
    outcome = sanitize(Document("d", ", ".join(words) + "."), made)
    assert outcome.violations == ()
    assert not any(word in outcome.text for word in ("Falcon", "Helios", "data room"))
    assert [word in outcome.text for word in ("blood", "hospital")] == [
        word in words for word in ("blood", "hospital")
    ]
