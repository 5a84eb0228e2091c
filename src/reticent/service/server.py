"""The server: every address with its answer, counted and logged without a word of what was asked.

One process holds the socket, answers signals, and cuts connections that are too slow.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import h11

from reticent.errors import InputError, ReticentError, name_origin, needs_extra
from reticent.service.endpoints import ENDPOINTS, FOR_LANGUAGE_MODELS, Endpoint
from reticent.service.guards import HEADERS, require_right_way
from reticent.service.monitoring import silence_libraries, write_event
from reticent.service.service import Service
from reticent.service.settings import Settings, require_safe
from reticent.service.streams import Stream, StreamResponse
from reticent.service.worker_state import JSON, ServiceReply, refuse, refuse_error, write_error

with needs_extra("serve", "the service"):
    import uvicorn
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route
    from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle


_END_CONNECTION = frozenset({400, 408, 413})

Act = Callable[[str], Awaitable[ServiceReply | Stream]]
"""What answers a request with this id."""


def build_app(settings: Settings) -> tuple[Starlette, Service]:
    """The application and what stands behind it."""
    service = Service(settings)

    @asynccontextmanager
    async def live(_: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await service.close()

    endpoints = ENDPOINTS + FOR_LANGUAGE_MODELS if settings.gateway else ENDPOINTS
    routes = [Route(each.path, partial(_handle, service, each), methods=[each.method]) for each in endpoints]
    app = Starlette(
        routes=routes,
        lifespan=live,
        exception_handlers={HTTPException: partial(_refuse_unknown, service)},
    )
    app.router.redirect_slashes = False
    return app, service


async def _handle(service: Service, endpoint: Endpoint, request: Request) -> Response:
    async def act(request_id: str) -> ServiceReply | Stream:
        if endpoint in FOR_LANGUAGE_MODELS:
            with service.count_in():
                return await service.ask_model(endpoint, request, request_id)
        if endpoint.job:
            with service.count_in():
                return await service.ask_worker(endpoint, request, request_id)
        return await service.answer_itself(endpoint, request)

    return await _finish(service, endpoint.path, request, act, flat=endpoint.flat)


async def _refuse_unknown(service: Service, request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    codes = {404: "no_such_path", 405: "method"}

    async def act(_: str) -> ServiceReply:
        return refuse(status, codes.get(status, "http"), "ask as /openapi.json describes it")

    return await _finish(service, "other", request, act, flat=False)


async def _finish(service: Service, path: str, request: Request, act: Act, *, flat: bool) -> Response:
    """The response to a request, counted and logged, whatever happens on the way."""
    began, request_id = time.perf_counter(), secrets.token_hex(8)
    try:
        require_right_way(request, service.settings)
        reply = await act(request_id)
    except ReticentError as error:
        reply = refuse_error(error)
    except Exception as error:  # its own words could quote the request
        reply = refuse(500, "internal", f"internal error: {name_origin(error)}; please report this line")
    seconds = time.perf_counter() - began
    service.metrics.count(path, reply.status, seconds)
    write_event(
        "request",
        request_id=request_id,
        path=path,
        status=reply.status,
        code=reply.code,
        seconds=round(seconds, 4),
    )
    headers = dict([*HEADERS, *reply.headers, ("x-request-id", request_id)])
    if isinstance(reply, Stream):
        return StreamResponse(reply, request_id, headers)
    if reply.status in _END_CONNECTION:
        headers["connection"] = "close"
    body = write_error(reply, request_id, flat=flat) if reply.code else reply.body
    return Response(body, reply.status, headers, media_type=JSON if reply.code else reply.media)


_LARGEST_HEADER = 16_384  # bytes; chosen by hand: twice what common proxies let through
_IDLE_SECONDS = 5  # uvicorn's own setting, said here because shutting down waits for it


def serve(settings: Settings) -> None:
    """Run until a signal ends it: SIGTERM and SIGINT finish running work, SIGHUP reads the policies again."""
    require_safe(settings)
    silence_libraries()
    asyncio.run(_serve(settings))
    _give_up_log()


def end_quietly(server: uvicorn.Server) -> None:
    """Let signals end the server without a traceback, also before it serves, and a client or worker that goes away not at all."""
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, server.handle_exit)  # the server raises again what it was ended by
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _give_up_log() -> None:
    """Let what can't be written to the log go: a full disk is no reason to end with an error."""
    try:
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


async def _serve(settings: Settings) -> None:
    app, service = build_app(settings)
    listener = bind_address(settings.host, settings.port)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_log_exception)
    server = uvicorn.Server(configure_server(app, settings))
    end_quietly(server)
    try:
        await service.start()
        if hasattr(signal, "SIGHUP"):
            loop.add_signal_handler(signal.SIGHUP, service.begin_reload)
        host, port = listener.getsockname()[:2]
        listener.listen()  # whoever reads that it has started and comes at once waits, and is not turned away
        write_event("started", host=host, port=port, workers=settings.workers)
        await server.serve(sockets=[listener])
    finally:
        await service.close()
        listener.close()
    write_event("ended")


def configure_server(app: Any, settings: Settings) -> uvicorn.Config:
    """How connections are taken: none may be slow, and nothing of them is logged."""
    limits = settings.limits
    protocol = type("Protocol", (PromptProtocol,), {"seconds": limits.header_seconds})
    return uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        lifespan="on",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=_LARGEST_HEADER,
        timeout_keep_alive=_IDLE_SECONDS,
        timeout_graceful_shutdown=limits.drain_seconds,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.certificate_key,
    )


class PromptProtocol(H11Protocol):
    """A connection whose client sends a whole header and takes its answer within some seconds, or is left."""

    seconds = 10.0
    _waited_after: object = False
    _untaken = 0

    def connection_made(self, transport: Any) -> None:
        """Begin to watch the connection."""
        super().connection_made(transport)
        self.loop.call_later(self.seconds, self._look)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP in the shape of every other error, and end the connection."""
        request_id = secrets.token_hex(8)
        error = refuse(400, "bad_http", "this is no HTTP request that can be read: send it anew")
        write_event("request", request_id=request_id, path="other", status=error.status, code=error.code)
        body = write_error(error, request_id)
        sent = [*HEADERS, ("x-request-id", request_id), ("content-type", JSON), ("connection", "close")]
        headers = [*sent, ("content-length", str(len(body)))]
        for event in (
            h11.Response(status_code=400, headers=headers),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def _look(self) -> None:
        """Leave a connection on which nothing has moved since the last look: no header came, or no answer was taken."""
        # A stream watches over itself: what of it waits here is refilled all the time.
        cycle: RequestResponseCycle | None = self.cycle
        whole = cycle is None or cycle.response_complete
        untaken = self.transport.get_write_buffer_size() if whole else 0
        if self.transport.is_closing() and not untaken:
            return
        waits = self.conn.their_state is h11.IDLE and not untaken
        if (waits and self._waited_after is self.cycle) or (untaken and untaken == self._untaken):
            self.transport.abort()
            return
        self._waited_after = self.cycle if waits else False
        self._untaken = untaken
        self.loop.call_later(self.seconds / 2, self._look)


def bind_address(host: str, port: int) -> socket.socket:
    """The address, taken but not yet listened at: requests are taken when somebody can answer them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise InputError(
            f"'{host}' port {port} can't be used: {error.strerror}; choose another --port"
        ) from None
    return listener


def _log_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    write_event("loop error", kind=type(error).__name__ if error else "unknown")
