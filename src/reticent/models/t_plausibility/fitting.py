"""Edits that were found between two texts, fitted to the sensitive words of the original.

Somebody who has both texts and no plan sees that "marijuana marijuana" became "soft drug soft drug", or that one word of
"kidney disease" changed. Of all ways to share out what stands there now, the one that hides most is as true as any
other: every text that it leaves open could have been the original.

What a concept is called in a release, so that it reads like English: by a name that readers know and take for it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import log2
from typing import Literal

from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors
from reticent.knowledge.taxonomy.taxonomy import is_of_wordnet, sense_counts
from reticent.language import DEFAULT_LANGUAGE
from reticent.models.shared.familiarity import is_vague
from reticent.models.t_plausibility.tally import Readings
from reticent.models.t_plausibility.words import SensitiveWord
from reticent.plan import Edit, Release
from reticent.rendering.placeholders import is_written
from reticent.text import Span, normal_words

_PIECE = re.compile(r"\[[^\]]*\]|\S+")
_LONGEST = 8
"""Words that a generalization may have."""


@dataclass(frozen=True, slots=True)
class _Sensitive:
    span: Span
    form: str


def fit_edits(release: Release, words: Sequence[SensitiveWord], readings: Readings) -> Release:
    """The release with one edit for each sensitive word that changed; edits that fit already stay as they are."""
    places = sorted(
        (_Sensitive(place.mention.span, word.form) for word in words for place in word.places),
        key=lambda place: place.span,
    )
    edits: list[Edit] = []
    for inside, changes in _clusters(places, release):
        edits += changes if _fits(inside, changes) else _share_out(release, inside, changes, readings)
    return replace(release, edits=tuple(sorted(edits, key=lambda edit: edit.span)))


def _clusters(
    places: Sequence[_Sensitive], release: Release
) -> Iterator[tuple[list[_Sensitive], list[Edit]]]:
    """The edits with the places that they meet; those that hang together, or have nothing but blanks between them, in one."""
    starts, ends = [place.span.start for place in places], [place.span.end for place in places]
    inside: list[_Sensitive] = []
    changes: list[Edit] = []
    end = 0
    for edit in release.edits:
        met = places[bisect_right(ends, edit.span.start) : bisect_left(starts, edit.span.end)]
        start = min([edit.span.start, *(place.span.start for place in met)])
        if changes and release.original.text[end:start].strip():
            yield inside, changes
            inside, changes = [], []
        inside += [place for place in met if place not in inside[-1:]]
        changes.append(edit)
        end = max([end, edit.span.end, *(place.span.end for place in met)])
    if changes:
        yield inside, changes


def _fits(inside: Sequence[_Sensitive], changes: Sequence[Edit]) -> bool:
    """Whether each word has an edit of its own that takes all of it."""
    meeting = [[place for place in inside if place.span.overlaps(edit.span)] for edit in changes]
    alone = [
        met[0]
        for met, edit in zip(meeting, changes, strict=True)
        if len(met) == 1 and edit.span.covers(met[0].span)
    ]
    return len(alone) == len(inside) and all(len(met) < 2 for met in meeting)


def _share_out(
    release: Release, inside: Sequence[_Sensitive], changes: Sequence[Edit], readings: Readings
) -> Sequence[Edit]:
    hull = changes[0].span.hull(changes[-1].span).hull(inside[0].span).hull(inside[-1].span)
    text = _read_released(release, hull)
    parts = _best_parts(text, [place.form for place in inside], readings)
    if not parts or (len(inside) == 1 and not _is_changed(release, inside[0], changes, parts[0], readings)):
        return changes
    return [
        Edit(place.span, part, changes[0].decision, placeholder=is_written(part))
        for place, part in zip(inside, parts, strict=True)
    ]


def _best_parts(text: str, forms: Sequence[str], readings: Readings) -> list[str]:
    """The text in as many parts as there are words, such that most of them hide their word, and hide it best."""
    pieces = [piece.span() for piece in _PIECE.finditer(text)]
    ways: dict[int, tuple[int, float, list[str]]] = {0: (0, 0.0, [])}
    for form in forms:
        further: dict[int, tuple[int, float, list[str]]] = {}
        for begin, (hiding, bits, before) in ways.items():
            for end in range(begin + 1, min(begin + _LONGEST, len(pieces)) + 1):
                part = text[pieces[begin][0] : pieces[end - 1][1]]
                volume = readings.plausible(form, part)
                hides = volume > readings.domain.one or (end == begin + 1 and is_written(part))
                way = (hiding + hides, bits + log2(volume), [*before, part])
                further[end] = max(way, further.get(end, way))
        ways = further
    return ways[len(pieces)][2] if len(pieces) in ways else []


def _read_released(release: Release, span: Span) -> str:
    """What stands in the released text where a stretch of the original stood, whose ends no edit crosses."""
    growth = [(edit.span, len(edit.text) - len(edit.span)) for edit in release.edits]
    start = span.start + sum(more for place, more in growth if place < span and not span.covers(place))
    return release.released.text[
        start : start + len(span) + sum(more for place, more in growth if span.covers(place))
    ]


def _is_changed(
    release: Release, place: _Sensitive, changes: Sequence[Edit], part: str, readings: Readings
) -> bool:
    """Whether a word that several edits meet is hidden by what stands there, or no letter of it is left."""
    left = any(
        character.isalnum() and not any(edit.span.start <= at < edit.span.end for edit in changes)
        for at, character in enumerate(place.span.of(release.original.text), place.span.start)
    )
    return not left or readings.plausible(place.form, part) > readings.domain.one


_MEANT = 0.2
"""The share of its uses in which a name means a concept, if it is not the first thing that it means."""
_RAREST_WORD = 2e-4
"""The share of documents that every word of a name stands in, if readers are to know it."""


@dataclass(frozen=True, slots=True)
class WordingRules:
    """How well a release must read: which words may change, and what concepts are called.

    `words` are those that another noun can stand for anywhere ("plain"), all in small letters, or all. A "category" is a
    word that people use every day to say what sort of thing something is, a "known" name reads well by the rules of
    `Wording`, and "any" is the taxonomy's own.
    """

    words: Literal["plain", "small", "all"]
    naming: Literal["category", "known", "any"]

    def takes(self, word: SensitiveWord) -> bool:
        """Whether a word that could stay may change."""
        if self.words == "plain":
            return word.plain
        small = not word.name and word.form.islower() and word.form.isascii()
        return self.words == "all" or (small and not word.form.endswith("ing"))


READABLE = (WordingRules("plain", "category"), WordingRules("small", "category"))
"""From the best on; a unit takes the next where it can't reach t with the one before."""

LAST_RESORT = (
    WordingRules("all", "category"),
    WordingRules("small", "known"),
    WordingRules("all", "known"),
    WordingRules("all", "any"),
)
"""What is left where a unit can't reach t with words that read well, and may not lose its words instead."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Chooses names for concepts; with a corpus, only names of words that are not rare in it."""

    taxonomy: Taxonomy
    corpus: Corpus | None = None
    _named: dict[tuple[Concept, bool | None, bool], Concept | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def name_concept(
        self, concept: Concept, form: str, *, counted: bool | None, category: bool = False
    ) -> Concept | None:
        """The concept under the first of its names that reads well in place of a word, or None where none does.

        `counted` asks for a noun that is counted, or for one that is not, or for either; `category` for a word that says
        what sort of thing something is, if it is WordNet that is asked: it has names for what nobody has a word for,
        while a hierarchy of one's own is taken at its word. The end of the word itself ("pain" for "phantom limb pain") reads well
        whatever else it may mean.
        """
        own = next((name for name in concept.names if form.endswith(f" {name}")), None)
        if own:
            return replace(concept, name=own)
        key = (concept, counted, category)
        if key not in self._named:
            good = next((name for name in concept.names if self._reads_well(name, *key)), None)
            self._named[key] = replace(concept, name=good) if good else None
        return self._named[key]

    def _is_vague(self, concept: Concept) -> bool:
        return is_vague(concept, ancestors(self.taxonomy, concept), self.taxonomy)

    def _reads_well(self, name: str, concept: Concept, counted: bool | None, category: bool) -> bool:
        grammar = DEFAULT_LANGUAGE.grammar
        head = name.rsplit(maxsplit=1)[-1].casefold()
        if category and is_of_wordnet(concept):
            if not (
                name in DEFAULT_LANGUAGE.nouns.categories
                or (name[:1].isupper() and head in DEFAULT_LANGUAGE.nouns.categories)
            ):
                return False  # "European country" reads as well as "country" does
        elif self._is_vague(concept):
            return False
        return (
            head not in DEFAULT_LANGUAGE.nouns.insults
            and name.casefold() not in DEFAULT_LANGUAGE.nouns.insults
            and counted is not (head in grammar.mass or grammar.is_uncounted(head))
            and DEFAULT_LANGUAGE.lemma(head) == head
            and self._is_meant(name, concept)
            and not (head.endswith("ing") and grammar.is_uncounted(head))
            and _is_noun(name)
            and self._is_familiar(name)
        )

    def _is_meant(self, name: str, concept: Concept) -> bool:
        """Whether readers take the name for the concept: a country is a nation, and also the land that it has."""
        counts = sense_counts(name)
        often = counts.get(concept.id, 0) >= _MEANT * max(1, sum(counts.values()))
        return often or self.taxonomy.concepts(name)[:1] == [concept]

    def _is_familiar(self, name: str) -> bool:
        if self.corpus is None:
            return True
        words = [word for word in normal_words(name) if is_countable(word)]
        counts = self.corpus.count([frozenset({word}) for word in words])
        return all(count > _RAREST_WORD * self.corpus.size for count in counts)


def _is_noun(name: str) -> bool:
    """Whether a name is taken for a noun where a noun stands: "the bad" is none."""
    words = name.split()
    tags = DEFAULT_LANGUAGE.tagger().tags([["The", *words, "is", "there", "."]])[0]
    return tags[len(words)] in ("NN", "NNP")
