"""Ways in which a secret could go out although a command ends with 0: each is closed."""

from __future__ import annotations

import csv
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

PHONE = "212-555-0123"
LETTER = f"Call {PHONE} or write to ann@example.org.\n"
GUARDED = """
[[detectors]]
type = "words"
words = ["AIDS"]
kind = "CONDITION"

[[models]]
type = "correlation-guard"
unseen = "keep"
threshold = 6
"""
PLAUSIBLE = """
[[detectors]]
type = "words"
words = ["migraine", "kidney disease"]

[[models]]
type = "t-plausibility"
t = 5
"""


def _plan_of(tmp_path: Path, text: str = LETTER) -> tuple[Path, Path, dict[str, object]]:
    letter, plan = tmp_path / "letter.txt", tmp_path / "plan.json"
    letter.write_text(text)
    assert reticent("plan", letter, "--json", "-o", plan).returncode == 0
    return letter, plan, json.loads(plan.read_text())


@pytest.mark.parametrize("mark", ["[PHONE 2125550123]", "[US SSN 123456789]", "[phone]2125550123"])
def test_a_number_in_brackets_is_no_placeholder_of_ours(mark: str) -> None:
    done = reticent("audit", stdin=f"Telephone {mark} SSN {mark}".encode())
    assert done.returncode == 1
    released = reticent("sanitize", "-q", stdin=f"Telephone: {mark}, SSN: {mark}".encode()).stdout.decode()
    assert "2125550123" not in released
    assert "123456789" not in released


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("He is [AGE 93] years old.", "93"),
        ("The door opens with [CODE 4471].", "4471"),
        ("Her number ends with [US SSN 6789].", "6789"),
        ("Dial [CODE 2125][CODE 5501].", "2125"),
        ("Born [DATE 1203] in [DATE 1980].", "1980"),
        ("[PERSON 12 March 1980] came.", "March"),
        ("[PERSON 1] lives at [LOCATION 1047].", "1047"),
    ],
)
def test_a_numbered_mark_in_an_original_is_text(tmp_path: Path, text: str, secret: str) -> None:
    (tmp_path / "a.txt").write_text(text)
    (tmp_path / "a.csv").write_text(f"note\n{text}\n[PERSON 1] came.\n")
    assert reticent("audit", "a.txt", cwd=tmp_path).returncode == 1
    for name in ("a.txt", "a.csv"):
        done = reticent("sanitize", name, "-o", f"out-{name}", cwd=tmp_path)
        assert done.returncode == 0
        assert secret not in (tmp_path / f"out-{name}").read_text()
        assert reticent("audit", f"out-{name}", cwd=tmp_path).returncode == 0
        again = reticent("sanitize", f"out-{name}", "-o", f"again-{name}", cwd=tmp_path)
        assert again.returncode == 0
        assert (tmp_path / f"again-{name}").read_bytes() == (tmp_path / f"out-{name}").read_bytes()


def test_an_audit_of_a_part_of_a_release_says_so() -> None:
    part = b"Later [PERSON 4] came."
    assert reticent("audit", stdin=part).returncode == 1
    assert reticent("audit", "--excerpt", stdin=part).returncode == 0


NOTE = "Mrs Aoife Brannigan was seen today. BP 149/78, HR 81, CRP 86, Hb 102. Pay to DE89370400440532013000."


def test_findings_of_detectors_are_planned_before_unseen_words_are_removed(tmp_path: Path) -> None:
    options = ("--protect", "asthma=disease", "--unseen", "remove")
    (tmp_path / "note.txt").write_text(NOTE)
    done = reticent(
        "sanitize", "note.txt", "-o", "out.txt", *options, "--report", "report.json", cwd=tmp_path
    )
    assert done.returncode == 0
    released = (tmp_path / "out.txt").read_text()
    assert "[PERSON 1]" in released
    assert "[IBAN]" in released
    assert all(number in released for number in ("149/78", "81", "86", "102"))
    assert reticent("audit", "out.txt", *options, cwd=tmp_path).returncode == 0


def test_different_things_never_share_a_number(tmp_path: Path) -> None:
    text = "She can see the Eiffel Tower and the Louvre from her window on the Seine."
    done = reticent("sanitize", "-q", "--protect", "Paris=city", "--indistinct", "5", stdin=text.encode())
    assert done.stdout.count(b"[LOCATION 1]") <= 1


def test_a_plan_can_not_print_a_secret_as_a_kind(tmp_path: Path) -> None:
    letter, plan, content = _plan_of(tmp_path)
    content["decisions"][0]["kind"] = PHONE  # type: ignore[index]
    plan.write_text(json.dumps(content))
    done = reticent("apply", plan, letter)
    assert done.returncode == 2
    assert done.stdout == b""


def test_a_plan_can_not_name_a_kind_that_the_policy_does_not_declare(tmp_path: Path) -> None:
    letter, plan, content = _plan_of(tmp_path)
    content["decisions"][0]["kind"] = "N2125550123"  # type: ignore[index]
    plan.write_text(json.dumps(content))
    done = reticent("apply", plan, letter)
    assert done.returncode == 2
    assert b"does not declare" in done.stderr
    assert done.stdout == b""


def test_a_plan_can_not_cut_a_finding_in_two(tmp_path: Path) -> None:
    letter, plan, content = _plan_of(tmp_path, "SSN 123-45-6789 given.\n")
    start = content["decisions"][0]["spans"][0][0]  # type: ignore[index]
    content["decisions"][0]["spans"] = [[start, start + 3]]  # type: ignore[index]
    del content["decisions"][0]["what"]  # type: ignore[index]
    plan.write_text(json.dumps(content))
    done = reticent("apply", plan, letter)
    assert done.returncode == 2
    assert b"only a part" in done.stderr
    assert done.stdout == b""


def test_what_a_person_keeps_is_declared_and_a_stranger_without_the_declaration_sees_a_violation(
    tmp_path: Path,
) -> None:
    letter, plan, content = _plan_of(tmp_path)
    kept = content["decisions"].pop(0)  # type: ignore[attr-defined]
    content["exceptions"] = [{"spans": kept["spans"], "reason": "the number of our own desk"}]
    plan.write_text(json.dumps(content))
    released, declared = tmp_path / "released.txt", tmp_path / "exceptions.json"
    assert reticent("apply", plan, letter, "-o", released).returncode == 2
    assert not released.exists()
    done = reticent("apply", plan, letter, "-o", released, "--exceptions", declared)
    assert done.returncode == 0
    assert b"1 place kept against the policy" in done.stderr
    assert stat.S_IMODE(declared.stat().st_mode) == 0o600
    assert PHONE not in declared.read_text()
    assert PHONE in released.read_text()
    assert reticent("audit", released).returncode == 1
    assert reticent("audit", released, "--exceptions", declared).returncode == 0
    released.write_text(released.read_text() + "Or 212-555-0199.\n")
    assert reticent("audit", released, "--exceptions", declared).returncode == 1


def test_what_is_kept_without_a_reason_is_not_released(tmp_path: Path) -> None:
    letter, plan, content = _plan_of(tmp_path)
    kept = content["decisions"].pop(0)  # type: ignore[attr-defined]
    content["exceptions"] = [{"spans": kept["spans"], "reason": " "}]
    plan.write_text(json.dumps(content))
    done = reticent("apply", plan, letter, "--exceptions", tmp_path / "exceptions.json")
    assert done.returncode == 2
    assert b"doesn't say why" in done.stderr
    assert done.stdout == b""


def test_an_audit_that_needs_the_original_says_that_it_can_not_tell(tmp_path: Path) -> None:
    policy, letter, released = tmp_path / "p.toml", tmp_path / "letter.txt", tmp_path / "released.txt"
    policy.write_text(GUARDED)
    letter.write_text("He died of AIDS. The doctors gave him drugs against HIV.\n")
    released.write_text("He died of [CONDITION]. The doctors gave him drugs against HIV.\n")
    done = reticent("audit", released, "--policy", policy)
    assert done.returncode == 2
    assert b"--original" in done.stderr
    assert reticent("audit", released, "--policy", policy, "--original", letter).returncode == 1
    good = tmp_path / "good.txt"
    assert reticent("sanitize", letter, "--policy", policy, "-o", good).returncode == 0
    assert reticent("audit", good, "--policy", policy, "--original", letter).returncode == 0


def test_a_violation_is_worse_than_not_knowing(tmp_path: Path) -> None:
    policy = tmp_path / "p.toml"
    policy.write_text(GUARDED + '\n[[models]]\ntype = "redaction"\n')
    assert reticent("audit", "--policy", policy, stdin=b"He died of AIDS.").returncode == 1


def test_the_audit_passes_the_own_release_of_t_plausibility(tmp_path: Path) -> None:
    policy, letter, released = tmp_path / "p.toml", tmp_path / "letter.txt", tmp_path / "released.txt"
    policy.write_text(PLAUSIBLE)
    letter.write_text("Her migraine began after the kidney disease. The kidney disease is gone.\n")
    assert reticent("sanitize", letter, "--policy", policy, "-o", released).returncode == 0
    assert reticent("audit", released, "--policy", policy).returncode == 2
    assert reticent("audit", released, "--policy", policy, "--original", letter).returncode == 0


@pytest.mark.parametrize("name", ["mails.jsonl", "mails.ndjson", "MAILS.JSONL", "mails.json"])
def test_json_is_read_as_json_whatever_the_door(tmp_path: Path, name: str) -> None:
    source, other = tmp_path / name, tmp_path / f"other-{name}"
    record = '{"author": "Ann Miller", "text": "Call 212\\u002d555-0123."}\n'
    source.write_text(record)
    other.write_text(record)
    (tmp_path / "out").mkdir()
    doors = [
        reticent("sanitize", source, "-q"),
        reticent(
            "sanitize", "--format", "json" if name.endswith(".json") else "jsonl", "-q", stdin=record.encode()
        ),
        reticent("sanitize", source, "--json", "-q"),
        reticent("sanitize", source, other, "-q", "-o", tmp_path / "out"),
    ]
    assert [door.returncode for door in doors] == [0, 0, 0, 0]
    texts = [door.stdout.decode() for door in doors] + [(tmp_path / "out" / name).read_text()]
    for text in texts:
        assert "555-0123" not in text.replace("\\u002d", "-")
        assert "Ann Miller" not in text
    assert "Ann Miller" not in texts[0] + texts[1] + texts[-1]


def test_a_table_keeps_its_columns(tmp_path: Path) -> None:
    table, out = tmp_path / "t.csv", tmp_path / "out.csv"
    table.write_text('id,note\n1,"Call 212-555-0123, please"\n2,"=1+1 and ann@example.org"\n')
    assert reticent("sanitize", table, "-o", out).returncode == 2
    assert not out.exists()
    assert reticent("sanitize", table, "-o", out, "--column", "id=keep").returncode == 0
    rows = list(csv.reader(out.read_text().splitlines()))
    assert [len(row) for row in rows] == [2, 2, 2]
    assert "212-555-0123" not in out.read_text()
    assert not any(cell[:1] in "=+-@\t\r" for row in rows for cell in row if cell and not cell.isdigit())


@pytest.mark.parametrize(
    "start", [b"%PDF-1.7\n", b"PK\x03\x04", b"\x1f\x8b\x08", b"\xff\xfeh\x00", b"{\\rtf1"]
)
def test_bytes_that_are_something_else_than_their_name_says_are_refused(tmp_path: Path, start: bytes) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(start + b" some more text")
    done = reticent("sanitize", file)
    assert done.returncode == 2
    assert done.stdout == b""


def test_what_no_format_claims_is_refused_with_the_formats_named(tmp_path: Path) -> None:
    file = tmp_path / "letter.xyz"
    file.write_bytes(b"some text")
    done = reticent("sanitize", file)
    assert done.returncode == 2
    assert b".csv" in done.stderr or b"csv" in done.stderr


def test_two_runs_on_one_output_do_not_mix(tmp_path: Path) -> None:
    source, out = tmp_path / "m.jsonl", tmp_path / "out.jsonl"
    source.write_text(
        "".join(json.dumps({"text": f"Mail {n} to ann{n}@example.org."}) + "\n" for n in range(400))
    )
    program = [sys.executable, "-c", "from reticent.cli import main; main()"]
    command = [*program, "sanitize", str(source), "-o", str(out), "--workers", "1", "-q"]
    with subprocess.Popen(command) as one, subprocess.Popen(command) as other:
        ends = [one.wait(), other.wait()]
    assert sorted(ends) in ([0, 0], [0, 2])
    assert len(out.read_text().splitlines()) == 400
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_stays_with_the_original_is_not_for_everyone(tmp_path: Path) -> None:
    letter, plan, report = tmp_path / "letter.txt", tmp_path / "plan.json", tmp_path / "report.json"
    letter.write_text(LETTER)
    letter.chmod(0o640)
    assert reticent("sanitize", letter, "--plan", plan, "--report", report, "-q").returncode == 0
    assert stat.S_IMODE(plan.stat().st_mode) == 0o640
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    assert reticent("sanitize", "--plan", plan, "--overwrite", "-q", stdin=LETTER.encode()).returncode == 0
    assert stat.S_IMODE(plan.stat().st_mode) == 0o600
    content = json.loads(reticent("sanitize", "--json", "-q", stdin=LETTER.encode()).stdout)
    assert "keep it like the original" in content["note"]


def test_views_hide_names_and_numbers_too(tmp_path: Path) -> None:
    database = tmp_path / "diseases.db"
    built = reticent(
        "entities",
        "build",
        ROOT / "examples/diseases.jsonl",
        "-o",
        database,
        "--readers",
        ROOT / "examples/readers.csv",
    )
    assert built.returncode == 0, built.stderr
    text = b"Mr John Smith, born 12 March 1985, phone 212-555-0123, has fever.\n"
    done = reticent("views", "--database", database, "--reader", "nobody", "--k", "2", stdin=text)
    assert done.returncode == 0, done.stderr
    for secret in (b"Smith", b"1985", b"555"):
        assert secret not in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_through_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    letter = tmp_path / "letter.txt"
    letter.write_text(LETTER)
    program = [sys.executable, "-c", "import sys; sys.stdout.write(open(sys.argv[1]).read())", str(pipe)]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as reader:
        assert reticent("sanitize", letter, "-o", pipe, "-q").returncode == 0
        assert reader.stdout is not None
        assert b"[PHONE]" in reader.stdout.read()
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    letter, real, link = tmp_path / "letter.txt", tmp_path / "real.txt", tmp_path / "link.txt"
    letter.write_text(LETTER)
    real.write_text("old")
    link.symlink_to(real)
    assert reticent("sanitize", letter, "-o", link, "--overwrite", "-q").returncode == 0
    assert link.is_symlink()
    assert "[PHONE]" in real.read_text()
