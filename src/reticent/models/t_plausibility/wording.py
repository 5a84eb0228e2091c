"""What a concept is called in a release, so that it reads like English: by a name that readers know and take for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from reticent.languages import ENGLISH
from reticent.models.disclosure.familiarity import is_vague
from reticent.models.t_plausibility.domain import Counts, is_countable
from reticent.models.t_plausibility.words import Word
from reticent.taxonomy import Concept, Taxonomy, ancestors
from reticent.taxonomy.sense_counts import is_of_wordnet, sense_counts
from reticent.text import normal_words

_MEANT = 0.2
"""The share of its uses in which a name means a concept, if it is not the first thing that it means."""
_RAREST_WORD = 2e-4
"""The share of documents that every word of a name stands in, if readers are to know it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How well a release must read: which words may change, and what concepts are called.

    `words` are those that another noun can stand for anywhere ("plain"), all in small letters, or all. A "category" is a
    word that people use every day to say what sort of thing something is, a "known" name reads well by the rules of
    `Wording`, and "any" is the taxonomy's own.
    """

    words: Literal["plain", "small", "all"]
    naming: Literal["category", "known", "any"]

    def takes(self, word: Word) -> bool:
        """Whether a word that could stay may change."""
        if self.words == "plain":
            return word.plain
        small = not word.name and word.form.islower() and word.form.isascii()
        return self.words == "all" or (small and not word.form.endswith("ing"))


READABLE = (Reading("plain", "category"), Reading("small", "category"))
"""From the best on; a unit takes the next where it can't reach t with the one before."""

LAST_RESORT = (
    Reading("all", "category"),
    Reading("small", "known"),
    Reading("all", "known"),
    Reading("all", "any"),
)
"""What is left where a unit can't reach t with words that read well, and may not lose its words instead."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Chooses names for concepts; with a corpus, only names of words that are not rare in it."""

    taxonomy: Taxonomy
    corpus: Counts | None = None
    _named: dict[tuple[Concept, bool | None, bool], Concept | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def name_concept(
        self, concept: Concept, form: str, *, counted: bool | None, category: bool = False
    ) -> Concept | None:
        """The concept under the first of its names that reads well in place of a word, or None where none does.

        `counted` asks for a noun that is counted, or for one that is not, or for either; `category` for a word that says
        what sort of thing something is, if it is WordNet that is asked: it has names for what nobody has a word for,
        while a hierarchy of one's own is taken at its word. The end of the word itself ("pain" for "phantom limb pain") reads well
        whatever else it may mean.
        """
        own = next((name for name in concept.names if form.endswith(f" {name}")), None)
        if own:
            return replace(concept, name=own)
        key = (concept, counted, category)
        if key not in self._named:
            good = next((name for name in concept.names if self._reads_well(name, *key)), None)
            self._named[key] = replace(concept, name=good) if good else None
        return self._named[key]

    def _is_vague(self, concept: Concept) -> bool:
        return is_vague(concept, ancestors(self.taxonomy, concept), self.taxonomy)

    def _reads_well(self, name: str, concept: Concept, counted: bool | None, category: bool) -> bool:
        grammar = ENGLISH.grammar
        head = name.rsplit(maxsplit=1)[-1].casefold()
        if category and is_of_wordnet(concept):
            if not (name in ENGLISH.categories or (name[:1].isupper() and head in ENGLISH.categories)):
                return False  # "European country" reads as well as "country" does
        elif self._is_vague(concept):
            return False
        return (
            head not in ENGLISH.insults
            and name.casefold() not in ENGLISH.insults
            and counted is not (head in grammar.mass or grammar.is_uncounted(head))
            and ENGLISH.lemma(head) == head
            and self._is_meant(name, concept)
            and not (head.endswith("ing") and grammar.is_uncounted(head))
            and _is_noun(name)
            and self._is_familiar(name)
        )

    def _is_meant(self, name: str, concept: Concept) -> bool:
        """Whether readers take the name for the concept: a country is a nation, and also the land that it has."""
        counts = sense_counts(name)
        often = counts.get(concept.id, 0) >= _MEANT * max(1, sum(counts.values()))
        return often or self.taxonomy.concepts(name)[:1] == [concept]

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
