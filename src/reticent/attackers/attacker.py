"""A reader that ranks what a text may have hidden, and says which words moved it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from reticent.text import Document, Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that may have been hidden; `names` are all that it is called by, `name` among them."""

    name: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clue:
    """A place of the text that moved a reader towards a candidate (or away from it, where `share` is negative)."""

    span: Span
    share: float


@dataclass(frozen=True, slots=True)
class Guess:
    """A candidate's score: the higher the likelier, comparable within one answer only."""

    candidate: str
    score: float
    clues: tuple[Clue, ...] = ()


class Attacker(Protocol):
    """Reads a released text and ranks the candidates; it never sees the original."""

    @property
    def name(self) -> str:
        """What a policy and a report call it."""

    @property
    def fingerprint(self) -> str:
        """What it knows and how it reckons, so that a promise can name it."""

    @property
    def repeatable(self) -> bool:
        """Whether the same text always gets the same answer, so that anybody can check a promise that rests on it."""

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        """Every candidate that it considers, the likeliest first, with the places that moved it."""


@runtime_checkable
class AsksAgain(Protocol):
    """An attacker that gives several answers about a text, each as good as the others."""

    def answers(self, document: Document, candidates: Sequence[Candidate]) -> list[list[Guess]]:
        """Each answer as `guesses` gives it."""


def parse_candidates(lines: Iterable[str]) -> list[list[str]]:
    """The names of each candidate: a line each, other names after semicolons; blank lines and those with # are left out.

    >>> parse_candidates(["# viruses", "HIV; human immunodeficiency virus", "", "rabies virus"])
    [['HIV', 'human immunodeficiency virus'], ['rabies virus']]
    """
    named = ([name.strip() for name in line.split(";")] for line in lines if not line.startswith("#"))
    return [names for each in named if (names := list(filter(None, each)))]
