"""GreedySanitize: the publisher plays the attacker until one more attack would cost more than it saves.

Li, Vorobeychik, Li and Malin, "Iterative Classification for Sanitizing Large-Scale Datasets".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist
from typing import ClassVar

from reticent.language import find_language
from reticent.models.greedy_sanitize._check import find_sensitive, may_be_secret, read_sentences
from reticent.models.greedy_sanitize.learners.learner import Classifier
from reticent.models.greedy_sanitize.loop import Iteration, hide_words
from reticent.models.privacy_model import CompleteModel, Needs
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.text import Document, Mention, Span


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the interval that holds the truth at the stated confidence."""

    low: float
    estimate: float
    high: float

    def times(self, factor: float) -> Interval:
        """The same for a number so many times as large."""
        return Interval(self.low * factor, self.estimate * factor, self.high * factor)


@dataclass(frozen=True, slots=True)
class HitCounts:
    """Words and hits over the groups of a sample, as the sums that an interval needs."""

    groups: int = 0
    words: int = 0
    hits: int = 0
    words_squared: int = 0
    hits_squared: int = 0
    products: int = 0

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> HitCounts:
        """The sums over groups, each given as its words and its hits."""
        total = [0] * 6
        for words, hits in pairs:
            for index, value in enumerate((1, words, hits, words * words, hits * hits, words * hits)):
                total[index] += value
        return cls(*total)


def share(counts: HitCounts, confidence: float = 0.95) -> Interval:
    """The share of hits among words, in the population that the groups were drawn from.

    Words of one group are alike, so the groups are what was drawn: the interval is that of a ratio over groups, and at
    least as wide as Wilson's, which still says something when no hit was drawn.
    """
    if not counts.words:
        return Interval(0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    rate = counts.hits / counts.words
    low, high = _wilson(rate, counts.words, z)
    if counts.groups > 1:
        spread = counts.hits_squared - 2 * rate * counts.products + rate * rate * counts.words_squared
        deviation = sqrt(max(0.0, spread) * counts.groups / (counts.groups - 1)) / counts.words
        low, high = min(low, rate - z * deviation), max(high, rate + z * deviation)
    return Interval(max(0.0, low), rate, min(1.0, high))


def _wilson(rate: float, size: int, z: float) -> tuple[float, float]:
    centre = (rate + z * z / (2 * size)) / (1 + z * z / size)
    reach = z * sqrt(rate * (1 - rate) / size + z * z / (4 * size * size)) / (1 + z * z / size)
    return centre - reach, centre + reach


# paper: greedy-sanitize, Theorem 4.2
def most_found(leak_cost: float, removal_cost: float, others: float) -> float:
    """Theorem 4.2: the most that the attacker's classifier can find where `others`, (1 - α)n, are not sensitive."""
    return removal_cost / leak_cost * others


@dataclass(frozen=True, slots=True)
class Bounds:
    """A collection of so many words: what is sensitive, what of it is left, and what an attacker finds at most."""

    words: int
    sensitive: Interval
    left: Interval
    found_at_most: float
    confidence: float

    @property
    def statement(self) -> str:
        """The bounds in a sentence."""
        return (
            f"Of {self.words:,} words about {self.sensitive.estimate:,.0f} are sensitive; of these about"
            f" {self.left.estimate:,.0f} are left, at most {self.left.high:,.0f} (an upper bound at"
            f" {self.confidence:.0%} confidence, from the labelled sample), of which the attacker's classifier finds at"
            f" most {self.found_at_most:,.0f}."
        )


# paper: greedy-sanitize, Theorem 4.2; Section II, utility
def bounds(
    sensitive: HitCounts,
    left: HitCounts,
    *,
    words: int,
    leak_cost: float,
    removal_cost: float,
    confidence: float = 0.95,
) -> Bounds:
    """The bounds for a collection of `words` words that the sample was drawn from.

    The attacker finds no more than Theorem 4.2 allows, with the fewest sensitive words that the sample makes
    credible, and no more than there are left.
    """
    alpha = share(sensitive, confidence).times(words)
    remaining = share(left, confidence).times(words)
    theorem = most_found(leak_cost, removal_cost, words - alpha.low)
    return Bounds(words, alpha, remaining, min(theorem, remaining.high), confidence)


NAME = "greedy-sanitize"


@dataclass(frozen=True, slots=True)
class GreedySanitize(CompleteModel):
    """Removes what a sequence of classifiers finds, each learned from what the ones before it left.

    `train_greedy` makes it. `leak_cost` is L in the paper, what a sensitive word costs that is found in the release;
    `removal_cost` is C, what it costs to remove a word that was not sensitive. `training` is the fingerprint of the
    examples; of their words `sensitive` counts those that were and `left` those that still are. Found words become
    `[KIND]`, or one of `surrogates`, the same for the same word everywhere.
    """

    classifiers: tuple[Classifier, ...] = field(repr=False, compare=False)
    history: tuple[Iteration, ...]
    training: str
    sensitive: HitCounts = field(repr=False)
    left: HitCounts = field(repr=False)
    leak_cost: float = 10.0
    removal_cost: float = 1.0
    folds: int = 2
    kind: str = "NAME"
    surrogates: tuple[str, ...] = ()
    learned: str = field(init=False, repr=False)
    """The SHA-256 of what the classifiers know, by which a promise names them."""

    counts_marks: ClassVar[bool] = True  # it promises something of names, which no mark says
    needs: ClassVar[Needs] = "released"  # the classifiers read nothing else

    def __post_init__(self) -> None:
        object.__setattr__(self, "learned", _hash_classifiers(self.classifiers))

    @property
    def parts(self) -> tuple[GreedySanitize, ...]:
        """The models of its kinds, of which it has one."""
        return (self,)

    @property
    def kinds(self) -> frozenset[str]:
        """The one kind that it reports."""
        return frozenset([self.kind])

    @property
    def declared(self) -> Mapping[str, str]:
        """What it was trained on and what it learned, by hashes."""
        return {f"{NAME} training data": self.training, f"{NAME} classifiers": self.learned}

    @property
    def promise(self) -> Promise:
        """That no classifier finds anything more, and what one more would have been worth."""
        last = self.history[-1]
        exempt = " but the declared surrogates" if self.surrogates else ""
        return Promise(
            NAME,
            f"None of {len(self.classifiers)} classifiers finds a {self.kind}{exempt} in it. One more, learned from what"
            f" they leave of the training data, would find {last.right} sensitive words there among {last.wrong} others,"
            f" at {self.leak_cost / self.removal_cost:g} removals a leak.",
            self.declared,
            summary=f"none of {len(self.classifiers)} trained classifiers finds a {self.kind} in it",
        )

    def mentions(self, document: Document) -> list[Mention]:
        """Every word that a classifier finds, in the text or in what the others leave of it."""
        placed, exempt = read_sentences(document), self._write_surrogates(document)
        words, language = [sentence.words for sentence in placed], find_language(document.language)
        after = hide_words(self.classifiers, words, [0] * len(placed), language=language)
        return [
            Mention(span, self.kind, reason="found by a classifier that was learned from labelled texts")
            for sentence, words in zip(placed, after, strict=True)
            if words is not sentence.words
            for span, old, new in zip(sentence.spans, sentence.words, words, strict=True)
            if old != new and old not in exempt and may_be_secret(old)
        ]

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each word found, at all its places; `mentions` of others are left to other models."""
        decisions = self.decisions(document, self.mentions(document))
        return Plan.for_document(document, tuple(decisions), (self.promise,))

    def decisions(self, document: Document, found: Sequence[Mention]) -> list[Decision]:
        """One decision for each word of these mentions, at all its places."""
        places: dict[str, list[Mention]] = {}
        for mention in found:
            places.setdefault(mention.span.of(document.text).casefold(), []).append(mention)
        return [
            Decision(
                spans=tuple(mention.span for mention in same),
                kind=self.kind,
                becomes=self._surrogate(word),
                reason=same[0].reason,
                model=NAME,
            )
            for word, same in places.items()
        ]

    def violations(self, release: Release) -> list[Violation]:
        """The words of the released text that any classifier finds."""
        return [
            Violation(NAME, span, self.kind, "a classifier still finds this word")
            for span in find_sensitive(
                release.released, self.classifiers, self._write_surrogates(release.released)
            )
        ]

    def bounds(self, words: int, confidence: float = 0.95) -> Bounds:
        """What is left in a collection of `words` words like the sample, and what an attacker finds of it at most."""
        return bounds(
            self.sensitive,
            self.left,
            words=words,
            leak_cost=self.leak_cost,
            removal_cost=self.removal_cost,
            confidence=confidence,
        )

    def _surrogate(self, word: str) -> str | None:
        if not self.surrogates:
            return None
        # The fingerprint of the training data, which nobody outside knows, keeps the choice from being traced back.
        chosen = hashlib.sha256(f"{self.training} {word}".encode("utf-8", "surrogatepass")).digest()
        return self.surrogates[int.from_bytes(chosen[:8], "big") % len(self.surrogates)]

    def _write_surrogates(self, document: Document) -> frozenset[str]:
        """The surrogates as rendering writes them: nobody can tell whether such a word stood there before."""
        plural = find_language(document.language).grammar.plural
        return frozenset([*self.surrogates, *map(plural, self.surrogates)])


def _hash_classifiers(classifiers: Iterable[Classifier]) -> str:
    digest = hashlib.sha256()
    for classifier in classifiers:
        digest.update(classifier.to_bytes())
    return f"sha256:{digest.hexdigest()}"


@dataclass(frozen=True, slots=True)
class GreedyByLabel(CompleteModel):
    """Removes what the classifiers of several kinds find, each kind under its own placeholder.

    The parts are in the order in which they were learned: each from what the ones before it left.
    """

    parts: tuple[GreedySanitize, ...]

    counts_marks: ClassVar[bool] = True  # it promises something of names, which no mark says
    needs: ClassVar[Needs] = "released"  # the classifiers read nothing else

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of all parts."""
        return frozenset(kind for part in self.parts for kind in part.kinds)

    @property
    def declared(self) -> Mapping[str, str]:
        """What each part was trained on and what it learned, by hashes."""
        return {
            f"{name} ({part.kind})": value for part in self.parts for name, value in part.declared.items()
        }

    @property
    def promise(self) -> Promise:
        """The promises of all parts."""
        said = [part.promise for part in self.parts]
        return Promise(
            NAME,
            " ".join(each.statement for each in said),
            self.declared,
            summary="; ".join(each.in_one_line for each in said),
        )

    def mentions(self, document: Document) -> list[Mention]:
        """Every word that a classifier of any part finds, in the text or in what the others leave of it."""
        found: list[Mention] = []
        before = -1
        while len(found) > before:
            before = len(found)
            for part in self.parts:
                found += part.mentions(_hide(document, [mention.span for mention in found]))
        return sorted(found, key=lambda mention: mention.span)

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each word found, at all its places; `mentions` of others are left to other models."""
        found = self.mentions(document)
        decisions: list[Decision] = []
        for part in self.parts:
            decisions += part.decisions(document, [each for each in found if each.kind == part.kind])
        return Plan.for_document(document, tuple(decisions), (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """The words of the released text that a classifier of any part finds."""
        return [violation for part in self.parts for violation in part.violations(release)]


def _hide(document: Document, spans: Sequence[Span]) -> Document:
    """The document with these places as placeholders."""
    hidden = tuple(sorted([*document.placeholders, *spans]))
    return Document(document.id, document.text, hidden, language=document.language)
