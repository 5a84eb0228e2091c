"""Who may come in, by which way, how often and with how much: decided before anything is read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from reticent.service.guards import (
    Porter,
    Turnstile,
    name_client,
    read_body,
    read_size,
    require_right_way,
    require_unpacked,
)
from reticent.service.settings import PolicyFiles, ServiceLimits, Settings
from reticent.service.tokens import add_token, create_token, revoke_token
from reticent.service.worker_state import RequestError

PLAIN = Settings(PolicyFiles(file=Path("clinic.toml")))
SECRET = "a-long-enough-secret"  # noqa: S105 - a secret of this test
PROXIED = Settings(PLAIN.policies, hosts=("Team.example",), proxy_secret=SECRET)


def request_with(
    *headers: tuple[str, str], method: str = "POST", receive: Callable[[], Awaitable[Any]] | None = None
) -> Request:
    scope = {
        "type": "http",
        "method": method,
        "path": "/",
        "query_string": b"",
        "client": ("10.0.0.7", 1234),
        "headers": [(name.encode(), value.encode()) for name, value in headers],
    }
    return Request(scope, receive) if receive else Request(scope)


def refused(settings: Settings, *headers: tuple[str, str], method: str = "POST") -> tuple[int, str] | None:
    """Status and code of a request that may not come in; None for one that may."""
    try:
        require_right_way(request_with(*headers, method=method), settings)
    except RequestError as error:
        return error.status, error.code
    return None


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8080", "127.0.0.1:1", "LOCALHOST", "[::1]:8080", "[::1]"]
)
def test_the_service_is_known_by_its_own_names(host: str) -> None:
    assert refused(PLAIN, ("host", host)) is None


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "localhost@evil.example", "[::2]", "evil.example:8080", "локалхост"]
)  # fmt: skip
def test_other_names_are_refused(host: str) -> None:
    assert refused(PLAIN, ("host", host)) == (400, "host")


@given(st.from_regex(r"[a-z0-9.-]{1,30}(:[0-9]{1,5})?", fullmatch=True))
def test_only_listed_hosts_come_in(host: str) -> None:
    listed = host.partition(":")[0] in {"localhost", "127.0.0.1", "team.example"}
    assert (refused(PROXIED, ("host", host), ("x-reticent-proxy", SECRET)) is None) is listed


def test_one_host_is_named_and_no_more() -> None:
    assert refused(PLAIN) == (400, "host")
    assert refused(PLAIN, ("host", "localhost"), ("host", "localhost")) == (400, "host")


def test_what_went_past_the_proxy_is_refused() -> None:
    host = ("host", "team.example")
    assert refused(PROXIED, host) == (403, "proxy")
    for said in ("", SECRET[:-1], SECRET + "x", SECRET.upper()):
        assert refused(PROXIED, host, ("x-reticent-proxy", said)) == (403, "proxy")
    assert refused(PROXIED, host, ("x-reticent-proxy", SECRET)) is None


def test_pages_of_other_sites_may_not_write() -> None:
    host = ("host", "localhost:8080")
    for site in ("cross-site", "same-site", ""):
        assert refused(PLAIN, host, ("sec-fetch-site", site)) == (403, "other_site")
    for origin in (
        "https://evil.example",
        "null",
        "http://localhost:9999",
        "http://localhost:8080.evil.example",
    ):
        assert refused(PLAIN, host, ("origin", origin)) == (403, "other_site")
    assert (
        refused(PLAIN, host, ("sec-fetch-site", "same-origin"), ("origin", "http://localhost:8080")) is None
    )
    assert refused(PLAIN, host, ("sec-fetch-site", "cross-site"), method="GET") is None


def porter_with(tmp_path: Path, **options: Any) -> tuple[Porter, str, str]:
    path = tmp_path / "tokens.json"
    token, said = create_token("ward", ["sanitize"], **options)
    add_token(path, token)
    return Porter(Settings(PLAIN.policies, tokens=path)), said, token.id


def admit(porter: Porter, said: str, verb: str = "sanitize") -> int:
    try:
        porter.admit(request_with(("authorization", said)), verb)
    except RequestError as error:
        return error.status
    return 200


def test_a_bearer_is_admitted_for_what_the_token_is_for(tmp_path: Path) -> None:
    porter, said, _ = porter_with(tmp_path)
    assert admit(porter, f"Bearer {said}") == admit(porter, f"bearer  {said}") == 200
    assert admit(porter, f"Bearer {said}", "plan") == 403
    for wrong in ("", said, f"Basic {said}", f"Bearer {said}x", "Bearer", f"Bearer {said} {said}"):
        assert admit(porter, wrong) == 401


def test_expired_and_revoked_tokens_are_refused_at_once(tmp_path: Path) -> None:
    porter, said, identity = porter_with(tmp_path, expires=datetime.now(UTC) + timedelta(days=1))
    assert admit(porter, f"Bearer {said}") == 200
    assert revoke_token(tmp_path / "tokens.json", identity)
    assert admit(porter, f"Bearer {said}") == 401
    late, said, _ = porter_with(tmp_path, expires=datetime.now(UTC) - timedelta(seconds=1))
    assert admit(late, f"Bearer {said}") == 401


def test_a_file_of_tokens_that_is_gone_admits_nobody(tmp_path: Path) -> None:
    porter, said, _ = porter_with(tmp_path)
    (tmp_path / "tokens.json").unlink()
    assert admit(porter, f"Bearer {said}") == 401


def test_a_token_that_is_good_once_is_spent_once_whoever_is_first(tmp_path: Path) -> None:
    porter, said, _ = porter_with(tmp_path, once=True)
    request = request_with(("authorization", f"Bearer {said}"))
    first, second = porter.admit(request, "sanitize"), porter.admit(request, "sanitize")
    porter.spend(first)
    with pytest.raises(RequestError) as refusal:
        porter.spend(second)
    assert refusal.value.status == 401
    assert admit(porter, f"Bearer {said}") == 401
    again = Porter(Settings(PLAIN.policies, tokens=tmp_path / "tokens.json"))
    assert admit(again, f"Bearer {said}") == 401


def test_a_token_that_can_not_be_marked_as_used_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bool:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("reticent.service.guards.revoke_token", fail)
    porter, said, _ = porter_with(tmp_path, once=True)
    token = porter.admit(request_with(("authorization", f"Bearer {said}")), "sanitize")
    with pytest.raises(RequestError) as refusal:
        porter.spend(token)
    assert (refusal.value.status, refusal.value.retry) == (503, 60)


def test_without_a_file_of_tokens_nobody_is_asked() -> None:
    porter = Porter(PLAIN)
    assert porter.admit(request_with(), "sanitize") is None
    porter.spend(None)


def test_a_client_has_so_many_requests_under_way_and_no_more() -> None:
    turnstile = Turnstile(2)
    with turnstile.pass_through("a"), turnstile.pass_through("a"), turnstile.pass_through("b"):
        with pytest.raises(RequestError) as refusal, turnstile.pass_through("a"):
            raise AssertionError("a third one came in")
        assert (refusal.value.status, refusal.value.retry) == (429, 1)
    with turnstile.pass_through("a"), turnstile.pass_through("a"):
        pass


def test_an_error_lets_the_next_request_in() -> None:
    turnstile = Turnstile(1)
    for _ in range(3):
        with pytest.raises(KeyError), turnstile.pass_through("a"):
            raise KeyError


def test_a_client_is_known_by_token_or_address_and_can_not_choose_another() -> None:
    token, _ = create_token("ward", ["plan"])
    forwarded = request_with(("x-forwarded-for", "1.1.1.1, 2.2.2.2"))
    assert name_client(forwarded, token, PROXIED) == token.id
    assert name_client(forwarded, None, PROXIED) == "2.2.2.2"
    assert name_client(forwarded, None, PLAIN) == "10.0.0.7"
    assert name_client(request_with(), None, PROXIED) == "10.0.0.7"


def body_of(
    parts: list[bytes], limits: ServiceLimits, *headers: tuple[str, str], pause: float = 0.0
) -> bytes:
    async def receive() -> dict[str, Any]:
        await asyncio.sleep(pause)
        if not parts:
            return {"type": "http.disconnect"}
        body = parts.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(parts) or body == b"..."}

    return asyncio.run(read_body(request_with(*headers, receive=receive), limits))


def test_a_body_is_read_whole() -> None:
    assert body_of([b"ab", b"", b"cd"], ServiceLimits(body=4)) == b"abcd"


@pytest.mark.parametrize(
    ("parts", "status"),
    [([b"abc", b"de"], 413), ([b"a" * 100], 413), ([b"..."], 400)],
    ids=["in two", "at once", "a client that goes away"],
)
def test_bodies_that_are_too_large_or_break_off_are_refused(parts: list[bytes], status: int) -> None:
    with pytest.raises(RequestError) as refusal:
        body_of(parts, ServiceLimits(body=4))
    assert refusal.value.status == status


def test_a_body_that_comes_too_slowly_is_refused() -> None:
    with pytest.raises(RequestError) as refusal:
        body_of([b"a"] * 100, ServiceLimits(body=200, body_seconds=0.05), pause=0.01)
    assert refusal.value.status == 408


def test_a_packed_body_is_refused() -> None:
    with pytest.raises(RequestError) as refusal:
        require_unpacked(request_with(("content-encoding", "gzip")))
    assert refusal.value.status == 415
    require_unpacked(request_with(("content-encoding", "Identity")))


@pytest.mark.parametrize(("said", "size"), [("12", 12), ("", None), ("-1", None), ("1_0", None), ("²", None)])
def test_a_length_is_digits(said: str, size: int | None) -> None:
    assert read_size(request_with(("content-length", said))) == size
