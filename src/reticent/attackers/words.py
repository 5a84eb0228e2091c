"""What a reader who counts takes from a text: its words in normal form, each with all its places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from reticent.knowledge import is_countable
from reticent.languages.en.common_words import MEASURES
from reticent.text import Document, Span
from reticent.text.analysis import Analysis, analyze, read_by_sentence
from reticent.text.lemmas import normal_word
from reticent.text.tokens import whole_words

_SHORTEST_PART = 3


class _Word(NamedTuple):
    """A word at its place in a sentence."""

    form: str
    start: int
    end: int


def read_words(document: Document) -> Mapping[str, tuple[Span, ...]]:
    """Every word with a letter and a count but for units of measurement, and the parts of hyphenated ones.

    A placeholder is nobody's word.
    """
    analysis = analyze(document)
    places: dict[str, list[Span]] = {}
    rows = read_by_sentence(analysis, "words that count", lambda numbers: _read(analysis, numbers))
    for sentence, row in zip(analysis.sentences, rows, strict=True):
        for word in row:
            places.setdefault(word.form, []).append(
                Span(sentence.start + word.start, sentence.start + word.end)
            )
    return {form: tuple(spans) for form, spans in places.items()}


def _read(analysis: Analysis, numbers: Sequence[int]) -> Iterator[tuple[_Word, ...]]:
    for number in numbers:
        begin = analysis.sentences[number].start
        tokens = analysis.tokens[number]
        shouted = analysis.shouted[number]
        yield tuple(
            _Word(form, token.start - begin, token.end - begin)
            for token in whole_words(tokens)
            for form in _forms(token.text, shouted)
        )


def _forms(token: str, shouted: bool) -> Iterator[str]:
    form = normal_word(token, shouted=shouted)
    yield from filter(is_read, form.split(" "))
    if "-" in form:
        yield from (part for part in form.split("-") if len(part) >= _SHORTEST_PART and is_read(part))


def is_read(form: str) -> bool:
    """Whether a word has a letter and a count, and is no unit of measurement."""
    return form not in MEASURES and is_countable(form) and any(map(str.isalpha, form))
