"""The list of conditions that ships with the package (ours, CC0), asked by name or by what is above."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from reticent.errors import KnowledgeError
from reticent.knowledge.conditions.condition import Condition, Hint
from reticent.text.lemmas import normal_words

FILE = "conditions.jsonl.gz"


@dataclass(frozen=True, slots=True, eq=False)
class Conditions:
    """Conditions, each found by any name that surely means it.

    >>> fibromyalgia = conditions().find("fibro")
    >>> fibromyalgia.name
    'fibromyalgia'
    >>> "measles" in {each.name for each in conditions().below("viral infection")}
    True
    """

    listed: tuple[Condition, ...] = field(repr=False)
    fingerprint: str
    _by_name: Mapping[str, tuple[Condition, ...]] = field(init=False, repr=False)
    _by_any_name: Mapping[str, tuple[Condition, ...]] = field(init=False, repr=False)
    _by_general: Mapping[str, tuple[Condition, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # A condition's own name comes before the same name as another one's synonym.
        own = ((each, [each.name]) for each in self.listed)
        others = ((each, each.aliases) for each in self.listed)
        object.__setattr__(self, "_by_name", _index([*own, *others]))
        every = ((each, (*each.aliases, *each.unsure)) for each in self.listed)
        object.__setattr__(self, "_by_any_name", _index(every, form=str.casefold))
        object.__setattr__(self, "_by_general", _index((each, each.general) for each in self.listed))

    def __len__(self) -> int:
        return len(self.listed)

    def __reduce__(self) -> tuple[Callable[[str], Conditions], tuple[str]]:
        """Travels to other processes by its fingerprint: what ships with the package is there already."""
        return _load_shipped, (self.fingerprint,)

    def find(self, name: str) -> Condition | None:
        """The condition that a name surely means, or None."""
        found = self._by_name.get(_form(name), ())
        return found[0] if found else None

    def find_likely(self, name: str, others: Iterable[str] = ()) -> Condition | None:
        """The condition that somebody means who names it to hide it, in any case: also by a word that is unsure in a text, where
        that is no other condition's.

        >>> conditions().find("depression"), conditions().find_likely("depression").name
        (None, 'major depressive disorder')
        """
        given = [name, *others]
        sure = (found for each in given if (found := self.find(each)))
        likely = (own[0] for each in given if len(own := self._by_any_name.get(each.casefold(), ())) == 1)
        return next(sure, None) or next(likely, None)

    def aliases(self, name: str) -> tuple[str, ...]:
        """Everything else that surely means the condition of that name; nothing for what is not on the list."""
        found = self.find(name)
        return tuple(each for each in found.aliases if _form(each) != _form(name)) if found else ()

    def below(self, general: str) -> tuple[Condition, ...]:
        """The conditions that are a kind of this, by the general terms of each."""
        return self._by_general.get(_form(general), ())


@cache
def conditions() -> Conditions:
    """The conditions that ship with the package, loaded once."""
    return read_conditions(files("reticent.knowledge.conditions").joinpath("data", FILE).read_bytes())


def read_conditions(data: bytes) -> Conditions:
    """The conditions of a packed list; a KnowledgeError when it is damaged."""
    try:
        content = gzip.decompress(data)
        listed = tuple(_read_line(line) for line in content.splitlines())
        if not listed:
            raise ValueError
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        raise KnowledgeError("the list of conditions is damaged: install reticent again") from None
    return Conditions(listed, "sha256:" + hashlib.sha256(content).hexdigest())


def _read_line(line: bytes) -> Condition:
    values = json.loads(line)
    hints = tuple(
        Hint(term, sort, strength)
        for sort, strong in values["hints"].items()
        for strength, terms in zip((3, 2, 1), strong, strict=True)
        for term in terms
    )
    lists = {key: tuple(values[key]) for key in ("general", "names", "acronyms", "unsure", "icd10")}
    return Condition(values["name"], **lists, hints=hints)


def _form(name: str) -> str:
    return " ".join(normal_words(name))


def _index(
    named: Iterable[tuple[Condition, Iterable[str]]], *, form: Callable[[str], str] = _form
) -> dict[str, tuple[Condition, ...]]:
    found: dict[str, dict[str, Condition]] = {}
    for each, names in named:
        for name in names:
            found.setdefault(form(name), {}).setdefault(each.name, each)
    return {key: tuple(owners.values()) for key, owners in found.items()}


def _load_shipped(expected: str) -> Conditions:
    if conditions().fingerprint != expected:
        raise KnowledgeError(
            "this list of conditions is not the one that ships with the package: install the same reticent everywhere"
        )
    return conditions()
