"""The contract suites of reticent's seams, for detectors, models, corpora and taxonomies of other people.

Each module has a case, which says how an implementation is made, and CHECKS, which take a case and raise when it breaks
the contract. `contract` runs every check on every case under pytest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Protocol, TypeVar

from reticent.errors import InputError, MissingExtraError

try:
    import pytest
    from hypothesis import HealthCheck, given, settings
    from hypothesis.strategies import SearchStrategy
except ImportError:
    raise MissingExtraError("testing", "reticent.testing") from None

if not __debug__:
    raise InputError("the contract suites assert nothing under 'python -O': run them without it")

_SUITES = "attackers corpora detectors entities formats models taggers taxonomies"
pytest.register_assert_rewrite(*(f"{__name__}.{suite}" for suite in _SUITES.split()))


class Case(Protocol):
    """An implementation under a contract."""

    @property
    def name(self) -> str:
        """What the tests call it."""


AnyCase = TypeVar("AnyCase", bound=Case)


def contract(
    checks: Iterable[Callable[[AnyCase], None]], cases: Iterable[AnyCase]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a test with the arguments `check` and `case` run once for every check of every case."""
    known = list(checks)
    pairs: list[Any] = [
        pytest.param(
            check, case, id=f"{case.name}: {check.__name__.removeprefix('check_').replace('_', ' ')}"
        )
        for case in cases
        for check in known
    ]
    return pytest.mark.parametrize(("check", "case"), pairs)


def on_invented(
    invent: Callable[[Any], SearchStrategy[tuple[Any, ...]]], *, examples: int | None = None
) -> Callable[[Callable[..., None]], Callable[[Any], None]]:
    """Makes a claim a check of a case: it must hold of all arguments that hypothesis invents for the case."""
    chosen: dict[str, Any] = {} if examples is None else {"max_examples": examples}

    def decorate(claim: Callable[..., None]) -> Callable[[Any], None]:
        @wraps(claim)
        def check(case: Any) -> None:
            @settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], **chosen)
            @given(invent(case))
            def hold(invented: tuple[Any, ...]) -> None:
                claim(*invented)

            hold()

        return check

    return decorate


def list_checks(suite: str) -> tuple[Callable[[Any], None], ...]:
    """All checks of a suite, in the order in which its module defines them."""
    named = vars(sys.modules[suite]).items()
    return tuple(each for name, each in named if name.startswith("check_"))
