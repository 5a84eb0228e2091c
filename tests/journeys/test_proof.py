"""From a key to a proof that strangers check, with reticent and without it."""

from __future__ import annotations

import ast
import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent
from tests.journeys.serving import PLAIN, write_policy

CHECKER = ROOT / "examples/check_proof.py"
PATTERNS = ROOT / "src/reticent/detection/data/patterns.toml"
NOTE = b"Mail jo@example.org of measles; he had fever, cough and gonorrhea.\n"
SAFETY = """
name = "safety"
scope = "collection"
[[detectors]]
type = "words"
kind = "CONDITION"
words = ["measles"]
[[models]]
type = "k-safety"
database = "diseases.jsonl"
categories = ["sexual"]
k = 2
variants = false
[[models]]
type = "redaction"
"""
NAMES = (
    PLAIN
    + """
[[detectors]]
type = "names"
"""
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "note.txt").write_bytes(NOTE)
    (tmp_path / "diseases.jsonl").write_bytes((ROOT / "examples/diseases.jsonl").read_bytes())
    assert reticent("key", "create", tmp_path / "key.pem").returncode == 0
    return tmp_path


def prove(folder: Path, policy: Path, *options: str) -> None:
    done = reticent(
        *("sanitize", "note.txt", "-o", "released.txt", "--policy", policy, "--plan", "plan.json"),
        *("--prove", "proof.json", "--key", "key.pem", "--overwrite", *options),
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr


def check(folder: Path, policy: Path, *options: str) -> int:
    return reticent(
        "proof", "check", "released.txt", "proof.json", "--policy", policy, *options, cwd=folder
    ).returncode


def check_alone(folder: Path, policy: Path) -> tuple[int, str]:
    """What the checker says that imports nothing of reticent."""
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            CHECKER,
            "released.txt",
            "proof.json",
            "--key",
            "key.pem.pub",
            "--policy",
            policy,
            "--patterns",
            PATTERNS,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_release_is_proven_and_checked(folder: Path) -> None:
    policy = write_policy(folder)
    prove(folder, policy)
    assert stat.S_IMODE((folder / "key.pem").stat().st_mode) == 0o600
    assert check(folder, policy, "--key", "key.pem.pub") == 0
    assert check(folder, policy, "--original", "note.txt", "--salt", "plan.json") == 0
    assert check(folder, policy, "--original", "note.txt") == 2
    proof = folder / "proof.json"
    whole = proof.read_bytes()
    for at in range(3, len(whole), len(whole) // 12):
        proof.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert check(folder, policy) in (1, 2)
    proof.write_bytes(whole)
    (folder / "released.txt").write_bytes((folder / "released.txt").read_bytes() + b"\n")
    assert check(folder, policy) == 1


def test_a_plan_that_was_carried_out_is_proven_later_and_signed_by_two(folder: Path) -> None:
    policy = write_policy(folder)
    for step in (
        ("plan", "note.txt", "--policy", policy, "-o", "plan.json"),
        ("apply", "plan.json", "note.txt", "--policy", policy, "-o", "released.txt"),
        (
            "prove",
            "released.txt",
            "--plan",
            "plan.json",
            "--policy",
            policy,
            "--key",
            "key.pem",
            "-o",
            "proof.json",
        ),
        ("key", "create", "second.pem"),
        ("proof", "sign", "proof.json", "--key", "second.pem", "-o", "proof.json", "--overwrite"),
    ):
        done = reticent(*step, cwd=folder)
        assert done.returncode == 0, done.stderr
    assert len(json.loads((folder / "plan.json").read_bytes())["salt"]) == 64
    assert check(folder, policy, "--key", "key.pem.pub", "--key", "second.pem.pub") == 0


def test_a_sealed_proof_is_opened_to_the_auditor_alone(folder: Path) -> None:
    policy = write_policy(folder, "case", PLAIN.replace('scope = "collection"\n', ""))
    prove(folder, policy)
    assert check(folder, policy, "--key", "key.pem.pub") == 2
    done = reticent(
        *("prove", "released.txt", "--plan", "plan.json", "--policy", policy, "--key", "key.pem"),
        *("--opening", "opening.txt", "-o", "proof.json", "--overwrite"),
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    assert check(folder, policy, "--opening", "opening.txt") == 0
    assert (folder / "opening.txt").read_text("utf-8").strip() not in (folder / "plan.json").read_text(
        "utf-8"
    )


def test_a_stranger_checks_without_reticent(folder: Path) -> None:
    for name, text in (("plain", PLAIN), ("safety", SAFETY)):
        policy = write_policy(folder, name, text)
        prove(folder, policy)
        assert check_alone(folder, policy)[0] == 0, check_alone(folder, policy)
    policy = write_policy(folder, "names", NAMES)
    prove(folder, policy)
    code, said = check_alone(folder, policy)
    assert code == 3
    assert "names: attested" in said
    released = folder / "released.txt"
    released.write_bytes(released.read_bytes() + b"x")
    assert check_alone(folder, policy)[0] == 1


def test_the_stranger_finds_out_who_signs_what_is_not_so(folder: Path) -> None:
    """A text that leaks, with a statement about it that was signed all the same."""
    from dataclasses import replace

    from reticent.proof.keys import Envelope, read_envelope, read_signing_key, sign, write_envelope
    from reticent.proof.statement import read_statement, write_statement
    from reticent.usecases.prove import digest_of

    key = read_signing_key((folder / "key.pem").read_bytes())
    leaks = {"plain": (PLAIN, b"He has measles."), "safety": (SAFETY, b"He has gonorrhea.")}
    for name, (text, leak) in leaks.items():
        policy = write_policy(folder, name, text)
        prove(folder, policy)
        statement = read_statement(read_envelope((folder / "proof.json").read_bytes()).payload)
        (folder / "released.txt").write_bytes(leak)
        lie = Envelope(write_statement(replace(statement, released=digest_of(leak))))
        (folder / "proof.json").write_bytes(write_envelope(sign(lie, [key])))
        assert check_alone(folder, policy)[0] == 1, name
        assert check(folder, policy) == 1


def test_the_checker_is_short_and_imports_nothing_of_ours() -> None:
    source = CHECKER.read_text("utf-8")
    assert len(source.splitlines()) <= 500
    modules = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(source))
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
            if isinstance(node, ast.Import) else []
        )
    }  # fmt: skip
    assert modules - set(sys.stdlib_module_names) == {"cryptography"}


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["sanitize", "note.txt", "--prove", "p"], "--plan"),
        (["sanitize", "note.txt", "--key", "key.pem"], "--prove"),
        (["key", "create", "key.pem"], "already exists"),
        (["proof", "check", "note.txt", "note.txt"], "no proof"),
    ],
)
def test_what_lacks_something_says_what(folder: Path, command: list[str], says: str) -> None:
    done = reticent(*command, cwd=folder)
    assert done.returncode == 2
    assert says in done.stderr.decode()
