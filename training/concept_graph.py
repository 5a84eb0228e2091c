"""A taxonomy in the making: concepts of several sources that meet in their names, and what is above each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.knowledge.taxonomy.taxonomy import fold_case, normal, readable

_BRITISH = {"aemi": "emi", "haem": "hem", "oedem": "edem", "oesoph": "esoph", "rrhoea": "rrhea", "umour": "umor",
            "paed": "ped", "gynaec": "gynec", "naesth": "nesth", "coel": "cel", "faec": "fec", "foet": "fet",
            "isation": "ization"}  # fmt: skip


def key_of(name: str) -> str:
    """What the ways to write a name share, on both sides of the Atlantic; acronyms stay apart from words."""
    written = normal(readable(name))
    if written.isupper():
        return written
    found = fold_case(written)
    for british, american in _BRITISH.items():
        found = found.replace(british, american)
    return found


@dataclass(slots=True)
class Node:
    """A concept: its names, the readable one first, and the concepts above it, by number."""

    names: list[str]
    parents: list[int] = field(default_factory=list)


@dataclass(slots=True)
class ConceptGraph:
    """Concepts by name, in realms that may use one name for two things; a parent that would close a circle is left out."""

    nodes: list[Node] = field(default_factory=list)
    refused: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What some source has above a concept, and is not true, by the first name of each."""
    _by_key: dict[tuple[str, str], int] = field(default_factory=dict)

    def find(self, name: str, realm: str = "") -> int | None:
        """The number of the concept of that name."""
        return self._by_key.get((realm, key_of(name)))

    def add(
        self, name: str, *, names: Iterable[str] = (), parents: Iterable[int] = (), realm: str = ""
    ) -> int:
        """The concept of that name, new or with what is added to it; a name that another one has stays there."""
        number = self.find(name, realm)
        if number is None:
            number = len(self.nodes)
            self.nodes.append(Node([]))
        for each in (name, *names):
            written = readable(each)
            own = bool(written) and self._by_key.setdefault((realm, key_of(written)), number) == number
            if own and written not in self.nodes[number].names:
                self.nodes[number].names.append(written)
        for parent in parents:
            self.put_below(number, parent)
        return number

    def put_below(self, number: int, parent: int) -> None:
        """Make `parent` one of the concepts above, unless that is refused."""
        if self.nodes[parent].names[0] in self.refused.get(self.nodes[number].names[0], ()):
            return
        if parent not in self.nodes[number].parents and number not in self.above(parent):
            self.nodes[number].parents.append(parent)

    def is_first_name(self, number: int, name: str, also: Mapping[str, Sequence[str]]) -> bool:
        """Whether a concept is called so before anything else, or by one of the names that a source has `also` for it."""
        first = key_of(self.nodes[number].names[0]) == key_of(name)
        return first or any(name in others for others in also.values())

    def above(self, number: int) -> dict[int, None]:
        """The concept itself and everything above it."""
        found = {number: None}
        queue = [number]
        for each in queue:  # grows while it is read
            fresh = [parent for parent in self.nodes[each].parents if parent not in found]
            found.update(dict.fromkeys(fresh))
            queue += fresh
        return found

    def shortest(self) -> Iterator[Sequence[int]]:
        """The parents of each concept without those that another parent leads to."""
        above = [self.above(number) for number in range(len(self.nodes))]
        for node in self.nodes:
            yield [
                parent
                for parent in node.parents
                if not any(parent in above[other] for other in node.parents if other != parent)
            ]
