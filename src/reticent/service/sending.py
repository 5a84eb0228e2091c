"""How an answer that is made line by line goes out: ahead of the client as far as there is room, and never for ever."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import ExitStack, aclosing, suppress
from dataclasses import dataclass, field

from reticent.errors import ReticentError, needs_extra
from reticent.service.log import write_event
from reticent.service.replies import write_error_line
from reticent.service.settings import Limits

with needs_extra("serve", "the service"):
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class Stream:
    """An answer of which the first piece is there; `held` is what it keeps until its end."""

    first: bytes = field(repr=False)
    pieces: AsyncIterator[bytes] = field(repr=False)
    media: str
    limits: Limits
    held: ExitStack = field(repr=False)
    status: int = 200
    code: str = ""
    headers: tuple[tuple[str, str], ...] = ()


class StreamResponse(Response):
    """Sends a stream; what ends it early is told in a last line, and then the connection is cut."""

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
            await _send_piece(send, write_error_line(error, None, self._request_id), limits)
            raise
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        return ""


async def _send_piece(send: Send, piece: bytes, limits: Limits) -> None:
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
