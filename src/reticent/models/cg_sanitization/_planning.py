"""From phrases to what becomes of each: risky groups, other wordings, the search's choice, and how a plan explains it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Taxonomy
from reticent.language import Language
from reticent.models.cg_sanitization._entities import SensitiveEntity, ThresholdOption
from reticent.models.cg_sanitization._reading import Reader
from reticent.models.cg_sanitization._risk import (
    AttackerKnowledge,
    Disclosure,
    believe,
    disclosures,
    find_levels,
    suspects,
)
from reticent.models.cg_sanitization._search import TermOptions, generalize
from reticent.models.shared.counts import REMOVED, Option, index_by_unit, information, own_counts, plainness
from reticent.models.shared.generalizations import ALL_WAYS, STEP, generalizations
from reticent.models.shared.phrases import (
    POSSESSIVE,
    HasCount,
    Phrase,
    all_units,
    can_be_told,
    goes_with,
    joins_well,
)
from reticent.models.shared.positions import fitting_places
from reticent.models.shared.proper_names import splits_name
from reticent.models.shared.senses import names_a_place, opens_sentence, takes_form
from reticent.rendering.edits import UNSEEN
from reticent.rendering.grammar import is_plural
from reticent.text import Span
from reticent.text.tokens import tokenize


@dataclass(frozen=True, slots=True)
class GroupPlanner:
    """Algorithm 1 on the phrases of a text: what they can become, and which of it is risky together."""

    reader: Reader
    attacker: AttackerKnowledge
    max_group: int

    def changes(self, phrases: Sequence[Phrase], *, kept: Sequence[Span] = ()) -> Iterator[PhraseChange]:
        """What has to change so that no risky group is left; phrases at places that are kept stay as they are."""
        slots, found = self._slots(phrases)
        if kept:
            slots = [_fix(slot, phrase, kept) for slot, phrase in zip(slots, phrases, strict=True)]
        groups = {frozenset(each.group) for each in found}
        known = information(self.attacker.corpus, sorted(unit for group in groups for unit in group))
        chosen = generalize(slots, groups, information=known)
        changes = (
            PhraseChange(phrases[number], slots[number].options[chosen[number]], why)
            for number, why in causes(slots, chosen, found).items()
        )
        yield from word_changes(changes, self.attacker.entities)

    def risky_groups(self, phrases: Sequence[Phrase]) -> list[Disclosure]:
        """Every risky group of what the phrases say and of what they can become, without those around a single term."""
        return self._slots(phrases)[1]

    def _slots(self, phrases: Sequence[Phrase]) -> tuple[list[TermOptions], list[Disclosure]]:
        """The phrases with what they can become, and every risky group that this can make."""
        units = all_units(phrases)
        alone = disclosures(self.attacker, units, max_group=1)
        telling = {each.group[0] for each in alone}
        rest = [unit for unit in units if unit not in telling]
        suspected = self._suspected_groups(rest)
        levels = find_levels(suspected, len(units))
        grouped = believe(self.attacker, suspected, levels)
        involved = telling.union(*(each.group for each in grouped))
        options = [self.options(phrase) if phrase.units & involved else () for phrase in phrases]
        added = sorted({u for each in options for option in each for u in option.units}.difference(units))
        alone += disclosures(self.attacker, added, max_group=1)
        telling = {each.group[0] for each in alone}
        known = information(self.attacker.corpus, [phrase.form for phrase in phrases])
        slots = [
            TermOptions(
                (
                    Option(phrase.form, phrase.units, known.get(phrase.form, 0.0)),
                    *(option for option in each if not option.units & telling),
                    REMOVED,
                ),
                phrase.contexts,
            )
            for phrase, each in zip(phrases, options, strict=True)
        ]
        possible = {unit for slot in slots for option in slot.options for unit in option.units} - telling
        if possible.difference(rest):
            grouped = believe(self.attacker, self._suspected_groups(sorted(possible)), levels)
        return slots, alone + grouped

    def _suspected_groups(self, units: Sequence[str]) -> list[Disclosure]:
        if self.max_group == 1:
            return []
        found = suspects(self.attacker, units, max_group=self.max_group)
        return [each for each in found if len(each.group) > 1]

    def options(self, phrase: Phrase) -> tuple[Option, ...]:
        """What the phrase can become, most informative first: with g(c) in it, more general, or in part."""
        corpus, entities = self.attacker.corpus, self.attacker.entities
        own = information(corpus, [phrase.form]).get(phrase.form, 0.0)
        renamed = {
            form: Option(form, self.reader.units(words_of(form)), own - STEP, places=places)
            for form, places in rename_entities(phrase, entities, own_counts(corpus), self.reader.taxonomy)
        }
        others = self._more_general(phrase)
        forms = [*renamed.values(), *(option for option in others if option.form not in renamed)]
        turned = [self._turn_back(option, phrase) for option in forms]
        whole = sorted(turned, key=lambda option: -option.information)
        return (*whole, *self._parts(phrase, below=whole[-1].information if whole else 1.0))

    def _more_general(self, phrase: Phrase) -> list[Option]:
        """The more general names of a phrase, for the places where such a name reads well."""
        places = fitting_places(phrase, alone=True)
        if not places:
            return []
        found = generalizations(
            replace(phrase, spans=places),
            corpus=self.attacker.corpus,
            taxonomy=self.reader.taxonomy,
            allowed=[entity.general for entity in self.attacker.entities if entity.general],
        )
        return [replace(option, places=places) for option in found]

    def _turn_back(self, option: Option, phrase: Phrase) -> Option:
        """The option with what its form can only mean in the phrase's place."""
        meant = self.reader.units_turned_back(words_of(option.form or ""), phrase)
        return replace(option, units=option.units | meant) if meant else option

    def _parts(self, phrase: Phrase, below: float) -> list[Option]:
        """What can stay of a phrase when its head goes: each tells less than any word for the whole of it."""
        known = information(self.attacker.corpus, phrase.words)
        share = max(below, STEP) / max(1.0, sum(known.get(word, 0.0) for word in phrase.words))
        options = []
        for kept in ways_to_behead(phrase) if phrase.parts else ():
            left = sum(known.get(phrase.words[place], 0.0) for place in kept)
            units = [self.reader.units(run) for run in runs(phrase.words, kept)]
            options.append(Option(None, frozenset().union(*units), share * left, kept))
        return sorted((each for each in options if each.units), key=lambda each: -each.information)


def _fix(slot: TermOptions, phrase: Phrase, kept: Sequence[Span]) -> TermOptions:
    """The slot with no choice but to stay, where its phrase stands at a place that is kept."""
    stays = any(span.overlaps(place) for span in phrase.spans for place in kept)
    return replace(slot, options=slot.options[:1]) if stays else slot


@dataclass(frozen=True, slots=True)
class PhraseChange:
    """What a phrase becomes, and the disclosures that it would cause if it alone were put back."""

    phrase: Phrase
    option: Option
    causes: Sequence[Disclosure]


def word_changes(
    changes: Iterable[PhraseChange], entities: Sequence[SensitiveEntity]
) -> Iterator[PhraseChange]:
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


def _thing(phrase: Phrase, entities: Sequence[SensitiveEntity]) -> str:
    """The entity that a phrase names, else the phrase itself: the striped hyena is not the brown one."""
    named = (entity.name for entity in entities if _names(phrase, entity))
    return next(named, phrase.form)


def _names(phrase: Phrase, entity: SensitiveEntity) -> bool:
    before = (phrase.form.removesuffix(term).split() for term in entity.terms if phrase.form.endswith(term))
    return any(says_no_more(words, entity, phrase.language) for words in before)


def _split(change: PhraseChange) -> Iterator[PhraseChange]:
    """The change at the places where its form reads well, and the removal of the phrase at the others."""
    places = _places(change)
    rest = tuple(span for span in change.phrase.spans if span not in places)
    if not change.option.form or not rest:
        yield change
        return
    yield replace(change, phrase=replace(change.phrase, spans=places))
    yield replace(change, phrase=replace(change.phrase, spans=rest), option=REMOVED)


def _places(change: PhraseChange) -> tuple[Span, ...]:
    return change.option.places or change.phrase.spans


def _head(form: str) -> str:
    return form.rsplit(" ", 1)[-1]


_QUANTITY = 2  # words of an amount: a number and its unit
_APART = re.compile(r" (['’]s?)(?!\w)| ([-/]) ")


def rename_entities(
    phrase: Phrase, entities: Sequence[SensitiveEntity], has_count: HasCount, taxonomy: Taxonomy
) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """The phrase with g(c) where it names c ("HIV test" as "virus test"), and the places where that can stand, if any.

    Where c is what the phrase speaks of, its modifiers go, and may only be such as say little: "wet AMD" and "dry AMD" are two things.
    Elsewhere people must put g(c) and the next word together: nobody says "vitamin pyrophosphate".
    """
    for entity in entities if phrase.noun else ():
        for name in sorted(entity.terms, key=len, reverse=True):
            if not entity.general or f" {name} " not in f" {phrase.form} ":
                continue
            before, after = map(str.split, f" {phrase.form} ".split(f" {name} ", 1))
            places = tuple(
                span
                for span in _places_of_general(phrase, name, entity.general, is_head=not after)
                if _is_noun_before(phrase, span, after, entity.general, taxonomy)
            )
            kept, lost = (before, []) if after else ([], before)
            renamed = " ".join([*kept, entity.general, *after])
            fits = goes_with(entity.general, after, has_count, language=phrase.language)
            if places and fits and says_no_more(lost, entity, phrase.language):
                yield _APART.sub(r"\1\2", renamed), places
            break


def says_no_more(words: Sequence[str], entity: SensitiveEntity, language: Language) -> bool:
    """Whether words before a name don't say which of several things it is: "severe" does not, "dry" of "dry AMD" does."""
    own = {word for term in entity.terms for word in term.split(" ")}
    said = {word for word in words if word not in own}
    return said <= language.grammar.plain_modifiers and not said & language.positions.essential


def _is_noun_before(
    phrase: Phrase, span: Span, after: Sequence[str], general: str, taxonomy: Taxonomy
) -> bool:
    """Whether the name that stands in a phrase before these words of it is a noun that g(c) can stand for."""
    text, language = phrase.text, phrase.language
    tokens = tokenize(span.of(text), language=language)
    if after and len(tokens) <= len(after):
        return False
    end = tokens[len(tokens) - len(after) - 1].end
    name = Span(span.start, span.start + end)
    told = can_be_told(text, name, general, taxonomy, language=language)
    return told and joins_well(text, span, general, language=language)


def _places_of_general(phrase: Phrase, name: str, general: str, *, is_head: bool) -> tuple[Span, ...]:
    """Where another noun can stand for a name in a phrase: not in a longer proper name, and where a noun can stand."""
    own = name.split(" ")
    proper = [word for word in phrase.words if _is_proper(phrase.capitals.get(word, ""))]
    named = any(word in own for word in proper)
    in_name = named and (not is_head or any(word not in own for word in proper))
    if in_name or (not is_head and " " in general):  # "chemical element metal"
        return ()
    is_name = _is_proper(phrase.capitals.get(own[-1], ""))  # "Parkinson's disease" is none
    places = fitting_places(phrase, alone=is_head, joined=" " not in general)
    each = [replace(phrase, spans=(span,)) for span in places]
    return tuple(
        one.spans[0]
        for one in each
        if takes_form(one, general, entity=True) and (not is_name or _stands_for_one(one))
    )


def _stands_for_one(phrase: Phrase) -> bool:
    """Whether a name stands where it names one thing, and no family, team or ruler."""
    plural = is_plural(phrase.spans[0].of(phrase.text), language=phrase.language)
    return not plural and (opens_sentence(phrase) or names_a_place(phrase))


def _is_proper(written: str) -> bool:
    return written[:1].isupper() and not written.isupper()


def ways_to_behead(phrase: Phrase) -> Iterator[tuple[int, ...]]:
    """Which words can stay when the head of a phrase goes: all ways for a short phrase, from the left for a long one.

    After a drug stands how much of it was given: that can stay whatever the drug was.
    """
    words, language = phrase.words, phrase.language
    if len(words) > _QUANTITY and words[-1] in language.common.measures and words[-2][:1].isdecimal():
        yield (len(words) - 2, len(words) - 1)
    modifiers = range(len(words) - 1)
    if len(words) <= ALL_WAYS:
        subsets = (kept for size in reversed(modifiers) for kept in combinations(modifiers, size + 1))
    else:
        subsets = (tuple(modifiers[:end]) for end in range(len(modifiers), 0, -1))
    for kept in subsets:
        stands_alone = words[kept[0]] not in language.stop_words and words[kept[-1] + 1] not in POSSESSIVE
        if stands_alone and not splits_name(kept, phrase.name_words):
            yield kept


def runs(words: Sequence[str], kept: Sequence[int]) -> list[tuple[str, ...]]:
    """The kept words, those together that still stand together."""
    ends = [place for place in kept if place + 1 not in kept]
    starts = [place for place in kept if place - 1 not in kept]
    return [tuple(words[start : end + 1]) for start, end in zip(starts, ends, strict=True)]


Chain = Callable[[SensitiveEntity], Sequence[ThresholdOption]]
"""The possible thresholds of an entity, nearest first."""


def causes(
    slots: Sequence[TermOptions], chosen: Sequence[int], found: Sequence[Disclosure]
) -> dict[int, list[Disclosure]]:
    """The disclosures that each changed slot would cause again if it alone were put back, the plainest first."""
    present: dict[int, set[str]] = {}
    for slot, option in zip(slots, chosen, strict=True):
        for context in slot.contexts:
            present.setdefault(context, set()).update(slot.options[option].units)
    of_unit = index_by_unit(found)
    return {
        number: _causes_of(slot, present, of_unit)
        for number, (slot, option) in enumerate(zip(slots, chosen, strict=True))
        if option
    }


def _causes_of(
    slot: TermOptions, present: Mapping[int, set[str]], of_unit: Mapping[str, Sequence[Disclosure]]
) -> list[Disclosure]:
    own = slot.options[0].units
    met = dict.fromkeys(each for unit in sorted(own) for each in of_unit.get(unit, ()))
    live = [
        each for each in met if any(set(each.group) <= present[context] | own for context in slot.contexts)
    ]
    return sorted(live, key=plainness)


def evidence_of(causes: Sequence[Disclosure], chain: Chain) -> dict[str, Any]:
    """The figures behind a decision as JSON values, which may quote the document.

    `stays_with` names the most general g(c) under which the term could have stayed, per entity: None when there is
    none, not even without any g(c).
    """
    first = causes[0]
    if first.entity is None:
        return {"group": list(first.group), UNSEEN: True}
    entity = first.entity
    return {
        "entity": entity.name,
        "general": entity.general,
        "group": list(first.group),
        "bits": round(first.bits, 2),
        "bits_allowed": round(entity.allowed_at_most, 2),
        "bits_of_entity": round(entity.bits, 2),
        "documents": {
            "group_and_entity": first.together,
            "group": first.alone,
            "entity": entity.documents,
            "general": entity.general_documents,
            "all": entity.corpus_documents,
        },
        **(
            {"share": round(first.share, 3), "share_allowed": round(entity.cap_of(first.group), 3)}
            if first.breaks_cap
            else {}
        ),
        "groups": len(causes),
        "stays_with": _stays_with(causes, chain),
    }


def _stays_with(causes: Sequence[Disclosure], chain: Chain) -> dict[str, str | None]:
    """For each entity in the way, the most general threshold that allows all that the term discloses of it."""
    about: dict[str, list[Disclosure]] = {}
    for each in causes:
        if each.entity is not None:
            about.setdefault(each.entity.name, []).append(each)
    return {name: _threshold(found, chain) for name, found in about.items()}


def _threshold(found: Sequence[Disclosure], chain: Chain) -> str | None:
    entity = found[-1].entity
    if entity is None or any(
        not each.alone or each.together >= each.alone or each.breaks_cap for each in found
    ):
        return None  # it occurs with the entity only, or the cap forbids it: even without any g(c) it goes
    most = max(each.bits for each in found)
    enough = [each for each in chain(entity) if each.usable and each.bits >= most]
    return min(enough, key=lambda each: each.bits).general if enough else ""
