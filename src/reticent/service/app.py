"""The application: every address with its answer, counted and logged without a word of what was asked."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

from reticent.errors import ReticentError, name_origin, needs_extra
from reticent.service.endpoints import ENDPOINTS, Endpoint
from reticent.service.guards import HEADERS, require_right_way
from reticent.service.log import write_event
from reticent.service.replies import JSON, Reply, refuse, refuse_error, write_error
from reticent.service.sending import Stream, StreamResponse
from reticent.service.service import Service
from reticent.service.settings import Settings

with needs_extra("serve", "the service"):
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

_END_CONNECTION = frozenset({400, 408, 413})

Act = Callable[[str], Awaitable[Reply | Stream]]
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

    routes = [Route(each.path, partial(_handle, service, each), methods=[each.method]) for each in ENDPOINTS]
    app = Starlette(
        routes=routes,
        lifespan=live,
        exception_handlers={HTTPException: partial(_refuse_unknown, service)},
    )
    app.router.redirect_slashes = False
    return app, service


async def _handle(service: Service, endpoint: Endpoint, request: Request) -> Response:
    async def act(request_id: str) -> Reply | Stream:
        if endpoint.job:
            with service.count_in():
                return await service.ask_worker(endpoint, request, request_id)
        return await service.answer_itself(endpoint, request)

    return await _finish(service, endpoint.path, request, act, flat=endpoint.flat)


async def _refuse_unknown(service: Service, request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    codes = {404: "no_such_path", 405: "method"}

    async def act(_: str) -> Reply:
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
