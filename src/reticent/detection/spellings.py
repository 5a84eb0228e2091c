"""The ways in which an entry of a word list may be written, also parted or glued to others: "tuber-culosis", "letterheroin"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import cast

from reticent.detection.names.word_lists import RARE, word_classes
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.text.document import MASK
from reticent.text.folding import spell_umlauts, strip_accents
from reticent.text.markup import leave_out

_LATIN = [chr(code) for code in range(0x250) if chr(code).isalpha()]
_UPPER = "".join(char for char in _LATIN if char.isupper())
_LOWER = "".join(char for char in _LATIN if not char.isupper())
_PIECE = rf"[{_UPPER}]+(?![{_LOWER}])|[{_UPPER}]?[{_LOWER}]+|[0-9]+|[^\W0-9_]+"
_WHOLE = rf"[^\W_]+|[^\w\s{MASK}-]"

TOKEN = re.compile(_WHOLE)
"""A word, a number, or a sign; underscores and hyphens only part them."""

_PART = re.compile(_PIECE)
_CAPITALS = re.compile(rf"[{_UPPER}]{{3,6}}(?=[{_LOWER}])")
_BETWEEN = re.compile(r"[\s_-]*+")
_FAR = re.compile(
    r"(?:[\s_-]|<sup>[^<>]{1,5}</sup>|</?\w[^<>\n]{0,60}>|<!--[^<>]{0,60}-->|\[\d{1,3}\]|\\[a-z]{1,12}(?:\{[^{}]{0,20}\})?"
    r"|%20|[*`~|\"“”'‘’«»(){}\[\]$/\\+·•]|(?<=\w)[.,:;](?=\w)){1,12}+"
)
"""What stands around single words of a phrase: tags, marks of emphasis, quotes, brackets, the borders of cells."""
_NUMBER_AFTER = re.compile(r"-?[0-9]{1,2}(?![^\W_])")
_POINT_WITHIN = re.compile(r"\.(?=[ \t]*[a-z0-9,;:)])")
_DOTTED = re.compile(r"(?:[A-Z]\.){2,6}\Z")
_PUNCTUATION = frozenset(".,;:!?'\"()[]")
_HISSING = ("s", "x", "z", "ch", "sh", "o")
_LATIN_PLURALS = tuple(pair.split(">") for pair in "is>es ix>ices ex>ices um>a on>a us>i a>ae".split())
_TITLES = frozenset({"mr", "mrs", "ms", "dr", "st"})
_OPENERS = DEFAULT_LANGUAGE.stop_words | _TITLES
_NEVER_NAMES = _TITLES.union(
    "i me my we us our you your he him his she her it its they them their who whom whose what which this that".split()
)
"""Words that no capital makes a name; of the other openers it does: "Will", "May"."""

_SHORTEST_PART, _SHORTEST_JOINED = 3, 6
"""Letters of an entry inside a longer word, and of a phrase without its blanks: fewer are there by chance. Chosen by hand;
`experiments/protected_names.py` counts what is missed."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to write an entry: the forms that each of its tokens may have, and which of them must be in capitals.

    `capitals` of the first token, or every token when `loud`; an acronym takes a number after it along ("HIV-2"), one that
    is `dotted` also its last point, unless that may end a sentence.
    """

    tokens: tuple[frozenset[str], ...]
    capitals: int = 0
    loud: bool = False
    acronym: bool = False
    dotted: bool = False

    def end(self, text: str, start: int, end: int) -> int:
        """Where it ends when `text[start:end]` is its first token, or 0 when the text goes on differently."""
        if self.capitals and not self._is_loud_enough(text, start, end):
            return 0
        for forms in self.tokens[1:]:
            end = _end_of_next(text, end, forms)
            if not end:
                return 0
        if self.loud and not text[start:end].isupper():
            return 0
        if self.dotted and _POINT_WITHIN.match(text, end):
            return end + 1
        number = _NUMBER_AFTER.match(text, end) if self.acronym else None
        return number.end() if number else end

    def _is_loud_enough(self, text: str, start: int, end: int) -> bool:
        """Whether the first token has the capitals that it needs, or one that says that it is a name here."""
        return text[start : start + self.capitals].isupper() or (
            text[start].isupper() and _is_name_here(text, start, end)
        )

    def may_be_part(self, part: str) -> bool:
        """Whether the first token may also be a part of a longer word: short ones are so by chance."""
        return len(self.tokens) > 1 or len(part) >= _SHORTEST_PART


def _is_name_here(text: str, start: int, end: int) -> bool:
    """Whether a word that begins many sentences is a name by its capital: after a title, before another name, or in a sentence.

    >>> [_is_name_here(*place) for place in (("Mr Will left", 3, 7), ("Will Long left", 0, 4), ("Will he?", 0, 4))]
    [True, True, False]
    """
    if not text[start + 1 : end].islower() or text[start:end].lower() in _NEVER_NAMES:
        return False
    line = text[text.rfind("\n", 0, start) + 1 : (text.find("\n", end) + 1 or len(text) + 1) - 1]
    before = _WORD_BEFORE.search(text, max(0, start - 40), start)
    if before and before[1].casefold() in DEFAULT_LANGUAGE.names.titles:
        return True
    in_sentence = before is not None and "." not in before[0]
    return (in_sentence or bool(_NAME_AFTER.match(text, end))) and _SENTENCE.search(line) is not None


_WORD_BEFORE = re.compile(r"([^\W_]++)(?:\.?[ \t]+|,[ \t]+|(?<=[a-z,])\n)\Z")
_NAME_AFTER = re.compile(r"[ \t]+[A-Z][a-z]")
_SENTENCE = re.compile(r"(?<![^\W_])[a-z]{4}")
"""A longer word in small letters, which headings have none of."""


def fold_token(token: str) -> frozenset[str]:
    """The forms that a token of a text is looked up by: small letters without accents, umlauts also spelled out.

    >>> sorted(fold_token("Müller"))
    ['mueller', 'muller']
    """
    small = token.casefold()
    if small.isascii():
        return frozenset({small})
    ways = (token, spell_umlauts(token.lower()))
    # Accents go first: the small forms of "İ" and "ΐ" have theirs as a character of its own.
    return frozenset(strip_accents(each).casefold() for each in ways)


def split_token(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a word that capitals and digits tell apart, such as "John" in "patientJohnSmith2"."""
    word = text[start:end]
    if word.isalpha() and (word[1:].islower() or word.isupper() or len(word) == 1):
        return
    for part in _PART.finditer(text, start, end):
        if part.end() - part.start() < end - start:
            yield part.span()
    for capitals in _CAPITALS.finditer(text, start, end):  # "HIV" in "HIVpositive"
        yield capitals.span()


def spellings(entry: str, *, any_case: bool = False, language: Language = DEFAULT_LANGUAGE) -> list[Spelling]:
    """All ways to write an entry in a plain reading; none for an entry without a word or a sign.

    In any case, but an entry in capitals that is a common word in small letters ("IT") in these only with `any_case`. As it is, with plurals, a phrase in the singular too; in its parts ("Mc Donald" for "McDonald"); without blanks ("JohnSmith"); and an acronym of
    two to six letters with points or, from three letters on, with blanks or slashes between them ("H.I.V.", "h i v").
    """
    tokens = _tokens(entry)
    if not tokens:
        return []
    acronym = _acronym(entry, tokens)
    capitals = 0 if any_case or len(tokens) > 1 else needed_capitals(tokens[0])
    found = [_spell(tokens, language, acronym=acronym, capitals=capitals)]
    parts = [entry_part for token in tokens for entry_part in _PART.findall(token) or [token]]
    if len(parts) > len(tokens):
        found.append(_spell(parts, language, acronym=acronym))
    joined = "".join(tokens)
    if len(tokens) > 1 and joined.isalnum() and len(joined) >= _SHORTEST_JOINED:
        found.append(_spell([joined], language))
        if (humps := _PART.findall(joined)) not in (tokens, parts, [joined]):
            found.append(_spell(humps, language))  # "MariadelRio" inside a longer word
    if acronym:
        found += _spell_out(acronym, language, any_case=any_case)
    return found


def needed_capitals(word: str) -> int:
    """How many capitals a word must begin with to be an entry in capitals: none, unless its small letters are a common word.

    Then it is one, and all of a word that begins many sentences, or a title.

    >>> [needed_capitals(word) for word in ("HIV", "Lee", "LEE", "AIDS", "WHO", "MS")]
    [0, 0, 1, 1, 3, 2]
    """
    if (
        not word.isupper()
        or not word.isalpha()
        or not DEFAULT_LANGUAGE.common.is_common_in_small_letters(word.lower())
    ):
        return 0
    return len(word) if word.lower() in _OPENERS else 1


def _spell(tokens: Sequence[str], language: Language, *, acronym: str = "", capitals: int = 0) -> Spelling:
    *before, last = tokens
    ends = _with_plurals(last, language)
    if before and last.islower():
        ends |= fold_token(
            language.lemma(last)
        )  # "infantile spasm" for "infantile spasms"; a name alone is as it is
    forms = [*map(fold_token, before), ends]
    return Spelling(tuple(forms), capitals, acronym=bool(acronym))


def _spell_out(acronym: str, language: Language, *, any_case: bool) -> Iterator[Spelling]:
    """An acronym without points, with points, and with blanks or slashes; the shortest in capitals only."""
    letters = [frozenset({letter.casefold()}) for letter in acronym]
    yield _spell([acronym], language, acronym=acronym, capitals=0 if any_case else needed_capitals(acronym))
    yield Spelling(_put_between(letters, "."), loud=len(acronym) < _SHORTEST_PART, acronym=True, dotted=True)
    if len(acronym) >= _SHORTEST_PART:
        yield Spelling(tuple(letters), acronym=True)
        yield Spelling(_put_between(letters, "/"), acronym=True)


def _put_between(letters: Sequence[frozenset[str]], sign: str) -> tuple[frozenset[str], ...]:
    return tuple(form for letter in letters for form in (letter, frozenset({sign})))[:-1]


def _tokens(entry: str) -> list[str]:
    """The tokens of an entry, without punctuation around them unless it is all there is."""
    tokens = TOKEN.findall(entry)
    inner = [at for at, token in enumerate(tokens) if token not in _PUNCTUATION]
    return tokens[inner[0] : inner[-1] + 1] if inner else tokens


def _acronym(entry: str, tokens: Sequence[str]) -> str:
    """The letters of an entry that is an acronym of two to six capitals, with points between them or not."""
    if _DOTTED.match(entry.strip()):
        return entry.strip().replace(".", "")
    whole = len(tokens) == 1 and tokens[0].isupper() and 2 <= len(tokens[0]) <= 6
    return tokens[0] if whole else ""


def _with_plurals(word: str, language: Language) -> frozenset[str]:
    """The forms of a word and of its plurals."""
    small = word.casefold()
    if not small.isalpha():
        return fold_token(word)
    plurals = {small + "s", language.grammar.plural(small)}
    if small.endswith(_HISSING):
        plurals.add(small + "es")
    if small.endswith("y"):
        plurals.add(small[:-1] + "ies")
    latin = {small.removesuffix(one) + many for one, many in _LATIN_PLURALS if small.endswith(one)}
    plurals |= {form for form in latin if language.lemma(form) == small}
    return fold_token(word).union(*map(fold_token, plurals))


def _end_of_next(text: str, end: int, forms: frozenset[str]) -> int:
    """Where the next token ends, or the part of it that has one of these forms; 0 when neither has.

    No form is shorter than the word that it is folded from: of a longer word, only so much is read as tells that. Between
    longer words may be more than a blank or a hyphen; single letters are everywhere.
    """
    longest = _longest(forms) + 2
    start = cast(re.Match[str], _BETWEEN.match(text, end)).end()
    far = _FAR.match(text, end) if min(map(len, forms)) >= _SHORTEST_PART else None
    for shape, begin in ((TOKEN, start), (_PART, start), (TOKEN, far.end() if far else start)):
        token = shape.match(text, begin, begin + longest)
        if token and not forms.isdisjoint(fold_token(token[0])):
            return token.end()
    return 0


@cache
def _longest(forms: frozenset[str]) -> int:
    return max(map(len, forms))


_LETTERS = r"[^\W\d_]+"
_HYPHENATED = re.compile(
    rf"(?<![^\W\d_]){_LETTERS}(?:-{_LETTERS})+"
)  # begun anywhere else it takes quadratic time
_TWO = re.compile(rf"(?<![\w-])({_LETTERS})(?:[ \t]-[ \t]?|-?\s)(?=({_LETTERS})(?![\w-]))")
_CAPITALS_APART = re.compile(
    r"(?<![^\W_])(?:[A-Z]{1,5}(?:[ \t\n./•-]{1,2}[A-Z]{1,5})+|[A-Za-z]{1,5}(?:[-./•_][A-Za-z]{1,5})+)(?![^\W_])"
)
_SHORTEST_HYPHENATED, _SHORTEST_OF_WORDS = 4, 8
"""Letters of a word that may be parted by a hyphen, and of one whose parts are words that mean something ("micro soft")."""

_LONG_GLUED = 6
"""Letters of a name that stands in longer words by chance only where it is shorter: "Paris" is in "comparison"."""

_LONGEST_MADE = 60
"""Letters up to which a word is looked at for what it is made of: beyond, it is no word."""

_MOST_PARTS = 6
"""Into how many parts the longest acronym falls."""

_PREFIXES = frozenset("anti non pre post pro".split())

Places = Callable[[str], Iterable[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class PartedWords:
    """The words that may be parted: `inside` any entry by hyphens or blanks, and `acronyms` between any of their letters.

    Words of three or four letters are parted as acronyms are: "J.o.b.s".
    `begins` are all beginnings of the former, `longest` is the length of the longest of them; `glued` are entries without
    their blanks that are found inside longer words.
    """

    inside: frozenset[str] = field(repr=False)
    begins: frozenset[str] = field(repr=False)
    acronyms: frozenset[str] = field(repr=False)
    glued: frozenset[str] = field(repr=False)
    longest: int = 0

    @classmethod
    def of(cls, entries: Mapping[str, Sequence[Spelling]]) -> PartedWords:
        """The words of a list's entries; short ones make other words where they are parted or glued."""
        every = [way for each in entries.values() for way in each]
        ways = [way for way in every if not way.acronym]
        forms = {form for way in ways for token in way.tokens for form in token if form.isalpha()}
        inside = frozenset(form for form in forms if len(form) >= _SHORTEST_HYPHENATED)
        begins = frozenset(form[:length] for form in inside for length in range(1, len(form)))
        alone = {form for way in every if len(way.tokens) == 1 for form in way.tokens[0] if form.isalpha()}
        acronyms = {form for way in every if way.acronym for form in _of_one_token(way) if len(form) > 1}
        acronyms |= {form for form in alone if _SHORTEST_PART <= len(form) <= _SHORTEST_HYPHENATED}
        glued = frozenset(form for form in alone if len(form) >= _SHORTEST_PART)
        longest = max(map(len, inside), default=0)
        return cls(inside, begins, frozenset(acronyms), glued, longest)

    def find_parted(self, text: str, places: Places) -> Iterator[tuple[int, int]]:
        """The places that are found once hyphens and blanks inside a word are gone, each with one of them inside."""
        hyphens = [(at, at + 1) for run in _HYPHENATED.finditer(text) for at in self._hyphens_inside(run)]
        gaps = sorted({*hyphens, *self._blanks_inside(text)})
        if not gaps:
            return
        joined, origins = leave_out(text, gaps)
        for start, end in places(joined):
            first, last = int(origins.starts[start]), int(origins.ends[end - 1])
            if last - first > end - start:
                yield first, last

    def find_acronyms(self, text: str) -> Iterator[tuple[int, int]]:
        """The places of acronyms whose letters stand apart: "H IV", "HI-V", "h.i-v"; with blanks in capitals only."""
        for run in _CAPITALS_APART.finditer(text) if self.acronyms else ():
            parts = list(re.compile("[A-Za-z]+").finditer(text, *run.span()))
            for first, size in product(range(len(parts)), range(2, _MOST_PARTS + 1)):
                some = parts[first : first + size]
                letters = [part[0] for part in some]
                if "".join(letters).casefold() in self.acronyms and _may_be_acronym(letters, run[0]):
                    yield some[0].start(), some[-1].end()

    def find_glued(self, word: str) -> Iterator[tuple[int, int]]:
        """The places of an entry inside a longer word, which is made of it and words that everybody writes.

        >>> list(PartedWords.of({}).find_glued("letterheroin"))
        []
        """
        small = word.casefold()
        if len(small) != len(word) or not 2 * _SHORTEST_PART < len(small) <= _LONGEST_MADE:
            return
        for start in range(len(small)):
            for end in range(len(small), start + _SHORTEST_PART - 1, -1):
                if small[start:end] in self.glued and self._is_glued(small, start, end):
                    yield start, end
                    break

    def _is_glued(self, small: str, start: int, end: int) -> bool:
        """Whether all that stands beside an entry in a word is made of words; beside a short one, longer ones and on one side."""
        rest = [small[:start].strip("0123456789"), small[end:].strip("0123456789")]
        if end - start >= _LONG_GLUED:
            return small[start:end] != small and all(map(self._are_words, rest))
        least = _SHORTEST_PART + 1
        alone = (
            not all(rest)
            and len("".join(rest)) >= least
            and small.strip("0123456789") not in DEFAULT_LANGUAGE.common.everyday()
        )
        return alone and all(map(self._are_words, rest))

    def _are_words(self, rest: str) -> bool:
        """Whether letters are nothing, a prefix, a name, or one or two words that everybody writes."""
        if not rest or rest in _PREFIXES or self._is_word(rest):
            return True
        return any(
            self._is_word(rest[:at]) and self._is_word(rest[at:])
            for at in range(_SHORTEST_PART, len(rest) - _SHORTEST_PART + 1)
        )

    def _is_word(self, part: str) -> bool:
        return len(part) >= _SHORTEST_PART and (
            part in DEFAULT_LANGUAGE.common.everyday() or part in self.glued
        )

    def _hyphens_inside(self, run: re.Match[str]) -> Iterator[int]:
        """The hyphens of a run that stand inside a word, by the longest words from the left."""
        parts = list(re.finditer(_LETTERS, run[0].casefold() if run[0].isascii() else run[0]))
        first = 0
        while first < len(parts):
            end = self._end_of_word(parts, first)
            yield from (run.start() + part.end() for part in parts[first : end - 1])
            first = end

    def _end_of_word(self, parts: Sequence[re.Match[str]], first: int) -> int:
        """Where the longest word ends that begins with a part; parts that make no word stand alone."""
        joined, end = "", first + 1
        for number, part in enumerate(parts[first : first + self.longest], first + 1):
            joined += part[0]
            if len(joined) > self.longest:
                break
            if number > first + 1 and joined in self.inside:
                end = number
        return end

    def _blanks_inside(self, text: str) -> Iterator[tuple[int, int]]:
        """The blanks between two words that are one together: "tuber culosis", but not "the rapist"."""
        for found in _TWO.finditer(text) if self.begins else ():
            first, second = found[1].casefold(), found[2].casefold()
            if first in self.begins and first + second in self.inside and _is_one_word(first, second):
                yield found.end(1), found.start(2)


def _may_be_acronym(parts: Sequence[str], run: str) -> bool:
    """Whether parts of capitals are one acronym rather than words of their own; two letters with a blank or a point only."""
    if sum(map(len, parts)) == 2:
        return "-" not in run and "/" not in run and all(map(str.isupper, parts))
    return not all(part.casefold() in DEFAULT_LANGUAGE.stop_words for part in parts)


def _is_one_word(first: str, second: str) -> bool:
    """Whether two words are rather one: one of them is no word, or both are longer ones that mean something."""
    parts = (first, second)
    if not DEFAULT_LANGUAGE.stop_words.isdisjoint(parts):
        return min(map(len, parts)) > 1 and not all(
            part in DEFAULT_LANGUAGE.common.everyday() for part in parts
        )
    if any(word_classes().of(part).frequency <= RARE for part in parts):
        return True
    return len(first + second) >= _SHORTEST_OF_WORDS and min(map(len, parts)) >= _SHORTEST_PART


def _of_one_token(way: Spelling) -> Iterable[str]:
    return filter(str.isalpha, way.tokens[0]) if len(way.tokens) == 1 else ()
