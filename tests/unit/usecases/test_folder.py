import hashlib
import json
import os
import random
import shutil
import stat
import tracemalloc
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.engine.labels import LabelJudge
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, PromiseError
from reticent.executors import Inline, Processes
from reticent.files import one_run
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import is_number, write_number
from reticent.policy.recipe import Recipe
from reticent.usecases import file_run
from reticent.usecases import folder as folder_module
from reticent.usecases.apply import ENDING, ApplyPlans, plan_file
from reticent.usecases.audit import FolderAudit, audit_folder
from reticent.usecases.file_run import FileResult, sanitize_file
from reticent.usecases.folder import FolderJob, name_work, release_folder
from reticent.usecases.manifest import place_of_manifest, read_head, read_places
from reticent.usecases.placing import lay_out
from reticent.usecases.release import InputFile, read_file
from reticent.usecases.run import Progress, Totals
from reticent.usecases.run_log import Pick, walk_folder

WORDS = '[[detectors]]\ntype = "words"\nkind = "NAME"\nwords = ["Zorblat", "quizzle"]\n[[models]]\ntype = "redaction"\n'


class Killed(BaseException):
    pass


@pytest.fixture
def job(tmp_path: Path) -> FolderJob:
    policy = tmp_path / "policy.toml"
    policy.write_text(WORDS, encoding="utf-8")
    source = tmp_path / "in"
    (source / "cases" / "Zorblat").mkdir(parents=True)
    (source / "letter.txt").write_text("Dear Zorblat, hello.", encoding="utf-8")
    (source / "cases" / "note-quizzle.md").write_text("About *Zorblat*.", encoding="utf-8")
    (source / "cases" / "Zorblat" / "mails.jsonl").write_text('{"text": "Ask Zorblat."}\n', encoding="utf-8")
    return FolderJob(source, tmp_path / "out", Recipe(policy), FormatOptions())


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def manifest_of(job: FolderJob) -> dict[str, Any]:
    content = json.loads((job.manifest or place_of_manifest(job.out)).read_text("ascii"))
    assert isinstance(content, dict)
    return content


def stop_after(files: int) -> Progress:
    def progress(done: int, total: int, totals: Totals) -> None:
        if done >= files:
            raise Killed

    return progress


def test_the_structure_is_kept_and_names_that_tell_something_become_numbers(job: FolderJob) -> None:
    result = release_folder(job, Inline())
    assert (result.placed, result.errors, result.counts["released"], result.renamed) == (True, (), 3, 2)
    released = files_of(job.out)
    assert released["letter.txt"] == b"Dear [NAME], hello."
    assert sorted(path.rpartition(".")[2] for path in released) == ["jsonl", "md", "txt"]
    assert not any("orblat" in path or "quizzle" in path for path in released)
    places = dict(read_places(place_of_manifest(job.out)))
    assert released[places["cases/Zorblat/mails.jsonl"]] == b'{"text": "Ask [NAME]."}\n'
    assert places["cases/Zorblat/mails.jsonl"].split("/")[2] == "mails.jsonl"
    assert places["cases/note-quizzle.md"].split("/")[1] in {"0001.md", "0002.md"}


def test_the_manifest_tells_what_went_in_and_came_out_to_its_owner_alone(job: FolderJob) -> None:
    release_folder(job, Inline())
    place = place_of_manifest(job.out)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    content = manifest_of(job)
    assert (content["reticent"], content["schema"], content["policy"]) == ("manifest", 1, "unnamed")
    assert content["promises"][0]["model"] == "redaction"
    salt = bytes.fromhex(content["salt"])
    for entry in content["files"]:
        original = (job.source / entry["original"]).read_bytes()
        released = (job.out / entry["released"]).read_bytes()
        assert entry["original_hash"] == "sha256-salted:" + hashlib.sha256(salt + original).hexdigest()
        assert entry["released_hash"] == "sha256:" + hashlib.sha256(released).hexdigest()
    assert content["counts"]["released"] == len(content["files"]) == read_head(place)["counts"]["released"]


def test_a_manifest_can_stand_elsewhere(job: FolderJob, tmp_path: Path) -> None:
    elsewhere = replace(job, manifest=tmp_path / "record.json")
    release_folder(elsewhere, Inline())
    assert (tmp_path / "record.json").exists()
    assert not place_of_manifest(job.out).exists()


def test_a_refused_file_keeps_the_whole_back_unless_bad_files_are_skipped(job: FolderJob) -> None:
    (job.source / "bad.txt").write_bytes(b"\xff\xfe\x00")
    (job.source / "what.xyz").write_text("x")
    result = release_folder(job, Inline())
    assert (result.placed, len(result.errors)) == (False, 2)
    assert not job.out.exists()
    assert not place_of_manifest(job.out).exists()
    skipped = release_folder(replace(job, skip_bad=True), Inline())
    assert (skipped.placed, skipped.counts["released"], skipped.counts["refused"]) == (True, 3, 2)
    assert len(files_of(job.out)) == 3
    assert [each["original"] for each in manifest_of(job)["refused"]] == ["bad.txt", "what.xyz"]
    assert [path.name for path in job.out.parent.iterdir() if path.name.startswith(".")] == []


def test_what_was_done_is_not_done_again_after_a_refusal(
    job: FolderJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    (job.source / "bad.txt").write_bytes(b"\xff\xfe\x00")
    release_folder(job, Inline())
    (job.source / "bad.txt").write_text("Fine now.")
    done: list[str] = []

    def read(path: str, *, within: str) -> InputFile:
        done.append(Path(path).name)
        return read_file(path, within=within)

    monkeypatch.setattr(file_run, "read_file", read)
    assert release_folder(job, Inline()).placed
    assert done == ["bad.txt"]


def test_links_are_not_followed_and_special_files_are_left_out(job: FolderJob, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("outside")
    (job.source / "link.txt").symlink_to(secret)
    (job.source / "folder").symlink_to(tmp_path)
    os.mkfifo(job.source / "pipe.txt")
    assert release_folder(job, Inline()).placed
    assert len(files_of(job.out)) == 3
    assert sorted(each["original"] for each in manifest_of(job)["left_out"]) == [
        "folder",
        "link.txt",
        "pipe.txt",
    ]


def test_names_that_differ_only_in_case_stay_apart_on_every_system(job: FolderJob) -> None:
    for name in ("Report.txt", "report.txt", "REPORT.txt"):
        (job.source / name).write_text(f"Same words {name.swapcase()}.")
    release_folder(job, Inline())
    placed = files_of(job.out)
    assert len(placed) == 6
    assert len({unicodedata.normalize("NFC", path).casefold() for path in placed}) == 6


def test_a_word_removed_from_a_file_is_no_part_of_its_name(job: FolderJob, tmp_path: Path) -> None:
    policy = tmp_path / "names.toml"
    policy.write_text('[[detectors]]\ntype = "patterns"\n[[models]]\ntype = "redaction"\n')
    (job.source / "plan of ann.txt").write_text("Write to ann@example.org now.")
    release_folder(replace(job, recipe=Recipe(policy)), Inline())
    assert not any("ann" in path for path in files_of(job.out))


def test_only_the_files_that_are_meant_are_released(job: FolderJob) -> None:
    picked = replace(job, pick=Pick(include=("*.md", "*.txt"), exclude=("cases/*",)))
    release_folder(picked, Inline())
    assert list(files_of(job.out)) == ["letter.txt"]
    nothing = replace(job, out=job.out.with_name("none"), pick=Pick(include=("*.docx",)))
    with pytest.raises(DocumentError, match="check --include"):
        release_folder(nothing, Inline())


@pytest.mark.parametrize(("files", "most"), [(20, 6), pytest.param(60, 20, marks=pytest.mark.slow)])
def test_a_run_killed_anywhere_goes_on_to_the_same_bytes(
    job: FolderJob, tmp_path: Path, files: int, most: int
) -> None:
    for number in range(files):
        (job.source / f"{number:02d}.txt").write_text(f"Here Zorblat wrote {'x' * number}.")
    release_folder(job, Inline())
    again = replace(job, out=tmp_path / "again")
    chance = random.Random(5)  # noqa: S311 - places to stop at, not secrets
    kills = 0
    while kills < most:
        try:
            release_folder(again, Inline(), progress=stop_after(chance.randrange(1, files + 4)))
        except Killed:
            kills += 1
            assert not again.out.exists()
        else:
            assert files_of(again.out) == files_of(job.out)
            shutil.rmtree(again.out)
    release_folder(again, Inline())
    assert files_of(again.out) == files_of(job.out)
    assert not (tmp_path / ".again.part").exists()


@pytest.mark.parametrize("name", ["lay_out", "write_manifest"])
def test_a_run_killed_near_its_end_goes_on_to_the_same_bytes(
    job: FolderJob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    release_folder(job, Inline())
    again = replace(job, out=tmp_path / "again")
    real = getattr(folder_module, name)

    def kill(*arguments: Any, **options: Any) -> None:
        real(*arguments, **options)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(folder_module, name, kill)
        with pytest.raises(Killed):
            release_folder(again, Inline())
    release_folder(again, Inline())
    assert files_of(again.out) == files_of(job.out)


def test_several_processes_give_the_same_bytes(job: FolderJob, tmp_path: Path) -> None:
    for number in range(40):
        (job.source / f"{number}.txt").write_text(f"Here Zorblat {number}.")
    release_folder(job, Inline())
    release_folder(replace(job, out=tmp_path / "two"), Processes(2))
    assert files_of(tmp_path / "two") == files_of(job.out)


def test_a_new_release_takes_the_place_of_the_old_one_as_a_whole(job: FolderJob) -> None:
    release_folder(job, Inline())
    (job.source / "letter.txt").unlink()
    (job.source / "second.txt").write_text("New.")
    release_folder(job, Inline())
    assert "second.txt" in files_of(job.out)
    assert "letter.txt" not in files_of(job.out)


def test_files_that_somebody_else_put_into_the_output_are_never_mixed_with_a_release(job: FolderJob) -> None:
    job.out.mkdir()
    (job.out / "mine.txt").write_text("by hand")
    with pytest.raises(DocumentError, match="does not know of"):
        release_folder(job, Inline())
    assert files_of(job.out) == {"mine.txt": b"by hand"}
    (job.out / "mine.txt").unlink()
    assert release_folder(job, Inline()).placed
    (job.out / "mine.txt").write_text("by hand")
    with pytest.raises(DocumentError, match="does not know of"):
        release_folder(job, Inline())


def test_an_output_inside_the_originals_is_refused(job: FolderJob) -> None:
    for out in (job.source, job.source / "out", job.source.parent):
        with pytest.raises(DocumentError, match="overlap: choose an -o outside"):
            release_folder(replace(job, out=out), Inline())


def test_two_runs_never_write_one_output(job: FolderJob) -> None:
    with one_run(place_of_manifest(job.out)), pytest.raises(DocumentError, match="another run"):
        release_folder(job, Inline())
    assert not job.out.exists()


def test_a_full_disk_ends_the_run_and_what_was_done_is_kept(
    job: FolderJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", fail)
        with pytest.raises(DocumentError, match="No space left on device"):
            release_folder(job, Inline())
    assert not job.out.exists()
    assert release_folder(job, Inline()).placed


def test_a_file_changed_in_the_store_is_never_put_in_place(
    job: FolderJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tamper(ledger: Any, store: Path, tree: Path, **options: Any) -> None:
        next(path for path in store.rglob("*") if path.is_file()).write_bytes(b"canary")
        lay_out(ledger, store, tree, **options)

    monkeypatch.setattr(folder_module, "lay_out", tamper)
    with pytest.raises(DocumentError, match="changed by somebody else"):
        release_folder(job, Inline())
    assert not job.out.exists()


def test_an_error_that_nobody_foresaw_refuses_its_file_and_quotes_nothing(job: FolderJob) -> None:
    def fail(given: InputFile, path: str, rules: Rules, options: FormatOptions) -> FileResult:
        raise ValueError("canary")

    result = release_folder(job, Inline(), work=fail)
    assert not result.placed
    assert "ValueError" in str(result.errors[0])
    assert "canary" not in str(result.errors[0])


def test_a_promise_that_can_not_be_kept_is_told_as_such(job: FolderJob) -> None:
    def fail(given: InputFile, path: str, rules: Rules, options: FormatOptions) -> FileResult:
        raise PromiseError("not reached")

    result = release_folder(job, Inline(), work=fail)
    assert all(isinstance(error, PromiseError) for error in result.errors)


def test_an_unreadable_folder_is_refused_and_listed(job: FolderJob, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def scan(path: Any) -> Any:
        if Path(path).name == "cases":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scan)
    result = release_folder(job, Inline())
    assert not result.placed
    assert "'cases': the folder can't be read: Permission denied" in str(result.errors[0])


def test_names_of_bytes_that_are_no_text_become_numbers(job: FolderJob) -> None:
    try:
        (job.source / os.fsdecode(b"caf\xe9.txt")).write_text("Fine.")
    except OSError:
        pytest.skip("this file system takes only names that are text")
    release_folder(job, Inline())
    assert b"Fine." in files_of(job.out).values()
    assert all(path.isprintable() for path in files_of(job.out))


def test_a_released_folder_passes_its_audit_and_the_original_does_not(job: FolderJob) -> None:
    release_folder(job, Inline())
    asked = FolderAudit(job.out, job.recipe, job.options, originals=job.source)
    assert all(not each.error and not each.name_tells for each in audit_folder(asked, Inline()))
    assert not any(v.violations for each in audit_folder(asked, Inline()) for v in each.verdicts)
    before = list(audit_folder(FolderAudit(job.source, job.recipe, job.options), Inline()))
    assert [each.name_tells for each in before] == [True, True, False]
    assert all(any(verdict.violations for verdict in each.verdicts) for each in before)


def test_plans_of_a_folder_are_private_and_carried_out_give_the_same_release(
    job: FolderJob, tmp_path: Path
) -> None:
    plans = replace(job, out=tmp_path / "plans", private_ending=ENDING)
    release_folder(plans, Inline(), work=plan_file)
    assert sorted(files_of(plans.out)) == [
        "cases/Zorblat/mails.jsonl.plan.json",
        "cases/note-quizzle.md.plan.json",
        "letter.txt.plan.json",
    ]
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in plans.out.rglob("*.json"))
    assert stat.S_IMODE(plans.out.stat().st_mode) == 0o700
    applied = replace(job, out=tmp_path / "applied")
    release_folder(applied, Inline(), work=ApplyPlans(plans.out))
    release_folder(job, Inline())
    assert files_of(applied.out) == files_of(job.out)


def test_a_plan_that_leaves_too_much_or_is_missing_is_refused(job: FolderJob, tmp_path: Path) -> None:
    plans = replace(job, out=tmp_path / "plans", private_ending=ENDING)
    release_folder(plans, Inline(), work=plan_file)
    place = plans.out / "letter.txt.plan.json"
    content = json.loads(place.read_text("utf-8"))
    content["decisions"] = []
    place.write_text(json.dumps(content))
    (plans.out / "cases" / "note-quizzle.md.plan.json").unlink()
    result = release_folder(job, Inline(), work=ApplyPlans(plans.out))
    assert not result.placed
    assert ["has no plans" in str(error) or "forbids" in str(error) for error in result.errors] == [
        True,
        True,
    ]


@settings(max_examples=30)
@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=8), max_size=6
    )
)
def test_no_name_is_lost_and_none_with_a_secret_goes_out(
    tmp_path_factory: pytest.TempPathFactory, names: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("names")
    policy = folder / "policy.toml"
    policy.write_text(WORDS, encoding="utf-8")
    source = folder / "in"
    source.mkdir()
    (source / "zorblat.txt").write_text("0")
    for name in names:
        if name not in {".", ".."} and len(name.encode()) < 200:
            (source / f"{name}.txt").write_text("x")
    job = FolderJob(source, folder / "out", Recipe(policy), FormatOptions())
    release_folder(job, Inline())
    released = files_of(job.out)
    assert len(released) == len(files_of(source))
    assert not any("zorblat" in path for path in released)


def test_walking_a_folder_holds_no_more_than_its_folders(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    for name in ("a/1.txt", "a/b/2.txt", "3.txt"):
        (tmp_path / name).write_text("x")
    assert sorted(entry.path for entry in walk_folder(tmp_path)) == ["3.txt", "a/1.txt", "a/b/2.txt"]


@pytest.mark.parametrize("name", ["zorblat", "a_Zorblat_b", "reportZorblat", "ZORBLAT-2", "2024quizzle"])
def test_a_secret_is_found_in_any_spelling_of_a_name(job: FolderJob, name: str) -> None:
    assert LabelJudge(job.recipe.make_rules()).tells(name)


def test_a_file_that_can_not_be_read_any_more_is_refused_and_listed(
    job: FolderJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: str, *, within: str) -> InputFile:
        if path.endswith("gone.txt"):
            Path(path).unlink(missing_ok=True)
        return read_file(path, within=within)

    (job.source / "gone.txt").write_text("Here Zorblat.")
    monkeypatch.setattr(file_run, "read_file", read)
    result = release_folder(replace(job, skip_bad=True), Inline())
    assert result.placed
    assert [each["original"] for each in manifest_of(job)["refused"]] == ["gone.txt"]
    assert "gone.txt" in str(result.errors[0])
    assert "Zorblat" not in str(result.errors[0])


def test_a_folder_is_audited_against_its_originals_whatever_names_the_release_has(
    job: FolderJob, tmp_path: Path
) -> None:
    release_folder(job, Inline())
    asked = FolderAudit(job.out, job.recipe, job.options, originals=job.source)
    verdicts = list(audit_folder(asked, Inline()))
    assert [verdict.path for verdict in verdicts] == sorted(files_of(job.out))
    assert not any(each.error or each.name_tells for each in verdicts)
    assert not any(each.violations for verdict in verdicts for each in verdict.verdicts)


@pytest.mark.slow
def test_ten_times_as_many_files_need_no_more_memory(job: FolderJob, tmp_path: Path) -> None:
    peaks = []
    for name, count in (("few", 500), ("many", 5000)):
        source = tmp_path / name
        for number in range(count):
            place = source / f"{number // 500:03d}"
            place.mkdir(parents=True, exist_ok=True)
            (place / f"{number}.txt").write_text(f"Here Zorblat was, number {number}.")
        many = replace(job, source=source, out=tmp_path / f"{name}-out")
        tracemalloc.start()
        result = release_folder(many, Inline())
        audited = sum(1 for _ in audit_folder(FolderAudit(many.out, many.recipe, many.options), Inline()))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (result.counts["released"], audited) == (count, count)
    assert peaks[1] < 1.3 * peaks[0] + 2_000_000


@pytest.mark.parametrize(
    ("number", "name"),
    [(1, "0001"), (999, "0999"), (1000, "0001-000"), (12345, "0012-345"), (10**6, "0001-000-000")],
)
def test_the_numbers_of_a_release_pass_its_audit_and_no_other_digits_do(number: int, name: str) -> None:
    assert write_number(number) == name
    assert is_number(name)
    for other in ("1985", "12345", "0123456", "00-123", f"{name}x", f"{name}-12"):
        assert not is_number(other)


def test_work_is_named_alike_in_every_process_so_that_a_stopped_run_goes_on() -> None:
    assert [name_work(work) for work in (sanitize_file, plan_file)] == ["sanitize_file", "plan_file"]
    assert name_work(ApplyPlans(Path("plans"))) == name_work(ApplyPlans(Path("plans")))
    assert " at 0x" not in name_work(ApplyPlans(Path("plans")))
