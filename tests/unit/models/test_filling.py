"""Gaps that are filled with something else of the same sort, and marked as invented."""

from __future__ import annotations

from reticent import CgSanitization, Document, sanitize
from reticent.audit.report import describe_gaps
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.privacy_model import fill_gaps, is_invented
from reticent.models.shared.familiarity import choose_sibling, find_siblings
from reticent.plan import Decision
from reticent.text import Span

VIRUSES = ("HIV", "herpes", "rabies", "measles", "mumps")
TAXONOMY = Hierarchy.from_pairs([(name, "virus") for name in VIRUSES])
CORPUS = MemoryCorpus(
    [f"{name} is a virus of the kind {number}" for name in VIRUSES for number in range(25)]
    + ["a virus may be anything"] * 200
)


def model() -> CgSanitization:
    return CgSanitization({"HIV": "virus"}, corpus=CORPUS, taxonomy=TAXONOMY, unseen="keep", max_group=1)


def test_siblings_are_others_below_the_same_thing() -> None:
    found = find_siblings("virus", frozenset({"HIV"}), taxonomy=TAXONOMY, corpus=CORPUS)
    assert found == ("herpes", "measles", "mumps", "rabies")


def test_few_siblings_would_tell_so_there_are_none() -> None:
    taken = frozenset({"HIV", "herpes", "rabies"})
    assert find_siblings("virus", taken, taxonomy=TAXONOMY, corpus=CORPUS) == ()


def test_the_choice_hangs_on_the_seed_alone() -> None:
    siblings = ["herpes", "rabies", "measles", "mumps"]
    assert choose_sibling(siblings, "a") == choose_sibling(list(reversed(siblings)), "a")
    assert len({choose_sibling(siblings, str(seed)) for seed in range(50)}) == len(siblings)
    assert choose_sibling([], "a") is None


def test_a_removed_name_is_filled_and_marked() -> None:
    document = Document("note", "No HIV here.")
    removed = Decision((Span(3, 6),), "REMOVED", model="cg-sanitization")
    (filled,) = fill_gaps(document, (removed,), [model()])
    assert filled.becomes in VIRUSES[1:]
    assert is_invented(filled)


def test_nothing_is_invented_unless_it_is_allowed() -> None:
    document = Document("note", "She has no HIV.")
    plain = sanitize(document, model())
    assert not any(map(is_invented, plain.plan.decisions))
    filled = sanitize(document, model(), invent=True)
    assert filled.violations == ()
    assert describe_gaps(filled.plan)["invented"] == 1
    assert "HIV" not in filled.text
    assert "[REMOVED]" not in filled.text


def test_gaps_are_closed_where_it_is_asked_for_and_the_audit_agrees() -> None:
    text = Document("note", "Tests: no HIV\nNever HIV/rabies then.")
    marked, closed = sanitize(text, model()), sanitize(text, model(), gaps="close")
    assert marked.text == "Tests: no [CONDITION 1]\nNever [CONDITION 1]/rabies then."
    assert closed.text == "\nNever rabies then."
    assert closed.violations == ()
    assert describe_gaps(closed.plan) == {"closed": 2, "invented": 0}


def test_what_lies_between_an_entity_and_its_generalization_is_no_sibling() -> None:
    deeper = Hierarchy.from_pairs(
        [("HIV", "retrovirus"), ("HIV-2", "HIV"), ("retrovirus", "virus")]
        + [(name, "virus") for name in VIRUSES[1:]]
    )
    corpus = MemoryCorpus(
        [
            f"{name} is a virus of the kind {number}"
            for name in (*VIRUSES, "retrovirus")
            for number in range(25)
        ]
    )
    found = find_siblings("virus", frozenset({"HIV"}), taxonomy=deeper, corpus=corpus)
    assert found == ("herpes", "measles", "mumps", "rabies")
