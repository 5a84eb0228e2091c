"""What goes wrong when something is done, in words for a user."""

from __future__ import annotations

from collections.abc import Callable

from reticent.errors import ReticentError


def find_problem(act: Callable[[], object]) -> str:
    """What goes wrong when this is done; empty when nothing does."""
    try:
        act()
    except ReticentError as error:
        return str(error)
    except Exception as error:  # a damaged file can break anything
        return f"it can't be used ({type(error).__name__}): install reticent again"
    return ""
