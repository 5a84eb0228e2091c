"""An audit judges what a policy promises, says what it can't tell, and excuses only what was declared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from reticent import Document, Mention, Redaction, Span, WordList
from reticent.detection.detector import CompleteDetector
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, PlanError
from reticent.formats.seam.options import DEFAULTS
from reticent.models.privacy_model import CompleteModel, Needs
from reticent.plan import Decision, DeclaredException, Plan, Promise, Release, Violation
from reticent.usecases.audit import audit
from reticent.usecases.release import InputFile, read_input


@dataclass(frozen=True)
class FirstWordGoes(CompleteModel):
    """A model that needs both texts: the first word of the original may not stand in the release."""

    @property
    def promise(self) -> Promise:
        return Promise("first word", "the first word is gone")

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset({"NAME"})

    @property
    def needs(self) -> Needs:
        return "both"

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        return Plan.for_document(document)

    def violations(self, release: Release) -> list[Violation]:
        first = release.original.text.split()[0]
        start = release.released.text.find(first)
        return [] if start < 0 else [Violation("first word", Span(start, start + 1), "NAME", "stands here")]


BOTH = Rules((FirstWordGoes(),))
REDACTION = Rules((Redaction((WordList(["Zorblat"], kind="NAME"),)),))
ORIGINAL = InputFile("original.txt", b"Zorblat met Eve.")


def test_what_can_not_be_told_without_the_original_is_not_taken_for_kept() -> None:
    (verdict,) = audit(InputFile("a.txt", b"Zorblat met Eve."), BOTH)
    assert (verdict.violations, verdict.untold) == ((), ("first word",))
    (verdict,) = audit(InputFile("a.txt", b"Zorblat met Eve."), REDACTION)
    assert (len(verdict.violations), verdict.untold) == (1, ())


@pytest.mark.parametrize(("released", "broken"), [(b"[NAME] met Eve.", 0), (b"[NAME] met Zorblat.", 1)])
def test_with_the_original_every_promise_is_judged(released: bytes, broken: int) -> None:
    (verdict,) = audit(InputFile("a.txt", released), BOTH, original=ORIGINAL)
    assert verdict.untold == ()
    assert len([each for each in verdict.violations if each.model == "first word"]) == broken


def test_a_plan_must_lead_from_the_original_to_the_release() -> None:
    (document,) = read_input(ORIGINAL, (), DEFAULTS).documents
    plan = Plan.for_document(document, (Decision((Span(0, 7),), "NAME"),))
    (verdict,) = audit(InputFile("a.txt", b"[NAME] met Eve."), BOTH, original=ORIGINAL, plans=[plan])
    assert verdict.violations == ()
    with pytest.raises(PlanError, match="does not lead to"):
        audit(InputFile("a.txt", b"[NAME] met Ann."), BOTH, original=ORIGINAL, plans=[plan])
    with pytest.raises(PlanError, match="add --original"):
        audit(InputFile("a.txt", b"[NAME] met Eve."), BOTH, plans=[plan])
    with pytest.raises(PlanError, match="2 plans for 1"):
        audit(InputFile("a.txt", b"[NAME] met Eve."), BOTH, original=ORIGINAL, plans=[plan, plan])


def test_an_exception_holds_for_the_document_that_it_was_declared_for() -> None:
    given = InputFile("a.jsonl", b'{"text": "Zorblat."}\n{"text": "Zorblat!"}\n')
    first, _ = read_input(given, REDACTION.kinds, DEFAULTS).documents
    verdicts = audit(
        given, REDACTION, exceptions={first.fingerprint: [DeclaredException((Span(0, 7),), "ours")]}
    )
    assert [len(verdict.violations) for verdict in verdicts] == [0, 1]
    assert [verdict.excepted for verdict in verdicts] == [1, 0]


def test_an_original_with_other_documents_is_refused() -> None:
    original = InputFile("original.jsonl", b'{"text": "one"}\n{"text": "two"}\n')
    with pytest.raises(DocumentError, match="holds 1 documents and its original 2"):
        audit(InputFile("a.jsonl", b'{"text": "one"}\n'), BOTH, original=original)


def test_the_numbers_of_a_part_of_a_release_are_not_checked_when_somebody_says_so() -> None:
    part = InputFile("part.txt", b"Then [NAME 7] met [NAME 9].")
    (whole,) = audit(part, REDACTION)
    assert [each.kind for each in whole.violations] == ["NUMBERING", "NUMBERING"]
    (excerpt,) = audit(part, REDACTION, excerpt=True)
    assert excerpt.violations == ()


def test_every_record_of_a_table_is_numbered_by_itself() -> None:
    table = InputFile("t.csv", b"note\n[NAME 1] met [NAME 2]\n[NAME 1] left\n[NAME 2] came\n")
    assert [len(each.violations) for each in audit(table, REDACTION)] == [0, 0, 1]


@dataclass(frozen=True)
class CodeAfterNothing(CompleteDetector):
    """Takes a number for a code unless a word in capitals says what it measures."""

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset({"CODE"})

    @property
    def declared(self) -> Mapping[str, str]:
        return {"codes after nothing": "1"}

    def mentions(self, document: Document) -> list[Mention]:
        numbers = re.finditer(r"(\w*) ?\b(\d+)\b", document.mask_placeholders())
        return [Mention(Span(*each.span(2)), "CODE", 1.0) for each in numbers if not each[1]]


def test_what_arises_from_a_gap_is_told_and_is_no_violation() -> None:
    rules = Rules((Redaction((CodeAfterNothing(),)), Redaction((WordList(["HR"], kind="REMOVED"),))))
    note = "Seen today. BP 149, HR 81, CRP 86, Hb 102."
    released = InputFile("note.txt", note.replace("HR", "[REMOVED]").encode())
    for original in (None, InputFile("note.txt", note.encode())):
        (verdict,) = audit(released, rules, original=original)
        assert verdict.violations == ()
        assert [each.span.of(verdict.document.text) for each in verdict.arising] == ["81"]
