"""One kind for one string in a document, unless its context says otherwise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.spans import NameRange

_NAMES = frozenset(KINDS.index(kind) for kind in ("PERSON", "LOCATION", "ORGANIZATION", "DEM", "MISC"))
_CERTAIN = 0.9
"""From this likelihood on the context tells the kind of a place by itself."""


def agree_on_kinds(text: CasedText, guess: Guess, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions, with the likeliest kind of their words in the whole text where their own is not certain."""
    likely: dict[tuple[str, ...], Counter[int]] = defaultdict(Counter)
    phrases = []
    for mention in mentions:
        phrase = tuple(map(str.casefold, text.words[mention.begin : mention.end]))
        phrases.append(phrase)
        if mention.kind in _NAMES:
            likely[phrase][mention.kind] += _likelihood(guess, mention)  # type: ignore[assignment]
    return [
        mention if mention.kind not in _NAMES else _change_kind(guess, mention, likely[phrase])
        for mention, phrase in zip(mentions, phrases, strict=True)
    ]


def _change_kind(guess: Guess, mention: NameRange, likely: Counter[int]) -> NameRange:
    best = max(likely, key=lambda kind: (likely[kind], -kind))
    if best == mention.kind or _likelihood(guess, mention) >= _CERTAIN:
        return mention
    return replace(mention, kind=best)


def _likelihood(guess: Guess, mention: NameRange) -> float:
    if mention.end == mention.begin + 1:
        return float(guess.present[mention.begin, mention.kind])
    return float(guess.present[mention.begin : mention.end, mention.kind].mean())
