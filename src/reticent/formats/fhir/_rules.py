"""The table of rules for the fields of FHIR resources: what a value is, what doesn't go out, what is nobody's word."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from reticent.formats.json_values import Number
from reticent.formats.xml import asks_for_money, is_coordinate, is_currency, is_long_amount, is_unit

_TABLE = tomllib.loads(resources.files(__package__).joinpath("rules.toml").read_text("utf-8"))
_HEADERS: Mapping[str, str] = _TABLE["headers"]
_REFERENCES: Mapping[str, str] = _TABLE["references"]
_EXTENSIONS: Mapping[str, str] = _TABLE["extensions"]
_DROP_EXTENSIONS: Mapping[str, str] = _TABLE["drop_extensions"]
_TELECOM: Mapping[str, str] = _TABLE["telecom"]
_DROP: Mapping[str, str] = _TABLE["drop"]
_SYSTEMS = {system: re.compile(form) for system, form in _TABLE["systems"].items()}
_THINGS, _CODINGS, _DEFINITIONS = (
    frozenset(_TABLE[key]["names"].split()) for key in ("things", "codings", "definitions")
)
RESOURCES = frozenset(_TABLE["resources"]["names"].split())
"""The names of all resources."""

INSTANCES = RESOURCES - _DEFINITIONS
"""Resources that may be about somebody: what leads to one is numbered."""

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
_AGED = re.compile(r"(?:.*A|a)ge")
_AGED_RANGES = frozenset(
    "ageRange onsetRange deceasedRange abatementRange performedRange occurrenceRange".split()
)
_YEARS = frozenset("a y yr yrs year years".split())
_LAST_OF_URL = re.compile(r"[^/#:|]*$")
_TOLD = re.compile(r"[A-Za-z]{2,}")


def find_kind_of_drop(way: tuple[str, ...], beside: Mapping[str, Any]) -> str | None:
    """What the report calls a value that doesn't go out; None for one that does."""
    if way[-1] == "data" and "origin" in beside:
        return None  # a curve of measurements, which are numbers
    for tail in _tails(way):
        if tail in _DROP:
            return _DROP[tail]
    return next((_DROP[rule] for each in beside if (rule := f"{each}+{way[-1]}") in _DROP), None)


def find_kind_of_extension(extension: Any) -> str | None:
    """What the report calls an extension that doesn't go out; None for one that does."""
    url = str(extension.get("url", "")).rstrip("/").lower() if isinstance(extension, dict) else ""
    return next((kind for end, kind in _DROP_EXTENSIONS.items() if url.endswith(end)), None)


@dataclass(frozen=True, slots=True)
class FieldContext:
    """What is said around a value: the addresses of extensions, the question that it answers, the types of resources."""

    urls: tuple[str, ...] = field(default=(), repr=False)
    question: str = field(default="", repr=False)
    types: Mapping[str, str] = field(default_factory=dict, repr=False)


NOWHERE = FieldContext()


def find_header(way: tuple[str, ...], beside: Mapping[str, Any], around: FieldContext = NOWHERE) -> str:
    """What a value is, as the header of a column would say it; a key without a rule says it itself."""
    key = way[-1]
    if said := _name_number(way, beside, around) or _name_by_neighbours(way, beside):
        return said
    if key == "display" and way[-2:-1] and not _is_coding(way, beside):
        return _name_target(way, beside, around)
    if key.startswith(("value", "answer")) and (said := _name_value(beside, around)):
        return said
    for tail in _tails(way):
        if tail in _HEADERS:
            return _HEADERS[tail]
    return "date" if is_date_key(key) else key


def _name_number(way: tuple[str, ...], beside: Mapping[str, Any], around: FieldContext) -> str:
    """What goes as a place or as a number of somebody, although nothing but a number stands there."""
    return (
        "house number"
        if is_located(way, around)
        else "policy number"
        if is_money(way, beside, around)
        else ""
    )


def is_located(way: tuple[str, ...], around: FieldContext) -> bool:
    """Whether a number says where on a map something is: by its key, the address of its extension or its question."""
    asked = (around.question, *around.urls[-1:]) if any(map(_ANSWERS.match, way[-2:])) else ()
    return is_coordinate(way[-1]) or any(map(is_coordinate, asked))


_ANSWERS = re.compile("value|answer")


def is_money(way: tuple[str, ...], beside: Mapping[str, Any], around: FieldContext) -> bool:
    """Whether a value is a large amount of money: by the currency beside it, its key or its question."""
    number = beside.get(way[-1])
    if not isinstance(number, Number) or not is_long_amount(number.literal):
        return False
    if asks_for_money(around.question) and any(map(_ANSWERS.match, way[-2:])):
        return True
    said = "currency" in beside or beside.get("system") == _MONEY_SYSTEM
    counted = any(is_currency(str(beside.get(key))) for key in ("unit", "code"))
    return way[-1] == "value" and (said or counted or way[-2] in _MONEY)


_MONEY = frozenset("valueMoney total net unitPrice amount price cost".split())


def _name_by_neighbours(way: tuple[str, ...], beside: Mapping[str, Any]) -> str:
    """What the values beside it make of a value; nothing where they say nothing."""
    key = way[-1]
    if key == "value" and _is_contact(way, beside):
        return _TELECOM.get(str(beside.get("system")), "phone")
    if key == "value" and _is_identifier(way, beside):
        return "record identifier"
    if key == "text" and _HUMAN.intersection(beside):
        return "full name"
    if key == "url" and way[-2:-1] in _EXTENSION_KEYS and _PLAIN_NAME.fullmatch(str(beside["url"])):
        return "part of an extension"
    return "age" if is_age(way, beside) else ""


_EXTENSION_KEYS = (("extension",), ("modifierExtension",))
_PLAIN_NAME = re.compile("[A-Za-z][A-Za-z-]{0,39}")
_HUMAN = frozenset(["family", "given"])


def _is_contact(way: tuple[str, ...], beside: Mapping[str, Any]) -> bool:
    return way[-2:] in _CONTACTS or str(beside.get("system")) in _TELECOM


def _is_identifier(way: tuple[str, ...], beside: Mapping[str, Any]) -> bool:
    """Whether a value is that of an identifier: by its key, or by the system or the giver beside it; a quantity has a unit."""
    named = way[-2:-1] and way[-2].lower().endswith("identifier")
    quantity = {"unit", "code", "comparator"}.intersection(beside)
    return bool(named) or (not quantity and not {"system", "assigner"}.isdisjoint(beside))


def is_age(way: tuple[str, ...], beside: Mapping[str, Any]) -> bool:
    """Whether a value is an age: by its key, or as a number of years."""
    if way[-1] != "value":
        return False
    keys = way[-3:-1]
    return (
        any(_AGED.fullmatch(each) is not None for each in keys[-1:])
        or (len(keys) == 2 and keys[0] in _AGED_RANGES)
        or str(beside.get("code", beside.get("unit"))).lower() in _YEARS
    )


def _is_coding(way: tuple[str, ...], beside: Mapping[str, Any]) -> bool:
    return way[-2] in _CODINGS or "code" in beside or ("system" in beside and "reference" not in beside)


def _name_target(way: tuple[str, ...], beside: Mapping[str, Any], around: FieldContext) -> str:
    """What is shown of a reference, by the resource that it leads to; where nobody knows, it may be a name."""
    reference = str(beside.get("reference", ""))
    kinds = [around.types.get(reference, ""), str(beside.get("type", "")), *reference.split("/")]
    known = next((each for each in kinds if each in RESOURCES), None)
    if known is not None:
        return _REFERENCES.get(known, "text")
    return _REFERENCES.get(way[-2], "text" if way[-2] in _THINGS else "name")


def _name_value(beside: Mapping[str, Any], around: FieldContext) -> str:
    """What a value is by the address of its extension, or by the name, the code or the question that it answers."""
    if around.urls:
        return _name_extension(around.urls)
    said = next(filter(None, (read_concept(beside.get(key)) for key in ("name", "code", "type"))), "")
    return _HEADERS.get(said, said) or around.question


def _name_extension(urls: tuple[str, ...]) -> str:
    last = urls[-1].rstrip("/").lower()
    for end, header in _EXTENSIONS.items():
        if last.endswith(end):
            return header
    named = [match[0] for url in urls[-2:] if (match := _LAST_OF_URL.search(url.rstrip("/")))]
    # An address of numbers says nothing: what stands there may be a name.
    return " ".join(named) if any(map(_TOLD.search, named)) else "name"


def read_concept(value: Any) -> str:
    """What a code says in words; nothing where it doesn't."""
    if isinstance(value, dict):
        coding = value.get("coding")
        first = coding[0] if isinstance(coding, list) and coding else coding
        shown = first.get("display") if isinstance(first, dict) else None
        value = value.get("text") or shown
    return value if isinstance(value, str) else ""


def is_date_key(key: str) -> bool:
    """Whether a key holds dates and times."""
    return _DATED.fullmatch(key) is not None


def is_date(text: str) -> bool:
    """Whether a text is a date or a time as FHIR writes them."""
    return _DATE.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Whether a text is a number as JSON writes them."""
    return _NUMBER.fullmatch(text) is not None


_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?")


def has_rule(way: tuple[str, ...], beside: Mapping[str, Any]) -> bool:
    """Whether the table says what a value is: then even a number is judged, such as an age or the number of a record."""
    if way[-1] == "value" and (
        _is_contact(way, beside) or _is_identifier(way, beside) or is_age(way, beside)
    ):
        return True
    unit = beside.get("code", beside.get("unit"))
    if way[-1] == "value" and unit is not None and not is_unit(str(unit)):
        return (
            True  # "years", "tablets": words, which may go, and then nobody knows any more what was counted
        )
    return any(tail in _HEADERS for tail in _tails(way))


def is_vocabulary(way: tuple[str, ...], value: str, beside: Mapping[str, Any]) -> bool:
    """Whether a value is nobody's word: a known resource, a code of a known terminology, an address of the standard."""
    key = way[-1]
    if key == "resourceType":
        return value in RESOURCES
    if key == "system":
        return value in (*_SYSTEMS, _UNITS, _MONEY_SYSTEM) or _HL7.fullmatch(value) is not None
    if is_currency(value) and (key == "currency" or (key in ("code", "unit") and "value" in beside)):
        return True
    if key == "code":
        return _is_code(str(beside.get("system")), value)
    if key == "valueCode":
        return beside.get("url") == MASKED and value == "masked"
    return key in ("url", "profile") and _HL7.fullmatch(value) is not None


def _is_code(system: str, code: str) -> bool:
    """Whether a code has the form that its terminology gives to all of them; other systems have words for codes."""
    if system == _UNITS:
        return is_unit(code)
    return system in _SYSTEMS and _SYSTEMS[system].fullmatch(code) is not None


_UNITS, _MONEY_SYSTEM = "http://unitsofmeasure.org", "urn:iso:std:iso:4217"


MASKED = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
RENDERED = "http://hl7.org/fhir/StructureDefinition/rendered-value"
"""Extensions of the standard: why a value isn't there, and what is shown instead of it."""


@lru_cache(maxsize=4096)
def _tails(way: tuple[str, ...]) -> tuple[str, ...]:
    """The last keys on a way, two of them first."""
    return (".".join(way[-2:]), way[-1])
