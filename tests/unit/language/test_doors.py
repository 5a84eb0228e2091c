"""Every door takes the language of a document: options, policies, Python, requests of ours and of Presidio's clients, the review."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.spoken import OTHERS, samples

from reticent import Document, open_policy
from reticent.cli import main
from reticent.language.identification import name_language
from reticent.review.review import open_review
from reticent.review.showing import show_document
from reticent.service.bodies import Job
from reticent.service.jobs import answer
from reticent.service.settings import PolicyFiles
from reticent.service.worker_state import WorkerState, open_worker_state
from reticent.usecases.release import InputFile

POLICY = (
    '[[detectors]]\ntype = "patterns"\n\n[[detectors]]\ntype = "names"\n\n[[models]]\ntype = "redaction"\n'
)


@pytest.fixture(params=OTHERS)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> WorkerState:
    folder = tmp_path_factory.mktemp("policies")
    (folder / "names.toml").write_text(POLICY, "utf-8")
    return open_worker_state(PolicyFiles(folder=folder).recipes(), ())


def ask(office: WorkerState, verb: str, **content: Any) -> Any:
    reply = answer(office, Job(verb, "names", json.dumps(content).encode()))
    assert reply.status == 200, reply.body
    return json.loads(reply.body)


def test_the_option_of_the_command(tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, name = samples(code)["note"], samples(code)["name"]
    source, released = tmp_path / "note.txt", tmp_path / "released.txt"
    source.write_text(text, "utf-8")
    monkeypatch.setattr(
        "sys.argv", ["reticent", "sanitize", str(source), "-o", str(released), "--language", code]
    )
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert name not in released.read_text("utf-8")


def test_the_key_of_a_policy(tmp_path: Path, code: str) -> None:
    text, name = samples(code)["note"], samples(code)["name"]
    policy = tmp_path / "policy.toml"
    policy.write_text(f'languages = ["{code}"]\n\n{POLICY}', "utf-8")
    outcome = open_policy(policy).sanitize(text)
    assert name not in outcome.text
    assert outcome.release.original.language == code


def test_the_language_of_a_document_in_python(code: str) -> None:
    text, name = samples(code)["note"], samples(code)["name"]
    assert name not in open_policy().sanitize(Document("note", text, language=code)).text


def test_the_field_of_a_request(office: WorkerState, code: str) -> None:
    text, name = samples(code)["note"], samples(code)["name"]
    assert name not in ask(office, "sanitize", text=text, language=code)["text"]


def test_the_requests_of_presidios_clients(office: WorkerState, code: str) -> None:
    text, name = samples(code)["note"], samples(code)["name"]
    rows = ask(office, "analyze", text=text, language=code)
    assert any(name in text[row["start"] : row["end"]] for row in rows)
    longer = f"{text} {samples(code)['longer']}"
    rows = ask(office, "analyze", text=longer, language=code)
    released = ask(office, "anonymize", text=longer, analyzer_results=rows)
    assert name not in released["text"]


def test_the_review_says_it(code: str) -> None:
    text = samples(code)["note"]
    review = open_review(
        [InputFile("note.txt", f"{text} {samples(code)['longer']}".encode())], open_policy().rules
    )
    assert show_document(review, review.numbers[0])["language"] == name_language(code)
