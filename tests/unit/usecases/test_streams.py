import io
import json
import random
import stat
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from reticent.errors import DocumentError
from reticent.executors import Inline, Processes
from reticent.formats.seam.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.collection import Progress, Run, release_records, stream_records
from reticent.usecases.records import RecordsJob, Tally

WORDS = '[[detectors]]\ntype = "words"\nkind = "NAME"\nwords = ["Zorblat"]\n[[models]]\ntype = "redaction"\n'


class Killed(BaseException):
    pass


@pytest.fixture
def job(tmp_path: Path) -> RecordsJob:
    policy = tmp_path / "policy.toml"
    policy.write_text(WORDS, encoding="utf-8")
    return RecordsJob("standard input", "jsonl", Recipe(policy), FormatOptions())


def lines(count: int, bad: Collection[int] = ()) -> bytes:
    return b"".join(
        b"canary\n"
        if number in bad
        else json.dumps({"n": number, "text": f"Ask Zorblat {number}."}).encode() + b"\n"
        for number in range(count)
    )


def pass_through(data: bytes, job: RecordsJob, workers: int = 1) -> tuple[bytes, Run]:
    out = io.BytesIO()
    run = stream_records(io.BytesIO(data), out.write, job, Inline() if workers == 1 else Processes(workers))
    return out.getvalue(), run


def test_a_stream_is_released_in_order(job: RecordsJob) -> None:
    kept = replace(job, options=FormatOptions(keep=("n",)))
    out, run = pass_through(lines(100), kept)
    assert [json.loads(line) for line in out.splitlines()] == [
        {"n": number, "text": f"Ask [NAME] {number}."} for number in range(100)
    ]
    assert run.tally.documents == 100
    assert pass_through(lines(100), kept, workers=2)[0] == out


def test_a_bad_line_ends_a_stream_after_the_lines_before_it(job: RecordsJob) -> None:
    out = io.BytesIO()
    with pytest.raises(DocumentError, match="line 41"):
        stream_records(io.BytesIO(lines(100, {40})), out.write, job, Inline())
    assert len(out.getvalue().splitlines()) == 40


def test_bad_lines_are_skipped_collected_and_told(job: RecordsJob, tmp_path: Path) -> None:
    skipping = replace(job, skip_bad=True, bad=tmp_path / "bad.jsonl")
    out, run = pass_through(lines(100, {0, 7, 40, 99}), skipping)
    assert len(out.splitlines()) == 96
    assert (run.bad, len(run.errors)) == (4, 4)
    assert "line 8" in str(run.errors[1])
    assert "canary" not in str(run.errors)
    assert (tmp_path / "bad.jsonl").read_bytes() == b"canary\n" * 4
    assert stat.S_IMODE((tmp_path / "bad.jsonl").stat().st_mode) == 0o600


def test_no_file_of_bad_lines_appears_where_none_is_bad(job: RecordsJob, tmp_path: Path) -> None:
    pass_through(lines(3), replace(job, skip_bad=True, bad=tmp_path / "bad.jsonl"))
    assert [path.name for path in tmp_path.iterdir()] == ["policy.toml"]


def test_bad_rows_of_a_table_keep_the_names_of_their_columns(job: RecordsJob, tmp_path: Path) -> None:
    table = replace(job, format="csv", skip_bad=True, bad=tmp_path / "bad.csv")
    out, run = pass_through(b"note,site\nAsk Zorblat,north\none too,many,cells\nfine,south\n", table)
    assert out == b"note,site\nAsk [NAME],north\nfine,south\n"
    assert run.bad == 1
    assert (tmp_path / "bad.csv").read_bytes() == b"note,site\none too,many,cells\n"


def test_a_key_that_no_line_has_is_told_even_among_bad_lines(job: RecordsJob) -> None:
    asked = replace(job, skip_bad=True, options=FormatOptions(keep=("nothing",)))
    with pytest.raises(DocumentError, match="nothing"):
        pass_through(lines(5, {1}), asked)


def test_records_are_called_by_their_id_and_bad_without_one(job: RecordsJob) -> None:
    named = replace(job, skip_bad=True, options=FormatOptions(keep=("n",), id="n"))
    out, run = pass_through(lines(3) + b'{"text": "nameless"}\n', named)
    assert [json.loads(line)["n"] for line in out.splitlines()] == [0, 1, 2]
    assert "line 4: there is no string or number under 'n'" in str(run.errors[0])


@pytest.mark.slow
def test_a_killed_run_with_bad_lines_goes_on_to_the_same_bytes(job: RecordsJob, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    bad = set(range(0, 400, 9))
    source.write_bytes(lines(400, bad))
    job = replace(job, name=str(source), skip_bad=True, bad=tmp_path / "bad.jsonl")
    whole, target = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    expected = release_records(source, whole, job, Inline())
    collected = (tmp_path / "bad.jsonl").read_bytes()
    chance = random.Random(3)  # noqa: S311 - places to stop at, not secrets
    kills = 0
    while kills < 20:
        target.unlink(missing_ok=True)
        (tmp_path / "bad.jsonl").unlink(missing_ok=True)
        try:
            run = release_records(source, target, job, Inline(), progress=stop_at(chance.randrange(14)))
        except Killed:
            kills += 1
            continue
        assert target.read_bytes() == whole.read_bytes()
        assert (run.tally, run.bad) == (expected.tally, expected.bad)
        assert (tmp_path / "bad.jsonl").read_bytes() == collected
    assert release_records(source, target, job, Inline()).tally == expected.tally
    assert target.read_bytes() == whole.read_bytes()
    assert (tmp_path / "bad.jsonl").read_bytes() == collected


def stop_at(batch: int) -> Progress:
    left = [batch]

    def progress(done: int, total: int, tally: Tally) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Killed

    return progress


def test_nothing_is_left_behind_by_a_run_that_ended_with_an_error(job: RecordsJob, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(lines(100, {70}))
    with pytest.raises(DocumentError):
        release_records(source, tmp_path / "out.jsonl", replace(job, name=str(source)), Inline())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "policy.toml"]
