"""What is protected: an entity by all of its names, how much of it may be disclosed, and what each generalization would allow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log2

from reticent.errors import InputError, KnowledgeError, TaxonomyError
from reticent.knowledge import (
    Corpus,
    Counting,
    CountingRule,
    any_of,
    as_term,
    bits,
    counting_rule,
    is_countable,
    names_with_counts,
)
from reticent.knowledge.conditions import Condition, conditions
from reticent.knowledge.corpus.corpus import WITH_ALL_BELOW, concept_occurrences
from reticent.knowledge.corpus.spoken import normal_words, spoken
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors, names_below
from reticent.models.shared.familiarity import is_vague
from reticent.models.shared.naming import (
    finder_of,
    list_above,
    means,
    names_of,
    senses_below,
    words_like_names,
)
from reticent.models.shared.proper_names import NameFinder, is_full_name


@dataclass(frozen=True, slots=True)
class SensitiveEntity:
    """A sensitive entity c and its threshold g(c), with the counts of documents that their bits come from.

    `names` all stand for the entity, and so do `telling` words of them, which hardly occur without it.
    `finder` looks for them in a text: the names, the ways in which acronyms are written, and short names. `doubt` says why a
    taxonomy would have taken another g(c). `forms` are ways to write it in whose place g(c) can't stand: "depressed".
    `general` is None under plain C-sanitization (Definition 1); then `general_documents` is 0. They are as many of the corpus as
    its share of texts has g(c), where that is counted in texts alone. Whatever g(c) allows, no group
    may make the entity likelier than `at_most`, a probability; 1 is no such cap, and no single term more than `at_most_times` as likely as it
    is without. `among_general` are the documents that hold it and g(c), and those with g(c). `general_share` is how likely the word g(c)
    makes it, which may stand. `terms` are the normal forms of its names: a text that holds one says it outright. What is `related` to
    it goes as its names do. One that the corpus has never seen has no `documents`: nothing is known of it but names and what is related.
    """

    name: str
    names: tuple[str, ...]
    general: str | None
    counted: CountingRule = field(repr=False)
    documents: int
    general_documents: float
    corpus_documents: int
    telling: frozenset[str] = field(default=frozenset(), repr=False)
    finder: NameFinder = field(default_factory=NameFinder, repr=False)
    doubt: str = ""
    forms: frozenset[str] = field(default=frozenset(), repr=False)
    at_most: float = 1.0
    at_most_times: float = inf
    among_general: tuple[int, int] = (0, 0)
    general_share: float = 0.0
    related: tuple[str, ...] = field(default=(), repr=False)
    terms: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        own = (name for name in self.names if name.casefold() not in self.finder.capitals)
        object.__setattr__(self, "terms", frozenset(" ".join(normal_words(name)) for name in own))

    @property
    def key(self) -> tuple[str, str | None]:
        """What tells it from others: one entity may have several g(c), which all hold."""
        return self.name, self.general

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names under which it is protected, acronyms and short ones of a full name among them."""
        return self.finder.list_names(self.names, self.forms)

    @property
    def bits(self) -> float:
        """IC(c): what there is to disclose; what was never seen counts as seen half a time."""
        return bits(2 * self.documents or 1, 2 * self.corpus_documents)

    @property
    def allowed(self) -> float:
        """IC(g(c)): what may be disclosed; without g(c) anything below IC(c)."""
        return log2(self.corpus_documents / self.general_documents) if self.general_documents else self.bits

    @property
    def allowed_at_most(self) -> float:
        """What may be disclosed by g(c) and by the cap: the fewer of their bits."""
        if self.at_most >= 1 or not self.documents:
            return self.allowed
        return min(self.allowed, log2(self.cap_of(()) * self.corpus_documents / self.documents))

    # paper: cg-sanitization, End of section 4; Figure 2
    @property
    def share_by_general(self) -> float:
        """The share of a group's documents that may name it by g(c): p(c) / p(g(c)), Definition 3; all without g(c)."""
        return self.documents / self.general_documents if self.general and self.documents else 1.0

    @property
    def general_term(self) -> str:
        """The word g(c) as it is counted; empty without g(c)."""
        return " ".join(words_of(self.general)) if self.general else ""

    def cap_of(self, group: Collection[str]) -> float:
        """The share of a group's documents that may name it by the cap: as many as of all documents where that is more.

        A group with the word g(c) in it may tell as much as that word, which the user wants to be told.
        """
        told = self.general_share if self.general_term in group else 0.0
        return max(self.at_most, self.share_without, told)

    @property
    def share_without(self) -> float:
        """The share of all documents that name it, or of those within which it is counted."""
        counted = self.general_documents if self.counted.within else self.corpus_documents
        return self.documents / counted if counted else 0.0

    @property
    def is_capped_by_times(self) -> bool:
        """Whether there is a cap of times, and a share of documents that breaks it."""
        return self.at_most < 1 and 0 < self.at_most_times * self.share_without < 1


@dataclass(frozen=True, slots=True)
class EntityMeasure:
    """How entities are counted: by which corpus, taxonomy and way of counting, and up to which cap.

    `by_meaning`, a g(c) above the entity in the taxonomy is more general whatever the counts say: what it allows is counted over
    all that lies between the two, so that it allows less the higher it is. How often g(c) is said is counted in `texts`, where
    the corpus has tables of facts besides.
    """

    corpus: Corpus = field(repr=False)
    taxonomy: Taxonomy = field(repr=False)
    counting: Counting = "standard"
    at_most: float = 1.0
    at_most_times: float = inf
    by_meaning: bool = True
    texts: Corpus | None = field(default=None, repr=False)

    def count_general(self, names: Sequence[str], how: CountingRule) -> float:
        """As many documents of the corpus as the share makes of those that hold one of the names of g(c)."""
        among = self.texts if self.texts is not None and not how.within else self.corpus
        counted = any_of(names_with_counts(among, names))
        return among.count([frozenset({counted})])[0] * self.corpus.size / among.size if among.size else 0


def entity_of(
    name: str,
    general: str | None,
    *,
    by: EntityMeasure,
    aliases: Iterable[str] = (),
    related: Sequence[str] = (),
    condition: Condition | None = None,
) -> SensitiveEntity:
    """The entity of that name; what can't be measured is an error that says what can.

    One that the corpus has never seen is protected by its names and by what is `related`.
    """
    corpus, taxonomy, counting = by.corpus, by.taxonomy, by.counting
    _require_meaning(name, general)
    senses = senses_of(name, general, taxonomy)
    given = (name, *aliases)
    names = names_of(given, senses, taxonomy, condition=condition, general=general)
    _require_other_name(name, general, names)
    finder, forms = finder_of(
        names, given, general, senses=senses, corpus=corpus, taxonomy=taxonomy, condition=condition
    )
    generals = _generals(senses, general, taxonomy)
    entity_names = [each for each in names if each.casefold() not in finder.capitals]
    general_names = [general] if general else []
    with_all_below = counting in WITH_ALL_BELOW
    if with_all_below:
        entity_names += [below for sense in senses for below in _below(taxonomy, sense)]
        general_names += [below for concept in generals for below in _below(taxonomy, concept)] + entity_names
    elif general:
        general_names += [
            other for concept in generals for other in concept.names if means(taxonomy, other, concept)
        ]
    between = _between(senses, general, taxonomy) if by.by_meaning and counting == "standard" else []
    if between:
        general_names += [
            other for concept in between for other in concept.names if means(taxonomy, other, concept)
        ] + entity_names
    how = counting_rule(
        counting, _names_to_count(name, entity_names, corpus), names_with_counts(corpus, general_names)
    )
    own = corpus.count([how.entity | how.within])[0] if how.entity != {frozenset()} else 0
    allowed = by.count_general(general_names, how) if general else 0
    if general and counting == "occurrences":
        allowed = _as_much_more(own, corpus, entity_names, general_names)
    if between or with_all_below:  # what is said in other texts may be rarer there than c is here
        allowed = max(allowed, own)
    telling = words_like_names(names, general, how, own, corpus)
    if related:
        finder = replace(finder, written=tuple(dict.fromkeys([*finder.written, *related])))
        plurals = (spoken().grammar.plural(each) for each in related)
        forms |= frozenset(map(str.casefold, [*related, *plurals]))
        telling |= frozenset(" ".join(normal_words(each)) for each in related)
    doubt = doubt_generalization(name, general, taxonomy)
    entity = SensitiveEntity(
        name,
        names,
        general,
        how,
        own,
        allowed,
        corpus.size,
        telling,
        finder,
        doubt,
        forms,
        by.at_most,
        by.at_most_times,
        _count_among_general(corpus, how, general),
        _share_of_general(corpus, how, general) if by.at_most < 1 else 0.0,
        tuple(related),
    )
    _require_measurable(entity, corpus, taxonomy, by_meaning=bool(between) or with_all_below)
    return entity


# paper: cg-sanitization, Equation 5
def _as_much_more(
    documents: int, corpus: Corpus, names: Sequence[str], general_names: Sequence[str]
) -> float:
    """The documents of an entity times p(g(c)) / p(c), both by how often all that lies below them occurs."""
    own, general = concept_occurrences(corpus, any_of(names), any_of(general_names))
    return documents * general / own if own else documents


def _names_to_count(name: str, names: Sequence[str], corpus: Corpus) -> Sequence[str]:
    """The names that an entity is counted by; none of a proper name that the corpus knows through its words alone: whatever
    has both a project and a falcon in it is no project of that name.
    """
    counted = names_with_counts(corpus, names)
    terms = [term for each in counted if is_countable(term := " ".join(words_of(each)))]
    return counted if not is_full_name(name) or "exact" in corpus.known(terms) else ()


def _count_among_general(corpus: Corpus, how: CountingRule, general: str | None) -> tuple[int, int]:
    """The documents that hold the entity and g(c), and those with g(c)."""
    if not general or how.within or how.entity == {frozenset()}:
        return 0, 0
    both, told = corpus.count([how.entity | how.threshold, how.threshold])
    return both, told


def _share_of_general(corpus: Corpus, how: CountingRule, general: str | None) -> float:
    """How likely the word g(c) makes the entity."""
    term = " ".join(words_of(general)) if general else ""
    if not is_countable(term) or how.entity == {frozenset()}:
        return 0.0
    together, alone = corpus.count([how.entity | {term} | how.within, frozenset({term}) | how.within])
    return together / alone if alone else 0.0


def senses_of(name: str, general: str | None, taxonomy: Taxonomy) -> list[Concept]:
    """The senses of an entity that are meant: those below g(c), or the likeliest; none if the taxonomy knows none."""
    senses, above = taxonomy.concepts(name), taxonomy.concepts(general) if general else []
    meant = senses_below(name, general, taxonomy)
    if not meant and any(sense in above for sense in senses):
        raise TaxonomyError(
            f"'{general}' is '{name}' itself: take {_offer(name, taxonomy)}, or leave it out for the loosest promise"
        )
    return meant or senses[:1]


def doubt_generalization(name: str, general: str | None, taxonomy: Taxonomy) -> str:
    """Why the taxonomy would have taken another g(c); nothing where it agrees, or doesn't know the two."""
    senses = taxonomy.concepts(name)
    above = taxonomy.concepts(general) if general else []
    if not senses or not above:
        return ""
    if any(_called(general or "", ancestors(taxonomy, sense), taxonomy) for sense in senses):
        return ""
    more = any(sense in ancestors(taxonomy, concept) for concept in above for sense in senses)
    what = "is more specific than" if more else "is not above"
    return (
        f"in the taxonomy '{general}' {what} '{name}', which is one of: {_offer(name, taxonomy)};"
        f" '{general}' is taken as you said, by its counts"
    )


def _require_meaning(name: str, general: str | None) -> None:
    """Both must hold a word that is counted, and must not be the same word."""
    for each in (name, general or name):
        if not is_countable(" ".join(words_of(each))):
            raise KnowledgeError(
                f"'{each}' has no word with a meaning of its own, so nothing can be counted: name a thing, such as HIV"
            )
    if general and as_term(general) == as_term(name):
        raise TaxonomyError(
            f"'{general}' is '{name}' itself: take something more general, or leave it out for the loosest promise"
        )


def _require_other_name(name: str, general: str | None, given: Sequence[str]) -> None:
    """What may be disclosed must be no name of the entity, nor the condition that it causes: whoever reads AIDS knows of HIV."""
    told = conditions().find(general) if general else None
    own = conditions().find(name)
    is_name = general is not None and any(as_term(general) == as_term(each) for each in given)
    if is_name or (told and own and told is not own and as_term(own.name) in map(as_term, told.general)):
        raise TaxonomyError(
            f"'{general}' says as much as '{name}': take something more general, or leave it out for the loosest promise"
        )


def _offer(name: str, taxonomy: Taxonomy) -> str:
    return list_above(taxonomy.concepts(name), taxonomy) or "no generalization at all"


def _generals(senses: Sequence[Concept], general: str | None, taxonomy: Taxonomy) -> list[Concept]:
    """The senses of g(c) that are above the entity, or its first sense where the taxonomy doesn't know the entity."""
    known = taxonomy.concepts(general) if general else []
    above = [concept for concept in known if any(concept in ancestors(taxonomy, sense) for sense in senses)]
    return above or known[:1]


def _between(senses: Sequence[Concept], general: str | None, taxonomy: Taxonomy) -> list[Concept]:
    """The concepts on every way from the entity up to g(c), both included; none where g(c) is not above it.

    Not all that lies below g(c): 30,000 names lie below "disease", and a fifth of all documents holds one of them.
    """
    found: dict[Concept, None] = {}
    for sense in senses if general else ():
        above = ancestors(taxonomy, sense)
        tops = _called(general or "", above, taxonomy)
        if tops:
            between = (each for each in above if not tops.isdisjoint(ancestors(taxonomy, each)))
            found |= dict.fromkeys([sense, *between, *sorted(tops, key=above.__getitem__)])
    return list(found)


def _called(name: str, above: Iterable[Concept], taxonomy: Taxonomy) -> set[Concept]:
    """Those of the concepts that a name means; by the name alone too, because of two taxonomies one may hide the other's."""
    known, written = taxonomy.concepts(name), name.casefold()
    return {each for each in above if each in known or written in map(str.casefold, each.names)}


def _below(taxonomy: Taxonomy, concept: Concept) -> list[str]:
    return names_below(taxonomy, concept, first_sense_only=True)


def _require_measurable(
    entity: SensitiveEntity, corpus: Corpus, taxonomy: Taxonomy, *, by_meaning: bool
) -> None:
    if not entity.documents:
        if entity.counted.within and corpus.count([entity.counted.entity])[0]:
            raise KnowledgeError(
                f"no document of the corpus names both '{entity.name}' and '{entity.general}', so nothing can be counted within"
                " the latter: take another generalization, or standard counts"
            )
        return
    if entity.documents == entity.corpus_documents and not entity.counted.within:
        raise KnowledgeError(
            f"every document of this corpus names '{entity.name}', so whatever a text says, it says no more of it:"
            " count a corpus that is about other things as well"
        )
    if entity.general is None:
        return
    if not is_countable(entity.general) or not entity.general_documents:
        raise KnowledgeError(
            f"the corpus has never seen '{entity.general}', so it is no measure of '{entity.name}':"
            f" {_what_to_do(entity, corpus, taxonomy)}"
        )
    if entity.general_documents <= entity.documents and not by_meaning:
        raise KnowledgeError(
            f"in this corpus '{entity.general}' ({entity.general_documents:,.0f} documents) is not more general than"
            f" '{entity.name}' ({entity.documents:,}): {_what_to_do(entity, corpus, taxonomy)}"
        )


def _what_to_do(entity: SensitiveEntity, corpus: Corpus, taxonomy: Taxonomy) -> str:
    """The generalizations that the corpus does make more general, ready to be asked for."""
    meant = senses_of(entity.name, entity.general, taxonomy)
    above = [each for sense in meant for each in ancestors(taxonomy, sense)]
    names = [
        name for name in dict.fromkeys(each.name for each in above) if is_countable(" ".join(words_of(name)))
    ]
    counts = corpus.count([frozenset({as_term(name)}) for name in names])
    usable = [name for name, count in zip(names, counts, strict=True) if count > entity.documents]
    if not usable:
        return f"nothing that is above it is, so protect it without one: '{entity.name}'"
    asked = " or ".join(f"'{entity.name}={name}'" for name in usable[:3])
    return f"protect {asked}; 'reticent protect \"{entity.name}\"' lists what each says"


@dataclass(frozen=True, slots=True)
class ThresholdOption:
    """A possible g(c): its name, as many documents as it is counted in, and its information content in bits."""

    general: str
    documents: int
    bits: float


def thresholds(
    name: str, sense: Concept, *, taxonomy: Taxonomy, measure: Callable[[str], SensitiveEntity]
) -> list[ThresholdOption]:
    """What is above a sense of an entity and tells a reader something, nearest first.

    `measure` makes the entity with a g(c), and refuses what can't be one.
    """
    found: list[ThresholdOption] = []
    above = list(ancestors(taxonomy, sense))
    for concept in above:
        if is_vague(concept, above, taxonomy) or concept.name in {each.general for each in found}:
            continue
        try:
            entity = measure(concept.name)
        except InputError:
            continue
        found.append(ThresholdOption(concept.name, round(entity.general_documents), entity.allowed))
    return found
