"""Entities turned into the rows of the tables, numbered and inverted: what both databases are filled from."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from operator import itemgetter
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


ORDERED = {
    "entity": "SELECT id, key, name, category FROM {entity} ORDER BY id",
    "name": "SELECT entity, form FROM {name} ORDER BY entity, form {code_points}",
    "term": "SELECT id, form, head FROM {term} ORDER BY id",
    "context": "SELECT term, {entities} FROM {context} GROUP BY term ORDER BY term",
}
"""What a fingerprint is made of, in an order of its own; a context is a term with its entities joined by commas."""


@dataclass(slots=True)
class Rows:
    """All rows of one database, gathered while entities are read one by one."""

    entities: list[tuple[int, str, str, str]] = field(default_factory=list)
    names: list[tuple[int, str]] = field(default_factory=list)
    terms: dict[str, int] = field(default_factory=dict)
    context_terms: array[int] = field(default_factory=lambda: array("i"))
    context_entities: array[int] = field(default_factory=lambda: array("i"))

    def table(self, name: str) -> Iterator[tuple[object, ...]]:
        """The rows of one of `TABLES`, in the order of its key."""
        match name:
            case "manifest":
                declared = {"fingerprint": hash_tables(self._rows_in_order), "size": str(len(self.entities))}
                return iter((VERSIONS | declared).items())
            case "entity":
                return iter(self.entities)
            case "name":
                return iter(self.names)
            case "term":
                return ((number, form, head_of(form)) for form, number in self.terms.items())
        return self._context()

    def _rows_in_order(self, name: str) -> Iterable[tuple[object, ...]]:
        """The rows of a table as `ORDERED` asks for them."""
        if name == "name":
            return sorted(self.names)
        if name != "context":
            return self.table(name)
        terms = groupby(self._context(), key=itemgetter(0))
        return ((term, ",".join(str(entity) for _, entity in pairs)) for term, pairs in terms)

    def _context(self) -> Iterator[tuple[int, int]]:
        import numpy as np

        terms = np.frombuffer(self.context_terms, np.int32)
        entities = np.frombuffer(self.context_entities, np.int32)
        order = np.argsort(terms, kind="stable")
        yield from zip(terms[order].tolist(), entities[order].tolist(), strict=True)


def gather_rows(entities: Iterable[Entity]) -> Rows:
    """The rows of these entities; a KnowledgeError names an entity that can't be one."""
    rows = Rows()
    known_form = cache(form_of)
    seen: set[str] = set()
    for number, entity in enumerate(entities):
        context = _context(entity, known_form, seen)
        rows.entities.append((number, entity.id, _title(entity), entity.category))
        rows.names += ((number, form) for form in dict.fromkeys(map(known_form, entity.names)) if form)
        rows.context_terms.extend(rows.terms.setdefault(form, len(rows.terms)) for form in context)
        rows.context_entities.extend([number] * len(context))
    if not rows.entities:
        raise KnowledgeError("there is no entity to build a database from: add some")
    return rows


def refuse_other_versions(manifest: Mapping[str, str], place: str) -> None:
    """A KnowledgeError unless the database was built for the words that this version reads."""
    if any(manifest.get(name) != version for name, version in VERSIONS.items()):
        raise KnowledgeError(
            f"the entity database {place} is of another version: build it again with 'reticent entities build'"
        )


def hash_tables(ordered: Callable[[str], Iterable[Sequence[object]]]) -> str:
    """The "sha256:…" of all entities, given the rows of each table in the order of `ORDERED`."""
    digest = hashlib.sha256()
    for table in ORDERED:
        digest.update(f"{table}\n".encode())
        for row in ordered(table):
            digest.update(json.dumps(list(row)).encode() + b"\n")
    return f"sha256:{digest.hexdigest()}"


def require_same(computed: str, declared: str, place: str) -> str:
    """The fingerprint; a KnowledgeError unless the tables are those that it was declared for."""
    if computed != declared:
        raise KnowledgeError(
            f"the tables of the entity database {place} were changed after it was built: build it again with"
            " 'reticent entities build'"
        )
    return computed


def parse_numbers(numbers: str | None) -> Ints:
    """Entity numbers that a database joined by commas."""
    import numpy as np

    return np.sort(np.fromstring(numbers or "", np.int64, sep=","))


def _context(entity: Entity, known_form: Callable[[str], str], seen: set[str]) -> list[str]:
    if not entity.id:
        raise KnowledgeError("an entity has no id: give every entity one of its own")
    if entity.id in seen:
        raise KnowledgeError(f"the id '{entity.id}' comes twice: give every entity one of its own")
    seen.add(entity.id)
    context = [form for form in dict.fromkeys(map(known_form, entity.context)) if form]
    if not context:
        raise KnowledgeError(f"the entity '{entity.id}' has an empty context: add its terms, or leave it out")
    return list(dict.fromkeys([*context, *filter(None, map(known_form, entity.names))]))


def _title(entity: Entity) -> str:
    return entity.names[0] if entity.names else entity.id
