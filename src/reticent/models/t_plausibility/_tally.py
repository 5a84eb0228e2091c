"""How many texts could have been the original of a release, from the taxonomy and the edits alone.

The word domain W of the paper says how many words a concept could stand for, by number or by frequency. Plans and checks count by
the same definition of what a released word can be read as, given the word that stood there.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal

from reticent.executors import TravelsAsSettings
from reticent.knowledge import AnyOf, Corpus, is_countable
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors, chains, leaves
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.models.t_plausibility._belief import Belief
from reticent.models.t_plausibility._cost import cost
from reticent.models.t_plausibility._words import PlacedMention, SensitiveWord, by_unit
from reticent.plan import Edit, Release
from reticent.rendering.placeholders import read_term
from reticent.rendering.tracing import Trace
from reticent.text import Span, normal_words

Alternatives = Literal["honest", "paper"]

_BATCH = 4096  # concepts counted at a time, to bound memory


# paper: t-plausibility, Definition 1; Equation 2; Equation 4
@dataclass(frozen=True, slots=True)
class WordDomain(TravelsAsSettings):
    """The volume of concepts as whole multiples of `one`, which is what a single word counts.

    Without a corpus all base words are equally likely: the volume is their number. With one they weigh as often as
    they occur, those that never do not at all, and the volume is 2 to the power of their entropy (equation 2), in steps
    of a thousandth and rounded down, so that no rounding makes a promise look kept.

    Kinds of the original word are no alternatives to it: who reads "uropathy" where "kidney disease" stood must not
    conclude that it could have been any of six kidney diseases. All of them together count as one word, unless
    `alternatives` is "paper", which counts them one by one as the paper does.
    """

    taxonomy: Taxonomy
    corpus: Corpus | None = None
    alternatives: Alternatives = "honest"
    _below: dict[Concept, tuple[Concept, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _weights: dict[Concept, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def one(self) -> int:
        """What one word counts: there is nothing to guess."""
        return 1 if self.corpus is None else 1024

    def volume(self, concept: Concept, senses: Sequence[Concept] = ()) -> int:
        """How many equally likely words the concept could stand for where a word of these senses stood."""
        kinds = self._kinds_below(concept, senses)
        if self.corpus is None:
            return self.taxonomy.volume(concept) - max(0, len(kinds) - 1)
        return max(self.one, math.floor(self.one * 2 ** self.entropy(concept, kinds)))

    def others_below(self, concept: Concept, senses: Sequence[Concept]) -> list[Concept]:
        """The base words below a concept that are no kinds of the original word."""
        kinds = self._kinds_below(concept, senses)
        return [leaf for leaf in self._leaves(concept) if leaf not in kinds]

    def _kinds_below(self, concept: Concept, senses: Sequence[Concept]) -> frozenset[Concept]:
        """The base words that are kinds of the original word and lie below the concept."""
        if self.alternatives == "paper":
            return frozenset()
        inside = {sense for sense in senses if concept in ancestors(self.taxonomy, sense)}
        certain = {leaf for sense in inside for leaf in self._leaves(sense)}
        rest = {leaf for sense in senses if sense not in inside for leaf in self._leaves(sense)} - certain
        return frozenset(certain | {leaf for leaf in rest if concept in ancestors(self.taxonomy, leaf)})

    def _leaves(self, concept: Concept) -> tuple[Concept, ...]:
        if concept not in self._below:
            self._below[concept] = tuple(leaves(self.taxonomy, concept))
        return self._below[concept]

    def bits(self, volume: int) -> float:
        """The entropy that a volume stands for."""
        return math.log2(volume) - math.log2(self.one)

    def entropy(self, concept: Concept, kinds: Collection[Concept] = ()) -> float:
        """Equation 2 over the base words below the concept, in bits; the `kinds` among them count as one word."""
        if self.corpus is None:
            return math.log2(self.taxonomy.volume(concept) - max(0, len(kinds) - 1))
        below = self._leaves(concept)
        self._weigh(self.corpus, below)
        others = [self._weights[leaf] for leaf in below if leaf not in kinds]
        return entropy([*others, sum(self._weights[leaf] for leaf in kinds)])

    def _weigh(self, corpus: Corpus, concepts: Sequence[Concept]) -> None:
        """Look up in how many documents each base word occurs; names that mean something else first do not count."""
        new = [concept for concept in concepts if concept not in self._weights]
        named = [(concept, names) for concept in new if (names := countable_names(self.taxonomy, concept))]
        self._weights.update(dict.fromkeys(new, 0))
        for start in range(0, len(named), _BATCH):
            batch = named[start : start + _BATCH]
            counts = corpus.count([frozenset({names}) for _, names in batch])
            self._weights.update((concept, count) for (concept, _), count in zip(batch, counts, strict=True))


# paper: t-plausibility, Equation 2
def entropy(weights: Iterable[int]) -> float:
    """Equation 2 in bits, for words of these weights; nothing that weighs something leaves nothing to guess.

    >>> entropy([1, 1, 1, 1]), entropy([2, 1, 1, 0]), entropy([0])
    (2.0, 1.5, 0.0)
    """
    some = [weight for weight in weights if weight > 0]
    total = sum(some)
    return max(0.0, -math.fsum(weight / total * math.log2(weight / total) for weight in some))


def countable_names(taxonomy: Taxonomy, concept: Concept) -> frozenset[str]:
    """The names of a concept that mean it before anything else, as a corpus counts them."""
    names = {" ".join(normal_words(name)) for name in concept.names if taxonomy.concepts(name)[0] == concept}
    return frozenset(filter(is_countable, names))


_ARTICLE = re.compile(r"^(?:an?|the)\s+")
_POSSESSIVE = re.compile(r"['’]s?$")
_CACHE_LIMIT = 100_000  # words remembered, to bound memory; chosen by hand


@dataclass(frozen=True, slots=True)
class Readings(TravelsAsSettings):
    """Counts what released words could stand for; what a word's generalizations are called is worked out once."""

    domain: WordDomain
    language: Language = DEFAULT_LANGUAGE
    _names: dict[str, Mapping[str, list[Concept | None]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _volumes: dict[tuple[str, Concept], int] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    # paper: t-plausibility, Definition 1; Definition 2
    def plausible(self, form: str, released: str) -> int:
        """How many words `released` could stand for where `form` stood, in multiples of `domain.one`.

        Definition 2 asks for texts that generalize to the release, the original among them: so only concepts above a
        sense of the original count. A name that several of them share counts as the least of them, and a synonym or
        anything that is no generalization at all as one word.
        """
        names, one = self._names_of(form), self.domain.one
        for spelling in _spellings(released):
            if spelling in names:
                return min(
                    one if concept is None else self._volume(form, concept) for concept in names[spelling]
                )
        return one

    def alternatives(self, form: str, released: str | None) -> list[AnyOf]:
        """The names of what `released` could stand for where `form` stood, the word itself first; None is the word as it stood.

        Nothing where the word can't be counted.
        """
        own = " ".join(normal_words(form))
        if not is_countable(own):
            return []
        names = self._names_of(form)
        concepts = (
            next((names[each] for each in _spellings(released) if each in names), []) if released else []
        )
        if not concepts or None in concepts:
            return [frozenset({own})]
        above = min((each for each in concepts if each), key=lambda concept: self._volume(form, concept))
        others = self.domain.others_below(above, self.domain.taxonomy.concepts(form))
        named = (countable_names(self.domain.taxonomy, other) for other in others)
        return [frozenset({own}), *dict.fromkeys(each for each in named if each and own not in each)]

    def names(self, form: str, released: str) -> bool:
        """Whether `released` names a sense of the word or something above one."""
        return any(spelling in self._names_of(form) for spelling in _spellings(released))

    def _names_of(self, form: str) -> Mapping[str, list[Concept | None]]:
        if form not in self._names:
            if len(self._names) >= _CACHE_LIMIT:
                self._names.clear()
                self._volumes.clear()
            self._names[form] = _readings(self.domain.taxonomy, form, self.language)
        return self._names[form]

    def lies_above(self, released: str, sense: Concept) -> bool:
        """Whether what was put in names something at or above a sense."""
        above = {
            name.casefold()
            for each in (sense, *ancestors(self.domain.taxonomy, sense))
            for name in each.names
        }
        plurals = {self.language.grammar.plural(name) for name in above}
        return any(spelling in above or spelling in plurals for spelling in _spellings(released))

    def root_volume(self, sense: Concept) -> int:
        """What the root above a sense counts."""
        root = next(chains(self.domain.taxonomy, sense))[-1]
        return self.domain.volume(root)

    def _volume(self, form: str, concept: Concept) -> int:
        if (form, concept) not in self._volumes:
            senses = self.domain.taxonomy.concepts(form)
            self._volumes[form, concept] = self.domain.volume(concept, senses)
        return self._volumes[form, concept]


def _spellings(released: str) -> Iterator[str]:
    """The words as they stand, and without the article and the possessive that rendering may have given them."""
    whole = " ".join(released.casefold().split())
    bare = _POSSESSIVE.sub("", whole)
    yield from dict.fromkeys([whole, bare, _ARTICLE.sub("", whole), _ARTICLE.sub("", bare)])


def _readings(taxonomy: Taxonomy, form: str, language: Language) -> dict[str, list[Concept | None]]:
    """Every name of a concept above a sense of the word, in both numbers; None stands for the word's own senses."""
    senses = taxonomy.concepts(form)
    above = dict.fromkeys(concept for sense in senses for concept in ancestors(taxonomy, sense))
    readings: dict[str, list[Concept | None]] = {}
    for concept in [*senses, *above]:
        for spelling in {
            each.casefold() for name in concept.names for each in (name, language.grammar.plural(name))
        }:
            readings.setdefault(spelling, []).append(None if concept in senses else concept)
    return readings


class _Mark(str):
    """The term of a mark that took a place."""

    __slots__ = ()


class _Fate(Enum):
    """What became of a place without leaving a word to read."""

    KEPT = "kept"
    GONE = "gone"


# paper: t-plausibility, Definition 2
@dataclass(frozen=True, slots=True)
class UnitTally:
    """One unit of the original: where its first sensitive word stood, and what each of its words counts now.

    `volumes` are multiples of `one`, in the order of the words; `shown` are those of words that are not removed, and
    `kept` says how many stand as they were. Kept and removed words count as one word. `t` is what the unit must reach, and so must the texts that are
    `believed`, where that is asked for.
    """

    place: Span
    t: int
    volumes: tuple[int, ...]
    one: int
    kept: int
    shown: tuple[int, ...]
    believed: int | None = None

    @property
    def removed(self) -> int:
        """How many of the words are gone."""
        return len(self.volumes) - len(self.shown)

    @property
    def is_empty(self) -> bool:
        """Whether all of its words are gone: who reads it has nothing to guess from, and no other text counts."""
        return self.removed == len(self.volumes)

    @property
    def texts(self) -> int:
        """How many texts could have been the original of the unit, rounded down."""
        return int(math.prod(self.volumes) // self.one ** len(self.volumes))

    @property
    def bits(self) -> tuple[float, ...]:
        """The entropy of each word."""
        return tuple(math.log2(volume) - math.log2(self.one) for volume in self.volumes)

    def cost(self, alpha: float) -> float:
        """Equation 1, removed words taken for kept ones."""
        chains = [(volume,) for volume in self.volumes]
        return cost(chains, [0] * len(chains), self.t * self.one ** len(chains), alpha)

    @property
    def reaches_t(self) -> bool:
        """Whether t texts could have been the original, or nothing is left that a guess could start from."""
        return self.is_empty or (
            math.prod(self.volumes) >= self.t * self.one ** len(self.volumes)
            and (self.believed is None or self.believed >= self.t)
        )


def tallies(
    readings: Readings,
    words: Sequence[SensitiveWord],
    release: Release,
    targets: Sequence[int],
    belief: Belief | None = None,
) -> list[UnitTally]:
    """One tally for each unit with sensitive words, in order; `words` are those of the original, `targets` the t of every unit."""
    found = []
    starts = [edit.span.start for edit in release.edits]
    for unit, inside in by_unit(words).items():
        places = [[place for place in word.places if place.unit == unit] for word in inside]
        fates = [[_fate(place.mention.span, release.edits, starts) for place in group] for group in places]
        volumes = [
            min(_volume(readings, place.form, fate) for place, fate in zip(held, group, strict=True))
            for held, group in zip(places, fates, strict=True)
        ]
        found.append(
            UnitTally(
                place=min(group[0].mention.span for group in places),
                t=targets[unit],
                volumes=tuple(volumes),
                one=readings.domain.one,
                kept=sum(_Fate.KEPT in group for group in fates),
                shown=tuple(
                    volume for volume, group in zip(volumes, fates, strict=True) if set(group) != {_Fate.GONE}
                ),
                believed=belief.count(_choices(readings, places, fates), targets[unit]) if belief else None,
            )
        )
    return found


def _choices(
    readings: Readings, places: Sequence[Sequence[PlacedMention]], fates: Sequence[Sequence[str | _Fate]]
) -> list[list[AnyOf]]:
    """What each word that is not removed could be, at the place that leaves least open."""
    choices = []
    for held, group in zip(places, fates, strict=True):
        shown = [
            (place.form, fate) for place, fate in zip(held, group, strict=True) if fate is not _Fate.GONE
        ]
        if shown:
            form, fate = min(shown, key=lambda each: _volume(readings, *each))
            choices.append(readings.alternatives(form, fate if isinstance(fate, str) else None))
    return [each for each in choices if each]


# paper: t-plausibility, Section 4.2.2
def true_tallies(
    readings: Readings,
    words: Sequence[SensitiveWord],
    release: Release,
    targets: Sequence[int],
    meant: Callable[[str, bool], Concept | None],
) -> list[UnitTally]:
    """The tallies in which a replacement that does not lie above what a word is `meant` as counts as the root above that."""
    found, starts = [], [edit.span.start for edit in release.edits]
    units = by_unit(words)
    for tally, unit in zip(tallies(readings, words, release, targets), units, strict=True):
        volumes = []
        for word, volume in zip(units[unit], tally.volumes, strict=True):
            sense = meant(word.form, word.name)
            place = next(each for each in word.places if each.unit == unit)
            fate = _fate(place.mention.span, release.edits, starts)
            misses = sense is not None and isinstance(fate, str) and not readings.lies_above(fate, sense)
            volumes.append(readings.root_volume(sense) if misses and sense else volume)
        found.append(replace(tally, volumes=tuple(volumes)))
    return found


def kept_places(words: Sequence[SensitiveWord], release: Release) -> list[PlacedMention]:
    """The places of words that must go and still stand, at least in part."""
    starts = [edit.span.start for edit in release.edits]
    return [
        place
        for word in words
        if word.must_go
        for place in word.places
        if _fate(place.mention.span, release.edits, starts) is _Fate.KEPT
    ]


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands for a word at its places: whether it is `kept` or `changed` at some, `shown` at any, and the least volume.

    `named` says that the taxonomy has what is shown at or above the word, at one place at least, and `by_word` says that one and the same word, which is no mark, stands for it at all of them.
    """

    kept: bool
    changed: bool
    shown: bool
    named: bool
    by_word: bool
    volume: int


def find_standing(
    words: Sequence[SensitiveWord], release: Release, readings: Readings
) -> dict[SensitiveWord, Standing]:
    """What stands for each word of the original now."""
    starts = [edit.span.start for edit in release.edits]
    found = {}
    for word in words:
        fates = [_fate(place.mention.span, release.edits, starts) for place in word.places]
        marked = any(
            edit.placeholder and edit.span.overlaps(place.mention.span)
            for place in word.places
            for edit in release.edits[max(0, bisect_right(starts, place.mention.span.start) - 1) :][:2]
        )
        found[word] = Standing(
            _Fate.KEPT in fates,
            any(fate is not _Fate.KEPT for fate in fates),
            any(fate is not _Fate.GONE for fate in fates),
            any(
                fate is _Fate.KEPT
                or (
                    isinstance(fate, str)
                    and (not isinstance(fate, _Mark) or readings.names(place.form, fate))
                )
                for place, fate in zip(word.places, fates, strict=True)
            ),
            not marked and isinstance(fates[0], str) and len({str(fate).casefold() for fate in fates}) == 1,
            min(_volume(readings, place.form, fate) for place, fate in zip(word.places, fates, strict=True)),
        )
    return found


def places_now(release: Release, trace: Trace, span: Span) -> list[Span]:
    """Where a place of the original stands in the released text: what is left of it, and what was put for it but says nothing."""
    first, last = bisect_right(trace.ends, span.start), bisect_left(trace.starts, span.end)
    put = [
        Span(trace.new_starts[number], trace.new_ends[number])
        for number in range(first, last)
        if read_shown(release.edits[number].text, placeholder=release.edits[number].placeholder)
    ]
    left = trace.to_released(span)
    return [*([left] if left else []), *(place for place in put if not left or not place.overlaps(left))]


def marks_to_take(
    readings: Readings, words: Sequence[SensitiveWord], release: Release, targets: Sequence[int]
) -> tuple[Span, ...]:
    """The marks that somebody put where nothing else of a unit is left, and that too few texts explain, as they stand now.

    Who reads nothing but gaps can guess nothing; who reads what stood in one can.
    """
    trace, starts = Trace.of(release.edits), [edit.span.start for edit in release.edits]
    taken: set[Span] = set()
    for tally, inside in zip(tallies(readings, words, release, targets), by_unit(words).items(), strict=True):
        if tally.kept or tally.reaches_t:
            continue
        unit, held = inside
        for span in (place.mention.span for word in held for place in word.places if place.unit == unit):
            first = max(0, bisect_right(starts, span.start) - 1)
            for number in range(first, bisect_left(starts, span.end)):
                edit = release.edits[number]
                if edit.span.overlaps(span) and edit.placeholder and read_term(edit.text):
                    taken.add(Span(trace.new_starts[number], trace.new_ends[number]))
    return tuple(sorted(taken))


def places_below(
    readings: Readings, words: Sequence[SensitiveWord], release: Release, least: Mapping[str, int]
) -> list[PlacedMention]:
    """The places that show a word which could be fewer words than the least for it.

    What is removed shows none, nor does a mark whose term the taxonomy has nowhere above it.
    """
    starts = [edit.span.start for edit in release.edits]
    return [
        place
        for word in words
        for place in word.places
        if (fate := _fate(place.mention.span, release.edits, starts)) is not _Fate.GONE
        and not (isinstance(fate, _Mark) and not readings.names(place.form, fate))
        and _volume(readings, place.form, fate) < least[word.form] * readings.domain.one
    ]


def _volume(readings: Readings, form: str, fate: str | _Fate) -> int:
    return readings.plausible(form, fate) if isinstance(fate, str) else readings.domain.one


def read_shown(text: str, *, placeholder: bool) -> str:
    """What stands in a place: the text, or the term of a mark; nothing for any other placeholder."""
    return (read_term(text) or "") if placeholder else text


def _fate(span: Span, edits: Sequence[Edit], starts: Sequence[int]) -> str | _Fate:
    """The words that took the place, or that it was kept (if only in part) or removed."""
    first = max(0, bisect_right(starts, span.start) - 1)
    met = [edit for edit in edits[first : bisect_left(starts, span.end)] if edit.span.overlaps(span)]
    if sum(min(edit.span.end, span.end) - max(edit.span.start, span.start) for edit in met) < len(span):
        return _Fate.KEPT
    said = [read_shown(edit.text, placeholder=edit.placeholder) for edit in met]
    if not any(said):
        return _Fate.GONE
    if len(met) > 1:
        return _Fate.KEPT
    return _Mark(said[0]) if met[0].placeholder else said[0]
