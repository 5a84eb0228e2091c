"""The answer of a language model, read as data: names with quotes, whatever else it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

MOST_GUESSES = 200
MOST_QUOTES = 50
LONGEST = 2_000
"""What is more, or longer, than this is cut: no answer can keep us busy."""

_THINKS = re.compile(r"<think(?:ing)?>")
_THOUGHT = re.compile(r"</think(?:ing)?>")
_BEGIN = re.compile(r"[\[{]")
_LISTS = ("guesses", "candidates", "answers", "answer", "guess")
_NAMES = ("name", "guess", "candidate", "answer")
_QUOTES = ("words", "quotes", "evidence", "clues")


@dataclass(frozen=True, slots=True)
class Said:
    """One guess in the model's own words, with what it says to have relied on."""

    name: str = field(repr=False)
    quotes: tuple[str, ...] = field(default=(), repr=False)


def read_answer(content: str) -> list[Said]:
    """The guesses in an answer, the likeliest first; none where it holds no JSON of the form that was asked for.

    An answer that breaks off counts as far as it goes.

    >>> [said.name for said in read_answer('Sure! ```json\\n{"guesses": [{"name": "flu", "words": []}]}\\n```')]
    ['flu']
    >>> read_answer("I can't help with that.")
    []
    """
    values = _find_values(_leave_thoughts(content))
    said = (_read_guess(item) for value in values for item in _find_list(value))
    return list(islice((each for each in said if each), MOST_GUESSES))


def _leave_thoughts(content: str) -> str:
    """The answer without what the model thought aloud; a thought that never ends is left in."""
    kept, position = [], 0
    while begins := _THINKS.search(content, position):
        ends = _THOUGHT.search(content, begins.end())
        if ends is None:
            break
        kept.append(content[position : begins.start()])
        position = ends.end()
    return "".join([*kept, content[position:]])


def _find_values(content: str) -> Iterator[Any]:
    """Every JSON object or array in a text, from the left, without those inside another."""
    decoder, position = json.JSONDecoder(strict=False), 0  # small models break lines inside their quotes
    for _ in range(MOST_GUESSES):
        begin = _BEGIN.search(content, position)
        if begin is None:
            return
        try:
            value, position = decoder.raw_decode(content, begin.start())
        except (ValueError, RecursionError):
            position = begin.end()
            continue
        yield value


def _find_list(value: Any) -> list[Any]:
    if isinstance(value, dict):
        found = next((value[key] for key in _LISTS if key in value), [value])
        return found if isinstance(found, list) else [found]
    return value if isinstance(value, list) else []


def _read_guess(item: Any) -> Said | None:
    if isinstance(item, str):
        return Said(item[:LONGEST]) if item.strip() else None
    if not isinstance(item, dict):
        return None
    name = next((item[key] for key in _NAMES if isinstance(item.get(key), str)), "")
    quotes: Any = next((item[key] for key in _QUOTES if key in item), [])
    listed = quotes if isinstance(quotes, list) else [quotes]
    texts = [each[:LONGEST] for each in listed[:MOST_QUOTES] if isinstance(each, str) and each.strip()]
    return Said(name[:LONGEST], tuple(texts)) if name.strip() else None
