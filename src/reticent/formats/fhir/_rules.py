"""The table of rules for the fields of FHIR resources: what a value is, what doesn't go out, what is nobody's word."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

_TABLE = tomllib.loads(resources.files(__package__).joinpath("rules.toml").read_text("utf-8"))
_HEADERS: Mapping[str, str] = _TABLE["headers"]
_EXTENSIONS: Mapping[str, str] = _TABLE["extensions"]
_TELECOM: Mapping[str, str] = _TABLE["telecom"]
_DROP: Mapping[str, str] = _TABLE["drop"]
_SYSTEMS = {system: re.compile(form) for system, form in _TABLE["systems"].items()}
RESOURCES = frozenset(_TABLE["resources"]["names"].split())
"""The names of all resources."""

STANDARD_KEYS = frozenset(_TABLE["keys"]["names"].split())
"""Keys that are not judged as labels."""

_HL7 = re.compile(r"http://(?:terminology\.)?hl7\.org/[A-Za-z0-9/._-]{1,100}")
_CONTACTS = (("telecom", "value"), ("valueContactPoint", "value"))
_DATE = re.compile(
    r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?"
)
_DATED = re.compile(
    r"(?:.*(?:Date|DateTime|Instant|Time)|date|time|start|end|issued|recorded|sent|received|created)"
)


def find_kind_of_drop(way: tuple[str, ...], beside: Mapping[str, Any]) -> str | None:
    """What the report calls a value that doesn't go out; None for one that does."""
    for tail in _tails(way):
        if tail in _DROP:
            return _DROP[tail]
    return next((_DROP[rule] for each in beside if (rule := f"{each}+{way[-1]}") in _DROP), None)


def find_header(way: tuple[str, ...], beside: Mapping[str, Any]) -> str:
    """What a value is, as the header of a column would say it; a key without a rule says it itself."""
    if way[-2:] in _CONTACTS:
        return _TELECOM.get(str(beside.get("system")), "phone")
    if way[-1].startswith("value"):
        url = str(beside.get("url", "")).rstrip("/").lower()
        named = [header for end, header in _EXTENSIONS.items() if url.endswith(end)]
        if named:
            return named[0]
    for tail in _tails(way):
        if tail in _HEADERS:
            return _HEADERS[tail]
    return "date" if is_date_key(way[-1]) else way[-1]


def is_date_key(key: str) -> bool:
    """Whether a key holds dates and times."""
    return _DATED.fullmatch(key) is not None


def is_date(text: str) -> bool:
    """Whether a text is a date or a time as FHIR writes them."""
    return _DATE.fullmatch(text) is not None


def has_rule(way: tuple[str, ...]) -> bool:
    """Whether the table says what a value is: then even a number is judged, such as an age or the number of a record."""
    return way[-2:] in _CONTACTS or any(tail in _HEADERS for tail in _tails(way))


def is_vocabulary(way: tuple[str, ...], value: str, beside: Mapping[str, Any]) -> bool:
    """Whether a value is nobody's word: a known resource, a code of a known terminology, an address of the standard."""
    key = way[-1]
    if key == "resourceType":
        return value in RESOURCES
    if key == "system":
        return value in _SYSTEMS or _HL7.fullmatch(value) is not None
    if key == "code":
        return _is_code(str(beside.get("system")), value)
    if key == "valueCode":
        return beside.get("url") == MASKED and value == "masked"
    return key in ("url", "profile") and _HL7.fullmatch(value) is not None


def _is_code(system: str, code: str) -> bool:
    """Whether a code has the form that its terminology gives to all of them; other systems have words for codes."""
    return system in _SYSTEMS and _SYSTEMS[system].fullmatch(code) is not None


MASKED = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
RENDERED = "http://hl7.org/fhir/StructureDefinition/rendered-value"
"""Extensions of the standard: why a value isn't there, and what is shown instead of it."""


@lru_cache(maxsize=4096)
def _tails(way: tuple[str, ...]) -> tuple[str, ...]:
    """The last keys on a way, two of them first."""
    return (".".join(way[-2:]), way[-1])
