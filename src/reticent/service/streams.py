"""Lines of JSON of any number: read as they come, released some at a time, sent back in their order.

Memory stays bounded: a line has a largest size, and no more is read while the client leaves its answer untaken.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from reticent.errors import needs_extra
from reticent.service.bodies import Job
from reticent.service.replies import Reply, RequestError, write_error_line
from reticent.service.settings import Limits
from reticent.usecases.lines import Lines

with needs_extra("serve", "the service"):
    from starlette.requests import ClientDisconnect

_MOST_LINES = 64
"""Lines that travel together: enough to cost little, few enough that others get their turn."""

_PATIENCE = 4
"""How many times the largest line is passed over before the connection is cut."""

_OF_ONE_LINE = frozenset({413, 500, 503})
"""Statuses of a worker that met a document which it can't bear; all others are about the request."""

Work = Callable[[Job], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Line:
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

    def feed(self, part: bytes) -> list[Line]:
        """The lines that are whole with this part."""
        *ended, rest = part.split(b"\n")
        found = [self._end(line + b"\n") for line in ended]
        self._hold(rest)
        return found

    def finish(self) -> list[Line]:
        """The last line, if it has no end."""
        return [self._end(b"")] if self._held or self.skipped else []

    def _hold(self, rest: bytes) -> None:
        if self.skipped or len(self._held) + len(rest) > self.most:
            self.skipped += len(self._held) + len(rest)
            self._held.clear()
        else:
            self._held += rest

    def _end(self, rest: bytes) -> Line:
        self._hold(rest)
        self._number += 1
        data = None if self.skipped else bytes(self._held)
        self._held.clear()
        self.skipped = 0
        return Line(self._number, data)


async def read_lines(
    parts: AsyncIterator[bytes], limits: Limits, *, size: int | None
) -> AsyncIterator[Lines | Line]:
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


def _group(lines: Sequence[Line], *, whole: bool) -> list[Lines | Line]:
    """Lines that travel together, and alone those that were too long."""
    found: list[Lines | Line] = []
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


def _too_long(limits: Limits) -> RequestError:
    return RequestError(413, "too_large", f"a line may have {limits.body} bytes: divide it")


async def release_each(
    batches: AsyncIterator[Lines | Line], job: Job, work: Work, limits: Limits
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
