"""The risky groups of a document by their terms, kept for questions: what if this stayed, what else could stand here?"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from threading import Lock

from reticent.knowledge import Corpus
from reticent.knowledge.corpus.terms import words_of
from reticent.models.cg_sanitization._planning import GroupPlanner, runs
from reticent.models.cg_sanitization._risk import Disclosure, figures, reason
from reticent.models.privacy_model import Reason, Rung
from reticent.models.shared.counts import Option, index_by_unit, information, plainness
from reticent.models.shared.marks import label_of
from reticent.models.shared.own_language import in_own_language
from reticent.models.shared.phrases import ContextOf, Phrase
from reticent.plan import Decision
from reticent.rendering.placeholders import write_placeholder
from reticent.text import Span


@in_own_language
@dataclass(frozen=True, slots=True)
class HintIndex:
    """The phrases of a document by place, and the smallest risky groups by unit.

    It knows the groups that the document's own terms make, and those of what planning would put in their place.
    """

    planner: GroupPlanner
    phrases: Sequence[Phrase] = field(repr=False)
    context_of: ContextOf = field(repr=False)
    places: Sequence[tuple[Span, int]] = field(repr=False)
    by_unit: Mapping[str, Sequence[Disclosure]] = field(repr=False)
    standing: Mapping[int, Counter[str]] = field(repr=False)
    starts: Sequence[int] = field(repr=False)
    _carried_out: _CarriedOut = field(repr=False)

    @classmethod
    def of(cls, planner: GroupPlanner, phrases: Sequence[Phrase], context_of: ContextOf) -> HintIndex:
        """The index of a document."""
        places = sorted((span, number) for number, phrase in enumerate(phrases) for span in phrase.spans)
        standing: dict[int, Counter[str]] = {}
        for span, number in places:
            for context in context_of(span):
                standing.setdefault(context, Counter()).update(phrases[number].units)
        by_unit = index_by_unit(_smallest(planner.risky_groups(phrases)))
        starts = [span.start for span, _ in places]
        return cls(planner, phrases, context_of, places, by_unit, standing, starts, _CarriedOut())

    def after(self, decisions: Sequence[Decision]) -> CgProspect:
        """What can be said once these decisions are carried out."""
        return CgProspect(self, self._carried_out.present(self, decisions))

    def bits(self, spans: Sequence[Span]) -> float:
        """How much the terms at these places tell."""
        forms = {self.phrases[number].form for number in self.numbers(spans)}
        return sum(information(self.planner.attacker.corpus, sorted(forms)).values())

    @property
    def corpus(self) -> Corpus:
        """What it counts in."""
        return self.planner.attacker.corpus

    def loss(self, decisions: Sequence[Decision]) -> float:
        """The bits that decisions lose: what their terms tell, less what stands there afterwards."""
        gone = [self._forms_lost(decision) for decision in decisions]
        new = [" ".join(_words_put(decision)) for decision in decisions]
        known = information(self.corpus, [*(form for forms in gone for form in forms), *new])
        return sum(
            max(0.0, sum(known.get(form, 0.0) for form in forms) - known.get(becomes, 0.0))
            for forms, becomes in zip(gone, new, strict=True)
        )

    def _forms_lost(self, decision: Decision) -> set[str]:
        """The phrases that a decision takes whole, and the words of those that it takes in part."""
        forms: set[str] = set()
        for span in decision.spans:
            for place, number in self.met(span):
                phrase = self.phrases[number]
                if span.covers(place) or not phrase.parts:
                    forms.add(phrase.form)
                else:
                    parts = phrase.parts[phrase.spans.index(place)]
                    forms.update(
                        word for word, part in zip(phrase.words, parts, strict=True) if part.overlaps(span)
                    )
        return forms

    def change(self, present: Mapping[int, Counter[str]], decision: Decision, step: int) -> None:
        """Carry out a decision on what stands in each context, or take it back with a step of -1."""
        words = _words_put(decision)
        becomes = self.planner.reader.units(words) if words else ()
        new = Counter(dict.fromkeys(becomes, step))
        for span in decision.spans:
            for place, number in self.met(span):
                gone = Counter(dict.fromkeys(self._lost(place, number, span), -step))
                for context in self.context_of(place):
                    present[context].update(gone)
            for context in self.context_of(span) if new else ():
                if context in present:
                    present[context].update(new)

    def _lost(self, place: Span, number: int, span: Span) -> frozenset[str]:
        """The units of a phrase at a place that go with a span, which may take some of its words only."""
        phrase = self.phrases[number]
        if span.covers(place) or not phrase.parts:
            return phrase.units
        parts = phrase.parts[phrase.spans.index(place)]
        stay = [word for word, part in enumerate(parts) if not part.overlaps(span)]
        return phrase.units.difference(*map(self.planner.reader.units, runs(phrase.words, stay)))

    def numbers(self, spans: Iterable[Span]) -> set[int]:
        """The phrases that stand at these places."""
        return {number for span in spans for _, number in self.met(span)}

    def met(self, span: Span) -> Iterator[tuple[Span, int]]:
        """The phrases that stand at a place, in part or whole."""
        at = max(0, bisect_right(self.starts, span.start) - 1)
        while at < len(self.places) and self.places[at][0].start < span.end:
            if self.places[at][0].overlaps(span):
                yield self.places[at]
            at += 1


@in_own_language
@dataclass(frozen=True, slots=True)
class CgProspect:
    """What a document tells after some decisions: the units that stand in each context."""

    index: HintIndex
    present: Mapping[int, Counter[str]] = field(repr=False)

    @property
    def corpus(self) -> Corpus:
        """What it counts in."""
        return self.index.corpus

    def reasons(self, spans: Sequence[Span]) -> list[Reason]:
        """All smallest groups that the terms at these places would complete if they stood."""
        phrases = self.index.phrases
        units = frozenset(unit for number in self.index.numbers(spans) for unit in phrases[number].units)
        return self._complete(units, spans)

    def alternatives(self, spans: Sequence[Span]) -> list[Rung]:
        """What the term at these places could become, the most informative first."""
        numbers = self.index.numbers(spans)
        if len(numbers) != 1:
            return []
        phrase = self.index.phrases[min(numbers)]
        return [
            Rung(
                option.form and phrase.spell(option.form),
                _show(phrase, option),
                round(option.information, 2),
                phrase.without(option.kept) if option.kept else phrase.spans,
                tuple(self._complete(option.units, spans)),
                option.mark,
            )
            for option in self.index.planner.options(phrase)
        ]

    def _complete(self, units: frozenset[str], spans: Sequence[Span]) -> list[Reason]:
        """The smallest risky groups that these units make with what stands beside them."""
        here = [
            self.present[each]
            for each in frozenset[int]().union(*map(self.index.context_of, spans))
            if each in self.present
        ]
        met = dict.fromkeys(each for unit in sorted(units) for each in self.index.by_unit.get(unit, ()))
        live = [
            each
            for each in met
            if any(all(unit in units or held[unit] > 0 for unit in each.group) for held in here)
        ]
        return [
            Reason(each.group, each.entity.name if each.entity else "", reason(each), figures(each))
            for each in sorted(live, key=plainness)
        ]


class _CarriedOut:
    """What stands after the decisions that were asked about last: the next ones are nearly the same."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._decisions: dict[tuple[tuple[Span, ...], str | None], Decision] = {}
        self._present: dict[int, Counter[str]] | None = None

    def present(self, index: HintIndex, decisions: Sequence[Decision]) -> dict[int, Counter[str]]:
        wanted = {(decision.spans, decision.becomes): decision for decision in decisions}
        with self._lock:
            if self._present is None:
                self._present = {context: Counter(units) for context, units in index.standing.items()}
            for key in self._decisions.keys() - wanted.keys():
                index.change(self._present, self._decisions[key], -1)
            for key in wanted.keys() - self._decisions.keys():
                index.change(self._present, wanted[key], 1)
            self._decisions = wanted
            return {context: Counter(units) for context, units in self._present.items()}


def _words_put(decision: Decision) -> Sequence[str]:
    """The words that a decision puts in place of others; a mark says what stood there."""
    if decision.becomes is None and decision.stand_in is None:
        return words_of(label_of(decision.kind))
    return words_of(decision.becomes or "")


def _show(phrase: Phrase, option: Option) -> str:
    """What a person reads in place of the phrase; words that go are a mark, or dots."""
    if option.form is not None:
        return phrase.spell(option.form)
    if option.mark and not option.kept:
        return write_placeholder(option.mark)
    if option.mark:
        shown = [word if number in option.kept else "" for number, word in enumerate(phrase.words)]
        shown[shown.index("")] = write_placeholder(option.mark)
        return " ".join(filter(None, shown))
    return " ".join(word if number in option.kept else "…" for number, word in enumerate(phrase.words))


def _smallest(found: Iterable[Disclosure]) -> list[Disclosure]:
    """The groups that hold no smaller one which tells of the same entity."""
    known: set[tuple[str, frozenset[str]]] = set()
    left = []
    for each in sorted(found, key=lambda disclosure: len(disclosure.group)):
        about = each.entity.name if each.entity else ""
        smaller = (part for size in range(1, len(each.group)) for part in combinations(each.group, size))
        if not any((about, frozenset(part)) in known for part in smaller):
            left.append(each)
            known.add((about, frozenset(each.group)))
    return left
