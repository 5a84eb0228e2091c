"""GreedySanitize: the publisher plays the attacker until one more attack would cost more than it saves.

Li, Vorobeychik, Li and Malin, "Iterative Classification for Sanitizing Large-Scale Datasets".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.languages.en.inflection import plural
from reticent.models.greedy_sanitize.bounds import Bounds, Counts, bounds
from reticent.models.greedy_sanitize.check import find_sensitive
from reticent.models.greedy_sanitize.hiding import hide_words
from reticent.models.greedy_sanitize.learners.learner import Classifier
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.reading import may_be_secret, read_sentences
from reticent.models.privacy_model import Needs
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.text import Document, Mention

NAME = "greedy-sanitize"


@dataclass(frozen=True, slots=True)
class GreedySanitize:
    """Removes what a sequence of classifiers finds, each learned from what the ones before it left.

    `train_greedy` makes it. `leak_cost` is L in the paper, what a sensitive word costs that is found in the release;
    `removal_cost` is C, what it costs to remove a word that was not sensitive. `training` is the fingerprint of the
    examples; of their words `sensitive` counts those that were and `left` those that still are. Found words become
    `[KIND]`, or one of `surrogates`, the same for the same word everywhere.
    """

    classifiers: tuple[Classifier, ...] = field(repr=False, compare=False)
    history: tuple[Iteration, ...]
    training: str
    sensitive: Counts = field(repr=False)
    left: Counts = field(repr=False)
    leak_cost: float = 10.0
    removal_cost: float = 1.0
    folds: int = 2
    kind: str = "NAME"
    surrogates: tuple[str, ...] = ()
    learned: str = field(init=False, repr=False)
    """The SHA-256 of what the classifiers know, by which a promise names them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "learned", _hash_classifiers(self.classifiers))

    @property
    def parts(self) -> tuple[GreedySanitize, ...]:
        """The models of its kinds, of which it has one."""
        return (self,)

    @property
    def needs(self) -> Needs:
        """The released text: the classifiers read nothing else."""
        return "released"

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
        )

    def mentions(self, document: Document) -> list[Mention]:
        """Every word that a classifier finds, in the text or in what the others leave of it."""
        placed, exempt = read_sentences(document), self._written_surrogates
        after = hide_words(self.classifiers, [sentence.words for sentence in placed], [0] * len(placed))
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
            for span in find_sensitive(release.released, self.classifiers, self._written_surrogates)
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

    @property
    def _written_surrogates(self) -> frozenset[str]:
        """The surrogates as rendering writes them: nobody can tell whether such a word stood there before."""
        return frozenset([*self.surrogates, *map(plural, self.surrogates)])


def _hash_classifiers(classifiers: Iterable[Classifier]) -> str:
    digest = hashlib.sha256()
    for classifier in classifiers:
        digest.update(classifier.to_bytes())
    return f"sha256:{digest.hexdigest()}"
