"""Which language each part of a text is in, among those that a reader knows: the whole of it, or paragraphs of others.

A text without evidence of another language is in the one that is expected: the language that its document declares, or the default.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from reticent.language.function_words import FEWEST_WORDS, PARTICLES, Passage, count_words, find_by_words
from reticent.language.registry import DEFAULT_CODE, find_language, has_language

_PARAGRAPH_END = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"[\r\n\u2028\x0b\x0c]+")
_WORD = re.compile(r"[^\W\d_]+")

_FEWEST_ALONE = 12
"""Words of a paragraph or line that can be in another language than the text around it, as in `function_words`."""

_FEWEST_SIGNS = 2
"""Function words of another language that tell the language of a text of few words; one may be a part of a name."""


_FEWEST_OWN, _SO_MANY_MORE = 5, 2
"""Different everyday words of a language, and how many times as many as of the default, that tell it; chosen by hand: English notes hardly
have one."""


class LanguagePart(NamedTuple):
    """A stretch of a text that is in one language, from `start` to before `end`."""

    start: int
    end: int
    code: str


def find_main_language(text: str, read: Collection[str], *, expected: str = DEFAULT_CODE) -> str:
    """The one of these languages that most of a text is in; the expected one without evidence of another.

    >>> find_main_language("Nombre: Ana. Apellidos: Ruiz. Fecha de nacimiento: 3 de mayo.", ["en", "es"])
    'es'
    """
    return judge_main(text, read, expected).code


class MainLanguage(NamedTuple):
    """The language that most of a text is in, and whether it is known that no passage is in another one than the expected."""

    code: str
    alone: bool


def judge_main(text: str, read: Collection[str], expected: str) -> MainLanguage:
    """The main language of a text, as `find_main_language` has it."""
    others = _known(frozenset(read) - {expected})
    if not others or expected != DEFAULT_CODE:  # a document that says its language is believed
        return MainLanguage(expected, not others)
    words = _WORD.findall(text)
    if len(words) < FEWEST_WORDS:
        found = _judge_short(words, others) or _judge_by_words(words, others, _FEWEST_SIGNS)
        return MainLanguage(found or expected, len(words) < _FEWEST_ALONE)
    passage = find_by_words(text, {expected})
    found = _tell(passage, others, len(words) // 2) or _judge_form(words, others)
    code = found or _judge_by_words(words, others, _FEWEST_OWN) or expected
    return MainLanguage(code, passage is None)


def divide_by_language(
    text: str, read: Collection[str], *, expected: str = DEFAULT_CODE, known: MainLanguage | None = None
) -> list[LanguagePart]:
    """The parts of a text in order, each with its language; paragraphs and long lines may be in another than the rest.

    Who has judged the main language already says what is `known`.
    """
    main, alone = known or judge_main(text, read, expected)
    others = _known(frozenset(read) - {main})
    if not others or (main == expected and alone):
        return [LanguagePart(0, len(text), main)]
    if main == DEFAULT_CODE and find_by_words(text, {main}) is None:
        return [LanguagePart(0, len(text), main)]
    parts: list[LanguagePart] = []
    for start, end in _split(text):
        code = _judge_part(text[start:end], main, others)
        if parts and parts[-1].code == code:
            parts[-1] = LanguagePart(parts[-1].start, end, code)
        else:
            parts.append(LanguagePart(start, end, code))
    return parts or [LanguagePart(0, len(text), main)]


def keep_parts(text: str, parts: Sequence[LanguagePart], code: str) -> str:
    """The text with what is in other languages blanked, so that places stay.

    >>> keep_parts("Hola. Hi.", [LanguagePart(0, 6, "es"), LanguagePart(6, 9, "en")], "en")
    '      Hi.'
    """
    return "".join(
        text[part.start : part.end]
        if part.code == code
        else re.sub(r"[^\r\n]", " ", text[part.start : part.end])
        for part in parts
    )


def _judge_part(text: str, main: str, others: frozenset[str]) -> str:
    count = count_words(text)
    if count < _FEWEST_ALONE:
        return main if main == DEFAULT_CODE else _judge_line(_WORD.findall(text), main, others)
    return _tell(find_by_words(text, {main}), others, count // 2) or main


def _judge_line(written: Sequence[str], main: str, others: frozenset[str]) -> str:
    """The language of a line of few words: that of at least two of its function words, and of more than are the main one's."""
    words, own = {word.lower() for word in written}, find_language(main).stop_words
    signs = {code: find_language(code).stop_words for code in sorted(others)}
    votes = {code: len(words & (known - own)) for code, known in signs.items()}
    best = max(votes, key=lambda code: votes[code])
    tells = votes[best] >= _FEWEST_SIGNS and votes[best] > len(words & (own - signs[best]))
    return best if tells else main


def _tell(passage: Passage | None, among: frozenset[str], fewest: int) -> str:
    """The likeliest of some languages that a passage of enough words may be in; "" if it is in none."""
    if passage is None or passage.words < fewest:
        return ""
    return next((code for code in passage.languages if code in among), "")


def _split(text: str) -> Iterator[tuple[int, int]]:
    """The paragraphs of a text, and lines of them that are long enough to be judged, with what divides them."""
    begin = 0
    for paragraph in (*(match.end() for match in _PARAGRAPH_END.finditer(text)), len(text)):
        for line in (*(match.end() for match in _LINE_END.finditer(text, begin, paragraph)), paragraph):
            if begin < line:
                yield begin, line
            begin = line


def _judge_short(words: Sequence[str], others: frozenset[str]) -> str:
    """The language of few words: that of labels that only it has, or of two function words, where none speaks that the default has alone."""
    home = find_language(DEFAULT_CODE)
    spoken = {word for word in words if word in home.stop_words and word not in PARTICLES and len(word) > 1}
    votes = Counter(
        code
        for code in sorted(others)
        if spoken <= find_language(code).stop_words  # "in" is German too
        for word in set(words)
        for _ in range(_weigh(word, code))
    )
    best = max(votes, key=lambda code: votes[code], default="")
    return best if best and votes[best] >= _FEWEST_SIGNS else ""


def _judge_by_words(written: Sequence[str], others: frozenset[str], fewest: int) -> str:
    """The language that far more of the words in small letters are everyday words of than of the default."""
    words = {word for word in written if word.islower() and len(word) > 1}
    usual, votes = _usual(DEFAULT_CODE), {}
    at_home = words & usual
    for code in sorted(others):
        own = _usual(code)
        votes[code] = len((words - at_home) & own)
        if votes[code] < max(fewest, _SO_MANY_MORE * len(at_home - own)):
            votes[code] = 0
    best = max(votes, key=lambda code: votes[code])
    return best if votes[best] else ""


def _judge_form(written: Sequence[str], others: frozenset[str]) -> str:
    """The language of a text that has next to no function word, such as a form, by its labels."""
    words = [word.lower() for word in set(written)]
    if all(_labels(code).isdisjoint(words) for code in others):
        return ""
    labels = Counter(code for code in sorted(others) for word in words if word in _labels(code))
    home = sum(word in _labels(DEFAULT_CODE) for word in words)
    best = max(labels, key=lambda code: labels[code], default="")
    return best if best and labels[best] > max(home, _FEWEST_SIGNS) else ""


def _weigh(word: str, code: str) -> int:
    if word.lower() in _labels(code):
        return _FEWEST_SIGNS
    return int(word in _telling(code))


@cache
def _known(codes: frozenset[str]) -> frozenset[str]:
    """The languages among these that somebody has here: a detector of others may read more."""
    return frozenset(filter(has_language, codes))


@cache
def _usual(code: str) -> frozenset[str]:
    """The everyday words of a language, and its function words."""
    known = find_language(code)
    return frozenset(known.common.everyday() | known.stop_words)


@cache
def _telling(code: str) -> frozenset[str]:
    """Function words that the default language and names don't have."""
    home = find_language(DEFAULT_CODE)
    known = find_language(code)
    strange = known.stop_words - home.stop_words - home.common.also_elsewhere - PARTICLES
    return known.common.telling.union(
        word for word in strange if len(word) > 2 and word not in home.common.everyday()
    )


@cache
def _labels(code: str) -> frozenset[str]:
    """What fields of forms are called in a language, without words of the default one: "Name", "Patient"."""
    names = find_language(code).names
    labels = names.name_fields | names.labels
    return labels if code == DEFAULT_CODE else labels - find_language(DEFAULT_CODE).common.everyday()
