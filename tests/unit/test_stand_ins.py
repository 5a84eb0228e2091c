"""Stand-ins in released texts: the same in every document, known to the audit by the vault alone, and turned back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent import Document, Mention, Redaction, Span, WordList, names, patterns, sanitize
from reticent.audit.verification import verify
from reticent.engine import Outcome, Pseudonyms, execute, run_one, run_together
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, PlanError, PromiseError, VaultError
from reticent.formats.seam.options import FormatOptions
from reticent.models.privacy_model import CompleteModel, Needs
from reticent.models.redaction import DateRule
from reticent.plan import Decision, Edit, Plan, Promise, Release, Violation
from reticent.rendering.matching import align
from reticent.rendering.placeholders import mark_placeholders
from reticent.usecases.release import InputFile
from reticent.usecases.restore import restore
from reticent.vault.entries import Style
from reticent.vault.store import VaultKey, create_vault, open_vault

KEY = VaultKey(bytes(range(32)))
PEOPLE = ["Ann Lee", "Lee", "ANN LEE", "José García", "Jose Garcia", "Bob Poe", "Maria Lopez"]
DETECTORS = (
    WordList(PEOPLE, kind="PERSON"),
    WordList(["Sacramento", "Lyon"], kind="LOCATION"),
    WordList(["migraine"], kind="CONDITION"),
    patterns(["EMAIL", "PHONE", "MEDICAL_RECORD", "DATE"]),
)
PIECES = [
    *PEOPLE,
    "Sacramento",
    "migraine",
    "an Ann Lee",
    "ann@example.org",
    "212-555-0123",
    "MRN 12-3456",
    "on 12 March 2024",
    "and so on.",
    "[PERSON]",
    "x\n\ny",
]


def open_rules(folder: Path, style: Style | None = None, *, models: Sequence[Redaction] = ()) -> Rules:
    place = folder / "v.vault"
    if not place.exists():
        create_vault(place, KEY)
    pseudonyms = Pseudonyms(open_vault(place, lambda: KEY), style or Style())
    return Rules(tuple(models) or (Redaction(DETECTORS),), DETECTORS, pseudonyms=pseudonyms)


def texts(rules: Rules, *documents: str) -> list[str]:
    made = run_together([Document(f"d{n}", each) for n, each in enumerate(documents)], rules)
    return [each.text for each in made if isinstance(each, Outcome)]


def turn_back(rules: Rules, text: str) -> str:
    assert rules.pseudonyms
    given = InputFile("a.txt", text.encode())
    return restore(given, rules.pseudonyms.vault, options=FormatOptions()).data.decode()


@pytest.fixture(params=["number", "invented"])
def style(request: pytest.FixtureRequest) -> Style:
    return Style(request.param, same_size=True)


def test_the_same_person_has_the_same_number_in_every_document(tmp_path: Path) -> None:
    released = texts(
        open_rules(tmp_path),
        "Ann Lee met José García. Lee left.",
        "Jose Garcia met Bob Poe in Sacramento, call 212-555-0123.",
        "ANN LEE has a migraine.",
    )
    assert released == [
        "[PERSON 1] met [PERSON 2]. [PERSON 1] left.",
        "[PERSON 2] met [PERSON 3] in [LOCATION 1], call [PHONE 1].",
        "[PERSON 1] has a [CONDITION].",
    ]


def test_invented_names_codes_and_places_are_the_same_everywhere_and_marked(tmp_path: Path) -> None:
    first, second = texts(
        open_rules(tmp_path, Style("invented", same_size=True)),
        "Ann Lee of Sacramento, MRN 12-3456.",
        "MRN 12-3456: ANN LEE, Sacramento.",
    )
    name, place, code = [each.split("]")[0] for each in first.split("[")[1:]]
    assert second == f"MRN [{code}]: [{name}], [{place}]."
    assert len(name.split()) == 2
    assert "Lee" not in name
    assert code[2] == "-"
    assert place != "LOCATION 1"


def test_only_asked_for_kinds_get_stand_ins_and_dates_follow_their_own_rule(tmp_path: Path) -> None:
    year = Redaction(DETECTORS, dates=DateRule("year"))
    few = open_rules(tmp_path, Style(kinds=frozenset({"LOCATION"})), models=[year])
    assert texts(few, "Ann Lee in Lyon on 12 March 2024.") == ["[PERSON] in [LOCATION 1] in 2024."]


@settings(max_examples=40)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from(["number", "invented"]))
def test_what_was_released_is_turned_back_word_by_word(pieces: list[str], name: str) -> None:
    import tempfile

    text = " ".join(pieces)
    with tempfile.TemporaryDirectory() as folder:
        rules = open_rules(Path(folder), Style(name, same_size=True))  # type: ignore[arg-type]
        outcome = run_one(Document("d", text), rules)
        assert not outcome.violations
        assert turn_back(rules, outcome.text) == text
        assert not any(person in outcome.text for person in PEOPLE)
        assert rules.pseudonyms
        rules.pseudonyms.vault.close()


def test_in_another_text_a_stand_in_becomes_the_name_as_it_was_first_written(
    tmp_path: Path, style: Style
) -> None:
    rules = open_rules(tmp_path, style)
    (released,) = texts(rules, "José García met Bob Poe.")
    shown = released.split("]")[0] + "]"
    assert turn_back(rules, f"Tell {shown} and [PERSON 99].") == "Tell José García and [PERSON 99]."


def test_an_audit_knows_invented_names_by_the_vault_and_by_nothing_else(tmp_path: Path) -> None:
    guard = Redaction((WordList([], kind="PERSON"), WordList(PEOPLE, kind="PERSON")))
    rules = open_rules(tmp_path, Style("invented"), models=[guard])
    outcome = run_one(Document("d", "Ann Lee left."), rules)
    invented = outcome.text.split("]")[0][1:]
    finds_it = Redaction((WordList([invented], kind="PERSON"),))
    alone = Release(outcome.release.released, outcome.release.released)
    assert verify(alone, [finds_it], kinds=["PERSON"])
    assert not verify(alone, [finds_it], kinds=["PERSON"], is_stand_in=rules.is_stand_in)
    bare = Document("d", f"{invented} left.")
    assert verify(Release(bare, bare), [finds_it], kinds=["PERSON"], is_stand_in=rules.is_stand_in)


def test_an_edit_that_calls_itself_a_placeholder_is_not_believed(tmp_path: Path) -> None:
    rules = open_rules(tmp_path, Style("invented"))
    original = Document("d", "Ann Lee left.")
    edits = (Edit(Span(0, 7), "[Bob Poe]", 0, placeholder=True),)
    release = Release(original, Document("d", "[Bob Poe] left.", (Span(0, 9),)), edits)
    assert verify(release, rules.models, kinds=["PERSON"], is_stand_in=rules.is_stand_in)


def test_an_original_that_holds_bracketed_names_is_not_taken_at_its_word(tmp_path: Path) -> None:
    rules = open_rules(tmp_path, Style("invented"))
    (released,) = texts(rules, "[Ann Lee] left.")
    assert "Ann" not in released
    outcome = run_one(Document("d", "Ann Lee left."), rules)
    with pytest.raises(DocumentError, match="already holds stand-ins"):
        run_one(Document("e", outcome.text), rules)


def test_a_text_with_numbered_marks_of_its_own_is_refused_and_the_others_go_on(tmp_path: Path) -> None:
    rules = open_rules(tmp_path)
    documents = [Document("a", "[PERSON 7] met Ann Lee."), Document("b", "[PERSON] met Ann Lee.")]
    refused, released = run_together(documents, rules)
    assert isinstance(refused, DocumentError)
    assert isinstance(released, Outcome)
    assert released.text == "[PERSON] met [PERSON 1]."


def test_an_invented_name_that_a_text_itself_removes_gives_way_to_the_number(tmp_path: Path) -> None:
    rules = open_rules(tmp_path, Style("invented"))
    outcome = run_one(Document("d", "Ann Lee left."), rules)
    invented = outcome.text.split("]")[0][1:]
    family = invented.split()[-1]
    both = (WordList(["Ann Lee", family], kind="PERSON"),)
    clash = replace(rules, models=(Redaction(both),), detectors=both)
    released = run_one(Document("e", f"Ann Lee met {family}."), clash)
    assert family not in released.text
    assert released.text.startswith("[PERSON 1] met [")


def test_the_audit_finds_an_invented_name_that_holds_what_was_removed(tmp_path: Path) -> None:
    rules = open_rules(tmp_path, Style("invented"))
    outcome = run_one(Document("d", "Ann Lee left."), rules)
    invented = outcome.text.split("]")[0][1:]
    original = Document("d", f"Ann Lee met {invented.split()[-1]}son-{invented}.")
    edits = (
        Edit(Span(0, 7), f"[{invented}]", 0, placeholder=True),
        Edit(Span(12, len(original.text) - 1), "[PERSON 1]", 1, placeholder=True),
    )
    released = Document("d", f"[{invented}] met [PERSON 1].")
    broken = verify(Release(original, released, edits), (), kinds=["PERSON"], is_stand_in=rules.is_stand_in)
    assert [violation.kind for violation in broken] == ["STAND IN"]


def test_a_plan_with_stand_ins_is_carried_out_with_the_vault_that_gave_them_alone(tmp_path: Path) -> None:
    rules = open_rules(tmp_path)
    document = Document("d", "Ann Lee left.")
    plan = run_one(document, rules).plan
    assert execute(document, plan, *rules.models, is_stand_in=rules.is_stand_in).text == "[PERSON 1] left."
    with pytest.raises(PlanError, match="no vault gave"):
        execute(document, plan, *rules.models)
    forged = Plan.for_document(document, (Decision((Span(0, 7),), "PERSON", stand_in="Ann Lee"),))
    with pytest.raises(PlanError, match="no vault gave"):
        execute(document, forged, *rules.models, is_stand_in=rules.is_stand_in)


def test_workers_that_may_give_no_stand_ins_say_so_instead_of_leaving_some_out(tmp_path: Path) -> None:
    rules = open_rules(tmp_path)
    assert rules.pseudonyms
    reading = replace(rules, pseudonyms=replace(rules.pseudonyms, assigns=False))
    with pytest.raises(VaultError, match="run again"):
        run_one(Document("d", "Ann Lee left."), reading)
    run_one(Document("d", "Ann Lee left."), rules)
    assert run_one(Document("d", "Ann Lee left."), reading).text == "[PERSON 1] left."


def test_mentions_by_hand_and_plain_releases_know_nothing_of_vaults() -> None:
    outcome = sanitize("Ann left.", Redaction(()), mentions=[Mention(Span(0, 3), "PERSON")])
    assert outcome.text == "[PERSON] left."
    assert all(decision.stand_in is None for decision in outcome.plan.decisions)


@pytest.mark.parametrize("name", ["number", "invented"])
def test_who_has_both_texts_and_the_vault_finds_a_name_that_was_left(tmp_path: Path, name: str) -> None:
    rules = open_rules(tmp_path, Style(name))  # type: ignore[arg-type]
    original = Document("d", "Ann Lee met Bob Poe. She is well.")
    shown = run_one(original, rules).text
    spelled = Document("d", shown.replace("She", "A.n.n L.e.e"))
    kinds = rules.kinds
    for document, left in ((Document("d", shown), 0), (spelled, 1)):
        released = mark_placeholders(document, kinds, rules.is_stand_in)
        edits = align(original, released)
        assert sum(edit.placeholder for edit in edits) == 2
        release = Release(original, released, edits)
        found = verify(release, rules.models, kinds=kinds, is_stand_in=rules.is_stand_in)
        assert bool(found) == bool(left)


def test_a_name_that_runs_over_a_line_is_turned_back_as_it_was(tmp_path: Path) -> None:
    rules = open_rules(tmp_path)
    (released,) = texts(rules, "Ann\nLee left.")
    assert turn_back(rules, released) == "Ann\nLee left."
    assert turn_back(rules, "Ask [PERSON 1].") == "Ask Ann Lee."


@dataclass(frozen=True)
class NoNumbers(CompleteModel):
    """A model that wants no stand-in of a vault in a text."""

    @property
    def promise(self) -> Promise:
        return Promise("no numbers", "nothing is numbered")

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset()

    @property
    def needs(self) -> Needs:
        return "released"

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        return Plan.for_document(document)

    def violations(self, release: Release) -> list[Violation]:
        at = release.released.text.find("PERSON 1")
        return [Violation("no numbers", Span(at, at + 8), "PERSON", "a number")] if at >= 0 else []


def test_a_release_with_stand_ins_is_audited_again_and_stays_here_when_it_breaks_a_promise(
    tmp_path: Path,
) -> None:
    rules = open_rules(tmp_path)
    strict = replace(rules, models=(*rules.models, NoNumbers()))
    outcome = run_one(Document("d", "Ann Lee left."), strict)
    with pytest.raises(PromiseError):
        _ = outcome.text
    plain = replace(strict, pseudonyms=None)
    assert run_one(Document("d", "Ann Lee left."), plain).text == "[PERSON] left."


def test_stand_ins_of_names_with_entities_are_put_in_and_known_to_the_vault_alone(tmp_path: Path) -> None:
    vault = open_rules(tmp_path)
    rules = replace(vault, models=(Redaction((names(),)),))
    first, second = Document("a", "John Smith met Mary Jones."), Document("b", "Yesterday Mary Jones left.")
    assert run_one(first, rules).text == "[PERSON 1] met [PERSON 2]."
    outcome = run_one(second, rules)
    assert outcome.text.endswith("[PERSON 2] left.")
    assert verify(outcome.release, rules.models, kinds=rules.kinds, is_stand_in=rules.is_stand_in) == []
    alone = verify(outcome.release, rules.models, kinds=rules.kinds)
    assert [each.kind for each in alone] == ["NUMBERING"]
