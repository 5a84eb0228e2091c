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
from reticent.engine import Outcome, execute
from reticent.engine.stand_ins import sanitize_many_under, sanitize_under
from reticent.errors import DocumentError, PlanError, PromiseError, VaultError
from reticent.formats.options import FormatOptions
from reticent.models.privacy_model import Needs
from reticent.models.redaction import DateRule
from reticent.plan import Decision, Edit, Plan, Promise, Release, Violation
from reticent.policy.assembly import Assembly
from reticent.policy.policy import Pseudonyms
from reticent.rendering.matching import align
from reticent.rendering.placeholders import mark_placeholders
from reticent.usecases.release import Given
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


def open_assembly(folder: Path, style: Style | None = None, *, models: Sequence[Redaction] = ()) -> Assembly:
    place = folder / "v.vault"
    if not place.exists():
        create_vault(place, KEY)
    pseudonyms = Pseudonyms(open_vault(place, lambda: KEY), style or Style())
    return Assembly(tuple(models) or (Redaction(DETECTORS),), DETECTORS, pseudonyms=pseudonyms)


def texts(assembly: Assembly, *documents: str) -> list[str]:
    made = sanitize_many_under(assembly, [Document(f"d{n}", each) for n, each in enumerate(documents)])
    return [each.text for each in made if isinstance(each, Outcome)]


def turn_back(assembly: Assembly, text: str) -> str:
    assert assembly.pseudonyms
    given = Given("a.txt", text.encode())
    return restore(given, assembly.pseudonyms.vault, options=FormatOptions()).data.decode()


@pytest.fixture(params=["number", "invented"])
def style(request: pytest.FixtureRequest) -> Style:
    return Style(request.param, same_size=True)


def test_the_same_person_has_the_same_number_in_every_document(tmp_path: Path) -> None:
    released = texts(
        open_assembly(tmp_path),
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
        open_assembly(tmp_path, Style("invented", same_size=True)),
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
    few = open_assembly(tmp_path, Style(kinds=frozenset({"LOCATION"})), models=[year])
    assert texts(few, "Ann Lee in Lyon on 12 March 2024.") == ["[PERSON] in [LOCATION 1] in 2024."]


@settings(max_examples=40)
@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from(["number", "invented"]))
def test_what_was_released_is_turned_back_word_by_word(pieces: list[str], name: str) -> None:
    import tempfile

    text = " ".join(pieces)
    with tempfile.TemporaryDirectory() as folder:
        assembly = open_assembly(Path(folder), Style(name, same_size=True))  # type: ignore[arg-type]
        outcome = sanitize_under(assembly, Document("d", text))
        assert not outcome.violations
        assert turn_back(assembly, outcome.text) == text
        assert not any(person in outcome.text for person in PEOPLE)
        assert assembly.pseudonyms
        assembly.pseudonyms.vault.close()


def test_in_another_text_a_stand_in_becomes_the_name_as_it_was_first_written(
    tmp_path: Path, style: Style
) -> None:
    assembly = open_assembly(tmp_path, style)
    (released,) = texts(assembly, "José García met Bob Poe.")
    shown = released.split("]")[0] + "]"
    assert turn_back(assembly, f"Tell {shown} and [PERSON 99].") == "Tell José García and [PERSON 99]."


def test_an_audit_knows_invented_names_by_the_vault_and_by_nothing_else(tmp_path: Path) -> None:
    guard = Redaction((WordList([], kind="PERSON"), WordList(PEOPLE, kind="PERSON")))
    assembly = open_assembly(tmp_path, Style("invented"), models=[guard])
    outcome = sanitize_under(assembly, Document("d", "Ann Lee left."))
    invented = outcome.text.split("]")[0][1:]
    finds_it = Redaction((WordList([invented], kind="PERSON"),))
    alone = Release(outcome.release.released, outcome.release.released)
    assert verify(alone, [finds_it], kinds=["PERSON"])
    assert not verify(alone, [finds_it], kinds=["PERSON"], is_stand_in=assembly.is_stand_in)
    bare = Document("d", f"{invented} left.")
    assert verify(Release(bare, bare), [finds_it], kinds=["PERSON"], is_stand_in=assembly.is_stand_in)


def test_an_edit_that_calls_itself_a_placeholder_is_not_believed(tmp_path: Path) -> None:
    assembly = open_assembly(tmp_path, Style("invented"))
    original = Document("d", "Ann Lee left.")
    edits = (Edit(Span(0, 7), "[Bob Poe]", 0, placeholder=True),)
    release = Release(original, Document("d", "[Bob Poe] left.", (Span(0, 9),)), edits)
    assert verify(release, assembly.models, kinds=["PERSON"], is_stand_in=assembly.is_stand_in)


def test_an_original_that_holds_bracketed_names_is_not_taken_at_its_word(tmp_path: Path) -> None:
    assembly = open_assembly(tmp_path, Style("invented"))
    (released,) = texts(assembly, "[Ann Lee] left.")
    assert "Ann" not in released
    outcome = sanitize_under(assembly, Document("d", "Ann Lee left."))
    with pytest.raises(DocumentError, match="already holds stand-ins"):
        sanitize_under(assembly, Document("e", outcome.text))


def test_a_text_with_numbered_marks_of_its_own_is_refused_and_the_others_go_on(tmp_path: Path) -> None:
    assembly = open_assembly(tmp_path)
    documents = [Document("a", "[PERSON 7] met Ann Lee."), Document("b", "[PERSON] met Ann Lee.")]
    refused, released = sanitize_many_under(assembly, documents)
    assert isinstance(refused, DocumentError)
    assert isinstance(released, Outcome)
    assert released.text == "[PERSON] met [PERSON 1]."


def test_an_invented_name_that_a_text_itself_removes_gives_way_to_the_number(tmp_path: Path) -> None:
    assembly = open_assembly(tmp_path, Style("invented"))
    outcome = sanitize_under(assembly, Document("d", "Ann Lee left."))
    invented = outcome.text.split("]")[0][1:]
    family = invented.split()[-1]
    both = (WordList(["Ann Lee", family], kind="PERSON"),)
    clash = replace(assembly, models=(Redaction(both),), detectors=both)
    released = sanitize_under(clash, Document("e", f"Ann Lee met {family}."))
    assert family not in released.text
    assert released.text.startswith("[PERSON 1] met [")


def test_the_audit_finds_an_invented_name_that_holds_what_was_removed(tmp_path: Path) -> None:
    assembly = open_assembly(tmp_path, Style("invented"))
    outcome = sanitize_under(assembly, Document("d", "Ann Lee left."))
    invented = outcome.text.split("]")[0][1:]
    original = Document("d", f"Ann Lee met {invented.split()[-1]}son-{invented}.")
    edits = (
        Edit(Span(0, 7), f"[{invented}]", 0, placeholder=True),
        Edit(Span(12, len(original.text) - 1), "[PERSON 1]", 1, placeholder=True),
    )
    released = Document("d", f"[{invented}] met [PERSON 1].")
    broken = verify(
        Release(original, released, edits), (), kinds=["PERSON"], is_stand_in=assembly.is_stand_in
    )
    assert [violation.kind for violation in broken] == ["STAND IN"]


def test_a_plan_with_stand_ins_is_carried_out_with_the_vault_that_gave_them_alone(tmp_path: Path) -> None:
    assembly = open_assembly(tmp_path)
    document = Document("d", "Ann Lee left.")
    plan = sanitize_under(assembly, document).plan
    assert (
        execute(document, plan, *assembly.models, is_stand_in=assembly.is_stand_in).text == "[PERSON 1] left."
    )
    with pytest.raises(PlanError, match="no vault gave"):
        execute(document, plan, *assembly.models)
    forged = Plan.for_document(document, (Decision((Span(0, 7),), "PERSON", stand_in="Ann Lee"),))
    with pytest.raises(PlanError, match="no vault gave"):
        execute(document, forged, *assembly.models, is_stand_in=assembly.is_stand_in)


def test_workers_that_may_give_no_stand_ins_say_so_instead_of_leaving_some_out(tmp_path: Path) -> None:
    assembly = open_assembly(tmp_path)
    assert assembly.pseudonyms
    reading = replace(assembly, pseudonyms=replace(assembly.pseudonyms, assigns=False))
    with pytest.raises(VaultError, match="run again"):
        sanitize_under(reading, Document("d", "Ann Lee left."))
    sanitize_under(assembly, Document("d", "Ann Lee left."))
    assert sanitize_under(reading, Document("d", "Ann Lee left.")).text == "[PERSON 1] left."


def test_mentions_by_hand_and_plain_releases_know_nothing_of_vaults() -> None:
    outcome = sanitize("Ann left.", Redaction(()), mentions=[Mention(Span(0, 3), "PERSON")])
    assert outcome.text == "[PERSON] left."
    assert all(decision.stand_in is None for decision in outcome.plan.decisions)


@pytest.mark.parametrize("name", ["number", "invented"])
def test_who_has_both_texts_and_the_vault_finds_a_name_that_was_left(tmp_path: Path, name: str) -> None:
    assembly = open_assembly(tmp_path, Style(name))  # type: ignore[arg-type]
    original = Document("d", "Ann Lee met Bob Poe. She is well.")
    shown = sanitize_under(assembly, original).text
    spelled = Document("d", shown.replace("She", "A.n.n L.e.e"))
    kinds = assembly.kinds
    for document, left in ((Document("d", shown), 0), (spelled, 1)):
        released = mark_placeholders(document, kinds, assembly.is_stand_in)
        edits = align(original, released)
        assert sum(edit.placeholder for edit in edits) == 2
        release = Release(original, released, edits)
        found = verify(release, assembly.models, kinds=kinds, is_stand_in=assembly.is_stand_in)
        assert bool(found) == bool(left)


def test_a_name_that_runs_over_a_line_is_turned_back_as_it_was(tmp_path: Path) -> None:
    assembly = open_assembly(tmp_path)
    (released,) = texts(assembly, "Ann\nLee left.")
    assert turn_back(assembly, released) == "Ann\nLee left."
    assert turn_back(assembly, "Ask [PERSON 1].") == "Ask Ann Lee."


@dataclass(frozen=True)
class NoNumbers:
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
    assembly = open_assembly(tmp_path)
    strict = replace(assembly, models=(*assembly.models, NoNumbers()))
    outcome = sanitize_under(strict, Document("d", "Ann Lee left."))
    with pytest.raises(PromiseError):
        _ = outcome.text
    plain = replace(strict, pseudonyms=None)
    assert sanitize_under(plain, Document("d", "Ann Lee left.")).text == "[PERSON] left."


def test_stand_ins_of_names_with_entities_are_put_in_and_known_to_the_vault_alone(tmp_path: Path) -> None:
    vault = open_assembly(tmp_path)
    assembly = replace(vault, models=(Redaction((names(),)),))
    first, second = Document("a", "John Smith met Mary Jones."), Document("b", "Yesterday Mary Jones left.")
    assert sanitize_under(assembly, first).text == "[PERSON 1] met [PERSON 2]."
    outcome = sanitize_under(assembly, second)
    assert outcome.text.endswith("[PERSON 2] left.")
    assert (
        verify(outcome.release, assembly.models, kinds=assembly.kinds, is_stand_in=assembly.is_stand_in) == []
    )
    alone = verify(outcome.release, assembly.models, kinds=assembly.kinds)
    assert [each.kind for each in alone] == ["NUMBERING"]
