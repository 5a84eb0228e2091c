"""The process behind the page: an address on this machine, a browser that opens it, and an end."""

from __future__ import annotations

import asyncio
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass

from reticent.errors import needs_extra
from reticent.review.outbox import Outbox
from reticent.review.review import Review
from reticent.service.log import silence_libraries
from reticent.service.review.access import Access
from reticent.service.review.app import build_review_app
from reticent.service.review.desk import Desk
from reticent.service.server import bind_address, configure_server, end_quietly
from reticent.service.settings import Limits, PolicyFiles, Settings

with needs_extra("serve", "the service"):
    import uvicorn

_LOOK_EVERY = 30.0
_DRAIN_SECONDS = 2


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a person learns of the page: `tell` is given its address, and a browser may open it."""

    tell: Callable[[str], None]
    browser: bool = True
    idle_seconds: float = 8 * 3600.0


def serve_review(review: Review, outbox: Outbox, invitation: Invitation, *, port: int = 0) -> None:
    """Serve the page of a review on a loopback address until a signal ends it."""
    silence_libraries()
    end_quietly()
    listener = bind_address("127.0.0.1", port)
    try:
        listener.listen()  # whoever follows the address at once waits, and is not turned away
        asyncio.run(_serve(review, outbox, invitation, listener))
    finally:
        listener.close()
        review.close()


async def _serve(review: Review, outbox: Outbox, invitation: Invitation, listener: socket.socket) -> None:
    host, port = listener.getsockname()[:2]

    def address(token: str) -> str:
        return f"http://{host}:{port}/?token={token}"

    settings = Settings(PolicyFiles(), host, port, limits=Limits(drain_seconds=_DRAIN_SECONDS))
    access = Access(invitation.idle_seconds, lambda token: invitation.tell(address(token)))
    app = build_review_app(Desk(review, outbox, invitation.idle_seconds), access, settings)
    server = uvicorn.Server(configure_server(app, settings))
    tasks: list[asyncio.Task[object]] = [asyncio.create_task(_lock_when_left(access))]
    first = address(access.token or "")
    invitation.tell(first)
    if invitation.browser:
        tasks.append(asyncio.create_task(asyncio.to_thread(webbrowser.open, first)))
    try:
        await server.serve(sockets=[listener])
    finally:
        for task in tasks:
            task.cancel()


async def _lock_when_left(access: Access) -> None:
    """Look now and then whether the page was left: an address that nobody asks at locks itself too."""
    while True:
        await asyncio.sleep(min(_LOOK_EVERY, access.idle_seconds))
        access.lock_if_left()
