"""Where the terms of an entity database stand among the words of a text, however they are written; and who is protected.

Derived forms and misspellings of a term's words count as the term. The rules say by how many others each entity is protected, and what these
others must be like.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from reticent.detection.names.word_lists import word_classes
from reticent.errors import InputError
from reticent.knowledge.entities.words import LONGEST, EntityWord, form_of, head_of, is_word, medical_names
from reticent.text.sentences import normal_word

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase, Ints
    from reticent.knowledge.taxonomy.taxonomy import Taxonomy


DERIVED, MISSPELT = "a derived form", "a misspelling"

SHORTEST_DERIVED = 5  # letters: shorter words derive into others too often; chosen by hand
SHORTEST_MISSPELT = 8
"""Letters of a term's word: with fewer, an edit leads to another word too often."""

_SHORTEST_STEM = 4  # letters, for the same reason

_ENDINGS = {
    "": ("al", "ous", "ish", "ated"),
    "a": ("al", "ic", "atic", "atous"),
    "ia": ("ic", "ial", "iac"),
    "es": ("ic",),
    "is": ("ic", "itic"),
    "sis": ("tic", "us", "sed"),
    "y": ("ic",),
    "sy": ("tic",),
    "ion": ("ive", "ed"),
    "ism": ("ic",),
    "e": ("al", "ic"),
    "us": ("al",),
}
"""Endings of nouns with those of the words that are derived from them: "epilepsy" and "epileptic"."""

_DOUBLED = re.compile(r"([a-z])\1")
_DIPHTHONG = re.compile(r"[ao]e")


@dataclass(frozen=True, slots=True)
class Variants:
    """The words of a database's terms by their derived forms, and by what is left of them without one letter."""

    words: frozenset[str] = field(repr=False)
    derived: Mapping[str, str] = field(repr=False)
    misspelt: Mapping[str, tuple[str, ...]] = field(repr=False)

    def find(self, word: str) -> tuple[str, str] | None:
        """The word of a term that this one stands for, and how, unless it is one itself."""
        if word in self.words or not (word.isalpha() and word.islower()):
            return None
        if word in self.derived:
            return self.derived[word], DERIVED
        if len(word) < SHORTEST_MISSPELT - 1 or word_classes().of(word).frequency:
            return None
        bare = _strip(word)
        keys = [bare, *_shorten(bare)]
        near = (
            known for key in keys for known in self.misspelt.get(key, ()) if _is_near(bare, _strip(known))
        )
        found = min(near, default=None)
        return (found, MISSPELT) if found else None


_known: WeakKeyDictionary[EntityDatabase, Variants] = WeakKeyDictionary()


def variants_of(database: EntityDatabase) -> Variants:
    """The variants of all words of a database, worked out once."""
    if database not in _known:
        _known[database] = make_variants(word for term in database.terms() for word in term.split())
    return _known[database]


def make_variants(words: Iterable[str]) -> Variants:
    """The variants of these words.

    >>> variants = make_variants(["gonorrhoea", "epilepsy"])
    >>> [variants.find(word) for word in ("gonorrhoeal", "epileptic", "gonnorhea", "gonorrhoea")]
    [('gonorrhoea', 'a derived form'), ('epilepsy', 'a derived form'), ('gonorrhoea', 'a misspelling'), None]
    """
    plain = sorted({word for word in words if word.isalpha() and word.islower()})
    derived: dict[str, str] = {}
    misspelt: dict[str, list[str]] = {}
    for word in plain:
        if len(word) >= SHORTEST_DERIVED:
            for form in _derive(word):
                derived.setdefault(form, word)
        if len(word) >= SHORTEST_MISSPELT:
            bare = _strip(word)
            for key in {bare, *_shorten(bare)}:
                misspelt.setdefault(key, []).append(word)
    return Variants(frozenset(plain), derived, {key: tuple(found) for key, found in misspelt.items()})


def _derive(word: str) -> Iterator[str]:
    for ending, others in _ENDINGS.items():
        stem = word[: len(word) - len(ending)]
        if word.endswith(ending) and len(stem) >= _SHORTEST_STEM:
            yield from (stem + other for other in others)


def _strip(word: str) -> str:
    """The word with doubled letters written once and "ae" and "oe" as "e": mistakes and spellings that don't count."""
    return _DIPHTHONG.sub("e", _DOUBLED.sub(r"\1", word))


def _shorten(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def _is_near(one: str, other: str) -> bool:
    """Whether one edit leads from one word to the other: a letter more, less or another, or two that changed places."""
    if one == other:
        return True
    start = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    a, b = one[start:], other[start:]
    swapped = len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:]
    return a[1:] == b or a == b[1:] or a[1:] == b[1:] or swapped


_LONGEST_ACRONYM = 6  # letters; longer words in capitals are shouted
_LONGEST_SYNONYM = 4
"""In words; a synonym is looked for at every place, and longer ones are rare."""


class TermSource(Protocol):
    """What knows terms: an entity database, or one whose contexts are closed over a taxonomy."""

    @property
    def size(self) -> int:
        """How many entities there are."""

    def terms_with_heads(self, heads: Collection[str]) -> list[str]:
        """The terms whose head is one of these."""

    def knowers(self, terms: Collection[str]) -> Mapping[str, Ints]:
        """For every one of these that is a term, the entities that know it, in order."""


class TermPlace(NamedTuple):
    """A term in a range of words; `reason` says how it is written, "" where that is the term itself."""

    start: int
    end: int
    form: str
    reason: str = ""


def find_all(
    found: Sequence[EntityWord], source: TermSource, synonyms: Taxonomy | None, variants: Variants | None
) -> Iterator[TermPlace]:
    """Terms and synonyms, with words in capitals read both as acronyms and as words that somebody stressed.

    Small letters that are an acronym's, such as "hiv", are read as the acronym too.
    """
    calm = [word._replace(form=normal_word(word.form.lower())) for word in found]
    loud = [word._replace(form=_as_acronym(word.form)) for word in found]
    readings = [found, *(other for other in (calm, loud) if other != found)]
    for reading in readings:
        yield from _terms(reading, source)
        yield from _synonyms(reading, source, synonyms)
        if variants is not None:
            yield from _other_names(reading, source)
    if variants is not None:
        yield from _variants(calm, source, variants)


def _as_acronym(form: str) -> str:
    """The form in capitals where that is how the world writes it: "HIV" for "hiv", but "art" for "art".

    A longer word is no acronym; a database that has it in capitals has shouted it.
    """
    if not (form.isalpha() and form.islower()):
        return form
    if len(form) > _LONGEST_ACRONYM:
        return form.upper()
    usual = word_classes().usual(form)
    return usual if usual.isupper() else form


def _terms(found: Sequence[EntityWord], source: TermSource) -> Iterator[TermPlace]:
    """Every place that is written like a term, as a range of words."""
    forms = [word.form for word in found]
    heads = {head for at in range(len(forms)) for head in _heads(forms, at)}
    begun: dict[str, list[tuple[str, int]]] = {}
    for form in source.terms_with_heads(heads):
        begun.setdefault(head_of(form), []).append((form, form.count(" ") + 1))
    for at in range(len(forms)):
        for head in _heads(forms, at):
            for form, length in begun.get(head, ()):
                if " ".join(forms[at : at + length]) == form:
                    yield TermPlace(at, at + length, form)


def _variants(found: Sequence[EntityWord], source: TermSource, variants: Variants) -> Iterator[TermPlace]:
    """Every place that is written like a term once derived and misspelt words are read as the terms' own."""
    meant = {at: told for at, word in enumerate(found) if (told := variants.find(word.form))}
    if not meant:
        return
    corrected = [word._replace(form=meant[at][0]) if at in meant else word for at, word in enumerate(found)]
    for each in _terms(corrected, source):
        reasons = [meant[at][1] for at in range(each.start, each.end) if at in meant]
        if reasons:
            yield each._replace(reason=reasons[0])


def _other_names(found: Sequence[EntityWord], source: TermSource) -> Iterator[TermPlace]:
    """Every place that the medical lists have as another name of a term, unless it is a term itself."""
    forms = [word.form for word in found]
    ranges = {
        (at, end): meanings
        for at in range(len(forms))
        for end in range(at + 1, min(at + LONGEST, len(forms)) + 1)
        if (meanings := medical_names().get(" ".join(forms[at:end])))
    }
    asked = {head_of(form) for found in ranges.values() for each in found for form in each.forms}
    known = set(source.terms_with_heads(asked))
    for (at, end), meanings in ranges.items():
        own = " ".join(forms[at:end])
        told = [(form, each.reason) for each in meanings for form in each.forms if form in known]
        if own not in known and told:
            yield TermPlace(at, end, *told[0])


def _heads(forms: Sequence[str], at: int) -> tuple[str, ...]:
    if not is_word(forms[at]):
        return ()
    return (forms[at], f"{forms[at]} {forms[at + 1]}") if at + 1 < len(forms) else (forms[at],)


def _synonyms(
    found: Sequence[EntityWord], source: TermSource, taxonomy: Taxonomy | None
) -> Iterator[TermPlace]:
    """Every place whose words are a synonym of a term, unless they are a term themselves."""
    if taxonomy is None:
        return
    forms = [word.form for word in found]
    phrases = {
        " ".join(forms[at:end])
        for at in range(len(forms))
        for end in range(at + 1, min(at + _LONGEST_SYNONYM, len(forms)) + 1)
        if is_word(forms[at]) and is_word(forms[end - 1])
    }
    meant = _find_meanings(phrases, source, taxonomy)
    for at in range(len(forms)):
        for end in range(at + 1, min(at + _LONGEST_SYNONYM, len(forms)) + 1):
            if form := meant.get(" ".join(forms[at:end])):
                yield TermPlace(at, end, form, "a synonym")


def _find_meanings(phrases: Collection[str], source: TermSource, taxonomy: Taxonomy) -> dict[str, str]:
    names = {
        phrase: [form_of(name) for name in senses[0].names]
        for phrase in phrases
        if (senses := taxonomy.concepts(phrase))
    }
    asked = {head_of(form) for forms in names.values() for form in forms}
    known = set(source.terms_with_heads(asked | {head_of(phrase) for phrase in names}))
    firsts = {
        phrase: next((form for form in forms if form in known), None) for phrase, forms in names.items()
    }
    return {phrase: form for phrase, form in firsts.items() if form and phrase not in known}


def longest_terms(found: Iterable[TermPlace]) -> Iterator[TermPlace]:
    """Those that lie inside no other; of several readings of one place, what is written as the term itself."""
    furthest = -1
    for each in sorted(set(found), key=lambda each: (each.start, -each.end, each.reason, each.form)):
        if each.end > furthest:
            furthest = each.end
            yield each


@dataclass(frozen=True, slots=True)
class Company:
    """What the others that fit must be like: not all protected, where anybody is not, nor all of one category.

    `categories` has those of every entity.
    """

    protected: frozenset[int] = field(repr=False)
    categories: Mapping[int, tuple[str, ...]] = field(repr=False)

    def is_diverse(self, others: Collection[int]) -> bool:
        """Whether these may be the others that fit."""
        if self.protected.issuperset(others) and len(self.protected) < len(self.categories):
            return False
        shared = [frozenset(self.categories[other]) for other in others]
        return not shared or not frozenset.intersection(*shared)

    def kinds(self) -> Iterator[frozenset[int]]:
        """The sets of entities of each of which there must be one among the others."""
        everybody = frozenset(self.categories)
        if not everybody <= self.protected:
            yield everybody - self.protected
        for category in sorted({each for held in self.categories.values() for each in held}):
            yield frozenset(number for number, held in self.categories.items() if category not in held)


@dataclass(frozen=True, slots=True)
class ProtectionRules:
    """K of every protected entity, by its number, what its companions must be like, and the protected categories."""

    least: Mapping[int, int] = field(repr=False)
    company: Company | None = None
    categories: frozenset[str] = frozenset()

    @property
    def protected(self) -> frozenset[int]:
        """The numbers of the protected entities."""
        return frozenset(self.least)

    @property
    def highest(self) -> int:
        """The largest K of all, 1 where nobody is protected."""
        return max(self.least.values(), default=1)


def make_rules(
    database: EntityDatabase,
    protected: Iterable[str],
    categories: Collection[str],
    cleared: Collection[str] | None,
    k: int,
    *,
    k_by_category: Mapping[str, int],
    diverse: bool,
) -> ProtectionRules:
    """The rules for entities by id or name, those of categories, and those that a reader is not cleared for.

    An InputError names whom or what the database does not know, or a K that it is too small for.
    """
    for each in (k, *k_by_category.values()):
        require_enough(each, database.size)
    _require_known(database, [*categories, *k_by_category])
    numbers = frozenset(_find_protected(database, protected, categories, cleared))
    own: dict[int, int] = {}
    for category, least in k_by_category.items():
        for number in numbers.intersection(database.inside((category,)).tolist()):
            own[number] = max(least, own.get(number, 1))
    company = None
    if diverse:
        held = database.describe(database.outside(()).tolist())
        company = Company(numbers, {number: entity.categories for number, entity in held.items()})
        _require_several_categories(company)
    if cleared is None:
        hidden = {each for entity in database.describe(numbers).values() for each in entity.categories}
    else:
        hidden = set(database.categories()).difference(cleared)
    return ProtectionRules(dict.fromkeys(numbers, k) | own, company, frozenset(hidden))


def _find_protected(
    database: EntityDatabase,
    protected: Iterable[str],
    categories: Collection[str],
    cleared: Collection[str] | None,
) -> Iterator[int]:
    for name, numbers in database.numbers(protected).items():
        if not numbers:
            raise InputError(
                f"the protected entity '{name}' is not in the database; add it, or correct its name"
            )
        yield from numbers
    yield from database.inside(tuple(categories)).tolist()
    if cleared is not None:
        yield from database.outside(tuple(cleared)).tolist()


def _require_known(database: EntityDatabase, categories: Iterable[str]) -> None:
    known = database.categories().keys()
    unknown = next((category for category in categories if category not in known or not category), None)
    if unknown is not None:
        raise InputError(f"the database has no entity of the category '{unknown}'; correct its name")


def require_enough(k: int, entities: int) -> None:
    """An InputError unless a database of so many entities has K companions for each of them."""
    if k < 1:
        raise InputError(f"K must be at least 1, not {k}")
    if k >= entities:
        raise InputError(
            f"K={k} asks for {k} companions of each protected entity, but the database has {entities} entities in all:"
            " lower K or add entities"
        )


def _require_several_categories(company: Company) -> None:
    held = [frozenset(each) for each in company.categories.values()]
    if held and frozenset.intersection(*held):
        raise InputError(
            "all entities of the database are of one category, so that no companions can be diverse: add others, or"
            " don't ask for it"
        )
