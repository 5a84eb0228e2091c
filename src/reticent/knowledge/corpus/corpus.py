"""What an attacker can look up: in how many documents of the world terms occur together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, Self, runtime_checkable

from reticent.knowledge.corpus.grouping import Groups

if TYPE_CHECKING:
    from pyroaring import BitMap

AnyOf = frozenset[str]
"""Several names of one thing: a document holds it when it holds any of them; it holds none of no names."""

Conjunction = frozenset[str | AnyOf]
"""Terms, and things with several names, that one document must hold all of; every document holds the empty one."""

Known = Literal["exact", "approximate", "unseen"]
"""How a corpus knows a term: by postings of its own, through the words of a phrase, or not at all."""

ALIKE = 0.7
"""The share of words in common at which two documents count as one."""


class Corpus(Protocol):
    """Documents that can be counted, and never read.

    Terms are normal forms as `reticent.text` makes them, the words of a phrase apart by one space (`as_term`). A term
    in which nothing is counted (only stop words, punctuation, nothing) is a KnowledgeError; `is_countable` tells
    beforehand.
    """

    @property
    def size(self) -> int:
        """The number of documents."""

    @property
    def fingerprint(self) -> str:
        """The "sha256:…" of what was counted, so that a promise can name it."""

    def count(self, conjunctions: Sequence[Conjunction]) -> list[int]:
        """The number of documents that hold each conjunction."""

    def known(self, terms: Sequence[str]) -> list[Known]:
        """How each term is known, and so what counts with it are worth."""

    def groups(
        self,
        entities: Sequence[Conjunction],
        terms: Sequence[str],
        *,
        max_group: int = 2,
        min_support: int = 1,
        within: Conjunction = frozenset(),
    ) -> list[list[Groups]]:
        """For each entity all groups of 1, 2, … `max_group` terms that `min_support` documents hold with it.

        The outer list follows `entities`, the inner one the sizes of groups. All counts are of documents that hold `within` too (g(c), for contextualized counts).
        """

    def without(self, words: Iterable[str], *, alike: float = ALIKE) -> Self:
        """The same corpus minus the documents that share at least `alike` of all words with these.

        A document that is in the corpus itself must not bear witness against itself. Words too rare to be counted
        are not known of the corpus's documents, so an exact copy may share a little less than all.
        """


@runtime_checkable
class HasPostings(Protocol):
    """A corpus that shows its raw postings, so that a second reader can count without the first one's counting."""

    def postings(self, term: str) -> list[tuple[int, BitMap]]:
        """The documents with exactly this term, for each file with the weight of its documents; not to be changed."""
