"""Which sense a word has, which generalizations hold whatever sense it has, and what these are called in a release.

Senses are weighed by how common they are and, after Lesk, by how well they fit the words around. The paper's way to keep the meaning of a word
whose sense is not known is one ancestor for several senses.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Literal, TypeVar

from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors, chains
from reticent.knowledge.taxonomy.taxonomy import is_of_wordnet, sense_counts
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.models.shared.familiarity import is_vague
from reticent.models.shared.marks import label_of
from reticent.models.shared.phrases import Phrase
from reticent.models.shared.senses import (
    are_people,
    clear_senses_of_name,
    means_something_else,
    names_a_place,
    opens_sentence,
    senses_of_word,
    share_of_senses,
    takes_form,
    weigh_senses,
)
from reticent.models.t_plausibility._ladders import LadderRung
from reticent.models.t_plausibility._tally import countable_names
from reticent.models.t_plausibility._words import SensitiveWord
from reticent.text import normal_words

ConceptT = TypeVar("ConceptT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class CommonTerm(Generic[ConceptT]):
    """A concept that lies above several senses of a word; `coverage` is their share of all its senses."""

    concept: ConceptT
    coverage: float


# paper: t-plausibility, Algorithm 2
def common_terms_search(
    senses: Sequence[Sequence[ConceptT]], volumes: Mapping[ConceptT, int], volume: int
) -> CommonTerm[ConceptT] | None:
    """Common_Terms_Search (Algorithm 2): the concept of at least this volume that covers the most senses, or None.

    `senses` holds for each sense its concept and the ancestors of it up to the root. A concept counts for a sense when
    it lies in the lower half of that sense's ancestors, and at all only when it lies above another sense too. Among
    equals the first wins: likelier senses first, then lower concepts.

    >>> senses = [("resident", "inhabitant", "person", "entity"), ("physician", "doctor", "person", "entity")]
    >>> common_terms_search(senses, {"inhabitant": 3, "doctor": 9, "person": 30, "entity": 99}, volume=5)
    CommonTerm(concept='person', coverage=1.0)
    """
    covered: dict[ConceptT, int] = {}
    for number, path in enumerate(senses):
        elsewhere = {concept for other in (*senses[:number], *senses[number + 1 :]) for concept in other}
        for concept in dict.fromkeys(path[1 : len(path) // 2 + 1]):
            if concept in elsewhere and volumes[concept] >= volume:
                covered[concept] = covered.get(concept, 0) + 1
    if not covered:
        return None
    concept = max(covered, key=lambda concept: covered[concept])
    return CommonTerm(concept, covered[concept] / len(senses))


_NEAREST = 12  # children of a concept that are looked at, to bound the work; chosen by hand
_SENSES_AROUND = 3  # the first senses of a word around, which are those usually meant; chosen by hand
_PRIOR_DOCUMENTS = 20  # by which few documents are drawn towards chance; chosen by hand


@dataclass(frozen=True, slots=True)
class Overlap:
    """Bits by which a sense and the words around it belong together, on average.

    In the taxonomy it is what the sense shares with the likeliest senses of each word around: the information of the
    nearest concept above both. In a corpus, if there is one, it is in how many more documents than by chance a word
    around stands together with the names around the sense: its own, and those above, below and beside it.
    """

    taxonomy: Taxonomy
    corpus: Corpus | None = None
    _above: dict[Concept, dict[Concept, float]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def bits(self, form: str, senses: Sequence[Concept], around: Sequence[str]) -> list[float]:
        """One number per sense; zero for all of them where nothing stands around."""
        if len(senses) < 2 or not around:
            return [0.0] * len(senses)
        shared = [
            statistics.fmean(self._shared_information(sense, word) for word in around) for sense in senses
        ]
        if self.corpus is None:
            return shared
        together = self._together(self.corpus, form, senses, around)
        return [one + other for one, other in zip(shared, together, strict=True)]

    def _shared_information(self, sense: Concept, word: str) -> float:
        ours = self._information_above(sense)
        others = (self._information_above(other) for other in self.taxonomy.concepts(word)[:_SENSES_AROUND])
        return max((ours[each] for other in others for each in ours.keys() & other.keys()), default=0.0)

    def _information_above(self, sense: Concept) -> dict[Concept, float]:
        """The information of the sense and of all above it: how much smaller than the largest each is."""
        if sense not in self._above:
            volumes = {each: self.taxonomy.volume(each) for each in (sense, *ancestors(self.taxonomy, sense))}
            largest = max(volumes.values())
            self._above[sense] = {each: math.log2(largest / volume) for each, volume in volumes.items()}
        return self._above[sense]

    def _together(
        self, corpus: Corpus, form: str, senses: Sequence[Concept], around: Sequence[str]
    ) -> list[float]:
        """Pointwise mutual information, drawn towards zero where few documents tell."""
        alone = dict(zip(around, corpus.count([frozenset({word}) for word in around]), strict=True))
        words = [word for word in around if alone[word]]
        found = []
        for names in (self._names_around(sense, form) for sense in senses):
            if not names or not words:
                found.append(0.0)
                continue
            all_of_them, *both = corpus.count(
                [frozenset({names}), *(frozenset[str | frozenset[str]]({names, word}) for word in words)]
            )
            chances = [alone[word] / corpus.size for word in words]
            found.append(
                statistics.fmean(
                    math.log2((count / chance + _PRIOR_DOCUMENTS) / (all_of_them + _PRIOR_DOCUMENTS))
                    for count, chance in zip(both, chances, strict=True)
                )
            )
        return found

    def _names_around(self, sense: Concept, form: str) -> frozenset[str]:
        parents = self.taxonomy.parents(sense)
        beside = [each for parent in parents for each in self.taxonomy.children(parent)[:_NEAREST]]
        near = [sense, *parents, *self.taxonomy.children(sense)[:_NEAREST], *beside]
        return frozenset().union(*(countable_names(self.taxonomy, each) for each in near)) - {form}


Senses = Literal["likeliest", "overlap", "first", "common-terms"]

# Chosen on Senseval-3: with more, the words around mislead more often than they help.
_WEIGHT_OF_OVERLAP = 0.25


@dataclass(frozen=True, slots=True)
class Meanings:
    """How the senses of words are judged.

    - `likeliest`: senses weigh as often as they were met in tagged texts, and alike where none was; a concept may stand
      for a word when it lies above senses of at least `confidence` of the weight;
    - `overlap`: the same, but senses that fit the words around weigh more (see `Overlap`);
    - `first`: the first sense alone;
    - `common-terms`: the first sense, then the paper's Common_Terms_Search (Algorithm 2).

    `given` maps terms to the name of what they are: senses that lie below nothing of that name are left out.
    """

    taxonomy: Taxonomy
    method: Senses = "likeliest"
    confidence: float = 0.8
    given: Mapping[str, str] = field(default_factory=dict, repr=False)
    overlap: Overlap | None = None

    def way(
        self,
        form: str,
        around: Sequence[str] = (),
        *,
        name: bool = False,
        bare: bool = False,
        least: float = 0.0,
    ) -> list[Concept]:
        """The generalizations that may stand for a word, from the nearest to a root; none when it is unknown.

        A plant or an animal is counted: a word that stands `bare` means the stuff, if it may ("uses marijuana", "ate chicken").
        They lie above `least` of the weight of all senses, and no less than the confidence.
        """
        senses = self.senses(form, name=name)
        if bare and not name and self.method in ("likeliest", "overlap"):
            senses = self._stuff(senses) or senses
        if not senses:
            return []
        weights = self.weights(form, senses, around)
        likeliest = senses[weights.index(max(weights))]
        above = next(chains(self.taxonomy, likeliest))[1:]
        if self.method in ("first", "common-terms"):
            return list(above)
        shares = self.shares(senses, weights)
        enough = max(least, self.confidence)
        return [concept for concept in above if shares[concept] >= enough - 1e-9]

    def weights(self, form: str, senses: Sequence[Concept], around: Sequence[str] = ()) -> list[float]:
        """How likely each sense is, in proportion."""
        by_count = weigh_senses(form, senses)
        if self.method != "overlap" or self.overlap is None:
            return by_count
        bits = self.overlap.bits(form, senses, around)
        highest = max(bits)
        return [
            weight * 2 ** (_WEIGHT_OF_OVERLAP * (each - highest))
            for weight, each in zip(by_count, bits, strict=True)
        ]

    def senses(self, form: str, *, name: bool = False) -> list[Concept]:
        """The senses of a word that are not ruled out, likeliest first; a proper name has none of a common noun, nor has an acronym."""
        find = clear_senses_of_name if name else senses_of_word
        senses = find(form, self.taxonomy)
        if form.isupper() and len(form) > 1:  # GNU is no antelope
            senses = [sense for sense in senses if form in sense.names or not is_of_wordnet(sense)]
        meant = self.given.get(form, self.given.get(form.casefold()))
        if meant is None:
            return senses
        wanted = set(self.taxonomy.concepts(meant))
        return [sense for sense in senses if wanted & {sense, *ancestors(self.taxonomy, sense)}]

    def _stuff(self, senses: Sequence[Concept]) -> list[Concept]:
        """The senses that are no living things, where all that are not are stuff."""
        alive = set(self.taxonomy.concepts("organism")[:1])
        stuff = {concept for what in _STUFF for concept in self.taxonomy.concepts(what)[:1]}
        above = {sense: set(ancestors(self.taxonomy, sense)) for sense in senses}
        left = [sense for sense in senses if alive.isdisjoint(above[sense])]
        return left if all(not stuff.isdisjoint(above[sense]) for sense in left) else []

    def shares(self, senses: Sequence[Concept], weights: Sequence[float]) -> dict[Concept, float]:
        """For every concept above a sense, the weight of the senses below it, out of one."""
        return share_of_senses(senses, weights, self.taxonomy)

    def common_term(
        self, form: str, volume: Callable[[Concept], int], chosen: Concept, *, name: bool = False
    ) -> Concept:
        """The common term of at least the volume of what was chosen; the choice itself where there is none."""
        ways = [next(chains(self.taxonomy, sense)) for sense in self.senses(form, name=name)]
        volumes = {concept: volume(concept) for way in ways for concept in way}
        common = common_terms_search(ways, volumes, volumes[chosen])
        return chosen if common is None else common.concept


_STUFF = ("substance", "material", "matter", "drug", "food")
"""What a noun without an article or an ending means; a drug is an agent to WordNet, and no substance."""
_MEANT = 0.2
"""The share of its uses in which a name means a concept, if it is not the first thing that it means; chosen by hand."""
_RAREST_WORD = 2e-4
"""The share of documents that every word of a name stands in, if readers are to know it; chosen by hand."""


@dataclass(frozen=True, slots=True)
class WordingRules:
    """How well a release must read: which words may change, and what concepts are called.

    `words` are those that another noun can stand for anywhere ("plain"), all in small letters, or all. A "category" is a
    word that people use every day to say what sort of thing something is, a "known" name reads well by the rules of
    `Wording`, and "any" is the taxonomy's own. A mark of one of the kinds `marks` stands where no such name does.
    A `sure` one holds of nearly all senses of a word, whatever confidence is asked for.
    """

    words: Literal["plain", "small", "all"]
    naming: Literal["category", "known", "any"]
    marks: frozenset[str] = frozenset()
    sure: bool = False

    def takes(self, word: SensitiveWord) -> bool:
        """Whether a word that could stay may change."""
        if self.words == "plain":
            return word.plain
        small = not word.name and word.form.islower() and word.form.isascii()
        if self.marks and not word.heads:
            return self.words == "all"
        return self.words == "all" or (small and not word.form.endswith("ing"))


READABLE = (WordingRules("plain", "category"), WordingRules("small", "category"))
"""From the best on; a unit takes the next where it can't reach t with the one before."""

THINGS = frozenset(
    {
        "AMOUNT", "ANIMAL", "ARTIFACT", "BODY_PART", "DEVICE", "DRUG", "FOOD", "GROUP", "INDIVIDUAL", "MATERIAL", "PERIOD", "PLANT",
        "REGION", "STRUCTURE", "SUBSTANCE", "SYMPTOM", "VEHICLE",
    }
)  # fmt: skip
"""The kinds of marks that say what readers picture: whom, what, where and when."""

SAYINGS = THINGS | {"ACTIVITY", "COMMUNICATION", "CONDITION", "FEELING", "PROCESS"}
MARKS = SAYINGS | {"ATTRIBUTE", "EVENT", "IDEA", "PHENOMENON"}
"""The kinds of marks that can stand for a word of any text; what the others say is a matter of medicine."""

MARKED = (
    WordingRules("plain", "category", sure=True),
    WordingRules("small", "category", THINGS, sure=True),
    WordingRules("small", "category", SAYINGS, sure=True),
    WordingRules("small", "category", MARKS, sure=True),
    WordingRules("all", "category", MARKS, sure=True),
)
"""The same where marks may stand."""

LAST_RESORT = (
    WordingRules("all", "category"),
    WordingRules("small", "known"),
    WordingRules("all", "known"),
    WordingRules("all", "any"),
)
"""What is left where a unit can't reach t with words that read well, and may not lose its words instead."""


@dataclass(frozen=True, slots=True)
class ReadPlaces:
    """A word at its places, as a phrase: whether something more general is true and reads well at all of them (`take_nouns`), or it must
    change and nothing else there says which one is meant (`plain`)."""

    phrase: Phrase = field(repr=False)
    take_nouns: bool
    plain: bool


@dataclass(frozen=True, slots=True)
class Wording:
    """Chooses names for concepts; with a corpus, only names of words that are not rare in it."""

    taxonomy: Taxonomy
    corpus: Corpus | None = None
    language: Language = DEFAULT_LANGUAGE
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

    def suits(self, concept: Concept, stands: ReadPlaces) -> bool:
        """Whether a concept's name says enough and reads well in places; a hierarchy of one's own is taken at its word."""
        if not is_of_wordnet(concept):
            return True
        if self.is_human(stands.phrase.form):
            return False
        name, place, words = concept.name, stands.phrase, stands.phrase.words
        if not (stands.plain or stands.take_nouns) or name in self.language.nouns.blunt:
            return False
        if place.name:
            senses = clear_senses_of_name(place.name, self.taxonomy)
            if opens_sentence(place) or not (names_a_place(place) or are_people(senses, self.taxonomy)):
                return False
        if place.form.endswith(f" {name}"):
            kept = range(len(words) - len(name.split(" ")), len(words))
            if means_something_else(words, kept, self.taxonomy, language=self.language):
                return False
        return stands.plain or takes_form(place, name)

    def is_human(self, form: str) -> bool:
        """Whether a taxonomy has a word for people among the animals, as no reader should."""
        return form in self.language.names.sexes or any(
            "hominid" in above.names
            for sense in self.taxonomy.concepts(form)[:1]
            for above in ancestors(self.taxonomy, sense)
        )

    def mark_concept(self, concept: Concept, kinds: frozenset[str]) -> LadderRung | None:
        """The concept under the name that a mark of one of the kinds says, where readers take that name for it; None where none does."""
        kind = next(
            (
                each
                for each in sorted(kinds)
                if label_of(each) in concept.names and self._is_meant(label_of(each), concept)
            ),
            None,
        )
        return LadderRung(replace(concept, name=label_of(kind)), kind) if kind else None

    def _is_vague(self, concept: Concept) -> bool:
        return is_vague(concept, ancestors(self.taxonomy, concept), self.taxonomy)

    def _reads_well(self, name: str, concept: Concept, counted: bool | None, category: bool) -> bool:
        grammar, nouns = self.language.grammar, self.language.nouns
        head = name.rsplit(maxsplit=1)[-1].casefold()
        if category and is_of_wordnet(concept):
            if not (name in nouns.categories or (name[:1].isupper() and head in nouns.categories)):
                return False  # "European country" reads as well as "country" does
        elif self._is_vague(concept):
            return False
        return (
            head not in nouns.insults
            and name.casefold() not in nouns.insults
            and counted is not (head in grammar.mass or grammar.is_uncounted(head))
            and self.language.lemma(head) == head
            and self._is_meant(name, concept)
            and not (head.endswith("ing") and grammar.is_uncounted(head))
            and _is_noun(name, self.language)
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


def _is_noun(name: str, language: Language) -> bool:
    """Whether a name is taken for a noun where a noun stands: "the bad" is none."""
    words = name.split()
    tags = language.tagger().tags([["The", *words, "is", "there", "."]])[0]
    return tags[len(words)] in ("NN", "NNP")
