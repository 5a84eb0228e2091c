"""What becomes of dates, of gaps and of those who are named, as commands take it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reticent.errors import InputError

if TYPE_CHECKING:
    from reticent.policy.pseudonyms import Asked
    from reticent.vault.entries import StyleName


class Dates(Enum):
    """What becomes of dates."""

    REMOVE = "remove"
    YEAR = "year"
    MONTH = "month"
    SHIFT = "shift"
    NUMBER = "number"


DatesMode = Annotated[
    Dates | None,
    typer.Option(
        "--dates",
        help="What becomes of dates; shift moves them by a secret number of weeks a subject and needs a key.",
    ),
]


class GapsShown(Enum):
    """What becomes of the places of what was removed."""

    MARK = "mark"
    CLOSE = "close"


GapsMode = Annotated[
    GapsShown | None,
    typer.Option(
        "--removed",
        help="Mark what was removed, or close list slots, labels and fixed phrases that tell what stood there.",
    ),
]
VaultKeyFile = Annotated[
    Path | None,
    typer.Option(
        "--vault-key",
        metavar="FILE",
        help="The key of the collection, as 'reticent vault key' made it; RETICENT_VAULT_KEY if left out.",
    ),
]


class StandIns(Enum):
    """What stand-ins are like."""

    NUMBER = "number"
    INVENTED = "invented"


PseudonymsFile = Annotated[
    Path | None,
    typer.Option(
        "--pseudonyms",
        metavar="VAULT",
        help="Put the same stand-in for the same person in every document, and keep who is who in this vault.",
    ),
]
StandInStyle = Annotated[
    StandIns | None,
    typer.Option(
        "--stand-ins", help="With --pseudonyms: numbers such as [PERSON 7], or invented names and codes."
    ),
]
SameSize = Annotated[
    bool,
    typer.Option("--same-size", help="With --stand-ins invented: for a place, one of its country and size."),
]


@dataclass(frozen=True, slots=True)
class StandInOptions:
    """What stands for people and things in all documents of a collection."""

    pseudonyms: PseudonymsFile = None
    stand_ins: StandInStyle = None
    same_size: SameSize = False

    def ask(self) -> Asked | None:
        """What the options ask for; None where no vault is named."""
        if self.pseudonyms is None:
            if self.stand_ins or self.same_size:
                raise InputError("--stand-ins and --same-size go with --pseudonyms: name the vault as well")
            return None
        from reticent.policy.pseudonyms import Asked

        style: StyleName | None = self.stand_ins.value if self.stand_ins else None
        return Asked(self.pseudonyms.absolute(), style, self.same_size)
