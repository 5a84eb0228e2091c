"""How a term is written and how it is looked up: underscores, case, number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reticent.taxonomy.taxonomy import Concept
from reticent.text.lemmas import normal_words


def readable(name: str) -> str:
    """The name as a reader writes it: no underscores, straight apostrophes, plain hyphens, single spaces.

    >>> readable("liver_cancer")
    'liver cancer'
    """
    return " ".join(name.translate(_PLAIN).split())


_PLAIN = str.maketrans("_’\u2010\u2011", " '--")


def fold_case(name: str) -> str:
    """What every way to capitalize a readable name shares."""
    return name.casefold()


def normal(name: str) -> str:
    """The normal form of a readable name, as terms have it: singular words, acronyms in capitals.

    >>> normal("Heads of state")
    'head of state'
    """
    return " ".join(normal_words(name))


def keys(name: str) -> list[str]:
    """Under what an index of names has to keep a name, so that `senses` finds it: as written, and normal."""
    written = readable(name)
    return [key for key in dict.fromkeys([fold_case(written), fold_case(normal(written))]) if key]


def senses(term: str, find: Callable[[str], Sequence[Concept]]) -> list[Concept]:
    """The concepts that `find` has under a key of the term, likeliest first.

    A name written exactly like the term, or like its normal form, comes before one in another case: "AIDS" is the
    syndrome before anything else and "aids" the noun aid.
    """
    written = readable(term)
    found = [(form, concept) for form in (written, normal(written)) for concept in find(fold_case(form))]
    exact = [concept for form, concept in found if form in concept.names]
    return list(dict.fromkeys(exact + [concept for _, concept in found]))
