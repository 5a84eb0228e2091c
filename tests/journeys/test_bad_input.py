"""Whole runs of the command line on input that is hard or wrong: a right result, or one clear line and no file."""

import json
import os
from pathlib import Path

import pytest

from tests.journeys.command import reticent

ADDRESS = "ann@example.org"


def released(data: bytes, *arguments: str | Path) -> bytes:
    done = reticent("sanitize", *arguments, stdin=data)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(*arguments: str | Path, stdin: bytes = b"") -> str:
    """The one line that a refusal says."""
    done = reticent(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert done.stdout == b""
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("reticent: ")
    return lines[0]


@pytest.mark.parametrize(
    ("original", "expected"),
    [
        ("", ""),
        ("\n\n", "\n\n"),
        (f"one\r\n{ADDRESS}\r\n", "one\r\n[EMAIL]\r\n"),
        (f"\ufeff{ADDRESS}", "\ufeff[EMAIL]"),
        (f"e\u0301 {ADDRESS} e\u0301", "e\u0301 [EMAIL] e\u0301"),
        (f"👩‍👩‍👧 🙂 {ADDRESS} 🙂", "👩‍👩‍👧 🙂 [EMAIL] 🙂"),
        (f"{ADDRESS}.", "[EMAIL]."),
        (ADDRESS, "[EMAIL]"),
    ],
)
def test_unusual_texts_are_released_right(original: str, expected: str) -> None:
    assert released(original.encode()) == expected.encode()


def test_a_text_in_another_script_is_released_where_its_language_is_allowed() -> None:
    text = f"כתבו אל {ADDRESS} היום".encode()
    assert reticent("sanitize", stdin=text).returncode == 3
    assert released(text, "--language", "he") == "כתבו אל [EMAIL] היום".encode()


@pytest.mark.parametrize(
    ("times", "policy"),
    [
        pytest.param(100, ("--policy", "examples/clinic.toml"), id="270 kB"),
        pytest.param(3_800, ("--policy", "examples/clinic.toml"), id="10 MB", marks=pytest.mark.slow),
        pytest.param(20, (), id="54 kB, names too"),
        pytest.param(380, (), id="1 MB, names too", marks=pytest.mark.slow),
    ],
)
def test_one_very_long_line_is_released(times: int, policy: tuple[str, ...]) -> None:
    line = (b"lorem ipsum dolor sit amet " * 100 + ADDRESS.encode() + b" ") * times
    assert len(line) > 2_700 * times
    result = released(line, *policy)
    assert result.count(b"[EMAIL]") == times
    assert ADDRESS.encode() not in result


def test_invalid_utf8_is_refused_by_its_byte() -> None:
    assert "byte 3" in refused("sanitize", stdin=b"abc\xff")


def test_nul_bytes_are_refused() -> None:
    assert "NUL" in refused("sanitize", stdin=b"a\0b")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "does not exist" in refused("sanitize", tmp_path / "none.txt")


def test_a_folder_needs_a_folder_to_go_to(tmp_path: Path) -> None:
    assert "name one with -o" in refused("sanitize", tmp_path)


@pytest.mark.parametrize("target", ["missing/released.txt", "taken"])
def test_a_target_that_cannot_be_written_is_refused(tmp_path: Path, target: str) -> None:
    (tmp_path / "taken").mkdir()
    original = tmp_path / "taken.txt"
    original.write_text(ADDRESS)
    (tmp_path / "taken" / "taken.txt").mkdir()
    assert "can't be written" in refused("sanitize", original, "-o", tmp_path / target)
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_without_permission_is_refused(tmp_path: Path) -> None:
    original = tmp_path / "a.txt"
    original.write_text(ADDRESS)
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    assert "can't be written" in refused("sanitize", original, "-o", locked / "b.txt")


def test_a_full_device_is_told_and_not_replaced(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    original = tmp_path / "a.txt"
    original.write_text(ADDRESS)
    target = tmp_path / "b.txt"
    target.symlink_to("/dev/full")
    assert "No space left" in refused("sanitize", original, "-o", target)
    assert target.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_an_original_is_never_overwritten(tmp_path: Path) -> None:
    original = tmp_path / "a.txt"
    original.write_text(ADDRESS)
    assert "overwritten" in refused("sanitize", original, "-o", original)
    assert "overwritten" in refused("sanitize", original, "-o", tmp_path)
    assert original.read_text() == ADDRESS


def test_several_files_need_somewhere_to_go(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(ADDRESS)
    assert "-o" in refused("sanitize", tmp_path / "a.txt", tmp_path / "b.txt")


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "a.txt").write_bytes(b"\xff")
    (tmp_path / "b.txt").write_text(ADDRESS)
    done = reticent("sanitize", tmp_path / "a.txt", tmp_path / "b.txt", "-o", tmp_path / "out")
    assert done.returncode == 4
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["b.txt"]


def plan_for(text: str, tmp_path: Path) -> Path:
    path = tmp_path / "plan.json"
    path.write_bytes(reticent("plan", "--json", stdin=text.encode()).stdout)
    return path


def test_a_plan_for_another_document_is_refused(tmp_path: Path) -> None:
    plan = plan_for(f"to {ADDRESS}", tmp_path)
    assert "another text" in refused("apply", plan, stdin=b"to ben@example.org")


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("{", "not JSON"),
        ("[]", "not a plan"),
        ('{"reticent_plan": 99}', "another version"),
        ('{"reticent_plan": 1, "document": "d"}', "fingerprint"),
    ],
)
def test_a_broken_plan_is_refused(tmp_path: Path, content: str, hint: str) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text(content)
    assert hint in refused("apply", plan, stdin=b"text")


def test_a_plan_that_overlaps_itself_is_refused(tmp_path: Path) -> None:
    plan = plan_for(f"to {ADDRESS}", tmp_path)
    content = json.loads(plan.read_text())
    content["decisions"] *= 2
    plan.write_text(json.dumps(content))
    assert "overlap" in refused("apply", plan, stdin=f"to {ADDRESS}".encode())


def test_no_error_quotes_the_document(tmp_path: Path) -> None:
    canary = "Zxqvcanary"
    plan = plan_for("other text", tmp_path)
    for done in (
        reticent("apply", plan, stdin=f"{canary} {ADDRESS}".encode()),
        reticent("audit", stdin=f"{canary} {canary}@example.org".encode()),
        reticent("sanitize", stdin=canary.encode() + b"\xff"),
    ):
        assert done.returncode != 0
        assert canary.encode() not in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("policy", "hint"),
    [
        ("models = [", "not TOML"),
        ("", "models: this key is missing"),
        ('[[models]]\ntype = "magic"', "must be one of"),
        ('[[models]]\ntype = "redaction"', "detectors"),
        (
            '[[detectors]]\ntype = "patterns"\nkind = 3\n[[models]]\ntype = "redaction"',
            "did you mean 'kinds'?",
        ),
        ('[[detectors]]\ntype = "patterns"\nkinds = ["EMIAL"]\n[[models]]\ntype = "redaction"', "EMAIL"),
        ('[[detectors]]\ntype = "words"\n[[models]]\ntype = "redaction"', "'words' or 'file'"),
        ('[[detectors]]\ntype = "words"\nfile = "none"\n[[models]]\ntype = "redaction"', "none"),
        (
            'taxonomies = ["x.obo"]\n[[detectors]]\ntype = "patterns"\n[[models]]\ntype = "redaction"\ngeneralize = true',
            "x.obo",
        ),
    ],
)
def test_a_policy_with_a_mistake_is_explained(tmp_path: Path, policy: str, hint: str) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(policy)
    assert hint in refused("policy", "check", path)
    assert hint in refused("sanitize", "--policy", path, stdin=b"text")


def test_a_text_in_another_language_is_released_where_it_is_allowed() -> None:
    text = (
        "Il ricorso fu allora discusso davanti al giudice e poi ritirato, perché il processo secondo lei era durato troppo "
        "e nessuno sapeva dire quando sarebbe stato deciso; per questo scrisse infine all'ufficio competente che nessuna "
        f"risposta sarebbe stata migliore di questa, e chiese una breve notizia con i motivi a {ADDRESS}."
    )
    done = reticent("sanitize", "--quiet", stdin=text.encode())
    assert (done.returncode, done.stdout) == (3, b"")
    (line,) = done.stderr.decode().splitlines()
    assert "is in Italian" in line
    assert "--language it" in line
    allowed = reticent("sanitize", "--quiet", "--language", "it", stdin=text.encode())
    assert allowed.returncode == 0
    assert "[EMAIL]" in allowed.stdout.decode()
