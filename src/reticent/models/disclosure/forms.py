"""Forms of the same root as a name, which say as much as the name does: "depressed" of depression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.conditions import Condition
from reticent.languages.en.derivation import SHORTEST_STEM, adverb, derived_forms
from reticent.text.lemmas import normal_word, normal_words

_ENDINGS_OF_ORIGIN = ("ic", "ian", "an", "n", "ist", "ism", "ite", "ese", "ish", "i")
_BESIDE = 5.0
"""How many times as often as by chance a form has to stand beside its name, or it is about something else."""


def forms_of_names(names: Iterable[str], general: str | None, corpus: Corpus) -> tuple[str, ...]:
    """The adjectives, verbs and nouns of the same root as a name, and names of several words with such a last one.

    A single word that the corpus knows counts only where it stands beside the name far more often than by chance:
    "depressor" is no depression. What may be told (`general`) is no name.
    """
    plain = [name for name in dict.fromkeys(names) if name.replace(" ", "").isalpha()]
    small = [name for name in plain if name.islower()]
    allowed = {*normal_words(general or "")}
    single = [
        *(
            form
            for name in small
            if " " not in name
            for form in _forms_of_word(name, derived_forms(name), corpus)
        ),
        *(form for name in plain if name.istitle() for form in _known_origins(name, corpus)),
    ]
    several = [form for name in small if " " in name for form in _forms_of_phrase(name)]
    return tuple(dict.fromkeys(form for form in (*single, *several) if normal_word(form) not in allowed))


def names_on_list(condition: Condition | None, general: str | None = None) -> tuple[str, ...]:
    """The names that mean a condition wherever they stand, without its acronyms, which are found in capitals only.

    What may be told (`general`) is none of them.
    """
    allowed = normal_words(general or "")
    names = (condition.name, *condition.names) if condition else ()
    return tuple(name for name in names if normal_words(name) != allowed)


def unsure_names_of_root(condition: Condition | None) -> tuple[str, ...]:
    """Unsure names of a condition that are built from the last word of a sure one: who hides major depression means
    "depressed" too.

    That last word itself is more general ("colitis" of ulcerative colitis), and stays unsure.
    """
    heads = set(map(head_of, names_on_list(condition)))
    roots = frozenset(form for head in heads for form in derived_forms(head)) - heads
    return tuple(name for name in condition.unsure if name in roots) if condition else ()


def head_of(name: str) -> str:
    """The last word of a name, which says what it is."""
    return name.rsplit(" ", 1)[-1]


def _known_origins(name: str, corpus: Corpus) -> Iterator[str]:
    """What comes from a place, a faith or a people, where the corpus has it: "Parisian", "Islamic"; nothing for several words."""
    small = name.casefold()
    if " " in name or len(small) < SHORTEST_STEM:
        return
    likely = (*derived_forms(small), *(f"{small}{ending}" for ending in _ENDINGS_OF_ORIGIN))
    forms = list(_forms_of_word(name, likely, corpus))
    counts = corpus.count([frozenset({normal_word(form)}) for form in forms])
    yield from (form for form, count in zip(forms, counts, strict=True) if count)


def _forms_of_word(name: str, likely: Iterable[str], corpus: Corpus) -> Iterator[str]:
    forms = [form for form in likely if is_countable(normal_word(form))]
    word = normal_word(name)
    if not forms or not is_countable(word):
        return
    terms = [normal_word(form) for form in forms]
    own, *alone = corpus.count([frozenset({term}) for term in (word, *terms)])
    together = corpus.count([frozenset({word, term}) for term in terms])
    for form, count, joint in zip(forms, alone, together, strict=True):
        if joint * corpus.size >= _BESIDE * count * own:
            yield form


def _forms_of_phrase(name: str) -> Iterator[str]:
    """A phrase with another form of its last word: "drug addict"; and two words as an adverb: "clinically depressed"."""
    first, _, last = name.rpartition(" ")
    for form in derived_forms(last):
        yield f"{first} {form}"
        if " " not in first:
            yield f"{adverb(first)} {form}"


def written_forms(
    names: Sequence[str], general: str | None, corpus: Corpus, condition: Condition | None
) -> tuple[str, ...]:
    """What else to look for in a text beside the names: forms of them, and unsure names of the same root."""
    allowed = normal_words(general or "")
    unsure = [name for name in unsure_names_of_root(condition) if normal_word(name) not in allowed]
    return tuple(dict.fromkeys([*unsure, *forms_of_names(names, general, corpus)]))


def forms_without_noun(forms: Iterable[str], names: Iterable[str]) -> frozenset[str]:
    """The forms in whose place no more general noun can stand: who is depressed is no disorder, and neither is a diabetic."""
    heads = set(map(head_of, names))
    return frozenset(form for form in forms if form not in heads)
