"""Entities turned into the rows of the tables, numbered and inverted: what both databases are filled from."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import FORMAT_VERSION, Entity
from reticent.knowledge.entities.words import WORDS_VERSION, form_of, head_of
from reticent.text.tokens import TOKENIZER_VERSION

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints

TABLES = {
    "manifest": ("key", "value"),
    "entity": ("id", "key", "name", "category"),
    "name": ("entity", "form"),
    "term": ("id", "form", "head"),
    "context": ("term", "entity"),
}
"""The tables of entities with their columns; `reader` and `clearance` stand beside them."""

VERSIONS = {"format": FORMAT_VERSION, "tokenizer": TOKENIZER_VERSION, "words": WORDS_VERSION}
"""What must agree before a document may be matched with a database."""


@dataclass(slots=True)
class Rows:
    """All rows of one database, gathered while entities are read one by one."""

    entities: list[tuple[int, str, str, str]] = field(default_factory=list)
    names: list[tuple[int, str]] = field(default_factory=list)
    terms: dict[str, int] = field(default_factory=dict)
    context_terms: array[int] = field(default_factory=lambda: array("i"))
    context_entities: array[int] = field(default_factory=lambda: array("i"))
    fingerprint: str = ""

    def table(self, name: str) -> Iterator[tuple[object, ...]]:
        """The rows of one of `TABLES`, in the order of its key."""
        contents: Mapping[str, Iterable[tuple[object, ...]]] = {
            "manifest": {
                **VERSIONS,
                "fingerprint": self.fingerprint,
                "size": str(len(self.entities)),
            }.items(),
            "entity": self.entities,
            "name": self.names,
            "term": ((number, form, head_of(form)) for form, number in self.terms.items()),
            "context": self._context(),
        }
        yield from contents[name]

    def _context(self) -> Iterator[tuple[int, int]]:
        import numpy as np

        terms = np.frombuffer(self.context_terms, np.int32)
        entities = np.frombuffer(self.context_entities, np.int32)
        order = np.argsort(terms, kind="stable")
        yield from zip(terms[order].tolist(), entities[order].tolist(), strict=True)


def gathered(entities: Iterable[Entity]) -> Rows:
    """The rows of these entities; a KnowledgeError names an entity that can't be one."""
    rows, digest = Rows(), hashlib.sha256()
    formed = cache(form_of)
    seen: set[str] = set()
    for number, entity in enumerate(entities):
        context = _context(entity, formed, seen)
        rows.entities.append((number, entity.id, _title(entity), entity.category))
        rows.names += ((number, form) for form in dict.fromkeys(map(formed, entity.names)) if form)
        rows.context_terms.extend(rows.terms.setdefault(form, len(rows.terms)) for form in context)
        rows.context_entities.extend([number] * len(context))
        digest.update(json.dumps([entity.id, entity.names, entity.category, sorted(context)]).encode())
    if not rows.entities:
        raise KnowledgeError("there is no entity to build a database from: add some")
    rows.fingerprint = "sha256:" + digest.hexdigest()
    return rows


def refuse_other_versions(manifest: Mapping[str, str], place: str) -> None:
    """A KnowledgeError unless the database was built for the words that this version reads."""
    if any(manifest.get(name) != version for name, version in VERSIONS.items()):
        raise KnowledgeError(
            f"the entity database {place} is of another version: build it again with 'reticent entities build'"
        )


def parsed(numbers: str | None) -> Ints:
    """Entity numbers that a database joined by commas."""
    import numpy as np

    return np.sort(np.fromstring(numbers or "", np.int64, sep=","))


def _context(entity: Entity, formed: Callable[[str], str], seen: set[str]) -> list[str]:
    if not entity.id:
        raise KnowledgeError("an entity has no id: give every entity one of its own")
    if entity.id in seen:
        raise KnowledgeError(f"the id '{entity.id}' comes twice: give every entity one of its own")
    seen.add(entity.id)
    context = [form for form in dict.fromkeys(map(formed, entity.context)) if form]
    if not context:
        raise KnowledgeError(f"the entity '{entity.id}' has an empty context: add its terms, or leave it out")
    return list(dict.fromkeys([*context, *filter(None, map(formed, entity.names))]))


def _title(entity: Entity) -> str:
    return entity.names[0] if entity.names else entity.id
