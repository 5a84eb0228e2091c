"""From phrases to what becomes of each: the slots and risky groups that the search works on, and its choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reticent.knowledge.corpus.terms import words_of
from reticent.models.cg_sanitization.changes import Change, word_changes
from reticent.models.cg_sanitization.explanation import causes
from reticent.models.cg_sanitization.reading import Reader
from reticent.models.cg_sanitization.rewording import rename_entities, runs, ways_to_behead
from reticent.models.cg_sanitization.risk import (
    Attacker,
    Disclosure,
    believe,
    disclosures,
    find_levels,
    suspects,
)
from reticent.models.cg_sanitization.search import Slot, generalize
from reticent.models.disclosure.counts import REMOVED, Option, information, own_counts
from reticent.models.disclosure.generalizations import STEP, generalizations
from reticent.models.disclosure.phrases import Phrase
from reticent.models.disclosure.positions import fitting_places
from reticent.text import Span


@dataclass(frozen=True, slots=True)
class Planner:
    """Algorithm 1 on the phrases of a text: what they can become, and which of it is risky together."""

    reader: Reader
    attacker: Attacker
    max_group: int

    def changes(self, phrases: Sequence[Phrase], *, kept: Sequence[Span] = ()) -> Iterator[Change]:
        """What has to change so that no risky group is left; phrases at places that are kept stay as they are."""
        slots, found = self._slots(phrases)
        if kept:
            slots = [_fix(slot, phrase, kept) for slot, phrase in zip(slots, phrases, strict=True)]
        groups = {frozenset(each.group) for each in found}
        known = information(self.attacker.corpus, sorted(unit for group in groups for unit in group))
        chosen = generalize(slots, groups, information=known)
        changes = (
            Change(phrases[number], slots[number].options[chosen[number]], why)
            for number, why in causes(slots, chosen, found).items()
        )
        yield from word_changes(changes, self.attacker.entities)

    def risky_groups(self, phrases: Sequence[Phrase]) -> list[Disclosure]:
        """Every risky group of what the phrases say and of what they can become, without those around a single term."""
        return self._slots(phrases)[1]

    def _slots(self, phrases: Sequence[Phrase]) -> tuple[list[Slot], list[Disclosure]]:
        """The phrases with what they can become, and every risky group that this can make."""
        units = sorted({unit for phrase in phrases for unit in phrase.units})
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
            Slot(
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
            has_count=own_counts(self.attacker.corpus),
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


def _fix(slot: Slot, phrase: Phrase, kept: Sequence[Span]) -> Slot:
    """The slot with no choice but to stay, where its phrase stands at a place that is kept."""
    stays = any(span.overlaps(place) for span in phrase.spans for place in kept)
    return replace(slot, options=slot.options[:1]) if stays else slot
