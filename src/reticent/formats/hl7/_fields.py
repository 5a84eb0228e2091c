"""What of a message is judged: each part by the rule of its segment and field; lines of one text are judged as one."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Literal

from reticent.formats.hl7._segments import COMPONENT, OPENING, PART, Components, Hl7Segment
from reticent.formats.xml import (
    FieldPart,
    XmlField,
    asks_for_money,
    is_coordinate,
    is_currency,
    is_long_amount,
    is_unit,
)
from reticent.language import DEFAULT_LANGUAGE
from reticent.text import Span

_TABLE = tomllib.loads(resources.files(__package__).joinpath("rules.toml").read_text("utf-8"))
_TYPES: Mapping[str, Sequence[str]] = _TABLE["types"]
_SEGMENTS: Mapping[str, Mapping[int, str]] = {
    name: {int(number): kind for number, kind in fields.items()}
    for name, fields in _TABLE["segments"].items()
}
_VALUES: Mapping[str, str] = _TABLE["values"]
_SYSTEMS = {system: re.compile(form) for system, form in _TABLE["systems"].items()}
_WORDS = frozenset(_TABLE["words"]["names"].split())
CHARACTER_SETS = {
    "": "utf-8",
    "ASCII": "ascii",
    "UNICODE": "utf-8",
    "UNICODE UTF-8": "utf-8",
    **{f"8859/{number}": f"iso-8859-{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 15)},
}
"""The names of character sets in MSH-18."""

_KEPT = re.compile(r"[A-Z]{1,3}[0-9]{0,2}(?:_[A-Z]{1,3}[0-9]{0,2})?|[0-9](?:\.[0-9]){0,2}")
_SHORT = re.compile("[A-Z0-9]{1,2}")
"""A code of one or two signs: a surname has three, and so may be judged."""

_FEW = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,6})?")
"""A count, a dose or a year: no number of somebody."""

_DATE = re.compile(r"[0-9]{4,14}(?:\.[0-9]{1,6})?(?:[+-][0-9]{4})?")
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{1,18})?")
_MONEY = "policy number"
"""What a long amount of money goes as."""

_YEARS = frozenset("a y yr yrs year years".split())
_COUNTED = frozenset(["NM", "SN"])
_LONGEST_QUESTION = 60
"""Characters of what says what a value is; longer ones are texts."""

_RUNNING = frozenset(["OBX", "NTE", "DSP"])
"""Segments whose texts are lines of one."""

_TITLES = "|".join(sorted({re.escape(each.removesuffix(".")) for each in DEFAULT_LANGUAGE.names.titles}))
_DIVIDED = re.compile(
    rf"\b(?i:{_TITLES})\b\.?[ \n](?:[A-Z][\w'.-]{{0,30}} ){{0,3}}(?P<name>[A-Z][\w'-]{{0,30}}\n{{1,3}}(?P<rest>[^\W\d_A-Z]{{1,30}}))\b"
)
"""A name after a title that seems to go on in small letters on the next line; 30 letters are more than surnames have."""


_SHORTEST_NAME = 3
"""Letters that a whole surname has: fewer are the beginning of one."""

_AFTER_NAMES = DEFAULT_LANGUAGE.stop_words - {"own"}
"""Words with which a line goes on after a whole name."""


def find_divided(text: str) -> Iterator[Span]:
    """The names that an end of a line divides: whether it parts a word or two, nobody can tell, so both pieces are one.

    >>> text = "Mr Green\\nwood and Dr Hill\\nwas in"
    >>> [each.of(text) for each in find_divided(text)]
    ['Green\\nwood']
    """
    for found in _DIVIDED.finditer(text):
        begun = len(found["name"].partition("\n")[0])
        if begun < _SHORTEST_NAME or found["rest"] not in _AFTER_NAMES:
            yield Span(*found.span("name"))


Form = Literal["", "date", "number"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part that is judged: its place (segment, field, repetition, component, part), and the form that it has to keep."""

    place: tuple[int, int, int, int, int]
    text: str = field(repr=False)
    form: Form = ""

    def fits(self, text: str) -> bool:
        """Whether a text may stand here: where a date or a number stood, no other text."""
        return _FORMS[self.form].fullmatch(text) is not None if self.form else True


_FORMS = {"date": _DATE, "number": _NUMBER}


@dataclass(slots=True)
class MessageLayout:
    """The parts of a message that are judged, and the fields that they are parts of; what has no rule is emptied."""

    segments: list[Hl7Segment] = field(repr=False)
    dropped: Counter[str] = field(default_factory=Counter)
    leaves: list[Leaf] = field(default_factory=list, repr=False)
    fields: list[XmlField] = field(default_factory=list, repr=False)
    _run: tuple[str, ...] = ()
    _run_ends: int = -1
    _run_field: int = -1

    def lay_out(self) -> MessageLayout:
        """Go through all segments."""
        known = [each for each in self.segments if each.name in _SEGMENTS]
        self.dropped["segments without a rule"] += len(self.segments) - len(known)
        self.segments = known
        for number, segment in enumerate(known):
            self._take_segment(number, segment)
        return self

    def _take_segment(self, number: int, segment: Hl7Segment) -> None:
        rules = _SEGMENTS[segment.name]
        first = 3 if segment.name in OPENING else 1
        for place in range(first, len(segment.fields) + 1):
            repetitions = segment.fields[place - 1]
            kind = _find_value_type(segment) if (segment.name, place) == ("OBX", 5) else rules.get(place)
            if kind is None:
                if any(part for components in repetitions for parts in components for part in parts):
                    self.dropped["attachments" if segment.name == "OBX" else "fields without a rule"] += 1
                segment.fields[place - 1] = [[[""]]]
                continue
            question = _ask(segment, kind) if (segment.name, place) == ("OBX", 5) else ""
            if kind == "TX":
                self._take_text(number, place, segment, question)
            else:
                for at, components in enumerate(repetitions):
                    self._take_components((number, place, at), components, kind, question)

    def _take_text(self, number: int, place: int, segment: Hl7Segment, question: str) -> None:
        """A text with its repetitions: delimiters in it are signs, and it goes on with the text of the line before."""
        texts = [COMPONENT.join(map(PART.join, each)) for each in segment.fields[place - 1]]
        segment.fields[place - 1] = [[[text]] for text in texts]
        run = (segment.name, *_text_of(segment, 3 if segment.name == "OBX" else 0))
        goes_on = segment.name in _RUNNING and run == self._run and number == self._run_ends + 1
        parts = [*self.fields[self._run_field].parts, FieldPart("\n")] if goes_on else []
        for at, text in enumerate(texts):
            parts += [FieldPart("\n")] if at else []
            parts.append(FieldPart(text, len(self.leaves)))
            self.leaves.append(Leaf((number, place, at, 0, 0), text))
        if not goes_on and not any(part.text.strip() for part in parts):
            return
        several = sum(part.node is not None for part in parts) > 1
        found = XmlField(tuple(parts), (segment.name, str(place)), "" if several else question)
        if goes_on:
            self.fields[self._run_field] = found
        else:
            self._run_field = len(self.fields)
            self.fields.append(found)
        self._run, self._run_ends = run, number

    def _take_components(
        self, place: tuple[int, int, int], components: Components, kind: str, question: str
    ) -> None:
        headers = _TYPES[kind]
        system = components[2][0] if kind == "CE" and len(components) > 2 else ""
        for at, parts in enumerate(components):
            header = headers[at] if at < len(headers) else "-"
            if header == "-" and any(parts):
                self.dropped["fields without a rule"] += 1
                components[at] = [""]
                continue
            for part, text in enumerate(parts):
                if text.strip() and not _is_vocabulary(
                    header, text, system if at == 0 else "", asked=bool(question)
                ):
                    self._add((*place, at, part), text, header, question)

    def _add(self, place: tuple[int, int, int, int, int], text: str, header: str, question: str) -> None:
        form = _find_form(header, text)
        shown = question or "" if header in ("number", "code", "", "system") else header
        if form == "number" and is_coordinate(question):
            shown = "house number"
        elif form == "number" and asks_for_money(question) and is_long_amount(text):
            shown = _MONEY
        way = (self.segments[place[0]].name, str(place[1]), str(place[3]))
        self.fields.append(XmlField((FieldPart(text, len(self.leaves)),), way, shown))
        self.leaves.append(Leaf(place, text, form))


def _find_form(header: str, text: str) -> Form:
    if header in ("date", "date of birth"):
        return "date" if _DATE.fullmatch(text) else ""
    return "number" if header in ("number", _MONEY) and _NUMBER.fullmatch(text) else ""


def _is_vocabulary(header: str, text: str, system: str, *, asked: bool) -> bool:
    """Whether a part is nobody's word; `asked` says that it answers a question, such as that for an age."""
    match header:
        case "=":
            return (
                _KEPT.fullmatch(text) is not None
                or text in CHARACTER_SETS
                or text in _WORDS
                or text in _VALUES
            )
        case "number" | "policy number":
            few = header == "number" or not is_long_amount(text)
            return few and not asked and _FEW.fullmatch(text) is not None
        case "code":
            if system in _SYSTEMS and _SYSTEMS[system].fullmatch(text):
                return True
            known = text in _WORDS or is_unit(text) or is_currency(text)
            return known or _SHORT.fullmatch(text) is not None
        case "system":
            return text in _SYSTEMS or text in _WORDS or _SHORT.fullmatch(text) is not None
        case _:
            return False


def is_kept(text: str) -> bool:
    """Whether a text could be nobody's word in some field."""
    return any(_is_vocabulary(header, text, "", asked=False) for header in ("=", "number", "code", "system"))


def _find_value_type(segment: Hl7Segment) -> str | None:
    said = next(_text_of(segment, 2), "")
    return _VALUES.get(said) if said else "TX"


def _ask(segment: Hl7Segment, kind: str) -> str:
    """What an observation is about, in words; an age where its unit is a year, money where it is a currency."""
    unit = next(_text_of(segment, 6), "")
    if unit.lower() in _YEARS:
        return "age"
    if kind in _COUNTED and is_currency(unit):
        return "amount"
    words = [text for text in _text_of(segment, 3) if any(map(str.isalpha, text))]
    return next((text for text in words[::-1] if len(text) <= _LONGEST_QUESTION and len(text) > 3), "")


def _text_of(segment: Hl7Segment, place: int) -> Iterator[str]:
    """The first two components of a field."""
    if 0 < place <= len(segment.fields) and segment.fields[place - 1]:
        yield from (parts[0] for parts in segment.fields[place - 1][0][:2])
