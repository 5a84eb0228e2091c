"""What a concept is called in a release, so that it reads like English: by a name that readers know and take for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from reticent.languages import ENGLISH
from reticent.models.disclosure.familiarity import is_vague
from reticent.models.t_plausibility.domain import Counts, is_countable
from reticent.models.t_plausibility.words import Word
from reticent.taxonomy import Concept, Taxonomy, ancestors
from reticent.text import normal_words

_RAREST_WORD = 2e-4
"""The share of documents that every word of a name stands in, if readers are to know it."""
_FEWEST, _MORE_THAN_CHANCE = 5, 3


@dataclass(frozen=True, slots=True)
class Reading:
    """How well a release must read: which words may change, and what concepts are called.

    `words` are those that another noun can stand for anywhere ("plain"), all in small letters, or all. A "close" name is
    one that writers use beside the word, a "known" one reads well, and "any" is the taxonomy's own.
    """

    words: Literal["plain", "small", "all"]
    naming: Literal["close", "known", "any"]

    def takes(self, word: Word) -> bool:
        """Whether a word that could stay may change."""
        if self.words == "plain":
            return word.plain
        return self.words == "all" or (not word.name and word.form.islower() and word.form.isascii())


READINGS = (
    Reading("plain", "close"),
    Reading("small", "close"),
    Reading("plain", "known"),
    Reading("small", "known"),
    Reading("all", "known"),
    Reading("all", "any"),
)
"""From the best on; a unit takes the next where it can't reach t with the one before."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Chooses names for concepts; with a corpus, only names of words that are not rare in it."""

    taxonomy: Taxonomy
    corpus: Counts | None = None
    _named: dict[tuple[Concept, bool | None], Concept | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def named(
        self, concept: Concept, form: str, *, counted: bool | None, close: bool = False
    ) -> Concept | None:
        """The concept under the first of its names that reads well in place of a word, or None where none does.

        `counted` asks for a noun that is counted, or for one that is not, or for either. The end of the word itself ("pain" for
        "phantom limb pain") reads well whatever else it may mean. `close` asks for a name that writers use beside the
        word: a taxonomy calls a television an artifact, but hardly anybody else does.
        """
        own = next((name for name in concept.names if form.endswith(f" {name}")), None)
        if own:
            return replace(concept, name=own)
        if (concept, counted) not in self._named:
            names = () if self._is_vague(concept) else concept.names
            good = next((name for name in names if self._reads_well(name, concept, counted)), None)
            self._named[concept, counted] = replace(concept, name=good) if good else None
        named = self._named[concept, counted]
        return named if named and (not close or self._stand_together(form, named.name)) else None

    def _stand_together(self, form: str, name: str) -> bool:
        """Whether the two stand together in clearly more documents than by chance."""
        if self.corpus is None:
            return True
        ours, others = (frozenset(filter(is_countable, normal_words(each))) for each in (form, name))
        if not ours or not others:
            return False
        word, alone, both = self.corpus.count([ours, others, ours | others])
        return both >= _FEWEST and both * self.corpus.size > _MORE_THAN_CHANCE * word * alone

    def _is_vague(self, concept: Concept) -> bool:
        return is_vague(concept, ancestors(self.taxonomy, concept), self.taxonomy)

    def _reads_well(self, name: str, concept: Concept, counted: bool | None) -> bool:
        grammar = ENGLISH.grammar
        head = name.rsplit(maxsplit=1)[-1].casefold()
        return (
            head not in ENGLISH.insults
            and name.casefold() not in ENGLISH.insults
            and counted is not (head in grammar.mass or grammar.is_uncounted(head))
            and ENGLISH.lemma(head) == head
            and self.taxonomy.concepts(name)[:1] == [concept]
            and not (head.endswith("ing") and grammar.is_uncounted(head))
            and _is_noun(name)
            and self._is_familiar(name)
        )

    def _is_familiar(self, name: str) -> bool:
        if self.corpus is None:
            return True
        words = [word for word in normal_words(name) if is_countable(word)]
        counts = self.corpus.count([frozenset({word}) for word in words])
        return all(count > _RAREST_WORD * self.corpus.size for count in counts)


def _is_noun(name: str) -> bool:
    """Whether a name is taken for a noun where a noun stands: "the bad" is none."""
    words = name.split()
    tags = ENGLISH.tagger().tags([["The", *words, "is", "there", "."]])[0]
    return tags[len(words)] in ("NN", "NNP")
