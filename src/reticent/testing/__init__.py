"""The contract suites of reticent's seams, for detectors, models, corpora and taxonomies of other people.

Each module has a case, which says how an implementation is made, and CHECKS, which take a case and raise when it breaks
the contract. `contract` runs every check on every case under pytest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from reticent.errors import InputError, MissingExtraError

try:
    import hypothesis  # noqa: F401 - the suites are made of it
    import pytest
except ImportError:
    raise MissingExtraError("testing", "reticent.testing") from None

if not __debug__:
    raise InputError("the contract suites assert nothing under 'python -O': run them without it")

pytest.register_assert_rewrite(
    *(
        f"reticent.testing.{name}"
        for name in (
            "attackers",
            "corpora",
            "detectors",
            "entities",
            "formats",
            "models",
            "taggers",
            "taxonomies",
        )
    )
)


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
