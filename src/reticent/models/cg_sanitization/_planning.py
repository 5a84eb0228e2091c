"""From phrases to what becomes of each: risky groups, other wordings, the search's choice, and how a plan explains it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf
from typing import Any

from reticent.knowledge.corpus.terms import is_countable, words_of
from reticent.knowledge.taxonomy import Taxonomy, ancestors
from reticent.models.cg_sanitization._entities import SensitiveEntity, ThresholdOption
from reticent.models.cg_sanitization._marking import (
    PhraseChange,
    mark_gaps,
    says_no_more,
    thing_named,
    type_marked,
    without_marks,
)
from reticent.models.cg_sanitization._reading import Reader
from reticent.models.cg_sanitization._risk import (
    AttackerKnowledge,
    Disclosure,
    Recall,
    believe,
    find_levels,
)
from reticent.models.cg_sanitization._search import TermOptions, generalize
from reticent.models.shared.counts import REMOVED, Option, index_by_unit, information, own_counts, plainness
from reticent.models.shared.generalizations import ALL_WAYS, STEP, generalizations, may_generalize
from reticent.models.shared.mark_options import kinds_at
from reticent.models.shared.marks import agrees_with_type, label_of, suits_other_name
from reticent.models.shared.phrases import (
    POSSESSIVE,
    HasCount,
    Phrase,
    all_units,
    can_be_told,
    goes_with,
    joins_well,
)
from reticent.models.shared.positions import fitting_places, read_places_ahead
from reticent.models.shared.proper_names import splits_name
from reticent.models.shared.senses import names_a_place, opens_sentence, takes_form
from reticent.rendering.edits import UNSEEN
from reticent.rendering.grammar import is_plural
from reticent.text import Span
from reticent.text.tokens import tokenize


# paper: cg-sanitization, Algorithm 1; Heuristic H2; Adaptation A1; Adaptation A2
@dataclass(frozen=True, slots=True)
class GroupPlanner:
    """Algorithm 1 on the phrases of a text: what they can become, and which of it is risky together.

    `literal` is the paper's own: every ancestor can stand for a term, however it reads there, and nothing comes back.
    """

    reader: Reader
    recall: Recall
    max_group: int
    marks: bool = False
    literal: bool = False

    @property
    def attacker(self) -> AttackerKnowledge:
        """What the attacker is taken to know."""
        return self.recall.attacker

    def changes(self, phrases: Sequence[Phrase], *, kept: Sequence[Span] = ()) -> Iterator[PhraseChange]:
        """What has to change so that no risky group is left; phrases at places that are kept stay as they are."""
        slots, found = self._slots(phrases)
        if kept:
            slots = [_fix(slot, phrase, kept) for slot, phrase in zip(slots, phrases, strict=True)]
        groups = {frozenset(each.group) for each in found}
        known = information(self.attacker.corpus, sorted(unit for group in groups for unit in group))
        worded_slots = [without_marks(slot) for slot in slots] if self.marks else slots
        chosen = generalize(
            worded_slots, groups, information=known, restore=not self.literal, in_turn=self.literal
        )
        changes = (
            PhraseChange(phrases[number], worded_slots[number].options[chosen[number]], why, number)
            for number, why in causes(worded_slots, chosen, found).items()
        )
        if self.literal:
            yield from changes
            return
        worded = list(word_changes(changes, self.attacker.entities))
        yield from mark_gaps(worded, phrases, slots, groups, self._tell) if self.marks else worded

    def _tell(self, words: Sequence[str]) -> float:
        return sum(information(self.attacker.corpus, words).values())

    def risky_groups(self, phrases: Sequence[Phrase]) -> list[Disclosure]:
        """Every risky group of what the phrases say and of what they can become, without those around a single term."""
        return self._slots(phrases)[1]

    def _slots(self, phrases: Sequence[Phrase]) -> tuple[list[TermOptions], list[Disclosure]]:
        """The phrases with what they can become, and every risky group that this can make."""
        units = all_units(phrases)
        alone = self.recall.disclosures(units, max_group=1)
        telling = {each.group[0] for each in alone}
        rest = [unit for unit in units if unit not in telling]
        suspected = self._suspected_groups(rest)
        levels = find_levels(suspected, len(units))
        grouped = believe(self.attacker, suspected, levels)
        involved = telling.union(*(each.group for each in grouped))
        changing = [self.literal or bool(phrase.units & involved) for phrase in phrases]
        self._read_ahead(phrase for phrase, changes in zip(phrases, changing, strict=True) if changes)
        options = [
            self.options(phrase) if changes else () for phrase, changes in zip(phrases, changing, strict=True)
        ]
        added = sorted({u for each in options for option in each for u in option.units}.difference(units))
        alone += self.recall.disclosures(added, max_group=1)
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

    def _read_ahead(self, phrases: Iterable[Phrase]) -> None:
        """Have the places read at once of those phrases that can become something more general."""
        if not self.literal:
            named = [phrase for phrase in phrases if phrase.noun]
            read_places_ahead([each for each in named if may_generalize(each, self.reader.taxonomy)])

    def _suspected_groups(self, units: Sequence[str]) -> list[Disclosure]:
        if self.max_group == 1:
            return []
        found = self.recall.suspects(units, max_group=self.max_group)
        return [each for each in found if len(each.group) > 1]

    # paper: cg-sanitization, Equation 4; Figure 3
    def options(self, phrase: Phrase) -> tuple[Option, ...]:
        """What the phrase can become, most informative first: with g(c) in it, more general, or in part."""
        if self.literal:
            return self._all_above(phrase)
        corpus, entities = self.attacker.corpus, self.attacker.entities
        own = information(corpus, [phrase.form]).get(phrase.form, 0.0)
        renamed = {
            form: Option(form, self.reader.units(words_of(form)), own - STEP, places=places)
            for form, places in rename_entities(phrase, entities, own_counts(corpus), self.reader.taxonomy)
        }
        others = self._more_general(phrase)
        worded = [*renamed.values(), *(option for option in others if option.form not in renamed)]
        forms = [apt for option in worded if (apt := self._where_apt(option, phrase))]
        turned = [self._turn_back(option, phrase) for option in forms]
        whole = sorted(turned, key=lambda option: -option.information)
        least = whole[-1].information if whole else None
        parts = self._parts(phrase, below=1.0 if least is None else least)
        marks = self._marked(phrase, parts, below=least)
        return (*whole, *sorted([*marks, *parts], key=lambda option: -option.information))

    def _where_apt(self, option: Option, phrase: Phrase) -> Option | None:
        """A word for a phrase at the places where it suits what is written there, None where it suits none."""
        if not self.marks:
            return option
        places = option.places or phrase.spans
        written = {span.of(phrase.text).casefold(): span for span in places}
        apt = {each for each, span in written.items() if self._is_apt(option, replace(phrase, spans=(span,)))}
        if len(apt) == len(written):
            return option
        kept = tuple(span for span in places if span.of(phrase.text).casefold() in apt)
        return replace(option, places=kept) if kept else None

    def _is_apt(self, option: Option, phrase: Phrase) -> bool:
        """Whether a word for a phrase says what sort of thing it is, where the lists of medicine know."""
        form, entities = " ".join(words_of(option.form or "")), self.attacker.entities
        thing = thing_named(phrase, entities)
        told = [entity.general or form for entity in entities if entity.name == thing]
        chosen = any(form.endswith(general) for general in told)
        written = phrase.spans[0].of(phrase.text)
        sure = all(suits_other_name(written, each, thing) for general in told for each in (general, form))
        return sure and agrees_with_type(phrase, form, chosen=chosen)

    def _all_above(self, phrase: Phrase) -> tuple[Option, ...]:
        """Everything above any sense of a phrase, by the taxonomy's own name for it; what the corpus has never seen has no PMI."""
        taxonomy, corpus = self.reader.taxonomy, self.attacker.corpus
        above = [each for sense in taxonomy.concepts(phrase.form) for each in ancestors(taxonomy, sense)]
        terms = {each.name: " ".join(words_of(each.name)) for each in above}
        counted = {name: term for name, term in terms.items() if is_countable(term) and term != phrase.form}
        ways = corpus.known([*counted.values()])
        seen = {
            name: term for (name, term), how in zip(counted.items(), ways, strict=True) if how != "unseen"
        }
        known = information(corpus, seen.values())
        options = [
            Option(name, self.reader.units(words_of(name)), known[term]) for name, term in seen.items()
        ]
        return tuple(sorted(options, key=lambda option: -option.information))

    def _marked(self, phrase: Phrase, parts: Sequence[Option], below: float | None) -> list[Option]:
        """The phrase, or what goes of it, as a mark that says what that was: it tells less than any word for it."""
        options: list[Option] = []
        for rest in (REMOVED, *parts) if self.marks else ():
            most = inf if below is None else below - STEP
            typed = type_marked(phrase, rest.kept, self.attacker.entities)
            for kind, places in kinds_at(phrase, typed, self.reader.taxonomy, rest.kept):
                words = words_of(label_of(kind))
                units = self.reader.units_of_mark(words, phrase, rest.kept)
                if self.attacker.unseen.find(units):
                    continue
                own = information(self.attacker.corpus, [" ".join(words)]).get(" ".join(words), 0.0)
                told = min(own + rest.information, most)
                most = told - STEP
                shown = () if rest.kept else places
                options.append(Option(None, rest.units | units, told, rest.kept, shown, kind))
        return options

    def _more_general(self, phrase: Phrase) -> list[Option]:
        """The more general names of a phrase, for the places where such a name reads well."""
        places = fitting_places(phrase, alone=True) if may_generalize(phrase, self.reader.taxonomy) else ()
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
            if self._gives_away(phrase.words, kept):
                continue
            left = sum(known.get(phrase.words[place], 0.0) for place in kept)
            units = [self.reader.units(run) for run in runs(phrase.words, kept)]
            options.append(Option(None, frozenset().union(*units), share * left, kept))
        return sorted((each for each in options if each.units), key=lambda each: -each.information)

    def _gives_away(self, words: Sequence[str], kept: Sequence[int]) -> bool:
        """Whether what stands before a gap says what is gone: most that is unprotected is sex."""
        before = [number for number in kept if number + 1 < len(words) and number + 1 not in kept]
        pairs = [(words[number], words[number + 1]) for number in before if is_countable(words[number])]
        counts = iter(
            self.attacker.corpus.count(
                [frozenset({term}) for first, second in pairs for term in (first, f"{first} {second}")]
            )
        )
        return any(both > FIXED * alone for alone, both in zip(counts, counts, strict=True))


FIXED = 0.3
"""The share of a word's documents with the next word after it from which on the first says the second. Chosen by hand."""


def _fix(slot: TermOptions, phrase: Phrase, kept: Sequence[Span]) -> TermOptions:
    """The slot with no choice but to stay, where its phrase stands at a place that is kept."""
    stays = any(span.overlaps(place) for span in phrase.spans for place in kept)
    return replace(slot, options=slot.options[:1]) if stays else slot


def word_changes(
    changes: Iterable[PhraseChange], entities: Sequence[SensitiveEntity]
) -> Iterator[PhraseChange]:
    """The changes as they are carried out: where a general word doesn't read well, the phrase is removed instead.

    A word stands for one thing, and a thing has one word: all names of an entity are one thing, g(c) stands for nothing but
    entities that it was chosen for, and any other word stands for what has most places.
    """
    listed = [(change, thing_named(change.phrase, entities)) for change in changes]
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


def _split(change: PhraseChange) -> Iterator[PhraseChange]:
    """The change at the places where its form or mark reads well, and the removal of the phrase at the others."""
    places = _places(change)
    rest = tuple(span for span in change.phrase.spans if span not in places)
    if not (change.option.form or change.option.mark) or not rest:
        yield change
        return
    yield replace(change, phrase=replace(change.phrase, spans=places))
    yield replace(change, phrase=replace(change.phrase, spans=rest), option=REMOVED)


def _places(change: PhraseChange) -> tuple[Span, ...]:
    return change.option.places or change.phrase.spans


def _head(form: str) -> str:
    return form.rsplit(" ", 1)[-1]


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
    amount = next((number for number, word in enumerate(words) if word[:1].isdecimal()), 0)
    if amount and len(words) > amount + 1 and words[amount + 1] in language.common.measures:
        yield tuple(range(amount, len(words)))
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
    """The disclosures that each changed slot would cause again if it alone were put back, the plainest first.

    Where nothing is given back at the end, a slot may cause none any longer: then those of the original, or that any
    replacement made with it.
    """
    now, before = (_present(slots, numbers) for numbers in (chosen, [0] * len(slots)))
    of_unit = index_by_unit(found)
    return {
        number: _causes_of(slot, now, of_unit)
        or _causes_of(slot, before, of_unit)
        or sorted(_met(slot, of_unit), key=plainness)
        for number, (slot, option) in enumerate(zip(slots, chosen, strict=True))
        if option
    }


def _present(slots: Sequence[TermOptions], chosen: Sequence[int]) -> dict[int, set[str]]:
    """The units that stand in each context."""
    present: dict[int, set[str]] = {}
    for slot, option in zip(slots, chosen, strict=True):
        for context in slot.contexts:
            present.setdefault(context, set()).update(slot.options[option].units)
    return present


def _met(slot: TermOptions, of_unit: Mapping[str, Sequence[Disclosure]]) -> list[Disclosure]:
    """The groups that a slot's own units are part of."""
    return [*dict.fromkeys(each for unit in sorted(slot.options[0].units) for each in of_unit.get(unit, ()))]


def _causes_of(
    slot: TermOptions, present: Mapping[int, set[str]], of_unit: Mapping[str, Sequence[Disclosure]]
) -> list[Disclosure]:
    own = slot.options[0].units
    live = [
        each
        for each in _met(slot, of_unit)
        if any(set(each.group) <= present[context] | own for context in slot.contexts)
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
            "general": round(entity.general_documents),
            "all": entity.corpus_documents,
        },
        **(
            {"share": round(first.share, 3), "share_allowed": round(entity.cap_of(first.group), 3)}
            if first.breaks_cap
            else {}
        ),
        **({"times": round(first.times, 1), "times_allowed": entity.at_most_times} if first.close else {}),
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
        not each.alone or each.together >= each.alone or each.breaks_cap or each.close for each in found
    ):
        return None  # it occurs with the entity only, or the cap forbids it: even without any g(c) it goes
    most = max(each.bits for each in found)
    enough = [each for each in chain(entity) if each.bits >= most]
    return min(enough, key=lambda each: each.bits).general if enough else ""
