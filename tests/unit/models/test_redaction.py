"""What redaction leaves: nothing that a detector finds, and nothing that somebody pointed at."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from reticent import Document, Mention, Redaction, Span, WordList, sanitize
from reticent.knowledge.taxonomy import Hierarchy
from reticent.plan import Edit, Release

NOTE = Document("note", "Ann Lee-Poe met Bob.")
BY_HAND = Mention(Span(4, 11), "NAME")


def release_of(*edits: Edit) -> Release:
    text = NOTE.text
    for edit in reversed(edits):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return Release(NOTE, Document("note", text), edits, (BY_HAND,))


@pytest.mark.parametrize(
    ("edits", "left"),
    [
        ((), True),
        ((Edit(Span(4, 7), "[NAME]", 0),), True),
        ((Edit(Span(4, 10), "[NAME]", 0),), True),
        ((Edit(Span(5, 11), "[NAME]", 0),), True),
        ((Edit(Span(4, 11), "[NAME]", 0),), False),
        ((Edit(Span(0, 20), "[NAME]", 0),), False),
        ((Edit(Span(4, 7), "[NAME]", 0), Edit(Span(8, 11), "[NAME]", 1)), False),
    ],
)
def test_a_letter_that_is_left_of_what_was_pointed_at_is_a_violation(
    edits: tuple[Edit, ...], left: bool
) -> None:
    violations = Redaction(()).violations(release_of(*edits))
    assert [violation.reason for violation in violations] == ["pointed at by hand and still there"] * left


def test_what_is_pointed_at_goes_even_when_another_model_needs_a_round_of_its_own() -> None:
    redaction = Redaction((WordList(["Bob"], kind="NAME"),))
    outcome = sanitize(NOTE, redaction, Redaction(()), mentions=[BY_HAND])
    assert outcome.text == "Ann [NAME] met [NAME]."
    assert outcome.release.mentions == (BY_HAND,)


def test_every_detector_is_asked() -> None:
    model = Redaction((WordList(["Ann"]), WordList(["Bob"])))
    assert len(model.violations(Release(NOTE, NOTE))) == 2
    assert sanitize(NOTE, model).text == "[WORD] Lee-Poe met [WORD]."


def test_no_word_is_put_in_place_that_a_detector_finds() -> None:
    drugs = Hierarchy.from_pairs([("heroin", "opiate"), ("opiate", "drug")])
    model = Redaction((WordList(["heroin", "opiate"]),), taxonomy=drugs)
    plan = model.plan(Document("note", "Took heroin."))
    assert [decision.becomes for decision in plan.decisions] == ["drug"]


def test_the_rest_of_a_name_goes_that_another_model_took_a_part_of() -> None:
    text = "Seen at QEH Woolwich today."
    names = WordList(["QEH Woolwich"], kind="ORGANIZATION")
    outcome = sanitize(text, Redaction((WordList(["QEH"], kind="CODE"),)), Redaction((names,)))
    assert outcome.text == "Seen at [CODE] [ORGANIZATION] today."


def test_a_name_goes_that_only_the_words_before_it_gave_away() -> None:
    class AfterDoctor:
        kinds = frozenset({"PERSON"})
        declared: Mapping[str, str] = {}

        def mentions(self, document: Document) -> list[Mention]:
            return [
                Mention(Span(*each.span(1)), "PERSON") for each in re.finditer(r"Dr (\w+)", document.text)
            ]

    title = Redaction((WordList(["Dr"], kind="TITLE"),))
    assert sanitize("Ask Dr Bell, or Bell.", title, Redaction((AfterDoctor(),))).text == (
        "Ask [TITLE] [PERSON], or [PERSON]."
    )


def test_marks_that_are_left_of_a_name_stay() -> None:
    names = WordList(["Bell & Co."], kind="ORGANIZATION")
    outcome = sanitize("Ask Bell & Co. now.", Redaction((WordList(["Bell", "Co"]),)), Redaction((names,)))
    assert outcome.text == "Ask [WORD] & [WORD]. now."


def test_what_is_found_again_keeps_its_number() -> None:
    class Numbered:
        kinds = frozenset({"PERSON"})
        declared: Mapping[str, str] = {}

        def mentions(self, document: Document) -> list[Mention]:
            found = re.finditer("Bell|Poe", document.text)
            return [Mention(Span(*each.span()), "PERSON", entity=at) for at, each in enumerate(found, 1)]

    other = Redaction((WordList(["met"]),))
    assert sanitize("Bell met Poe.", other, Redaction((Numbered(),))).text == "[PERSON 1] [WORD] [PERSON 2]."
