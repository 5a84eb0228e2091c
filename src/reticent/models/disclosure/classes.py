"""What a term is judged by that the corpus doesn't count: the class that a taxonomy puts it into."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.knowledge.corpus.terms import words_of
from reticent.models.disclosure.familiarity import is_vague
from reticent.models.disclosure.phrases import HasCount
from reticent.taxonomy import Taxonomy, ancestors


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


def classes_in(words: Sequence[str], taxonomy: Taxonomy, has_count: HasCount) -> frozenset[str]:
    """The classes of what has no count of its own in a phrase: of its words, and of the longest end of it that is known.

    "oral lamivudine" is judged by what lamivudine is, "nucleoside analog inhibitor" by what such an inhibitor is.
    """
    classes = [classes_of(word, taxonomy, has_count) for word in words if not has_count(word)]
    for start in range(len(words) - 1):
        end = " ".join(words[start:])
        if has_count(end):
            break
        if found := classes_of(end, taxonomy, has_count):
            classes.append(found)
            break
    return frozenset().union(*classes)
