"""What a part may be built from besides its own settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from reticent.knowledge.taxonomy import Taxonomy, wordnet
from reticent.vault.store import VaultKey, read_vault_key

if TYPE_CHECKING:
    from reticent.knowledge import Corpus
    from reticent.knowledge.conditions import Conditions

Ages = Literal["over 89", "all"]
"""Which ages are looked for."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where files are, what is known where a part doesn't say, the taxonomies, which ages count, the key of the collection."""

    folder: Path = Path()
    knowledge: tuple[str, ...] = ()
    taxonomy: Callable[[], Taxonomy] = wordnet
    ages: Ages = "over 89"
    key: Callable[[], VaultKey] = read_vault_key

    def choose(self, names: Sequence[str], implied: Sequence[str]) -> Sequence[str]:
        """What a section chose, else what the policy chose, else what is implied by what the section protects."""
        return names or self.knowledge or implied

    def corpus(self, names: Sequence[str]) -> Corpus:
        """What a section chose as one corpus; without any choice, what the policy chose, or what ships."""
        from reticent.knowledge import open_knowledge  # numpy loads with it

        return open_knowledge(*(names or self.knowledge), folder=self.folder)

    def conditions(self, names: Sequence[str]) -> Conditions | None:
        """The list of conditions, where the facts of medicine are among what a section chose; otherwise none."""
        from reticent.knowledge.conditions import conditions  # numpy loads with it

        return conditions() if {"medicine", "medicine-facts"} & {*(names or self.knowledge)} else None
