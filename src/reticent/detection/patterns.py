"""Finds what has a form of its own: addresses, numbers with check digits, dates."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from importlib.resources import files
from itertools import chain, pairwise
from operator import add
from pathlib import Path

from reticent.detection.ages import Judge, judge_ages
from reticent.detection.birth_years import judge_birth_years
from reticent.detection.detector import EVERY_LANGUAGE, CompleteDetector, settle
from reticent.detection.linear_regex import LinearMatch, LinearRegex
from reticent.detection.validators import require_validator
from reticent.errors import PolicyError
from reticent.language import find_language
from reticent.language.registry import languages_with, read_data
from reticent.settings.sources import Ages
from reticent.text import Document, Mention, analyze
from reticent.text.document import MASK
from reticent.text.matching import View

_CUE_WINDOW = 40
"""Characters before a value in which a cue counts; chosen by hand: a label, a colon and a few words."""

_LONGEST_RETRY = 200
"""Characters of a match that is searched again from its second character when it is not valid: more would make it quadratic."""

_REACH = 300
"""Characters around a place where two readings differ that are searched in the second: chosen by hand."""

_DIGITS = re.compile(r"[0-9](?:[^0-9]{0,3}+[0-9]){4,}+")
_BEFORE_DIGITS, _AFTER_DIGITS = 16, 40
"""Characters before the first and after the last of five digits that may belong to the same value; chosen by hand."""

_AROUND_DIGIT = 40
"""How far from a digit a value with one in it reaches at most: a cue before it, or the name of a month in a long form."""

_WITH_DIGITS = re.compile(rf"[0-9](?:[^0-9]{{0,{2 * _AROUND_DIGIT}}}+[0-9])*+")
_TO_VALUE = re.compile(
    r"(?:[\W_]{0,4}(?:numbers?|num|nos?|nr|id|code|card|is|was|of|the|her|his|my|your|their)(?![^\W_])){0,4}"
    r"(?:</?[a-z][a-z0-9]{0,9}(?:\s[^<>]{0,60})?>|\[/?[a-z]{1,5}\]|[\W_]){0,40}",
    re.IGNORECASE,
)
"""What may stand between a label and its value; tags too."""

_DIGIT_WORDS = dict(
    zip("zero one two three four five six seven eight nine".split(), "0123456789", strict=True)
)
_UNIT = re.compile(rf"(?:{'|'.join(_DIGIT_WORDS)})(?![^\W_])|[^\W_]", re.IGNORECASE)
_SPOKEN = re.compile(
    rf"[efnostz](?<!\w.)(?:{'|'.join(f'(?<={word[0]}){word[1:]}' for word in _DIGIT_WORDS)})"
    rf"(?:[\W_]{{1,4}}(?:{'|'.join(_DIGIT_WORDS)})){{4,}}"
)
_FEW_DIGIT_WORDS = 5
"""A number of five digits or more hardly ever has fewer different ones, and few texts have so many words for digits."""

_DIGIT_SOON = re.compile(
    rf"(?:[^\W\d_](?:[^\w\n]|_){{0,8}}+(?:\n[^\w\n]{{0,24}}+)?+){{0,8}}[0-9]|(?:{'|'.join(_DIGIT_WORDS)})(?![^\W_])",
    re.IGNORECASE,
)
"""No value has more than eight letters before its first digit."""

_GAP = re.compile(r"(?:[^\w\n]|_){0,8}(?:\n[^\w\n]{0,24})?")
"""What may stand between two characters of a value: the widest gap ends one line and begins another."""

_DAY = "(?:0?[1-9]|[12][0-9]|3[01])"
_DATE = re.compile(
    rf"{_DAY}([./ -]){_DAY}\1(?:(?:1[89]|20)[0-9]{{2}}|[0-9]{{2}})(?![0-9])"
    rf"|(?:1[89]|20)[0-9]{{2}}([./-]){_DAY}\2{_DAY}(?![0-9])"
)
"""A date in its usual form is found as one, and no number in disguise."""

_LONGEST_BARE = 44
"""Letters and digits of the longest value that may be parted, with some to spare: an IBAN has up to 34."""

_MISREAD = str.maketrans("OolI", "0011")
"""Letters that are taken for digits where digits should be."""

_AFTER_VALUE = re.compile(
    r"[\"'`*_]{0,3}(?:\s{0,4}[(\[]|,?\s{1,2}(?:(?:is|was|as|being)\s{1,2}(?:(?:my|her|his|their|your|our|the|an?)\s{1,2})?|(?:my|her|his|their)\s{1,2}))"
    r"[^\w\n]{0,3}",
    re.IGNORECASE,
)
"""What may stand between a value and a label after it: "7012345624 (NHS number)", "… is my NHS number"."""

JUDGES: Mapping[str, Callable[[str], Judge]] = {"age": judge_ages, "birth_year": judge_birth_years}
"""What looks at the text around a match, by name: each takes a text and then judges places of it."""


_Search = Callable[[int, int], re.Match[str] | LinearMatch | None]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regex with a name, a kind and a score, matched against the plain reading of a text.

    Our own are run by `re`, tested on hostile text; those of users by RE2, which no expression can make slow.
    A group called `mention` narrows what is pointed at; the validator (a name that `find_validator` knows) has the last word,
    or the judge (out of `JUDGES`), who sees what stands around a match; cue words up to 40 characters before a match set its
    score to `cued`, and after one the value's letters and digits, of which `bare` is the form, may be parted by anything
    (`cue_words` are the first words of its cues); `needs` are lower-case strings without any of
    which the regex can't match, `has_digit` says that a match has a digit, and `digits` that it has five close together. Underscores are read as
    blanks unless `underscores` says that they belong to the value. One of `every_age` is only used where all ages are looked for, one of `calendar` where dates are moved. `matches` and `rejects` are examples that a pattern
    file is tested with.
    """

    name: str
    kind: str
    regex: re.Pattern[str] | LinearRegex
    score: float
    validator: str | None = None
    judge: str | None = None
    cues: re.Pattern[str] | None = None
    cued: float = 1.0
    bare: re.Pattern[str] | None = None
    cue_words: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    digits: bool = False
    has_digit: bool = False
    underscores: bool = False
    every_age: bool = False
    calendar: bool = False
    matches: tuple[str, ...] = field(default=(), repr=False)
    rejects: tuple[str, ...] = field(default=(), repr=False)

    def places(
        self, text: str, windows: Sequence[tuple[int, int]] | None = None, *, written: str | None = None
    ) -> Iterable[tuple[int, int, float]]:
        """Start, end and score of every valid match in a plain reading, or in those windows of it.

        Cues are looked for in what is `written` there, which is the same text unless letters were blanked in it.
        """
        if isinstance(self.regex, LinearRegex):
            search: _Search = self.regex.over(text)
        else:
            search = partial(self.regex.search, text)
        windows = [(0, len(text))] if windows is None else windows
        for window in windows:
            if search(*window):
                return self._places(search, text, windows, text if written is None else written)
        return ()  # as most texts have it of most patterns

    def _places(
        self, search: _Search, text: str, windows: Iterable[tuple[int, int]], written: str
    ) -> Iterator[tuple[int, int, float]]:
        check = require_validator(self.validator) if self.validator else len
        judge = JUDGES[self.judge](written) if self.judge else None
        group = "mention" if "mention" in self.regex.groupindex else 0
        position = 0
        for begin, stop in windows:
            position = max(position, begin)
            while match := search(position, stop):
                start = match.start(group)
                size = check(match.group(group)) if start >= 0 else 0
                if size and judge:
                    size = max(0, judge(start, start + size) - start)
                if size:
                    yield start, start + size, self._score(written, start, start + size)
                position = self._resume(match, start + size if size else 0)

    def places_after_cues(
        self, text: str, windows: Iterable[tuple[int, int]] | None = None
    ) -> Iterator[tuple[int, int, float]]:
        """As `places`, for values after a cue that are parted in whatever way: "SSN: 2|1|9|0|9|9|1|8|4"."""
        if self.bare is None or self.cues is None:
            return
        for begin, stop in windows if windows is not None else [(0, len(text))]:
            for cue in self.cues.finditer(text, max(0, begin - _CUE_WINDOW), stop):
                to_value = _TO_VALUE.match(text, cue.end())
                start = to_value.end() if to_value else cue.end()
                end = self._end_of_bare(text, start)
                if end:
                    yield start, end, self.cued

    def _end_of_bare(self, text: str, start: int) -> int:
        """Where a value ends that begins at `start` and is parted by whatever gaps, or 0.

        Of values with a check the longest; of others the first group if it is one, or groups with even gaps between them:
        what follows may be another number.
        """
        if self.bare is None or not _DIGIT_SOON.match(text, start) or _DATE.match(text, start):
            return 0
        units = _read_units(text, start)
        joined = "".join(char for char, _ in units)
        groups = [at + 1 for at, (_, end) in enumerate(units) if not text[end : end + 1].isalnum()]
        for chars in dict.fromkeys((joined, joined.translate(_MISREAD))):
            sizes = [size for size in groups if self.bare.fullmatch(chars, 0, size)]
            if self.validator:
                check = require_validator(self.validator)
                sizes = [size for size in sizes if check(chars[:size]) == size]
            if sizes:
                alone = self.validator is None and (
                    sizes[0] == groups[0] or not _is_even(text, units, sizes[-1])
                )
                return units[(sizes[0] if alone else sizes[-1]) - 1][1]
        return 0

    def _score(self, text: str, start: int, end: int) -> float:
        if not self.cues:
            return self.score
        if self.cues.search(text, max(0, start - _CUE_WINDOW), start):
            return self.cued
        after = _AFTER_VALUE.match(text, end)
        return self.cued if after and self.cues.match(text, after.end()) else self.score

    def _resume(self, match: re.Match[str] | LinearMatch, found: int) -> int:
        """Where to look next; a candidate that is not valid may hide a shorter one that is."""
        retry = match.end() - match.start() <= _LONGEST_RETRY
        return max(found or (match.start() if retry else match.end()), match.start() + 1)


@dataclass(frozen=True, slots=True)
class _Rules:
    """The patterns that are looked for in a text, and the strings of which these need some, each with all threes of its characters."""

    used: tuple[Pattern, ...]
    strings: tuple[tuple[str, frozenset[str]], ...]

    @classmethod
    def of(cls, used: Iterable[Pattern]) -> _Rules:
        chosen = tuple(used)
        strings = {string for rule in chosen for string in (*rule.needs, *rule.cue_words)}
        return cls(
            chosen,
            tuple(
                (each, frozenset(each[at : at + 3] for at in range(len(each) - 2)))
                for each in sorted(strings)
            ),
        )


@dataclass(frozen=True)
class Patterns(CompleteDetector):
    """The detector of all `rules` whose kind is among `only`, reporting what scores `at_least` so much.

    In documents that are in one of the `spoken` languages, or have parts in one, the patterns of that language are looked for too:
    those of its folder that belong to a `calendar`, or the others. Their kinds are those of the rules.
    """

    rules: tuple[Pattern, ...]
    only: frozenset[str] | None = None
    at_least: float = 0.5
    ages: Ages = "over 89"
    spoken: frozenset[str] = frozenset()
    calendar: bool = False

    def __post_init__(self) -> None:
        unknown = sorted((self.only or frozenset()) - {rule.kind for rule in self.rules})
        if unknown:
            known = ", ".join(sorted({rule.kind for rule in self.rules}))
            raise PolicyError(f"no pattern finds the kind {unknown[0]}: use one of {known}")

    @cached_property
    def _used(self) -> tuple[Pattern, ...]:
        return tuple(self._choose(self.rules))

    def _choose(self, rules: Iterable[Pattern]) -> Iterator[Pattern]:
        asked = (rule for rule in rules if self.ages == "all" or not rule.every_age)
        return (rule for rule in asked if self.only is None or rule.kind in self.only)

    @cached_property
    def _by_languages(self) -> dict[frozenset[str], _Rules]:
        return {frozenset(): _Rules.of(self._used)}

    def _rules_for(self, document: Document) -> _Rules:
        """The rules for the languages of a document."""
        codes = frozenset[str]()
        if self.spoken:
            codes = self.spoken & {
                part.code for part in analyze(document).parts(self.spoken, document.language)
            }
        known = self._by_languages
        if codes not in known:
            others = (rule for code in sorted(codes) for rule in language_patterns(code))
            fitting = (rule for rule in others if rule.calendar == self.calendar)
            known[codes] = _Rules.of((*self._used, *self._choose(fitting)))
        return known[codes]

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds that the rules in use report."""
        return frozenset(rule.kind for rule in self._used)

    @property
    def languages(self) -> frozenset[str]:
        """Every language: a pattern is a form."""
        return EVERY_LANGUAGE

    @cached_property
    def declared(self) -> Mapping[str, str]:
        """The hash of all rules in use and of the score that they must reach."""
        parts = [f"{self.at_least}"]
        for rule in self._used:
            cues, bare = rule.cues.pattern if rule.cues else "", rule.bare.pattern if rule.bare else ""
            regex = f"{rule.regex.pattern}|{rule.regex.flags}"
            asked = (
                f"{rule.needs}|{rule.digits}|{rule.has_digit}|{rule.underscores}|{type(rule.regex).__name__}"
            )
            checks = f"{rule.validator}|{rule.judge}|{rule.score}"
            parts.append(f"{rule.kind}|{regex}|{checks}|{cues}|{rule.cued}|{bare}|{asked}")
        own = {"patterns": "sha256:" + hashlib.sha256("\n".join(parts).encode()).hexdigest()}
        return own | {f"patterns, {code}": _hash_language(code) for code in sorted(self.spoken)}

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Every place that some rule points at, disjoint and in order."""
        first, *others = analyze(document).readings
        rules = self._rules_for(document)
        found = list(self._find_in(first, rules))
        for view in others:
            found += self._find_in(view, rules, view.near_differences(_REACH))
        return settle(found)

    def _find_in(
        self, view: View, rules: _Rules, windows: Sequence[tuple[int, int]] | None = None
    ) -> Iterator[Mention]:
        """What the rules point at in one reading of a text, or in those windows of it."""
        parted = view.text.replace("_", " ")
        plain = _blank_other_scripts(parted)
        lowered = parted.lower()
        digits = _near_digits(plain, lowered) if windows is None else windows
        around = _around_digits(plain) if windows is None else windows
        alone, glued = _blank_glued(plain, digits)
        has_one_of = _look_up(lowered, rules.strings)
        for rule in rules.used:
            if (
                (rule.digits and not digits)
                or (rule.has_digit and not around)
                or (rule.needs and not has_one_of(rule.needs))
            ):
                continue
            text = view.text if rule.underscores else plain if isinstance(rule.regex, re.Pattern) else parted
            near = digits if rule.digits else windows
            places = rule.places(text, around if rule.has_digit else near, written=parted)
            if rule.bare and has_one_of(rule.cue_words):
                places = chain(places, rule.places_after_cues(parted, near))
            if glued and rule.digits and text is plain:
                places = chain(places, rule.places(alone, glued, written=parted))
            for start, end, score in places:
                if score >= self.at_least and MASK not in text[start:end]:
                    yield Mention(view.span(start, end), rule.kind, score, f"pattern {rule.name}")


def _read_units(text: str, start: int) -> list[tuple[str, int]]:
    """The letters and digits from a place on, each with its end, as far as one value may reach; words for digits are digits."""
    units: list[tuple[str, int]] = []
    position = start
    while len(units) < _LONGEST_BARE and (unit := _UNIT.match(text, position)):
        units.append((_DIGIT_WORDS.get(unit[0].lower(), unit[0]), unit.end()))
        gap = _GAP.match(text, unit.end())
        position = gap.end() if gap else unit.end()
    return units


def _is_even(text: str, units: Sequence[tuple[str, int]], size: int) -> bool:
    """Whether the gaps between the groups of a value are all the same."""
    ends = [end for _, end in units[:size]]
    gaps = {text[left : right - 1] for left, right in pairwise(ends) if right - left > 1}
    return len(gaps) <= 1


def _look_up(lowered: str, strings: Iterable[tuple[str, frozenset[str]]]) -> Callable[[Iterable[str]], bool]:
    """Tells whether a text in small letters has one of some of these strings.

    Every text is asked about hundreds of them, and has few: those with three characters that stand nowhere side by side are
    out without a search.
    """
    runs = {*map(add, map(add, lowered, lowered[1:]), lowered[2:])}
    there = {string for string, own in strings if own <= runs and string in lowered}
    return lambda asked: not there.isdisjoint(asked)


def _blank_other_scripts(text: str) -> str:
    """The text with the letters of other scripts than Latin as a sign, of equal length: a number may stand beside any.

    Our expressions say that a value begins and ends next to no letter, and mean letters that it could go on with.
    """
    if text.isascii():
        return text
    text = _COUNTED.sub(lambda run: run[0].translate(_HAN_DIGITS), text)
    return _OTHER_SCRIPTS.sub(_NO_LETTER, _LONG_STROKE.sub("-", text))


_OTHER_SCRIPTS = re.compile(r"[^\W\d_\u0000-\u036f\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]")
_NO_LETTER = "\u00a4"
_LONG_STROKE = re.compile("(?<=[0-9])[ー一ㅡ](?=[0-9])")
"""Letters that are typed for a hyphen where they look like one."""

_HAN_DIGITS = str.maketrans("〇零一二三四五六七八九", "00123456789")
_COUNTED = re.compile("[〇零一二三四五六七八九](?:[- /.:]?[〇零一二三四五六七八九]){3,}+")
"""Numbers spelled digit by digit in Chinese characters."""


def _blank_glued(text: str, windows: Iterable[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """The text with words as signs that a long number has grown together with, and where that is: "Lopez212-555-0123x"."""
    words: list[tuple[int, int]] = []
    numbers: list[tuple[int, int]] = []
    for begin, stop in windows:
        for number in _LONG_NUMBER.finditer(text, begin, stop):
            before = _WORD_BEFORE.search(text, max(0, number.start() - 40), number.start())
            after = _WORD_AFTER.match(text, number.end())
            if before or after:
                words += [word.span() for word in (before, after) if word]
                numbers.append((max(0, number.start() - _BEFORE_DIGITS), number.end() + _BEFORE_DIGITS))
    if not words:
        return text, []
    parts, position = [], 0
    for start, end in words:
        if start >= position:
            parts += [text[position:start], _NO_LETTER * (end - start)]
            position = end
    return "".join([*parts, text[position:]]), numbers


_LONG_NUMBER = re.compile(r"[0-9](?:[^0-9A-Za-z\n]{0,3}+[0-9]){6,}+")
_WORD_BEFORE = re.compile(r"(?:[A-Za-z]{0,30}[a-z]|(?<![A-Za-z])[A-Z]{3,30})(?=[+(]{0,2}\Z)")
_WORD_AFTER = re.compile(r"[a-z]{1,30}")


def _around_digits(text: str) -> list[tuple[int, int]]:
    """The disjoint stretches of a text around all digits."""
    return [
        (max(0, run.start() - _AROUND_DIGIT), run.end() + _AROUND_DIGIT)
        for run in _WITH_DIGITS.finditer(text)
    ]


def _near_digits(text: str, lowered: str) -> list[tuple[int, int]]:
    """The disjoint stretches of a text around five digits or more, written as digits or one by one as words."""
    runs = [run.span() for run in _DIGITS.finditer(text)]
    if sum(map(lowered.__contains__, _DIGIT_WORDS)) >= _FEW_DIGIT_WORDS:
        runs = sorted([*runs, *(run.span() for run in _SPOKEN.finditer(lowered))])
    windows: list[tuple[int, int]] = []
    for start, end in runs:
        begin, stop = max(0, start - _BEFORE_DIGITS), end + _AFTER_DIGITS
        if windows and begin <= windows[-1][1]:
            begin = windows.pop()[0]
        windows.append((begin, stop))
    return windows


def patterns(
    kinds: Iterable[str] | None = None, *, at_least: float = 0.5, ages: Ages = "over 89"
) -> Patterns:
    """The patterns that ship with reticent: all of them, or those of some kinds.

    A date is a day with its month, a month with its year, or all three, in words or numbers; a bare year, weekday
    or "03/2019" is none. An age is one over 89, unless `ages` is "all".
    """
    rules = tuple(rule for rule in _read_shipped() if not rule.calendar)
    only = None if kinds is None else frozenset(kinds)
    return Patterns(rules, only, at_least, ages, languages_with(LANGUAGE_PATTERNS))


@cache
def calendar_references() -> Patterns:
    """The patterns of what fixes a moved date for whoever has a calendar: holidays, weeks, quarters, lone months and years,
    numbers of days, and ages beside birth dates."""
    rules = tuple(rule for rule in _read_shipped() if rule.calendar)
    return Patterns(rules, spoken=languages_with(LANGUAGE_PATTERNS), calendar=True)


def load_patterns(
    path: Path, kinds: Iterable[str] | None = None, *, at_least: float = 0.5, ages: Ages = "over 89"
) -> Patterns:
    """The patterns of a TOML file in the format of the shipped one, whose examples must hold.

    Their expressions are run by RE2, so that none can hang; lookaround and backreferences are refused.
    """
    from reticent.detection.pattern_file import check_examples, read_patterns

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"{path} can't be read as a UTF-8 file: check the path and its encoding") from error
    rules = read_patterns(text, source=str(path), linear=True)
    for rule in rules:
        check_examples(rule, source=str(path))
    return Patterns(rules, None if kinds is None else frozenset(kinds), at_least, ages)


LANGUAGE_PATTERNS = "patterns.toml"
"""The patterns in the `data` of a language's folder, in the format of the shipped file."""


@cache
def language_patterns(code: str) -> tuple[Pattern, ...]:
    """The patterns of a language; a PolicyError where one has a kind that no shipped pattern has, or an unknown key."""
    from reticent.detection.pattern_file import read_patterns

    text = (read_data(find_language(code), LANGUAGE_PATTERNS) or b"").decode("utf-8")
    rules = read_patterns(text, source=f"{LANGUAGE_PATTERNS} of the language {code}")
    if unknown := sorted({rule.kind for rule in rules} - {rule.kind for rule in _read_shipped()}):
        raise PolicyError(
            f"the patterns of the language {code} have the kind {unknown[0]}, which no shipped one has"
        )
    return rules


@cache
def _hash_language(code: str) -> str:
    return "sha256:" + hashlib.sha256(read_data(find_language(code), LANGUAGE_PATTERNS) or b"").hexdigest()


@cache
def _read_shipped() -> tuple[Pattern, ...]:
    from reticent.detection.pattern_file import read_patterns

    text = files("reticent.detection").joinpath("data/patterns.toml").read_text(encoding="utf-8")
    return read_patterns(text, source="patterns.toml")
