"""Words that turn a statement around: what they speak of must stay what they speak of."""

from __future__ import annotations

from itertools import takewhile

from reticent.languages import ENGLISH
from reticent.rendering.word_places import BULLETS, WordPlaces
from reticent.text import Span

NEGATIONS = ENGLISH.grammar.denials | frozenset(
    """no not n't never without cannot neither nor none negative neg absent absence free lack unlikely rule ruled r/o except
    unable fail fails failed hold held""".split()
)
"""Words that say of what stands behind them that it is not so: without them the rest would say the opposite."""

_CLAUSE_ENDS = frozenset({".", ";", "?", "!", "but"})


def turns_around(words: WordPlaces, gap: Span, separator: str) -> bool:
    """Whether the next item would come under a verb or a "not" that did not speak of it.

    A semicolon ends what they speak of; a "not" goes on only where an "or" shows that it does.
    """
    before = [word for word in words.in_line(words.line(gap.start)) if word.span.end <= gap.start]
    governed = bool(before) and before[-1].text != ":" and before[-1].text not in BULLETS
    if governed and ";" in separator:
        return True
    clause = list(takewhile(lambda word: word.text.lower() not in _CLAUSE_ENDS, reversed(before)))
    after = [word for word in words.in_line(words.line(gap.end)) if word.span.start >= gap.end]
    following = takewhile(lambda word: word.text.lower() not in _CLAUSE_ENDS, after)
    goes_on = any(word.text.lower() in ("or", "nor") for word in following)
    return not goes_on and any(word.text.lower() in NEGATIONS for word in clause)
