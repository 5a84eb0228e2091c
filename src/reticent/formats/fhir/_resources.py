"""One FHIR resource as a value with slots: what of it is judged, what stays, what goes, and how it is written with edits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html.entities import html5
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.fhir._rules import (
    INSTANCES,
    MASKED,
    RENDERED,
    RESOURCES,
    FieldContext,
    find_header,
    find_kind_of_drop,
    find_kind_of_extension,
    has_rule,
    is_date,
    is_date_key,
    is_located,
    is_money,
    is_number,
    is_vocabulary,
    read_concept,
)
from reticent.formats.json_values import Number
from reticent.formats.seam.options import FormatOptions
from reticent.formats.xml import (
    XmlSource,
    asks_for_money,
    is_coordinate,
    read_fragment,
)
from reticent.plan import Edit
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class FhirSlot:
    """The place of a text that is judged: the number of that text.

    A `typed` value is a date or a number: where its text becomes another, it is written as a value that is masked.
    """

    number: int
    typed: bool = False
    literal: bool = False


@dataclass(frozen=True, slots=True)
class FhirText:
    """A text that is judged, the way to it, and what it is; a narrative is a page of its own."""

    document: Document
    way: tuple[str, ...]
    header: str = field(default="", repr=False)
    narrative: XmlSource | None = field(default=None, repr=False)


@dataclass(slots=True)
class ResourceReader:
    """Walks the resources of a file; ids are numbered anew in the order in which they are met."""

    where: str
    options: FormatOptions
    texts: list[FhirText] = field(default_factory=list, repr=False)
    dropped: Counter[str] = field(default_factory=Counter)
    keys: dict[str, None] = field(default_factory=dict, repr=False)
    ids: dict[str, int] = field(default_factory=dict, repr=False)
    around: FieldContext = field(default_factory=FieldContext, repr=False)

    def read(self, value: Any) -> Any:
        """A resource with slots for its texts; a DocumentError when it is none."""
        if not isinstance(value, dict) or str(value.get("resourceType")) not in RESOURCES:
            raise DocumentError(
                f"{self.where}: this is not a FHIR resource of a known type: correct its 'resourceType', or read it as"
                " other JSON with --format json and --field"
            )
        self.around = FieldContext(types=dict(_list_types(value)))
        return self._walk(value, ())

    def _walk(self, value: dict[str, Any], way: tuple[str, ...]) -> dict[str, Any]:
        if "resourceType" in value:
            way = (str(value["resourceType"]),)
        around = self.around
        self.around = _look_around(around, way, value)
        kept: dict[str, Any] = {}
        for key, each in value.items():
            inner = (*way, key)
            kind = find_kind_of_drop(inner, value)
            if kind is not None:
                self.dropped[kind] += 1
                continue
            self.keys[key] = None
            kept[key] = self._take(each, inner, value)
        self.around = around
        return kept

    def _take(self, value: Any, way: tuple[str, ...], beside: Mapping[str, Any]) -> Any:
        match value:
            case dict():
                return self._walk(value, way)
            case list():
                return [self._take(each, way, beside) for each in self._drop_extensions(value)]
            case Number(literal) if way[-1] in ("id", "reference", "fullUrl"):
                return self._number(literal)
            case Number(literal) if self._is_judged(literal, way, beside):
                return self._add(literal, way, beside, typed=True, literal=True)
            case str():
                return self._take_text(value, way, beside)
            case _:
                return value

    def _is_judged(self, literal: str, way: tuple[str, ...], beside: Mapping[str, Any]) -> bool:
        """Whether a number may be somebody's: by its field, or because it is long."""
        money = is_money(way, beside, self.around)
        named = has_rule(way, beside) or is_located(way, self.around) or bool(self.around.urls)
        return money or named or _WHOLE.fullmatch(literal) is not None

    def _drop_extensions(self, values: Sequence[Any]) -> list[Any]:
        kept = []
        for each in values:
            kind = find_kind_of_extension(each)
            if kind is None:
                kept.append(each)
            else:
                self.dropped[kind] += 1
        return kept

    def _take_text(self, value: str, way: tuple[str, ...], beside: Mapping[str, Any]) -> Any:
        key = way[-1]
        if key == "div" and value.lstrip().startswith("<"):
            return self._read_narrative(value, way)
        if key == "id":
            return self._number(value)
        if key in ("reference", "fullUrl"):
            return self._number_reference(value, absolute=key == "fullUrl")
        if is_vocabulary(way, value, beside):
            return value
        if leads_to_instance(value):
            return self._number_reference(value, absolute="://" in value)
        typed = is_date(value) and (is_date_key(key) or "-" in value)
        return self._add(value, way, beside, typed=typed)

    def _add(
        self,
        text: str,
        way: tuple[str, ...],
        beside: Mapping[str, Any],
        *,
        typed: bool,
        literal: bool = False,
    ) -> FhirSlot:
        header = find_header(way, beside, self.around)
        self.texts.append(FhirText(Document("", text), way, header))
        return FhirSlot(len(self.texts) - 1, typed, literal)

    def _read_narrative(self, value: str, way: tuple[str, ...]) -> FhirSlot:
        plain = _ENTITY.sub(lambda found: html5.get(found[1], found[0]), value)
        source = read_fragment(self.where, plain, self.options, keep_attribute=_KEPT.__contains__)
        self.dropped.update({f"{kind} of narratives": count for kind, count in source.dropped.items()})
        self.texts.append(FhirText(source.documents[0], way, narrative=source))
        return FhirSlot(len(self.texts) - 1)

    def _number(self, written: str) -> str:
        found = _OWN_UUID.fullmatch(written)
        plain = str(int(found[1])) if found else written
        return str(self.ids.setdefault(plain, len(self.ids) + 1))

    def _number_reference(self, written: str, *, absolute: bool) -> str:
        """A reference with the number of the resource that it leads to; addresses of servers don't go out."""
        if written.startswith("#"):
            return f"#{self._number(written[1:])}"
        if written.startswith("urn:"):
            return f"urn:uuid:00000000-0000-0000-0000-{int(self._number(written.rpartition(':')[2])):012d}"
        found = _REFERENCE.fullmatch(written)
        kind = found["kind"] if found and found["kind"] in RESOURCES else "Basic"
        local = f"{kind}/{self._number(found['id'] if found else written)}"
        return f"{_SERVER}{local}" if absolute else local


def _list_types(value: Any) -> Iterator[tuple[str, str]]:
    """The type of each resource inside a resource, by the address or the id that leads to it."""
    if isinstance(value, list):
        for each in value:
            yield from _list_types(each)
    elif isinstance(value, dict):
        resource = value.get("resource")
        if isinstance(resource, dict) and isinstance(value.get("fullUrl"), str):
            yield value["fullUrl"], str(resource.get("resourceType"))
        if "resourceType" in value:
            yield f"#{value.get('id')}", str(value["resourceType"])
        for each in value.values():
            yield from _list_types(each)


def _look_around(around: FieldContext, way: tuple[str, ...], value: Mapping[str, Any]) -> FieldContext:
    """What is said around the values of an object; a resource inside another begins anew."""
    if "resourceType" in value:
        asked = read_concept(value.get("code"))
        return FieldContext(types=around.types, question=asked if _is_telling(asked) else "")
    url, text = value.get("url"), value.get("text", value.get("linkId"))
    if way[-1] in ("extension", "modifierExtension") and isinstance(url, str):
        return replace(around, urls=(*around.urls, url))
    asked = read_concept(value.get("code"))
    if _is_telling(asked) and not around.question:
        return replace(around, question=asked)
    if way[-1] == "item" and isinstance(text, str):
        return replace(around, question=text)
    return around


def _is_telling(question: str) -> bool:
    """Whether a question makes more of a number than a number."""
    return is_coordinate(question) or asks_for_money(question)


def leads_to_instance(value: str) -> bool:
    """Whether a value is nothing but the address of a resource that may be about somebody.

    >>> leads_to_instance("Patient/jane"), leads_to_instance("http://x.org/ValueSet/a"), leads_to_instance("A/b")
    (True, False, False)
    """
    found = _INSTANCE.fullmatch(value)
    return found is not None and (found["kind"] is None or found["kind"] in INSTANCES)


_INSTANCE = re.compile(
    r"urn:uuid:\S{1,80}|(?:https?://\S{1,400}/)?(?P<kind>[A-Z][A-Za-z]{1,49})/[A-Za-z0-9.-]{1,64}(?:/_history/\S{1,64})?"
)
_OWN = re.compile(
    r"urn:uuid:00000000-0000-0000-0000-[0-9]{12}|(?:https://released\.invalid/)?[A-Z][A-Za-z]{1,49}/[0-9]+"
)


def is_own_address(value: str) -> bool:
    """Whether a value has the form of an address that was numbered here."""
    return _OWN.fullmatch(value) is not None and leads_to_instance(value)


_WHOLE = re.compile(r"-?[0-9]{5,}")
"""A whole number that may be somebody's: four digits are a count, a year or a dose."""

_ENTITY = re.compile(r"&((?!(?:amp|lt|gt|quot|apos);)[A-Za-z][A-Za-z0-9]{1,31};)")
_KEPT = frozenset("xmlns xml:lang lang href alt title colspan rowspan".split())
"""What stays of the tags of a narrative; styles and ids are layout, sources of pictures hold data."""

_OWN_UUID = re.compile(r"00000000-0000-0000-0000-([0-9]{12})")
_REFERENCE = re.compile(r"(?:.*/)?(?P<kind>[A-Za-z]{2,50})/(?P<id>[A-Za-z0-9.-]{1,64})(?:/_history/[^/]*)?")
_SERVER = "https://released.invalid/"
"""An address that leads nowhere, for names of entries that must be absolute."""


def write_texts(
    texts: Sequence[FhirText], edits: Sequence[Sequence[Edit]], changed: Sequence[str]
) -> list[str]:
    """The texts after their edits; narratives are written as the pages that they are."""
    return [
        each.narrative.write([own]).decode().removeprefix(_XML_HEAD).rstrip("\n") if each.narrative else text
        for each, own, text in zip(texts, edits, changed, strict=True)
    ]


_XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def fill(value: Any, texts: Sequence[str]) -> Any:
    """The value with its texts; where a date or number became another text, it is masked as the standard defines."""
    match value:
        case FhirSlot(number, _, literal):
            return Number(texts[number]) if literal else texts[number]
        case list():
            return [fill(each, texts) for each in value]
        case dict():
            return _fill_members(value, texts)
        case _:
            return value


def _fill_members(value: Mapping[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    masked = {key: each for key, each in value.items() if _has_masked(each, texts)}
    members: dict[str, Any] = {}
    for key, each in value.items():
        if key.startswith("_") and key[1:] in masked:
            continue
        if key not in masked:
            members[key] = fill(each, texts)
            continue
        more = fill(value.get(f"_{key}"), texts)
        if isinstance(each, list):
            rest = more if isinstance(more, list) else [None] * len(each)
            members[key] = [None if _is_masked(one, texts) else fill(one, texts) for one in each]
            members[f"_{key}"] = [
                _mask(texts[one.number], old) if _is_masked(one, texts) else old
                for one, old in zip(each, [*rest, *[None] * len(each)], strict=False)
            ]
        else:
            members[f"_{key}"] = _mask(texts[each.number], more)
    return members


def _has_masked(value: Any, texts: Sequence[str]) -> bool:
    return any(_is_masked(each, texts) for each in (value if isinstance(value, list) else [value]))


def _is_masked(value: Any, texts: Sequence[str]) -> bool:
    if not isinstance(value, FhirSlot) or not value.typed:
        return False
    text = texts[value.number]
    return not (is_number(text) if value.literal else is_date(text))


def _mask(text: str, more: Any) -> dict[str, Any]:
    """What is written instead of a value that went: that it is masked, what is shown, and what else was said of it."""
    said = dict(more) if isinstance(more, dict) else {}
    others = said.pop("extension", [])
    own = [{"url": MASKED, "valueCode": "masked"}, {"url": RENDERED, "valueString": text}]
    return {"extension": [*own, *(others if isinstance(others, list) else [others])], **said}
