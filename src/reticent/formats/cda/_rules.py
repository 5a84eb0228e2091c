"""The table of rules for clinical documents: what a text or a value is, what doesn't go out, what is nobody's word."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources

from reticent.formats.xml import (
    FieldRules,
    XmlNode,
    asks_for_money,
    attributes_of,
    find_cells,
    find_elements,
    is_coordinate,
    is_currency,
    is_long_amount,
    is_unit,
    list_children,
    name_header,
)

_TABLE = tomllib.loads(resources.files(__package__).joinpath("rules.toml").read_text("utf-8"))
_HEADERS: Mapping[str, str] = _TABLE["headers"]
_DROP: Mapping[str, str] = _TABLE["drop"]
_SYSTEMS = {system: re.compile(form) for system, form in _TABLE["systems"].items()}
NUMBERED, _STRUCTURAL, _WORDS, STANDARD_NAMES = (
    frozenset(_TABLE[key]["names"].split()) for key in ("numbered", "structural", "words", "names")
)
_KNOWN_OID = re.compile(
    r"2\.16\.840\.1\.(?:113883\.(?:1|5|6|10|11|12|18)|113762\.1\.4)(?:\.[0-9]{1,6}){0,8}"
    r"|2\.16\.840\.1\.113883\.4\.[0-9]{1,4}(?:\.[0-9]{1,3})?|1\.3\.6\.1\.4\.1\.19376(?:\.[0-9]{1,4}){0,9}"
    r"|2\.16\.840\.1\.113883\.3\.(?:26\.1\.1|88(?:\.[0-9]{1,5}){1,5})|1\.2\.840\.10008\.2\.(?:6\.1|16\.4)"
)
"""Terminologies, templates and systems of numbers of the standard, and those of IHE: the others name an institution."""

OWN_OID, OWN_ID = re.compile(r"2\.25\.([0-9]{1,12})"), re.compile(r"#?n([0-9]{1,12})")
"""The forms of what was numbered here: an OID made of a number, and an id within the document."""

OIDS = frozenset(["root", "codeSystem", "valueSet", "valueSetVersion", "codeSystemVersion"])
_NUMBER_OR_TIME = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:[+-][0-9]{4})?")
_TIME = re.compile(r"[0-9]{4,14}(?:\.[0-9]{1,6})?(?:[+-][0-9]{4})?")
_VERSION = re.compile(r"[0-9]{1,4}(?:[.-][0-9]{1,4}){0,3}")
_FORMS = {
    "languageCode": re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?"),
    "realmCode": re.compile("[A-Z]{2}"),
}
_TEMPLATES = frozenset(["templateId", "typeId"])
_ORGANIZATIONS = re.compile(r".*(?:Organization|Facility|Custodian|Authority)$")
_YEARS = frozenset(["a", "year", "years", "yr"])


def find_kind_of_drop(way: Sequence[str]) -> str | None:
    """What the report calls an element or an attribute that doesn't go out; None for one that does."""
    return _DROP.get(way[-1])


def is_known_oid(oid: str) -> bool:
    """Whether an OID is one of the standard, and tells of no institution."""
    return _KNOWN_OID.fullmatch(oid) is not None


def is_version(value: str) -> bool:
    """Whether a value is nothing but the number of a version, which may be a date of the standard."""
    return _VERSION.fullmatch(value) is not None


def is_typed(value: str) -> bool:
    """Whether a value is a number or a point in time, so that no other text may stand in its place."""
    return _NUMBER_OR_TIME.fullmatch(value) is not None


def local(name: str) -> str:
    """A name without its prefix."""
    return name.rpartition(":")[2]


class CdaRules(FieldRules):
    """What the fields of one document are."""

    __slots__ = ("_nodes", "_said")

    def __init__(self, nodes: Sequence[XmlNode]) -> None:
        self._nodes = nodes
        self._said = dict(_find_said(nodes))

    def header(self, place: int, way: tuple[str, ...], attribute: str) -> str:
        """What a text or the value of an attribute is."""
        names = [local(each) for each in way]
        shown = local(attribute)
        if attribute == "value" and (
            found := self._name_number(place, names) or self._name_value(place, names)
        ):
            return found
        if names[-1] == "name" and not attribute and len(names) > 1 and _ORGANIZATIONS.match(names[-2]):
            return "organization name"
        if names[-1] in ("value", "td", "content", "paragraph", "item") and place in self._said:
            return self._said[place]
        last = f"@{shown}" if attribute else names[-1]
        before = names[-1:] if attribute else names[-2:-1]
        for tail in (".".join([*before, last]), last):
            if tail in _HEADERS:
                return _HEADERS[tail]
        return name_header(way, attribute)

    def _name_number(self, place: int, names: Sequence[str]) -> str:
        """What goes as a place on a map, or as an amount of money, although nothing but a number stands there."""
        attributes = attributes_of(self._nodes[place])
        if not is_typed(attributes["value"]):
            return ""
        if any(map(is_coordinate, (*names[-2:], self._said.get(place, "")))):
            return "house number"
        said = "currency" in attributes or attributes.get("xsi:type", "").endswith("MO")
        money = said or is_currency(attributes.get("unit", "")) or asks_for_money(self._said.get(place, ""))
        return "policy number" if money and is_long_amount(attributes["value"]) else ""

    def _name_value(self, place: int, names: Sequence[str]) -> str:
        attributes = attributes_of(self._nodes[place])
        value = attributes["value"]
        if names[-1] == "birthTime":
            return "date of birth"
        if names[-1] == "telecom":
            return "email" if "@" in value else "url" if "://" in value else "phone"
        if names[-1] == "reference":
            return "url"
        if attributes.get("unit", "").lower() in _YEARS:
            return "age"
        named = any(each.lower().endswith("time") for each in names[-2:])
        if _TIME.fullmatch(value) and (named or "TS" in attributes.get("xsi:type", "")):
            return "date"
        return self._said.get(place, "")

    def is_vocabulary(self, place: int, way: tuple[str, ...], attribute: str, value: str) -> bool:
        """Whether the value of an attribute is nobody's word."""
        if super().is_vocabulary(place, way, attribute, value):
            return True
        name, element = local(attribute), local(way[-1])
        if name == "code":
            return _is_code(element, attributes_of(self._nodes[place]), value)
        if name in NUMBERED or name in OIDS or (element == "reference" and value.startswith("#")):
            return _is_number(name, value)
        if name == "extension" and element in _TEMPLATES:
            return is_version(value) or value == "POCD_HD000040"
        if name in ("unit", "currency"):
            return is_unit(value) or is_currency(value)
        return name in _STRUCTURAL and _are_words(value)


def _is_number(name: str, value: str) -> bool:
    """Whether a value is known to everybody, or was numbered here."""
    if name in OIDS:
        known = is_known_oid(value) or OWN_OID.fullmatch(value) is not None
        return known or (name.endswith("Version") and is_version(value))
    return all(OWN_ID.fullmatch(each) for each in value.split())


def _are_words(value: str) -> bool:
    return all(each in _WORDS or (each.isdecimal() and len(each) < 4) for each in value.split())


def _is_code(element: str, attributes: Mapping[str, str], code: str) -> bool:
    """Whether a code has the form that its terminology gives to all of them; a word of the standard needs none."""
    system = attributes.get("codeSystem", "")
    if system in _SYSTEMS:
        return _SYSTEMS[system].fullmatch(code) is not None
    if element in _FORMS and not system:
        return _FORMS[element].fullmatch(code) is not None
    return code in _WORDS or (is_known_oid(system) and re.fullmatch("[A-Z]{1,3}", code) is not None)


def _find_said(nodes: Sequence[XmlNode]) -> Iterator[tuple[int, str]]:
    """What is said of a value beside it, by its place: the code of an observation, the header or the first cell of a row."""
    yield from find_cells(nodes)
    for observation in find_elements(nodes, "observation"):
        question = ""
        for place, name in list_children(nodes, observation):
            if name == "code":
                question = attributes_of(nodes[place]).get("displayName", "")
            elif name == "value" and question:
                yield place, question
