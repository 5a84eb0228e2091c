"""Which language words are in, by the function words that no longer text can do without."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from reticent.language.registry import DEFAULT_CODE, find_language, has_language

UNKNOWN = "und"
"""ISO 639 for a language that can't be identified."""

PARTICLES = frozenset(
    "de da di do du del della des dos das la las le les lo los el van von der den ter al et".split()
)
"""Words that are parts of many names: no evidence by themselves."""


@dataclass(frozen=True, slots=True)
class FunctionWords:
    """The name of a language, and words that no longer text in it can do without."""

    name: str
    words: frozenset[str]


def _read_listed() -> dict[str, FunctionWords]:
    """All languages that can be identified besides the home language, those with function words first."""
    listed: dict[str, FunctionWords] = {}
    text = files("reticent.language").joinpath("data/function-words.txt").read_text("utf-8")
    for line in re.sub(r"\n +", " ", text).splitlines():
        if not line.startswith("#"):
            head, _, words = line.partition(":")
            code, name = head.split(" ", 1)
            listed[code] = FunctionWords(name, frozenset(words.split()))
    return listed


_LISTED = _read_listed()
FUNCTION_WORDS: Mapping[str, FunctionWords] = {code: each for code, each in _LISTED.items() if each.words}
"""What tells most languages, by their ISO 639 codes."""

_HOME = find_language()
"""The language that a text is in where nothing speaks against it, and that evidence is weighed against."""

LANGUAGE_NAMES: Mapping[str, str] = {
    _HOME.code: _HOME.name,
    **{code: each.name for code, each in _LISTED.items()},
}
"""Every language that can be identified, by its code."""

FEWEST_WORDS = 20
"""Words that are evidence: a name, a title or a quotation has fewer."""

_SIGNAL, _AGAINST, _NEUTRAL = 3.5, -2.7, -0.35
"""What a word says for another language, as the logarithm of a likelihood ratio: 35 % of a text are function words of its
own language and 1 % of others, 45 % of English text, next to none of a list."""

_ENOUGH = 5.5
"""The evidence that makes a passage: none of 30,000 English texts has it, and most texts of 20 words in other languages."""

_FEWEST_DIFFERENT = 4
"""Different words that speak for the language of a passage, three of them function words: names repeat "de" and "la"."""

_FEWEST_ALONE = 12
"""Words of a paragraph, line or sentence that is judged by itself, without the text around it."""

_FEWEST_UNKNOWN = 14
"""Words of such a passage in which no language can be identified."""

_WORDS_OF_ITEM = 3
"""Words for each comma or stop of a list: "Neck supple. No bruits." lists what was found."""

_FEWEST_LETTERS = 3 * _FEWEST_ALONE
"""Characters that so many words have at least."""

_FAMILIAR = 12
"""Such a passage has no more than one function word that is read in so many words; English has one in two or three."""

_FEWEST_SMALL = 6
"""Different words in small letters, which are neither names nor codes, of such a passage."""

_STRANGE, _VERY_STRANGE = 0.5, 0.7
"""The part of them that is not English, where function words of one language stand among them and where none do."""

_ONE_IN = 7
"""Of so many of them one is a function word of the language, fewer are in names of dishes."""

_SHORT_WORD = 5
"""Letters that a short word has fewer of."""

_MANY_ACCENTED = 10
"""Different words with letters that English lacks, at least a quarter of the passage: so many are no transliteration."""

_MOST = 0.5
"""The part of the function words that one language accounts for; abbreviations look like words of many languages."""

_NEAR = 0.8
"""A language that accounts for so much of what the likeliest one accounts for may be the one that is written."""

_MOST_RELATIVES = 3
"""Languages that may be so near; more are a mixture, such as a menu."""

_SHORT_TEXT = 2000
"""Characters of a text that is looked at as a whole first; few longer ones have no unusual stretch of words at all."""

_WORD = re.compile(r"[^\W\d_]+")
_PARAGRAPH_END = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"[\r\n\u2028\x0b\x0c]+")
_STOP = re.compile(r"(?<=[a-z][.!?]) ")
_ACCENTED = re.compile(r"[a-zß-öø-ÿ\u0100-\u0233\u1e01-\u1ef9]+")
_STROKES = str.maketrans(
    {"đ": "d", "ł": "l", "ø": "o", "ı": "i", "ß": "ss", "æ": "ae", "ð": "d", "þ": "th", "ħ": "h", "ə": "e"}
)


@dataclass(frozen=True, slots=True)
class Passage:
    """Some words in one language: `languages` are those that it may be, the likeliest first, by their ISO 639 codes."""

    languages: tuple[str, ...]
    words: int

    @property
    def language(self) -> str:
        """The likeliest language."""
        return self.languages[0]


def weigh_short(text: str, read: Collection[str]) -> int:
    """How many more words of a text speak for an unread language than for one of these; 0 where none speaks."""
    words = _Words.of(text, _known_bits(frozenset(read)))
    return sum(1 if mark & ~words.known else -1 for mark in words.marks if words.tells(mark))


def count_words(text: str) -> int:
    """How many words, in letters of any script, a text has."""
    return len(_WORD.findall(text))


def find_by_words(text: str, read: Collection[str]) -> Passage | None:
    """The longest passage in an unread language: a paragraph, line or sentence, or what stands together in the whole."""
    known = _known_bits(frozenset(read))
    parts = _PARAGRAPH_END.split(text)
    if len(text) < _SHORT_TEXT or len(parts) == 1:
        whole = _Words.of(text, known)
        if not whole.shouted and not whole.may_hold_other():  # then no part of it does
            return whole.find_passage()
        if len(parts) == 1:
            return _longest([whole.find_passage(), *whole.judge_parts((_LINE_END, _STOP))])
    paragraphs = [_Words.of(each, known) for each in parts]
    found = [_Words.join(paragraphs).find_passage()]
    found += (passage for each in paragraphs for passage in each.judge_parts((_LINE_END, _STOP)))
    return _longest(found)


def _longest(passages: Iterable[Passage | None]) -> Passage | None:
    return max(filter(None, passages), key=lambda passage: passage.words, default=None)


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text, for each the languages that it is a function word of as bits, and the bits of those read.

    It is `shouted` in capitals, and no `prose` then or with a comma or stop after every few words.
    """

    text: str = field(repr=False)
    words: Sequence[str] = field(repr=False)
    marks: Sequence[int] = field(repr=False)
    known: int
    prose: bool = True
    shouted: bool = False

    @classmethod
    def of(cls, text: str, known: int) -> _Words:
        """The words as they are written, so that a name is none; in small letters where a text is in capitals."""
        words = _WORD.findall(text)
        shouted = 2 * sum(map(str.isupper, words)) > len(words)
        if shouted:
            words = [word.lower() for word in words]
        table = _table()
        if text.isascii():
            marks = [table.get(word, 0) for word in words]
        else:
            letters = _letters_of(known)
            marks = [
                table.get(word, 0) if word.isascii() else _mark_accented(word, letters) for word in words
            ]
        prose = not shouted and (text.count(",") + text.count(".")) * _WORDS_OF_ITEM <= len(words)
        return cls(text, words, marks, known, prose=prose, shouted=shouted)

    @classmethod
    def join(cls, parts: Sequence[_Words]) -> _Words:
        """The words of several texts as those of one, which need not be read again."""
        first, *others = parts
        if not others:
            return first
        words = [word for each in parts for word in each.words]
        return cls("", words, [mark for each in parts for mark in each.marks], first.known)

    def judge_parts(self, ends: Sequence[re.Pattern[str]]) -> Iterator[Passage | None]:
        """What it is by itself, and each part of it that may hold another language, as `ends` divide it."""
        if len(self.text) < _FEWEST_LETTERS or not self.may_hold_other():
            return
        yield self.judge_alone()
        for part in ends[0].split(self.text) if ends else ():
            if len(part) < len(self.text):
                yield from _Words.of(part, self.known).judge_parts(ends[1:])
            else:
                yield from self.judge_parts(ends[1:])

    def tells(self, mark: int) -> bool:
        """Whether a word is one of read languages alone, or of unread ones alone."""
        return bool(mark) and not (mark & self.known and mark & ~self.known)

    def may_hold_other(self) -> bool:
        """Whether so many words stand side by side without a function word that is read: English hardly ever has them."""
        return _STRETCH in self._list_familiar()

    def _list_familiar(self) -> str:
        return "".join(map(_mark_familiar(self.known).__getitem__, self.marks))

    def judge_alone(self) -> Passage | None:
        """All of it, if it has hardly a function word that is read, and most of its other words are not English either.

        Function words of one language say so of 12 words, and without them of 14 what no English text has so many of:
        unknown words, some of them short, which lists of drugs or names don't have.
        """
        count = len(self.words)
        if count < _FEWEST_ALONE:
            return None
        if self._list_familiar().count(_YES) * _FAMILIAR > count:
            return None
        small = {
            word: mark
            for word, mark in zip(self.words, self.marks, strict=True)
            if len(word) > 1 and word not in PARTICLES and _ACCENTED.fullmatch(word)
        }
        strange = {word for word, mark in small.items() if self._is_strange(word, mark)}
        if len(small) < _FEWEST_SMALL or len(strange) < _STRANGE * len(small):
            return None
        fewest = max(_FEWEST_DIFFERENT - 1, len(small) // _ONE_IN + 1)
        if likely := self._tell_language([(word, small[word]) for word in strange], fewest=fewest):
            return Passage(likely, count)
        short = sum(len(word) < _SHORT_WORD for word in small)
        many = count >= _FEWEST_UNKNOWN and len(strange) >= _VERY_STRANGE * len(small) and short > 1
        return Passage((UNKNOWN,), count) if many and self.known & _HOME_BIT and self.prose else None

    def _is_strange(self, word: str, mark: int) -> bool:
        """Whether a word is one of unread languages alone, or no common word of English, if that is read."""
        if mark:
            return not mark & self.known
        if any(word in everyday for everyday in _everyday_of(self.known)):
            return False
        return not self.known & _HOME_BIT or word not in _HOME.common.everyday()

    def find_passage(self) -> Passage | None:
        """The longest passage in an unread language."""
        if len(self.words) < FEWEST_WORDS:
            return None
        strange = {mark for mark in set(self.marks) if mark and not mark & self.known}
        if not strange or sum(map(strange.__contains__, self.marks)) < _FEWEST_DIFFERENT:
            return None
        found = (self._judge(begin, end) for begin, end in self._ranges())
        return max(filter(None, found), key=lambda passage: passage.words, default=None)

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Where evidence for an unread language adds up, from its beginning to its peak (Page's cumulative sum test)."""
        begin, end, score, peak = 0, 0, 0.0, 0.0
        weights = {mark: self._weigh(mark) for mark in set(self.marks)}
        for number, mark in enumerate(self.marks):
            score += weights[mark]
            if score > peak:
                peak, end = score, number + 1
            elif score <= 0:
                if peak >= _ENOUGH:
                    yield begin, end
                begin, score, peak = number + 1, 0.0, 0.0
        if peak >= _ENOUGH:
            yield begin, end

    def _weigh(self, mark: int) -> float:
        if not mark:
            return _NEUTRAL
        if not self.tells(mark):
            return 0.0
        return _AGAINST if mark & self.known else _SIGNAL

    def _judge(self, begin: int, end: int) -> Passage | None:
        """The passage, if it is long enough and one language accounts for it, or letters that English lacks do."""
        if end - begin < min(FEWEST_WORDS, len(self.words) // 2):
            return None
        signals = [
            (word, mark)
            for word, mark in zip(self.words[begin:end], self.marks[begin:end], strict=True)
            if mark and not mark & self.known
        ]
        if likely := self._tell_language(signals, fewest=_FEWEST_DIFFERENT):
            return Passage(likely, end - begin)
        accented = {word for word, mark in signals if mark == _ACCENT}
        unknown = len(accented) >= max(_MANY_ACCENTED, (end - begin) // 4)
        return Passage((UNKNOWN,), end - begin) if unknown else None

    def _tell_language(self, signals: Sequence[tuple[str, int]], *, fewest: int) -> tuple[str, ...]:
        """The languages that words may be in: one accounts for most of so many different ones; () where none does."""
        accented = {word for word, mark in signals if mark == _ACCENT}
        listed = sum(mark > _ACCENT for _, mark in signals)
        counts = Counter(code for _, mark in signals for code in _languages_of(mark))
        best, most = max(counts.items(), key=lambda item: item[1], default=(UNKNOWN, 0))
        own = {word for word, mark in signals if best in _languages_of(mark)} - PARTICLES
        different = len(own) >= fewest - 1 and len(own | accented) >= fewest
        near = [code for code, count in counts.most_common() if count >= _NEAR * most]
        clear = different and most >= _MOST * listed and len(near) <= _MOST_RELATIVES
        return tuple(near) if clear else ()


_ACCENT = 1
"""The bit of words with letters that English lacks, and which no list has."""


_YES, _NO = "+", "-"
_STRETCH = _NO * 9
"""Words side by side of which none is a function word that is read: rare in English, outside of lists."""

_HOME_BIT = 2
"""The bit of words of the home language, which is the first one."""


@cache
def _bits() -> Mapping[str, int]:
    return {code: 2 << number for number, code in enumerate([DEFAULT_CODE, *FUNCTION_WORDS])}


@cache
def _known_bits(read: frozenset[str]) -> int:
    """The bits of read languages; who reads one of which nobody here knows the letters reads any."""
    any_letter = any(code != DEFAULT_CODE and not has_language(code) for code in read)
    return sum(_bits().get(code, 0) for code in read) | (_ACCENT if any_letter else 0)


def _own_letters(code: str) -> str:
    return find_language(code).common.letters if has_language(code) else ""


@cache
def _letters_of(known: int) -> frozenset[str]:
    """The letters that English lacks and read languages have."""
    return frozenset(letter for code in _languages_of(known) for letter in _own_letters(code))


@cache
def _everyday_of(known: int) -> tuple[frozenset[str], ...]:
    """The words that everybody writes in read languages, besides English."""
    codes = (code for code in _languages_of(known) if code != DEFAULT_CODE and has_language(code))
    return tuple(find_language(code).common.everyday() for code in codes)


class _Familiar(dict[int, str]):
    """For each mark whether it is of a function word that is read: a letter, so that many are searched at once.

    A word that English shares says nothing; one that another read language shares is likely that language's.
    """

    def __init__(self, known: int) -> None:
        super().__init__()
        self.known = known

    def __missing__(self, mark: int) -> str:
        own = mark & self.known
        familiar = own & ~(_HOME_BIT | _ACCENT) or (own and not mark & ~self.known)
        return self.setdefault(mark, _YES if familiar else _NO)


@cache
def _mark_familiar(known: int) -> _Familiar:
    return _Familiar(known)


@cache
def _languages_of(mark: int) -> tuple[str, ...]:
    return tuple(code for code, bit in _bits().items() if mark & bit)


def languages_of_word(word: str) -> tuple[str, ...]:
    """The languages that a word is a function word of."""
    return _languages_of(_table().get(word, 0))


@cache
def _table() -> Mapping[str, int]:
    """The function words of all languages with the bits of those that have them, also as they look without accents."""
    own = _HOME.stop_words | _HOME.common.also_elsewhere
    table = {word: _HOME_BIT for word in own if word.isalpha()}
    for code, each in FUNCTION_WORDS.items():
        for word in {*each.words, *map(_fold, each.words)}:
            if len(word) > 1 or not word.isascii() or word in table:
                table[word] = table.get(word, 0) | _bits()[code]
    return table


def _mark_accented(word: str, letters: frozenset[str]) -> int:
    """The mark of a word in Latin letters that English lacks; those that are read say nothing, other scripts are judged by themselves."""
    if not _ACCENTED.fullmatch(word):
        return 0
    mark = _table().get(word) or _table().get(_fold(word), 0)
    if mark or word in _HOME.common.accented:
        return mark
    return 0 if letters and letters.issuperset(each for each in word if not each.isascii()) else _ACCENT


def _fold(word: str) -> str:
    """A word without accents and strokes."""
    parts = unicodedata.normalize("NFD", word).translate(_STROKES)
    return "".join(each for each in parts if not unicodedata.combining(each))
