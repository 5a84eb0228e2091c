"""Entities turned into the rows of the tables: what both databases are filled from, and the fingerprint of their content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from reticent.errors import KnowledgeError
from reticent.knowledge.entities.entities import FORMAT_VERSION, Entity
from reticent.knowledge.entities.words import WORDS_VERSION, form_of, head_of
from reticent.text.tokens import TOKENIZER_VERSION

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints

TABLES = {
    "manifest": ("key", "value"),
    "entity": ("id", "key", "name"),
    "category": ("entity", "name"),
    "name": ("entity", "form"),
    "term": ("id", "form", "head"),
    "context": ("term", "entity"),
}
"""The tables of entities with their columns; `change`, `reader` and `clearance` stand beside them."""

VERSIONS = {"format": FORMAT_VERSION, "tokenizer": TOKENIZER_VERSION, "words": WORDS_VERSION}
"""What must agree before a document may be matched with a database."""

CONTENT = {
    "entity": "SELECT id, key, name FROM {entity}",
    "category": "SELECT entity, name FROM {category}",
    "name": "SELECT entity, form FROM {name}",
    "term": "SELECT id, form, head FROM {term}",
    "context": "SELECT term, {entities} FROM {context} GROUP BY term",
}
"""What a fingerprint is made of; a context is a term with its entities joined by commas."""


@dataclass(frozen=True, slots=True)
class Card:
    """One entity as the tables hold it: its id, its first name as it was given, all else in normal forms."""

    key: str
    name: str
    names: tuple[str, ...]
    categories: tuple[str, ...]
    terms: tuple[str, ...] = field(repr=False)

    def as_json(self) -> str:
        """The card as text, which `card_from_json` reads."""
        return json.dumps([self.key, self.name, self.names, self.categories, self.terms])


def card_from_json(text: str) -> Card:
    """The card that `Card.as_json` wrote."""
    key, name, names, categories, terms = json.loads(text)
    return Card(key, name, tuple(names), tuple(categories), tuple(terms))


def make_cards(entities: Iterable[Entity]) -> list[Card]:
    """The cards of these entities; a KnowledgeError names an entity that can't be one."""
    known_form = cache(form_of)
    cards: dict[str, Card] = {}
    for entity in entities:
        if not entity.id:
            raise KnowledgeError("an entity has no id: give every entity one of its own")
        if entity.id in cards:
            raise KnowledgeError(f"the id '{entity.id}' comes twice: give every entity one of its own")
        cards[entity.id] = _make_card(entity, known_form)
    if not cards:
        raise KnowledgeError("there is no entity to build a database from: add some")
    return list(cards.values())


def _make_card(entity: Entity, known_form: Callable[[str], str]) -> Card:
    context = [form for form in map(known_form, entity.context) if form]
    if not context:
        raise KnowledgeError(f"the entity '{entity.id}' has an empty context: add its terms, or leave it out")
    names = tuple(dict.fromkeys(form for form in map(known_form, entity.names) if form))
    title = entity.names[0] if entity.names else entity.id
    categories = tuple(sorted({category for category in entity.categories if category}))
    return Card(entity.id, title, names, categories, tuple(dict.fromkeys([*context, *names])))


@dataclass(slots=True)
class Rows:
    """The rows of some cards: entities are numbered from `first` on, new terms after those that are `known`."""

    cards: Sequence[Card]
    first: int = 0
    known: Mapping[str, int] = field(default_factory=dict)
    after: int = -1
    _terms: dict[str, int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        for card in self.cards:
            for form in card.terms:
                if form not in self.known:
                    self._terms.setdefault(form, self.after + 1 + len(self._terms))

    def table(self, name: str) -> Iterator[tuple[Any, ...]]:
        """The rows of one of `TABLES` except the manifest, which speaks of all cards."""
        numbered = enumerate(self.cards, self.first)
        match name:
            case "entity":
                return ((number, card.key, card.name) for number, card in numbered)
            case "category":
                return ((number, each) for number, card in numbered for each in card.categories)
            case "name":
                return ((number, form) for number, card in numbered for form in card.names)
            case "term":
                return ((number, form, head_of(form)) for form, number in self._terms.items())
        pairs = ((self._number(form), number) for number, card in numbered for form in card.terms)
        return iter(sorted(pairs))

    def content(self, name: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a table as `CONTENT` asks for them."""
        if name != "context":
            return self.table(name)
        entities: dict[int, list[str]] = {}
        for term, entity in self.table("context"):
            entities.setdefault(term, []).append(str(entity))
        return ((term, ",".join(numbers)) for term, numbers in entities.items())

    def manifest(self) -> dict[str, str]:
        """The manifest of a database that holds these cards alone."""
        declared = {"fingerprint": hash_tables(self.content), "size": str(len(self.cards))}
        return VERSIONS | declared

    def _number(self, form: str) -> int:
        return self.known[form] if form in self.known else self._terms[form]


def hash_tables(content: Callable[[str], Iterable[Sequence[Any]]]) -> str:
    """The "sha256:…" of all entities, however they are numbered, given the rows of each table that `CONTENT` asks for."""
    keys = {number: key for number, key, _ in content("entity")}
    described: dict[int, tuple[list[str], list[str]]] = {number: ([], []) for number in keys}
    for at, table in enumerate(("category", "name")):
        for number, text in content(table):
            described.setdefault(number, ([], []))[at].append(text)
    lines = [
        [keys.get(number, ""), name, sorted(described[number][0]), sorted(described[number][1])]
        for number, _, name in content("entity")
    ]
    forms = {number: (form, head) for number, form, head in content("term")}
    known = [
        [*forms.get(number, ("", "")), sorted(keys.get(int(each), "") for each in entities.split(","))]
        for number, entities in content("context")
    ]
    digest = hashlib.sha256()
    for line in [*sorted(lines), *sorted(known), len(forms)]:
        digest.update(json.dumps(line).encode() + b"\n")
    return f"sha256:{digest.hexdigest()}"


def refuse_other_versions(manifest: Mapping[str, str], place: str) -> None:
    """A KnowledgeError unless the database was built for the words that this version reads."""
    if any(manifest.get(name) != version for name, version in VERSIONS.items()):
        raise KnowledgeError(
            f"the entity database {place} is of another version: build it again with 'reticent entities build'"
        )


def require_same(computed: str, declared: str, place: str) -> str:
    """The fingerprint; a KnowledgeError unless the tables are those that it was declared for."""
    if computed != declared:
        raise KnowledgeError(
            f"the tables of the entity database {place} were changed by hand after it was built: build it again with"
            " 'reticent entities build', and change it with 'reticent entities add' and 'remove'"
        )
    return computed


def parse_numbers(numbers: str | None) -> Ints:
    """Entity numbers that a database joined by commas."""
    import numpy as np

    return np.sort(np.fromstring(numbers or "", np.int64, sep=","))
