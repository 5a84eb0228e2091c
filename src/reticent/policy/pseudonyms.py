"""The stand-ins of a collection as a policy and a command ask for them, and opened for use."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from reticent.errors import PolicyError
from reticent.policy.section import Section, SomeKinds
from reticent.vault.entries import LINKED, Style, StyleName
from reticent.vault.store import Vault


class PseudonymsSection(Section):
    """What stands for people and things when a collection has a vault (`--pseudonyms FILE`)."""

    style: StyleName = Field(
        "number", description="'number' such as [PERSON 7], or 'invented' names and codes in brackets"
    )
    same_size: bool = Field(
        False, description="with 'invented': put a place of the same country and size for a place"
    )
    kinds: SomeKinds = Field(
        sorted(LINKED), description="the kinds that get stand-ins; all others keep plain placeholders"
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command says of stand-ins: the file of the vault, a style that comes before the policy's, who may add to it."""

    vault: Path
    style: StyleName | None = None
    same_size: bool = False
    assigns: bool = True

    def style_over(self, section: PseudonymsSection) -> Style:
        """The style, with what the policy says where the command says nothing."""
        style = self.style or section.style
        if self.same_size and style != "invented":
            raise PolicyError(
                "--same-size does nothing for numbers: add --stand-ins invented, or leave it out"
            )
        return Style(style, self.same_size or section.same_size, frozenset(section.kinds))


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """An open vault and how its stand-ins are shown; without `assigns`, what it doesn't hold is an error."""

    vault: Vault
    style: Style
    assigns: bool = True
