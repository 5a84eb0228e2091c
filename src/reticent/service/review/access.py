"""Who may see the page of a review: an address works once and is for one person, whose browser has a cookie from then on."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from reticent.service.worker_state import RequestError

_LONGEST = 200  # chosen by hand: tokens have 43 characters, and longer guesses need no comparison


@dataclass(slots=True)
class Visit:
    """A browser that was let in, for whom, and when its person last did something."""

    who: str
    used: float


@dataclass(slots=True)
class Access:
    """Tokens that open the page once, and the cookies that they became; a cookie is lost when nobody uses the page.

    `told` is called with a new token and whom it is for, when a page was locked or somebody asked for another address.
    """

    idle_seconds: float
    told: Callable[[str, str], None]
    who: str = ""
    now: Callable[[], float] = time.monotonic
    _tokens: dict[str, str] = field(default_factory=dict, repr=False)
    _visits: dict[str, Visit] = field(default_factory=dict, repr=False)
    _locked: set[str] = field(default_factory=set, repr=False)

    def invite(self, who: str = "") -> str:
        """A new token for a person; those before it that nobody used open nothing any longer."""
        token = secrets.token_urlsafe(32)
        person = who or self.who
        self._tokens = {known: each for known, each in self._tokens.items() if each != person}
        self._tokens[token] = person
        self.told(token, person)
        return token

    def exchange(self, said: str) -> str | None:
        """The cookie for a token; None where it is another, or was used before."""
        found = next((known for known in self._tokens if _is_same(said, known)), None)
        if found is None:
            return None
        cookie = secrets.token_urlsafe(32)
        self._visits[cookie] = Visit(self._tokens.pop(found), self.now())
        return cookie

    def find(self, cookie: str | None) -> Visit | None:
        """The visit that a cookie is for, if it is in use; nothing is prolonged."""
        self.lock_if_left()
        known = next((each for each in self._visits if cookie is not None and _is_same(cookie, each)), None)
        return self._visits[known] if known else None

    def require(self, cookie: str | None, *, used: bool = True) -> str:
        """Whose cookie it is; a RequestError where it is no good. With `used`, the page is in use from now on again."""
        visit = self.find(cookie)
        if visit is not None:
            visit.used = self.now() if used else visit.used
            return visit.who
        if any(_is_same(cookie or "", each) for each in self._locked):
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
            " It works once; Enter in the terminal prints a fresh one.",
        )

    def lock_if_left(self) -> None:
        """Forget the cookies of those who did nothing for too long, and make each a new token."""
        now = self.now()
        left = [cookie for cookie, each in self._visits.items() if now - each.used >= self.idle_seconds]
        for cookie in left:
            self._locked.add(cookie)
            self.invite(self._visits.pop(cookie).who)


def _is_same(said: str, known: str) -> bool:
    return hmac.compare_digest(said[:_LONGEST].encode("utf-8", "surrogatepass"), known.encode())
