"""How long a search may go on before it has to say what it has."""

from __future__ import annotations

import time


class Limit:
    """Counts the steps of one search against a number of seconds and a number of steps."""

    def __init__(self, seconds: float | None = None, steps: int | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._left = steps

    def step(self) -> bool:
        """Take one step; False once the search is over its limit."""
        if self._left is not None:
            self._left -= 1
        return not self.is_reached

    @property
    def is_reached(self) -> bool:
        """Whether the search has to stop."""
        if self._left is not None and self._left < 0:
            return True
        return self._end is not None and time.monotonic() > self._end
