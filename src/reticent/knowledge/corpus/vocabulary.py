"""Which words a corpus has counts of, where it can say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from reticent.knowledge.corpus.corpus import Corpus


@runtime_checkable
class ListsWords(Protocol):
    """A corpus that can list its words."""

    def words(self) -> Iterable[str]:
        """Every single word that it has counts of, once, in a fixed order."""


def list_words(corpus: Corpus) -> Sequence[str]:
    """The words of a corpus; none where it can't list them."""
    return list(corpus.words()) if isinstance(corpus, ListsWords) else []
