"""The application behind the page: who asks, what for, and what goes back; no text in logs or addresses."""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from reticent.errors import ReticentError, ReviewError, name_origin, needs_extra
from reticent.service.guards import read_body, require_right_way
from reticent.service.log import write_event
from reticent.service.replies import JSON, Reply, RequestError, refuse, reply_json, write_error
from reticent.service.review.access import Access
from reticent.service.review.desk import Desk
from reticent.service.review.pages import PAGE_HEADERS, read_page_files, write_message
from reticent.service.settings import Settings

with needs_extra("serve", "the service"):
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

_OWN_SITE = frozenset({"same-origin", "none"})
_STATUS = {"unknown": 404, "bad": 400, "incomplete": 400}
_CONFLICT = 409
_USED = (
    "This address was used already, or is another's: each opens one browser once. Look for the newest address in"
    " the terminal in which 'reticent review' runs, or start it again."
)

Act = Callable[[Request], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Door:
    """The page's side of a review: its files, who may ask, and the desk that answers."""

    desk: Desk
    access: Access
    settings: Settings
    files: Mapping[str, Reply]

    @property
    def cookie_name(self) -> str:
        """Browsers keep cookies by host and not by port: two reviews at once must not take each other's."""
        return f"reticent-review-{self.settings.port}"

    async def open_page(self, request: Request) -> Reply:
        """The page for the browser that has the cookie; a token becomes the cookie and leaves the address."""
        cookie = request.cookies.get(self.cookie_name)
        said = request.query_params.get("token")
        if said is not None and (made := self.access.exchange(said)):
            kept = f"{self.cookie_name}={made}; Path=/; HttpOnly; SameSite=Strict"
            return Reply(303, b"", headers=(("location", "/"), ("set-cookie", kept)))
        if self.access.admits(cookie):
            away = said is not None  # a token that was used by this very browser
            return Reply(303, b"", headers=(("location", "/"),)) if away else self.files["index.html"]
        if _came_from_elsewhere(request) and "again" not in request.query_params:
            # A strict cookie doesn't travel where a link on another page led; from our own page it does.
            return write_message(200, "Opening the review …", "One moment.", refresh="/?again")
        title = "This address does not open the review" if said else "This page is not open here"
        return write_message(401, title, _USED)

    async def read_file(self, request: Request) -> Reply:
        """A file of the page: nothing in them is private."""
        found = self.files.get(request.path_params["path"])
        if found is None:
            raise RequestError(404, "no_such_path", "there is no such file")
        return found

    async def ask(self, work: Callable[..., Any], request: Request) -> Reply:
        """What the desk answers, in a thread: the page must not wait for another's audit."""
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


def build_review_app(desk: Desk, access: Access, settings: Settings) -> Starlette:
    """The application for one review."""
    door = Door(desk, access, settings, read_page_files())
    routes = [
        _route("/", door.open_page),
        _route("/page/{path:path}", door.read_file),
        _route("/api/documents", partial(_list_documents, door)),
        _route("/api/documents/{number:int}", partial(_read_document, door)),
        _route("/api/documents/{number:int}/changes/{change}", partial(_read_change, door)),
        *(
            _route(f"/api/documents/{{number:int}}/{name}", partial(_act, door, work), method="POST")
            for name, work in _works(desk).items()
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


def _works(desk: Desk) -> dict[str, Callable[[int, Mapping[str, Any]], Any]]:
    """What can be asked of a document, by the last part of its address."""
    return {
        "actions": desk.act,
        "release": desk.release,
        "plan": desk.save_plan,
        "apply-to-all": desk.apply_to_all,
    }


def _route(path: str, act: Act, *, method: str = "GET") -> tuple[str, Act, str]:
    return path, act, method


async def _list_documents(door: Door, request: Request) -> Reply:
    return await door.ask(door.desk.list_documents, request)


async def _read_document(door: Door, request: Request) -> Reply:
    asked = request.query_params
    work = partial(
        door.desk.read_document,
        request.path_params["number"],
        known=asked.get("from"),
        reader=asked.get("reader"),
        wait="wait" in asked,
    )
    return await door.ask(work, request)


async def _read_change(door: Door, request: Request) -> Reply:
    parts = request.path_params
    return await door.ask(partial(door.desk.read_change, parts["number"], parts["change"]), request)


async def _act(door: Door, work: Callable[[int, Mapping[str, Any]], Any], request: Request) -> Reply:
    return await door.ask(partial(work, request.path_params["number"]), request)


async def _refuse_unknown(settings: Settings, request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500

    async def act(_: Request) -> Reply:
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
