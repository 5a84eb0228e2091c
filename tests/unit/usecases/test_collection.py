import json
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.contracts.fitted import fitted

from reticent.engine.labels import LabelJudge
from reticent.errors import DocumentError, PromiseError
from reticent.executors import Inline, Processes
from reticent.files import one_run
from reticent.formats.mail import Mailbox
from reticent.formats.objects import JSON_LINES
from reticent.formats.seam.format import DocumentSource, RecordLayout, Residue
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import RawRecord
from reticent.models.greedy_sanitize.storing import to_bytes
from reticent.plan import Edit
from reticent.policy.recipe import Recipe
from reticent.text import Document
from reticent.usecases import collection, file_run
from reticent.usecases.collection import find_record_format, release_records
from reticent.usecases.folder import ManyReleased, release_files
from reticent.usecases.records import Piece, RecordsJob, WorkerContext, release_batch
from reticent.usecases.release import InputFile, read_file
from reticent.usecases.run import Progress, Totals

LINES = [f"Here Zorblat wrote to quizzle about number {number}." for number in range(100)]


class Killed(BaseException):
    pass


@pytest.fixture
def recipe(tmp_path: Path) -> Recipe:
    file = tmp_path / "names.model"
    file.write_bytes(to_bytes(fitted(("Zorblat", "quizzle"))))
    return Recipe(model=file)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "mails.jsonl"
    label = [[5, 12, "NAME"], [5, 18]]
    lines = [
        json.dumps({"id": n, "to": "canary", "text": text, "label": label}) for n, text in enumerate(LINES)
    ]
    lines[7] = ""
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def release_lines(
    source: Path,
    target: Path,
    recipe: Recipe,
    *,
    keep: tuple[str, ...] = (),
    workers: int = 1,
    progress: Progress | None = None,
) -> Totals:
    executor = Inline() if workers == 1 else Processes(workers)
    options = FormatOptions(keep=keep)
    job = RecordsJob(str(source), find_record_format(str(source), options).name, recipe, options)
    return release_records(source, target, job, executor, progress=progress).totals


def release_all(
    names: list[str], places: list[Path], recipe: Recipe, progress: Progress | None = None
) -> ManyReleased:
    return release_files(names, places, recipe, Inline(), options=FormatOptions(), progress=progress)


def after(batches: int) -> Progress:
    """Progress that kills the run."""
    seen: list[int] = []

    def progress(done: int, total: int, totals: Totals) -> None:
        seen.append(done)
        if len(seen) >= batches:
            raise Killed

    return progress


def test_each_line_is_released_and_only_kept_keys_go_out(
    source: Path, recipe: Recipe, tmp_path: Path
) -> None:
    target = tmp_path / "out.jsonl"
    totals = release_lines(source, target, recipe, keep=("id", "label"))
    lines = target.read_text("utf-8").split("\n")
    assert lines[7] == ""
    assert json.loads(lines[3]) == {
        "id": 3,
        "text": "Here [NAME] wrote to [NAME] about number 3.",
        "label": [[11, 17]],
    }
    assert totals == Totals(99, 99 * 9, 99 * 2)
    assert "canary" not in target.read_text("utf-8")


def test_several_processes_give_the_same_bytes(source: Path, recipe: Recipe, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert release_lines(source, one, recipe) == release_lines(source, two, recipe, workers=2)
    assert one.read_bytes() == two.read_bytes()


def test_a_killed_run_goes_on_and_gives_the_same_bytes(source: Path, recipe: Recipe, tmp_path: Path) -> None:
    whole, target = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    expected = release_lines(source, whole, recipe)
    for batches in (1, 2):
        with pytest.raises(Killed):
            release_lines(source, target, recipe, progress=after(batches))
        assert not target.exists()
    with (tmp_path / ".out.jsonl.part").open("ab") as part:
        part.write(b"half a li")
    assert release_lines(source, target, recipe) == expected
    assert target.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


@pytest.mark.parametrize("notes", [b"", b"[]", b'{"run": "run", "read": 4, "written": 9}', b"\xff" * 100])
def test_notes_that_are_no_log_such_as_those_of_another_version_are_replaced(
    source: Path, recipe: Recipe, tmp_path: Path, notes: bytes
) -> None:
    whole, target = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    expected = release_lines(source, whole, recipe)
    (tmp_path / ".out.jsonl.part").write_bytes(b"rubbish")
    (tmp_path / ".out.jsonl.progress").write_bytes(notes)
    assert release_lines(source, target, recipe) == expected
    assert target.read_bytes() == whole.read_bytes()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_log_that_promises_more_than_is_there_is_passed_over(
    source: Path, recipe: Recipe, tmp_path: Path
) -> None:
    whole, target = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    release_lines(source, whole, recipe)
    with pytest.raises(Killed):
        release_lines(source, target, recipe, progress=after(2))
    log = tmp_path / ".out.jsonl.progress"
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    (tmp_path / ".out.jsonl.part").write_bytes(b"on")
    release_lines(source, target, recipe)
    assert target.read_bytes() == whole.read_bytes()


def test_a_stopped_run_goes_on_and_reads_no_record_twice(
    source: Path, recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.jsonl"
    with pytest.raises(Killed):
        release_lines(source, target, recipe, progress=after(2))
    released: list[int] = []

    def count(context: WorkerContext, batch: Sequence[RawRecord]) -> Piece:
        released.extend(record.number for record in batch)
        return release_batch(context, batch)

    monkeypatch.setattr(collection, "release_batch", count)
    release_lines(source, target, recipe)
    assert released == list(range(65, 101))


def test_a_run_with_other_rules_begins_anew(source: Path, recipe: Recipe, tmp_path: Path) -> None:
    whole, target = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    release_lines(source, whole, recipe, keep=("id",))
    with pytest.raises(Killed):
        release_lines(source, target, recipe, progress=after(1))
    release_lines(source, target, recipe, keep=("id",))
    assert target.read_bytes() == whole.read_bytes()


def test_a_line_that_is_no_record_ends_the_run_without_an_output(recipe: Recipe, tmp_path: Path) -> None:
    source = tmp_path / "bad.jsonl"
    source.write_text('{"text": "fine"}\ncanary\n')
    with pytest.raises(DocumentError, match="line 2: this is not a JSON object") as caught:
        release_lines(source, tmp_path / "out.jsonl", recipe)
    assert "canary" not in str(caught.value)
    assert not (tmp_path / "out.jsonl").exists()


def test_many_files_are_released_whole_and_not_twice(
    recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    paths = [tmp_path / "in" / f"{number:02d}.txt" for number in range(40)]
    for number, path in enumerate(paths):
        path.write_text("" if number == 3 else LINES[number % len(LINES)], encoding="utf-8")
    places = [tmp_path / "out" / path.name for path in paths]
    names = [str(path) for path in paths]
    with pytest.raises(Killed):
        release_all(names, places, recipe, after(1))
    assert not any(place.exists() for place in places)
    read: list[str] = []

    def count(path: str, *, within: str) -> InputFile:
        read.append(path)
        return read_file(path, within=within)

    monkeypatch.setattr(file_run, "read_file", count)
    result = release_all(names, places, recipe)
    assert result.errors == ()
    assert result.released == 40
    assert 0 < len(read) < 40
    assert [place.read_text("utf-8") for place in places[2:4]] == [
        "Here [NAME] wrote to [NAME] about number 2.",
        "",
    ]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [place.name for place in places]


def test_files_that_a_run_with_other_rules_released_are_released_again(
    recipe: Recipe, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    paths = [tmp_path / f"{number}.txt" for number in range(2)]
    for path in paths:
        path.write_text("Here Zorblat and Sacramento.", encoding="utf-8")
    places = [tmp_path / "out" / path.name for path in paths]
    names = [str(path) for path in paths]
    with pytest.raises(Killed):
        release_all(names, places, recipe, after(1))
    other = tmp_path / "other.model"
    other.write_bytes(to_bytes(fitted(("Zorblat", "quizzle", "Sacramento"))))
    release_all(names, places, Recipe(model=other))
    assert [place.read_text("utf-8") for place in places] == ["Here [NAME] and [NAME]."] * 2


def test_a_line_that_can_not_be_released_ends_the_run(source: Path, tmp_path: Path) -> None:
    policy = tmp_path / "policy.toml"
    refusing = 'type = "cg-sanitization"\nprotect = { HIV = "virus" }\nunseen = "refuse"\n'
    policy.write_text(f"[[models]]\n{refusing}", encoding="utf-8")
    with pytest.raises(PromiseError):
        release_lines(source, tmp_path / "out.jsonl", Recipe(policy))
    assert not (tmp_path / "out.jsonl").exists()


def test_a_file_that_can_not_be_released_leaves_the_others_alone(recipe: Recipe, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xff")
    (tmp_path / "b.txt").write_text("Here Zorblat.")
    (tmp_path / "out").mkdir()
    places = [tmp_path / "out" / name for name in ("a.txt", "b.txt")]
    result = release_all([str(tmp_path / "a.txt"), str(tmp_path / "b.txt")], places, recipe)
    assert (len(result.errors), result.released) == (1, 1)
    assert [place.exists() for place in places] == [False, True]


def test_a_table_that_is_gone_on_with_has_its_header_once(recipe: Recipe, tmp_path: Path) -> None:
    source, whole, target = tmp_path / "mails.csv", tmp_path / "whole.csv", tmp_path / "out.csv"
    source.write_text("note\n" + "\n".join(LINES) + "\n", encoding="utf-8")
    release_lines(source, whole, recipe)
    with pytest.raises(Killed):
        release_lines(source, target, recipe, progress=after(2))
    release_lines(source, target, recipe)
    assert target.read_bytes() == whole.read_bytes()
    assert whole.read_text("utf-8").splitlines()[:2] == [
        "note",
        "Here [NAME] wrote to [NAME] about number 0.",
    ]


def test_a_run_whose_source_was_changed_begins_anew(source: Path, recipe: Recipe, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with pytest.raises(Killed):
        release_lines(source, target, recipe, progress=after(1))
    changed = source.read_text("utf-8").replace("number 0", "number 1")
    source.write_text(changed, encoding="utf-8")
    os.utime(source, ns=(0, 0))
    release_lines(source, target, recipe)
    assert json.loads(target.read_text("utf-8").split("\n")[0])["text"].endswith("number 1.")


@pytest.mark.parametrize("spoil", ["original", "store"])
def test_a_file_that_was_changed_since_is_released_again(recipe: Recipe, tmp_path: Path, spoil: str) -> None:
    (tmp_path / "out").mkdir()
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path in paths:
        path.write_text("Here Zorblat was.", encoding="utf-8")
    places = [tmp_path / "out" / path.name for path in paths]
    with pytest.raises(Killed):
        release_all([str(path) for path in paths], places, recipe, after(1))
    if spoil == "original":
        paths[0].write_text("Here is quizzle now.", encoding="utf-8")
    else:
        for stored in (tmp_path / "out").rglob("0*/*"):
            stored.unlink()
    release_all([str(path) for path in paths], places, recipe)
    expected = "Here is [NAME] now." if spoil == "original" else "Here [NAME] was."
    assert [place.read_text("utf-8") for place in places] == [expected, "Here [NAME] was."]


def test_a_release_that_somebody_changes_while_it_waits_is_not_put_in_place(
    recipe: Recipe, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "a.txt").write_text("Here Zorblat was.", encoding="utf-8")
    with pytest.raises(Killed):
        release_all([str(tmp_path / "a.txt")], [tmp_path / "out" / "a.txt"], recipe, after(1))
    (stored,) = (tmp_path / "out").rglob("0*/*")
    stored.write_text("Here Zorblat was.", encoding="utf-8")
    with pytest.raises(DocumentError, match="changed by somebody else"):
        release_all([str(tmp_path / "a.txt")], [tmp_path / "out" / "a.txt"], recipe)
    assert not (tmp_path / "out" / "a.txt").exists()


def test_a_folder_that_another_run_writes_into_is_refused(recipe: Recipe, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "a.txt").write_text("Here Zorblat was.", encoding="utf-8")
    with one_run(tmp_path / "out"), pytest.raises(DocumentError, match="another run"):
        release_all([str(tmp_path / "a.txt")], [tmp_path / "out" / "a.txt"], recipe)


@dataclass(frozen=True)
class CarelessSource:
    """A record that is written as it was, whatever is to change in it."""

    source: DocumentSource
    record: bytes
    options: FormatOptions

    @property
    def documents(self) -> Sequence[Document]:
        return self.source.documents

    @property
    def dropped(self) -> dict[str, int]:
        return {}

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        return self.record


@dataclass(frozen=True)
class CarelessLayout(RecordLayout):
    """A layout whose records forget what is to change in them."""

    layout: RecordLayout
    options: FormatOptions
    head: bytes = b""
    size: int = 0
    first: int = 1

    def cut(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        return self.layout.cut(lines)

    def read(self, record: bytes, number: int) -> DocumentSource:
        return CarelessSource(self.layout.read(record, number), record, self.options)


def test_a_record_that_reads_back_as_another_text_does_not_go_out(recipe: Recipe) -> None:
    options = FormatOptions()
    layout = CarelessLayout(JSON_LINES.lay_out("a.jsonl", b"", options, whole=True), options)
    job = RecordsJob("a.jsonl", "jsonl", recipe, options)
    rules = recipe.make_rules()
    context = WorkerContext(job, JSON_LINES, layout, rules, LabelJudge(rules))
    fine = [RawRecord(1, b'{"text": "Here I am."}\n')]
    assert release_batch(context, fine).data == fine[0].data
    piece = release_batch(context, [*fine, RawRecord(2, b'{"text": "Here Zorblat was."}\n'), *fine])
    assert piece.data == fine[0].data
    ((number, error),) = [(each.number, each.error) for each in piece.bad]
    assert number == 2
    assert "reads back differently" in str(error)


def test_messages_in_a_stream_are_searched_for_what_was_removed(
    tmp_path: Path, recipe: Recipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, target = tmp_path / "box.mbox", tmp_path / "out.mbox"
    box.write_bytes(b"From a\nFrom: a@example.org\nSubject: x\n\nHere Zorblat wrote.\n")
    release_lines(box, target, recipe)
    assert b"Zorblat" not in target.read_bytes()
    target.unlink()
    monkeypatch.setattr(Mailbox, "residue", lambda *_: [Residue(0, "a header")])
    with pytest.raises(PromiseError, match="a word that was removed is left"):
        release_lines(box, target, recipe)
    assert not target.exists()
