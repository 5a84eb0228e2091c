"""Documents in which people marked what must go, and what a tool masked in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.json_values import parse, read_lines, to_python
from reticent.formats.labels import Place, read_marks
from reticent.formats.masks import read_masks
from reticent.formats.plain import decode
from reticent.formats.registry import read_bytes
from reticent.text import Span

_IDENTIFIERS = ("DIRECT", "QUASI", "NO_MASK")
_HIDDEN = frozenset({"DIRECT", "QUASI"})


@dataclass(frozen=True, slots=True)
class GoldEntity:
    """A person or thing and its mentions; `hidden` tells for each of them whether it must be masked."""

    kind: str
    mentions: tuple[Span, ...]
    hidden: tuple[bool, ...]
    direct: bool = False

    @property
    def to_mask(self) -> bool:
        """Whether any mention of it must be masked."""
        return any(self.hidden)


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A text with the entities that one reader marked in it."""

    id: str
    text: str = field(repr=False)
    entities: tuple[GoldEntity, ...] = ()


def read_gold(path: Path) -> list[GoldDocument]:
    """The documents of a benchmark file, JSON or one JSON object a line; one for each annotator of a document."""
    text = decode(read_bytes(str(path)), f"'{path}'")
    if text.lstrip()[:1] == "[":
        cases = list(to_python(parse(text, f"'{path}'")))
    else:
        cases = [case for _, case in read_lines(str(path), text.encode().split(b"\n"))]
    return [
        document
        for number, case in enumerate(cases)
        for document in _read_documents(case, f"'{path}', document {number}", str(number))
    ]


def _read_documents(case: Any, where: str, number: str) -> Iterator[GoldDocument]:
    """A document of the benchmark, in its own form (`annotations`) or one annotator's (`entities`), or a biography."""
    match case:
        case {"text": str(text), "human_masks": list(masks)}:
            places = read_marks(masks, len(text), where).places  # nobody says what these are
            marks = [Place(each.span, "ANY", str(at), "QUASI") for at, each in enumerate(places)]
            yield _gold(_id(case, number), text, marks)
        case {"text": str(text), "entities": list(entities)}:
            yield _gold(_id(case, number), text, _read_mentions(entities, text, where))
        case {"text": str(text), "annotations": dict(annotators)}:
            for each in annotators.values():
                mentions = each.get("entity_mentions") if isinstance(each, dict) else None
                yield _gold(_id(case, number), text, _read_mentions(mentions, text, where))
        case _:
            raise DocumentError(
                f"{where} has no 'text' with 'annotations', 'entities' or 'human_masks': give a benchmark file"
            )


def _id(case: dict[str, Any], number: str) -> str:
    return str(case.get("doc_id") or case.get("name") or number)


def _read_mentions(value: Any, text: str, where: str) -> list[Place]:
    places = list(read_marks(value, len(text), where).places)
    if any(
        place.entity is None or place.identifier not in _IDENTIFIERS or not place.span for place in places
    ):
        raise DocumentError(
            f"{where}: a mention has no place, no entity_id or no identifier_type of {', '.join(_IDENTIFIERS)}: add it"
        )
    return places


def _gold(name: str, text: str, places: Iterable[Place]) -> GoldDocument:
    groups: dict[str | None, list[Place]] = {}
    for place in places:
        groups.setdefault(place.entity, []).append(place)
    return GoldDocument(name, text, tuple(map(_entity, groups.values())))


def _entity(places: Sequence[Place]) -> GoldEntity:
    return GoldEntity(
        places[0].kind or "",
        tuple(place.span for place in places),
        tuple(place.identifier in _HIDDEN for place in places),
        any(place.identifier == "DIRECT" for place in places),
    )


def as_maskings(gold: Iterable[GoldDocument]) -> Mapping[str, tuple[Span, ...]]:
    """What the readers themselves masked, as a masking."""
    return {
        document.id: tuple(
            span
            for entity in document.entities
            for span, hidden in zip(entity.mentions, entity.hidden, strict=True)
            if hidden
        )
        for document in gold
    }


Masking = Mapping[str, tuple[Span, ...]]
"""The masked places of each document by its id."""


def read_maskings(path: Path) -> Masking:
    """The masking in a file of masks; what a tool put at a place is left aside."""
    masks = read_masks(read_bytes(str(path)), str(path))
    return {document: tuple(mask.span for mask in each) for document, each in masks.items()}
