"""The web application of a review: one address on this machine, one browser, no text in logs or addresses.

Whoever brings a printed address first gets a cookie, and from then on that browser is served: the page's own files, and
JSON for what it asks through `ReviewApi`. The process ends by Ctrl-C.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

from reticent.errors import ReticentError, ReviewError, name_origin, needs_extra
from reticent.review.files import Outbox
from reticent.review.review import Review
from reticent.service.guards import HEADERS, read_body, require_right_way
from reticent.service.monitoring import silence_libraries, write_event
from reticent.service.review.access import Access
from reticent.service.review.api import ReviewApi
from reticent.service.server import bind_address, configure_server, end_quietly
from reticent.service.settings import PolicyFiles, ServiceLimits, Settings
from reticent.service.worker_state import JSON, RequestError, ServiceReply, refuse, reply_json, write_error

with needs_extra("serve", "the service"):
    import uvicorn
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route


CONTENT_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
)
PAGE_HEADERS = (
    *(pair for pair in HEADERS if pair[0] != "content-security-policy"),
    ("content-security-policy", CONTENT_POLICY),
    ("cross-origin-opener-policy", "same-origin"),
    ("x-frame-options", "DENY"),
)
"""The service's headers, with room for the page's own scripts and styles; text can't become markup even by mistake."""

_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FOLDER = Path(__file__).parent / "page"


def read_page_files() -> dict[str, ServiceReply]:
    """The files of the page by their paths, held in memory: no request names a place on disk."""
    files = sorted(path for path in _FOLDER.rglob("*") if path.suffix in _MEDIA)
    return {
        path.relative_to(_FOLDER).as_posix(): ServiceReply(200, path.read_bytes(), media=_MEDIA[path.suffix])
        for path in files
    }


def write_message(status: int, title: str, message: str, *, refresh: str | None = None) -> ServiceReply:
    """A page with one message; `refresh` is where the browser goes from it."""
    onward = f'<meta http-equiv="refresh" content="0;url={escape(refresh)}">' if refresh else ""
    body = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title>{onward}<link rel="stylesheet" href="page/css/ground.css">'
        '<link rel="stylesheet" href="page/css/layout.css"></head><body data-locked><main class="locked">'
        f"<h1>{escape(title)}</h1><p>{escape(message)}</p></main></body></html>"
    )
    return ServiceReply(status, body.encode(), media=_MEDIA[".html"])


_OWN_SITE = frozenset({"same-origin", "none"})
_STATUS = {"unknown": 404, "bad": 400, "incomplete": 400}
_CONFLICT = 409  # HTTP's status for a state that somebody else changed
_USED = (
    "This address was used already, or is another's: each opens one browser once. Look for the newest address in"
    " the terminal in which 'reticent review' runs, or start it again."
)

Act = Callable[[Request], Awaitable[ServiceReply]]


@dataclass(frozen=True, slots=True)
class Door:
    """The page's side of a review: its files, who may ask, and the api that answers."""

    api: ReviewApi
    access: Access
    settings: Settings
    files: Mapping[str, ServiceReply]

    @property
    def cookie_name(self) -> str:
        """Browsers keep cookies by host and not by port: two reviews at once must not take each other's."""
        return f"reticent-review-{self.settings.port}"

    async def open_page(self, request: Request) -> ServiceReply:
        """The page for the browser that has the cookie; a token becomes the cookie and leaves the address."""
        cookie = request.cookies.get(self.cookie_name)
        said = request.query_params.get("token")
        if said is not None and (made := self.access.exchange(said)):
            kept = f"{self.cookie_name}={made}; Path=/; HttpOnly; SameSite=Strict"
            return ServiceReply(303, b"", headers=(("location", "/"), ("set-cookie", kept)))
        if self.access.find(cookie):
            away = said is not None  # a token that was used by this very browser
            return ServiceReply(303, b"", headers=(("location", "/"),)) if away else self.files["index.html"]
        if _came_from_elsewhere(request) and "again" not in request.query_params:
            # A strict cookie doesn't travel where a link on another page led; from our own page it does.
            return write_message(200, "Opening the review …", "One moment.", refresh="/?again")
        title = "This address does not open the review" if said else "This page is not open here"
        return write_message(401, title, _USED)

    async def read_file(self, request: Request) -> ServiceReply:
        """A file of the page: nothing in them is private."""
        found = self.files.get(request.path_params["path"])
        if found is None:
            raise RequestError(404, "no_such_path", "there is no such file")
        return found

    def name_visitor(self, request: Request, *, used: bool = True) -> str:
        """Who asks; a RequestError where nobody was let in, or where the page was opened for somebody else."""
        if request.headers.get("sec-fetch-site", "none") not in _OWN_SITE:
            raise RequestError(403, "other_site", "a page of another site may not ask")
        who = self.access.require(request.cookies.get(self.cookie_name), used=used)
        opened_for = request.headers.get("x-reviewer")
        if opened_for is not None and opened_for != quote(who, safe=""):
            raise RequestError(
                _CONFLICT,
                "other_reviewer",
                "This browser was opened for somebody else meanwhile: load the page again, or use another browser",
            )
        return who

    async def ask(self, work: Callable[..., Any], request: Request, *, used: bool = True) -> ServiceReply:
        """What the api answers, in a thread: the page must not wait for another's audit."""
        who = self.name_visitor(request, used=used)
        if request.method == "POST":
            work = partial(work, await self._read_request(request))
        return reply_json(await run_in_threadpool(partial(work, who=who)))

    async def _read_request(self, request: Request) -> dict[str, Any]:
        if not request.headers.get("content-type", "").startswith(JSON):
            raise RequestError(415, "media", "send JSON")
        body = await read_body(request, self.settings.limits)
        try:
            content = json.loads(body)
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict):
            raise RequestError(400, "bad", "send a JSON object")
        return content


def _came_from_elsewhere(request: Request) -> bool:
    return request.headers.get("sec-fetch-site", "none") not in _OWN_SITE


def build_review_app(api: ReviewApi, access: Access, settings: Settings) -> Starlette:
    """The application for one review."""
    door = Door(api, access, settings, read_page_files())
    routes = [
        _route("/", door.open_page),
        _route("/page/{path:path}", door.read_file),
        _route("/api/documents", partial(_list_documents, door)),
        _route("/api/news", partial(_wait_for_news, door)),
        *(
            _route(f"/api/{name}", partial(_ask, door, work), method="POST")
            for name, work in _works_on_many(api).items()
        ),
        _route("/api/documents/{number:int}", partial(_read_document, door)),
        _route("/api/documents/{number:int}/changes/{change}", partial(_read_change, door)),
        _route("/api/documents/{number:int}/pages", partial(_read_pages, door)),
        _route("/api/documents/{number:int}/pages/{page:int}", partial(_draw_page, door)),
        *(
            _route(f"/api/documents/{{number:int}}/{name}", partial(_act, door, work), method="POST")
            for name, work in _works(api).items()
        ),
    ]
    app = Starlette(
        routes=[
            Route(path, partial(_finish, settings, act), methods=[method]) for path, act, method in routes
        ],
        exception_handlers={HTTPException: partial(_refuse_unknown, settings)},
    )
    app.router.redirect_slashes = False
    return app


def _works(api: ReviewApi) -> dict[str, Callable[[int, Mapping[str, Any]], Any]]:
    """What can be asked of a document, by the last part of its address."""
    return {
        "actions": api.act,
        "release": api.release,
        "plan": api.save_plan,
        "sign-off": api.sign_off,
        "marks": api.export_marks,
        "import-marks": api.import_marks,
    }


def _works_on_many(api: ReviewApi) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
    """What can be asked of all documents, by the last part of its address."""
    return {
        "findings": api.find,
        "many": api.act_on_many,
        "release-all": api.release_all,
        "control": api.control,
        "log": api.export_log,
    }


def _route(path: str, act: Act, *, method: str = "GET") -> tuple[str, Act, str]:
    return path, act, method


async def _list_documents(door: Door, request: Request) -> ServiceReply:
    return await door.ask(door.api.list_documents, request, used=False)


_NEWS_SECONDS = 20.0  # chosen by hand: less than browsers and proxies let a request wait
_LOOK_FOR_NEWS = 0.1  # chosen by hand: seconds; nobody sees another's change later than that


async def _wait_for_news(door: Door, request: Request) -> ServiceReply:
    """The number of the newest change, when there is one after the number that the page knows; that nobody is there to see it
    doesn't change."""
    door.name_visitor(request, used=False)
    since = request.query_params.get("since", "0")
    until = asyncio.get_running_loop().time() + _NEWS_SECONDS
    while str(door.api.review.revision) == since and asyncio.get_running_loop().time() < until:
        if await request.is_disconnected():
            break
        await asyncio.sleep(_LOOK_FOR_NEWS)
    return reply_json({"revision": door.api.review.revision})


async def _ask(door: Door, work: Callable[[Mapping[str, Any]], Any], request: Request) -> ServiceReply:
    return await door.ask(work, request)


async def _read_document(door: Door, request: Request) -> ServiceReply:
    asked = request.query_params
    work = partial(
        door.api.read_document,
        request.path_params["number"],
        known=asked.get("from"),
        reader=asked.get("reader"),
        wait="wait" in asked,
    )
    return await door.ask(work, request)


async def _read_change(door: Door, request: Request) -> ServiceReply:
    parts = request.path_params
    work = partial(door.api.read_change, parts["number"], parts["change"])
    return await door.ask(work, request)


async def _read_pages(door: Door, request: Request) -> ServiceReply:
    return await door.ask(partial(door.api.read_pages, request.path_params["number"]), request)


async def _draw_page(door: Door, request: Request) -> ServiceReply:
    """A picture of a page, for nobody but the browser that asks: it is never kept."""
    who = door.name_visitor(request)
    parts = request.path_params
    drawn = await run_in_threadpool(door.api.draw_page, parts["number"], parts["page"], who=who)
    return ServiceReply(200, drawn, media="image/png")


async def _act(door: Door, work: Callable[[int, Mapping[str, Any]], Any], request: Request) -> ServiceReply:
    return await door.ask(partial(work, request.path_params["number"]), request)


async def _refuse_unknown(settings: Settings, request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500

    async def act(_: Request) -> ServiceReply:
        return refuse(status, "no_such_path", "there is nothing at this address")

    return await _finish(settings, act, request)


async def _finish(settings: Settings, act: Act, request: Request) -> Response:
    """The response to a request, whatever happens on the way; nothing is logged but that something of ours broke."""
    request_id = secrets.token_hex(8)
    try:
        require_right_way(request, settings)
        reply = await act(request)
    except RequestError as error:
        reply = refuse(error.status, error.code, error.message, retry=error.retry)
    except ReviewError as error:
        reply = refuse(_STATUS.get(error.code, _CONFLICT), error.code, str(error))
    except ReticentError as error:
        reply = refuse(_CONFLICT, "not_done", str(error))
    except Exception as error:  # its own words could quote the document
        where = name_origin(error)
        write_event("internal error", request_id=request_id, where=where)
        reply = refuse(500, "internal", f"internal error: {where}; please report this line")
    body = write_error(reply, request_id) if reply.code else reply.body
    headers = dict([*PAGE_HEADERS, *reply.headers])
    return Response(body, reply.status, headers, media_type=JSON if reply.code else reply.media)


_LOOK_EVERY = 30.0  # chosen by hand: seconds by which a page may be locked too late
_DRAIN_SECONDS = 2  # chosen by hand: one reviewer on this machine has few requests under way


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a person learns of the page: `tell` is given its address and whom it is for, and a browser may open it."""

    tell: Callable[[str, str], None]
    browser: bool = True
    idle_seconds: float = 8 * 3600.0


_SWITCH_SECONDS = 0.0005
"""Seconds for which planning may hold up an answer: at Python's own 0.005, the many small steps of a page's first load add
up to seconds. Chosen by hand."""


def serve_review(review: Review, outbox: Outbox, invitation: Invitation, *, port: int = 0) -> None:
    """Serve the page of a review on a loopback address until a signal ends it."""
    silence_libraries()
    sys.setswitchinterval(_SWITCH_SECONDS)
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

    settings = Settings(PolicyFiles(), host, port, limits=ServiceLimits(drain_seconds=_DRAIN_SECONDS))
    access = Access(
        invitation.idle_seconds, lambda token, who: invitation.tell(address(token), who), outbox.who
    )
    app = build_review_app(ReviewApi(review, outbox, invitation.idle_seconds), access, settings)
    server = uvicorn.Server(configure_server(app, settings))
    end_quietly(server)
    tasks: list[asyncio.Task[object]] = [asyncio.create_task(_lock_when_left(access))]
    first = address(access.invite())
    _invite_on_enter(access)
    if invitation.browser:
        tasks.append(asyncio.create_task(asyncio.to_thread(webbrowser.open, first)))
    try:
        await server.serve(sockets=[listener])
    finally:
        for task in tasks:
            task.cancel()


_LINE = 200  # chosen by hand: bytes of a line with somebody's name


def _invite_on_enter(access: Access) -> None:
    """Print a fresh address for every line that is typed in the terminal; a name in it says whom it is for."""
    loop = asyncio.get_running_loop()
    if hasattr(signal, "SIGTTIN"):
        signal.signal(
            signal.SIGTTIN, signal.SIG_IGN
        )  # in the background there is nothing to read, and no reason to stop

    def listen() -> None:
        # What is read in one go is a line; Python's own reader would hold its lock when the program ends.
        with suppress(OSError, RuntimeError):
            while said := os.read(sys.stdin.fileno(), _LINE):
                for line in said.decode("utf-8", "replace").splitlines():
                    loop.call_soon_threadsafe(access.invite, line.strip())

    if sys.stdin is not None:
        Thread(target=listen, name="terminal", daemon=True).start()


async def _lock_when_left(access: Access) -> None:
    """Look now and then whether the page was left: an address that nobody asks at locks itself too."""
    while True:
        await asyncio.sleep(min(_LOOK_EVERY, access.idle_seconds))
        access.lock_if_left()
