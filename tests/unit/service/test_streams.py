"""Lines are cut, released and sent in their order, however they come, in bounded memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.service.bodies import NDJSON, Job
from reticent.service.settings import ServiceLimits
from reticent.service.streams import LineCutter, StreamLine, read_lines, release_each, run_ahead
from reticent.service.worker_state import RequestError, ServiceReply, refuse
from reticent.usecases.records import Lines

JOB = Job("sanitize", "p", media=NDJSON, request_id="id")


async def come(parts: Sequence[bytes], pause: float = 0.0) -> AsyncIterator[bytes]:
    for part in parts:
        await asyncio.sleep(pause)
        yield part


def cut(parts: Sequence[bytes], most: int) -> list[StreamLine]:
    cutter = LineCutter(most)
    found = [line for part in parts for line in cutter.feed(part)]
    return found + cutter.finish()


@given(st.lists(st.text(alphabet="ab\n\r", max_size=6)), st.integers(1, 8))
def test_lines_are_the_same_however_a_body_is_divided(texts: list[str], most: int) -> None:
    parts = [text.encode() for text in texts]
    whole = b"".join(parts)
    *ended, rest = whole.split(b"\n")
    lines = [line + b"\n" for line in ended] + ([rest] if rest else [])
    expected = [StreamLine(n, line if len(line) <= most else None) for n, line in enumerate(lines, 1)]
    assert cut(parts, most) == expected


def test_a_line_without_end_takes_no_room() -> None:
    cutter = LineCutter(10)
    for _ in range(1000):
        assert cutter.feed(b"a" * 100) == []
    assert len(cutter._held) <= 10
    assert cutter.skipped == 100_000
    assert cutter.feed(b"\nb\n") == [StreamLine(1, None), StreamLine(2, b"b\n")]


def read(
    parts: Sequence[bytes], limits: ServiceLimits, *, size: int | None = None, pause: float = 0.0
) -> list[Lines | StreamLine]:
    async def collect() -> list[Lines | StreamLine]:
        return [each async for each in read_lines(come(parts, pause), limits, size=size)]

    return asyncio.run(collect())


def test_lines_travel_together_and_long_ones_are_told() -> None:
    limits = ServiceLimits(body=5)
    found = read([b"a\nb\n" + b"c" * 9, b"\nd\n", b"e"], limits)
    assert found == [Lines(b"a\nb\n", 1), StreamLine(3, None), Lines(b"d\n", 4), Lines(b"e", 5)]


def test_a_body_that_is_there_at_once_is_known_as_the_whole() -> None:
    assert read([b"a\nb"], ServiceLimits(), size=3) == [Lines(b"a\nb", 1, whole=True)]
    assert read([b"a\n", b"b"], ServiceLimits(), size=3) == [Lines(b"a\n", 1), Lines(b"b", 2)]
    many = read([b"a\n" * 100], ServiceLimits(), size=200)
    assert [(each.first, each.whole) for each in many if isinstance(each, Lines)] == [(1, False), (65, False)]
    assert read([b""], ServiceLimits(), size=0) == []


def test_a_line_that_never_ends_or_never_comes_ends_the_stream() -> None:
    with pytest.raises(RequestError) as error:
        read([b"a" * 10] * 100, ServiceLimits(body=10))
    assert error.value.status == 413
    with pytest.raises(RequestError) as error:
        read([b"a"] * 100, ServiceLimits(body_seconds=0.05), pause=0.02)
    assert error.value.status == 408


def test_a_stream_may_last_as_long_as_lines_come() -> None:
    found = read([b"a\n"] * 10, ServiceLimits(body_seconds=0.1), pause=0.02)
    assert len(found) == 10


def release(batches: Sequence[Lines | StreamLine], bad: dict[bytes, ServiceReply]) -> list[bytes]:
    """What comes of batches when workers do nothing but refuse some of them."""

    async def work(job: Job) -> ServiceReply:
        found = [reply for mark, reply in bad.items() if mark in job.body]
        return found[0] if found else ServiceReply(200, job.body.upper())

    async def collect() -> list[bytes]:
        async def give() -> AsyncIterator[Lines | StreamLine]:
            for batch in batches:
                yield batch

        return [each async for each in release_each(give(), JOB, work, ServiceLimits(body=5))]

    return asyncio.run(collect())


def errors(lines: bytes) -> list[Any]:
    parsed = [json.loads(line) if line.startswith(b"{") else line for line in lines.splitlines()]
    return [(each["line"], each["error"]["code"]) if isinstance(each, dict) else each for each in parsed]


@pytest.mark.parametrize("status", [413, 500, 503])
def test_a_line_that_a_worker_can_not_bear_takes_no_other_with_it(status: int) -> None:
    pieces = release([Lines(b"a\nx\nb\n", 4), Lines(b"c\n", 7)], {b"x": refuse(status, "ended", "no")})
    assert errors(b"".join(pieces)) == [b"A", (5, "ended"), b"B", b"C"]


def test_a_long_line_is_told_in_its_place() -> None:
    pieces = release([Lines(b"a\n", 1), StreamLine(2, None), Lines(b"b\n", 3)], {})
    assert errors(b"".join(pieces)) == [b"A", (2, "too_large"), b"B"]


def test_what_is_wrong_with_the_request_is_no_lines_fault() -> None:
    with pytest.raises(RequestError) as error:
        release([Lines(b"a\nb\n", 1)], {b"a": refuse(400, "bad_option", "no")})
    assert (error.value.status, error.value.code) == (400, "bad_option")


@given(st.lists(st.binary(max_size=9), max_size=20), st.integers(1, 30))
def test_pieces_come_in_order_and_no_more_than_fit_wait(pieces: list[bytes], room: int) -> None:
    made: list[int] = [0]
    taken: list[int] = [0]

    async def make() -> AsyncIterator[bytes]:
        for piece in pieces:
            assert made[0] - taken[0] < room + 9 + 9
            made[0] += len(piece)
            yield piece

    async def collect() -> list[bytes]:
        found = []
        async for piece in run_ahead(b"first", make(), room=room):
            found.append(piece)
            taken[0] += len(piece)
            await asyncio.sleep(0)
        return found

    assert asyncio.run(collect()) == [b"first", *pieces]


def test_an_error_comes_after_what_was_made_before_it() -> None:
    async def make() -> AsyncIterator[bytes]:
        yield b"a"
        raise RequestError(408, "too_slow", "x")

    async def take() -> list[bytes]:
        pieces = run_ahead(b"first", make(), room=100)
        found = [await anext(pieces), await anext(pieces)]
        with pytest.raises(RequestError):
            await anext(pieces)
        return found

    assert asyncio.run(take()) == [b"first", b"a"]


def test_a_client_that_goes_ends_the_work() -> None:
    made = []

    async def make() -> AsyncIterator[bytes]:
        for number in range(1000):
            made.append(number)
            await asyncio.sleep(0)
            yield b"12345"

    async def leave_early() -> None:
        pieces = run_ahead(b"first", make(), room=10)
        await anext(pieces)
        await pieces.aclose()

    asyncio.run(leave_early())
    assert len(made) < 10
