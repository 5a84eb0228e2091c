"""NoLinkage: who searches the originals for what a release leaves unchanged finds at least K of them, or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from reticent.errors import InputError
from reticent.executors import TravelsAsSettings
from reticent.knowledge.runs import RunCounts, Word
from reticent.knowledge.taxonomy import Taxonomy
from reticent.models.no_linkage._check import find_linking_runs, find_linking_sets, find_rare
from reticent.models.no_linkage._planning import (
    choose_words_that_stay,
    intervals_beyond,
    linking_intervals,
    stab_cheapest,
)
from reticent.models.no_linkage._words import WordChoices
from reticent.models.no_linkage.reading import Stretch, read_unchanged
from reticent.models.privacy_model import CompleteModel, Needs
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.text import Document, Mention, Span

NAME = "no-linkage"
KIND = "REMOVED"
K = 2
"""Originals that fit whatever stands: with two, nobody is singled out by a search."""

_DEAR = 1e6  # a word that must stay is changed only where no other can end a run


@dataclass(frozen=True, slots=True)
class NoLinkage(TravelsAsSettings, CompleteModel):
    """Changes words until every run of unchanged ones stands in at least `k` originals of a collection.

    With `longest` runs of up to so many words are judged, and longer ones are not. With `rare`, every set of up to `together` unchanged words that each stand in fewer than `rare` originals stands together in
    at least `k` as well. `runs` is what is counted of the collection. A more general noun of the `taxonomy` stands for a word
    where one reads well and that loses less than a word removed elsewhere.

    Cumby and Ghani, "A Machine Learning Based System for Semi-Automatically Redacting Documents" (K-confusability), ask
    that K candidates fit a text for a classifier; here it is that K originals hold what stands.
    """

    runs: RunCounts = field(repr=False)
    k: int = K
    longest: int = 0
    rare: int = 0
    together: int = 3
    generalize: Taxonomy | None = field(default=None, repr=False)

    kinds = frozenset({KIND})
    needs: ClassVar[Needs] = "both"  # which words are unchanged shows in both texts alone
    counts_marks: ClassVar[bool] = True  # a mark ends a run, whatever it says
    gives_back: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.k < 2:
            raise InputError("k has to be at least 2: the original itself counts as one")
        if not 0 <= self.longest <= self.runs.longest:
            raise InputError(
                f"longest has to lie between 1 and {self.runs.longest}, up to which the runs of the collection were counted, or be 0 for"
                " runs of any length"
            )
        if self.rare > self.runs.rarest:
            raise InputError(
                f"rare has to be at most {self.runs.rarest}: the collection knows of no more frequent word where it stands"
            )

    @property
    def promise(self) -> Promise:
        """What a search for unchanged words finds, relative to this collection."""
        sets = (
            f" Up to {self.together} unchanged words that each stand in fewer than {self.rare:,} originals stand together in at"
            f" least {self.k:,}."
            if self.rare
            else " Of words that do not follow one another nothing is promised."
        )
        runs = (
            f"Every run of 1 to {self.longest} unchanged words"
            if self.longest
            else "Every run of unchanged words"
        )
        read = ", with capitals and signs as they are written," if self.runs.exact else ""
        return Promise(
            NAME,
            f"{runs}{read} stands in at least {self.k:,} of the {self.runs.originals:,} originals of the collection, its own"
            f" counted.{sets} Changed words, what they mean, what stands around a gap, and originals outside of the collection are not"
            " judged.",
            {"collection": self.runs.fingerprint}
            | ({"taxonomy": self.generalize.fingerprint} if self.generalize else {}),
            summary=f"every run of up to {self.longest} unchanged words stands in at least {self.k:,} of the"
            f" {self.runs.originals:,} originals",
        )

    @property
    def warnings(self) -> Sequence[str]:
        """A collection in which hardly anything can stay."""
        if self.runs.originals >= self.k:
            return ()
        return (
            f"the collection of 'no-linkage' has {self.runs.originals:,} originals, and k is {self.k:,}: nothing can stay",
        )

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """The fewest bits of text that have to change; `mentions` are not this model's concern."""
        return self.plan_further(Release(document, document, (), tuple(mentions)))

    def plan_further(self, release: Release) -> Plan:
        """The same for a released text, in which what others changed ends runs already."""
        return self.plan_around(release, ())

    def plan_around(self, release: Release, kept: Sequence[Span]) -> Plan:
        """The same, with other words of a run changed where that spares these places."""
        document = release.released
        choices = WordChoices(document, self.generalize)
        stretches = read_unchanged(release, self.runs)
        going = self._find_going(stretches, choices)
        taken = dict.fromkeys(going, "its original alone, or too few, hold it with other rare words")
        for stretch in stretches:
            for word in self._stab(stretch, going, choices, kept):
                taken.setdefault(word, f"fewer than {self.k:,} originals hold a run of words with it")
        return Plan.for_document(document, tuple(_decide(taken, choices)), (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """Every shortest run, and every smallest set of rare words, that too few originals hold."""
        stretches = read_unchanged(release, self.runs)
        found = [
            Violation(
                NAME,
                each.span,
                KIND,
                f"a run of {each.end - each.first} unchanged words stands in {each.originals} of the originals, and {self.k} have to"
                " hold it",
                evidence={"originals": each.originals, "k": self.k, "words": each.end - each.first},
            )
            for stretch in stretches
            for each in find_linking_runs(stretch, self.runs, k=self.k, longest=self.longest)
        ]
        return found + list(self._linking_sets(stretches))

    def _linking_sets(self, stretches: Sequence[Stretch]) -> Iterator[Violation]:
        holders = find_rare(stretches, self.runs, k=self.k, rare=self.rare) if self.rare else {}
        places: dict[str, list[Span]] = {}
        for word in (word for stretch in stretches for word in stretch if word.form in holders):
            places.setdefault(word.form, []).append(word.span)
        for each in find_linking_sets(holders, k=self.k, most=self.together):
            members = tuple(tuple(places[form]) for form in each.forms)
            yield Violation(
                NAME,
                min(span for member in members for span in member),
                KIND,
                f"{len(each.forms)} rare words stand together in {each.originals} of the originals, and {self.k} have to hold them",
                group=each.forms,
                members=members,
                evidence={"originals": each.originals, "k": self.k},
            )

    def _find_going(self, stretches: Sequence[Stretch], choices: WordChoices) -> frozenset[Word]:
        """The places of rare words that can't all stay together."""
        if not self.rare:
            return frozenset()
        holders = find_rare(stretches, self.runs, k=self.k, rare=self.rare)
        costs = dict.fromkeys(holders, 0.0)
        for word in (word for stretch in stretches for word in stretch if word.form in holders):
            costs[word.form] += choices.cost(word)
        stay = choose_words_that_stay(holders, costs, k=self.k, most=self.together)
        return frozenset(
            word
            for stretch in stretches
            for word in stretch
            if word.form in holders and word.form not in stay
        )

    def _stab(
        self, stretch: Stretch, going: frozenset[Word], choices: WordChoices, kept: Sequence[Span]
    ) -> Iterable[Word]:
        """The words of a stretch that end all its linking runs at the least cost; those that go anyway cost nothing."""
        forms = [word.form for word in stretch]
        if self.longest:
            intervals = linking_intervals(self.runs.counts(forms, self.longest), self.k)
        else:
            intervals = intervals_beyond(self.runs.reach(forms, self.k))
        if not intervals:
            return ()
        near = {number for first, end in intervals for number in range(first, end)}
        costs = [
            0.0 if word in going else choices.cost(word) if number in near else 1.0
            for number, word in enumerate(stretch)
        ]
        for number, word in enumerate(stretch):
            if any(word.span.overlaps(place) for place in kept):
                costs[number] = _DEAR
        return [stretch[number] for number in stab_cheapest(intervals, costs)]


def _decide(taken: Mapping[Word, str], choices: WordChoices) -> Iterator[Decision]:
    """A decision for each word and what becomes of it, at all the places where it is changed."""
    places: dict[tuple[str, str | None, str], list[Span]] = {}
    whole = {word.span: word for word in taken}  # of the words of a mark one is enough
    for word in whole.values():
        places.setdefault((word.form, choices.find(word), taken[word]), []).append(word.span)
    for (_, becomes, reason), spans in places.items():
        yield Decision(tuple(sorted(spans)), KIND, becomes, reason, NAME)
