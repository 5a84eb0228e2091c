"""What phrases become in the end: a word stands for one thing in a document, and only where it reads well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reticent.models.cg_sanitization.entities import Entity
from reticent.models.cg_sanitization.rewording import says_no_more
from reticent.models.cg_sanitization.risk import Disclosure
from reticent.models.disclosure.counts import REMOVED, Option
from reticent.models.disclosure.phrases import Phrase
from reticent.text import Span


@dataclass(frozen=True, slots=True)
class Change:
    """What a phrase becomes, and the disclosures that it would cause if it alone were put back."""

    phrase: Phrase
    option: Option
    causes: Sequence[Disclosure]


def word_changes(changes: Iterable[Change], entities: Sequence[Entity]) -> Iterator[Change]:
    """The changes as they are carried out: where a general word doesn't read well, the phrase is removed instead.

    A word stands for one thing, and a thing has one word: all names of an entity are one thing, g(c) stands for nothing but
    entities that it was chosen for, and any other word stands for what has most places.
    """
    listed = [(change, _thing(change.phrase, entities)) for change in changes]
    names = {entity.name for entity in entities}
    things: dict[str, set[str]] = {}
    for entity in entities:
        things.setdefault(_head(entity.general or entity.name), set()).add(entity.name)
    words: dict[str, str] = {}
    for change, thing in sorted(listed, key=lambda each: (each[1] not in names, -len(_places(each[0])))):
        if change.option.form:
            word = words.setdefault(thing, _head(change.option.form))
            things.setdefault(word, {thing})
    for change, thing in listed:
        word = _head(change.option.form or "")
        if word and (thing not in things.get(word, ()) or words[thing] != word):
            yield replace(change, option=REMOVED)
        else:
            yield from _split(change)


def _thing(phrase: Phrase, entities: Sequence[Entity]) -> str:
    """The entity that a phrase names, else the phrase itself: the striped hyena is not the brown one."""
    named = (entity.name for entity in entities if _names(phrase, entity))
    return next(named, phrase.form)


def _names(phrase: Phrase, entity: Entity) -> bool:
    before = (phrase.form.removesuffix(term).split() for term in entity.terms if phrase.form.endswith(term))
    return any(says_no_more(words, entity) for words in before)


def _split(change: Change) -> Iterator[Change]:
    """The change at the places where its form reads well, and the removal of the phrase at the others."""
    places = _places(change)
    rest = tuple(span for span in change.phrase.spans if span not in places)
    if not change.option.form or not rest:
        yield change
        return
    yield replace(change, phrase=replace(change.phrase, spans=places))
    yield replace(change, phrase=replace(change.phrase, spans=rest), option=REMOVED)


def _places(change: Change) -> tuple[Span, ...]:
    return change.option.places or change.phrase.spans


def _head(form: str) -> str:
    return form.rsplit(" ", 1)[-1]
