"""Any number of JSON lines: read as they come, released some at a time, sent back in order.

Memory stays bounded: a line has a largest size, no more is read while the client leaves its answer untaken, and an answer
runs ahead of the client only as far as there is room, and not forever.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, aclosing, suppress
from dataclasses import dataclass, field, replace
from itertools import groupby

from reticent.errors import ReticentError, needs_extra
from reticent.service.bodies import Job
from reticent.service.monitoring import write_event
from reticent.service.settings import ServiceLimits
from reticent.service.worker_state import RequestError, ServiceReply, write_error_line
from reticent.usecases.records import Lines

with needs_extra("serve", "the service"):
    from starlette.requests import ClientDisconnect
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send


_MOST_LINES = 64
"""Lines that travel together: enough to cost little, few enough that others get their turn."""

_PATIENCE = 4
"""How many times the largest line is passed over before the connection is cut."""

_OF_ONE_LINE = frozenset({413, 500, 503})
"""Statuses of a worker that met a document which it can't bear; all others are about the request."""

Work = Callable[[Job], Awaitable[ServiceReply]]


@dataclass(frozen=True, slots=True)
class StreamLine:
    """A line with its number and its end; `data` is None where it was too long and was passed over."""

    number: int
    data: bytes | None = field(repr=False)


@dataclass(slots=True)
class LineCutter:
    """Cuts a body that comes in parts into lines of at most `most` bytes."""

    most: int
    skipped: int = 0
    _number: int = 0
    _held: bytearray = field(default_factory=bytearray, repr=False)

    def feed(self, part: bytes) -> list[StreamLine]:
        """The lines that are whole with this part."""
        *ended, rest = part.split(b"\n")
        found = [self._end(line + b"\n") for line in ended]
        self._hold(rest)
        return found

    def finish(self) -> list[StreamLine]:
        """The last line, if it has no end."""
        return [self._end(b"")] if self._held or self.skipped else []

    def _hold(self, rest: bytes) -> None:
        if self.skipped or len(self._held) + len(rest) > self.most:
            self.skipped += len(self._held) + len(rest)
            self._held.clear()
        else:
            self._held += rest

    def _end(self, rest: bytes) -> StreamLine:
        self._hold(rest)
        self._number += 1
        data = None if self.skipped else bytes(self._held)
        self._held.clear()
        self.skipped = 0
        return StreamLine(self._number, data)


async def read_lines(
    parts: AsyncIterator[bytes], limits: ServiceLimits, *, size: int | None
) -> AsyncIterator[Lines | StreamLine]:
    """The lines of a body, some at a time, too long ones alone; each must be there within some seconds.

    `size` is what the body says of itself: what makes it up at once is known to be the whole.
    """
    cutter, read = LineCutter(limits.body), 0
    clock = asyncio.get_running_loop().time
    due = clock() + limits.body_seconds
    while (part := await _read_part(parts, due)) is not None:
        read += len(part)
        found = cutter.feed(part) + (cutter.finish() if read == size else [])
        for group in _group(found, whole=read == size):
            yield group
        if found:
            due = clock() + limits.body_seconds
        if cutter.skipped > _PATIENCE * limits.body:
            raise _too_long(limits)
    for group in _group(cutter.finish(), whole=False):
        yield group


async def _read_part(parts: AsyncIterator[bytes], due: float) -> bytes | None:
    try:
        async with asyncio.timeout_at(due):
            return await anext(parts, None)
    except TimeoutError:
        raise RequestError(408, "too_slow", "a line did not arrive in time: send it faster") from None
    except ClientDisconnect:
        raise RequestError(400, "gone", "the client went away before its body was there") from None


def _group(lines: Sequence[StreamLine], *, whole: bool) -> list[Lines | StreamLine]:
    """Lines that travel together, and alone those that were too long."""
    found: list[Lines | StreamLine] = []
    for too_long, run in groupby(lines, key=lambda line: line.data is None):
        each = list(run)
        if too_long:
            found += each
            continue
        for at in range(0, len(each), _MOST_LINES):
            some = each[at : at + _MOST_LINES]
            data = b"".join(line.data or b"" for line in some)
            alone = whole and some[0].number == 1 and len(some) == len(lines)
            found.append(Lines(data, some[0].number, whole=alone))
    return found


def _too_long(limits: ServiceLimits) -> RequestError:
    return RequestError(413, "too_large", f"a line may have {limits.body} bytes: divide it")


async def release_each(
    batches: AsyncIterator[Lines | StreamLine], job: Job, work: Work, limits: ServiceLimits
) -> AsyncIterator[bytes]:
    """What comes of each batch, in order; an error of a line stands where the line stood."""
    async for batch in batches:
        if isinstance(batch, Lines):
            yield await _release(batch, job, work)
        else:
            yield write_error_line(_too_long(limits), batch.number, job.request_id)


async def _release(lines: Lines, job: Job, work: Work) -> bytes:
    reply = await work(replace(job, body=lines.data, first=lines.first, whole=lines.whole))
    if not reply.code:
        return reply.body
    error = RequestError(reply.status, reply.code, reply.message)
    if reply.status not in _OF_ONE_LINE:
        raise error
    each = lines.each()
    if len(each) == 1:
        return write_error_line(error, lines.first, job.request_id)
    # One of them is to blame, and not the others.
    return b"".join([await _release(line, job, work) for line in each])


_PIECE = 1 << 16  # bytes; chosen by hand: what one write to a socket usually takes


def _write_last_line(error: ReticentError, request_id: str) -> bytes:
    return write_error_line(error, None, request_id)


@dataclass(frozen=True, slots=True)
class Stream:
    """An answer of which the first piece is there; `held` is what it keeps until its end.

    `write_error` writes what ends it early, for the request with this id.
    """

    first: bytes = field(repr=False)
    pieces: AsyncIterator[bytes] = field(repr=False)
    media: str
    limits: ServiceLimits
    held: ExitStack = field(repr=False)
    status: int = 200
    code: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    write_error: Callable[[ReticentError, str], bytes] = _write_last_line


class StreamResponse(Response):
    """Sends a stream; what ends it early is reported in a last line, and then the connection is cut."""

    def __init__(self, stream: Stream, request_id: str, headers: Mapping[str, str]) -> None:
        self._stream, self._request_id = stream, request_id
        super().__init__(None, stream.status, dict(headers), media_type=stream.media)
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all of it, and let go of what was held, whatever happens."""
        began, code = time.perf_counter(), "cut"
        try:
            with self._stream.held:
                await send(
                    {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
                )
                code = await self._send_pieces(send)
        finally:
            seconds = round(time.perf_counter() - began, 4)
            write_event("stream ended", request_id=self._request_id, code=code, seconds=seconds)

    async def _send_pieces(self, send: Send) -> str:
        limits = self._stream.limits
        try:
            async with aclosing(
                run_ahead(self._stream.first, self._stream.pieces, room=limits.body)
            ) as pieces:
                async for piece in pieces:
                    await _send_piece(send, piece, limits)
        except ReticentError as error:
            await _send_piece(send, self._stream.write_error(error, self._request_id), limits)
            raise
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return ""


async def _send_piece(send: Send, piece: bytes, limits: ServiceLimits) -> None:
    """Send some bytes; a client that takes nothing of the last ones for long is left."""
    for at in range(0, len(piece), _PIECE):
        async with asyncio.timeout(limits.body_seconds):
            await send({"type": "http.response.body", "body": piece[at : at + _PIECE], "more_body": True})


async def run_ahead(first: bytes, pieces: AsyncIterator[bytes], *, room: int) -> AsyncGenerator[bytes, None]:
    """The pieces in order, made ahead while fewer than `room` bytes wait.

    So a client that sends all its lines before it reads gets its answer, as long as that fits.
    """
    waiting: deque[bytes | None] = deque([first])
    changed = asyncio.Condition()

    async def put(piece: bytes | None) -> None:
        async with changed:
            await changed.wait_for(lambda: piece is None or sum(len(each or b"") for each in waiting) < room)
            waiting.append(piece)
            changed.notify_all()

    async def make() -> None:
        try:
            async for piece in pieces:
                await put(piece)
        finally:
            await put(None)

    making = asyncio.create_task(make())
    try:
        while (piece := await _take(waiting, changed)) is not None:
            yield piece
        await making
    finally:
        making.cancel()
        with suppress(asyncio.CancelledError, ReticentError):
            await making


async def _take(waiting: deque[bytes | None], changed: asyncio.Condition) -> bytes | None:
    async with changed:
        await changed.wait_for(lambda: waiting)
        changed.notify_all()
        return waiting.popleft()
