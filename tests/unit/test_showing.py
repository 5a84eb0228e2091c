"""Drafts that are shown to somebody: only those on which every other promise holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from reticent import Document, Redaction, sanitize
from reticent.audit.verification import verify
from reticent.detection.word_list import WordList
from reticent.errors import PromiseError
from reticent.models.privacy_model import Shown, Standing, is_attested
from reticent.pipeline import execute
from reticent.plan import Decision, DeclaredException, Plan, Promise, Release, Violation
from reticent.policy.assembly import Assembly
from reticent.text import Mention, Span
from reticent.usecases.audit import audit
from reticent.usecases.given import Given

TEXT = "Ann takes zidovudine, lamivudine and aspirin."
NAMES = Redaction((WordList(["Ann"], kind="PERSON"),))


@dataclass(frozen=True)
class Guesser:
    """A promise that somebody who is shown drafts does not see these words; each time one of them is given up."""

    words: tuple[str, ...]
    stubborn: bool = False
    shown: list[str] = field(default_factory=list)

    promise = Promise("guesser", "nobody sees them")
    kinds = frozenset({"CLUE"})
    needs = "released"
    shows_drafts = True

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        return Plan.for_document(document)

    def violations(self, release: Release) -> list[Violation]:
        return []

    def show(self, release: Release) -> Shown:
        text = release.released.text
        self.shown.append(text)
        found = [Span(at, at + len(word)) for word in self.words if (at := text.find(word)) >= 0]
        standing = Standing("guesser", "it", 1 if found else 9, 9)
        if not found:
            return Shown(standings=(standing,))
        decisions = () if self.stubborn else (Decision((found[0],), "CLUE", model="guesser"),)
        violation = Violation("guesser", found[0], "CLUE", "it was seen")
        return Shown((violation,), decisions, (standing,))


@pytest.mark.parametrize("order", [0, 1])
def test_nothing_is_shown_before_every_other_promise_holds(order: int) -> None:
    guesser = Guesser(("zidovudine", "lamivudine"))
    models = (NAMES, guesser) if order else (guesser, NAMES)
    outcome = sanitize(Document("note", TEXT), *models)
    assert outcome.text == "[PERSON] takes [CLUE], [CLUE] and aspirin."
    assert len(guesser.shown) == 3
    assert all("Ann" not in text for text in guesser.shown)
    assert [draft.standings[0].place for draft in outcome.drafts] == [1, 1, 9]
    assert outcome.drafts[0].kept > outcome.drafts[-1].kept


def test_a_draft_that_can_be_mended_no_further_is_not_released_and_the_curve_is_told() -> None:
    outcome = sanitize(Document("note", TEXT), NAMES, Guesser(("zidovudine",), stubborn=True))
    with pytest.raises(PromiseError, match=r"draft by draft: 88 % kept: guesser 1$"):
        _ = outcome.text


def test_a_text_that_breaks_another_promise_is_shown_to_nobody_by_the_audit() -> None:
    guesser = Guesser(())
    document = Document("note", TEXT)
    assert verify(Release(document, document), [guesser, NAMES], kinds=["PERSON"])
    assert guesser.shown == []
    clean = Document("note", "Nothing here.")
    assert verify(Release(clean, clean), [guesser, NAMES], kinds=["PERSON"]) == []
    assert guesser.shown == ["Nothing here."]


def test_a_plan_with_exceptions_is_shown_to_nobody_and_not_carried_out() -> None:
    guesser = Guesser(())
    document = Document("note", TEXT)
    plan = sanitize(document, NAMES, guesser).plan
    guesser.shown.clear()
    kept = replace(plan, decisions=(), exceptions=(DeclaredException((Span(0, 3),), "a friend", "me"),))
    with pytest.raises(PromiseError, match="shown to nobody"):
        execute(document, kept, NAMES, guesser)
    assert guesser.shown == []


def judge(text: str, assembly: Assembly, **options: bool) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    (verdict,) = audit(Given("note.txt", text.encode()), assembly, **options)
    return verdict.attested, verdict.untold, len(verdict.violations)


def test_an_audit_says_what_is_attested_and_what_it_cannot_tell() -> None:
    guesser = Guesser(("zidovudine",))
    assembly = Assembly((NAMES, guesser))
    assert is_attested(guesser)
    assert not is_attested(NAMES)
    assert judge("No names.", assembly) == (("guesser",), (), 0)
    assert judge("zidovudine", assembly) == (("guesser",), (), 1)
    shown = len(guesser.shown)
    assert judge("Ann is here.", assembly) == (("guesser",), (), 1)
    assert judge("No names.", assembly, show=False) == (("guesser",), (), 0)
    assert len(guesser.shown) == shown


def test_a_promise_that_can_only_be_told_with_the_original_keeps_the_text_from_being_shown() -> None:
    @dataclass(frozen=True)
    class Both(Guesser):
        needs = "both"
        shows_drafts = False
        promise = Promise("both", "both texts")

    guesser = Guesser(())
    assert judge("No names.", Assembly((guesser, Both(())))) == (("guesser",), ("both", "guesser"), 0)
    assert guesser.shown == []
