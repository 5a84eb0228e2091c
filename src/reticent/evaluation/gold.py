"""Documents in which people marked what must go."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from reticent.errors import DocumentError
from reticent.text import Span

_HIDDEN = frozenset({"DIRECT", "QUASI"})


@dataclass(frozen=True, slots=True)
class Entity:
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
    entities: tuple[Entity, ...] = ()


class _Mention(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    entity_type: str
    start_offset: Annotated[int, Field(ge=0)]
    end_offset: Annotated[int, Field(ge=0)]
    entity_id: str
    identifier_type: Annotated[str, Field(pattern="^(DIRECT|QUASI|NO_MASK)$")]


class _Annotations(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    entity_mentions: tuple[_Mention, ...]


class _Case(BaseModel):
    """A document of the benchmark, in its own form (`annotations`) or one annotator's (`entities`), or a biography."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    text: str
    doc_id: str | None = None
    name: str | None = None
    annotations: dict[str, _Annotations] | None = None
    entities: tuple[_Mention, ...] | None = None
    human_masks: tuple[tuple[int, int], ...] | None = None


def read_gold(path: Path) -> list[GoldDocument]:
    """The documents of a benchmark file, JSON or one JSON object a line; one for each annotator of a document."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise DocumentError(f"{path} can't be read as a UTF-8 file: check the path") from None
    try:
        cases = TypeAdapter(list[_Case]).validate_python(_rows(text))
    except json.JSONDecodeError as error:
        raise DocumentError(f"{path} is neither JSON nor JSON lines (line {error.lineno})") from None
    except ValidationError as error:
        where = ".".join(map(str, error.errors(include_input=False, include_url=False)[0]["loc"]))
        raise DocumentError(f"{path} is no benchmark file: look at {where}") from None
    return [document for number, case in enumerate(cases) for document in _documents(case, number, path)]


def _rows(text: str) -> Any:
    if text.lstrip()[:1] == "[":
        return json.loads(text)
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _documents(case: _Case, number: int, path: Path) -> Iterable[GoldDocument]:
    name = case.doc_id or case.name or str(number)
    if case.human_masks is not None:
        mentions = [_mask(start, end, at) for at, (start, end) in enumerate(case.human_masks)]
    elif case.entities is not None:
        mentions = list(case.entities)
    elif case.annotations is not None:
        for annotations in case.annotations.values():
            yield _gold(name, case.text, annotations.entity_mentions, path)
        return
    else:
        raise DocumentError(f"{path}: document {number} has no 'annotations', 'entities' or 'human_masks'")
    yield _gold(name, case.text, mentions, path)


def _mask(start: int, end: int, number: int) -> _Mention:
    """A place that people masked without saying what it is."""
    return _Mention(
        entity_type="ANY", start_offset=start, end_offset=end, entity_id=str(number), identifier_type="QUASI"
    )


def _gold(name: str, text: str, mentions: Iterable[_Mention], path: Path) -> GoldDocument:
    groups: dict[str, list[_Mention]] = {}
    for mention in mentions:
        if not mention.start_offset < mention.end_offset <= len(text):
            raise DocumentError(f"{path}: a mention of document {name} lies outside its text")
        groups.setdefault(mention.entity_id, []).append(mention)
    return GoldDocument(name, text, tuple(_entity(group) for group in groups.values()))


def _entity(mentions: list[_Mention]) -> Entity:
    return Entity(
        mentions[0].entity_type,
        tuple(Span(mention.start_offset, mention.end_offset) for mention in mentions),
        tuple(mention.identifier_type in _HIDDEN for mention in mentions),
        any(mention.identifier_type == "DIRECT" for mention in mentions),
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
