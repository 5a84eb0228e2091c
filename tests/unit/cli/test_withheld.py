"""What `sanitize` says of what readers still infer, and what becomes of a document that is withheld."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands import Command

NOTE = "PMH: HIV.\nShe takes tenofovir and dolutegravir every day.\nPlan: CD4 count in three months."
HARMLESS = "PMH: HIV.\nShe fell from a ladder.\nPlan: remove the stitches in ten days."


def test_a_folder_goes_out_without_what_is_withheld_and_the_manifest_says_why(
    command: Command, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text(NOTE.replace("HIV", "human immunodeficiency virus"))
    (notes / "b.txt").write_text("A cast was fitted.\n")
    done = command(
        "sanitize", str(notes), "-o", str(tmp_path / "out"), "--protect", "HIV", "--unseen", "keep",
        "--withhold-if-likely", "0.0001",
    )  # fmt: skip
    assert done.code == 4
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["b.txt"]
    manifest = json.loads((tmp_path / "out.manifest.json").read_text())
    (refused,) = manifest["refused"]
    assert refused["withheld"]["code"] == "withheld_likely"
    assert manifest["files"][0]["inference"] == []


def test_the_command_prints_what_is_inferred_and_gives_the_reason_as_json(
    command: Command, tmp_path: Path
) -> None:
    note = tmp_path / "note.txt"
    note.write_text(HARMLESS)
    shown = command("sanitize", str(note), "--protect", "HIV", "--unseen", "keep")
    assert "a reader who knows medicine" in shown.err
    withheld = command(
        "sanitize", str(note), "--protect", "HIV", "--unseen", "keep", "--withhold-if-likely", "0.0001", "--json",
    )  # fmt: skip
    assert withheld.code == 3
    assert json.loads(withheld.out)["reason"]["limit"] == 0.0001


def test_a_stream_goes_out_without_the_records_that_are_withheld_and_says_what_is_inferred_of_the_rest(
    command: Command, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.jsonl"
    texts = [NOTE, HARMLESS, "A cast was fitted."]
    notes.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    protect = ("--protect", "HIV", "--unseen", "keep", "-k", "general")
    done = command("sanitize", str(notes), "-o", str(tmp_path / "out.jsonl"), *protect)
    assert done.code == 0
    assert "of which readers still find out what is protected" in done.err
    some = command(
        "sanitize", str(notes), "-o", str(tmp_path / "some.jsonl"), *protect, "--withhold-if-likely", "0.0001",
        "--skip-bad",
    )  # fmt: skip
    assert some.code == 4
    assert len((tmp_path / "some.jsonl").read_text().splitlines()) == 1
    assert "is withheld" in some.err
    assert "still find out" not in some.err
