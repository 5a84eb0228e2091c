"""A service says that it has started when whoever comes is let in, and not before."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from reticent.service import server
from reticent.service.service import Service
from reticent.service.settings import PolicyFiles, Settings


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Leave the signals of this process as they were."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_comes_before_it_serves_ends_it_too(
    monkeypatch: pytest.MonkeyPatch, ending: signal.Signals
) -> None:
    events: list[str] = []

    def tell(event: str, **_: Any) -> None:
        events.append(event)
        if event == "started":
            signal.raise_signal(ending)

    async def nothing(*_: Any, **__: Any) -> None:
        return None

    monkeypatch.setattr(server, "write_event", tell)
    monkeypatch.setattr(Service, "start", nothing)
    monkeypatch.setattr(Service, "close", nothing)
    asyncio.run(asyncio.wait_for(server._serve(Settings(PolicyFiles(), port=0)), 60))
    assert events == ["started", "ended"]


def test_whoever_comes_as_soon_as_it_says_that_it_has_started_is_not_turned_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine much time passes between the line in the log and the first request that is taken."""
    came: list[socket.socket] = []

    def come(event: str, **said: Any) -> None:
        if event == "started":
            came.append(socket.create_connection((said["host"], said["port"]), timeout=5))

    async def nothing(*_: Any, **__: Any) -> None:
        return None

    monkeypatch.setattr(server, "write_event", come)
    monkeypatch.setattr(Service, "start", nothing)
    monkeypatch.setattr(Service, "close", nothing)
    monkeypatch.setattr(uvicorn.Server, "serve", nothing)
    asyncio.run(server._serve(Settings(PolicyFiles())))
    assert len(came) == 1
    came[0].close()
