"""Who may see the review page: one browser, while somebody uses it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from reticent.service.review.access import Access
from reticent.service.worker_state import RequestError


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def make_access(clock: Clock) -> tuple[Access, list[str]]:
    told: list[str] = []
    return Access(100.0, lambda token, who: told.append(token), "Zoe", clock), told


def refusal(access: Access, cookie: str | None) -> str:
    with pytest.raises(RequestError) as caught:
        access.require(cookie)
    assert caught.value.status == 401
    return caught.value.code


def test_a_token_becomes_a_cookie_once() -> None:
    access, _ = make_access(Clock())
    token = access.invite()
    assert access.exchange("another") is None
    cookie = access.exchange(token)
    assert cookie is not None
    assert access.exchange(token) is None
    access.require(cookie)
    assert not access.find(token)
    assert not access.find(None)
    assert refusal(access, "guess") == "no_access"
    assert refusal(access, "ü" * 1000) == "no_access"


def test_use_keeps_the_page_open_and_a_look_does_not() -> None:
    clock = Clock()
    access, told = make_access(clock)
    cookie = access.exchange(access.invite())
    for clock.now in (90.0, 180.0, 270.0):
        access.require(cookie)
    clock.now = 360.0
    assert access.find(cookie)
    access.require(cookie, used=False)
    clock.now = 371.0
    assert not access.find(cookie)
    assert refusal(access, cookie) == "expired"
    assert len(told) == 2


def test_a_page_that_was_left_is_opened_by_a_new_token_alone() -> None:
    clock = Clock()
    access, told = make_access(clock)
    first = access.invite()
    cookie = access.exchange(first)
    clock.now = 100.0
    access.lock_if_left()
    access.lock_if_left()
    assert len(told) == 2
    assert access.exchange(first) is None
    again = access.exchange(told[1])
    assert again is not None
    assert again != cookie
    access.require(again)
    assert refusal(access, cookie) == "expired"


def test_an_address_that_nobody_followed_stays_good() -> None:
    clock = Clock(10_000.0)
    access, told = make_access(clock)
    token = access.invite()
    access.lock_if_left()
    assert told == [token]
    assert access.exchange(token) is not None


def test_no_secret_is_shown_by_repr() -> None:
    access, _ = make_access(Clock())
    token = access.invite()
    cookie = access.exchange(token) or ""
    assert token not in repr(access)
    assert cookie not in repr(access)


def test_a_fresh_address_takes_the_place_of_one_that_nobody_used_and_leaves_open_pages_alone() -> None:
    access, told = make_access(Clock())
    cookie = access.exchange(access.invite())
    unused, fresh = access.invite(), access.invite()
    assert access.exchange(unused) is None
    assert access.exchange(fresh) is not None
    assert access.require(cookie) == "Zoe"
    assert len(told) == 3


def test_each_of_two_people_has_an_address_and_is_known_by_name() -> None:
    access, _ = make_access(Clock())
    mine, hers = access.invite(), access.invite("Bea")
    assert access.require(access.exchange(hers)) == "Bea"
    assert access.require(access.exchange(mine)) == "Zoe"
