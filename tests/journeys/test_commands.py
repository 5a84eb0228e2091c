"""Whole runs of the command line on good input."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

NOTE = ROOT / "examples" / "discharge-note.txt"
CLINIC = ROOT / "examples" / "clinic.toml"
LETTER = b"Write to ann@example.org or ben@example.org. Again: ann@example.org.\r\n"


def test_a_text_is_released_to_standard_output() -> None:
    done = reticent("sanitize", stdin=LETTER)
    assert done.returncode == 0
    assert done.stdout == b"Write to [EMAIL] or [EMAIL]. Again: [EMAIL].\r\n"
    assert b"no violation" in done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="this system has no such signal")
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("plan", NOTE), marks=pytest.mark.slow),
        ("sanitize", NOTE),
        pytest.param(("--help",), marks=pytest.mark.slow),
        ("sanitize", "none.txt"),
    ],
)
def test_a_reader_who_stops_early_is_no_violation(arguments: tuple[str, ...]) -> None:
    program = [sys.executable, "-c", "from reticent.cli import main; main()", *map(str, arguments)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT) as running:
        assert running.stdout is not None
        running.stdout.close()
    assert running.returncode == -signal.SIGPIPE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", [("sanitize", NOTE), pytest.param(("--help",), marks=pytest.mark.slow)])
def test_a_full_disk_behind_standard_output_is_told_in_one_line(arguments: tuple[str, ...]) -> None:
    program = [sys.executable, "-c", "from reticent.cli import main; main()", *map(str, arguments)]
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert ended.returncode == 2
    assert (
        ended.stderr == b"reticent: no space is left where the output goes: what stands there is not whole\n"
    )


def test_quiet_says_nothing() -> None:
    assert reticent("sanitize", "--quiet", stdin=LETTER).stderr == b""


def test_the_example_note_keeps_its_secrets() -> None:
    done = reticent("sanitize", NOTE, "--policy", CLINIC)
    text = done.stdout.decode()
    assert done.returncode == 0
    for secret in (
        "HIV",
        "tuberculosis",
        "Sacramento",
        "48201577",
        "results@",
        "March",
        "93",
        "0142",
        "GB82",
        "migraine",
    ):
        assert secret not in text
    assert "two headaches" in text or "two earlier headaches" in text


def test_a_released_text_passes_its_audit_and_the_original_does_not(tmp_path: Path) -> None:
    released = tmp_path / "released.txt"
    assert reticent("sanitize", NOTE, "-o", released).returncode == 0
    assert reticent("audit", released).returncode == 0
    failed = reticent("audit", NOTE)
    assert failed.returncode == 1
    assert b"EMAIL" in failed.stdout
    assert b"results@" not in failed.stdout + failed.stderr


def test_an_audit_in_json_locates_every_violation() -> None:
    done = reticent("audit", "--json", stdin=b"-\nto ann@example.org")
    rows = json.loads(done.stdout)["documents"][0]["violations"]
    assert done.returncode == 1
    assert {row["kind"] for row in rows} == {"EMAIL", "CONTACT"}  # a pattern and the tagger find it
    assert {(row["line"], row["column"], row["start"], row["end"]) for row in rows} == {(2, 4, 5, 20)}


def test_a_plan_is_a_table_for_people() -> None:
    done = reticent("plan", stdin=LETTER)
    assert done.returncode == 0
    row = next(line for line in done.stdout.decode().splitlines() if "ann@example.org" in line)
    assert "1:10, 1:53" in row
    assert "[EMAIL]" in row


def test_a_plan_without_a_decision_says_so() -> None:
    done = reticent("plan", stdin=b"")
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"nothing has to change" in done.stderr


def test_a_plan_is_made_changed_and_carried_out(tmp_path: Path) -> None:
    letter, plan, released = tmp_path / "letter.txt", tmp_path / "plan.json", tmp_path / "released.txt"
    letter.write_bytes(LETTER)
    assert reticent("plan", letter, "--json", "-o", plan).returncode == 0
    content = json.loads(plan.read_text())
    content["decisions"][0]["becomes"] = "colleague"
    plan.write_text(json.dumps(content))
    assert reticent("apply", plan, letter, "-o", released).returncode == 0
    assert released.read_bytes() == b"Write to a colleague or [EMAIL]. Again: colleague.\r\n"


def test_a_plan_that_keeps_too_much_is_refused(tmp_path: Path) -> None:
    letter, plan, released = tmp_path / "letter.txt", tmp_path / "plan.json", tmp_path / "released.txt"
    letter.write_bytes(LETTER)
    reticent("plan", letter, "--json", "-o", plan)
    content = json.loads(plan.read_text())
    del content["decisions"][0]
    plan.write_text(json.dumps(content))
    done = reticent("apply", plan, letter, "-o", released)
    assert done.returncode == 3
    assert b"not released" in done.stderr
    assert not released.exists()


def test_several_files_go_to_a_directory(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_bytes(LETTER)
    done = reticent("sanitize", tmp_path / "a.txt", tmp_path / "b.txt", "-o", tmp_path / "out")
    assert done.returncode == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.txt", "b.txt"]


def test_json_carries_text_plan_and_proof() -> None:
    content = json.loads(reticent("sanitize", "--json", stdin=LETTER).stdout)
    assert (content["reticent"], content["schema"]) == ("release", 1)
    (document,) = content["documents"]
    assert document["text"].startswith("Write to [EMAIL]")
    assert document["plan"]["decisions"][0]["kind"] == "EMAIL"
    assert document["released"].startswith("sha256:")
    assert document["promises"][0]["relative_to"]


def test_the_policy_check_states_the_promises() -> None:
    done = reticent("policy", "check", CLINIC)
    assert done.returncode == 0
    assert b"redaction: Nothing that the declared detectors find in the original is left" in done.stdout
    assert b"sha256:" in done.stdout


def test_the_schema_of_policies_is_json() -> None:
    assert "detectors" in json.loads(reticent("policy", "schema").stdout)["properties"]


def test_every_command_has_an_example() -> None:
    for command in (["sanitize"], ["plan"], ["apply"], ["audit"], ["policy", "check"], ["policy", "schema"]):
        done = reticent(*command, "--help")
        assert done.returncode == 0
        assert b"Example" in done.stdout


def test_a_release_is_scored_against_a_list_of_terms(tmp_path: Path) -> None:
    (tmp_path / "terms.txt").write_text("# telling\nanna@example.org\nlamivudine\n", encoding="utf-8")
    (tmp_path / "letter.txt").write_text(
        "Write to anna@example.org. The garden is green.\n", encoding="utf-8"
    )
    (tmp_path / "released.txt").write_text("Write to [EMAIL]. The [REMOVED] is green.\n", encoding="utf-8")
    done = reticent("evaluate", "--terms", "terms.txt", "letter.txt", "released.txt", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    scores = json.loads(done.stdout)
    assert (scores["recall"]["value"], scores["needless"]) == (1.0, ["garden"])
    planned = reticent("evaluate", "--terms", "terms.txt", "letter.txt", "--json", cwd=tmp_path)
    assert json.loads(planned.stdout)["precision"]["value"] == 1.0
    table = reticent("evaluate", "--terms", "terms.txt", "letter.txt", cwd=tmp_path)
    assert b"harmless terms changed" in table.stdout
    assert b"anna" not in table.stdout
    several = reticent(
        "evaluate", "--terms", "terms.txt", "letter.txt", "released.txt", "letter.txt", cwd=tmp_path
    )
    assert several.returncode == 2
    assert b"one release" in several.stderr
