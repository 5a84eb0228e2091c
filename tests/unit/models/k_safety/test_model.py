"""KSafety on documents: what goes, what stays, why, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.k_safety import companions, telling_terms, unsafe_entities

from reticent import Document, sanitize, wordnet
from reticent.errors import InputError
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.source import read_entities
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.k_safety import KSafety
from reticent.models.k_safety._check import read_known_terms
from reticent.models.k_safety.model import NAME, shields
from reticent.plan import Release
from reticent.text import Span

EXAMPLES = Path(__file__).parents[4] / "examples"
LETTERS = "abcdefgh"
WORDS = {letter: letter * 3 for letter in LETTERS}

contexts = st.lists(st.sets(st.sampled_from(LETTERS), min_size=1), min_size=4, max_size=9)


def database(*contexts: str) -> SqliteEntities:
    """Entities e0, e1, … whose terms are three times the same letter."""
    return SqliteEntities.in_memory(
        Entity(
            f"e{at}",
            (f"entity{at}",),
            ("even",) if at % 2 == 0 else ("odd",),
            tuple(WORDS[c] for c in sorted(context)),
        )
        for at, context in enumerate(contexts)
    )


def text(letters: str) -> Document:
    return Document("note", " and ".join(WORDS[letter] for letter in letters))


@given(contexts=contexts, letters=st.sets(st.sampled_from(LETTERS)), k=st.integers(1, 3), data=st.data())
def test_what_is_left_is_k_safe_by_the_definition_and_no_term_could_stay(
    contexts: list[set[str]], letters: set[str], k: int, data: st.DataObject
) -> None:
    chosen = sorted(data.draw(st.sets(st.integers(0, len(contexts) - 1), min_size=1)))
    known = {f"e{at}": {WORDS[c] for c in context} for at, context in enumerate(contexts)}
    protected = [f"e{at}" for at in chosen]
    model = KSafety(database(*("".join(context) for context in contexts)), protected, k=k)
    document = text("".join(sorted(letters)))
    released = sanitize(document, model).text
    kept = {WORDS[letter] for letter in letters if WORDS[letter] in released}
    assert unsafe_entities(kept, known, protected, k) == []
    for lost in {WORDS[letter] for letter in letters} - kept:
        assert unsafe_entities({*kept, lost}, known, protected, k)


@given(contexts=contexts, letters=st.sets(st.sampled_from(LETTERS)), k=st.integers(1, 3))
def test_the_audit_counts_as_the_definition_does(contexts: list[set[str]], letters: set[str], k: int) -> None:
    known = {f"e{at}": {WORDS[c] for c in context} for at, context in enumerate(contexts)}
    model = KSafety(database(*("".join(context) for context in contexts)), known, k=k)
    document = text("".join(sorted(letters)))
    told = telling_terms({WORDS[letter] for letter in letters}, known, known, k)
    found = {violation.span.of(document.text) for violation in model.violations(Release(document, document))}
    assert found == told


@given(
    contexts=contexts,
    kept=st.sets(st.sampled_from(LETTERS)),
    lost=st.sets(st.sampled_from(LETTERS), min_size=1),
)
def test_an_explanation_says_what_counting_again_says(
    contexts: list[set[str]], kept: set[str], lost: set[str]
) -> None:
    kept -= lost
    known = {f"e{at}": {WORDS[c] for c in context} for at, context in enumerate(contexts)}
    asked = database(*("".join(context) for context in contexts))
    everything = text("".join(sorted(kept | lost)))
    crowd = read_known_terms(everything, asked).crowd()
    stays = {WORDS[letter] for letter in kept}
    whole = {WORDS[letter] for letter in kept | lost}
    why = shields(crowd, range(len(contexts)), stays, [WORDS[letter] for letter in sorted(lost)])
    for term, shield in why.items():
        entity = f"e{shield.entity}"
        knowing = [name for name in known if term in known[name]]
        assert shield.before == companions(whole, known, [entity])[entity]
        assert shield.after == companions(stays, known, [entity])[entity]
        assert shield.if_kept == min(companions({*stays, term}, known, knowing).values())
    assert why.keys() == {WORDS[c] for c in lost if any(WORDS[c] in context for context in known.values())}


def test_a_term_goes_at_all_its_places_however_it_is_written() -> None:
    asked = SqliteEntities.in_memory(
        [Entity("x", ("X1",), (), ("night sweats",)), Entity("y", ("Y1",), (), ("cough",))]
    )
    note = Document("note", "Night sweats, night-sweats, NIGHT SWEATS, a night\u00a0sweat and night\nsweats.")
    assert sanitize(note, KSafety(asked, ["x"], k=1)).text == "[TERM], [TERM], [TERM], a [TERM] and [TERM]."


def test_a_term_inside_a_longer_one_is_not_one_of_its_own() -> None:
    asked = SqliteEntities.in_memory(
        [
            Entity("x", ("X1",), (), ("pain",)),
            Entity("y", ("Y1",), (), ("chest pain", "pain relief")),
            Entity("z", ("Z1",), (), ("chest pain", "pain relief")),
        ]
    )
    found = read_known_terms(Document("note", "Chest pain relief, then pain."), asked)
    assert {term: [span.start for span in spans] for term, spans in found.places.items()} == {
        "chest pain": [0],
        "pain relief": [6],
        "pain": [24],
    }


def test_synonyms_count_when_a_taxonomy_is_given() -> None:
    asked = SqliteEntities.in_memory(
        [Entity("x", ("X1",), (), ("fever",)), Entity("y", ("Y1",), (), ("cough",))]
    )
    note = Document("note", "Pyrexia was noted.")
    assert sanitize(note, KSafety(asked, ["x"], k=1)).text == note.text
    assert sanitize(note, KSafety(asked, ["x"], k=1, synonyms=wordnet())).text == "[TERM] was noted."


def test_a_generalization_is_in_no_protected_context() -> None:
    asked = SqliteEntities.in_memory(
        [
            Entity("x", ("X1",), (), ("migraine", "headache")),
            Entity("y", ("Y1",), (), ("headache",)),
            Entity("z", ("Z1",), (), ("cough",)),
        ]
    )
    note = Document("note", "Two migraines since spring.")
    outcome = sanitize(note, KSafety(asked, ["x"], k=1, generalize=wordnet()))
    assert outcome.text not in (note.text, "Two headaches since spring.")
    assert "[TERM]" not in outcome.text
    open_to_all = sanitize(note, KSafety(asked, ["x"], k=1, generalize=wordnet(), only=frozenset()))
    assert "migraine" not in open_to_all.text


def test_a_weighty_term_stays_at_the_cost_of_another() -> None:
    asked = database("ab", "a", "b", "c")
    light = sanitize(text("ab"), KSafety(asked, ["e0"], k=1, weights={"aaas": 5}))
    heavy = sanitize(text("ab"), KSafety(asked, ["e0"], k=1, weights={"bbb": 5}))
    assert light.text == "aaa and [TERM]"
    assert heavy.text == "[TERM] and bbb"


def test_a_plan_explains_each_deletion_without_naming_the_entity_in_its_reason() -> None:
    asked = SqliteEntities.in_memory(read_entities(EXAMPLES / "diseases.jsonl"))
    letter = Document("letter", (EXAMPLES / "doctors-letter.txt").read_text("utf-8"))
    plan = sanitize(letter, KSafety(asked, categories=["sexual"], k=5)).plan
    evidence = {decision.evidence["term"]: decision.evidence for decision in plan.decisions}
    assert evidence["HIV"]["shields"] == "HIV"
    assert evidence["HIV"]["fits_if_kept"] == 0
    assert evidence["HIV"]["fits_after"] >= 5
    assert not any("HIV" in decision.reason for decision in plan.decisions)
    assert all(decision.model == NAME and "K = 5" in decision.reason for decision in plan.decisions)


def test_a_document_without_a_known_term_stays_as_it_is() -> None:
    note = Document("note", "Nothing to see here.")
    assert sanitize(note, KSafety(database("ab", "a", "b"), ["e0"], k=1)).text == note.text
    assert sanitize(Document("empty", ""), KSafety(database("ab", "a"), ["e0"], k=1)).text == ""


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"k": 3}, "3 entities in all"),
        ({"k": 0}, "at least 1"),
        ({"protected": ["e0", "nobody"]}, "'nobody' is not in the database"),
        ({"categories": ["elsewhere"]}, "no entity of the category 'elsewhere'"),
    ],
)
def test_what_can_not_be_promised_is_refused(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        KSafety(database("ab", "a", "b"), **({"protected": ["e0"], "k": 1} | options))  # type: ignore[arg-type]


@pytest.mark.parametrize("written", ["HIV", "hiv", "Hiv"])
def test_an_acronym_is_found_in_small_letters_too(written: str) -> None:
    known = SqliteEntities.in_memory([Entity("one", ("one",), ("some",), ("HIV", "ART"))])
    found = read_known_terms(Document("note", f"The {written} test is an art."), known).places
    assert found == {"HIV": (Span(4, 7),)}
