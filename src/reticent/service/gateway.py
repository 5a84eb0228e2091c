"""The way to a language model's server and back: what may leave is noted and sent, and what comes is restored as it comes.

Nothing of a client's request gets here: only what a worker released. The ledger says what left, under which promise, and
holds no text; where it can't be written, nothing leaves.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from reticent.attackers.chat.server import Address, is_loopback, parse_address
from reticent.errors import AttackerError, InputError, ReticentError, needs_extra
from reticent.files import PRIVATE
from reticent.service.monitoring import write_event
from reticent.service.settings import GatewaySettings, ServiceLimits
from reticent.service.streams import Stream
from reticent.service.worker_state import (
    JSON,
    RequestError,
    ServiceReply,
    refuse_error,
    reply_json,
    write_error,
)
from reticent.usecases.chat import SafeRequest
from reticent.usecases.restoring import StandInTable, StreamRestorer, restore_answer

with needs_extra("chat", "a language model behind the service"):
    import httpx

SCHEMA = 1  # the version of a line of the ledger
EVENTS = "text/event-stream"
_DONE = b"[DONE]"
_LARGEST = 32_000_000
"""Bytes of an answer, or of one event of a stream: more than any model writes at once; chosen by hand."""

_CONNECT_SECONDS = 10.0
"""Until a server takes a connection: chosen by hand, as long as a client takes to send its header."""

_SILENT_SECONDS = 600.0
"""For which a model may say nothing: OpenAI's own clients wait as long."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Says what left: lines of JSON in a file that its owner alone reads."""

    path: Path

    def note(self, event: str, **facts: Any) -> None:
        """A line; a RequestError (503) where the file can't be written."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = {"reticent": "ledger", "schema": SCHEMA, "time": now, "event": event, **facts}
        try:
            self._append(json.dumps(line).encode() + b"\n")
        except OSError:
            raise RequestError(
                503, "ledger", "the ledger can't be written, so nothing leaves: tell the operator", retry=60
            ) from None

    def require_writable(self) -> None:
        """An InputError where no line can be written."""
        try:
            self._append(b"")
        except OSError as error:
            raise InputError(f"--ledger: '{self.path}' can't be written: {error.strerror}") from None

    def _append(self, line: bytes) -> None:
        place = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE)
        try:
            if os.write(place, line) < len(line):
                raise OSError("the disk is full")
        finally:
            os.close(place)


@dataclass(frozen=True, slots=True)
class Gateway:
    """A language model's server, and the ledger of what is sent there."""

    settings: GatewaySettings
    limits: ServiceLimits
    address: Address = field(init=False)
    ledger: Ledger = field(init=False)
    _client: httpx.AsyncClient = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "address", read_address(self.settings.url))
        object.__setattr__(self, "ledger", Ledger(self.settings.ledger))
        self.ledger.require_writable()
        waits = httpx.Timeout(_SILENT_SECONDS, connect=_CONNECT_SECONDS)
        # Neither a proxy of the environment nor a redirect: what leaves goes to this server and no other.
        client = httpx.AsyncClient(timeout=waits, trust_env=False, follow_redirects=False)
        object.__setattr__(self, "_client", client)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def list_models(self, bearer: str | None) -> ServiceReply:
        """What the server says of its models."""
        path = self.address.path.removesuffix("/chat/completions") + "/models"
        response = await self._ask("GET", path, bearer)
        return await _read_whole(response, None, json_content=False)

    async def send(
        self, released: bytes, bearer: str | None, request_id: str, held: ExitStack
    ) -> ServiceReply | Stream:
        """Send what a worker released, and give back what comes, restored; a stream keeps what is `held`."""
        told = json.loads(released)
        safe = SafeRequest.from_json(told.pop("request"))
        table = StandInTable(safe.stand_ins)
        self._note_sent(safe, told, request_id)
        response = await self._ask("POST", self.address.path, bearer, safe.body, stream=safe.stream)
        if not safe.stream or response.status_code != 200 or not _is_stream(response):
            reply = await _read_whole(response, table, json_content=safe.asks_for_json)
            self._note_answer(request_id, reply.status, table)
            return reply
        held.callback(self._note_answer, request_id, response.status_code, table)
        pieces = _restore_events(response, StreamRestorer(table, safe.asks_for_json))
        first = await _take_first(pieces, response)
        return Stream(first, pieces, EVENTS, self.limits, held.pop_all(), write_error=_write_error_event)

    async def _ask(
        self, method: str, path: str, bearer: str | None, body: bytes | None = None, *, stream: bool = False
    ) -> httpx.Response:
        said = f"Bearer {self.settings.key}" if self.settings.key else bearer
        headers = {"accept": EVENTS if stream else JSON, "accept-encoding": "identity"}
        headers |= {"authorization": said} if said else {}
        headers |= {} if body is None else {"content-type": JSON}
        try:
            request = self._client.build_request(
                method, f"{self.address}{path}", headers=headers, content=body
            )
            return await self._client.send(request, stream=True)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise _explain(error) from None

    def _note_sent(self, safe: SafeRequest, told: Mapping[str, Any], request_id: str) -> None:
        self.ledger.note(
            "sent",
            request_id=request_id,
            to=str(self.address),
            model=safe.model,
            policy=told["policy"],
            policy_sha256=told["sha256"],
            promises=[{key: each[key] for key in ("model", "statement")} for each in told["promises"]],
            texts=safe.texts,
            characters=safe.characters,
            changed=safe.changed,
            unjudged=safe.passed,
            body_sha256=hashlib.sha256(safe.body).hexdigest(),
        )

    def _note_answer(self, request_id: str, status: int, table: StandInTable) -> None:
        try:
            self.ledger.note(
                "answered", request_id=request_id, status=status, restored=table.counts["restored"]
            )
        except ReticentError:  # what left was noted before it left
            write_event("ledger not written", request_id=request_id)


def read_address(url: str) -> Address:
    """The server that a URL means; an InputError where what is said on the way there could be read by others."""
    try:
        address = parse_address(url)
    except AttackerError as error:
        raise InputError(f"--gateway: {error}") from None
    if address.is_encrypted or is_loopback(address.host):
        return address
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        private = all(ip_address(place[0]).is_private for *_, place in found)
    except (OSError, UnicodeError, ValueError):
        private = False
    if not private:
        raise InputError(
            f"--gateway: what is sent to {address} can be read on the way: use https://, or a server on this machine or in a"
            " private network"
        )
    return address


def _is_stream(response: httpx.Response) -> bool:
    kind: str = response.headers.get("content-type", "")
    return kind.partition(";")[0].strip().lower() == EVENTS


def _explain(error: Exception) -> RequestError:
    """What went wrong on the way to the server and back, in no words of its own."""
    if isinstance(error, httpx.TimeoutException):
        return RequestError(504, "upstream_slow", "the language model does not answer: ask again later")
    return RequestError(
        502, "upstream", "the language model's server can't be reached, or broke off: ask again later"
    )


def _bad_answer() -> RequestError:
    return RequestError(
        502,
        "upstream_answer",
        "the language model's server does not answer as an OpenAI-compatible one does: see --gateway",
    )


async def _read_whole(
    response: httpx.Response, table: StandInTable | None, *, json_content: bool
) -> ServiceReply:
    """An answer with its own status, restored; errors of the server too, which may speak of what they were sent."""
    body = bytearray()
    try:
        async for part in response.aiter_raw():
            body += part
            if len(body) > _LARGEST:
                raise _bad_answer()
    except (httpx.HTTPError, OSError) as error:
        raise _explain(error) from None
    finally:
        await response.aclose()
    value = _read_json(bytes(body))
    if table is not None:
        value = restore_answer(value, table, json_content=json_content)
    return reply_json(value, status=response.status_code)


def _read_json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise _bad_answer() from None


async def _take_first(pieces: AsyncIterator[bytes], response: httpx.Response) -> bytes:
    """The first piece, before which everything that goes wrong is an error as any other."""
    try:
        return await anext(pieces, b"")
    except BaseException:
        await response.aclose()
        raise


async def _restore_events(response: httpx.Response, restorer: StreamRestorer) -> AsyncIterator[bytes]:
    """The events of a stream as they come, each restored as far as is known."""
    try:
        async for data, others in _read_events(response):
            done = data == _DONE
            chunk = {} if done or not data else _read_json(data)
            if not isinstance(chunk, dict):
                raise _bad_answer()
            restored = restorer.finish() if done else restorer.restore(chunk) if chunk else ()
            yield b"".join([*map(_write_event, restored), others, b"data: [DONE]\n\n" if done else b""])
        yield b"".join(map(_write_event, restorer.finish()))
    except (httpx.HTTPError, OSError) as error:
        raise _explain(error) from None
    finally:
        await response.aclose()


async def _read_events(response: httpx.Response) -> AsyncIterator[tuple[bytes, bytes]]:
    """The data of each event, and for an event without data its lines, such as what keeps a connection open."""
    waiting = bytearray()
    data: list[bytes] = []
    others: list[bytes] = []
    async for part in response.aiter_raw():
        waiting += part
        if len(waiting) > _LARGEST:
            raise _bad_answer()
        *lines, rest = waiting.split(b"\n")
        waiting = bytearray(rest)
        for line in map(bytes, lines):
            text = line.rstrip(b"\r")
            if text.startswith(b"data:"):
                data.append(text[5:].strip())
            elif text.startswith(b":"):
                others.append(text + b"\n\n")
            elif not text and (data or others):
                yield b"\n".join(data), b"".join(others)
                data, others = [], []
    if data:  # a server may end without an empty line
        yield b"\n".join(data), b"".join(others)


def _write_event(chunk: Mapping[str, Any]) -> bytes:
    return b"data: " + json.dumps(chunk, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n\n"


def _write_error_event(error: ReticentError, request_id: str) -> bytes:
    return b"data: " + write_error(refuse_error(error), request_id) + b"\n\n"
