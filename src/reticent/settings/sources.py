"""What a part may be built from besides its own settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from reticent.errors import KnowledgeError
from reticent.knowledge.taxonomy import Taxonomy, open_chosen
from reticent.language import DEFAULT_CODE
from reticent.vault.store import VaultKey, read_vault_key

if TYPE_CHECKING:
    from reticent.knowledge import Corpus
    from reticent.knowledge.conditions import Conditions

Ages = Literal["over 89", "all"]
"""Which ages are looked for."""


_USUAL = open_chosen(None, (), Path())


@dataclass(frozen=True, slots=True)
class Sources:
    """Where files are, what is known where a part doesn't say, the taxonomies by language, which ages count, the key of the collection."""

    folder: Path = Path()
    knowledge: tuple[str, ...] = ()
    taxonomy: Callable[..., Taxonomy] = _USUAL
    ages: Ages = "over 89"
    key: Callable[[], VaultKey] = read_vault_key

    def choose(self, names: Sequence[str], implied: Sequence[str]) -> Sequence[str]:
        """What a section chose, else what the policy chose, else what is implied by what the section protects."""
        return names or self.knowledge or implied

    def corpus(self, names: Sequence[str], *, any_language: bool = False) -> Corpus:
        """What a section chose as one corpus; without any choice, what the policy chose, or what ships.

        A part that doesn't work in `any_language` is refused one whose documents are not English.
        """
        from reticent.knowledge import open_knowledge  # numpy loads with it
        from reticent.knowledge.corpus.spoken import language_of

        corpus = open_knowledge(*(names or self.knowledge), folder=self.folder)
        if not any_language and (language := language_of(corpus)).code != DEFAULT_CODE:
            raise KnowledgeError(
                f"a part of the policy counts only in English, but its knowledge is in {language.name}: only (C, g(C)) and the"
                " correlation guard count in other languages"
            )
        return corpus

    def conditions(self, names: Sequence[str]) -> Conditions | None:
        """The list of conditions, where the facts of medicine are among what a section chose; otherwise none."""
        from reticent.knowledge.conditions import conditions  # numpy loads with it

        return conditions() if {"medicine", "medicine-facts"} & {*(names or self.knowledge)} else None
