"""Readers who don't add up: what they answered about a draft, and which of its words to take from them next.

They are asked by the audit alone. Planning takes the words that the last answer relied on, the audit asks again about
what is left, and so on, until k others come out as well or the budget of words is spent.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reticent.attackers import Attacker, Clue, Guess
from reticent.models.indistinct.check import count_others
from reticent.models.indistinct.secrets import Secret, pair_with_secrets
from reticent.plan import Release
from reticent.text import Document, Span
from reticent.text.tokens import token_texts

_REMEMBERED = 256
_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a curve: the share of words that stood, and how many others explained the text as well."""

    kept: float
    others: int


@dataclass(frozen=True, slots=True)
class Answers:
    """What readers answered about the drafts that they saw last, and the curves that this makes."""

    _guesses: OrderedDict[tuple[str, str, str], tuple[Guess, ...]] = field(
        default_factory=OrderedDict, init=False, repr=False, compare=False
    )
    _curves: OrderedDict[tuple[str, str, str], list[Point]] = field(
        default_factory=OrderedDict, init=False, repr=False, compare=False
    )

    def remember(self, reader: str, release: Release, secret: str, guesses: Sequence[Guess]) -> None:
        """Keep an answer."""
        self._guesses[reader, release.released.fingerprint, secret] = tuple(guesses)
        others = count_others(guesses, secret)
        point = Point(share_kept(release), len(guesses) if others is None else others)
        self._curves.setdefault((reader, release.original.fingerprint, secret), []).append(point)
        for kept in (self._guesses, self._curves):
            while len(kept) > _REMEMBERED:
                kept.popitem(last=False)

    def last(self, reader: str, document: Document, secret: str) -> tuple[Guess, ...]:
        """What a reader answered about a text; nothing where it was not asked."""
        return self._guesses.get((reader, document.fingerprint, secret), ())

    def curve(self, reader: str, original: Document, secret: str) -> tuple[Point, ...]:
        """How a reader fared with the drafts of a text so far, in order."""
        return tuple(self._curves.get((reader, original.fingerprint, secret), ()))


def places_relied_on(
    answers: Answers,
    readers: Sequence[Attacker],
    document: Document,
    secrets: Sequence[Secret],
    *,
    k: int,
    otherwise: Sequence[Span] = (),
) -> list[Span]:
    """Where readers who still find a secret say that they found it: the weightiest half of it, and at least one place.

    For a reader who finds it and says nothing of where, these are the places `otherwise`.
    """
    found: list[Span] = []
    for reader, secret in pair_with_secrets(readers, secrets):
        guesses = answers.last(reader.name, document, secret.name)
        others = count_others(guesses, secret.name)
        if guesses and others is not None and others < k:
            found += [clue.span for clue in _weightiest(_own_clues(guesses, secret))] or otherwise
    return found


def share_kept(release: Release) -> float:
    """The share of the original's words that no edit changed."""
    words = len(token_texts(release.original.text))
    changed = sum(len(token_texts(edit.span.of(release.original.text))) for edit in release.edits)
    return 1 - changed / words if words else 1.0


def describe_curve(points: Sequence[Point]) -> str:
    """A curve in words, from the first draft to the last.

    >>> describe_curve([Point(1.0, 0), Point(0.9, 3)])
    'words kept and others so far: 100 %: 0, 90 %: 3'
    """
    told = [f"{100 * each.kept:.0f} %: {each.others:,}" for each in points]
    return f"words kept and others so far: {', '.join(told)}"


def _own_clues(guesses: Sequence[Guess], secret: Secret) -> list[Clue]:
    own = [guess for guess in guesses if guess.candidate == secret.name]
    return [clue for guess in own for clue in guess.clues if clue.share > 0]


def _weightiest(clues: Sequence[Clue]) -> Iterator[Clue]:
    left = _SHARE * sum(clue.share for clue in clues)
    for clue in sorted(clues, key=lambda each: (-each.share, each.span)):
        if left <= 0:
            return
        yield clue
        left -= clue.share
