"""Whole runs over collections: train, sanitize, attack."""

import json
from pathlib import Path

import pytest

from tests.journeys.command import ROOT, reticent

EMAILS = ROOT / "examples" / "emails.jsonl"
SAMPLE = ROOT / "examples" / "emails-sample.jsonl"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("model") / "names.model"
    done = reticent("train", SAMPLE, "-o", file)
    assert done.returncode == 0, done.stderr
    assert b"None of" in done.stderr
    assert b"confidence" in done.stderr
    return file


def test_a_collection_is_trained_on_released_and_attacked(model: Path, tmp_path: Path) -> None:
    published = tmp_path / "published.jsonl"
    done = reticent("sanitize", EMAILS, "--model", model, "--keep", "label", "-o", published)
    assert done.returncode == 0, done.stderr
    assert b"the attacker's classifier finds at most" in done.stderr
    before = reticent("attack", EMAILS, "--fail-above", "20", "--json")
    assert before.returncode == 1
    after = reticent("attack", published, "--fail-above", "20", "--json")
    assert after.returncode == 0, after.stderr
    found, left = json.loads(before.stdout), json.loads(after.stdout)
    assert found["true_positives"] > 10 * max(1, left["true_positives"])


def test_one_text_is_released_by_a_model_and_passes_its_audit(model: Path) -> None:
    letter = b"Dear Ms Thistleshaw,\n\nPlease print the invoice and leave it with Basil.\n\nThanks,\nOlive\n"
    done = reticent("sanitize", "--model", model, stdin=letter)
    assert done.returncode == 0, done.stderr
    assert b"Thistleshaw" not in done.stdout
    assert b"[NAME]" in done.stdout


def test_a_policy_and_a_model_hold_together(model: Path, tmp_path: Path) -> None:
    policy = tmp_path / "p.toml"
    policy.write_text(
        '[[detectors]]\ntype = "patterns"\n[[models]]\ntype = "redaction"\n[[models]]\ntype = "greedy-sanitize"\n'
        f'file = "{model}"\n'
    )
    letter = b"Dear Ms Thistleshaw,\n\nWrite to a@example.org.\n"
    done = reticent("sanitize", "--policy", policy, stdin=letter)
    assert done.stdout == b"Dear Ms [NAME],\n\nWrite to [EMAIL].\n"
    assert (
        reticent(
            "sanitize", "--policy", ROOT / "examples/clinic.toml", "--model", model, stdin=letter
        ).returncode
        == 0
    )


def refused(*arguments: str | Path) -> str:
    done = reticent(*arguments)
    assert done.returncode == 2, done
    assert b"internal error" not in done.stderr
    return done.stderr.decode()


def test_what_can_not_be_used_is_refused_in_one_line(model: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.model"
    (tmp_path / "empty.conll").write_text("")
    (tmp_path / "none.conll").write_text("a O\nb O\n")
    (tmp_path / "all.conll").write_text("a B-PER\nb I-PER\n")
    (tmp_path / "changed.model").write_bytes(model.read_bytes()[:-40] + b"x" * 40)
    assert "nothing to learn" in refused("train", tmp_path / "empty.conll", "-o", out)
    assert "check which labels count" in refused("train", tmp_path / "none.conll", "-o", out)
    assert "nothing could be published" in refused("train", tmp_path / "all.conll", "-o", out)
    assert "leak_cost" in refused("train", SAMPLE, "-o", out, "--leak-cost", "0")
    assert "removal_cost" in refused("train", SAMPLE, "-o", out, "--removal-cost", "-1")
    assert "no 'tree'" in refused("train", SAMPLE, "-o", out, "--learner", "tree")
    assert not out.exists()
    assert "changed or cut off" in refused(
        "sanitize", "--model", tmp_path / "changed.model", EMAILS, "-o", out
    )
    assert "can't be read" in refused("sanitize", "--model", tmp_path / "no.model", EMAILS, "-o", out)
    assert "single document" in refused("attack", tmp_path / "none.conll")
