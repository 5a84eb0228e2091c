"""What an index says about itself."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from reticent.errors import KnowledgeError


@dataclass(frozen=True, slots=True)
class Source:
    """Something that was counted: its name, and how many documents it gave."""

    name: str
    documents: int
    bad_records: int = 0


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where the counts come from and how they were made; `sections` are the lengths of the file's parts in bytes."""

    sources: tuple[Source, ...]
    licence: str
    documents: int
    tokenizer: str
    options: dict[str, Any]
    terms: int = 0
    phrases: int = 0
    postings: int = 0
    sections: dict[str, int] = field(default_factory=dict)

    def complete(self, *, terms: int, phrases: int, postings: int) -> Manifest:
        """The manifest with what only the finished counts tell."""
        return replace(self, terms=terms, phrases=phrases, postings=postings)

    def to_json(self) -> bytes:
        """One line of JSON, the same for the same manifest."""
        return json.dumps(asdict(self), ensure_ascii=False).encode() + b"\n"

    @classmethod
    def from_json(cls, line: bytes) -> Manifest:
        """The manifest of that line; a KnowledgeError when it is none."""
        try:
            values = json.loads(line)
            values["sources"] = tuple(Source(**source) for source in values["sources"])
            return cls(**values)
        except (ValueError, KeyError, TypeError):
            raise KnowledgeError("its manifest can't be read: build it again") from None
