"""Lists of candidates as people write them."""

from __future__ import annotations

from collections.abc import Iterable


def parse_candidates(lines: Iterable[str]) -> list[list[str]]:
    """The names of each candidate: a line each, other names behind semicolons; blank lines and those with # are left out.

    >>> parse_candidates(["# viruses", "HIV; human immunodeficiency virus", "", "rabies virus"])
    [['HIV', 'human immunodeficiency virus'], ['rabies virus']]
    """
    named = [
        [name.strip() for name in line.split(";") if name.strip()]
        for line in lines
        if not line.startswith("#")
    ]
    return [names for names in named if names]
