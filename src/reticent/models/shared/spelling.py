"""What a word that a corpus has never seen is all the same: another spelling, form or abbreviation of words that it has.

Such a word is judged as those words, wherever words are judged: it tells whatever any reading of it tells. A slip in a word
of a protected name is always read as that name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, takewhile

from reticent.executors import TravelsAsSettings
from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.corpus.corpus import list_words
from reticent.knowledge.corpus.spoken import spoken
from reticent.knowledge.entities.words import abbreviations, medical_names
from reticent.models.shared.counts import own_counts
from reticent.models.shared.phrases import HasCount
from reticent.text.tokens import split_at_hyphens

Readings = frozenset[tuple[str, ...]]
"""The words that a word may stand for, one row for each way to read it; none where it can't be read."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"

_DOUBLED, _MISSING, _WRONG = 5, 9, 11
"""Letters of a word from which on two that are swapped or doubled, one that is missing or too many, and a wrong one leave no
doubt. Chosen by hand on unseen words of 120 notes: Crestor, Concerta and
Surgicel are one letter from another word."""

_SHORTEST_NAME = 4
"""Letters of a word of a protected name from which on any slip is one: to see too much there is better than to overlook it."""

_SHORTEST, _LONGEST_ACRONYM = 5, 7
"""Letters of a word from which on it is looked for in other spellings and forms, and up to which capitals may be an acronym; by hand."""

_LONGEST = 40
"""Letters of a word up to which anybody slips, shouts or shortens; what is longer is data, and trying every slip of it would take
memory by the square of its length. The longest words of the shipped corpora that are prose have fewer."""

_FREQUENT, _OF_SMALL = 50, 1 / 1000
"""Documents that make a word one that people mean when they slip; in a small corpus the share of them. Chosen by hand: one in
five thousand of those that ship."""

_SHORTEST_CUT, _LEAST_CUT, _MOST_WHOLE = 4, 2, 24
"""Letters of a word from which on it may be the beginning of others ("amox"), letters that these have more, and how many they may be:
with more of them the beginning says nothing. Chosen by hand on 92 notes that no figure is of."""

_REMEMBERED = 1 << 14  # words whose readings are kept: those of some hundred notes


@dataclass(frozen=True, slots=True)
class WordReadings(TravelsAsSettings):
    """How words that a corpus has never seen are read; `names` are the words of protected names, in normal form."""

    corpus: Corpus = field(repr=False)
    names: frozenset[str] = field(default=frozenset(), repr=False)
    _read: Callable[[str], Readings] = field(init=False, repr=False, compare=False)
    _has_count: HasCount = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_has_count", own_counts(self.corpus))
        object.__setattr__(self, "_read", lru_cache(maxsize=_REMEMBERED)(self._work_out))

    def read(self, word: str) -> Readings:
        """What a word stands for; nothing for one that the corpus has seen, and for one that can't be read."""
        return self._read(word)

    def is_read(self, word: str) -> bool:
        """Whether a word that the corpus has never seen is one that it has, written otherwise."""
        return bool(self._read(word))

    def respell(self, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Words with those that can be read put right, one after the other reading; nothing where there are none."""
        read = [self._read(word) for word in words]
        for number in range(max(map(len, read), default=0)):
            rows = [
                sorted(each)[number % len(each)] if each else (word,)
                for word, each in zip(words, read, strict=True)
            ]
            yield tuple(part for row in rows for part in row)

    def _work_out(self, word: str) -> Readings:
        if not is_countable(word) or not any(map(str.isalpha, word)) or self._is_known(word):
            return frozenset()
        small = word.casefold()
        if slips := [
            name for name in sorted(self.names) if any(_is_slip(each, name) for each in _written(small))
        ]:
            return frozenset((name,) for name in slips)
        if spoken().common.is_ordinary(word):
            return frozenset()
        ways: tuple[Callable[[str], Iterable[tuple[str, ...]]], ...] = (
            self._spelled_out,
            self._in_small_letters,
            self._by_parts,
            self._spelled_otherwise,
            self._built_from,
            self._put_right,
            self._in_two,
            self._cut_short,
        )
        if len(word) > _LONGEST:
            ways = (self._by_parts,)
        found = (frozenset(way(word)) for way in (ways if word == small else ways[:3]))
        return next(filter(None, found), frozenset())

    def _spelled_out(self, word: str) -> Iterator[tuple[str, ...]]:
        """What a clinical abbreviation or another name on the shipped list stands for."""
        for meaning in medical_names().get(word, ()):
            words = tuple(meaning.forms[0].split(" "))
            if (
                word not in words
                and "abbreviation" not in words
                and all(self._is_known(each) or not is_countable(each) for each in words)
            ):
                yield words
                return
        for words in (tuple(meaning.split(" ")) for meaning in abbreviations().get(word, ())):
            if word not in words and all(self._is_known(each) or not is_countable(each) for each in words):
                yield words

    def _in_small_letters(self, word: str) -> Sequence[tuple[str, ...]]:
        """A word that is shouted, such as a heading; what is as short as an acronym is taken for one."""
        small = spoken().lemma(word.casefold())
        if word.casefold() == word or len(word) <= _LONGEST_ACRONYM:
            return []
        return [(small,)] if self._is_frequent(small) else sorted(self._read(small))

    def _by_parts(self, word: str) -> Iterator[tuple[str, ...]]:
        """The parts of a compound, each of them known, ordinary, or read by itself."""
        parts = split_at_hyphens(word)
        if len(parts) > 1:
            rows = [(part,) if self._is_plain(part) else min(self._read(part), default=()) for part in parts]
            if all(rows):
                yield tuple(part for row in rows for part in row)

    def _spelled_otherwise(self, word: str) -> Sequence[tuple[str, ...]]:
        others = spoken().common.other_spellings(word) if len(word) >= _SHORTEST else ()
        return [(form,) for form in dict.fromkeys(map(spoken().lemma, others)) if self._is_known(form)]

    def _built_from(self, word: str) -> Sequence[tuple[str, ...]]:
        """What a word is built from with a regular ending or prefix: the first that is known."""
        bases = map(spoken().lemma, spoken().common.bases_of(word))
        return [(base,) for base in bases if len(base) >= _SHORTEST and self._is_frequent(base)][:1]

    def _put_right(self, word: str) -> Sequence[tuple[str, ...]]:
        """The only frequent word that one slip makes this one of."""
        if len(word) < _DOUBLED or not (word.isascii() and word.isalpha()):
            return []
        lemma = spoken().lemma
        slips = {lemma(slip) for each in _written(word) for slip in _slips(each)}
        seen = _all_words(self.corpus)  # type: ignore[arg-type]  # a corpus is one by identity
        meant = list(filter(self._is_frequent, slips & seen if seen else slips))
        return [(form,) for form in meant] if len(meant) == 1 else []

    def _in_two(self, word: str) -> Iterator[tuple[str, ...]]:
        """The two common words that a word is made of ("livebirth")."""
        for parts in spoken().common.split_in_two(word):
            forms = tuple(map(spoken().lemma, parts))
            if all(map(self._is_frequent, forms)):
                yield forms

    def _cut_short(self, word: str) -> Sequence[tuple[str, ...]]:
        """All frequent words that begin with a word, which may be what is left of any of them."""
        if len(word) < _SHORTEST_CUT or not (word.isascii() and word.isalpha()):
            return []
        words = _sorted_words(self.corpus)  # type: ignore[arg-type]  # a corpus is one by identity
        longer = takewhile(lambda each: each.startswith(word), islice(words, bisect_left(words, word), None))
        whole = [
            each
            for each in longer
            if each.isalpha() and len(each) >= len(word) + _LEAST_CUT and self._is_frequent(each)
        ]
        return [(each,) for each in whole] if len(whole) <= _MOST_WHOLE else []

    def _is_plain(self, word: str) -> bool:
        """Whether a word is known as it is, or tells nothing whatever a corpus has."""
        return self._is_known(word) or spoken().common.is_ordinary(word)

    def _is_known(self, word: str) -> bool:
        return self._has_count(word)

    def _is_frequent(self, word: str) -> bool:
        least = min(_FREQUENT, self.corpus.size * _OF_SMALL)
        return self._is_known(word) and self.corpus.count([frozenset({word})])[0] >= least


@lru_cache(maxsize=4)
def _all_words(corpus: Corpus) -> frozenset[str]:
    return frozenset(_sorted_words(corpus))  # type: ignore[arg-type]


@lru_cache(maxsize=4)  # a process works with few corpora
def _sorted_words(corpus: Corpus) -> Sequence[str]:
    return sorted(list_words(corpus))


def _written(word: str) -> tuple[str, str]:
    """How a text may have written a word in normal form: what looks like a plural lost its s there, as in "hepatits"."""
    return word, f"{word}s"


def _is_slip(word: str, name: str) -> bool:
    """Whether a word is one edit away from a word of a name, which is none itself; of three letters, two in another order.

    >>> _is_slip("hepatits", "hepatitis"), _is_slip("hvi", "HIV"), _is_slip("hip", "HIV")
    (True, True, False)
    """
    other = name.casefold()
    if word == other or abs(len(word) - len(other)) > 1 or not other.isalpha():
        return False
    if len(other) < _SHORTEST_NAME:
        return word in _swaps(other)
    same = next(
        (at for at, (one, two) in enumerate(zip(word, other, strict=False)) if one != two),
        min(len(word), len(other)),
    )
    one, two = word[same:], other[same:]
    return one[1:] == two[1:] or one[1:] == two or one == two[1:] or word in _swaps(other)


def _swaps(word: str) -> frozenset[str]:
    """The word with two letters beside each other in the other order."""
    return frozenset(word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)) - {
        word
    }


def _slips(word: str) -> frozenset[str]:
    """The words that somebody may have meant who wrote this one; the first letter is hardly ever wrong.

    >>> {"swelling", "patient"} <= _slips("sweling") | _slips("pateint"), "creator" in _slips("crestor")
    (True, False)
    """
    cuts = [(word[:at], word[at:]) for at in range(1, len(word) + 1)]
    found = {*_swaps(word)}
    found |= {before + before[-1] + after for before, after in cuts}
    found |= {before + after[1:] for before, after in cuts if before[-1] == after[:1]}
    if len(word) >= _MISSING:
        found |= {before + after[1:] for before, after in cuts}
        found |= {before + letter + after for before, after in cuts for letter in _LETTERS}
    if len(word) >= _WRONG:
        found |= {before + letter + after[1:] for before, after in cuts for letter in _LETTERS}
    return frozenset(each for each in found if each[0] == word[0]) - {word}
