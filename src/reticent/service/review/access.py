"""Who may see the page: whoever brings the address that was printed, once, and then that browser alone."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from reticent.service.replies import RequestError

_LONGEST = 200


@dataclass(slots=True)
class Access:
    """A token that opens the page once, and the cookie that it became; both are lost when nobody uses the page.

    `renewed` is told the new token when the page was locked.
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
