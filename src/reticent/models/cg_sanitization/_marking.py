"""What a change of a phrase is, what it stands for, and which mark shows what goes: no word is given up for one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reticent.knowledge.corpus.terms import words_of
from reticent.language import Language
from reticent.models.cg_sanitization._entities import SensitiveEntity
from reticent.models.cg_sanitization._risk import Disclosure
from reticent.models.cg_sanitization._search import TermOptions
from reticent.models.shared.counts import REMOVED, Option
from reticent.models.shared.marks import DRUG, HEADING, TypedTerm, find_type, label_of
from reticent.models.shared.phrases import Phrase

Tell = Callable[[Sequence[str]], float]
"""How much some words tell in all."""


@dataclass(frozen=True, slots=True)
class PhraseChange:
    """What a phrase becomes, the disclosures that it would cause if it alone were put back, and the number of its slot."""

    phrase: Phrase
    option: Option
    causes: Sequence[Disclosure]
    number: int = 0


def mark_gaps(
    changes: Sequence[PhraseChange],
    phrases: Sequence[Phrase],
    slots: Sequence[TermOptions],
    risky: Collection[frozenset[str]],
    tell: Tell,
) -> list[PhraseChange]:
    """The changes with a mark where something is removed at a place and its mark completes no risky group there.

    No word is given up for a mark, but those that tell no more than it does: "[DRUG 1]" says more than "[REMOVED] 2". `tell` says how much.
    """
    changed = {change.number for change in changes}
    present: dict[int, Counter[str]] = {}
    for number, phrase in enumerate(phrases):
        if number not in changed:
            _stand(present, phrase, phrase.units)
    for change in changes:
        _stand(present, change.phrase, change.option.units)
    of_unit = _by_unit(risky)
    marked: list[PhraseChange] = []
    for change in changes:
        phrase, left = change.phrase, change.phrase.spans
        for option in _marks_of(change, slots[change.number], tell):
            here = left if option.kept else tuple(span for span in left if span in option.places)
            if len(option.kept) < len(change.option.kept) and len(here) < len(left):
                continue  # elsewhere the words stay that the mark would take
            if here and not _completes(option.units, phrase, present, of_unit):
                _stand(present, phrase, option.units)
                marked += _shown(replace(change, phrase=replace(phrase, spans=here), option=option))
                left = tuple(span for span in left if span not in here)
        if left:
            marked.append(replace(change, phrase=replace(phrase, spans=left)))
    return marked


def _by_unit(risky: Iterable[frozenset[str]]) -> dict[str, list[frozenset[str]]]:
    of_unit: dict[str, list[frozenset[str]]] = {}
    for group in risky:
        for unit in group:
            of_unit.setdefault(unit, []).append(group)
    return of_unit


def _shown(change: PhraseChange) -> Iterator[PhraseChange]:
    """The change with its mark for the last words that go, and nothing but a gap for those that kept ones part from them."""
    phrase, option = change.phrase, change.option
    last = phrase.last_run(option.kept)
    before = tuple(number for number in range(last.start) if number not in option.kept)
    if option.kept and before:
        yield replace(change, option=replace(REMOVED, kept=(*sorted((*option.kept, *last)),)))
    yield replace(
        change, option=replace(option, kept=(*sorted((*option.kept, *before)),)) if option.kept else option
    )


def _marks_of(change: PhraseChange, slot: TermOptions, tell: Tell) -> Iterator[Option]:
    """The marks that can stand for what goes of a phrase, or for the whole of it."""
    chosen, words = change.option, change.phrase.words
    if chosen.form or chosen.mark:
        return
    marks = [option for option in slot.options if option.mark]
    yield from (option for option in marks if option.kept == chosen.kept)
    if chosen.kept:
        told = tell([words[number] for number in chosen.kept])
        yield from (each for each in marks if not each.kept and tell(words_of(label_of(each.mark))) >= told)


def without_marks(slot: TermOptions) -> TermOptions:
    return replace(slot, options=tuple(option for option in slot.options if not option.mark))


def _stand(present: dict[int, Counter[str]], phrase: Phrase, units: Collection[str]) -> None:
    for context in phrase.contexts:
        present.setdefault(context, Counter()).update(units)


def _completes(
    units: Collection[str],
    phrase: Phrase,
    present: Mapping[int, Counter[str]],
    of_unit: Mapping[str, Sequence[frozenset[str]]],
) -> bool:
    """Whether units would stand with all the rest of a risky group in a context of the phrase."""
    return any(
        all(member in units or present[context][member] > 0 for member in group)
        for unit in units
        for group in of_unit.get(unit, ())
        for context in phrase.contexts
    )


def thing_named(phrase: Phrase, entities: Sequence[SensitiveEntity]) -> str:
    """The entity that a phrase names, else the phrase itself: the striped hyena is not the brown one."""
    named = (entity.name for entity in entities if _names(phrase, entity))
    return next(named, phrase.form)


def thing_marked(change: PhraseChange, entities: Sequence[SensitiveEntity]) -> str:
    """What the mark of a change stands for: an entity, whatever it is called, or what the words that go name for sure."""
    named = thing_named(change.phrase, entities)
    if named != change.phrase.form and not change.option.kept:
        return named
    typed = type_marked(change.phrase, change.option.kept, entities)
    return typed.thing if typed else named


def hides_drug(change: PhraseChange, entities: Sequence[SensitiveEntity]) -> bool:
    """Whether what goes is a drug."""
    typed = type_marked(change.phrase, change.option.kept, entities)
    return typed is not None and typed.kinds[0] == DRUG and change.option.mark != HEADING


def type_marked(phrase: Phrase, kept: Sequence[int], entities: Sequence[SensitiveEntity]) -> TypedTerm | None:
    """What goes of a phrase, by its own words or by the entity that these name."""
    named = thing_named(phrase, entities)
    by_name = find_type(phrase, named=named) if named != phrase.form and not kept else None
    return find_type(phrase, kept) or by_name


def _names(phrase: Phrase, entity: SensitiveEntity) -> bool:
    before = (phrase.form.removesuffix(term).split() for term in entity.terms if phrase.form.endswith(term))
    return any(says_no_more(words, entity, phrase.language) for words in before)


def says_no_more(words: Sequence[str], entity: SensitiveEntity, language: Language) -> bool:
    """Whether words before a name don't say which of several things it is: "severe" does not, "dry" of "dry AMD" does."""
    own = {word for term in entity.terms for word in term.split(" ")}
    said = {word for word in words if word not in own}
    return said <= language.grammar.plain_modifiers and not said & language.positions.essential
