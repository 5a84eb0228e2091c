"""What stands for a person or thing: a number of its kind, and where asked for an invented name or code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from reticent.errors import VaultError
from reticent.vault.codes import CODE_KINDS, invent_codes
from reticent.vault.identities import PERSON, fold
from reticent.vault.people import invent_people
from reticent.vault.places import invent_places

LINKED = frozenset(
    """PERSON LOCATION ORGANIZATION EMAIL PHONE URL IP CREDIT_CARD IBAN US_SSN MEDICAL_RECORD CODE""".split()
)
"""The kinds that get stand-ins when a policy says nothing: what names somebody or something, never what describes it."""

MOST = 9_999_999
"""The highest number of a stand-in: longer ones are not known as placeholders."""

StyleName = Literal["number", "invented"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Something by the form that all documents know it by, as it was first written, and what stands for it."""

    kind: str
    form: str = field(repr=False)
    original: str = field(repr=False)
    number: int
    invented: str | None = None
    tried: bool = False

    @property
    def numbered(self) -> str:
        """The number that stands for it, as it reads between brackets: PERSON 7, PERSON 12,345."""
        shown = f"{self.number:,}" if self.number > 9999 else str(self.number)
        return f"{self.kind.replace('_', ' ').upper()} {shown}"

    @property
    def shown(self) -> tuple[str, ...]:
        """Everything that may stand for it."""
        return (self.numbered, *([self.invented] if self.invented else []))

    def as_json(self) -> dict[str, Any]:
        """The entry as values that JSON can carry."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Style:
    """What stand-ins are like: numbers, or invented where something can be invented; places of the same size if asked."""

    name: StyleName = "number"
    same_size: bool = False
    kinds: frozenset[str] = LINKED

    def is_met(self, entry: Entry) -> bool:
        """Whether an entry has what this style shows."""
        return entry.tried or not self.invents(entry.kind)

    def invents(self, kind: str) -> bool:
        """Whether something is invented for this kind."""
        if self.name == "number":
            return False
        return kind == PERSON or kind in CODE_KINDS or (kind == "LOCATION" and self.same_size)

    def choose(self, entry: Entry) -> str:
        """What stands for an entry, between brackets."""
        return entry.invented if entry.invented and self.invents(entry.kind) else entry.numbered


def invent(
    entry: Entry, style: Style, *, is_free: Callable[[str, str, str], bool], draw: Callable[..., int]
) -> Entry:
    """The entry with an invented stand-in, if its style asks for one and one is free; the seed is drawn from its form."""
    if entry.number > MOST:
        raise VaultError(
            f"the vault holds {MOST:,} of the kind {entry.kind} and can number no more: begin another collection"
        )
    if not style.invents(entry.kind):
        return entry
    seed = draw(entry.kind, entry.form)
    free = (each for each in _candidates(entry, seed) if is_free(entry.kind, each, fold(each)))
    return Entry(entry.kind, entry.form, entry.original, entry.number, next(free, None), tried=True)


def _candidates(entry: Entry, seed: int) -> Iterator[str]:
    if entry.kind == PERSON:
        return invent_people(entry.form, seed)
    if entry.kind in CODE_KINDS:
        return invent_codes(entry.original, seed)
    return invent_places(entry.form, seed)
