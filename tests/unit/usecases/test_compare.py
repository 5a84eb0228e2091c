"""One text under every model, side by side."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.journeys.command import reticent

from reticent.cli.compare import draw
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.policy.recipe import Recipe
from reticent.text import Document
from reticent.usecases.compare import Compared, Hidden, compare_models

NOTE = "Mrs Ann Thistleshaw has HIV and takes zidovudine. She likes her garden.\n"
ENTITIES = '{"id": "hiv", "names": ["HIV"], "category": "virus", "context": ["zidovudine"]}\n'


@pytest.fixture(scope="module")
def rows() -> dict[str, Compared]:
    protection = CgSanitizationSettings.model_validate(
        {"type": "cg-sanitization", "protect": {"HIV": "disease"}, "unseen": "remove"}
    )
    rules = Recipe().make_rules()
    return {row.model: row for row in compare_models(Document("note", NOTE), Hidden(protection, k=5), rules)}


def test_every_model_is_there_and_says_what_it_promises_or_why_not(rows: dict[str, Compared]) -> None:
    assert list(rows) == [
        "redaction",
        "cg-sanitization",
        "correlation-guard",
        "indistinct",
        "k-safety",
        "t-plausibility",
        "greedy-sanitize",
    ]
    assert all(row.about and (row.outcome is None) == bool(row.why) for row in rows.values())
    assert "--database" in rows["k-safety"].why
    assert "5 others" in rows["indistinct"].about


def test_no_release_names_the_secret_or_anybody(rows: dict[str, Compared]) -> None:
    released = [row.outcome.text for row in rows.values() if row.outcome is not None]
    assert len(released) >= 4
    assert not any(word in text for text in released for word in ("HIV", "Thistleshaw"))


def test_taking_more_away_leaves_less_to_infer(rows: dict[str, Compared]) -> None:
    names, general = rows["redaction"], rows["cg-sanitization"]
    assert names.utility is not None
    assert general.utility is not None
    assert names.utility.words_kept > general.utility.words_kept
    assert names.place == 1
    assert general.place is None or general.place > 1


def test_the_picture_has_a_bar_for_each_model_that_was_tried(rows: dict[str, Compared]) -> None:
    picture = ElementTree.fromstring(draw(list(rows.values())))  # noqa: S314 - it is our own
    words = [each.text for each in picture.iter() if each.tag.endswith("text")]
    tried = [row.model for row in rows.values() if row.outcome is not None]
    assert [word for word in words if word in rows] == tried


def test_a_database_brings_k_safety_in(tmp_path: Path) -> None:
    (tmp_path / "entities.jsonl").write_text(
        ENTITIES + "".join(ENTITIES.replace("hiv", f"v{n}").replace("HIV", f"virus{n}") for n in range(4))
    )
    (tmp_path / "note.txt").write_text(NOTE)
    options = ("--protect", "HIV=disease", "--database", "entities.jsonl", "--k", "2", "--texts")
    done = reticent("compare", "note.txt", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"k-safety" in done.stdout
    assert b"name an entity database" not in done.stdout


def test_what_may_not_be_disclosed_at_all_is_hidden_by_all_but_the_model_that_needs_a_general_term() -> None:
    protection = CgSanitizationSettings.model_validate(
        {"type": "cg-sanitization", "protect": {"HIV": ""}, "unseen": "remove"}
    )
    rows = compare_models(Document("note", NOTE), Hidden(protection), Recipe().make_rules())
    tried = {row.model: row for row in rows}
    assert "ENTITY=GENERAL" in tried["indistinct"].why
    assert tried["cg-sanitization"].outcome is not None
    assert "HIV" not in tried["cg-sanitization"].outcome.text


def test_without_anything_to_hide_there_is_nothing_to_compare(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text(NOTE)
    done = reticent("compare", "note.txt", cwd=tmp_path)
    assert (done.returncode, b'--protect "HIV=disease"' in done.stderr) == (2, True)
