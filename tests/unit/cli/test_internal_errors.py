"""A detector that fails on one document: every door keeps that document back, says so without a word of it, and goes on."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.commands import Command

from reticent import Document, Redaction, WordList
from reticent.api import open_policy
from reticent.detection.word_list import WordList as Failing
from reticent.engine import Outcome, Rules, run, run_together, text_or_error
from reticent.engine.documents import keep_apart
from reticent.errors import InternalError
from reticent.policy.recipe import Recipe
from reticent.service.bodies import Job
from reticent.service.jobs import answer
from reticent.service.settings import PolicyFiles
from reticent.service.worker_state import WorkerState, open_worker_state
from reticent.text import Mention

POLICY = (
    '[[detectors]]\ntype = "words"\nkind = "NAME"\nwords = ["Zorblat"]\n\n[[models]]\ntype = "redaction"\n'
)
POISON = "Quokka"
WITH = ("--policy", "p.toml", "--workers", "1")


@pytest.fixture(autouse=True)
def failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A detector that fails on any text with the poison, and quotes it."""
    (tmp_path / "p.toml").write_text(POLICY)
    find: Callable[[WordList, Document], Sequence[Mention]] = Failing.mentions

    def fail(self: WordList, document: Document) -> Sequence[Mention]:
        if POISON in document.text:
            raise KeyError(document.text)
        return find(self, document)

    monkeypatch.setattr(Failing, "mentions", fail)


TEXTS = ("Zorblat came.", f"{POISON} came.", "Zorblat left.")
LINES = "".join(json.dumps({"text": text}) + "\n" for text in TEXTS)
TABLE = "note\n" + "".join(f"{text}\n" for text in TEXTS)
LONG_TABLE = "name\n" + "Zorblat\n" * 30 + f"{POISON}\n" + "Zorblat\n" * 9


def test_the_other_documents_of_a_call_have_their_outcomes() -> None:
    documents = [Document(f"{number}", text) for number, text in enumerate(TEXTS)]
    first, second, third = run_together(documents, Rules((Redaction((WordList(["Zorblat"], kind="NAME"),)),)))
    assert isinstance(second, InternalError)
    assert POISON not in str(second)
    assert [each.text for each in (first, third) if isinstance(each, Outcome)] == [
        "[NAME] came.",
        "[NAME] left.",
    ]


def test_the_other_documents_of_a_stream_have_their_outcomes(tmp_path: Path) -> None:
    documents = [Document(f"{number}", text) for number, text in enumerate(TEXTS)]
    recipe = Recipe(tmp_path / "p.toml")
    texts = list(run(documents, recipe, keep=text_or_error))
    assert (texts[0], type(texts[1]), texts[2]) == ("[NAME] came.", InternalError, "[NAME] left.")
    assert isinstance(list(run(documents, recipe))[1], InternalError)


@pytest.mark.parametrize(
    "step", ["reticent.engine.documents.point_out", "reticent.engine.languages.find_unread"]
)
def test_whatever_fails_on_a_document_leaves_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """The steps that look at documents before their rounds, some at all of them together."""
    (tmp_path / "english.toml").write_text(POLICY + '\n[[detectors]]\ntype = "names"\n')
    sound = pkgutil.resolve_name(step)

    def fail(given: Any, *more: Any) -> Any:
        if POISON in (given if isinstance(given, str) else given.text):
            raise KeyError(given)
        return sound(given, *more)

    monkeypatch.setattr(step, fail)
    documents = [Document(f"{number}", text) for number, text in enumerate(TEXTS)]
    texts = list(run(documents, Recipe(tmp_path / "english.toml"), keep=text_or_error))
    assert (texts[0], type(texts[1]), texts[2]) == ("[NAME] came.", InternalError, "[NAME] left.")
    assert POISON not in str(texts[1])


def test_what_fails_on_many_documents_and_on_none_alone_is_released_by_nobody() -> None:
    def fail(documents: Sequence[Document]) -> list[str]:
        return ["fine"] * (1 // (2 - len(documents)))

    documents = [Document("a", "one"), Document("b", "two")]
    assert [type(each) for each in keep_apart(fail, documents)] == [InternalError, InternalError]
    assert keep_apart(fail, documents[:1]) == ["fine"]


def test_a_file_whose_name_fails_is_a_bad_one_among_others(command: Command, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a.txt", f"{POISON}.txt"):
        (tmp_path / "in" / name).write_text("Zorblat came.")
    done = command("sanitize", "in", "-o", "out", *WITH, "--skip-bad")
    assert done.code == 4, done.err
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.txt"]


@pytest.mark.parametrize(("name", "data"), [("t.jsonl", LINES), ("t.csv", TABLE)])
@pytest.mark.parametrize("where", ["file", "standard input"])
def test_a_record_is_a_bad_one_among_others(
    command: Command, tmp_path: Path, name: str, data: str, where: str
) -> None:
    (tmp_path / name).write_text(data)
    ending = name.partition(".")[2]
    given = (name,) if where == "file" else ("--format", ending)
    stdin = b"" if where == "file" else data.encode()
    more = ("--header",) if ending == "csv" else ()
    done = command("sanitize", *given, *WITH, *more, "--skip-bad", "--bad", "bad", "-o", "out", stdin=stdin)
    assert done.code == 4, done.err
    assert "internal error KeyError" in done.err
    assert POISON not in done.err
    assert (tmp_path / "out").read_text().count("[NAME]") == 2
    assert POISON in (tmp_path / "bad").read_text()


def test_a_record_that_fails_says_nothing_of_its_column(command: Command, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(LONG_TABLE)
    done = command("sanitize", "t.csv", *WITH, "--header", "--skip-bad", "-o", "out")
    assert done.code == 4, done.err
    assert (tmp_path / "out").read_text() == "name\n" + "[NAME]\n" * 39


@pytest.mark.parametrize("name", ["t.jsonl", "t.csv"])
def test_without_skipping_the_run_ends_with_the_record_and_writes_nothing(
    command: Command, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text(LINES if name == "t.jsonl" else TABLE)
    done = command("sanitize", name, *WITH, "-o", "out")
    assert (done.code, POISON in done.err) == (2, False)
    assert not (tmp_path / "out").exists()


def test_a_file_of_a_folder_is_a_bad_one_among_others(command: Command, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number, text in enumerate(TEXTS):
        (tmp_path / "in" / f"{number}.txt").write_text(text)
    done = command("sanitize", "in", "-o", "out", *WITH, "--skip-bad")
    assert done.code == 4, done.err
    assert POISON not in done.err
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["0.txt", "2.txt"]
    planned = command("plan", "in", "-o", "plans", *WITH, "--skip-bad")
    assert (planned.code, POISON in planned.err) == (4, False)
    audited = command("audit", "in", *WITH)
    assert (audited.code, POISON in audited.err + audited.out) == (2, False)


def test_one_of_several_files_is_a_bad_one_among_others(command: Command, tmp_path: Path) -> None:
    for number, text in enumerate(TEXTS):
        (tmp_path / f"{number}.txt").write_text(text)
    (tmp_path / "out").mkdir()
    for more in (("--workers", "1", "-o", "out"), ("--json",)):
        done = command("sanitize", "0.txt", "1.txt", "2.txt", "--policy", "p.toml", *more)
        assert done.code == 4, done.err
        assert POISON not in done.err + done.out
    assert sorted(path.name for path in (tmp_path / "out").glob("*.txt")) == ["0.txt", "2.txt"]


@pytest.mark.parametrize(
    "verb", ["sanitize", "plan", "audit", "guess", "evaluate", "plausibility", "guard", "views"]
)
def test_a_command_that_fails_says_where_without_a_word_of_the_text(
    command: Command, tmp_path: Path, verb: str
) -> None:
    (tmp_path / "a.txt").write_text(TEXTS[1])
    done = command(verb, "a.txt", "--policy", "p.toml")
    assert done.code != 0
    assert POISON not in done.err + done.out
    assert "Traceback" not in done.err


@pytest.fixture
def office(tmp_path: Path) -> WorkerState:
    return open_worker_state(PolicyFiles(folder=tmp_path).recipes(), ())


POISONED = {"text": TEXTS[1]}
REQUESTS: dict[str, dict[str, Any]] = {
    "sanitize": POISONED,
    "plan": POISONED,
    "audit": POISONED,
    "apply": {**POISONED, "plan": {}},
    "analyze": {**POISONED, "language": "en"},
    "anonymize": {**POISONED, "analyzer_results": []},
}


@pytest.mark.parametrize("verb", REQUESTS)
def test_a_request_that_fails_is_answered_as_an_error_without_a_word_of_the_text(
    office: WorkerState, verb: str
) -> None:
    content = dict(REQUESTS[verb])
    if verb == "apply":
        made = answer(office, Job("plan", "p", json.dumps({"text": "Zorblat came."}).encode()))
        plan = json.loads(made.body)
        content["plan"] = plan
    reply = answer(office, Job(verb, "p", json.dumps(content).encode()))
    assert reply.status >= 400
    assert POISON not in reply.message + reply.body.decode() + repr(reply)


def test_a_line_of_a_request_is_a_bad_one_among_others(office: WorkerState) -> None:
    job = Job("sanitize", "p", LINES.encode(), media="application/x-ndjson")
    first, second, third = map(json.loads, answer(office, job).body.splitlines())
    assert (first["text"], third["text"]) == ("[NAME] came.", "[NAME] left.")
    assert (second["error"]["code"], second["line"]) == ("internal", 2)
    assert POISON not in json.dumps(second)


def test_a_row_of_a_cluster_is_a_bad_one_among_others(tmp_path: Path) -> None:
    from reticent.spark.frames import _release_texts

    rows = list(_release_texts(list(TEXTS), open_policy(tmp_path / "p.toml")))
    assert [row.text for row in rows] == ["[NAME] came.", None, "[NAME] left."]
    assert POISON not in str(rows[1].refused)
