"""What 0.3.0 wrote still opens, or is refused with a line that says what to do."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

WRITTEN = ROOT / "tests" / "data" / "v030"
NOTE = "examples/discharge-note.txt"
PRIVATE = ("clinic.key", "clinic.vault", "clinic.pem", "shown.db")


@pytest.fixture
def office(tmp_path: Path) -> Path:
    """A folder with the files as 0.3.0 left them, and the examples."""
    shutil.copytree(WRITTEN, tmp_path, dirs_exist_ok=True)
    for name in PRIVATE:
        (tmp_path / name).chmod(0o600)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


def test_a_plan_is_refused_because_its_knowledge_ships_no_more_and_a_new_one_is_carried_out(
    office: Path,
) -> None:
    protect = ("--protect", "HIV=virus", "--knowledge", "general", "--unseen", "remove")
    alone = reticent("apply", "plan.json", NOTE, cwd=office)
    assert alone.returncode == 2
    assert b'add --protect "HIV=virus"' in alone.stderr
    refused = reticent("apply", "plan.json", NOTE, *protect, cwd=office)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"what it was made relative to has changed since, so plan again" in refused.stderr
    assert reticent("plan", NOTE, *protect, "--json", "-o", "again.json", cwd=office).returncode == 0
    done = reticent("apply", "again.json", NOTE, "-q", cwd=office)
    assert done.returncode == 0, done.stderr
    assert b"A virus test came back positive. Therapy was started" in done.stdout
    assert b"[LOCATION 1]" in done.stdout


def test_a_policy_holds(office: Path) -> None:
    assert reticent("policy", "check", "policy.toml", cwd=office).returncode == 0
    done = reticent("sanitize", NOTE, "--policy", "policy.toml", "-q", cwd=office)
    assert done.returncode == 0, done.stderr
    assert b"Admitted 2024, discharged 2024" in done.stdout


def test_a_vault_turns_back_what_it_stood_for_and_goes_on(office: Path) -> None:
    vault = ("--pseudonyms", "clinic.vault", "--vault-key", "clinic.key")
    back = reticent("restore", "linked.txt", *vault, cwd=office)
    assert back.stdout == (ROOT / "examples/letters/invitation.txt").read_bytes()
    again = reticent("sanitize", "examples/letters/invitation.txt", *vault, "-q", cwd=office)
    assert again.stdout == (office / "linked.txt").read_bytes()


def test_a_database_and_a_ledger_of_views_are_asked_and_go_on(office: Path) -> None:
    shown = reticent("entities", "show", "diseases.db", cwd=office)
    assert b"67 entities" in shown.stdout
    asked = ("-d", "diseases.db", "-k", "3", "-r", "nurse", "-q")
    of_case = ("--ledger", "shown.db", "--subject", "case 17")
    later = b"He has fever and cough."
    assert reticent("views", *asked, stdin=later, cwd=office).stdout == later
    view = reticent("views", *asked, *of_case, stdin=later, cwd=office)
    assert view.stdout == b"He has fever and [TERM].", "what the nurse was shown of this case counts"
    again = reticent("views", "examples/doctors-letter.txt", *asked, *of_case, cwd=office)
    assert again.returncode == 0, again.stderr
    assert again.stdout.count(b"[TERM]") >= 3
    unknown = reticent("views", *asked, *of_case[:-1], "case 18", stdin=later, cwd=office)
    assert (unknown.returncode, unknown.stdout) == (2, b"")
    assert b"does not know 1 of 1 subjects" in unknown.stderr


def test_a_proof_is_checked_as_far_as_its_knowledge_is_still_here(office: Path) -> None:
    policy = ("--policy", "examples/clinic.toml", "--key", "clinic.pem.pub", "--json")
    checked = reticent("proof", "check", "proved.txt", "released.proof.json", *policy, cwd=office)
    standing = {each["what"]: each["standing"] for each in json.loads(checked.stdout)["claims"]}
    assert standing == {
        "signature": "rechecked",
        "bytes": "rechecked",
        "policy": "cannot tell",
        "reading": "rechecked",
        "promise redaction": "cannot tell",
    }
    assert checked.returncode == 2, checked.stderr


def test_the_plan_of_a_proof_says_how_to_plan_anew_and_its_key_signs_that(office: Path) -> None:
    policy = ("--policy", "examples/clinic.toml")
    old = reticent(
        "prove", "proved.txt", "--plan", "proved.plan.json", *policy, "--key", "clinic.pem", cwd=office
    )
    assert old.returncode == 2
    assert b"plan the original again with 'reticent plan'" in old.stderr
    assert reticent("plan", NOTE, *policy, "--json", "-o", "new.json", cwd=office).returncode == 0
    assert reticent("apply", "new.json", NOTE, *policy, "-o", "new.txt", "-q", cwd=office).returncode == 0
    asked = ("--plan", "new.json", *policy, "--key", "clinic.pem", "-o", "new.proof.json", "-q")
    signed = reticent("prove", "new.txt", *asked, cwd=office)
    assert signed.returncode == 0, signed.stderr
    checks = (*policy, "--key", "clinic.pem.pub", "--json")
    checked = reticent("proof", "check", "new.txt", "new.proof.json", *checks, cwd=office)
    assert json.loads(checked.stdout)["claims"][0] == {
        "what": "signature",
        "standing": "rechecked",
        "why": "every signature is right",
    }


def test_a_trained_model_finds_what_it_found(office: Path) -> None:
    done = reticent("sanitize", "examples/emails.jsonl", "--model", "names.model", "-q", cwd=office)
    assert done.returncode == 0, done.stderr
    assert b"Winterfield" not in done.stdout
    assert b"[NAME]" in done.stdout


def test_an_index_counts(office: Path) -> None:
    asked = reticent("knowledge", "ask", "fever", "cough", "-k", "none", "-k", "own.index", cwd=office)
    assert asked.returncode == 0, asked.stderr
    assert re.search(rb"^ fever \+ cough +8 .*exact", asked.stdout, re.MULTILINE), asked.stdout
    assert b"67 documents" in reticent("knowledge", "info", "own.index", cwd=office).stdout


def test_a_folder_beside_its_manifest_is_replaced(office: Path) -> None:
    (office / "released").mkdir()
    shutil.copy(office / "linked.txt", office / "released" / "invitation.txt")
    shutil.copy(office / "proved.txt", office / "released" / "0001.txt")
    shutil.copy(office / "manifest.json", office / "released.manifest.json")
    assert json.loads((office / "manifest.json").read_text("utf-8"))["reticent"] == "manifest"
    done = reticent("sanitize", "examples/letters", "-o", "released", "--overwrite", "-q", cwd=office)
    assert done.returncode == 0, done.stderr
    assert b"[EMAIL]" in (office / "released" / "invitation.txt").read_bytes()
    assert not (office / "released" / "0001.txt").exists()


def test_a_folder_that_was_stopped_is_released_whole(office: Path) -> None:
    shutil.copytree(ROOT / "examples" / "letters", office / "notes")
    shutil.copytree(office / "stopped", office / ".out.part")
    done = reticent("sanitize", "notes", "-o", "out", "-q", "--workers", "1", cwd=office)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (office / "out").rglob("*.*")) == ["call.md", "invitation.txt"]
    assert not (office / ".out.part").exists()


def test_a_stream_that_was_stopped_is_released_whole(office: Path) -> None:
    shutil.copy(office / "stream.progress", office / ".clean.jsonl.progress")
    shutil.copy(office / "stream.part", office / ".clean.jsonl.part")
    tickets = ("sanitize", "examples/tickets.jsonl", "--keep", "ticket", "-o", "clean.jsonl", "-q")
    done = reticent(*tickets, "--workers", "1", cwd=office)
    assert done.returncode == 0, done.stderr
    lines = (office / "clean.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["ticket"] for line in lines] == [1, 2]
