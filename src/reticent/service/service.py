"""The service behind its addresses: from a request that may come in to a use case in a worker."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from reticent import __version__
from reticent.errors import ReticentError, needs_extra
from reticent.policy.recipe import Recipe
from reticent.service.bodies import CHAT, PROOF, Job
from reticent.service.endpoints import Endpoint, describe
from reticent.service.guards import Porter, Turnstile, name_client, read_body, read_size, require_unpacked
from reticent.service.monitoring import MEDIA, Metrics, write_event
from reticent.service.presidio_jobs import (
    DEANONYMIZERS,
    INTERNAL,
    NO_LANGUAGE,
    NO_TEXT,
    OPERATORS,
    OVERLOAD,
    find_everything,
)
from reticent.service.settings import Settings, name_default
from reticent.service.streams import Stream, read_lines, release_each
from reticent.service.tokens import AccessToken
from reticent.service.worker_state import (
    RequestError,
    ServiceReply,
    open_worker_state,
    refuse_error,
    reply_json,
)
from reticent.service.workers import Workers, hold_task

with needs_extra("serve", "the service"):
    from starlette.requests import Request

if TYPE_CHECKING:
    from reticent.service.gateway import Gateway

_TEST_EVERY = 10.0
"""Seconds for which a successful self-test is believed."""

_FINDINGS = {429: OVERLOAD, 503: OVERLOAD, 500: INTERNAL}
"""Errors of an analysis that are answered with a finding over the whole text."""


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
        self._changing: set[asyncio.Task[Any]] = set()
        self._reloading = asyncio.Lock()
        self._tested = 0.0
        self._under_way = 0
        self._gateway = _open_gateway(settings)

    async def start(self) -> None:
        """Read the policies and start the workers; an error of ours when that fails."""
        self._staff = await self._hire()
        self._tested = time.monotonic()

    def begin_reload(self) -> None:
        """Reload beside the requests."""
        hold_task(self._changing, self.reload())

    async def reload(self) -> None:
        """Take the policies as they are on disk now; requests under way are finished by the workers that have them."""
        async with self._reloading:
            try:
                fresh = await self._hire()
            except ReticentError as error:
                write_event("policies not reloaded", reason=str(error))
                return
            old, self._staff = self._staff, fresh
            self.metrics.reloads.inc()
            write_event("policies reloaded", policies=len(fresh.recipes))
        if old:
            hold_task(self._changing, _dismiss(old))

    async def close(self) -> None:
        """End all workers; the server has finished what it could, and nobody waits for the rest."""
        if self._gateway:
            await self._gateway.close()
        if self._staff:
            await self._staff.workers.close(patient=False)
        for task in self._changing:
            task.cancel()
        await asyncio.gather(*self._changing, return_exceptions=True)

    async def _hire(self) -> Staff:
        settings = self.settings
        recipes = settings.policies.recipes()
        allowed = settings.gateway.allowed if settings.gateway else ()
        workers = Workers(
            settings.workers,
            partial(open_worker_state, recipes, settings.signing_keys, allowed),
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

    @contextmanager
    def count_in(self) -> Iterator[None]:
        """Count a request while it is answered."""
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1

    def _require_room(self) -> None:
        if self._under_way > self.settings.limits.connections:
            raise RequestError(503, "crowded", "too many requests are under way: try again soon", retry=1)

    async def ask_worker(
        self, endpoint: Endpoint, request: Request, request_id: str
    ) -> ServiceReply | Stream:
        """Admit a request, read it and have a worker answer it."""
        token = self._porter.admit(request, endpoint.verb or "")
        if endpoint.job != "analyze":  # which is answered in every case, and must be read for that
            self._require_room()
        job = Job(
            endpoint.job or "",
            _choose_policy(request, self.staff, token),
            media=request.headers.get("content-type", ""),
            query=tuple(request.query_params.multi_items()),
            reader=token.reader if token else None,
            proof=PROOF in request.headers.get("accept", ""),
            request_id=request_id,
        )
        client = name_client(request, token, self.settings)
        if job.is_stream:
            return await self._begin_stream(request, job, token, client)
        if endpoint.method == "POST":
            job = replace(job, body=await read_body(request, self.settings.limits))
        try:
            self._require_room()
            with self._turnstile.pass_through(client):
                self._porter.spend(token)
                reply = await self.staff.workers.do(job)  # those of now: a reload may have come meanwhile
        except RequestError as error:
            reply = refuse_error(error)
        is_judged = endpoint.job == "analyze" and reply.code not in (NO_TEXT, NO_LANGUAGE)
        kind = _FINDINGS.get(reply.status) if is_judged else None
        if kind is None or not self.settings.overload_finding:
            return reply
        if kind == INTERNAL:
            write_event("analysis failed", reason=reply.message, request_id=request_id)
        return reply_json(await asyncio.to_thread(find_everything, job.body, kind))

    async def ask_model(self, endpoint: Endpoint, request: Request, request_id: str) -> ServiceReply | Stream:
        """Have a worker make a request safe, note what leaves, and send that and nothing else; restore the answer."""
        gateway = self._gateway
        if gateway is None:
            raise RequestError(404, "no_such_path", "this service has no language model behind it")
        token = self._porter.admit(request, endpoint.verb or "")
        client = name_client(request, token, self.settings)
        # A token is this service's own, and nobody else's business.
        bearer = None if self.settings.tokens else request.headers.get("authorization")
        self._require_room()
        if endpoint.method == "GET":
            return await gateway.list_models(bearer)
        policy = _choose_policy(request, self.staff, token)
        media = request.headers.get("content-type", "")
        body = await read_body(request, self.settings.limits)
        with ExitStack() as held:
            held.enter_context(self._turnstile.pass_through(client))
            self._porter.spend(token)
            reply = await self.staff.workers.do(Job(CHAT, policy, body, media=media, request_id=request_id))
            if reply.code:
                return reply
            return await gateway.send(reply.body, bearer, request_id, held)

    async def _begin_stream(
        self, request: Request, job: Job, token: AccessToken | None, client: str
    ) -> Stream:
        """The answer to lines; until the first of them is answered, everything that goes wrong is an error as any other."""
        require_unpacked(request)
        limits, workers = self.settings.limits, self.staff.workers
        lines = read_lines(aiter(request.stream()), limits, size=read_size(request))
        with ExitStack() as held:
            held.enter_context(self._turnstile.pass_through(client))
            held.enter_context(workers.stay())
            self._porter.spend(token)
            pieces = release_each(lines, job, partial(_do_in_turn, workers), limits)
            first = await anext(pieces, b"")
            return Stream(first, pieces, job.kind, limits, held.pop_all())

    async def answer_itself(self, endpoint: Endpoint, request: Request) -> ServiceReply:
        """What needs no worker, or only asks whether there is one."""
        if endpoint.verb is not None:
            self._porter.admit(request, endpoint.verb)
        if endpoint.path == "/openapi.json":
            return reply_json(describe(__version__, gateway=self._gateway is not None))
        if endpoint.path in ("/anonymizers", "/deanonymizers"):
            return reply_json(list(OPERATORS if endpoint.path == "/anonymizers" else DEANONYMIZERS))
        if endpoint.path == "/metrics":
            return ServiceReply(200, self.metrics.write(self._gauges()), media=MEDIA)
        if endpoint.path == "/readyz":
            await self._require_ready()
        return ServiceReply(200, b"reticent is up\n", media="text/plain; charset=utf-8")

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


def _open_gateway(settings: Settings) -> Gateway | None:
    if settings.gateway is None:
        return None
    from reticent.service.gateway import Gateway

    return Gateway(settings.gateway, settings.limits)


async def _do_in_turn(workers: Workers, job: Job) -> ServiceReply:
    """A stream that has begun waits for its turns; one that begins may be asked to come back."""
    return await workers.do(job, patient=job.first > 1)


async def _dismiss(staff: Staff) -> None:
    """End workers when they have done what they have; at once when the service ends before."""
    try:
        await staff.workers.close()
    except asyncio.CancelledError:
        await staff.workers.close(patient=False)
        raise


def _choose_policy(request: Request, staff: Staff, token: AccessToken | None) -> str:
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
