"""The auditor reads what is about to be written: every promise, and every change that no edit accounts for."""

from __future__ import annotations

import pytest

from reticent import Document, PromiseError, Redaction, Span, WordList
from reticent.audit.verification import verify
from reticent.engine import Outcome
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
    with pytest.raises(PromiseError, match="1 violation was left"):
        _ = outcome.text


def test_what_a_release_believes_about_its_placeholders_does_not_count() -> None:
    believed = Document("note", "Rome is far.", (Span(0, 4),))
    model = Redaction((WordList(["Rome"]),))
    assert [each.span for each in verify(Release(believed, believed), [model], kinds=["WORD"])] == [
        Span(0, 4)
    ]


def leftovers(original: str, edits: dict[str, str], released: str) -> list[str]:
    """The kinds of what the audit itself finds where the first place of each word was edited."""
    made = [
        Edit(Span(original.index(word), original.index(word) + len(word)), placeholder, 0, placeholder=True)
        for word, placeholder in edits.items()
    ]
    model = Redaction((WordList(["nothing"], kind="CITY"), WordList(["nobody"], kind="PERSON")))
    release = Release(Document("d", original), Document("d", released), tuple(made))
    return [each.kind for each in verify(release, [model], kinds=["CITY", "PERSON"])]


def test_what_was_removed_and_stands_elsewhere_is_a_violation_whatever_its_kind() -> None:
    edits = {"Mombasa": "[CITY]", "Lindqvist": "[PERSON]"}
    again = "Mombasa, Lindqvist, Lindqvist, Mombasa"
    assert leftovers(again, edits, "[CITY], [PERSON], Lindqvist, Mombasa") == ["PERSON", "CITY"]
    assert leftovers("Mombasa, Lindqvist", edits, "[CITY], [PERSON]") == []


def test_the_words_of_a_placeholder_are_not_what_was_removed() -> None:
    assert leftovers("Mr Person came.", {"Person": "[PERSON]"}, "Mr [PERSON] came.") == []


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("[PERSON 1] met [PERSON 2] and [PERSON 1]; [DATE 2], [DATE 1].", 0),
        ("[PERSON 93] left.", 1),
        ("[PERSON 2] met [PERSON 1].", 1),
        ("[PERSON 1] met [PERSON 3] and [PERSON 4].", 2),
    ],
)
def test_a_mark_whose_number_rendering_does_not_give_is_a_violation_of_a_whole_document(
    text: str, broken: int
) -> None:
    document = Document("d", text)
    release, kinds = Release(document, document), ["PERSON", "DATE"]
    assert [each.kind for each in verify(release, (), kinds=kinds)] == ["NUMBERING"] * broken
    assert verify(release, (), kinds=kinds, excerpt=True) == []
    assert verify(release, (), kinds=kinds, is_stand_in=lambda words: words.startswith("PERSON")) == []
