"""The dial of t, as a person turns it."""

import json
from pathlib import Path

from tests.journeys.command import reticent

NOTE = b"She uses marijuana for phantom limb pain and saw a doctor in Sacramento.\n"
POLICY = """
[[detectors]]
type = "words"
words = ["marijuana", "phantom limb pain"]

[[models]]
type = "t-plausibility"
t = 10
meanings = { marijuana = "drug" }
"""


def test_several_t_stand_side_by_side() -> None:
    done = reticent("plausibility", "-", "--t", "10", "100", "1000", stdin=NOTE)
    assert done.returncode == 0, done.stderr
    head = done.stdout.decode()
    assert all(f"t = {t}" in head for t in (10, 100, 1000))
    assert all(row in head for row in ("plausible texts", "bits per word", "cost", "lost"))


def test_the_json_form_counts_what_could_have_been() -> None:
    done = reticent(
        "plausibility",
        "--t",
        "10",
        "1000",
        "--word",
        "marijuana",
        "--word",
        "Sacramento",
        "--json",
        stdin=NOTE,
    )
    results = json.loads(done.stdout)["results"]
    assert [result["t"] for result in results] == [10, 1000]
    assert all(result["texts"] >= result["t"] for result in results)
    assert all({lost["was"] for lost in result["lost"]} == {"marijuana", "Sacramento"} for result in results)


def test_a_t_out_of_reach_says_so_in_its_column_and_exits_with_3() -> None:
    done = reticent("plausibility", "--t", "10", str(10**300), "--word", "doctor", "--json", stdin=NOTE)
    assert done.returncode == 3
    fine, out_of_reach = json.loads(done.stdout)["results"]
    assert "text" in fine
    assert "the largest t that it reaches" in out_of_reach["error"]


def test_a_policy_gives_the_settings_and_its_release_passes(tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text(POLICY, encoding="utf-8")
    dial = reticent("plausibility", "--t", "10", "--policy", policy, "--json", stdin=NOTE)
    text = json.loads(dial.stdout)["results"][0]["text"]
    assert text.startswith("She uses a drug for pain")
    done = reticent("sanitize", "--policy", policy, stdin=NOTE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == text
    original = tmp_path / "note.txt"
    original.write_bytes(NOTE)
    rules = ("--policy", policy, "--original", original)
    assert reticent("audit", *rules, stdin=done.stdout).returncode == 0
    assert reticent("audit", *rules, stdin=NOTE).returncode == 1


def test_wrong_settings_are_one_clear_line(tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text(POLICY.replace("t = 10", "t = 0"), encoding="utf-8")
    for arguments in (["--policy", str(policy)], ["--unit", "chapter"], ["--alpha", "2"], ["a.txt", "b.txt"]):
        done = reticent("plausibility", *arguments, stdin=NOTE)
        assert done.returncode == 2
        assert len(done.stderr.decode().splitlines()) == 1
        assert b"marijuana" not in done.stderr
