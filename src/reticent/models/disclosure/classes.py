"""What a term is judged by besides its own counts: the class that a taxonomy puts it into, and the substance of a drug."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.knowledge import is_countable
from reticent.knowledge.corpus.phrases import LONGEST
from reticent.knowledge.corpus.terms import words_of
from reticent.models.disclosure.familiarity import is_vague
from reticent.models.disclosure.phrases import HasCount, is_telling, units_of
from reticent.taxonomy import Taxonomy, ancestors, substance_of


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
