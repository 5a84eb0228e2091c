"""Other ways to write an English word, and the words that one is built from: by rule, so that many are no words.

British and American spellings, regular endings, and the prefixes that physicians put before any word ("non", "peri").
"""

from __future__ import annotations

from collections.abc import Iterator

from reticent.language.en.words import WORDS, common_words

_WORDS = WORDS["spelling"]
_WAYS = tuple((one, other) for one, _, other in (entry.partition(">") for entry in _WORDS["ways"]))
_ENDINGS = tuple((one, other) for one, _, other in (entry.partition(">") for entry in _WORDS["endings"]))
_PREFIXES = tuple(sorted(_WORDS["prefixes"], key=len, reverse=True))
_SHORTEST_STEM, _SHORTEST_BASE = 4, 6
"""Letters of what an ending or a prefix leaves of a word: with fewer, "mared" would be built from "mar" and "premarin" from "marin"."""

_SHORTEST_HALF = 4
"""Letters of each of two words that make one: with fewer, the drug "targin" would be tar and gin."""


def other_spellings(word: str) -> tuple[str, ...]:
    """A word in small letters as others write it: in British for American or the reverse, at one place or wholly American.

    >>> "hemorrhage" in other_spellings("haemorrhage"), "oesophagus" in other_spellings("esophagus")
    (True, True)
    """
    american = word
    for one, other in _WAYS:
        american = american.replace(one, other)
    ways = [*_WAYS, *((other, one) for one, other in _WAYS)]
    found = [_put(word, at, one, other) for one, other in ways for at in _places(word, one)]
    return tuple(form for form in dict.fromkeys([american, *found]) if form != word)


def _places(word: str, part: str) -> Iterator[int]:
    return (at for at in range(len(word)) if word.startswith(part, at))


def _put(word: str, at: int, one: str, other: str) -> str:
    return word[:at] + other + word[at + len(one) :]


def bases_of(word: str) -> tuple[str, ...]:
    """What a word in small letters may be built from by an ending, a prefix, or both.

    >>> "cervical" in bases_of("transcervically"), "ambulate" in bases_of("ambulating")
    (True, True)
    """
    stems = dict.fromkeys([*_without_ending(word), *_without_prefix(word)])
    stems |= dict.fromkeys(base for stem in [*stems] for base in _without_prefix(stem))
    return tuple(stem for stem in stems if stem != word)


def _without_ending(word: str) -> Iterator[str]:
    """The word with another ending, or without one, and with one letter less where that was doubled ("fitted")."""
    for ending, other in _ENDINGS:
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            if len(stem) < _SHORTEST_STEM:
                continue
            yield stem + other
            if not other and stem[-2:-1] == stem[-1:]:
                yield stem[:-1]


def _without_prefix(word: str) -> Iterator[str]:
    for prefix in _PREFIXES:
        if (
            word.startswith(prefix)
            and len(base := word.removeprefix(prefix).removeprefix("-")) >= _SHORTEST_BASE
        ):
            yield base


def split_in_two(word: str) -> Iterator[tuple[str, str]]:
    """The pairs of common words that a word in small letters is made of without a hyphen.

    >>> list(split_in_two("livebirth")), list(split_in_two("targin"))
    ([('live', 'birth')], [])
    """
    for at in range(_SHORTEST_HALF, len(word) - _SHORTEST_HALF + 1):
        if word[:at] in common_words() and word[at:] in common_words():
            yield word[:at], word[at:]
