"""Names that readers know, classes that a term is judged by, and siblings that may be invented in its place."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from itertools import dropwhile

from reticent.knowledge import Conjunction, Corpus, is_countable
from reticent.knowledge.corpus.phrases import LONGEST
from reticent.knowledge.corpus.spoken import spoken
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors, names_below, substance_of
from reticent.models.shared.phrases import HasCount, Phrase, is_telling, units_of

_MOST, _SMALL = 1 / 7, 1000
"""The share of all leaves from which on a concept says no more than a placeholder; small taxonomies have none such."""

_RAREST_NAME = 1e-4  # the share of documents of a name that readers know; chosen by hand
_MORE_THAN_CHANCE = 3  # times as often as by chance; chosen by hand
_FEW = 20  # documents below which a phrase's own counts say little; chosen by hand


def is_vague(concept: Concept, above: Iterable[Concept], taxonomy: Taxonomy) -> bool:
    """Whether a reader learns no more from a concept than from a placeholder; `above` are all that it stands among."""
    nouns = spoken().nouns  # a taxonomy's own
    if concept.name in nouns.vague or concept.name in nouns.never_vague:
        return concept.name in nouns.vague
    volume = taxonomy.volume(concept)
    return volume > _SMALL and volume > _MOST * max(map(taxonomy.volume, above), default=0)


def familiar_forms(
    forms: Sequence[str], phrase: Phrase, *, corpus: Corpus, allowed: Collection[str] = ()
) -> frozenset[str]:
    """The forms that a reader can be expected to understand in the phrase's place.

    What a form adds to the phrase's own first words is known to the corpus from more than a few places, and clearly more
    often beside the phrase's last word than by chance: a taxonomy calls every tremor a vibration and every stroke a
    maneuver, but hardly anybody else does. A proper name is what it is, however seldom the two stand together.
    """
    allowed = {*allowed, *phrase.language.nouns.never_odd}
    added = {form: " ".join(dropwhile(phrase.words.__contains__, words_of(form))) for form in forms}
    asked = [form for form, new in added.items() if new and new not in allowed and is_countable(new)]
    beside = (
        frozenset({phrase.words[-1]}) if is_countable(phrase.words[-1]) and not phrase.name else frozenset()
    )
    conjunctions: list[Conjunction] = [beside, *(frozenset({added[form]}) for form in asked)]
    counts = corpus.count(conjunctions + [each | beside for each in conjunctions[1:]])
    own, alone, together = counts[0], counts[1 : len(asked) + 1], counts[len(asked) + 1 :]
    fitting = {
        form
        for form, many, both in zip(asked, alone, together, strict=True)
        if many > corpus.size * _RAREST_NAME
        and (not beside or own <= _FEW or both > _MORE_THAN_CHANCE * many * own / corpus.size)
    }
    return frozenset(form for form, new in added.items() if not new or new in allowed or form in fitting)


def classes_of(form: str, taxonomy: Taxonomy, has_count: HasCount) -> frozenset[str]:
    """The counted names of what is one step above a term in its likeliest sense; none where no taxonomy knows it.

    What says no more than a placeholder is no class. One step alone: everything is a substance further up.
    """
    found = set()
    for sense in taxonomy.concepts(form)[:1]:
        above = list(ancestors(taxonomy, sense))
        for parent in taxonomy.parents(sense):
            if not is_vague(parent, above, taxonomy):
                terms = (" ".join(words_of(name)) for name in parent.names)
                found.add(next(filter(has_count, terms), ""))
    return frozenset(found - {""})


def classes_in(
    words: Sequence[str], taxonomy: Taxonomy, has_count: HasCount, has_enough: HasCount
) -> frozenset[str]:
    """The classes of what hardly anybody counted in a phrase: of its words, and of the longest end of it that is known.

    "oral lamivudine" is judged by what lamivudine is, "nucleoside analog inhibitor" by what such an inhibitor is.
    """
    classes = [classes_of(word, taxonomy, has_count) for word in words if not has_enough(word)]
    last = len(words) - 1
    for start in (*range(min(1, last)), *range(max(1, len(words) - LONGEST), last)):  # no longer end is known
        end = " ".join(words[start:])
        if has_enough(end):
            break
        if found := classes_of(end, taxonomy, has_count):
            classes.append(found)
            break
    return frozenset().union(*classes)


def units_of_substances(
    words: Sequence[str], taxonomy: Taxonomy, has_count: HasCount, has_enough: HasCount
) -> frozenset[str]:
    """What is known of the substances of drugs that words name, one by one or as a whole: a drug tells as much at least."""
    names = dict.fromkeys([*words, " ".join(words)])
    substances = [found for name in names if (found := substance_of(taxonomy, name))]
    return frozenset(
        unit
        for substance in substances
        for unit in look_up(words_of(substance), taxonomy, has_count, has_enough)
        if " " in unit or has_count(unit)
    )


def look_up(
    words: Sequence[str], taxonomy: Taxonomy, has_count: HasCount, has_enough: HasCount
) -> frozenset[str]:
    """What can be looked up of words, and what stands for that which can't be: a phrase by its words, a word by its class."""
    form = " ".join(words)
    whole = {form} if sum(map(is_countable, words)) > 1 and is_telling(form) else set()
    return units_of(words, has_count) | whole | classes_in(words, taxonomy, has_count, has_enough)


_KNOWN = 20
"""Documents that a sibling stands in, if readers are to know it."""
_FEWEST = 3
"""Siblings below which the choice among them would tell what they are siblings of."""


def find_siblings(
    general: str, taken: Collection[str], *, taxonomy: Taxonomy, corpus: Corpus
) -> tuple[str, ...]:
    """The names below g(c) that readers know and that are none of those `taken`, nor above or below one of them, in order.

    None where they are few. What lies between c and g(c) says more of c than g(c) does.
    """
    senses = taxonomy.concepts(general)[:1]
    names = {name for sense in senses for name in names_below(taxonomy, sense, first_sense_only=True)}
    own = {name for sense in senses for name in sense.names}
    terms = {name: " ".join(words_of(name)) for name in sorted(names - own - _find_kin(taken, taxonomy))}
    free = [name for name, term in terms.items() if is_countable(term) and not _speaks_of(term, taken)]
    counts = corpus.count([frozenset({terms[name]}) for name in free])
    known = tuple(name for name, count in zip(free, counts, strict=True) if count >= _KNOWN)
    return known if len(known) >= _FEWEST else ()


def _find_kin(taken: Collection[str], taxonomy: Taxonomy) -> set[str]:
    """The names of all that is above or below one of these names, in any sense."""
    senses = [sense for name in taken for sense in taxonomy.concepts(name)]
    above = {name for sense in senses for each in ancestors(taxonomy, sense) for name in each.names}
    return above.union(*(names_below(taxonomy, sense) for sense in senses))


def choose_sibling(siblings: Collection[str], seed: str) -> str | None:
    """One of the siblings, the same for the same seed: whoever doesn't know the seed can't tell which was likely."""
    ordered = sorted(siblings)
    if not ordered:
        return None
    digest = hashlib.sha256("\n".join([seed, *ordered]).encode()).digest()
    return ordered[int.from_bytes(digest[:8], "big") % len(ordered)]


def _speaks_of(term: str, taken: Collection[str]) -> bool:
    """Whether a term holds one of the names that are taken, or lies in one: a kind of c is no sibling of c."""
    return any(f" {name} " in f" {term} " or f" {term} " in f" {name} " for name in taken)
