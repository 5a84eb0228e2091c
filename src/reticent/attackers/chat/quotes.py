"""Where the words stand in a text that a model says to have relied on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from reticent.attackers.attacker import Clue
from reticent.languages import ENGLISH
from reticent.text import Document, Span, analyze
from reticent.text.document import MASK
from reticent.text.matching import matching_view

LONGEST_CLUE = 6
"""A quote of more words than this says which sentence told, not which words: its words share the weight."""

_WORD = re.compile(r"[^\W_]+")
_BETWEEN = f"[^\\w{MASK}]{{1,8}}"
"""What may stand between two words of a quote: blanks and marks, but no placeholder."""
_MOST_WORDS = 200


def locate_quotes(document: Document, quotes: Iterable[str], weight: float) -> tuple[Clue, ...]:
    """The places of all quotes, which share the weight, the first getting most; what the text doesn't hold is left out.

    A quote counts at every place where its words stand, with the same share, in any case and however they are spaced.
    Nobody relies on a placeholder, nor on words that mean nothing by themselves.
    """
    found = [spans for quote in quotes if (spans := _find_places(document, quote))]
    total = sum(1 / number for number in range(1, len(found) + 1))
    clues: dict[Span, float] = {}
    for number, spans in enumerate(found, 1):
        for span in spans:
            clues[span] = clues.get(span, 0.0) + weight / number / total
    return tuple(Clue(span, share) for span, share in sorted(clues.items()))


def _find_places(document: Document, quote: str) -> list[Span]:
    """The places of one quote; of a long one, those of its telling words."""
    words = _trim(_WORD.findall(matching_view(quote).text)[:_MOST_WORDS])
    if not words:
        return []
    places = list(_find_words(document, words))
    if len(words) <= LONGEST_CLUE:
        return places
    return [span for place in places for span in _split(document, place)]


def _trim(words: Sequence[str]) -> Sequence[str]:
    """The words from the first that means something to the last that does."""
    telling = [number for number, word in enumerate(words) if _is_telling(word)]
    return words[telling[0] : telling[-1] + 1] if telling else []


def _find_words(document: Document, words: Sequence[str]) -> Iterator[Span]:
    reading = analyze(document).reading
    pattern = rf"(?<![^\W_]){_BETWEEN.join(map(re.escape, words))}(?![^\W_])"
    for match in re.finditer(pattern, reading.text, re.IGNORECASE):
        yield reading.span(*match.span())


def _split(document: Document, place: Span) -> Iterator[Span]:
    """The telling words within a place."""
    for word in _WORD.finditer(document.text, place.start, place.end):
        if _is_telling(word[0]):
            yield Span(*word.span())


def _is_telling(word: str) -> bool:
    return word.casefold() not in ENGLISH.stop_words
