"""Whether a request may come in at all: its host, its way here, its bearer, its size."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from reticent.errors import InputError, needs_extra
from reticent.service.settings import ServiceLimits, Settings
from reticent.service.tokens import AccessToken, find_token, read_tokens, revoke_token
from reticent.service.worker_state import RequestError

with needs_extra("serve", "the service"):
    from starlette.requests import ClientDisconnect, Request

PROXY_HEADER = "x-reticent-proxy"
HEADERS = (
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ("cache-control", "no-store"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-resource-policy", "same-origin"),
)
_PATIENCE = 4
"""How many times the largest body is taken before the connection is cut."""

_OWN_SITE = frozenset({"same-origin", "none"})


def require_right_way(request: Request, settings: Settings) -> None:
    """Raise unless a request names this service, came through the proxy if there is one, and is no other site's."""
    hosts = request.headers.getlist("host")
    if len(hosts) != 1 or _without_port(hosts[0]) not in settings.allowed_hosts:
        raise RequestError(
            400, "host", "this service is not known by that host name: allow it with --allow-host"
        )
    if settings.proxy_secret is not None:
        said = request.headers.get(PROXY_HEADER, "")
        if not hmac.compare_digest(said.encode(), settings.proxy_secret.encode()):
            raise RequestError(403, "proxy", "this service answers only through its proxy")
    if request.method in ("GET", "HEAD"):
        return
    site = request.headers.get("sec-fetch-site", "none")
    if site not in _OWN_SITE or ("origin" in request.headers and not _is_own_origin(request)):
        raise RequestError(403, "other_site", "a page of another site may not ask: use a program of your own")


def _is_own_origin(request: Request) -> bool:
    return request.headers["origin"].partition("://")[2].lower() == request.headers["host"].lower()


def _without_port(host: str) -> str:
    name = host.lower()
    if name.startswith("["):
        return name.partition("]")[0] + "]"
    return name.partition(":")[0]


class Porter:
    """Knows the tokens as they are on disk now."""

    def __init__(self, settings: Settings) -> None:
        self._path = settings.tokens
        self._tokens: tuple[AccessToken, ...] = ()
        self._state: tuple[int, int, int] | None = None
        self._spent: set[str] = set()

    def admit(self, request: Request, verb: str) -> AccessToken | None:
        """The token of a request that allows a verb; None where the service asks for none."""
        if self._path is None:
            return None
        self._read_changes()
        scheme, _, said = request.headers.get("authorization", "").partition(" ")
        token = (
            find_token(self._tokens, said.strip(), datetime.now(UTC)) if scheme.lower() == "bearer" else None
        )
        if token is None or token.id in self._spent:
            raise _no_token()
        if verb not in token.verbs:
            raise RequestError(403, "verb", "this token is for other requests: ask the operator for one")
        return token

    def spend(self, token: AccessToken | None) -> None:
        """Make a token that is good once useless, here at once and on disk for later."""
        if self._path is None or token is None or not token.once:
            return
        if token.id in self._spent:
            raise _no_token()
        self._spent.add(token.id)
        try:
            revoke_token(self._path, token.id)
        except (OSError, InputError):
            raise RequestError(
                503, "tokens", "the token can't be marked as used: tell the operator", retry=60
            ) from None

    def _read_changes(self) -> None:
        if self._path is None:
            return
        try:
            found = self._path.stat()
        except OSError:
            self._tokens, self._state = (), None
            return
        state = (found.st_mtime_ns, found.st_size, found.st_ino)
        if state != self._state:
            self._tokens, self._state = read_tokens(self._path), state


def _no_token() -> RequestError:
    return RequestError(401, "token", "a good token is needed: send 'Authorization: Bearer TOKEN'")


class Turnstile:
    """Counts what each client has under way."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._under_way: dict[str, int] = {}

    @contextmanager
    def pass_through(self, client: str) -> Iterator[None]:
        """Count one more while the block lasts; a RequestError (429) when that is too many."""
        held = self._under_way.get(client, 0)
        if held >= self._most:
            raise RequestError(
                429, "client_limit", "too many requests of yours are under way: wait for some", retry=1
            )
        self._under_way[client] = held + 1
        try:
            yield
        finally:
            self._under_way[client] -= 1
            if not self._under_way[client]:
                del self._under_way[client]


def name_client(request: Request, token: AccessToken | None, settings: Settings) -> str:
    """Who asks, for counting: the token, or the address, as the proxy tells it if there is one."""
    if token is not None:
        return token.id
    forwarded = request.headers.get("x-forwarded-for") if settings.proxy_secret is not None else None
    if forwarded:
        return forwarded.rpartition(",")[2].strip()[:64]
    return request.client.host if request.client else "unknown"


def require_unpacked(request: Request) -> None:
    """Raise when a body is packed: what it unpacks to has no limit that the client couldn't exceed."""
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise RequestError(415, "packed", "send the body as it is, not packed")


def read_size(request: Request) -> int | None:
    """How many bytes the body has, if the client says so."""
    said = request.headers.get("content-length", "")
    return int(said) if said.isascii() and said.isdigit() else None


async def read_body(request: Request, limits: ServiceLimits) -> bytes:
    """The whole body; a RequestError when it is too large, too slow or packed."""
    require_unpacked(request)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for part in request.stream():
                size += len(part)
                # What is too large is still taken for a while and dropped, so that the client hears the answer.
                if size <= limits.body:
                    parts.append(part)
                elif size > limits.body * _PATIENCE:
                    break
    except TimeoutError:
        if size <= limits.body:
            raise RequestError(408, "too_slow", "the body did not arrive in time: send it faster") from None
    except ClientDisconnect:
        raise RequestError(400, "gone", "the client went away before its body was there") from None
    if size > limits.body:
        raise RequestError(413, "too_large", f"a body may have {limits.body} bytes: send less at once")
    return b"".join(parts)
