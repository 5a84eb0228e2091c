"""Reads pattern files: TOML in, patterns out, and errors that name the key and the fix."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reticent.detection.linear_regex import LinearRegex, compile_linear, find_refused
from reticent.detection.patterns import JUDGES, Pattern, Patterns
from reticent.detection.validators import STDNUM, VALIDATORS, find_validator
from reticent.errors import PolicyError, plain_message
from reticent.text import Document

_FRAGMENT = re.compile(r"\(\?&(\w+)\)")
_DEEPEST = 5
"""How deep fragments use each other; those of the shipped file need no more, and a circle ends here."""

_FIRST_UNSPACED = "\u0e00"
"""From Thai on, nearly all scripts of Unicode are written without blanks or with endings at the word."""

_Score = Annotated[float, Field(ge=0, le=1)]
_Text = Annotated[str, Field(min_length=1)]


class _Rule(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: _Text
    kind: Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]*$")]
    regex: _Text
    score: _Score
    validator: str | None = None
    judge: str | None = None
    ignore_case: bool = True
    digits: bool = False
    has_digit: bool = False
    underscores: bool = False
    every_age: bool = False
    calendar: bool = False
    cues: tuple[_Text, ...] = ()
    cued: _Score = 1.0
    bare: _Text | None = None
    needs: tuple[_Text, ...] = ()
    matches: tuple[_Text, ...] = Field(min_length=1)
    rejects: tuple[_Text, ...] = Field(min_length=1)


_SHORTEST_NUMBER = 4
"""Parts of the entry of a number: its kind, its form, an example and one cue."""

_CUED, _UNCUED = 0.9, 0.2
"""The scores of a number after one of its cues, and of one that is not found."""


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    fragments: dict[str, str] = {}
    numbers: dict[str, Annotated[tuple[_Text, ...], Field(min_length=_SHORTEST_NUMBER)]] = {}
    pattern: tuple[_Rule, ...] = Field(min_length=1)

    @property
    def rules(self) -> tuple[_Rule, ...]:
        """The patterns, and one for each number that python-stdnum checks."""
        return *self.pattern, *(_read_number(module, entry) for module, entry in self.numbers.items())


def _read_number(module: str, entry: tuple[str, ...]) -> _Rule:
    """The pattern of a number that counts after a cue alone: its kind, its form, an example and the cues."""
    kind, form, example, *cues = entry
    return _Rule(
        name=f"{module} of python-stdnum",
        kind=kind,
        regex=rf"(?<!\w)(?:{form})(?!\w)",
        validator=f"{STDNUM}{module}",
        cues=tuple(cues),
        cued=_CUED,
        score=_UNCUED,
        needs=tuple(dict.fromkeys(cue.lower().split()[0] for cue in cues)),
        has_digit=True,
        matches=(f"{cues[0]}: {example}",),
        rejects=(example,),
    )


def read_patterns(text: str, *, source: str, linear: bool = False) -> tuple[Pattern, ...]:
    """The patterns that a TOML text describes; `source` names it in errors, `linear` has RE2 run them."""
    try:
        parsed = _File.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"{source} is not valid TOML: {error}") from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        raise PolicyError(f"{source}: {key}: {_advice(first['type'], first['msg'])}") from error
    if linear:
        _require_linear(parsed, source)
    return tuple(_pattern(rule, parsed.fragments, source, linear=linear) for rule in parsed.rules)


def check_examples(rule: Pattern, *, source: str) -> None:
    """Raise unless the pattern finds each of its `matches` and none of its `rejects`."""
    detector = Patterns((rule,), ages="all")
    for expected, key, examples in ((True, "matches", rule.matches), (False, "rejects", rule.rejects)):
        for number, example in enumerate(examples, start=1):
            if bool(detector.mentions(Document(key, example))) != expected:
                verb = "is not found" if expected else "is found"
                raise PolicyError(
                    f"{source}: pattern {rule.name}: {key}: example {number} {verb}: change the regex or the example"
                )


def _advice(problem: str, message: str) -> str:
    if problem == "extra_forbidden":
        return f"no such key; use {', '.join(_Rule.model_fields)}"
    if problem == "missing":
        return "this key is missing; add it"
    return plain_message(message)


def _require_linear(parsed: _File, source: str) -> None:
    """Raise when an expression or a fragment needs backtracking, which can take forever."""
    expressions = {f"pattern {rule.name}: regex": rule.regex for rule in parsed.rules}
    expressions |= {f"fragments: {name}": regex for name, regex in parsed.fragments.items()}
    for where, regex in expressions.items():
        if refused := find_refused(regex):
            raise PolicyError(f"{source}: {where}: character {refused[0]}: {refused[1]}")


def _compile(regex: str, rule: _Rule, *, linear: bool) -> re.Pattern[str] | LinearRegex:
    if linear:
        return compile_linear(regex, ignore_case=rule.ignore_case)
    return re.compile(regex, re.IGNORECASE if rule.ignore_case else 0)


def _pattern(rule: _Rule, fragments: dict[str, str], source: str, *, linear: bool) -> Pattern:
    where = f"{source}: pattern {rule.name}"
    for key, known, finds in (("validator", VALIDATORS, find_validator), ("judge", JUDGES, JUDGES.get)):
        if getattr(rule, key) is not None and finds(getattr(rule, key)) is None:
            raise PolicyError(f"{where}: {key}: no such {key}; use one of {', '.join(known)}")
    if any(need != need.lower() for need in rule.needs):
        raise PolicyError(f"{where}: needs: write these strings in lower case")
    try:
        regex = _compile(_expand(rule.regex, fragments, where), rule, linear=linear)
    except (re.error, ValueError) as error:
        raise PolicyError(f"{where}: regex: {error}; mend it") from error
    if _matches_nothing(regex):
        raise PolicyError(f"{where}: regex: it matches nothing at all; make it need at least one character")
    compiled = {
        "regex": regex,
        "cues": _compile_cues(rule.cues) if rule.cues else None,
        "bare": _compile_bare(rule, where),
        "cue_words": tuple(dict.fromkeys(cue.lower().split()[0] for cue in rule.cues)),
    }
    return Pattern(**{**rule.model_dump(exclude={"ignore_case"}), **compiled})


def _compile_bare(rule: _Rule, where: str) -> re.Pattern[str] | None:
    """The form of the value's letters and digits alone."""
    if rule.bare is None:
        return None
    if not rule.cues:
        raise PolicyError(f"{where}: bare: it is looked for after cues only; add some")
    try:
        return re.compile(rule.bare, re.IGNORECASE)
    except re.error as error:
        raise PolicyError(f"{where}: bare: {error}; mend it") from error


def _compile_cues(words: Sequence[str]) -> re.Pattern[str]:
    """Whole words in any case, but for those of scripts that put no blanks between them.

    A word also begins and ends where a capital follows a small letter, and ends before a digit: "homePhone2". The expression
    starts with a set of characters, by which it is found fastest.
    """
    spaced = [_spell_cue(word) for word in words if word[0] < _FIRST_UNSPACED]
    unspaced = [
        f"(?<={re.escape(word[0])}){re.escape(word[1:])}" for word in words if word[0] >= _FIRST_UNSPACED
    ]
    ways = [f"{_BEGINS_WORD}(?:{'|'.join(spaced)}){_ENDS_WORD}"] if spaced else []
    firsts = "".join(sorted({case for word in words for case in (word[0].lower(), word[0].upper())}))
    return re.compile(f"[{re.escape(firsts)}](?i:{'|'.join([*ways, *unspaced])})")


def _spell_cue(cue: str) -> str:
    """What follows the first letter of a cue, whose words may stand together where a capital shows where they meet: "sortCode"."""
    first, *others = cue.split()
    joint = r"(?:[\s-]{1,2}|(?-i:(?<=[a-z])(?=[A-Z])))"
    rest = "".join(joint + re.escape(word) for word in others)
    return f"(?<={re.escape(first[0])}){re.escape(first[1:])}{rest}"


_BEGINS_WORD = r"(?:(?<!\w.)|(?-i:(?<=[a-z][A-Z])))"
_ENDS_WORD = r"(?:(?!\w)|(?-i:(?<=[a-z])(?=[A-Z]))|(?=[0-9]))"


def _matches_nothing(regex: re.Pattern[str] | LinearRegex) -> bool:
    found = regex.over("")(0, 0) if isinstance(regex, LinearRegex) else regex.match("")
    return found is not None


def _expand(regex: str, fragments: dict[str, str], where: str) -> str:
    """The regex with every `(?&name)` replaced by its fragment, which may use others."""
    for _ in range(_DEEPEST):
        unknown = [name for name in _FRAGMENT.findall(regex) if name not in fragments]
        if unknown:
            raise PolicyError(f"{where}: regex: no fragment {unknown[0]}; define it under [fragments]")
        regex = _FRAGMENT.sub(lambda use: f"(?:{fragments[use[1]]})", regex)
    if _FRAGMENT.search(regex):
        raise PolicyError(f"{where}: regex: fragments use each other more than {_DEEPEST} deep; unfold one")
    return regex
