"""Proper names are compared as they are written, go as a whole, and are never generalized as common nouns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import Document, Mention, Span, sanitize, wordnet
from reticent.detection.word_list import WordList
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy, Taxonomy
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.redaction import Redaction
from reticent.models.shared.generalizations import candidates
from reticent.models.shared.phrases import Phrase
from reticent.models.shared.proper_names import NameIndex, is_full_name, splits_name

CORPUS = MemoryCorpus(
    [
        *["Steve Jobs showed the macintosh."] * 6,
        *["Bill Gates sold the windows software."] * 6,
        *["A new job was found."] * 40,
        *["The gate is a barrier of the garden."] * 40,
        *["He paid the bill."] * 30,
        *["A computer scientist is a person."] * 30,
        *["Steve sang."] * 30,
        *["The entrepreneur is a person with a software idea."] * 5,
    ]
)


def protecting(name: str, general: str | None = None) -> CgSanitization:
    return CgSanitization(
        {name: general}, corpus=CORPUS, taxonomy=wordnet(), evidence="counted", max_group=1, unseen="keep"
    )


def released(text: str, model: CgSanitization | CorrelationGuard, *mentions: Mention) -> str:
    outcome = sanitize(Document("d", text), model, mentions=mentions)
    assert outcome.violations == ()
    return outcome.text


def test_a_name_that_tells_too_much_leaves_no_part_of_itself() -> None:
    text = "In 1984 they met Steve Jobs. Later Jobs left for new jobs."
    assert released(text, protecting("macintosh")) == (
        "In 1984 they met [REMOVED]. Later [REMOVED] left for new jobs."
    )


def test_a_name_becomes_what_it_is_an_instance_of_and_never_a_thing() -> None:
    text = released("In 1984 they met Bill Gates at the gate.", protecting("windows"))
    assert "Bill" not in text
    assert "barrier" not in text
    assert text.endswith("at the gate.")


def test_a_phrase_around_a_name_loses_all_of_it() -> None:
    text = released("They read a Steve Jobs job.", protecting("macintosh"))
    assert "Steve" not in text
    assert "Jobs" not in text


@pytest.mark.parametrize("general", [None, "person"])
def test_a_part_of_the_name_of_an_entity_stands_for_the_entity(general: str | None) -> None:
    text = "They met Steve Jobs. They liked Jobs, and three new jobs were offered."
    made = released(text, protecting("Steve Jobs", general) if general is None else _table())
    assert "Jobs" not in made
    assert "three new jobs" in made


def _table() -> CgSanitization:
    taxonomy = Hierarchy.from_pairs([("Steve Jobs", "person"), ("job", "work")])
    return CgSanitization(
        {"Steve Jobs": "person"}, corpus=CORPUS, taxonomy=taxonomy, evidence="counted", unseen="keep"
    )


def test_a_synonym_that_is_a_common_noun_in_small_letters_counts_with_a_capital_only() -> None:
    text = released(
        "The gates were open. They waited for Gates and for Bill Gates.", protecting("Bill Gates")
    )
    assert text.startswith("The gates were open.")
    assert "Gates" not in text


@pytest.mark.parametrize("taxonomy", [None, wordnet()], ids=["removing", "generalizing"])
def test_the_guard_takes_a_part_of_a_removed_name_for_the_name(taxonomy: Taxonomy | None) -> None:
    guard = CorrelationGuard(
        (WordList(["Steve Jobs"], kind="PERSON"),),
        corpus=CORPUS,
        taxonomy=taxonomy,
        threshold=3.0,
    )
    text = "They met Steve Jobs. They liked Jobs, and three new jobs were offered."
    assert (
        released(text, guard) == "They met [PERSON]. They liked [REMOVED], and three new jobs were offered."
    )


def test_the_guard_gives_a_correlated_name_no_other_name() -> None:
    text = "The windows software was sold by Bill Gates."
    start = text.index("windows")
    guard = CorrelationGuard(corpus=CORPUS, taxonomy=wordnet(), threshold=3.0, max_group=1)
    made = released(text, guard, Mention(Span(start, start + len("windows")), "PRODUCT"))
    assert "Bill" not in made
    assert "barrier" not in made


def test_redaction_generalizes_a_name_by_what_it_is_an_instance_of() -> None:
    words = Redaction((WordList(["Jobs", "Gates", "Sacramento"], kind="NAME"),), taxonomy=wordnet())
    text = sanitize(Document("d", "They saw Jobs and Bill Gates in Sacramento."), words).text
    assert "[NAME]" in text
    assert "barrier" not in text
    assert "state capital" in text


def test_a_name_has_only_the_concepts_that_are_called_so() -> None:
    def name(written: str) -> Phrase:
        words = tuple(written.lower().split())
        return Phrase(words, (), frozenset(words), frozenset(), name=written)

    assert candidates(name("Jobs"), wordnet()) == [[]]
    assert "city" in candidates(name("Sacramento"), wordnet())[0]
    assert "city" in candidates(name("ancient Sacramento"), wordnet())[0]
    assert candidates(name("president Bill Gates"), wordnet()) == [[]]


def test_full_names_are_known_by_their_parts() -> None:
    index = NameIndex.of([("Steve Jobs", "steve job"), ("Bill Gates", "bill gate")])
    assert index.meant_by("Jobs") == {"steve job"}
    assert index.meant_by("Bill Clinton") == frozenset()
    assert index.meant_by("") == frozenset()
    assert is_full_name("Steve Jobs")
    assert not is_full_name("HIV test")


@given(st.frozensets(st.integers(0, 5)), st.frozensets(st.integers(0, 5)))
def test_a_name_is_kept_or_lost_as_a_whole(kept: frozenset[int], names: frozenset[int]) -> None:
    runs: list[set[int]] = []
    for number in sorted(names):
        if number - 1 in names:
            runs[-1].add(number)
        else:
            runs.append({number})
    assert splits_name(kept, names) == any(run & kept and run - kept for run in runs)
