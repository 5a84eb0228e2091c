"""Where the terms of an entity database stand among the words of a text, however they are written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from reticent.detection.names.word_classes import word_classes
from reticent.knowledge.entities.medical_names import LONGEST, medical_names
from reticent.knowledge.entities.words import Word, form_of, head_of, is_telling
from reticent.models.k_safety.variants import Variants
from reticent.text.lemmas import normal_word

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints
    from reticent.taxonomy.taxonomy import Taxonomy

_LONGEST_ACRONYM = 6
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
    found: Sequence[Word], source: TermSource, synonyms: Taxonomy | None, variants: Variants | None
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


def _terms(found: Sequence[Word], source: TermSource) -> Iterator[TermPlace]:
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


def _variants(found: Sequence[Word], source: TermSource, variants: Variants) -> Iterator[TermPlace]:
    """Every place that is written like a term once derived and misspelt words are read as the terms' own."""
    meant = {at: told for at, word in enumerate(found) if (told := variants.find(word.form))}
    if not meant:
        return
    corrected = [word._replace(form=meant[at][0]) if at in meant else word for at, word in enumerate(found)]
    for each in _terms(corrected, source):
        reasons = [meant[at][1] for at in range(each.start, each.end) if at in meant]
        if reasons:
            yield each._replace(reason=reasons[0])


def _other_names(found: Sequence[Word], source: TermSource) -> Iterator[TermPlace]:
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
    if not is_telling(forms[at]):
        return ()
    return (forms[at], f"{forms[at]} {forms[at + 1]}") if at + 1 < len(forms) else (forms[at],)


def _synonyms(found: Sequence[Word], source: TermSource, taxonomy: Taxonomy | None) -> Iterator[TermPlace]:
    """Every place whose words are a synonym of a term, unless they are a term themselves."""
    if taxonomy is None:
        return
    forms = [word.form for word in found]
    phrases = {
        " ".join(forms[at:end])
        for at in range(len(forms))
        for end in range(at + 1, min(at + _LONGEST_SYNONYM, len(forms)) + 1)
        if is_telling(forms[at]) and is_telling(forms[end - 1])
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
