"""A text as the name tagger reads it: words in sentences, with their usual capitals where the text has none of its own."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from reticent.detection.names.word_lists import WordClasses
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.text import Analysis, Token, analyze_text

NOTHING, BLANK, WIDE, LINE, EMPTY_LINE = range(5)
"""What stands between two words: nothing, a blank, a wide blank as between cells, a line end, an empty line."""

_WIDE = 3
"""Blanks that part cells: two stand after a full stop as well."""

TAG = re.compile(
    r"</?(?i:b|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|tt|u|var)"
    r"(?:\s(?i:class|style|color|size)=[^<>]{0,100})?>"
)
"""A tag inside a line that shows nothing by itself, and has no attribute that says anything."""

_SHORTEST_WRAPPED = 40
"""Characters of a line that may have been wrapped; a shorter one ends where its writer ended it. Chosen by hand."""


def read_gaps(text: str, starts: Sequence[int], ends: Sequence[int]) -> bytes:
    """What stands before each word, given where the words start and end."""
    known: dict[str, int] = {"": NOTHING, " ": BLANK}
    gaps = bytearray([EMPTY_LINE]) if starts else bytearray()
    for end, start in zip(ends, starts[1:], strict=False):
        between = text[end:start]
        gap = known.get(between)
        if gap is None:
            gap = known[between] = _classify(between)
        gaps.append(gap)
    return bytes(gaps)


def _classify(between: str) -> int:
    if "<" in between:
        between = TAG.sub("", between)
        if len(between) <= 1 and between != "\n":
            return BLANK if between else NOTHING
    lines = between.count("\n")
    if lines:
        return EMPTY_LINE if lines > 1 else LINE
    return WIDE if "\t" in between or len(between) >= _WIDE else BLANK


def find_item_ends(text: str, starts: Sequence[int], ends: Sequence[int], gaps: bytes) -> Iterator[int]:
    """The words that begin a new item: after an empty line, or after a line that is too short to be wrapped."""
    for word in range(1, len(gaps)):
        if gaps[word] == EMPTY_LINE or (gaps[word] == LINE and ends_item(text, ends[word - 1], starts[word])):
            yield word


def ends_item(text: str, end: int, start: int) -> bool:
    """Whether a line that is too short to be wrapped ends between two places of a text."""
    line = text.find("\n", end, start)
    return line >= 0 and line - (text.rfind("\n", 0, line) + 1) < _SHORTEST_WRAPPED


PART = 100_000
"""A text of more words is looked at in parts of this length, so that memory stays bounded; chosen by hand."""

_SHORTEST_SHOUT = 2
"""Words in capitals that are a sentence in capitals: one alone is an acronym."""

_ENOUGH_WORDS, _LEAST_FUNCTION_WORDS = 8, 0.08
"""Words of a sentence without capitals that tell whether it is English, and the share of function words from which on it is. Chosen by
hand: a shorter one may be a list of words."""

_QUOTE = '"'
_SINGLE = frozenset("'`‹›") | {"''", "'''", "``"}
_WILD = frozenset({"%", "*"})
"""What stands for anything before a word that is looked for: LIKE '%Okonkwo%'."""

_LONGEST_QUOTED = 5
"""Words that a value in quotes has at most; longer quotations are text."""

_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")


@dataclass(frozen=True, slots=True)
class CasedText:
    """The words of a text with their places, and in `bounds` where sentences begin, and the last one ends, in words.

    `words` are in their usual case where a sentence shouts or the text never uses a capital (it is `silent`); `recased`
    tells for each sentence whether that is so. `number` is that of the first sentence in the whole text; `gaps` tells
    what stands before each word (see `gaps`).
    """

    words: list[str] = field(repr=False)
    starts: list[int] = field(repr=False)
    ends: list[int] = field(repr=False)
    bounds: list[int]
    recased: list[bool]
    silent: bool = False
    number: int = 0
    gaps: bytes = field(default=b"", repr=False)
    language: Language = DEFAULT_LANGUAGE

    def __len__(self) -> int:
        return len(self.words)

    def sentence_of(self, word: int) -> int:
        """The number of the sentence that a word stands in, counted from 0."""
        return bisect_right(self.bounds, word) - 1

    def parts(self) -> Iterator[tuple[int, CasedText]]:
        """The text in parts of whole sentences, as far as those are short enough, each with where it begins."""
        if len(self) <= PART:
            if self.words:
                yield 0, self
            return
        begin = 0
        while begin < len(self):
            first = self.sentence_of(begin)
            end = min(begin + PART, len(self))
            whole = self.bounds[self.sentence_of(end)]
            end = whole if begin < whole <= end else end
            inner = [bound for bound in self.bounds[first + 1 :] if bound < end]
            yield begin, self._between(begin, end, [begin, *inner, end], first)
            begin = end

    def _between(self, begin: int, end: int, bounds: Sequence[int], first: int) -> CasedText:
        return CasedText(
            self.words[begin:end],
            self.starts[begin:end],
            self.ends[begin:end],
            [bound - begin for bound in bounds],
            self.recased[first : first + len(bounds) - 1],
            self.silent,
            self.number + first,
            self.gaps[begin:end],
            self.language,
        )

    def foreign(self) -> frozenset[int]:
        """The numbers of the sentences that are no English.

        Most of their words are written in letters that English doesn't have, or the text has no capitals and the
        sentence hardly a function word, so that nothing tells a name from any other word.
        """
        if not self.silent and not any(map(_is_strange, self.words)):
            return frozenset()
        return frozenset(
            number
            for number, (begin, end) in enumerate(pairwise(self.bounds))
            if self._is_foreign(self.words[begin:end])
        )

    def _is_foreign(self, sentence: Sequence[str]) -> bool:
        spelt = [word for word in sentence if word[0].isalpha()]
        if 2 * sum(map(_is_strange, spelt)) > len(spelt):
            return True
        helping = sum(word.lower() in self.language.stop_words for word in sentence)
        return self.silent and len(spelt) >= _ENOUGH_WORDS and helping < _LEAST_FUNCTION_WORDS * len(spelt)


def _is_strange(word: str) -> bool:
    """Whether a word is written in letters that English doesn't have."""
    return not word.isascii() and word[0].isalpha() and not _LATIN.search(word)


def read_cased(text: str, classes: WordClasses, language: Language = DEFAULT_LANGUAGE) -> CasedText:
    """The words of `text` in sentences."""
    return cased_text(analyze_text(text, language=language), classes)


def cased_text(analysis: Analysis, classes: WordClasses) -> CasedText:
    """The words of an analyzed text, those of files, paths and code by themselves: "referral-okonkwo.pdf"."""
    rows = analysis.tokens
    if _MAY_BE_MADE.search(analysis.text):
        rows = tuple(tuple(_divide(row)) for row in rows)
    if "<" in analysis.text:
        rows = tuple(_leave_out_tags(analysis.text, rows))
    tokens = [token for row in rows for token in row]
    words = [token.text for token in tokens]
    starts, ends = [token.start for token in tokens], [token.end for token in tokens]
    gaps = read_gaps(analysis.text, starts, ends)
    bounds = [0]
    for row in rows:
        bounds.append(bounds[-1] + len(row))
    bounds = sorted({*bounds, *find_item_ends(analysis.text, starts, ends, gaps)})
    silent = not any(word[0].isupper() for word in words)
    _write_plainly(words, gaps, classes)
    recased = []
    usual: dict[str, str] = {}
    for begin, end in pairwise(bounds):
        part = words[begin:end]
        recased.append(silent or _shouts(part))
        if recased[-1]:
            words[begin:end] = [
                usual.get(word) or usual.setdefault(word, _as_usual(word, classes)) for word in part
            ]
    return CasedText(words, starts, ends, bounds, recased, silent, gaps=gaps, language=analysis.language)


_JOINTS = frozenset("_/\\@#'\"`")
_MAY_BE_MADE = re.compile(
    r"[A-Z](?<=[a-z].)[a-z]{2}|-[^\W_]+[_/\\.][^\W_]|['\"`_/\\@](?:[^\W_]+-|(?<=(?<!\w)[bBuUrRfFN]')\w)"
)
_BESIDE_WORD = re.compile(r"((?<=[^\W\d_]{4})-|-(?=[^\W\d_]{4}))")
_BEFORE_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MADE_OF_HUMPS = re.compile(r"(?:[a-z]{3,}|[A-Z][a-z]{2,}|Dr|Mr|Ms)(?:[A-Z][a-z]{2,})+")
_BEGINS_STRING = re.compile(r"[bBuUrRfFN]'[^\W\d_]")
_LONGEST_EXTENSION = 5
"""Characters after the last point of a file's name, such as "jsonl" or "xhtml"."""


def _divide(row: Sequence[Token]) -> Iterator[Token]:
    """The tokens of a sentence, those that are made of several words in the words that they are made of."""
    for number, token in enumerate(row):
        word = token.text
        if _is_string(row, number):
            yield Token(token.start, token.start + 2, "'")
            yield Token(token.start + 2, token.end, word[2:])
        elif "-" in word[1:-1] and _is_joined(row, number):
            yield from _split(token, _BESIDE_WORD)
        elif _MADE_OF_HUMPS.fullmatch(word) and (
            word[0].islower() or word[2].isupper() or _is_joined(row, number)
        ):
            yield from _split(token, _BEFORE_HUMP)
        else:
            yield token


def _leave_out_tags(text: str, rows: Iterable[tuple[Token, ...]]) -> Iterator[tuple[Token, ...]]:
    """The tokens by sentence, without those of tags that change nothing but letters: "<i>Ada</i> <i>Eze</i>"."""
    inside = {place for tag in TAG.finditer(text) for place in range(*tag.span())}
    for row in rows:
        yield tuple(token for token in row if token.start not in inside) if inside else row


def _split(token: Token, at: re.Pattern[str]) -> Iterator[Token]:
    """The token in parts, where the characters of its text are those of its place; else the token."""
    if token.end - token.start != len(token.text):
        yield token
        return
    start = token.start
    for part in filter(None, at.split(token.text)):
        yield Token(start, start + len(part), part)
        start += len(part)


def _is_joined(row: Sequence[Token], number: int) -> bool:
    """Whether a token is a part of what a file, a folder or an account is called."""
    token, before, after = row[number], row[number - 1] if number else None, row[number + 1 : number + 3]
    if before and before.end == token.start and before.text[-1] in _JOINTS:
        return True
    if not after or after[0].start != token.end:
        return False
    if after[0].text == "." and len(after) > 1 and after[1].start == after[0].end:
        return len(after[1].text) <= _LONGEST_EXTENSION and after[1].text.isalnum()
    return after[0].text[0] in _JOINTS


def _is_string(row: Sequence[Token], number: int) -> bool:
    """Whether a token is the begin of a string of a program, with the letter before its quote: b'Okonkwo'."""
    if not _BEGINS_STRING.match(row[number].text):
        return False
    return any(token.text[0] == "'" for token in row[number + 1 : number + 1 + _LONGEST_QUOTED])


def _write_plainly(words: list[str], gaps: bytes, classes: WordClasses) -> None:
    """Give values in single quotes double ones, and words in odd capitals their usual ones."""
    for opening, closing in _find_quoted(words, gaps):
        words[opening] = words[closing] = _QUOTE
        if words[opening + 1] in _WILD:
            words[opening + 1] = _QUOTE
    for place in _find_bracketed(words):
        usual = classes.usual(words[place])
        if usual[0].isupper() and not usual.isupper():
            words[place - 1], words[place] = "(", usual
    odd = {word for word in set(words) if not word.islower() and _ODD_CAPITALS.fullmatch(word)}
    if odd:
        words[:] = [classes.usual(word.upper()) if word in odd else word for word in words]


_LONGEST_LABEL = 3
"""Letters of an acronym, such as MRN or DOB, which is a label even where nobody lists it."""

_ODD_CAPITALS = re.compile(
    r"[a-z][A-Z]{4,}|(?:[a-z][A-Z]){2,}[a-z]?|(?:[A-Z][a-z]){2,}[A-Z]|(?:[A-Z][a-z]){3,}"
)


def _find_bracketed(words: Sequence[str]) -> Iterator[int]:
    """The words in capitals after a square bracket, which may be somebody's name: the CRF has learned that "[NAME]" is none.

    What stands in the place of a mark of our own is no longer in the text here.
    """
    if "[" not in words:
        return
    for place, word in enumerate(words[1:], 1):
        if words[place - 1] == "[" and word.isupper() and len(word) > _LONGEST_LABEL and word.isalpha():
            yield place


def _find_quoted(words: Sequence[str], gaps: bytes) -> Iterator[tuple[int, int]]:
    """The pairs of single quotes and backticks around a few words of one line: as in code, not apostrophes.

    What is quoted so is read as what stands in double quotes, which the CRF has learned more of.
    """
    if _SINGLE.isdisjoint(words):
        return
    places = [place for place, word in enumerate(words) if word in _SINGLE]
    for opening, closing in pairwise(places):
        if words[opening] != words[closing] or not 1 < closing - opening <= _LONGEST_QUOTED + 1:
            continue
        if gaps[opening + 1] != NOTHING or gaps[closing] != NOTHING:
            continue
        if max(gaps[opening + 2 : closing], default=NOTHING) <= BLANK and _opens(words, gaps, opening):
            yield opening, closing


def _opens(words: Sequence[str], gaps: bytes, place: int) -> bool:
    """Whether a quote opens rather than closes: no letter or digit stands right before it."""
    return not place or gaps[place] != NOTHING or not words[place - 1][-1].isalnum()


def _shouts(words: list[str]) -> bool:
    """Whether a sentence is written in capitals throughout."""
    spelt = 0
    for word in words:
        if word.isalpha() and len(word) > 1:
            if not word.isupper():
                return False
            spelt += 1
    return spelt >= _SHORTEST_SHOUT


def _as_usual(word: str, classes: WordClasses) -> str:
    return classes.usual(word) if word.isalpha() else word
