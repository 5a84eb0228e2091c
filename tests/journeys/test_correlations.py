"""The guard on top of another tool's output, from the command line."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from tests.journeys.command import reticent

TEXT = "She had malaria. There was fever, and a mosquito. The weather was fine.\n"
WORLD = (
    *["Malaria brings fever after a mosquito bite."] * 4,
    *["A mosquito hums."] * 2,
    *["A fever is high."] * 2,
    *["The weather is fine."] * 20,
)


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, cwd: Path) -> Done:
    done = reticent(*arguments, cwd=cwd)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guard")
    lines = [json.dumps({"title": "", "text": f"{text} {number}"}) for number, text in enumerate(WORLD)]
    (folder / "world.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "note.txt").write_text(TEXT, encoding="utf-8")
    (folder / "masks.json").write_text('{"note.txt": [[8, 15, "[DISEASE]"]]}', encoding="utf-8")
    build([folder / "world.jsonl"], folder / "world.index", options=BuildOptions(min_documents=1))
    return folder


def guard(place: Path, masks: str, *options: str) -> tuple[int, str, str]:
    (place / "given.json").write_text(masks, encoding="utf-8")
    done = run(
        "guard",
        "--masks",
        "given.json",
        "note.txt",
        "-k",
        "none",
        "-k",
        "world.index",
        "--threshold",
        "1.5",
        *options,
        cwd=place,
    )
    return done.returncode, done.stdout, done.stderr


def test_masks_come_back_with_what_was_overlooked(place: Path) -> None:
    code, out, err = guard(place, '{"note.txt": [[8, 15, "[DISEASE]"]]}')
    assert code == 0, err
    assert json.loads(out) == {"note.txt": [[8, 15, "[DISEASE]"], [27, 32], [40, 48]]}
    assert "2 terms at 2 places" in err
    assert "malaria" not in err


def test_a_second_run_adds_nothing(place: Path) -> None:
    _, out, _ = guard(place, '{"note.txt": [[8, 15]]}')
    code, again, _ = guard(place, out)
    assert code == 0
    assert json.loads(again)["note.txt"] == json.loads(out)["note.txt"]


def test_nothing_to_guard_is_said(place: Path) -> None:
    code, out, err = guard(place, '{"note.txt": []}')
    assert (code, json.loads(out)) == (0, {"note.txt": []})
    assert "nothing to guard" in err


@pytest.mark.parametrize(
    ("masks", "complaint"),
    [
        ('{"note.txt": [[5, 900]]}', "ends at 900"),
        ('{"other.txt": [[0, 3]]}', "other documents"),
        ('{"note.txt": [[5]]}', "is not [start, end]"),
    ],
)
def test_masks_that_do_not_fit_are_refused_and_nothing_is_written(
    place: Path, masks: str, complaint: str
) -> None:
    code, out, err = guard(place, masks, "-o", "guarded.json")
    assert (code, out) == (2, "")
    assert complaint in err
    assert not (place / "guarded.json").exists()


def test_the_finder_shows_what_points_to_a_removed_term(place: Path) -> None:
    options = (
        "correlations",
        "note.txt",
        "--masks",
        "masks.json",
        "-k",
        "none",
        "-k",
        "world.index",
        "--threshold",
        "1.5",
    )
    done = run(*options, "--json", cwd=place)
    content = json.loads(done.stdout)
    assert content["threshold"] == 1.5
    (removed,) = content["removed"]
    assert [pointer["terms"] for pointer in removed["pointers"]] == [
        ["fever", "mosquito"], ["fever"], ["mosquito"],
    ]  # fmt: skip
    assert "fever + mosquito" in run(*options, cwd=place).stdout


def test_a_policy_guards_and_redacts(place: Path) -> None:
    (place / "policy.toml").write_text(
        '[[detectors]]\ntype = "words"\nwords = ["malaria"]\n\n[[models]]\ntype = "correlation-guard"\n'
        'threshold = 1.5\nunseen = "keep"\nknowledge = ["none", "world.index"]\n\n[[models]]\ntype = "redaction"\n',
        encoding="utf-8",
    )
    done = run("sanitize", "note.txt", "-p", "policy.toml", "--json", cwd=place)
    assert done.returncode == 0, done.stderr
    (content,) = json.loads(done.stdout)["documents"]
    assert content["text"] == "She had [WORD]. There was [SYMPTOM 1], and [REMOVED]. The weather was fine.\n"
    assert [promise["model"] for promise in content["promises"]] == ["correlation-guard", "redaction"]


def test_a_threshold_without_sense_is_named_in_a_policy(place: Path) -> None:
    (place / "bad.toml").write_text(
        '[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "correlation-guard"\nthreshold = "most"\n',
        encoding="utf-8",
    )
    done = run("sanitize", "note.txt", "-p", "bad.toml", cwd=place)
    assert done.returncode == 2
    assert "models[0].threshold: a threshold is 'least'" in done.stderr


FOUND = [{"entity_type": "DISEASE", "start": 8, "end": 15, "score": 0.9}]


def test_presidios_results_come_back_with_what_was_overlooked(place: Path) -> None:
    code, out, err = guard(place, json.dumps(FOUND))
    assert code == 0, err
    assert json.loads(out)[0] == FOUND[0]
    assert [(each["start"], each["end"]) for each in json.loads(out)[1:]] == [(27, 32), (40, 48)]
    code, again, _ = guard(place, out)
    assert (code, json.loads(again)) == (0, json.loads(out)), "a second run adds nothing"


def test_results_for_other_texts_are_refused(place: Path) -> None:
    code, out, err = guard(place, json.dumps([FOUND, []]))
    assert (code, out) == (2, "")
    assert "results for 2 texts, but 1 were given" in err
    code, out, err = guard(place, json.dumps([[{**FOUND[0], "end": 900}]]))
    assert (code, out) == (2, "")
    assert "ends at 900" in err


def test_presidios_results_have_no_place_for_a_more_general_term(place: Path) -> None:
    code, out, err = guard(place, json.dumps(FOUND), "--generalize")
    assert (code, out) == (2, "")
    assert "leave --generalize out" in err


def test_texts_inside_the_results_need_no_file(place: Path) -> None:
    values = [{"key": "note", "value": TEXT, "recognizer_results": FOUND}]
    (place / "values.json").write_text(json.dumps(values), encoding="utf-8")
    done = run(
        "guard", "--masks", "values.json", "-k", "none", "-k", "world.index", "--threshold", "1.5", cwd=place
    )
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)[0]["recognizer_results"]) == 3


def test_correlations_reads_presidios_results_too(place: Path) -> None:
    (place / "found.json").write_text(json.dumps(FOUND), encoding="utf-8")
    done = run(
        "correlations",
        "note.txt",
        "--masks",
        "found.json",
        "-k",
        "none",
        "-k",
        "world.index",
        "--json",
        cwd=place,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["removed"][0]["term"] == "malaria"


def test_the_setting_of_the_paper_can_be_asked_for(place: Path) -> None:
    code, out, err = guard(place, '{"note.txt": [[8, 15]]}', "--setting", "paper", "--max-group", "1")
    assert code == 0, err
    assert [27, 32] in json.loads(out)["note.txt"]
    code, _, err = guard(place, '{"note.txt": [[8, 15]]}', "--setting", "web")
    assert code == 2
    assert "paper" in err


NEW_WORD = TEXT.replace("a mosquito", "zorblatine")


def test_a_word_that_the_corpus_has_never_seen_goes_unless_a_person_says_otherwise(place: Path) -> None:
    (place / "new.txt").write_text(NEW_WORD, encoding="utf-8")
    (place / "new.json").write_text('{"new.txt": [[8, 15]]}', encoding="utf-8")
    begin = (
        "guard",
        "--masks",
        "new.json",
        "new.txt",
        "-k",
        "none",
        "-k",
        "world.index",
        "--threshold",
        "1.5",
    )
    refused = run(*begin, "--unseen", "refuse", cwd=place)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert "never seen, at 1:39" in refused.stderr
    assert "zorblatine" not in refused.stderr
    for more in ((), ("--unseen", "ask"), ("--unseen", "remove")):
        removed = run(*begin, *more, cwd=place)
        assert removed.returncode == 0, removed.stderr
        assert [38, 48] in json.loads(removed.stdout)["new.txt"]
        assert "zorblatine" not in removed.stderr
    kept = run(*begin, "--unseen", "keep", "-q", cwd=place)
    assert kept.returncode == 0, kept.stderr
    assert [38, 48] not in json.loads(kept.stdout)["new.txt"]
    assert "never seen" in kept.stderr, "that there are some is said whatever else is silent"
