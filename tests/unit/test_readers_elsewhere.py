"""Readers who are somewhere else: they see a draft only when every other promise holds on it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from reticent import Document, Redaction, sanitize
from reticent.audit.verification import verify
from reticent.detection.word_list import WordList
from reticent.engine import execute
from reticent.engine.rules import Rules
from reticent.errors import PromiseError
from reticent.models.privacy_model import CompleteModel, Needs
from reticent.plan import Decision, DeclaredException, Plan, Promise, Release, Violation
from reticent.text import Mention, Span
from reticent.usecases.audit import audit
from reticent.usecases.prove import claims
from reticent.usecases.release import InputFile

TEXT = "Ann takes zidovudine, lamivudine and aspirin."
NAMES = Redaction((WordList(["Ann"], kind="PERSON"),))


@dataclass(frozen=True)
class Guesser(CompleteModel):
    """A promise that a reader elsewhere does not come upon these words; one that it came upon is given up next."""

    words: tuple[str, ...]
    needs: Needs = "reader"
    shown: list[str] = field(default_factory=list)

    promise = Promise("guesser", "nobody sees them")
    kinds = frozenset({"CLUE"})

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        found = self._find(document.text)[:1] if document.text in self.shown else []
        return Plan.for_document(
            document, tuple(Decision((span,), "CLUE", model="guesser") for span in found)
        )

    def violations(self, release: Release) -> list[Violation]:
        return []

    def violations_by_readers(self, release: Release) -> list[Violation]:
        self.shown.append(release.released.text)
        found = self._find(release.released.text)
        return [Violation("guesser", span, "CLUE", "it was seen") for span in found]

    def _find(self, text: str) -> list[Span]:
        return [Span(at, at + len(word)) for word in self.words if (at := text.find(word)) >= 0]


@pytest.mark.parametrize("order", [0, 1])
def test_nothing_is_shown_before_every_other_promise_holds(order: int) -> None:
    guesser = Guesser(("zidovudine", "lamivudine"))
    models = (NAMES, guesser) if order else (guesser, NAMES)
    assert sanitize(Document("note", TEXT), *models).text == "[PERSON] takes [CLUE], [CLUE] and aspirin."
    assert len(guesser.shown) == 3
    assert all("Ann" not in text for text in guesser.shown)


def test_a_text_that_breaks_another_promise_is_shown_to_nobody_by_the_audit() -> None:
    guesser = Guesser(())
    document = Document("note", TEXT)
    assert verify(Release(document, document), [guesser, NAMES], kinds=["PERSON"])
    assert guesser.shown == []
    clean = Document("note", "Nothing here.")
    assert verify(Release(clean, clean), [guesser, NAMES], kinds=["PERSON"], ask=False) == []
    assert guesser.shown == []
    assert verify(Release(clean, clean), [guesser, NAMES], kinds=["PERSON"]) == []
    assert guesser.shown == ["Nothing here."]


def test_a_plan_with_exceptions_is_shown_to_nobody_and_not_carried_out() -> None:
    guesser = Guesser(())
    document = Document("note", TEXT)
    plan = sanitize(document, NAMES, guesser).plan
    guesser.shown.clear()
    kept = replace(plan, decisions=(), exceptions=(DeclaredException((Span(0, 3),), "a friend", "me"),))
    with pytest.raises(PromiseError, match="so no reader may see it"):
        execute(document, kept, NAMES, guesser)
    assert guesser.shown == []


def judge(text: str, rules: Rules, *, ask: bool = True) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    (verdict,) = audit(InputFile("note.txt", text.encode()), rules, ask=ask)
    return verdict.attested, verdict.untold, len(verdict.violations)


def test_an_audit_says_what_is_attested() -> None:
    guesser = Guesser(("zidovudine",))
    rules = Rules((NAMES, guesser))
    assert judge("No names.", rules) == (("guesser",), (), 0)
    assert judge("zidovudine", rules) == (("guesser",), (), 1)
    shown = len(guesser.shown)
    assert judge("Ann is here.", rules) == (("guesser",), (), 1)
    assert judge("No names.", rules, ask=False) == (("guesser",), (), 0)
    assert len(guesser.shown) == shown


def test_an_audit_with_exceptions_cannot_tell_what_a_reader_would_find() -> None:
    guesser = Guesser(())
    text = "Ann is here."
    kept = {Document("", text).fingerprint: [DeclaredException((Span(0, 3),), "a friend", "me")]}
    (verdict,) = audit(InputFile("note.txt", text.encode()), Rules((NAMES, guesser)), exceptions=kept)
    assert (verdict.violations, verdict.excepted, verdict.untold) == ((), 1, ("guesser",))
    assert guesser.shown == []


def test_where_another_promise_needs_the_original_a_release_alone_is_shown_to_nobody() -> None:
    guesser = Guesser(())
    both = replace(guesser, needs="both")
    assert judge("No names.", Rules((guesser, both))) == (("guesser",), ("guesser", "guesser"), 0)
    assert guesser.shown == []


def test_a_proof_states_such_a_promise_as_attested() -> None:
    assert [each.check for each in claims([NAMES, Guesser(())])] == ["rechecked", "attested"]
