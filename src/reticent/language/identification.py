"""Which language a text is written in, by its script and its function words: whether the detectors of a policy read it.

A text without evidence (a short one, a list, a table of numbers, code) is in no other language than is expected.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from reticent.errors import InputError
from reticent.language.en.words import STOP_WORDS, common_words
from reticent.language.traits import (
    BORROWED,
    ENGLISH_TOO,
    FUNCTION_WORDS,
    NAMES,
    PARTICLES,
    SCRIPTS,
    UNKNOWN,
    Script,
)

ANY = "any"
"""Stands for every language where languages are listed."""

FEWEST_WORDS = 20
"""Words that are evidence: a name, a title or a quotation has fewer."""

_SHARE = 3
"""A text is in another script when one letter in so many is: fewer are names and terms that it quotes."""

_PHRASE = 4
"""Words in another script side by side that are more than a name or a term."""

MOST_OF_A_NAME = 4
"""Words that a name has at most, as Arabic and Russian ones have in full."""

_SHORTEST_GREEK, _SHORTEST_SHOUTED = 3, 4
"""Letters of a Greek word, and of one in capitals, that is no sign of a formula: ΔΨ, ΑΒΓ."""

_LATIN_WORD = 5
"""Letters of a word in an alphabet; a script of fewer says as much with two signs."""

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
"""Words of such a passage in which no language can be told."""

_COMMAS = 3
"""Words for each comma of a list."""

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
_FOREIGN = re.compile(f"[{''.join(each.letters for each in SCRIPTS.values())}]+")
_FOREIGN_LETTER = re.compile(_FOREIGN.pattern.removesuffix("+"))
_GREEK = re.compile(f"[{SCRIPTS['greek'].letters}]+")
_SOME_WORDS = rf"{_FOREIGN.pattern}(?:[ .'’·・-]{{1,2}}{_FOREIGN.pattern})*\.?"
_IN_BRACKETS = re.compile(
    rf"(?P<before>(?<!\w)[A-Z][\w.'’-]*,? ?)[(\[] ?(?:[A-Z][a-z]+:? )?(?P<words>{_SOME_WORDS}) ?[)\]]"
)
_SIDE_BY_SIDE = re.compile(rf"(?P<before>)(?P<words>{_SOME_WORDS})")
_HAN, _KANA = SCRIPTS["han"].letters, SCRIPTS["kana"].letters
_OF_SCRIPT = re.compile(
    "|".join(
        [f"(?P<kana>[{_HAN}]*[{_KANA}][{_HAN}{_KANA}]*)"]  # ideograms beside kana are Japanese
        + [f"(?P<{name}>[{each.letters}]+)" for name, each in SCRIPTS.items() if name != "kana"]
    )
)
_SENTENCE_END = re.compile(r"(?<=\w\w[.!?…])\s+(?![a-z\d])|(?<=[。！？؟।։።])|[|\t]|\s{3,}")
_CLAUSE_END = re.compile(r"[,;:•·，、；：،؛–—]| - |/ ")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_PARAGRAPH_END = re.compile(r"\n\s*\n")
_LINE_END = re.compile(r"[\r\n\u2028\x0b\x0c]+")
_STOP = re.compile(r"(?<=[a-z][.!?]) ")
_LATIN = re.compile(r"[A-Za-z]+")
_ADDRESS = re.compile(r"\b[a-z]+://\S+|\bwww\.\S+")
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


def name_language(code: str) -> str:
    """What a language is called.

    >>> name_language("es"), name_language("und")
    ('Spanish', 'an unknown language')
    """
    return NAMES.get(code, "an unknown language")


def require_language(said: str) -> str:
    """The code of a language that is given by its code or its name, or `any`; an InputError for one that can't be told.

    >>> require_language("DE"), require_language("German"), require_language("any")
    ('de', 'de', 'any')
    """
    known = {
        ANY: ANY,
        **dict(zip(NAMES, NAMES, strict=True)),
        **{name.lower(): code for code, name in NAMES.items()},
    }
    code = known.get(said.strip().lower())
    if code is None:
        raise InputError(
            "there is no such language here: give an ISO 639 code such as es, its English name, or any"
        )
    return code


def find_unread(text: str, read: Collection[str]) -> Passage | None:
    """The largest passage of a text that is in none of these languages, or None without evidence of one.

    A third of all letters in another script is evidence at any length; function words are from 20 words on.

    >>> find_unread("Das ist nicht gut.", ["en"]) is None
    True
    >>> find_unread("联系电话", ["en"]).language
    'zh'
    """
    if ANY in read:
        return None
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    by_script = None if plain.isascii() else _find_by_script(plain, read)
    return by_script or _find_by_words(plain, read)


def weigh_short(text: str, read: Collection[str]) -> int:
    """How many more words of a text speak for an unread language than for one of these; 0 where none speaks."""
    words = _Words.of(text, _known_bits(frozenset(read)))
    return sum(1 if mark & ~words.known else -1 for mark in words.marks if words.tells(mark))


def has_unread_word(label: str, read: Collection[str]) -> bool:
    """Whether a label holds a word in a script that nobody reads: it is too short for words around it to count."""
    if label.isascii() or ANY in read:
        return False
    runs = _foreign_runs(unicodedata.normalize("NFKC", label), read)
    return _make_words(list(runs))


def is_foreign_word(word: str) -> bool:
    """Whether a word is written in a script that English is not written in, all of it.

    >>> is_foreign_word("Кравчук"), is_foreign_word("王伟"), is_foreign_word("TGF-β"), is_foreign_word("José")
    (True, True, False, False)
    """
    return not word.isascii() and bool(_FOREIGN_LETTER.match(word)) and not _LATIN.search(word)


def begins_small(word: str) -> bool:
    """Whether a word begins with a small letter that has a capital: those of Georgian words have none."""
    return word[0] != word[0].title()


def may_be_foreign_name(word: str, *, small: bool = False) -> bool:
    """Whether a word in another script may be somebody's name: not a single letter, nor a sign of a formula.

    In scripts that have capitals a name begins with one, unless `small` letters are all that a text has.

    >>> may_be_foreign_name("Кравчук"), may_be_foreign_name("王伟"), may_be_foreign_name("чай"), may_be_foreign_name("ΔΨ")
    (True, True, False, False)
    """
    letters = [char for char in word if char.isalpha()]
    if len(letters) < 2 or (begins_small(word) and not small):
        return False
    shortest = _SHORTEST_SHOUTED if word.isupper() else _SHORTEST_GREEK
    return len(letters) >= shortest or not _GREEK.match(word)


def is_short(words: Sequence[str]) -> bool:
    """Whether words in another script are no more than a name has; without blanks as many letters count as a word."""
    runs = [run for word in words for run in _foreign_runs(word, ())]
    unparted = sum(run.words for run in runs if not run.script.blanks)
    return len(words) <= MOST_OF_A_NAME and unparted <= MOST_OF_A_NAME


def count_words(text: str) -> int:
    """How many words, in letters of any script, a text has."""
    return len(_WORD.findall(text))


@dataclass(frozen=True, slots=True)
class _Run:
    """Letters of one script side by side."""

    script: Script
    start: int
    end: int

    @property
    def words(self) -> int:
        return max(1, (self.end - self.start) // self.script.word)


def _find_by_script(text: str, read: Collection[str]) -> Passage | None:
    """All sentences and clauses in another script; None where there is none. Lines divide, and so fields and cells."""
    found: list[str] = []
    for line in _ADDRESS.sub(" ", text).splitlines():
        if not line.isascii() and _FOREIGN.search(line):
            for sentence in _SENTENCE_END.split(line):
                found += _foreign_parts(sentence, read)
    together = "\n".join(found)
    return _describe_runs(together, list(_foreign_runs(together, read))) if found else None


def _foreign_parts(sentence: str, read: Collection[str]) -> list[str]:
    """The sentence if a third of it is in another script, or its clauses that are; one that explains in brackets is not.

    A single word between commas is quoted, as the Greek one in "from λόγος, a word"; two are a name. Four words side by side
    are a clause wherever they stand, unless they are a name in a sentence that is read.
    """
    if sentence.isascii():
        return []
    unnamed = _leave_out_names(sentence)
    if _is_foreign(unnamed, read, fewest=1):
        return [sentence]
    clauses = [_leave_out_names(each) for each in _CLAUSE_END.split(_BRACKETS.sub(" ", sentence))]
    foreign = [each for each in clauses if _is_foreign(each, read, fewest=2)]
    rest = _BRACKETS.sub(" ", unnamed)
    return foreign or [each for each in _LATIN.split(rest) if _count_foreign(each, read) >= _PHRASE]


def _leave_out_names(sentence: str) -> str:
    """The sentence without names in another script that it writes after the same in English letters: "Wang Wei (王伟)".

    Capitals show names, in scripts that have them, wherever there are as many words in English letters.
    """
    bare = _IN_BRACKETS.sub(lambda found: _leave_out(found, capitals=False), sentence)
    named = _SIDE_BY_SIDE.sub(lambda found: _leave_out(found, capitals=True), bare)
    return bare if 2 * len(_LATIN.findall(named)) < len(_WORD.findall(bare)) else named


def _leave_out(found: re.Match[str], *, capitals: bool) -> str:
    """What is left of a few words in another script, if they may be a name."""
    words = found["words"].split()
    begin = [word[0].isupper() if capitals else not begins_small(word) for word in words]
    named = all(begin) and any(map(may_be_foreign_name, words)) and is_short(words)
    return found["before"] + " " if named else found[0]


def _count_foreign(passage: str, read: Collection[str]) -> int:
    runs = () if passage.isascii() else _foreign_runs(passage, read)
    return sum(run.words for run in runs if run.end - run.start >= run.script.shortest)


def _is_foreign(passage: str, read: Collection[str], *, fewest: int) -> bool:
    """Whether one letter in three belongs to another script, and there are so many words, or as much in ideograms."""
    runs = [] if passage.isascii() else list(_foreign_runs(passage, read))
    if not runs or sum(run.end - run.start for run in runs) * _SHARE < sum(map(str.isalpha, passage)):
        return False
    compact = any(run.script.word < _LATIN_WORD and run.end - run.start > 1 for run in runs)
    return _make_words(runs) and (compact or len(runs) >= fewest)


def _make_words(runs: Sequence[_Run]) -> bool:
    """Whether there are words and not signs: letters side by side, or single ones of another script than of formulas."""
    letters = Counter[Script]()
    for run in runs:
        length = run.end - run.start
        if length >= run.script.shortest:
            return True
        letters[run.script] += length if run.script is not SCRIPTS["greek"] else 0
    return any(count >= script.shortest for script, count in letters.items())


def _foreign_runs(text: str, read: Collection[str]) -> Iterator[_Run]:
    """The words in scripts of unread languages; one with Latin letters in it is a disguise, and English."""
    for found in _FOREIGN.finditer(text):
        for match in _OF_SCRIPT.finditer(text, *found.span()):
            run = _Run(SCRIPTS[match.lastgroup or "other"], *match.span())
            around = text[max(run.start - 1, 0) : run.start] + text[run.end : run.end + 1]
            disguised = run.script.blanks and any(each.isascii() and each.isalpha() for each in around)
            if not disguised and set(run.script.languages).isdisjoint(read):
                yield run


def _describe_runs(text: str, runs: Sequence[_Run]) -> Passage:
    """The languages of the script that most of it is in, by their function words; Japanese wherever there is kana."""
    letters = Counter[Script]()
    told = Counter[str]()
    for run in runs:
        letters[run.script] += run.end - run.start
        if run.end - run.start >= run.script.shortest:
            told.update(_languages_of(_table().get(text[run.start : run.end], 0)))
    kana = SCRIPTS["kana"]
    most = kana if kana in letters else max(letters, key=lambda script: letters[script])
    languages = sorted(most.languages, key=lambda code: -told[code])
    return Passage(tuple(languages), sum(run.words for run in runs))


def _find_by_words(text: str, read: Collection[str]) -> Passage | None:
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

    It is `shouted` in capitals, and no `prose` then or with a comma after every few words.
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
            marks = [table.get(word, 0) if word.isascii() else _mark_accented(word) for word in words]
        prose = not shouted and text.count(",") * _COMMAS <= len(words)
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
        if told := self._tell_language([(word, small[word]) for word in strange], fewest=fewest):
            return Passage(told, count)
        short = sum(len(word) < _SHORT_WORD for word in small)
        many = count >= _FEWEST_UNKNOWN and len(strange) >= _VERY_STRANGE * len(small) and short > 1
        return Passage((UNKNOWN,), count) if many and self.known & _ENGLISH and self.prose else None

    def _is_strange(self, word: str, mark: int) -> bool:
        """Whether a word is one of unread languages alone, or no common word of English, if that is read."""
        if mark:
            return not mark & self.known
        return not self.known & _ENGLISH or word not in common_words()

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
        for number, mark in enumerate(self.marks):
            score += self._weigh(mark)
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
        if told := self._tell_language(signals, fewest=_FEWEST_DIFFERENT):
            return Passage(told, end - begin)
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

_ENGLISH = 2
"""The bit of English words."""


@cache
def _bits() -> Mapping[str, int]:
    return {code: 2 << number for number, code in enumerate(["en", *FUNCTION_WORDS])}


@cache
def _known_bits(read: frozenset[str]) -> int:
    """The bits of read languages; who reads a second language reads its letters."""
    return sum(_bits().get(code, 0) for code in read) | (_ACCENT if read - {"en"} else 0)


class _Familiar(dict[int, str]):
    """For each mark whether it is of a function word that is read: a letter, so that many are searched at once.

    A word that English shares says nothing; one that another read language shares is likely that language's.
    """

    def __init__(self, known: int) -> None:
        super().__init__()
        self.known = known

    def __missing__(self, mark: int) -> str:
        own = mark & self.known
        familiar = own & ~(_ENGLISH | _ACCENT) or (own and not mark & ~self.known)
        return self.setdefault(mark, _YES if familiar else _NO)


@cache
def _mark_familiar(known: int) -> _Familiar:
    return _Familiar(known)


@cache
def _languages_of(mark: int) -> tuple[str, ...]:
    return tuple(code for code, bit in _bits().items() if mark & bit)


@cache
def _table() -> Mapping[str, int]:
    """The function words of all languages with the bits of those that have them, also as they look without accents."""
    english = _bits()["en"]
    table = {word: english for word in STOP_WORDS | ENGLISH_TOO if word.isalpha()}
    for code, each in FUNCTION_WORDS.items():
        for word in {*each.words, *map(_fold, each.words)}:
            if len(word) > 1 or not word.isascii() or word in table:
                table[word] = table.get(word, 0) | _bits()[code]
    return table


def _mark_accented(word: str) -> int:
    """The mark of a word in Latin letters that English lacks; other scripts are judged by themselves."""
    if not _ACCENTED.fullmatch(word):
        return 0
    mark = _table().get(word) or _table().get(_fold(word), 0)
    return mark or (0 if word in BORROWED else _ACCENT)


def _fold(word: str) -> str:
    """A word without accents and strokes."""
    parts = unicodedata.normalize("NFD", word).translate(_STROKES)
    return "".join(each for each in parts if not unicodedata.combining(each))
