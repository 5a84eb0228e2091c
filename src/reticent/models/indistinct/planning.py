"""From a text to what has to change in it: names of the secrets, words that give them away, and what stands there then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from reticent.attackers.linear import LinearAttacker
from reticent.knowledge import Corpus
from reticent.models.disclosure.counts import own_counts
from reticent.models.disclosure.generalizations import generalizations
from reticent.models.disclosure.phrases import phrase_at
from reticent.models.indistinct.name_places import Names, divide_names
from reticent.models.indistinct.problem import Balance, Cover, Problem, balances_of
from reticent.models.indistinct.reading import GAP, Words, demand_of, effect_of
from reticent.models.indistinct.search import choose_words
from reticent.models.indistinct.secrets import Secret, pair_with_secrets
from reticent.taxonomy import Entries, Taxonomy
from reticent.text import Document, Span, merge_spans
from reticent.text.terms import terms

Run = tuple[int, ...]
"""Words that go together because nothing stands between them, by number."""


@dataclass(frozen=True, slots=True)
class Change:
    """A run of words at all places where just these stand together, and what it becomes; None is a placeholder."""

    words: tuple[str, ...] = field(repr=False)
    numbers: Run
    spans: tuple[Span, ...]
    becomes: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to change in a text: the places of each secret's names, the changes, and the cover behind them."""

    names: tuple[Names, ...]
    changes: tuple[Change, ...]
    cover: Cover


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans for readers who add up, over words that cost the bits which a corpus gives them."""

    corpus: Corpus = field(repr=False)
    taxonomy: Taxonomy = field(repr=False)
    readers: tuple[LinearAttacker, ...]
    k: int
    gap: float = GAP

    def plan(
        self,
        document: Document,
        secrets: Sequence[Secret],
        *,
        kept: Sequence[Span] = (),
        also: Sequence[Span] = (),
    ) -> Wanted:
        """What has to change so that every demand is met; words at places that are `kept` stay, `also` others go."""
        names = self._divide_names(document, secrets, kept)
        nameless = mask(document, [span for each in names for span in each.spans])
        words = Words.of(nameless, self.corpus, gap=self.gap)
        problem = self._problem(nameless, secrets, words, names, kept, also)
        cover = choose_words(problem)
        gone = cover.words | {number for span in also for number in words.at(span)}
        balances = balances_of(problem, sorted(gone))
        ends = self._ends_of_nouns(nameless) if gone else frozenset()
        changes = [
            self._generalize(nameless, change, secrets, balances)
            if all(span.end in ends for span in change.spans)
            else change
            for change in join_neighbours(nameless, words, gone)
        ]
        return Wanted(names, tuple(changes), cover)

    def _divide_names(
        self, document: Document, secrets: Sequence[Secret], kept: Sequence[Span]
    ) -> tuple[Names, ...]:
        """What becomes of the names of each secret; what is removed with one is no word of another."""
        has_count = own_counts(self.corpus)
        taken = [*kept, *(span for secret in secrets for span in secret.places_of_names(document))]
        return tuple(
            divide_names(document, secret, has_count=has_count, taxonomy=self.taxonomy, taken=taken)
            for secret in secrets
        )

    def _problem(
        self,
        document: Document,
        secrets: Sequence[Secret],
        words: Words,
        names: Iterable[Names],
        kept: Sequence[Span],
        also: Sequence[Span],
    ) -> Problem:
        free = np.ones(len(words.forms), dtype=bool)
        free[[number for span in kept for number in words.at(span)]] = False
        costs = words.bits.copy()
        costs[[number for span in also for number in words.at(span)]] = 1e-6
        general = " ".join(each.secret.general or "" for each in names if each.told)
        added = Document("what stands for names", general)
        demands = [
            demand_of(reader, secret, document, words, added=added, k=self.k)
            for reader, secret in pair_with_secrets(self.readers, secrets)
        ]
        return Problem(costs, free, demands)

    def _generalize(
        self, document: Document, change: Change, secrets: Sequence[Secret], balances: Sequence[Balance]
    ) -> Change:
        """The change with the most telling general term that no reader learns too much from, if there is any.

        What it adds is taken into the balances, so that the next one is judged with it.
        """
        phrase = phrase_at(
            document,
            tuple(word for each in change.words for word in each.split()),
            change.spans,
            units=frozenset(),
            context_of=lambda place: 0,
        )
        allowed = [secret.general for secret in secrets if secret.general]
        options = generalizations(
            phrase,
            corpus=self.corpus,
            taxonomy=self.taxonomy,
            has_count=own_counts(self.corpus),
            allowed=allowed,
        )
        for option in options:
            if option.form and self._may_stand(option.form, secrets, balances):
                return replace(change, becomes=phrase.spell(option.form))
        return change

    def _may_stand(self, form: str, secrets: Sequence[Secret], balances: Sequence[Balance]) -> bool:
        """Whether a term can stand in the text too; then the balances have it from now on."""
        document = Document("a general term", form)
        if any(secret.places_of_names(document) for secret in secrets):
            return False
        pairs = pair_with_secrets(self.readers, secrets)
        effects = [effect_of(reader, secret, document) for reader, secret in pairs]
        fits = all(balance.fits(*effect) for balance, effect in zip(balances, effects, strict=True))
        if fits:
            for balance, effect in zip(balances, effects, strict=True):
                balance.add(*effect)
        return fits

    def _ends_of_nouns(self, document: Document) -> frozenset[int]:
        """Where common nouns end: another noun can stand there."""
        found = terms(document, known=Entries(self.taxonomy))
        return frozenset(span.end for term in found if not term.name for span in term.spans)


def mask(document: Document, spans: Iterable[Span]) -> Document:
    """The document with these places blanked, as placeholders are."""
    return replace(document, placeholders=tuple(merge_spans([*document.placeholders, *spans])))


def join_neighbours(document: Document, words: Words, gone: frozenset[int]) -> Iterator[Change]:
    """The words that go, those together between which there are blanks only; alike runs are one change."""
    runs: dict[Run, list[Span]] = {}
    run: list[int] = []
    for place, number in enumerate(words.numbers):
        if number not in gone:
            continue
        if run and not _is_next(document, words, run[-1], place):
            _add_run(runs, run, words)
            run = []
        run.append(place)
    if run:
        _add_run(runs, run, words)
    for numbers, spans in runs.items():
        yield Change(tuple(words.forms[number] for number in numbers), numbers, tuple(spans))


def _add_run(runs: dict[Run, list[Span]], run: Sequence[int], words: Words) -> None:
    numbers = tuple(words.numbers[place] for place in run)
    runs.setdefault(numbers, []).append(words.spans[run[0]].hull(words.spans[run[-1]]))


def _is_next(document: Document, words: Words, before: int, after: int) -> bool:
    between = document.text[words.spans[before].end : words.spans[after].start]
    return after == before + 1 and between.isspace() and "\n" not in between
