"""Expressions of users, run by RE2: the time that they take grows with the text and never faster."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

LONGEST = 4_000
"""How many characters a match may have: it bounds what one search reads, and so the time of many."""

_ITEM = re.compile(
    r"""(?P<back>\\[1-9]|\(\?P=\w+\)) | \\. | \[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]
    | (?P<look>\(\?<?[=!]) | (?P<atomic>\(\?>) | (?P<conditional>\(\?\() | (?:[*+?]|\{\d*,?\d*\})(?P<possessive>\+)""",
    re.VERBOSE | re.DOTALL,
)
_ADVICE = {
    "look": "lookaround is not possible here: match what stands around it too, and name the part that is meant"
    " with a group called 'mention', or use \\b",
    "back": "a backreference is not possible here: write out the alternatives, or one pattern for each",
    "atomic": "an atomic group is not needed here: write (?: instead",
    "conditional": "a condition is not possible here: write one pattern for each case",
    "possessive": "a possessive quantifier is not needed here: leave the + out",
}


class LinearMatch(NamedTuple):
    """Where a match and its named groups lie in the text; (-1, -1) for a group that took no part."""

    text: str
    spans: Mapping[str | int, tuple[int, int]]

    def start(self, group: str | int = 0) -> int:
        """Where the group begins."""
        return self.spans[group][0]

    def end(self, group: str | int = 0) -> int:
        """Where the group ends."""
        return self.spans[group][1]

    def group(self, group: str | int = 0) -> str:
        """The text of the group."""
        return self.text[slice(*self.spans[group])]


@dataclass(frozen=True, slots=True)
class LinearRegex:
    """An expression in the syntax of RE2; `flags` are those of `re`, of which only IGNORECASE counts."""

    pattern: str
    flags: int = 0

    @property
    def groupindex(self) -> Mapping[str, int]:
        """The named groups and their numbers."""
        return {name.decode(): number for name, number in self._expression().groupindex.items()}

    def over(self, text: str) -> Callable[[int, int], LinearMatch | None]:
        """A function that finds the first match between two offsets of `text`, of at most `LONGEST` characters."""
        content = text.encode("utf-8", "surrogatepass")
        at = range(len(text) + 1) if text.isascii() else _byte_offsets(text)
        groups: dict[str | int, int] = {0: 0}
        groups.update(self.groupindex.items())
        compiled = self._expression()

        def search(start: int, stop: int) -> LinearMatch | None:
            stop = min(stop, len(text))
            for begin in range(start, max(stop, start + 1), LONGEST):
                limit = min(stop, begin + 2 * LONGEST)
                match = compiled.search(content, at[begin], at[limit])
                if match and (limit == stop or match.start() < at[begin + LONGEST]):
                    return LinearMatch(
                        text, {name: _characters(match.span(n), at) for name, n in groups.items()}
                    )
            return None

        return search

    def _expression(self) -> Any:
        return _compile(self.pattern, ignore_case=bool(self.flags & re.IGNORECASE))


def compile_linear(pattern: str, *, ignore_case: bool) -> LinearRegex:
    """The expression, ready to run; a ValueError says what is wrong with it."""
    import re2

    try:
        _compile(pattern, ignore_case=ignore_case)
    except re2.error as error:
        reason = error.args[0] if error.args else "it can't be read"
        raise ValueError(reason.decode() if isinstance(reason, bytes) else str(reason)) from None
    return LinearRegex(pattern, re.IGNORECASE if ignore_case else 0)


def find_refused(pattern: str) -> tuple[int, str] | None:
    """The first construct that needs backtracking: its character, counted from one, and what to do instead.

    >>> find_refused("a(?<!b)")
    (2, "lookaround is not possible here: match what stands around it too, and name the part that is meant with a group called 'mention', or use \\\\b")
    >>> find_refused("[(?=] a+ \\\\(?=")
    """
    for item in _ITEM.finditer(pattern):
        if item.lastgroup:
            return item.start(item.lastgroup) + 1, _ADVICE[item.lastgroup]
    return None


@cache
def _compile(pattern: str, *, ignore_case: bool) -> Any:
    import re2

    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    return re2.compile(pattern.encode(), options)


def _byte_offsets(text: str) -> list[int]:
    sizes = (
        1 if char < "\x80" else 2 if char < "\u0800" else 3 if char < "\U00010000" else 4 for char in text
    )
    return [0, *accumulate(sizes)]


def _characters(span: tuple[int, int], at: range | list[int]) -> tuple[int, int]:
    """Byte offsets as offsets of characters."""
    if span[0] < 0 or isinstance(at, range):
        return span
    return bisect_left(at, span[0]), bisect_left(at, span[1])
