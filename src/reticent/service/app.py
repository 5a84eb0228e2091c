"""The application: from a request to a use case in a worker, and back."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from reticent import __version__
from reticent.errors import ReticentError
from reticent.policy.recipe import Recipe
from reticent.service.bodies import PROOF, Job
from reticent.service.endpoints import ENDPOINTS, Endpoint, describe
from reticent.service.guards import HEADERS, Porter, Turnstile, name_client, read_body, require_right_way
from reticent.service.jobs import open_office
from reticent.service.log import name_origin, write_event
from reticent.service.metrics import MEDIA, Metrics
from reticent.service.presidio_jobs import OPERATORS, find_overload
from reticent.service.replies import JSON, Reply, RequestError, refuse, refuse_error, reply_json, write_error
from reticent.service.settings import Settings, name_default
from reticent.service.tokens import Token
from reticent.service.workers import Workers

_TEST_EVERY = 10.0
"""Seconds for which a successful self-test is believed."""

_SHED = frozenset({429, 503})
_END_CONNECTION = frozenset({400, 408, 413})


@dataclass(slots=True)
class Staff:
    """The workers of one set of policies."""

    workers: Workers
    recipes: dict[str, Recipe]


class Service:
    """All that changes while the service runs: its workers, its counts, when it last tried itself."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self._porter = Porter(settings)
        self._turnstile = Turnstile(settings.limits.per_client)
        self._staff: Staff | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        self._reloading = asyncio.Lock()
        self._tested = 0.0

    async def start(self) -> None:
        """Read the policies and start the workers; an error of ours when that fails."""
        self._staff = await self._hire()
        self._tested = time.monotonic()

    async def reload(self) -> None:
        """Take the policies as they are on disk now; requests under way are finished by the workers that have them."""
        async with self._reloading:
            try:
                fresh = await self._hire()
            except ReticentError as error:
                write_event("policies not reloaded", reason=str(error))
                return
            old, self._staff = self._staff, fresh
            self.metrics.reloads += 1
            write_event("policies reloaded", policies=len(fresh.recipes))
        if old:
            leaving = asyncio.create_task(old.workers.close())
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)

    async def close(self) -> None:
        """End all workers when they have done what they are doing."""
        if self._staff:
            await self._staff.workers.close()
        await asyncio.gather(*self._leaving, return_exceptions=True)

    async def _hire(self) -> Staff:
        settings = self.settings
        recipes = settings.policies.recipes()
        workers = Workers(
            settings.workers,
            partial(open_office, recipes, settings.signing_keys),
            waiting=settings.limits.waiting,
            seconds=settings.limits.work_seconds,
        )
        await workers.start()
        return Staff(workers, recipes)

    @property
    def staff(self) -> Staff:
        """Those who work now."""
        if self._staff is None:
            raise RequestError(503, "starting", "the service is starting: try again soon", retry=1)
        return self._staff

    async def ask_worker(self, endpoint: Endpoint, request: Request) -> Reply:
        """Admit a request, read it and have a worker answer it."""
        token = self._porter.admit(request, endpoint.verb or "")
        staff = self.staff
        policy = _choose_policy(request, staff, token)
        client = name_client(request, token, self.settings)
        body = b""
        if endpoint.method == "POST":
            body = await read_body(request, self.settings.limits)
        job = Job(
            endpoint.job or "",
            policy,
            body,
            request.headers.get("content-type", ""),
            tuple(request.query_params.multi_items()),
            token.reader if token else None,
            PROOF in request.headers.get("accept", ""),
        )
        try:
            self._turnstile.enter(client)
            try:
                if token:
                    self._porter.spend(token)
                return await staff.workers.do(job)
            finally:
                self._turnstile.leave(client)
        except RequestError as error:
            if endpoint.job == "analyze" and error.status in _SHED and self.settings.overload_finding:
                return reply_json(await asyncio.to_thread(find_overload, body))
            raise

    async def answer_itself(self, endpoint: Endpoint, request: Request) -> Reply:
        """What needs no worker, or only asks whether there is one."""
        if endpoint.verb is not None:
            self._porter.admit(request, endpoint.verb)
        if endpoint.path == "/openapi.json":
            return reply_json(describe(__version__))
        if endpoint.path == "/anonymizers":
            return reply_json(list(OPERATORS))
        if endpoint.path == "/metrics":
            return Reply(200, self.metrics.write(self._gauges()).encode(), media=MEDIA)
        if endpoint.path == "/readyz":
            await self._require_ready()
        return Reply(200, b"reticent is up\n", media="text/plain; charset=utf-8")

    async def _require_ready(self) -> None:
        """Raise unless a worker released a text just now, or does so."""
        workers = self.staff.workers
        if not workers.pids:
            raise RequestError(503, "no_worker", "no worker is ready: see the log", retry=1)
        if time.monotonic() - self._tested > _TEST_EVERY:
            if not await workers.test():
                raise RequestError(503, "self_test", "the self-test failed: see the log", retry=5)
            self._tested = time.monotonic()

    def _gauges(self) -> dict[str, float]:
        workers = self._staff.workers if self._staff else None
        return {
            "workers_ready": len(workers.pids) if workers else 0,
            "workers_busy": workers.busy if workers else 0,
            "workers_replaced": workers.replaced if workers else 0,
            "requests_waiting": workers.waiting if workers else 0,
        }


def _choose_policy(request: Request, staff: Staff, token: Token | None) -> str:
    """The policy that the address names, or the only one that it can be; a token may be for some alone."""
    allowed = token.policies if token and token.policies else tuple(staff.recipes)
    named = request.query_params.get("policy")
    if named is None:
        named = name_default(staff.recipes) or (allowed[0] if len(allowed) == 1 else None)
    if named is None:
        raise RequestError(400, "which_policy", "name a policy in the address: ?policy=NAME")
    if named not in staff.recipes:
        raise RequestError(404, "unknown_policy", "there is no such policy: ask the operator for its name")
    if named not in allowed:
        raise RequestError(403, "policy", "this token is for other policies: ask the operator for one")
    return named


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
    act = service.ask_worker if endpoint.job else service.answer_itself
    return await _finish(service, endpoint.path, request, partial(act, endpoint, request), flat=endpoint.flat)


async def _refuse_unknown(service: Service, request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    codes = {404: "no_such_path", 405: "method"}

    async def act() -> Reply:
        return refuse(status, codes.get(status, "http"), "ask as /openapi.json describes it")

    return await _finish(service, "other", request, act, flat=False)


async def _finish(
    service: Service, path: str, request: Request, act: Callable[[], Awaitable[Reply]], *, flat: bool
) -> Response:
    """The response to a request, counted and logged, whatever happens on the way."""
    began, request_id = time.perf_counter(), secrets.token_hex(8)
    try:
        require_right_way(request, service.settings)
        reply = await act()
    except ReticentError as error:
        reply = refuse_error(error, b"")
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
    body = write_error(reply, request_id, flat=flat) if reply.code else reply.body
    headers = dict([*HEADERS, *reply.headers, ("x-request-id", request_id)])
    if reply.status in _END_CONNECTION:
        headers["connection"] = "close"
    return Response(body, reply.status, headers, media_type=JSON if reply.code else reply.media)
