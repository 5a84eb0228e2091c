"""The service answers what it says it answers, and says nothing of the texts that it is given."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from reticent.proof.keys import read_envelope
from tests.journeys.command import ROOT, reticent
from tests.journeys.serving import Running, client, serving, write_policy

CANARY = "Xanthippe-Quagga-7731"
NAMED = f"{CANARY}@example.org"
READERS = """
name = "readers"
[[detectors]]
type = "patterns"
[[models]]
type = "k-safety"
database = "diseases.jsonl"
categories = ["sexual"]
k = 2
[[models]]
type = "redaction"
"""
GUARD = """
name = "guarded"
[[detectors]]
type = "patterns"
[[models]]
type = "redaction"
[[models]]
type = "correlation-guard"
unseen = "keep"
threshold = 2.0
"""
DEFAULT = (ROOT / "src/reticent/policy/data/default.toml").read_text("utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("service")
    policies = place / "policies"
    policies.mkdir()
    write_policy(policies)
    write_policy(policies, "names", DEFAULT)
    write_policy(policies, "readers", READERS)
    (policies / "diseases.jsonl").write_bytes((ROOT / "examples/diseases.jsonl").read_bytes())
    assert reticent("key", "create", place / "key.pem").returncode == 0
    return place


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[Running]:
    with serving(folder, "--policies", folder / "policies", "--key", folder / "key.pem") as service:
        yield service


@pytest.fixture(scope="module")
def web(running: Running) -> Iterator[httpx.Client]:
    with client(running) as made:
        yield made


@pytest.fixture(scope="module")
def description(web: httpx.Client) -> dict[str, Any]:
    content: dict[str, Any] = web.get("/openapi.json").json()
    return content


def fits(description: dict[str, Any], response: httpx.Response) -> list[str]:
    """Where a response differs from the description of its address; empty where it fits."""
    operation = description["paths"][response.request.url.path][response.request.method.lower()]
    described = operation["responses"][str(response.status_code)]["content"]
    media = response.headers["content-type"].partition(";")[0]
    if media not in described:
        return [] if "application/octet-stream" in described else [f"type {media} is not described"]
    if media != "application/json":
        return []
    schema = {**described[media]["schema"], "components": description["components"]}
    return [error.message for error in Draft202012Validator(schema).iter_errors(response.json())]


def test_a_text_is_released(web: httpx.Client) -> None:
    answer = web.post("/v1/sanitize?policy=plain", json={"text": "Mail jo@example.org of measles."})
    assert answer.status_code == 200
    assert answer.json()["text"] == "Mail [EMAIL] of [CONDITION]."
    assert answer.json()["promises"][0]["model"] == "redaction"


def test_records_and_files_come_back_as_what_they_are(web: httpx.Client) -> None:
    lines = b'{"text": "jo@example.org"}\n{"text": "fine"}\n'
    answer = web.post(
        "/v1/sanitize?policy=plain", content=lines, headers={"content-type": "application/x-ndjson"}
    )
    assert [json.loads(line)["text"] for line in answer.text.splitlines()] == ["[EMAIL]", "fine"]
    table = b"id,note\n7,jo@example.org\n8,b\n"
    answer = web.post(
        "/v1/sanitize?policy=plain&column=id%3Dkeep", content=table, headers={"content-type": "text/csv"}
    )
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.text.splitlines() == ["id,note", "7,[EMAIL]", "8,b"]
    packed = {"data": base64.b64encode(table).decode(), "format": "csv"}
    answer = web.post("/v1/sanitize?policy=plain&column=id%3Dkeep", json=packed)
    assert base64.b64decode(answer.json()["data"]).splitlines()[1] == b"7,[EMAIL]"


def test_a_plan_is_made_changed_and_carried_out(web: httpx.Client, description: dict[str, Any]) -> None:
    text = "Mail jo@example.org of measles."
    plan = web.post("/v1/plan?policy=plain", json={"text": text})
    assert fits(description, plan) == []
    applied = web.post("/v1/apply?policy=plain", json={"text": text, "plan": plan.json()})
    assert applied.json()["text"] == "Mail [EMAIL] of [CONDITION]."
    less = {**plan.json(), "decisions": plan.json()["decisions"][:1]}
    refused = web.post("/v1/apply?policy=plain", json={"text": text, "plan": less})
    assert refused.status_code == 409
    assert refused.json()["violations"]


def test_an_audit_consents_or_names_the_places(web: httpx.Client, description: dict[str, Any]) -> None:
    fine = web.post("/v1/audit?policy=plain", json={"text": "Mail [EMAIL]."})
    broken = web.post("/v1/audit?policy=plain", json={"text": "Mail jo@example.org."})
    assert (fine.status_code, broken.status_code) == (200, 409)
    assert fits(description, fine) == fits(description, broken) == []
    assert broken.json()["violations"][0]["kind"] == "EMAIL"


def test_a_proof_comes_with_the_release_when_it_is_asked_for(
    web: httpx.Client, folder: Path, description: dict[str, Any]
) -> None:
    answer = web.post(
        "/v1/sanitize?policy=plain",
        json={"text": "Mail jo@example.org."},
        headers={"accept": "application/vnd.in-toto+json"},
    )
    assert fits(description, answer) == []
    proof, text = folder / "proof.json", folder / "released.txt"
    text.write_text(answer.json()["text"], "utf-8")
    proof.write_bytes(
        json.dumps(answer.json()["proof"], sort_keys=True, separators=(",", ":")).encode() + b"\n"
    )
    assert read_envelope(proof.read_bytes()).is_confirmed
    policy = folder / "policies/plain.toml"
    done = reticent("proof", "check", text, proof, "--policy", policy, "--key", folder / "key.pem.pub")
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()


def test_every_answer_is_as_described(web: httpx.Client, description: dict[str, Any]) -> None:
    asked = 0
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            needy = any(each["name"] == "policy" for each in operation.get("parameters", ()))
            address = f"{path}?policy=plain" if needy else path
            bodies: list[Any] = [None]
            if method == "post":
                bodies = [{"text": "a word"}, {"text": "a word", "language": "en"}, {}, {"text": 7}]
            for body in bodies:
                answer = web.request(method, address, json=body)
                assert fits(description, answer) == [], (path, answer.status_code)
                asked += 1
    assert asked > 25


def test_what_presidio_documents_works(web: httpx.Client, description: dict[str, Any]) -> None:
    minimal = {"text": "John Smith drivers license is AC432223", "language": "en"}
    found = web.post("/analyze?policy=names", json=minimal)
    assert fits(description, found) == []
    person = next(each for each in found.json() if each["entity_type"] == "PERSON")
    assert set(person) == {"analysis_explanation", "end", "entity_type", "score", "start"}
    assert (person["start"], person["end"], person["analysis_explanation"]) == (0, 10, None)
    explained = web.post("/analyze?policy=names", json={**minimal, "return_decision_process": True})
    assert explained.json()[0]["analysis_explanation"]["score"] == explained.json()[0]["score"]
    several = web.post("/analyze?policy=names", json={**minimal, "text": [minimal["text"], "nothing"]})
    assert [len(each) for each in several.json()] == [len(found.json()), 0]
    entities = web.get("/supportedentities?policy=names&language=en").json()
    assert {"PHONE_NUMBER", "EMAIL_ADDRESS", "DATE_TIME", "PERSON"} <= set(entities)
    assert all(isinstance(each, str) for each in web.get("/recognizers?policy=names&language=en").json())
    phone = {"text": "Call 212-555-0123 or jo@example.org", "language": "en", "entities": ["PHONE_NUMBER"]}
    assert [each["entity_type"] for each in web.post("/analyze?policy=names", json=phone).json()] == [
        "PHONE_NUMBER"
    ]
    assert web.get("/health").status_code == 200


RESULTS = [
    {"start": 24, "end": 32, "score": 0.8, "entity_type": "PERSON"},
    {"start": 48, "end": 57, "score": 0.95, "entity_type": "PHONE_NUMBER"},
]
ANONYMIZE = {"text": "hello world, my name is Jane Doe. My number is: 034453334", "analyzer_results": RESULTS}


@pytest.mark.parametrize(
    ("operators", "expected"),
    [
        ({"DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"}}, ("ANONYMIZED", "ANONYMIZED")),
        (
            {"PERSON": {"type": "redact"}, "PHONE_NUMBER": {"type": "replace", "new_value": "ANONYMIZED"}},
            ("", "ANONYMIZED"),
        ),
        (
            {"PHONE_NUMBER": {"type": "mask", "masking_char": "*", "chars_to_mask": 9, "from_end": True}},
            ("<PERSON>", "*********"),
        ),
        ({}, ("<PERSON>", "<PHONE_NUMBER>")),
    ],
)
def test_the_documented_anonymizers_work(
    web: httpx.Client, operators: dict[str, Any], expected: tuple[str, str]
) -> None:
    answer = web.post("/anonymize?policy=names", json={**ANONYMIZE, "anonymizers": operators})
    assert answer.status_code == 200, answer.text
    person, phone = expected
    assert answer.json()["text"] == f"hello world, my name is {person}. My number is: {phone}"
    for item in answer.json()["items"]:
        assert answer.json()["text"][item["start"] : item["end"]] == item["text"]
    assert [item["entity_type"] for item in answer.json()["items"]] == ["PHONE_NUMBER", "PERSON"]


def test_an_anonymized_text_is_audited(web: httpx.Client) -> None:
    missed = web.post("/anonymize?policy=names", json={**ANONYMIZE, "analyzer_results": RESULTS[1:]})
    assert missed.status_code == 409
    assert "Jane" not in missed.text
    mask = {"type": "mask", "masking_char": "*", "chars_to_mask": 2, "from_end": True}
    two = {"text": "Phone 212-555-0123 or 212-555-0124.", "anonymizers": {"PHONE_NUMBER": mask}}
    place = {**RESULTS[1], "start": 6, "end": 18}
    # What the client masks is its own; the number that it left out is not.
    one = web.post("/anonymize?policy=plain", json={**two, "analyzer_results": [place]})
    assert one.status_code == 409
    both = [place, {**place, "start": 22, "end": 34}]
    answer = web.post("/anonymize?policy=plain", json={**two, "analyzer_results": both})
    assert answer.json()["text"] == "Phone 212-555-01** or 212-555-01**."


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/analyze", {"text": "a", "language": "en", "ad_hoc_recognizers": [{"name": "Zip"}]}, 400),
        ("/analyze", {"language": "en"}, 500),
        ("/analyze", {"text": "a"}, 500),
        ("/anonymize", {}, 400),
        ("/anonymize", {"text": "a"}, 422),
        ("/deanonymize", {"text": "a", "deanonymizers": {"DEFAULT": {"type": "open"}}}, 422),
        ("/analyze", {"text": "a", "language": "en", "entities": ["ZIP"]}, 400),
        ("/analyze", {"text": "a", "language": "en", "allow_list": "a"}, 400),
        ("/analyze", {"text": "a", "language": "en", "score_threshold": "high"}, 400),
        ("/analyze", {"text": "a", "language": "en", "unknown": 1}, 400),
        ("/anonymize", {"text": "a", "analyzer_results": [{"start": 0, "end": 9, "score": 1, "entity_type": "X"}]}, 422),
        ("/anonymize", {"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "hash"}}}, 400),
        ("/anonymize", {"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "hash", "hash_type": "md5"}}}, 422),
        ("/anonymize", {"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "encrypt", "key": "k"}}}, 422),
        ("/anonymize", {"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "none"}}}, 422),
        ("/anonymize", {"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "keep", "more": 1}}}, 422),
        ("/anonymize", {"text": "a", "analyzer_results": [], "anonymizers": {"DEFAULT": {"type": "mask"}}}, 422),
    ],
)  # fmt: skip
def test_what_is_not_supported_is_refused_and_not_passed_over(
    web: httpx.Client, path: str, body: dict[str, Any], status: int
) -> None:
    answer = web.post(f"{path}?policy=plain", json=body)
    assert answer.status_code == status
    assert isinstance(answer.json()["error"], str)


def test_a_promise_of_both_texts_is_not_told_without_the_original(folder: Path, tmp_path: Path) -> None:
    path = write_policy(tmp_path, "guarded", GUARD)
    with serving(tmp_path, "--policy", path) as service, client(service) as web:
        answer = web.post("/v1/audit", json={"text": "He rests."})
        assert answer.status_code == 409
        assert answer.json()["error"]["code"] == "cannot_tell"


@dataclass(frozen=True, slots=True)
class Probe:
    """A request that carries the canary, and the status that it must get."""

    status: int
    method: str
    path: str
    json: Any = None
    content: bytes | None = field(default=None, repr=False)
    headers: dict[str, str] = field(default_factory=dict)


BOTH = {"text": f"Mail {NAMED}.", "language": "en"}
PROBES = (
    Probe(200, "POST", "/v1/sanitize?policy=plain", {"text": NAMED}),
    Probe(200, "POST", "/v1/plan?policy=readers", {"text": NAMED}),
    Probe(409, "POST", "/v1/audit?policy=plain", {"text": NAMED}),
    Probe(200, "POST", "/analyze?policy=plain", BOTH),
    Probe(409, "POST", "/anonymize?policy=plain", {"text": NAMED, "analyzer_results": []}),
    Probe(422, "POST", "/deanonymize?policy=plain", {"text": NAMED, "anonymizer_results": [{"start": 0, "end": 5, "entity_type": "X"}], "deanonymizers": {"X": {"type": "decrypt", "key": "3t6w9z$C&F)J@NcR"}}}),
    Probe(400, "POST", "/v1/sanitize?policy=plain", {"text": NAMED, CANARY: CANARY}),
    Probe(400, "POST", "/v1/sanitize?policy=plain", {"text": [CANARY]}),
    Probe(400, "POST", "/v1/sanitize?policy=plain", {"data": CANARY, "format": "txt"}),
    Probe(400, "POST", "/v1/sanitize?policy=plain", {"data": "YQ==", "format": CANARY}),
    Probe(400, "POST", "/v1/apply?policy=plain", {"text": NAMED, "plan": {"reticent": "plan", "schema": CANARY}}),
    Probe(400, "POST", "/v1/apply?policy=plain", {"text": NAMED, "plan": {"reticent": "plan", "schema": 2, CANARY: 1}}),
    Probe(400, "POST", "/v1/sanitize?policy=plain", content=b'{"text": "' + NAMED.encode(), headers={"content-type": "application/json"}),
    Probe(400, "POST", "/v1/sanitize?policy=plain", content=NAMED.encode() + b"\xff", headers={"content-type": "text/plain"}),
    Probe(400, "POST", "/v1/sanitize?policy=plain", content=b"%PDF-" + NAMED.encode(), headers={"content-type": "application/pdf"}),
    Probe(400, "POST", "/v1/sanitize?policy=plain", content=f"{CANARY},a\n1,2\n3,4\n".encode(), headers={"content-type": "text/csv"}),
    Probe(400, "POST", f"/v1/sanitize?policy=plain&{CANARY}=1", {"text": NAMED}),
    Probe(400, "POST", f"/v1/sanitize?policy=plain&column={CANARY}", {"text": NAMED}),
    Probe(400, "POST", "/v1/sanitize", {"text": NAMED}),
    Probe(404, "POST", f"/v1/sanitize?policy={CANARY}", {"text": NAMED}),
    Probe(404, "POST", f"/v1/{CANARY}", {"text": NAMED}),
    Probe(405, "PUT", "/v1/sanitize", {"text": NAMED}),
    Probe(415, "POST", "/v1/sanitize?policy=plain", content=NAMED.encode(), headers={"content-type": f"x/{CANARY}"}),
    Probe(415, "POST", "/v1/sanitize?policy=plain", content=NAMED.encode(), headers={"content-type": "text/plain; charset=latin-1"}),
    Probe(415, "POST", "/v1/apply?policy=plain", content=NAMED.encode(), headers={"content-type": "text/plain"}),
    Probe(413, "POST", "/v1/sanitize?policy=plain", content=NAMED.encode() * 600_000, headers={"content-type": "text/plain"}),
    Probe(403, "POST", "/v1/sanitize?policy=plain", {"text": NAMED}, headers={"sec-fetch-site": "cross-site"}),
    Probe(403, "POST", "/v1/sanitize?policy=plain", {"text": NAMED}, headers={"origin": f"https://{CANARY}.example"}),
    Probe(403, "POST", "/v1/views?policy=readers", {"text": NAMED}),
    Probe(409, "POST", "/v1/views?policy=plain", {"text": NAMED}),
    Probe(400, "POST", "/v1/sanitize?policy=plain", {"text": NAMED}, headers={"host": f"{CANARY}.example"}),
    Probe(422, "POST", "/anonymize?policy=plain", {"text": NAMED, "analyzer_results": [{"start": CANARY}]}),
    Probe(400, "POST", "/analyze?policy=plain", {**BOTH, "entities": [CANARY]}),
)  # fmt: skip


@pytest.mark.parametrize(
    "probe", PROBES, ids=lambda probe: f"{probe.status} {probe.path}".replace(CANARY, "…")
)
def test_a_canary_sings_nowhere(web: httpx.Client, running: Running, probe: Probe) -> None:
    answer = web.request(
        probe.method, probe.path, json=probe.json, content=probe.content, headers=probe.headers
    )
    assert answer.status_code == probe.status, answer.text
    if probe.status != 200:
        error = answer.json()["error"]
        assert len(answer.headers["x-request-id"]) == 16
        assert error if isinstance(error, str) else set(error) == {"code", "message", "request_id"}
    planned = probe.path.startswith("/v1/plan")  # a plan quotes what goes: it stays on the client's side
    assert planned or CANARY.lower() not in answer.text.lower()
    assert CANARY.lower() not in running.log.read_text("utf-8").lower()
    assert CANARY.lower() not in web.get("/metrics").text.lower()
    listed = subprocess.run(["ps", "axww"], capture_output=True, text=True, check=False).stdout  # noqa: S607
    assert CANARY not in listed


HOSTILE = {
    "deep JSON": (b'{"text": ' + b"[" * 200_000, "application/json", 400),
    "a huge number": (b'{"text": ' + b"9" * 100_000 + b"}", "application/json", 400),
    "100,000 fields": (json.dumps({str(n): n for n in range(100_000)}).encode(), "application/json", 400),
    "a reader in the body": (b'{"text": "a", "reader": "chief"}', "application/json", 400),
    "a policy in the body": (b'{"text": "a", "policy": "plain"}', "application/json", 400),
    "a form": (b"text=a", "application/x-www-form-urlencoded", 415),
    "a key twice": (b'{"text": "a", "text": "b"}', "application/json", 400),
    "half a character": (b'{"text": "\\ud800"}', "application/json", 400),
    "no object": (b"[]", "application/json", 400),
    "no type": (b"a", "", 415),
    "packed": (b"a", "text/plain", 415),
    "UTF-16": ("{}".encode("utf-16"), "application/json", 400),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bodies_are_refused(web: httpx.Client, name: str) -> None:
    content, media, status = HOSTILE[name]
    headers = {"content-type": media}
    if name == "packed":
        headers["content-encoding"] = "gzip"
    answer = web.post("/v1/sanitize?policy=plain", content=content, headers=headers)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"code", "message", "request_id"}


def test_no_answer_can_be_kept_framed_or_read_by_another_site(web: httpx.Client) -> None:
    for answer in (web.get("/livez"), web.get("/nothing"), web.post("/v1/sanitize", json={})):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "server" not in answer.headers
