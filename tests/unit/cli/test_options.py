"""An option that does nothing, a value given twice and a file that would be lost are refused, each in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands import Command

from reticent.cli import _output as output
from reticent.cli._reading import USES
from reticent.cli.app import COMMANDS, load_command, respell
from reticent.errors import InputError
from reticent.formats.registry import OURS

POLICY = '[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "redaction"\n'
WITH = ("--policy", "p.toml", "-q")
FILES = {
    "a.txt": "Write to ann@example.org.\n",
    "a.md": "Write to ann@example.org.\n",
    "t.csv": "id,note\n7,ann@example.org\n8,nobody\n",
    "t.jsonl": '{"id": "7", "text": "ann@example.org"}\n',
    "t.json": '[{"id": "7", "text": "ann@example.org"}]\n',
    "m.eml": "From: ann@example.org\nSubject: hello\n\nGood day.\n",
    "w.html": "<html><body><p>Good day.</p></body></html>\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    (tmp_path / "p.toml").write_text(POLICY)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("a.txt", ("--column", "id=keep")),
        ("a.txt", ("--field", "body")),
        ("a.txt", ("--keep", "id")),
        ("a.txt", ("--numbers", "keep")),
        ("a.txt", ("--header",)),
        ("a.txt", ("--no-header",)),
        ("a.txt", ("--gap-width", "exact")),
        ("a.txt", ("--unread", "keep")),
        ("a.txt", ("--hidden", "show")),
        ("a.txt", ("--id", "id")),
        ("a.txt", ("--subject-field", "id")),
        ("a.txt", ("--skip-bad",)),
        ("a.txt", ("--skip-bad", "--bad", "bad.jsonl")),
        ("a.txt", ("--include", "*.txt")),
        ("a.txt", ("--exclude", "*.txt")),
        ("a.txt", ("--manifest", "m.json")),
        ("a.md", ("--column", "id=keep")),
        ("t.csv", ("--field", "note")),
        ("t.csv", ("--keep", "id")),
        ("t.csv", ("--id", "id")),
        ("t.csv", ("--gap-width", "exact")),
        ("t.jsonl", ("--column", "id=keep")),
        ("t.jsonl", ("--header",)),
        ("t.json", ("--numbers", "keep")),
        ("t.json", ("--skip-bad",)),
        ("w.html", ("--column", "id=keep")),
    ],
)
def test_an_option_that_does_nothing_for_the_file_is_refused(
    command: Command, name: str, option: tuple[str, ...]
) -> None:
    done = command("sanitize", name, *WITH, *option)
    assert (done.code, done.out) == (2, "")
    assert "does nothing" in done.err
    assert option[0].replace("--no-", "--") in done.err or "--bad" in option
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("t.csv", ("--column", "id=keep")),
        ("t.csv", ("--numbers", "keep")),
        ("t.jsonl", ("--keep", "id")),
        ("t.jsonl", ("--id", "id")),
        ("t.jsonl", ("--skip-bad",)),
        ("t.json", ("--field", "text")),
        ("m.eml", ("--unread", "refuse")),
    ],
)
def test_an_option_that_the_file_makes_use_of_is_taken(
    command: Command, name: str, option: tuple[str, ...]
) -> None:
    done = command("sanitize", name, *WITH, *option)
    assert done.code == 0, done.err


READ_FILES = (
    *(
        "plan",
        "apply",
        "audit",
        "assess",
        "restore",
        "review",
        "guard",
        "guess",
        "prove",
        "views",
        "evaluate",
    ),
)
"""The commands besides `sanitize` that are told how files are read."""


def test_every_command_that_is_told_how_files_are_read_is_among_those_that_are_tried() -> None:
    told = {name for name in COMMANDS if "--column" in _options_of(name)}
    assert told == {"sanitize", *READ_FILES}


def _options_of(name: str) -> set[str]:
    return {word for option in load_command(name).params for word in option.opts}


@pytest.mark.parametrize("verb", READ_FILES)
@pytest.mark.parametrize(
    "option", [("--column", "id=keep"), ("--field", "body"), ("--numbers", "keep"), ("--header",)]
)
def test_every_command_that_reads_files_refuses_what_does_nothing(
    command: Command, verb: str, option: tuple[str, ...]
) -> None:
    assert command("plan", "a.txt", *WITH, "--json", "-o", "plan.json").code == 0
    more = {
        "apply": ("plan.json", "a.txt"),
        "restore": ("a.txt", "--pseudonyms", "none.vault"),
        "review": ("a.txt", "-o", "out", *WITH[:2]),
        "guard": ("a.txt", "--masks", "t.json"),
        "prove": ("a.txt", "--plan", "plan.json", *WITH[:2]),
        "views": ("a.txt", "--database", "none.db", "--reader", "nurse"),
        "evaluate": ("--terms", "a.txt", "a.txt", *WITH[:2]),
    }.get(verb, ("a.txt", *WITH[:2]))
    done = command(verb, *more, *option)
    assert (done.code, f"{option[0]} does nothing for text" in done.err) == (2, True), done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("sanitize", "notes", *WITH, "-o", "out", "--skip-bad", "--bad", "bad.jsonl"),
        ("sanitize", "t.jsonl", "t.csv", *WITH, "-o", "notes", "--skip-bad", "--bad", "bad.jsonl"),
        ("sanitize", "t.jsonl", *WITH, "--json", "--skip-bad"),
        ("sanitize", "t.csv", *WITH, "-o", "out.csv", "--report", "r.json", "--skip-bad"),
        ("apply", "notes", "notes", "-o", "out", "--policy", "p.toml", "--exceptions", "e.json"),
        ("audit", "notes", *WITH, "--plan", "t.json"),
        ("evaluate", "t.json", "--compare"),
        ("evaluate", "t.json", "t.json", "--policy", "p.toml"),
        ("evaluate", "--terms", "a.txt", "a.txt", "--compare"),
        ("guess", "a.txt", "--protect", "HIV=virus", "--k", "5"),
        ("correlations", "a.txt", "--policy", "p.toml", "--masks", "t.json"),
        ("plausibility", "a.txt", "--policy", "p.toml", "--word", "migraine"),
        ("plausibility", "a.txt", "--policy", "p.toml", "--alpha", "0.7"),
        ("review", "a.txt", "-o", "out", "--terminal", "--port", "8000"),
        ("train", "t.jsonl", "-o", "m.model", "--labels", "A=X", "--labels", "B=Y", "--surrogates", "a.txt"),
        ("views", "a.txt", "--database", "none.db", "--reader", "nurse", "--explain", "-o", "view.txt"),
        ("views", "a.txt", "--database", "none.db", "--all", "--explain"),
        ("sanitize", "a.txt", *WITH, "--vault-key", "a.key"),
        ("plan", "a.txt", "--vault-key", "a.key", "--dates", "year"),
        ("sanitize", "a.txt", *WITH, "--workers", "2"),
        ("sanitize", *WITH, "--workers", "2"),
        ("sanitize", "t.csv", *WITH, "--numbers", "keep", "--workers", "2"),
        (
            "sanitize",
            "t.csv",
            *WITH,
            "--numbers",
            "keep",
            "-o",
            "o.csv",
            "--plan",
            "p.json",
            "--workers",
            "2",
        ),
        ("sanitize", "a.txt", "a.md", *WITH, "--json", "--workers", "2"),
        ("plan", "a.txt", *WITH, "--workers", "2"),
        ("audit", "a.txt", *WITH, "--workers", "2"),
        ("audit", "a.txt", *WITH, "--plan", "plan.json"),
        ("review", "a.txt", "-o", "out", "--terminal", "--no-browser"),
        ("review", "a.txt", "-o", "out", "--terminal", "--lock-after", "5"),
        ("protect", "HIV", "--max-group", "2"),
    ],
)
def test_an_option_that_does_nothing_beside_another_is_refused(
    command: Command, folder: Path, arguments: tuple[str, ...]
) -> None:
    (folder / "notes").mkdir()
    (folder / "notes" / "a.txt").write_text(FILES["a.txt"])
    (folder / "notes" / "a.txt.json").write_text("{}")
    before = set(folder.rglob("*"))
    done = command(*arguments)
    assert (done.code, "does nothing" in done.err) == (2, True), done.err
    assert set(folder.rglob("*")) == before


@pytest.mark.parametrize(
    "option", [("--subject-by", "folder"), ("--subject-by", "file"), ("--subject-field", "id")]
)
@pytest.mark.parametrize("verb", ["sanitize", "plan"])
@pytest.mark.parametrize("name", ["notes", "t.csv"])
def test_whom_documents_are_about_matters_for_stand_ins_and_shifted_dates_alone(
    command: Command, folder: Path, verb: str, name: str, option: tuple[str, ...]
) -> None:
    (folder / "notes").mkdir()
    (folder / "notes" / "a.txt").write_text(FILES["a.txt"])
    done = command(verb, name, *WITH, "-o", "out", "--numbers", "keep", *option)
    assert (done.code, "do nothing without --pseudonyms or --dates shift" in done.err) == (2, True), done.err
    assert not (folder / "out").exists()


def test_workers_share_what_is_made_of_many_parts(command: Command, folder: Path) -> None:
    (folder / "notes").mkdir()
    (folder / "notes" / "a.txt").write_text(FILES["a.txt"])
    two = ("--workers", "1")
    assert command("sanitize", "notes", *WITH, "-o", "out", *two).code == 0
    assert command("sanitize", "t.csv", *WITH, "--numbers", "keep", "-o", "out.csv", *two).code == 0
    assert command("sanitize", "a.txt", "a.md", *WITH, "-o", "notes", "--overwrite", *two).code == 0
    assert command("sanitize", *WITH, "--format", "jsonl", *two, stdin=FILES["t.jsonl"].encode()).code == 0


def test_the_format_that_is_said_counts_and_not_the_ending(command: Command) -> None:
    assert command("sanitize", "a.txt", *WITH, "--format", "jsonl", "--column", "a=keep").code == 2
    data = FILES["t.csv"].encode()
    said = ("--format", "csv", "--column", "id=keep")
    assert command("sanitize", *WITH, *said, stdin=data).code == 0
    assert command("sanitize", *WITH, "--column", "id=keep", stdin=data).code == 2


def test_a_folder_may_hold_files_that_make_use_of_any_option(command: Command, folder: Path) -> None:
    (folder / "notes").mkdir()
    (folder / "notes" / "a.txt").write_text(FILES["a.txt"])
    more = ("--column", "id=keep", "--include", "*.txt", "--workers", "1")
    assert command("sanitize", "notes", "-o", "out", *WITH, *more).code == 0


def test_the_table_of_uses_names_formats_that_there_are() -> None:
    assert {name for names in USES.values() for name in names} <= {each.name for each in OURS}


@pytest.mark.parametrize(
    "twice",
    [
        ("--policy", "p.toml", "--policy", "health"),
        ("--policy", "p.toml", "-p", "health"),
        ("--policy", "p.toml", "--policy=p.toml"),
        ("-o", "one.txt", "--output", "two.txt"),
        ("--dates", "year", "--dates", "remove"),
        ("--format", "text", "--format", "markdown"),
        ("--protect", "HIV=virus", "--unseen", "keep", "--unseen", "remove"),
    ],
)
def test_an_option_with_one_value_is_given_once(
    command: Command, folder: Path, twice: tuple[str, ...]
) -> None:
    done = command("sanitize", "a.txt", *twice)
    assert (done.code, done.out) == (2, "")
    assert "is given twice" in done.err
    assert not (folder / "one.txt").exists()


def test_options_that_can_be_repeated_and_switches_may_be_given_twice(command: Command) -> None:
    done = command("sanitize", "t.csv", *WITH, "-q", "--column", "id=keep", "--column", "note=sanitize")
    assert done.code == 0, done.err
    both = command("sanitize", "t.csv", *WITH, "--header", "--no-header")
    assert (both.code, "--header is given twice" in both.err) == (2, True)


def test_commands_of_a_group_are_held_to_it_too(command: Command) -> None:
    done = command("policy", "init", "--preset", "health", "--preset", "court")
    assert (done.code, "is given twice" in done.err) == (2, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("sanitize", "a.txt", *WITH, "-o"),
        ("sanitize", "a.txt", *WITH, "-o", "fresh.txt", "--plan"),
        ("sanitize", "a.txt", *WITH, "-o", "fresh.txt", "--report"),
        ("sanitize", "t.csv", *WITH, "--column", "id=keep", "-o"),
        ("sanitize", "t.jsonl", *WITH, "-o"),
        ("plan", "a.txt", *WITH, "--json", "-o"),
        ("apply", "plan.json", "a.txt", "-q", "-o"),
    ],
)
def test_a_file_that_is_there_is_replaced_only_where_somebody_says_so(
    command: Command, folder: Path, arguments: tuple[str, ...]
) -> None:
    assert command("plan", "a.txt", *WITH, "--json", "-o", "plan.json").code == 0
    target = folder / "there"
    target.write_text("precious")
    refused = command(*arguments, "there")
    assert refused.code == 2
    assert "--overwrite" in refused.err
    assert target.read_text() == "precious"
    assert not (folder / "fresh.txt").exists()
    assert command(*arguments, "there", "--overwrite").code == 0
    assert target.read_text() != "precious"


def test_a_file_that_is_there_is_no_folders_manifest(command: Command, folder: Path) -> None:
    (folder / "notes").mkdir()
    (folder / "notes" / "a.txt").write_text(FILES["a.txt"])
    (folder / "there").write_text("precious")
    asked = ("notes", "-o", "out", *WITH, "--manifest", "there", "--workers", "1")
    for verb in ("sanitize", "plan"):
        assert command(verb, *asked).code == 2
        assert (folder / "there").read_text() == "precious"
        assert not (folder / "out").exists()
    assert command("sanitize", *asked, "--overwrite").code == 0
    assert command("sanitize", *asked).code == 0  # its own manifest, of a release that is made again


def test_rules_that_only_a_policy_has_are_refused_beside_a_model_alone(command: Command) -> None:
    for option in (("--dates", "year"), ("--unseen", "remove"), ("--gaps", "close")):
        done = command("sanitize", "a.txt", "--model", "none.model", *option)
        assert (done.code, "add --policy" in done.err) == (2, True), done.err


def test_of_several_files_none_is_written_where_one_is_there(command: Command, folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out" / "a.md").write_text("precious")
    assert command("sanitize", "a.txt", "a.md", "-o", "out", *WITH).code == 2
    assert [path.name for path in (folder / "out").iterdir()] == ["a.md"]
    assert command("sanitize", "a.txt", "a.md", "-o", "out", *WITH, "--overwrite").code == 0
    assert "[EMAIL]" in (folder / "out" / "a.md").read_text()


def test_a_stopped_run_over_several_files_goes_on(command: Command, folder: Path) -> None:
    (folder / "out" / ".reticent.part").mkdir(parents=True)
    (folder / "out" / "a.md").write_text("from the run that was stopped")
    assert command("sanitize", "a.txt", "a.md", "-o", "out", *WITH).code == 0


def test_an_original_is_not_replaced_by_anything(command: Command, folder: Path) -> None:
    for option in ("-o", "--plan", "--report"):
        done = command("sanitize", "a.txt", *WITH, option, "a.txt", "--overwrite")
        assert (done.code, "original" in done.err) == (2, True)
    assert (folder / "a.txt").read_text() == FILES["a.txt"]


def test_two_outputs_do_not_share_a_file(command: Command, folder: Path) -> None:
    done = command("sanitize", "a.txt", *WITH, "-o", "one", "--plan", "one", "--overwrite")
    assert (done.code, "a name of its own" in done.err) == (2, True)
    assert not (folder / "one").exists()


def test_devices_and_pipes_are_always_free(command: Command) -> None:
    assert command("sanitize", "a.txt", *WITH, "-o", "/dev/null").code == 0
    assert "[EMAIL]" in command("sanitize", "a.txt", *WITH, "-o", "/dev/stdout").out


@pytest.mark.parametrize(("answer", "released"), [(True, True), (False, False)])
def test_at_a_terminal_somebody_is_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, answer: bool, released: bool
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    asked: list[str] = []

    def confirm(question: str, *, err: bool) -> bool:
        asked.append(question)
        return answer and err

    monkeypatch.setattr("typer.confirm", confirm)
    place = folder / "a.txt"
    if released:
        output.require_free(place, overwrite=False)
    else:
        with pytest.raises(InputError, match="--overwrite"):
            output.require_free(place, overwrite=False)
    assert asked == [f"'{place}' already exists. Replace it?"]
    output.require_free(place, overwrite=True)
    assert len(asked) == 1


TEXTS = {
    "letter": "Write to ann@example.org.\n",
    "minutes 12.30": "Write to ann@example.org.\n",
    "app.log.1": "Write to ann@example.org.\n",
    "poem": "Red, green, blue,\none, two, three,\nann@example.org, you, me,\n",
    "quote": '{ "so it goes" } said ann@example.org\n',
    "marked": "\ufeffWrite to ann@example.org.\n",
    "long": "a" * 4095 + "é ann@example.org\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_without_an_ending_is_read_as_text(command: Command, folder: Path, name: str) -> None:
    (folder / name).write_text(TEXTS[name], "utf-8")
    done = command("sanitize", name, *WITH)
    assert done.code == 0, done.err
    assert "ann@" not in done.out
    assert "[EMAIL]" in done.out


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("records", b'{"text": "ann@example.org"}\n'),
        ("table", b"id,name,mail\n7,Ann,ann@example.org\n8,Bo,bo@example.org\n"),
        ("picture", b"\x89PNG\r\n\x1a\n\0\0"),
        ("latin", "Z\xfcrich".encode("latin-1")),
        ("note.xyz", b"Write to ann@example.org.\n"),
    ],
)
def test_what_is_more_than_text_or_no_text_is_not_read_as_text(
    command: Command, folder: Path, name: str, data: bytes
) -> None:
    (folder / name).write_bytes(data)
    assert command("sanitize", name, *WITH).code == 2


@pytest.mark.parametrize(
    ("said", "today"),
    [
        (("--gaps", "exact"), ("--gap-width", "exact")),
        (("--gaps=uniform",), ("--gap-width=uniform",)),
        (("--removed", "close"), ("--gaps", "close")),
        (("--removed=mark",), ("--gaps=mark",)),
        (("--gaps", "close"), ("--gaps", "close")),
        (("--", "--removed"), ("--", "--removed")),
    ],
)
def test_options_are_known_by_their_names_of_before(said: tuple[str, ...], today: tuple[str, ...]) -> None:
    assert tuple(respell(said, {"--gaps", "--gap-width"})) == today
    assert tuple(respell(said, ())) == said


def test_a_name_of_before_does_what_it_did_and_is_shown_nowhere(command: Command) -> None:
    done = command("sanitize", "a.txt", *WITH, "--gaps", "exact")
    assert (done.code, "--gap-width does nothing for text" in done.err) == (2, True), done.err
    assert command("sanitize", "a.txt", *WITH, "--removed", "close").code == 0
    twice = command("sanitize", "a.txt", *WITH, "--removed", "close", "--gaps", "mark")
    assert (twice.code, "--gaps is given twice" in twice.err) == (2, True)
    assert "--removed" not in command("sanitize", "--help").out
