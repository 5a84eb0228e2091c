"""One condition: its names by how surely they mean it, its more general terms, and its hints."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Hint:
    """What points to a condition; `strength` 3 names it alone, 2 points strongly, 1 adds up."""

    term: str = field(repr=False)
    sort: str
    strength: int


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that the list knows.

    `names` mean it wherever they stand, `acronyms` wherever they stand in just these capitals. `unsure` names have other
    meanings as well (BD is a dosing too, "spots" are on a leopard): they mean it where the document says so. `general`
    are terms above it, in no particular order.
    """

    name: str
    general: tuple[str, ...] = ()
    names: tuple[str, ...] = field(default=(), repr=False)
    acronyms: tuple[str, ...] = field(default=(), repr=False)
    unsure: tuple[str, ...] = field(default=(), repr=False)
    icd10: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = field(default=(), repr=False)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Everything that means it without asking the document, its own name first."""
        return (self.name, *self.names, *self.acronyms)
