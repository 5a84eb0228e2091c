"""Every address gives every status that the description names and no other, and none of them repeats what was asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from reticent.proof.keys import create_key, write_signing_key
from reticent.service.bodies import PROOF
from reticent.service.endpoints import ENDPOINTS, VERBS, Endpoint, describe
from reticent.service.guards import Porter, Turnstile
from reticent.service.server import build_app
from reticent.service.service import Service
from reticent.service.settings import PolicyFiles, ServiceLimits, Settings
from reticent.service.tokens import add_token, create_token
from reticent.service.worker_state import refuse, refuse_violations

CANARY = "Xanthippe-Quagga-7731"
NAMED = f"{CANARY}@example.org"
PLAIN = '[[detectors]]\ntype = "patterns"\n\n[[models]]\ntype = "redaction"\n'
SAFE = (
    PLAIN + '\n[[models]]\ntype = "k-safety"\ndatabase = "diseases.jsonl"\ncategories = ["sexual"]\nk = 2\n'
)
MONTHS = PLAIN + 'dates = "month"\n'
LIMITS = ServiceLimits(body=2_000, body_seconds=0.2)
ROOT = Path(__file__).parents[3]


@dataclass(slots=True)
class House:
    """A service in this process with two workers' worth of policies, and the loop that it lives on."""

    app: Any
    service: Service
    runner: asyncio.Runner
    folder: Path
    tokens: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        async def act() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
                return await web.request(method, path, **request)

        return self.runner.run(act())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    (folder / "plain.toml").write_text(PLAIN, "utf-8")
    (folder / "safe.toml").write_text(SAFE, "utf-8")
    (folder / "months.toml").write_text(MONTHS, "utf-8")
    (folder / "diseases.jsonl").write_bytes((ROOT / "examples/diseases.jsonl").read_bytes())
    settings = Settings(
        PolicyFiles(folder=folder), limits=LIMITS, signing_keys=(write_signing_key(create_key()),)
    )
    with asyncio.Runner() as runner:
        app, service = build_app(settings)
        runner.run(service.start())
        try:
            yield House(app, service, runner, folder)
        finally:
            runner.run(service.close())


@contextmanager
def changed(service: object, **parts: Any) -> Iterator[None]:
    """The service with some of its parts exchanged."""
    before = {name: getattr(service, name) for name in parts}
    for name, part in parts.items():
        setattr(service, name, part)
    try:
        yield
    finally:
        for name, part in before.items():
            setattr(service, name, part)


async def come_slowly() -> AsyncIterator[bytes]:
    for _ in range(100):
        yield CANARY.encode()
        await asyncio.sleep(0.05)


JSON = {"content-type": "application/json", "x-canary": CANARY}
FINE: dict[str, tuple[str, Any]] = {
    "/v1/sanitize": ("plain", {"text": NAMED}),
    "/v1/plan": ("plain", {"text": "nothing"}),
    "/v1/apply": ("plain", {"text": "nothing", "plan": None}),
    "/v1/audit": ("plain", {"text": "nothing"}),
    "/v1/views": ("safe", {"text": "nothing"}),
    "/analyze": ("plain", {"text": NAMED, "language": "en"}),
    "/anonymize": ("plain", {"text": "nothing", "analyzer_results": []}),
    "/deanonymize": ("plain", {"text": "nothing", "anonymizer_results": []}),
}
"""A request to each address that takes a body, and the policy that it names."""

BROKEN: dict[str, Any] = {
    "/v1/audit": {"text": NAMED},
    "/anonymize": {"text": NAMED, "analyzer_results": []},
}


def address(endpoint: Endpoint, policy: str | None = None) -> str:
    named = policy or FINE.get(endpoint.path, ("plain", None))[0]
    return f"{endpoint.path}?policy={named}" if endpoint.job else endpoint.path


def body(house: House, endpoint: Endpoint) -> dict[str, Any]:
    """The arguments of a request that is answered 200."""
    if endpoint.method != "POST":
        return {"headers": {"x-canary": CANARY}}
    content = dict(FINE[endpoint.path][1])
    if endpoint.path == "/v1/apply":
        content["plan"] = house.ask("POST", "/v1/plan?policy=plain", json={"text": "nothing"}).json()
    return {"json": content, "headers": JSON}


def with_header(request: dict[str, Any], name: str, value: str) -> dict[str, Any]:
    return {**request, "headers": {**request["headers"], name: value}}


def provoke(house: House, endpoint: Endpoint, status: int) -> httpx.Response:  # noqa: C901, PLR0911, PLR0912 - a table
    """An answer with this status, to a request that carries the canary where it can."""
    service, request, where = house.service, body(house, endpoint), address(endpoint)
    match status:
        case 200 if endpoint.path == "/v1/views":
            with changed(service, _porter=porter(house)):
                return house.ask(endpoint.method, where, **bearing(house, request, "everything"))
        case 400:
            return house.ask(endpoint.method, where, **with_header(request, "host", f"{CANARY}.example"))
        case 401:
            with changed(service, _porter=porter(house)):
                return house.ask(
                    endpoint.method, where, **with_header(request, "authorization", f"Bearer {CANARY}")
                )
        case 403:
            secret = replace(service.settings, proxy_secret="a-long-enough-secret")  # noqa: S106
            with changed(service, settings=secret):
                return house.ask(endpoint.method, where, **with_header(request, "x-reticent-proxy", CANARY))
        case 404:
            return house.ask(endpoint.method, address(endpoint, CANARY), **request)
        case 405:
            return house.ask("DELETE", where, **request)
        case 406 if endpoint.path in ("/v1/sanitize", "/v1/apply"):
            return keyless(house, endpoint, with_header(request, "accept", PROOF))
        case 406:
            return house.ask(endpoint.method, where, **with_header(request, "accept", PROOF))
        case 408:
            return house.ask("POST", where, content=come_slowly(), headers=JSON)
        case 409:
            return conflict(house, endpoint)
        case 413:
            return house.ask("POST", where, content=CANARY.encode() * 1000, headers=JSON)
        case 415:
            return house.ask("POST", where, content=CANARY.encode(), headers={"content-encoding": CANARY})
        case 422:
            results = "analyzer_results" if endpoint.path == "/anonymize" else "anonymizer_results"
            wrong = {"text": NAMED, results: [{"start": CANARY}]}
            return house.ask("POST", where, json=wrong)
        case 429:
            no_finding = replace(service.settings, overload_finding=False)
            with changed(service, _turnstile=Turnstile(0), settings=no_finding):
                return house.ask(endpoint.method, where, **request)
        case 500:
            return break_down(house, endpoint, request)
        case 503:
            return fill_up(house, endpoint, request)
    return house.ask(endpoint.method, where, **request)


def porter(house: House) -> Porter:
    path = house.folder / "tokens.json"
    if not path.exists():
        token, said = create_token("everything", VERBS, reader="nurse")
        add_token(path, token)
        house.tokens["everything"] = said
    return Porter(replace(house.service.settings, tokens=path))


def bearing(house: House, request: dict[str, Any], name: str) -> dict[str, Any]:
    return with_header(request, "authorization", f"Bearer {house.tokens[name]}")


def keyless(house: House, endpoint: Endpoint, request: dict[str, Any]) -> httpx.Response:
    """The answer of a service that was given no key, for a moment."""
    workers, without = house.service.staff.workers, replace(house.service.settings, signing_keys=())
    with changed(house.service, settings=without):
        staff = house.runner.run(house.service._hire())
        try:
            with changed(house.service, _staff=staff):
                return house.ask(endpoint.method, address(endpoint), **request)
        finally:
            house.runner.run(staff.workers.close())
            assert workers.pids


def conflict(house: House, endpoint: Endpoint) -> httpx.Response:
    """A promise that is broken, or a policy that can't do what is asked."""
    if endpoint.path == "/v1/views":
        return house.ask("POST", "/v1/views?policy=plain", json={"text": NAMED})
    if endpoint.path == "/v1/apply":
        plan = house.ask("POST", "/v1/plan?policy=plain", json={"text": NAMED}).json()
        return house.ask(
            "POST", "/v1/apply?policy=plain", json={"text": NAMED, "plan": {**plan, "decisions": []}}
        )
    if endpoint.path in BROKEN:
        return house.ask("POST", address(endpoint), json=BROKEN[endpoint.path])
    return unreachable(house, endpoint)


def unreachable(house: House, endpoint: Endpoint) -> httpx.Response:
    """What comes of a document that no plan can bring to keep the promise, as a worker tells it."""

    async def do(*_: Any, **__: Any) -> Any:
        row = {"model": "m", "kind": "K", "start": 0, "end": 1, "line": 1, "column": 1, "reason": "left"}
        return refuse_violations([row], "the plan does not reach its promise")

    with changed(house.service.staff.workers, do=do):
        return house.ask("POST", address(endpoint), json={"text": NAMED})


def break_down(house: House, endpoint: Endpoint, request: dict[str, Any]) -> httpx.Response:
    async def do(*_: Any, **__: Any) -> Any:
        raise ValueError(CANARY)

    with changed(house.service.staff.workers, do=do):
        return house.ask(endpoint.method, address(endpoint), **request)


def fill_up(house: House, endpoint: Endpoint, request: dict[str, Any]) -> httpx.Response:
    """The answer when the one worker is taken and nobody may wait, and when no self-test succeeds."""

    async def fail() -> bool:
        return False

    workers = house.service.staff.workers
    worker = workers._free.get_nowait()
    settings = replace(house.service.settings, overload_finding=False)
    try:
        with (
            changed(house.service, settings=settings, _tested=-1e9),
            changed(workers, _most_waiting=0, test=fail),
        ):
            return house.ask(endpoint.method, address(endpoint), **request)
    finally:
        workers._free.put_nowait(worker)


CASES = [(endpoint, status) for endpoint in ENDPOINTS for status in (200, *endpoint.errors)]


def name_case(value: object) -> str:
    return value.path if isinstance(value, Endpoint) else str(value)


@pytest.mark.parametrize(("endpoint", "status"), CASES, ids=name_case)
def test_every_status_is_as_described_and_no_canary_sings(
    house: House, endpoint: Endpoint, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = provoke(house, endpoint, status)
    assert answer.status_code == status, answer.text
    operation = describe("1")["paths"][endpoint.path][endpoint.method.lower()]
    if status != 405:
        described = operation["responses"][str(status)]["content"]
        media = answer.headers["content-type"].partition(";")[0]
        assert media in described
        if media == "application/json":
            schema = {**described[media]["schema"], "components": describe("1")["components"]}
            Draft202012Validator(schema).validate(answer.json())
    if status != 200:
        error = answer.json()["error"]
        if not endpoint.flat or status == 405:  # Presidio's errors are a line and no more
            assert error["code"]
            assert error["request_id"] == answer.headers["x-request-id"]
    metrics = house.ask("GET", "/metrics").text
    log = "".join(capfd.readouterr())
    for place in (answer.text, str(answer.headers), metrics, log):
        assert CANARY.lower() not in place.lower()
    assert answer.headers["x-request-id"] in log
    assert "Traceback" not in log


def test_when_there_is_no_room_an_analysis_points_at_everything(house: House) -> None:
    asked = {"json": {"text": NAMED, "language": "en"}}
    crowded = replace(house.service.settings, limits=replace(LIMITS, connections=0))
    worker = house.service.staff.workers._free.get_nowait()
    full = {"_most_waiting": 0}
    try:
        for service, workers in (
            ({"settings": crowded}, {}),
            ({"_turnstile": Turnstile(0)}, {}),
            ({}, full),
        ):
            with changed(house.service, **service), changed(house.service.staff.workers, **workers):
                answer = house.ask("POST", "/analyze?policy=plain", **asked)
                refused = house.ask("POST", "/v1/sanitize?policy=plain", json={"text": NAMED})
            assert answer.status_code == 200
            (row,) = answer.json()
            assert (row["entity_type"], row["start"], row["end"]) == ("RETICENT_OVERLOAD", 0, len(NAMED))
            assert refused.status_code in (429, 503)
            assert int(refused.headers["retry-after"]) > 0
    finally:
        house.service.staff.workers._free.put_nowait(worker)


def test_a_document_that_ends_a_worker_is_one_that_must_go(house: House) -> None:
    async def do(*_: Any, **__: Any) -> Any:
        return refuse(503, "worker_ended", "no", retry=5)

    with changed(house.service.staff.workers, do=do):
        answer = house.ask("POST", "/analyze?policy=plain", json={"text": NAMED, "language": "en"})
    assert answer.json()[0]["entity_type"] == "RETICENT_OVERLOAD"


def test_a_proof_comes_with_a_plan_that_was_carried_out(house: House) -> None:
    plan = house.ask("POST", "/v1/plan?policy=plain", json={"text": NAMED}).json()
    asked = {"json": {"text": NAMED, "plan": plan}, "headers": {"accept": PROOF}}
    answer = house.ask("POST", "/v1/apply?policy=plain", **asked)
    assert answer.json()["text"] == "[EMAIL]"
    assert len(answer.json()["salt"]) == 64
    assert json.dumps(answer.json()["proof"]).count("keyid") == 1


def test_what_is_not_described_is_not_there(house: House) -> None:
    for path in (
        "/",
        "/v1",
        "/docs",
        "/redoc",
        "/v1/sanitize/",
        "/v1/chat/completions",
        "/admin",
        f"/{CANARY}",
    ):
        for method in ("GET", "POST"):
            answer = house.ask(method, path)
            assert answer.status_code == 404
            assert CANARY not in answer.text


def test_a_plan_made_under_another_policy_is_not_carried_out(house: House) -> None:
    text = f"Write to {NAMED}."
    plan = house.ask("POST", "/v1/plan?policy=safe", json={"text": text}).json()
    assert plan["made_under"]["policy"] == "safe"
    assert str(house.folder) not in json.dumps(plan)
    body = {"text": text, "plan": plan}
    assert house.ask("POST", "/v1/apply?policy=safe", json=body).status_code == 200
    refused = house.ask("POST", "/v1/apply?policy=plain", json=body)
    assert refused.status_code == 400
    assert "k-safety" in refused.json()["error"]["message"]
    del body["plan"]["made_under"]
    assert house.ask("POST", "/v1/apply?policy=plain", json=body).status_code == 400


def test_dates_that_can_be_read_in_two_ways_are_told(house: House) -> None:
    text = "Seen on 03/04/2024."
    answer = house.ask("POST", "/v1/sanitize?policy=months", json={"text": text})
    (said,) = answer.json()["warnings"]
    assert "day and month can be swapped" in said
    plain = {"content-type": "text/plain"}
    assert (
        house.ask("POST", "/v1/sanitize?policy=months", content=text, headers=plain).headers[
            "reticent-warning"
        ]
        == said
    )
    settled = house.ask("POST", "/v1/sanitize?policy=months", content="Seen on 23/04/2024.", headers=plain)
    assert settled.status_code == 200
    assert "reticent-warning" not in settled.headers
