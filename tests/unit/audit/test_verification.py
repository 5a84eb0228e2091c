"""The auditor reads what is about to be written: every promise, and every change that no edit accounts for."""

from __future__ import annotations

import pytest

from reticent import Document, PromiseError, Redaction, Span, WordList
from reticent.audit.verification import verify
from reticent.pipeline import Outcome
from reticent.plan import Edit, Plan, Release

ORIGINAL = Document("note", "Ann met Bob in Rome.")
EDITS = (Edit(Span(0, 3), "[NAME]", 0, placeholder=True), Edit(Span(8, 11), "[NAME]", 1, placeholder=True))
FAITHFUL = "[NAME] met [NAME] in Rome."


def kinds(text: str, *models: Redaction) -> list[str]:
    return [
        violation.kind
        for violation in verify(Release(ORIGINAL, Document("note", text), EDITS), models, kinds=["NAME"])
    ]


def test_a_release_that_the_edits_account_for_is_fine() -> None:
    assert kinds(FAITHFUL) == []


@pytest.mark.parametrize(
    "text",
    [
        f"{FAITHFUL} Bob",
        FAITHFUL.removesuffix("."),
        FAITHFUL.replace("Rome", "Roma"),
        FAITHFUL.replace(" met ", " saw "),
        f" {FAITHFUL}",
        "Ann met [NAME] in Rome.",
        "",
    ],
)
def test_a_change_that_no_edit_accounts_for_is_a_violation(text: str) -> None:
    assert kinds(text) == ["INTEGRITY"]


def test_every_model_is_asked() -> None:
    rome, met = (Redaction((WordList([word], kind=word.upper()),)) for word in ("Rome", "met"))
    assert kinds(FAITHFUL, rome, met) == ["MET", "ROME"]
    assert kinds(FAITHFUL, met, rome) == ["MET", "ROME"]


def test_a_text_with_violations_is_not_handed_out() -> None:
    release = Release(ORIGINAL, ORIGINAL)
    violations = tuple(verify(release, [Redaction((WordList(["Rome"]),))], kinds=["WORD"]))
    outcome = Outcome(Plan.for_document(ORIGINAL), release, violations)
    with pytest.raises(PromiseError, match="1 violations"):
        _ = outcome.text
