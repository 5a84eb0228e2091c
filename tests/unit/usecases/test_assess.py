"""Assessing a release: figures, verdict, page, check and comparison."""

from __future__ import annotations

import json
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from tests.contracts.reader_worlds import write_policy

from reticent import open_policy
from reticent.errors import DocumentError, PromiseError, ProofError
from reticent.evaluation.anonymity import error_of, list_shares
from reticent.evaluation.isolation import MISSED
from reticent.evaluation.verdict import (
    AUDIENCES,
    CONTRACT,
    UNCONFIRMED,
    UNSOUGHT,
    Audience,
    decide,
    judge_figures,
    list_conditions,
)
from reticent.executors import Inline
from reticent.plan import DeclaredException
from reticent.policy.recipe import Recipe
from reticent.proof.keys import create_key
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Document, Span
from reticent.usecases.assess import Assessed, Assessment, _count_marks, assess
from reticent.usecases.dossier import (
    NEEDS_ORIGINALS,
    OTHER,
    SAME,
    Purpose,
    check_dossier,
    check_page,
    compare_dossiers,
    describe_verdict,
    find_signers,
    lay_out_sheet,
    make_dossier,
    read_dossier,
    require_no_secret,
    score_answers,
    write_dossier,
)
from reticent.usecases.dossier_page import render_page

POLICY = """
[[detectors]]
type = "words"
words = ["Zorblat", "Quizzle", "Mumfrey"]
kind = "NAME"

[[models]]
type = "redaction"
"""
ORIGINALS = {
    "a.txt": "The clerk saw Zorblat by the old mill.",
    "b.txt": "The clerk saw Quizzle by the new gate.",
    "c.txt": "The clerk saw Mumfrey, aged 41, in Lyon.",
    "d.txt": "The clerk saw Zorblat near a pond.",
}
PURPOSE = Purpose("three readers", "contract", "test", "sha256:0", "sha256:1", "2026-01-31")


@pytest.fixture(name="asked")
def _asked(tmp_path: Path) -> Assessment:
    for folder in ("originals", "released"):
        (tmp_path / folder).mkdir()
        for name, text in ORIGINALS.items():
            for secret in ("Zorblat", "Quizzle", "Mumfrey") if folder == "released" else ():
                text = text.replace(secret, "[NAME]")  # noqa: PLW2901 - one text, name by name
            (tmp_path / folder / name).write_text(text, "utf-8")
    (tmp_path / "policy.toml").write_text(POLICY, "utf-8")
    return Assessment(
        tmp_path / "released", Recipe(tmp_path / "policy.toml"), originals=tmp_path / "originals"
    )


def assessed(asked: Assessment) -> Assessed:
    return assess(asked, Inline())


def test_figures_are_those_of_the_collection(asked: Assessment) -> None:
    found = assessed(asked)
    figures = found.figures
    assert (figures["documents"], figures["subjects"], figures["words"]) == (4, 4, 31)
    assert figures["audit"] == {"broken": 0, "excepted": 0}
    assert figures["isolation"]["k"]["1"] == 1
    assert figures["linkage"]["by_runs"] == 1.0
    assert [each["reader"] for each in figures["linkage"]["readers"]] == ["tf-idf", "bm25", "vectors"]
    assert figures["utility"]["marks"] == {"NAME": 4}
    assert found.removed == {"Zorblat", "Quizzle", "Mumfrey"}


def test_a_document_that_keeps_a_name_counts_against_the_release(asked: Assessment) -> None:
    (asked.released / "a.txt").write_text("The clerk saw Zorblat by the [NAME] mill.", "utf-8")
    figures = assessed(asked).figures
    assert figures["audit"]["broken"] == 1
    dossier = make_dossier(figures, PURPOSE)
    assert dossier["verdict"]["level"] == "bad"
    assert dossier["verdict"]["grounds"][0]["figure"] == "broken"


def test_what_is_public_about_people_is_searched(asked: Assessment, tmp_path: Path) -> None:
    people = [{"subject": "a", "text": "an old mill"}, {"subject": "b", "text": "a new gate"}]
    (tmp_path / "people.jsonl").write_text("\n".join(map(json.dumps, people)), "utf-8")
    known = assessed(replace(asked, known=tmp_path / "people.jsonl")).figures["known"]
    assert known["documents"] == 2
    assert known["readers"][0]["first"] == 1.0


POLICIES = {"sha256": "sha256:0", "rules": "sha256:1"}


def test_a_verdict_that_the_figures_do_not_give_is_found(asked: Assessment, tmp_path: Path) -> None:
    found = assessed(asked)
    dossier = make_dossier(found.figures, PURPOSE)
    page = render_page(dossier)
    write_dossier(tmp_path / "dossier", dossier, page, {}, ())
    assert [row[3] for row in check_page(tmp_path / "dossier", page)] == [SAME]
    (tmp_path / "dossier/dossier.html").write_text(page.replace("on conditions", ""), "utf-8")
    assert [row[3] for row in check_page(tmp_path / "dossier", page)] == [OTHER]
    assert check_page(tmp_path, page) == []
    for key, value in (("level", "good"), ("conditions", []), ("sentence", "All is well.")):
        changed = dossier | {"verdict": dossier["verdict"] | {key: value}}
        rows = {path: outcome for path, *_, outcome in check_dossier(changed, found.figures, POLICIES)}
        assert rows["verdict"] == OTHER
    other = check_dossier(dossier, found.figures, POLICIES | {"rules": "sha256:2"})
    assert [path for path, *_, outcome in other if outcome == OTHER] == ["policy.rules"]


def test_a_stranger_counts_again_what_the_release_suffices_for(asked: Assessment) -> None:
    dossier = make_dossier(assessed(asked).figures, PURPOSE)
    alone = {
        path: outcome
        for path, *_, outcome in check_dossier(
            dossier, assessed(replace(asked, originals=None)).figures, POLICIES
        )
    }
    assert alone["isolation.singled_out"] == SAME
    assert alone["linkage.by_runs"] == alone["words"] == NEEDS_ORIGINALS
    assert OTHER not in alone.values()
    again = check_dossier(dossier, assessed(asked).figures, POLICIES)
    assert {outcome for *_, outcome in again} == {SAME}
    dossier["figures"]["linkage"]["by_runs"] = 0.0
    assert [
        path
        for path, *_, outcome in check_dossier(dossier, assessed(asked).figures, POLICIES)
        if outcome == OTHER
    ] == ["verdict", "linkage.by_runs"]


def test_the_page_says_the_verdict_first_and_holds_no_changed_word(asked: Assessment, tmp_path: Path) -> None:
    found = assessed(asked)
    dossier = make_dossier(found.figures, PURPOSE)
    page = render_page(dossier)
    assert (
        page.index("Release on conditions")
        < page.index("Figures that decide")
        < page.index("1. Who receives it")
    )
    for number in range(1, 8):
        assert f"<h2>{number}. " in page
    write_dossier(tmp_path / "dossier", dossier, page, lay_out_sheet(found.texts, "three readers"), ())
    for path in (tmp_path / "dossier").iterdir():
        assert not any(word in path.read_text("utf-8") for word in found.removed)


def test_markup_in_a_text_is_shown_as_text(asked: Assessment) -> None:
    dossier = make_dossier(assessed(asked).figures, replace(PURPOSE, recipients="<script>alert(1)</script>"))
    assert "<script>" not in render_page(dossier)


def test_a_dossier_that_names_what_was_removed_is_refused(asked: Assessment) -> None:
    found = assessed(asked)
    figures = found.figures | {
        "exceptions": [
            {"reason": "known", "by": "Dr. Lund", "places": 1},
            {"reason": "x", "by": "Zorblat", "places": 1},
        ]
    }
    dossier = make_dossier(figures, replace(PURPOSE, recipients="friends of Zorblat"))
    with pytest.raises(PromiseError, match=r"--for.*who answers for exception 2") as refused:
        require_no_secret(dossier, found.removed)
    assert "Zorblat" not in str(refused.value)
    assert "policy" not in str(refused.value)
    require_no_secret(make_dossier(found.figures, PURPOSE), found.removed)


def test_the_name_of_a_preset_repeats_nothing_of_a_release(asked: Assessment) -> None:
    figures = assessed(asked).figures
    require_no_secret(make_dossier(figures, replace(PURPOSE, policy="court")), {"Court"})
    for said in (
        replace(PURPOSE, policy="zorblat"),
        replace(PURPOSE, policy="court", recipients="the court"),
    ):
        with pytest.raises(PromiseError):
            require_no_secret(make_dossier(figures, said), {"Court", "Zorblat"})


def test_documents_that_hold_identifiers_are_named_unless_their_name_tells(asked: Assessment) -> None:
    for name in ("a.txt", "Zorblat.txt"):
        for folder in (asked.released, asked.originals):
            assert folder
            (folder / name).write_text("Call Mr Harold Finch. He saw [NAME].", "utf-8")
    assert asked.originals
    (asked.originals / "a.txt").write_text("Call Mr Harold Finch. He saw Zorblat.", "utf-8")
    figures = assessed(asked).figures
    assert [each["document"] for each in figures["isolation"]["where"]] == ["no. 1", "a.txt"]
    page = render_page(make_dossier(figures, PURPOSE))
    assert "<td>a.txt</td><td>PERSON 1</td>" in page
    assert "Zorblat" not in page


def test_few_documents_are_counted_one_by_one(asked: Assessment) -> None:
    dossier = make_dossier(assessed(asked).figures, PURPOSE)
    assert "all 4 documents lead back" in dossier["verdict"]["sentence"]
    assert "4 of 4" in render_page(dossier)


def test_that_nobody_is_singled_out_speaks_for_nothing_where_no_trait_was_found(asked: Assessment) -> None:
    (asked.released / "c.txt").write_text("The clerk saw [NAME], aged [AGE], in [PLACE].", "utf-8")
    dossier = make_dossier(assessed(asked).figures, PURPOSE)
    (ground,) = [each for each in dossier["verdict"]["grounds"] if each["figure"] == "singled_out"]
    assert ground["level"] == "silent"
    assert ground["sentence"] not in dossier["verdict"]["sentence"].partition("Neither for")[0]


def test_the_first_page_names_what_the_policy_does_not_look_for(asked: Assessment) -> None:
    page = read_page(asked)
    assert page.index("does not look for") < page.index("Figures that decide")
    assert "the worst answer decides" in page


def test_how_much_detectors_miss_is_what_was_measured(asked: Assessment) -> None:
    figures = json.loads(Path("docs/figures/names.json").read_text("utf-8"))
    own = [figures["court cases"]["balanced"]["mention recall"]["value"]]
    own += [each["balanced"]["together"]["mention recall"] for each in figures["registers"].values()]
    assert all(MISSED[0] <= 1 - recall <= MISSED[1] for recall in own)
    assert "10 to 20" in read_page(asked)


def test_a_signature_covers_page_and_figures(asked: Assessment, tmp_path: Path) -> None:
    dossier, key = make_dossier(assessed(asked).figures, PURPOSE), create_key()
    write_dossier(tmp_path / "dossier", dossier, render_page(dossier), {}, [key])
    assert find_signers(tmp_path / "dossier") == [key.public.id]
    assert read_dossier(tmp_path / "dossier")["verdict"] == dossier["verdict"]
    page = tmp_path / "dossier/dossier.html"
    page.write_text(page.read_text("utf-8").replace("Release on conditions", "Release"), "utf-8")
    with pytest.raises(ProofError, match="changed"):
        find_signers(tmp_path / "dossier")


def test_two_dossiers_are_compared_by_verdict_and_figure(asked: Assessment) -> None:
    figures = assessed(asked).figures
    old = make_dossier(figures, PURPOSE)
    changed = json.loads(json.dumps(figures))
    changed["isolation"]["documents_with_identifiers"] = 4
    changes = compare_dossiers(old, make_dossier(changed, PURPOSE))
    assert changes == [("verdict", "condition", "bad"), ("isolation.documents_with_identifiers", 0, 4)]


def test_what_is_no_dossier_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dossier.json").write_text("{}", "utf-8")
    with pytest.raises(DocumentError, match="is not a dossier"):
        read_dossier(tmp_path)


def test_answers_of_intruders_are_scored() -> None:
    rows = [{"right": "yes"}, {"right": "no"}, {"right": ""}, {"right": "no"}]
    right, judged, most = score_answers(rows)
    assert (right, judged) == (1, 3)
    assert 1 / 3 < most < 1
    assert score_answers([]) == (0, 0, 1.0)


def test_the_error_of_a_sample_shrinks_with_its_size() -> None:
    assert error_of(0.5, 100, 10_000) > error_of(0.5, 500, 10_000) > error_of(0.5, 10_000, 10_000) == 0.0


def test_shares_are_taken_where_they_were_measured(asked: Assessment) -> None:
    alone = list_shares(assessed(replace(asked, originals=None)).figures)
    assert set(alone) == {"broken", "identified", "singled_out"}


def read_page(asked: Assessment, purpose: Purpose = PURPOSE) -> str:
    return render_page(make_dossier(assessed(asked).figures, purpose))


def change(asked: Assessment, text: str) -> None:
    """The first document, original and release alike."""
    for folder in (asked.released, asked.originals):
        assert folder
        (folder / "a.txt").write_text(text, "utf-8")


def test_a_release_in_which_identifiers_are_found_shows_no_sample(asked: Assessment) -> None:
    assert assessed(asked).figures["samples"]
    change(asked, "Please call Mr Harold Finch at h.finch@example.org.")
    figures = assessed(asked).figures
    assert figures["isolation"]["identifiers"]
    assert figures["samples"] == []
    page = render_page(make_dossier(figures, PURPOSE))
    assert "<blockquote>" not in page
    assert "a sample would print them" in page


@pytest.mark.parametrize("audience", AUDIENCES)
def test_every_condition_that_a_verdict_rests_on_has_a_line_to_sign(
    asked: Assessment, audience: Audience
) -> None:
    dossier = make_dossier(assessed(asked).figures, replace(PURPOSE, audience=audience))
    conditions, page = dossier["verdict"]["conditions"], render_page(dossier)
    assert (CONTRACT in conditions) == (audience == "contract")
    assert any("originals or copies" in each or "originals are published" in each for each in conditions) == (
        audience != "searchable"
    )
    if dossier["verdict"]["level"] == "condition":
        assert page.count("confirmed by") == len(conditions)
        assert UNCONFIRMED in page
        assert UNCONFIRMED in describe_verdict(dossier)
    else:
        assert audience != "contract"
        assert "confirmed by" not in page


def test_a_contract_is_a_condition_even_where_all_figures_are_good() -> None:
    grounds = judge_figures({"broken": 0.0, "identified": 0.0}, "contract")
    assert decide(grounds) == "good"
    assert decide(grounds, list_conditions(grounds, "contract", 40)) == "condition"


@pytest.mark.parametrize("audience", AUDIENCES)
def test_where_no_contract_binds_a_person_reads_for_what_detectors_missed(
    asked: Assessment, audience: Audience
) -> None:
    dossier = make_dossier(assessed(asked).figures, replace(PURPOSE, audience=audience))
    verdict, page, told = dossier["verdict"], render_page(dossier), describe_verdict(dossier)
    asking, advising = (
        ("recommended", "conditions") if audience == "contract" else ("conditions", "recommended")
    )
    read = "should read" if audience == "contract" else "has read"
    assert any(f"a person {read} all 4 released documents" in each for each in verdict[asking])
    assert not any("released documents" in each for each in verdict[advising])
    assert (
        ("Recommended, and no condition" in page)
        == ("Recommended, and no condition" in told)
        == (audience == "contract")
    )
    assert page.count("released documents") == told.count("released documents") == 1


def test_no_release_to_anybody_goes_out_on_the_word_of_detectors_alone(asked: Assessment) -> None:
    figures = assessed(replace(asked, originals=None)).figures
    figures["isolation"]["singled_out"] = 0.0
    for audience in AUDIENCES:
        verdict = make_dossier(figures, replace(PURPOSE, audience=audience))["verdict"]
        assert {each["level"] for each in verdict["grounds"]} == {"good"}
        assert verdict["level"] == "condition"


def test_a_verdict_against_a_release_still_writes_out_the_conditions_that_its_figures_name(
    asked: Assessment,
) -> None:
    figures = assessed(asked).figures
    figures["isolation"] |= {"identifiers": {"PERSON": 4}, "documents_with_identifiers": 4}
    dossier = make_dossier(figures, PURPOSE)
    page, verdict = render_page(dossier), dossier["verdict"]
    assert verdict["level"] == "bad"
    assert {each["figure"] for each in verdict["grounds"] if each["level"] == "condition"} >= {"linkable"}
    for each in verdict["conditions"]:
        assert escape(each) in page
    assert "is not enough while a figure is too high" in page
    assert "confirmed by" not in page


def test_originals_that_show_that_they_are_public_speak_against_the_condition(
    asked: Assessment, tmp_path: Path
) -> None:
    assert make_dossier(assessed(asked).figures, PURPOSE)["verdict"]["contradicted"] == []
    text = "The case originated in an application (no. 184) that was lodged by a clerk, who saw nobody near a pond."
    change(asked, text)
    (tmp_path / "known.jsonl").write_text(json.dumps({"subject": "a", "text": f"It says: {text}"}), "utf-8")
    figures = assessed(replace(asked, known=tmp_path / "known.jsonl")).figures
    assert figures["published"] == {"own_words": 1, "known_texts": 1}
    dossier = make_dossier(figures, PURPOSE)
    assert len(dossier["verdict"]["contradicted"]) == 2
    assert "Against the condition that the originals are out of reach" in render_page(dossier)
    assert "1 of 4 originals stand" in describe_verdict(dossier)
    searched = make_dossier(figures, replace(PURPOSE, audience="searchable"))
    assert searched["verdict"]["contradicted"] == []


def test_kept_promises_speak_for_nothing_where_nobody_looks_for_people(
    asked: Assessment, tmp_path: Path
) -> None:
    policy = tmp_path / "numbers.toml"
    looks = make_dossier(assessed(asked).figures, PURPOSE)
    assert "every document keeps every promise of the policy" in looks["verdict"]["sentence"]
    policy.write_text('[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "redaction"\n', "utf-8")
    dossier = make_dossier(assessed(replace(asked, recipe=Recipe(policy))).figures, PURPOSE)
    (ground,) = [each for each in dossier["verdict"]["grounds"] if each["figure"] == "broken"]
    assert (ground["level"], ground["share"]) == ("silent", 0.0)
    assert "does not look for them" in ground["sentence"]
    assert ground["sentence"] not in dossier["verdict"]["sentence"].partition("Neither for")[0]
    assert UNSOUGHT in dossier["verdict"]["conditions"]
    assert UNSOUGHT not in looks["verdict"]["conditions"]
    assert "does not look for PERSON (the name of a person)" in render_page(dossier)


def test_a_kind_that_is_found_although_it_is_promised_is_explained(asked: Assessment) -> None:
    figures = assessed(asked).figures
    figures["isolation"] |= {"identifiers": {"CODE": 2, "PERSON": 1}, "documents_with_identifiers": 2}
    figures["looked_for"] = ["CODE"]
    page = render_page(make_dossier(figures, PURPOSE))
    assert "Promised, and yet found: CODE (" in page
    assert "This dossier looks with more: all our patterns and the name tagger" in page
    assert "Promised, and yet found" not in read_page(asked)


def test_what_is_not_found_says_who_looked_and_what_k_does_not_count(asked: Assessment) -> None:
    page = read_page(asked)
    assert "docs/explanation/detection.md" in page
    assert "A diagnosis, an event" in page
    assert "The least K is 1." in page
    (asked.released / "c.txt").write_text("The clerk saw [NAME], aged [AGE], in [PLACE].", "utf-8")
    alike = read_page(asked)
    assert "find no trait by which the 4 people or things differ" in alike
    assert "The least K" not in alike


def test_what_no_reader_was_asked_is_not_assessed(asked: Assessment) -> None:
    page = read_page(asked)
    assert "<h2>4. Inference: not assessed</h2>" in page
    mapping = page.split("<h2>7. ")[1]
    assert mapping.count("4: not assessed") == 3


def test_a_release_to_anybody_cannot_be_called_back(asked: Assessment) -> None:
    assert "cannot be called back" in read_page(asked, replace(PURPOSE, audience="public"))
    assert "cannot be called back" in read_page(asked, replace(PURPOSE, audience="searchable"))
    assert "cannot be called back" not in read_page(asked)


def test_the_page_speaks_in_plain_words(asked: Assessment) -> None:
    figures = assessed(asked).figures
    figures["utility"]["marks"] |= {"DEM": 1, "MISC": 2, "CREDIT CARD": 1}
    page = render_page(make_dossier(figures, PURPOSE))
    for said in ("–", "up to 0 %", "first, by words kept", "<td>tf-idf</td>"):
        assert said not in page
    for said in ("(tf-idf)", "(bm25)", "(vectors)", "DEM (a demographic attribute", "MISC (anything else"):
        assert said in page


READER = """
[[attackers]]
type = "similarity"
name = "counts"
knowledge = ["none", "world.index"]
"""


def test_what_is_protected_is_asked_of_readers_and_named_by_a_number(tmp_path: Path) -> None:
    policy = write_policy(tmp_path)
    policy.write_text(READER + policy.read_text("utf-8"), "utf-8")
    text = "Asthma: wheezing, pollen and an inhaler. The bus was late."
    released = open_policy(policy).sanitize(text).text
    for folder, own in (("originals", text), ("released", released)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(own, "utf-8")
    asked = Assessment(tmp_path / "released", Recipe(policy), originals=tmp_path / "originals")
    kept = {
        Document("a", released).fingerprint: [DeclaredException((Span(0, 1),), "known to all", "Dr. Lund")]
    }
    figures = assessed(replace(asked, exceptions=kept)).figures
    assert figures["exceptions"] == [{"reason": "known to all", "by": "Dr. Lund", "places": 1}]
    (thing,) = figures["inference"]["things"]
    assert (thing["thing"], thing["documents"], set(thing["asked"])) == (1, 1, {"counts"})
    page = render_page(make_dossier(figures, PURPOSE))
    assert "asthma" not in page.lower()
    assert "known to all" in page
    (tmp_path / "released/a.txt").write_text("Asthma: wheezing, pollen.", "utf-8")
    broken = assessed(asked).figures
    assert broken["audit"]["broken"] == 1
    assert broken["inference"]["things"][0]["documents"] == 0, "a broken draft is shown to no reader"


def test_marks_that_touch_are_counted_one_by_one() -> None:
    text = "He paid [QUANTITY 2][QUANTITY 1] to [PERSON 1]."
    document = mark_placeholders(Document("note", text), frozenset({"PERSON", "QUANTITY"}))
    assert _count_marks(document) == {"QUANTITY": 2, "PERSON": 1}
