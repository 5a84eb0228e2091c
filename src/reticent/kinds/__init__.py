"""The kinds of findings: one table, `kinds.toml`, that every part reads.

A kind that is not in the table, such as that of somebody's own pattern, has the safe defaults of `Kind`: it is shown by its
name, links no documents, and nothing is invented for it.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, get_args

from reticent.errors import PolicyError

Invented = Literal["name", "place", "code"]
Numbered = Literal["appearance", "time"]

_NAME = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
_LABEL = re.compile(r"[A-Z](?:[A-Z0-9 ]*[A-Z])?[A-Z0-9]*")
"""Words in capitals of which the last is no number: that is where the number of a thing stands."""
_WIDTH = 120
"""Characters of a line in a policy file, as in the documents of this project."""
_MARGIN = "#".ljust(52)
"""What stands before the kinds of a line: its number and the method's name for it."""
_TERM = re.compile(r"[a-z]+(?:[ -][a-z]+)*")

SILENT = "REMOVED"
"""The kind of a placeholder that says nothing of what stood there."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a kind of finding is; the table says what each field means."""

    name: str
    about: str = ""
    label: str = ""
    linked: bool = False
    invented: Invented | None = None
    numbered: Numbered = "appearance"
    general: bool = False
    presidio: str = ""
    spacy: tuple[str, ...] = ()
    safe_harbor: tuple[int, ...] = ()
    judged_as: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", self.label or self.name.replace("_", " ").upper())
        object.__setattr__(self, "presidio", self.presidio or self.name)


@dataclass(frozen=True, slots=True)
class KindTable:
    """All kinds that are declared, by name, and the 18 of the Safe Harbor method, each with a note or ""."""

    kinds: Mapping[str, Kind] = field(repr=False)
    safe_harbor: tuple[tuple[str, str], ...] = ()

    def describe_safe_harbor(self) -> str:
        """A comment with a line for each number of the Safe Harbor method: its name, our kinds that stand for it, a note."""
        lines = []
        for number, (name, note) in enumerate(self.safe_harbor, 1):
            meant = ", ".join(kind.name for kind in self.kinds.values() if number in kind.safe_harbor) + note
            first, *more = textwrap.wrap(meant, _WIDTH - len(_MARGIN))
            lines += [f"#   {number:2} {name:<45}{first}", *(_MARGIN + line for line in more)]
        return "\n".join(lines)


def read_kinds(text: str, *, source: str) -> KindTable:
    """The table that a TOML text describes; a PolicyError names the kind and what is wrong with it."""
    parsed = tomllib.loads(text)
    harbor = tuple((each["name"], each.get("note", "")) for each in parsed.get("safe_harbor", ()))
    kinds = {name: _read(name, entry, len(harbor), source) for name, entry in parsed["kinds"].items()}
    labels: dict[str, str] = {}
    for kind in kinds.values():
        if labels.setdefault(kind.label, kind.name) != kind.name:
            raise PolicyError(
                f"{source}: {kind.name}: label: {labels[kind.label]} has the same; give it another"
            )
    return KindTable(MappingProxyType(kinds), harbor)


def _read(name: str, entry: Mapping[str, Any], harbor: int, source: str) -> Kind:
    known = {each.name for each in fields(Kind)} - {"name"}
    lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
    wrong = [
        *(f"{key}: no such key; use {', '.join(sorted(known))}" for key in entry if key not in known),
        *(
            f"{key}: this must be {wanted}"
            for key, holds, wanted in (
                ("about", str.strip, "a few words"),
                ("label", _LABEL.fullmatch, "words in capitals, the last not a number"),
                ("linked", _is_flag, "true or false"),
                ("invented", get_args(Invented).__contains__, "'name', 'place' or 'code'"),
                ("numbered", get_args(Numbered).__contains__, "'appearance' or 'time'"),
                ("general", _is_flag, "true or false"),
                ("presidio", _NAME.fullmatch, "a name in capitals"),
                ("spacy", all, "a list of labels"),
                ("safe_harbor", lambda listed: all(0 < each <= harbor for each in listed), f"1 to {harbor}"),
                ("judged_as", _TERM.fullmatch, "a term in small letters"),
            )
            if key in entry and not holds(entry[key])
        ),
    ]
    if not _NAME.fullmatch(name):
        wrong = ["the name of a kind is written in capitals with underscores"]
    if not wrong and not entry.get("about"):
        wrong = ["about: this key is missing; add it"]
    if wrong:
        raise PolicyError(f"{source}: {name}: {wrong[0]}")
    return Kind(name, **{**entry, **lists})


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


@cache
def table() -> KindTable:
    """The table that ships with the package."""
    return read_kinds(_read_shipped(), source="kinds.toml")


def _read_shipped() -> str:
    return files("reticent.kinds").joinpath("kinds.toml").read_text("utf-8")


def find_kind(name: str) -> Kind:
    """What is declared of a kind, or the safe defaults."""
    return table().kinds.get(name) or Kind(name)


def kind_of_label(label: str) -> str:
    """The kind that a placeholder names by its words.

    >>> kind_of_label("MEDICAL RECORD"), kind_of_label("MY OWN")
    ('MEDICAL_RECORD', 'MY_OWN')
    """
    return next(
        (each.name for each in table().kinds.values() if each.label == label), label.replace(" ", "_")
    )


def linked_kinds() -> frozenset[str]:
    """The kinds that get stand-ins when a policy says nothing: what names somebody or something, never what describes it."""
    return frozenset(kind.name for kind in table().kinds.values() if kind.linked)


@cache
def judged_kinds() -> frozenset[str]:
    """The kinds whose placeholders count as a term: a reader of `[DRUG 1]` knows that a drug stood there."""
    return frozenset(kind.name for kind in table().kinds.values() if kind.judged_as)


def is_date(kind: str) -> bool:
    """Whether things of this kind are dates, which are numbered in the order of time."""
    return find_kind(kind).numbered == "time"
