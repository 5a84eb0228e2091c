"""Stand-ins and dates as users ask for them: a key, a vault, a folder, and the way back."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.journeys.command import reticent


@pytest.fixture
def office(tmp_path: Path) -> Path:
    """A folder with a key, a vault and two notes about the same people."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "one.txt").write_text("Ann Lee from Sacramento saw José García on 12 March 2024.\n")
    (tmp_path / "notes" / "two.md").write_text("Jose Garcia wrote to ann.lee@example.org on 2024-03-26.\n")
    for command in ("vault key office.key", "vault create office.vault --vault-key office.key"):
        done = reticent(*command.split(), cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    return tmp_path


VAULT = ("--pseudonyms", "office.vault", "--vault-key", "office.key")


def test_a_folder_is_released_with_stand_ins_audited_and_turned_back(office: Path) -> None:
    done = reticent("sanitize", "notes", "-o", "out", *VAULT, "--workers", "2", cwd=office)
    assert done.returncode == 0, done.stderr
    one, two = (office / "out" / "one.txt").read_text(), (office / "out" / "two.md").read_text()
    assert one == "[PERSON 1] from [LOCATION 1] saw [PERSON 2] on [DATE].\n"
    assert two == "[PERSON 2] wrote to [EMAIL 1] on [DATE].\n"
    assert reticent("audit", "out", *VAULT, cwd=office).returncode == 0
    assert reticent("audit", "out", "--excerpt", cwd=office).returncode == 0
    stranger = reticent("audit", "out", cwd=office)
    assert (stranger.returncode, b"two.md" in stranger.stdout) == (1, True)
    for name in ("one.txt", "two.md"):
        back = reticent("restore", f"out/{name}", *VAULT, "-o", f"back-{name}", cwd=office)
        assert back.returncode == 0, back.stderr
        assert (office / f"back-{name}").read_bytes() == (office / "notes" / name).read_bytes()
        assert stat.S_IMODE((office / f"back-{name}").stat().st_mode) == 0o600


@pytest.mark.slow
def test_invented_names_pass_the_audit_of_those_who_hold_the_vault_alone(office: Path) -> None:
    options = (*VAULT, "--stand-ins", "invented", "--same-size")
    assert reticent("sanitize", "notes", "-o", "out", *options, "-q", cwd=office).returncode == 0
    assert b"Garc" not in (office / "out" / "one.txt").read_bytes()
    assert b"PERSON" not in (office / "out" / "one.txt").read_bytes()
    assert reticent("audit", "out", *VAULT, cwd=office).returncode == 0
    assert reticent("audit", "out", cwd=office).returncode == 1
    plan = reticent("plan", "notes/one.txt", *options, "--json", "-o", "plan.json", cwd=office)
    assert plan.returncode == 0, plan.stderr
    applied = reticent("apply", "plan.json", "notes/one.txt", *options, "-q", cwd=office)
    assert applied.stdout == (office / "out" / "one.txt").read_bytes(), applied.stderr
    assert reticent("apply", "plan.json", "notes/one.txt", "-q", cwd=office).stdout == applied.stdout
    refused = reticent("apply", "plan.json", "notes/one.txt", "--policy", "default", "-q", cwd=office)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"--pseudonyms" in refused.stderr


@pytest.mark.slow
def test_wrong_keys_and_vaults_are_one_clear_line_and_nothing_is_written(office: Path) -> None:
    assert reticent("vault", "key", "other.key", cwd=office).returncode == 0
    for key, said in [("other.key", b"belongs to the key"), ("missing.key", b"can't be read")]:
        options = ("--pseudonyms", "office.vault", "--vault-key", key)
        done = reticent("sanitize", "notes", "-o", "out", *options, cwd=office)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1
        assert said in done.stderr
        assert reticent("restore", "notes/one.txt", *options, cwd=office).returncode == 2
    assert not (office / "out").exists()
    assert b"already exists" in reticent("vault", "key", "office.key", cwd=office).stderr
    assert b"already exists" in reticent("vault", "create", "office.vault", *VAULT[2:], cwd=office).stderr
    missing = reticent("sanitize", "notes", "-o", "out", "--pseudonyms", "no.vault", *VAULT[2:], cwd=office)
    assert b"reticent vault create" in missing.stderr
    assert (
        b"go with --pseudonyms" in reticent("sanitize", "notes", "--stand-ins", "number", cwd=office).stderr
    )


@pytest.mark.slow
def test_records_from_a_pipe_share_the_vault_and_dates_move_by_subject(office: Path) -> None:
    lines = b'{"who": 1, "text": "Ann Lee came on 2024-03-12."}\n{"who": 1, "text": "Ann Lee went on 2024-03-19."}\n'
    options = (*VAULT, "--format", "jsonl", "--dates", "shift", "--subject-field", "who")
    done = reticent("sanitize", *options, "-q", stdin=lines, cwd=office)
    assert done.returncode == 0, done.stderr
    came, went = [line.split(b'"')[3].decode() for line in done.stdout.splitlines()]
    assert came.startswith("[PERSON 1] came on 20")
    assert went.startswith("[PERSON 1] went on 20")
    assert "2024-03-12" not in came
    missing = reticent("sanitize", *options, stdin=b'{"text": "Ann Lee."}\n', cwd=office)
    assert missing.returncode == 2
    assert b"--subject-field" in missing.stderr


@pytest.mark.slow
def test_what_is_said_of_a_policy_by_its_own_keys_is_done(office: Path) -> None:
    (office / "policy.toml").write_text(
        '[[detectors]]\ntype = "names"\nkinds = ["PERSON"]\n[[detectors]]\ntype = "patterns"\n'
        '[[models]]\ntype = "redaction"\ndates = "month"\n'
        '[pseudonyms]\nstyle = "invented"\nkinds = ["PERSON"]\n'
    )
    assert reticent("policy", "check", "policy.toml", cwd=office).returncode == 0
    done = reticent("sanitize", "notes/two.md", "-p", "policy.toml", *VAULT, "-q", cwd=office)
    assert done.stdout.endswith(b"wrote to [EMAIL] in 2024-03.\n"), done.stderr
    assert done.stdout.startswith(b"[")
    assert b"PERSON" not in done.stdout
    (office / "policy.toml").write_text('[pseudonyms]\nstile = "number"\n[[models]]\ntype = "redaction"\n')
    assert b"did you mean 'style'?" in reticent("policy", "check", "policy.toml", cwd=office).stderr
