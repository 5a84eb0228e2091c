"""A request may say the language of its document, in its JSON or its address: one that the policy reads, and no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reticent.service.bodies import Job
from reticent.service.jobs import answer
from reticent.service.settings import PolicyFiles
from reticent.service.worker_state import WorkerState, open_worker_state

POLICY = '[[detectors]]\ntype = "names"\n\n[[models]]\ntype = "redaction"\n'
NOTE = "Avisado el Dr. Otero, planta 4"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> WorkerState:
    folder: Path = tmp_path_factory.mktemp("policies")
    (folder / "names.toml").write_text(POLICY, "utf-8")
    return open_worker_state(PolicyFiles(folder=folder).recipes(), ())


def test_the_language_of_a_request_is_believed(office: WorkerState) -> None:
    body = json.dumps({"text": NOTE, "language": "es"}).encode()
    in_json = answer(office, Job("sanitize", "names", body))
    in_address = answer(
        office, Job("sanitize", "names", json.dumps({"text": NOTE}).encode(), query=(("language", "es"),))
    )
    for reply in (in_json, in_address):
        assert reply.status == 200, reply.body
        assert "Otero" not in json.loads(reply.body)["text"]


@pytest.mark.parametrize("code", ["pl", "any", "elvish"])
def test_a_client_can_allow_nothing_that_the_policy_does_not_read(office: WorkerState, code: str) -> None:
    body = json.dumps({"text": NOTE, "language": code}).encode()
    assert answer(office, Job("sanitize", "names", body)).status == 400
