"""What the browser gets before it asks for documents: the page's own files, and pages that say why there is none."""

from __future__ import annotations

from html import escape
from pathlib import Path

from reticent.service.guards import HEADERS
from reticent.service.replies import Reply

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


def read_page_files() -> dict[str, Reply]:
    """The files of the page by their paths, held in memory: no request names a place on disk."""
    files = sorted(path for path in _FOLDER.rglob("*") if path.suffix in _MEDIA)
    return {
        path.relative_to(_FOLDER).as_posix(): Reply(200, path.read_bytes(), media=_MEDIA[path.suffix])
        for path in files
    }


def write_message(status: int, title: str, message: str, *, refresh: str | None = None) -> Reply:
    """A page with one message; `refresh` is where the browser goes from it."""
    onward = f'<meta http-equiv="refresh" content="0;url={escape(refresh)}">' if refresh else ""
    body = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title>{onward}<link rel="stylesheet" href="page/css/ground.css">'
        '<link rel="stylesheet" href="page/css/layout.css"></head><body data-locked><main class="locked">'
        f"<h1>{escape(title)}</h1><p>{escape(message)}</p></main></body></html>"
    )
    return Reply(status, body.encode(), media=_MEDIA[".html"])
