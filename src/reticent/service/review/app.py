"""The web application of a review: one address on this machine, one browser, no text in logs or addresses.

Whoever brings the printed address first gets a cookie, and from then on that browser alone is served: the page's own
files, and JSON for what it asks through `ReviewApi`. The process ends by Ctrl-C or when the page asks for it.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import socket
import time
import webbrowser
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from reticent.errors import ReticentError, ReviewError, name_origin, needs_extra
from reticent.review.files import Outbox
from reticent.review.release import release_file, save_plan
from reticent.review.requests import Request as AskedAction
from reticent.review.requests import apply_to_all, carry_out, list_offered
from reticent.review.review import Review
from reticent.review.showing import show_change, show_document, show_documents
from reticent.service.guards import HEADERS, read_body, require_right_way
from reticent.service.monitoring import silence_libraries, write_event
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


_LONGEST = 200  # chosen by hand: tokens have 43 characters, and longer guesses need no comparison


@dataclass(frozen=True, slots=True)
class ReviewApi:
    """What the page can ask for: a review, where its releases go, and how long the page may be left alone.

    Its methods may take a while and are called in threads.
    """

    review: Review
    outbox: Outbox
    idle_seconds: float

    def list_documents(self) -> dict[str, Any]:
        """All documents with their status, and what the page says about the review."""
        rows = show_documents(self.review)
        return {
            "documents": [{**row, "state": self.review.session(row["number"]).state.hash} for row in rows],
            "output": str(self.outbox.out),
            "signs": bool(self.outbox.keys),
            "reviewer": self.outbox.who,
            "idle_seconds": self.idle_seconds,
            "actions": list_offered(),
        }

    def read_document(
        self, number: int, *, known: str | None = None, reader: str | None = None, wait: bool = False
    ) -> dict[str, Any]:
        """A document as it stands; with `wait`, when its audit has an answer."""
        if wait:
            self.review.settle(number)
        return show_document(self.review, number, reader=reader, since=known)

    def read_change(self, number: int, change: str) -> dict[str, Any]:
        """A change with its reasons and its ladder."""
        return show_change(self.review, number, change)

    def act(self, number: int, request: AskedAction) -> dict[str, Any]:
        """Do what the page asks of a document, and show what came of it."""
        selected = carry_out(self.review, number, {**request, "by": self.outbox.who})
        known = request.get("from")
        shown = show_document(self.review, number, since=known if isinstance(known, str) else None)
        return {**shown, "selected": selected}

    def apply_to_all(self, number: int, request: AskedAction) -> dict[str, Any]:
        """Do in all documents what was done with a change of one."""
        changed = apply_to_all(self.review, number, str(request.get("change")), state=request.get("state"))
        return {"documents": changed}

    def release(self, number: int, request: AskedAction) -> dict[str, Any]:
        """Write the release of a document's file, if every light in it is green for exactly this state."""
        written = release_file(self.review, number, state=request.get("state"))
        files = [str(path) for path in written.files]
        return {"written": files, "proof": written.proven, "notes": list(written.notes)}

    def save_plan(self, number: int, request: AskedAction) -> dict[str, Any]:
        """Write the plan of a document's file as it stands."""
        return {"written": [str(save_plan(self.review, number, state=request.get("state")))]}


@dataclass(slots=True)
class Access:
    """A token that opens the page once, and the cookie that it became; both are lost when nobody uses the page.

    `renewed` is called with the new token when the page was locked.
    """

    idle_seconds: float
    renewed: Callable[[str], None]
    now: Callable[[], float] = time.monotonic
    token: str | None = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    _cookie: str | None = field(default=None, repr=False)
    _used: float = 0.0
    _locked: bool = False

    def exchange(self, said: str) -> str | None:
        """The cookie for a token; None where it is another, or was used before."""
        if self.token is None or not _is_same(said, self.token):
            return None
        self.token, self._locked = None, False
        self._cookie, self._used = secrets.token_urlsafe(32), self.now()
        return self._cookie

    def admits(self, cookie: str | None) -> bool:
        """Whether a cookie is the one that was given out, and in use; nothing is prolonged."""
        self.lock_if_left()
        return self._cookie is not None and cookie is not None and _is_same(cookie, self._cookie)

    def require(self, cookie: str | None) -> None:
        """Raise unless a cookie is good; the page is in use from now on again."""
        if self.admits(cookie):
            self._used = self.now()
            return
        if self._locked:
            raise RequestError(
                401,
                "expired",
                "Nobody used this page for a long time, so it was locked. The terminal in which 'reticent review'"
                " runs shows a new address; what you decided is still there.",
            )
        raise RequestError(
            401,
            "no_access",
            "This browser has no access: open the address that 'reticent review' printed in the terminal."
            " It works once.",
        )

    def lock_if_left(self) -> None:
        """Forget the cookie when nobody used the page for too long, and make a new token."""
        if self._cookie is None or self.now() - self._used < self.idle_seconds:
            return
        self._cookie, self._locked = None, True
        self.token = secrets.token_urlsafe(32)
        self.renewed(self.token)


def _is_same(said: str, known: str) -> bool:
    return hmac.compare_digest(said[:_LONGEST].encode("utf-8", "surrogatepass"), known.encode())


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
        if self.access.admits(cookie):
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

    async def ask(self, work: Callable[..., Any], request: Request) -> ServiceReply:
        """What the api answers, in a thread: the page must not wait for another's audit."""
        if request.headers.get("sec-fetch-site", "none") not in _OWN_SITE:
            raise RequestError(403, "other_site", "a page of another site may not ask")
        self.access.require(request.cookies.get(self.cookie_name))
        if request.method == "POST":
            work = partial(work, await self._read_request(request))
        return reply_json(await run_in_threadpool(work))

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
        _route("/api/documents/{number:int}", partial(_read_document, door)),
        _route("/api/documents/{number:int}/changes/{change}", partial(_read_change, door)),
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
        "apply-to-all": api.apply_to_all,
    }


def _route(path: str, act: Act, *, method: str = "GET") -> tuple[str, Act, str]:
    return path, act, method


async def _list_documents(door: Door, request: Request) -> ServiceReply:
    return await door.ask(door.api.list_documents, request)


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
    return await door.ask(partial(door.api.read_change, parts["number"], parts["change"]), request)


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

    settings = Settings(PolicyFiles(), host, port, limits=ServiceLimits(drain_seconds=_DRAIN_SECONDS))
    access = Access(invitation.idle_seconds, lambda token: invitation.tell(address(token)))
    app = build_review_app(ReviewApi(review, outbox, invitation.idle_seconds), access, settings)
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
