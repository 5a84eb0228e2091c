"""Finds what has a form of its own: addresses, numbers with check digits, dates."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

from reticent.detection.ages import Ages, Judge, judge_ages
from reticent.detection.detector import EVERY_LANGUAGE
from reticent.detection.linear_regex import LinearMatch, LinearRegex
from reticent.detection.settling import settle
from reticent.detection.validators import VALIDATORS
from reticent.errors import PolicyError
from reticent.text import Document, Mention, analyze
from reticent.text.document import MASK
from reticent.text.matching import View

_CUE_WINDOW = 40
_LONGEST_RETRY = 200
_REACH = 300
_DIGITS = re.compile(r"[0-9](?:[^0-9]{0,3}+[0-9]){4,}+")
_BEFORE_DIGITS, _AFTER_DIGITS = 16, 40

JUDGES: Mapping[str, Callable[[str], Judge]] = {"age": judge_ages}
"""What looks at the text around a match, by name: each takes a text and then judges places of it."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regex with a name, a kind and a score, matched against the plain reading of a text.

    Our own are run by `re`, tested on hostile text; those of users by RE2, which no expression can make slow.
    A group called `mention` narrows what is pointed at; the validator (a name out of `VALIDATORS`) has the last word,
    or the judge (out of `JUDGES`), who sees what stands around a match; cue words up to 40 characters before a match set its score to `cued`; `needs` are lower-case strings without any of
    which the regex can't match, and `digits` says that a match has five digits close together. Underscores are read as
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
    needs: tuple[str, ...] = ()
    digits: bool = False
    underscores: bool = False
    every_age: bool = False
    calendar: bool = False
    matches: tuple[str, ...] = field(default=(), repr=False)
    rejects: tuple[str, ...] = field(default=(), repr=False)

    def places(
        self, text: str, windows: Iterable[tuple[int, int]] | None = None, *, written: str | None = None
    ) -> Iterator[tuple[int, int, float]]:
        """Start, end and score of every valid match in a plain reading, or in those windows of it.

        Cues are looked for in what is `written` there, which is the same text unless letters were blanked in it.
        """
        search = (
            self.regex.over(text) if isinstance(self.regex, LinearRegex) else partial(self.regex.search, text)
        )
        check = VALIDATORS[self.validator] if self.validator else len
        judge = JUDGES[self.judge](text if written is None else written) if self.judge else None
        group = "mention" if "mention" in self.regex.groupindex else 0
        position = 0
        for begin, stop in windows if windows is not None else [(0, len(text))]:
            position = max(position, begin)
            while match := search(position, stop):
                start = match.start(group)
                size = check(match.group(group)) if start >= 0 else 0
                if size and judge:
                    size = max(0, judge(start, start + size) - start)
                if size:
                    yield start, start + size, self._score(text if written is None else written, start)
                position = self._resume(match, start + size if size else 0)

    def _score(self, text: str, start: int) -> float:
        cued = self.cues and self.cues.search(text, max(0, start - _CUE_WINDOW), start)
        return self.cued if cued else self.score

    def _resume(self, match: re.Match[str] | LinearMatch, found: int) -> int:
        """Where to look next; a candidate that is not valid may hide a shorter one that is."""
        retry = match.end() - match.start() <= _LONGEST_RETRY
        return max(found or (match.start() if retry else match.end()), match.start() + 1)


@dataclass(frozen=True, slots=True)
class Patterns:
    """The detector of all `rules` whose kind is among `only`, reporting what scores `at_least` so much."""

    rules: tuple[Pattern, ...]
    only: frozenset[str] | None = None
    at_least: float = 0.5
    ages: Ages = "over 89"
    _used: tuple[Pattern, ...] = field(init=False, repr=False, compare=False)
    _kinds: frozenset[str] = field(init=False, repr=False, compare=False)
    _declared: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        asked = (rule for rule in self.rules if self.ages == "all" or not rule.every_age)
        used = (rule for rule in asked if self.only is None or rule.kind in self.only)
        object.__setattr__(self, "_used", tuple(used))
        object.__setattr__(self, "_kinds", frozenset(rule.kind for rule in self._used))
        unknown = sorted((self.only or frozenset()) - {rule.kind for rule in self.rules})
        if unknown:
            known = ", ".join(sorted({rule.kind for rule in self.rules}))
            raise PolicyError(f"no pattern finds the kind {unknown[0]}: use one of {known}")

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds that the rules in use report."""
        return self._kinds

    @property
    def languages(self) -> frozenset[str]:
        """Every language: a pattern is a form."""
        return EVERY_LANGUAGE

    @property
    def declared(self) -> Mapping[str, str]:
        """The hash of all rules in use and of the score that they must reach."""
        if self._declared:
            return dict(self._declared)
        parts = [f"{self.at_least}"]
        for rule in self._used:
            cues = rule.cues.pattern if rule.cues else ""
            parts.append(
                f"{rule.kind}|{rule.regex.pattern}|{rule.regex.flags}|{rule.validator}|{rule.judge}|{rule.score}|{cues}|{rule.cued}|{rule.needs}|{rule.digits}|{rule.underscores}|{type(rule.regex).__name__}"
            )
        self._declared["patterns"] = "sha256:" + hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return dict(self._declared)

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Every place that some rule points at, disjoint and in order."""
        first, *others = analyze(document).readings
        found = list(self._find_in(first))
        for view in others:
            found += self._find_in(view, view.near_differences(_REACH))
        return settle(found)

    def _find_in(self, view: View, windows: Sequence[tuple[int, int]] | None = None) -> Iterator[Mention]:
        """What the rules point at in one reading of a text, or in those windows of it."""
        parted = view.text.replace("_", " ")
        plain = _blank_other_scripts(parted)
        lowered = parted.lower()
        digits = _near_digits(parted) if windows is None else windows
        for rule in self._used:
            if (rule.digits and not digits) or not _may_match(rule, lowered):
                continue
            text = view.text if rule.underscores else plain if isinstance(rule.regex, re.Pattern) else parted
            for start, end, score in rule.places(text, digits if rule.digits else windows, written=parted):
                if score >= self.at_least and MASK not in text[start:end]:
                    yield Mention(view.span(start, end), rule.kind, score, f"pattern {rule.name}")


def _may_match(rule: Pattern, lowered: str) -> bool:
    """Whether a text in small letters has one of the strings that the rule can't do without."""
    for need in (
        rule.needs
    ):  # a loop, because most texts are asked about every rule and any() would take twice as long
        if need in lowered:
            return True
    return not rule.needs


def _blank_other_scripts(text: str) -> str:
    """The text with the letters of other scripts than Latin as a sign, of equal length: a number may stand beside any.

    Our expressions say that a value begins and ends next to no letter, and mean letters that it could go on with.
    """
    return text if text.isascii() else _OTHER_SCRIPTS.sub(_NO_LETTER, text)


_OTHER_SCRIPTS = re.compile(r"[^\W\d_\u0000-\u036f\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]")
_NO_LETTER = "\u00a4"


def _near_digits(text: str) -> list[tuple[int, int]]:
    """The disjoint stretches of a text around five digits or more."""
    windows: list[tuple[int, int]] = []
    for run in _DIGITS.finditer(text):
        begin, stop = max(0, run.start() - _BEFORE_DIGITS), run.end() + _AFTER_DIGITS
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
    return Patterns(rules, None if kinds is None else frozenset(kinds), at_least, ages)


@cache
def calendar_references() -> Patterns:
    """The patterns of what fixes a moved date for whoever has a calendar: holidays, weeks, quarters, lone months and years,
    numbers of days, and ages beside birth dates."""
    return Patterns(tuple(rule for rule in _read_shipped() if rule.calendar))


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


@cache
def _read_shipped() -> tuple[Pattern, ...]:
    from reticent.detection.pattern_file import read_patterns

    text = files("reticent.detection").joinpath("data/patterns.toml").read_text(encoding="utf-8")
    return read_patterns(text, source="patterns.toml")
