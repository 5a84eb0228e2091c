"""GreedySanitize: the publisher plays the attacker until one more attack would cost more than it saves.

Li, Vorobeychik, Li and Malin, "Iterative Classification for Sanitizing Large-Scale Datasets".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.errors import InputError
from reticent.models.greedy_sanitize.bounds import Bounds, Counts, bounds
from reticent.models.greedy_sanitize.learners.learner import (
    HIDDEN,
    Classifier,
    Labels,
    Learner,
    Sentence,
    in_folds,
)
from reticent.models.greedy_sanitize.learners.selection import Selection
from reticent.models.greedy_sanitize.loop import Iteration, Progress, hidden, turns
from reticent.models.greedy_sanitize.reading import read
from reticent.models.privacy_model import Needs
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.inflection import plural
from reticent.text import Document, Mention

NAME = "greedy-sanitize"


@dataclass(slots=True)
class GreedySanitize:
    """Removes what a sequence of classifiers finds, each learned from what the ones before it left.

    `leak_cost` is L in the paper, what a sensitive word costs that is found in the release; `removal_cost` is C, what
    it costs to remove a word that was not sensitive. With several learners each iteration takes the most accurate.
    Words become `[KIND]`, or one of `surrogates`, the same for the same word everywhere. What is learned ends in `_`.
    """

    learners: Sequence[Learner]
    leak_cost: float = 10.0
    removal_cost: float = 1.0
    folds: int = 2
    kind: str = "NAME"
    surrogates: tuple[str, ...] = ()
    classifiers_: tuple[Classifier, ...] = field(default=(), repr=False)
    history_: tuple[Iteration, ...] = ()
    training_: str = ""
    learned_: str = ""
    sensitive_: Counts = field(default_factory=Counts, repr=False)
    left_: Counts = field(default_factory=Counts, repr=False)

    def __post_init__(self) -> None:
        for name, cost in (("leak_cost", self.leak_cost), ("removal_cost", self.removal_cost)):
            if not 0 < cost < float("inf"):
                raise InputError(
                    f"{name} has to be a positive number: what matters is how often it is the other"
                )
        if self.folds < 1:
            raise InputError("folds has to be at least 1 (and 1 judges a classifier by what it learned from)")

    def fit(
        self,
        sentences: Iterable[Sequence[str]],
        labels: Iterable[Labels],
        *,
        groups: Sequence[int] | None = None,
        progress: Progress | None = None,
    ) -> GreedySanitize:
        """Algorithm 1: learn classifiers from labelled sentences until one more would not lower the loss.

        `groups` numbers the document of each sentence, so that no document is in two folds.
        """
        given = [tuple(sentence) for sentence in sentences]
        truth: list[Labels] = [[bool(label) for label in row] for row in labels]
        parts = list(groups) if groups is not None else list(range(len(given)))
        _require_match(given, truth, parts)
        kept: list[Classifier] = []
        history = []
        after = truth
        folds = in_folds(parts, min(self.folds, len(set(parts))))
        for turn in turns(
            self._learner(),
            given,
            truth,
            folds=folds,
            leak_cost=self.leak_cost,
            removal_cost=self.removal_cost,
        ):
            history.append(turn.iteration)
            if turn.iteration.kept:
                kept.append(turn.classifier)
                after = turn.labels
            if progress:
                progress(turn.iteration)
        self.classifiers_, self.history_ = tuple(kept), tuple(history)
        self.training_, self.learned_ = fingerprint(given, truth), learned(kept)
        self.sensitive_, self.left_ = _counts(given, truth, parts), _counts(given, after, parts)
        return self

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
        self._require_fitted()
        return {f"{NAME} training data": self.training_, f"{NAME} classifiers": self.learned_}

    @property
    def promise(self) -> Promise:
        """That no classifier finds anything more, and what one more would have been worth."""
        last = self.history_[-1] if self._require_fitted() else None
        found = (last.right, last.wrong) if last else (0, 0)
        exempt = " but the declared surrogates" if self.surrogates else ""
        return Promise(
            NAME,
            f"None of {len(self.classifiers_)} classifiers finds a {self.kind}{exempt} in it. One more, learned from what"
            f" they leave of the training data, would find {found[0]} sensitive words there among {found[1]} others,"
            f" at {self.leak_cost / self.removal_cost:g} removals a leak.",
            self.declared,
        )

    def mentions(self, document: Document) -> list[Mention]:
        """Every word that a classifier finds, in the text or in what the others leave of it."""
        self._require_fitted()
        readings, standing_in = read(document), self._standing_in()
        after = hidden(self.classifiers_, [reading.words for reading in readings])
        return [
            Mention(span, self.kind, reason="found by a classifier that was learned from labelled texts")
            for reading, words in zip(readings, after, strict=True)
            if words is not reading.words
            for span, old, new in zip(reading.spans, reading.words, words, strict=True)
            if old != new and old not in standing_in and _says_something(old)
        ]

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each word found, at all its places; `mentions` of others are left to other models."""
        places: dict[str, list[Mention]] = {}
        for mention in self.mentions(document):
            places.setdefault(mention.span.of(document.text).casefold(), []).append(mention)
        decisions = [
            Decision(
                spans=tuple(mention.span for mention in found),
                kind=self.kind,
                becomes=self._surrogate(word),
                reason=found[0].reason,
                model=NAME,
            )
            for word, found in places.items()
        ]
        return Plan.for_document(document, tuple(decisions), (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """The words of the released text that any classifier finds."""
        self._require_fitted()
        found = set()
        readings, standing_in = read(release.released), self._standing_in() | {HIDDEN}
        for classifier in self.classifiers_:
            answers = classifier.predict([reading.words for reading in readings])
            for reading, row in zip(readings, answers, strict=True):
                judged = zip(reading.spans, reading.words, row, strict=True)
                found |= {
                    span
                    for span, word, yes in judged
                    if yes and word not in standing_in and _says_something(word)
                }
        return [
            Violation(NAME, span, self.kind, "a classifier still finds this word") for span in sorted(found)
        ]

    def bounds(self, words: int, confidence: float = 0.95) -> Bounds:
        """What is left in a collection of `words` words like the sample, and what an attacker finds of it at most."""
        self._require_fitted()
        return bounds(
            self.sensitive_,
            self.left_,
            words=words,
            leak_cost=self.leak_cost,
            removal_cost=self.removal_cost,
            confidence=confidence,
        )

    def _learner(self) -> Learner:
        if not self.learners:
            raise InputError("there is no learner to fit: give at least one, for example Crf()")
        return self.learners[0] if len(self.learners) == 1 else Selection(tuple(self.learners))

    def _surrogate(self, word: str) -> str | None:
        if not self.surrogates:
            return None
        # The fingerprint of the training data, which nobody outside knows, keeps the choice from being traced back.
        chosen = hashlib.sha256(f"{self.training_} {word}".encode("utf-8", "surrogatepass")).digest()
        return self.surrogates[int.from_bytes(chosen[:8], "big") % len(self.surrogates)]

    def _standing_in(self) -> frozenset[str]:
        """The surrogates as rendering writes them: nobody can tell whether such a word stood there before."""
        return frozenset([*self.surrogates, *map(plural, self.surrogates)])

    def _require_fitted(self) -> bool:
        if not self.training_:
            raise InputError(
                "this model has learned nothing yet: call fit, or load one that 'reticent train' wrote"
            )
        return True


def fingerprint(sentences: Sequence[Sentence], labels: Sequence[Labels]) -> str:
    """The SHA-256 of labelled sentences, by which a model names what it was trained on."""
    digest = hashlib.sha256()
    for sentence, row in zip(sentences, labels, strict=True):
        marks = "".join("1" if label else "0" for label in row)
        digest.update("\0".join([*sentence, marks, "\n"]).encode("utf-8", "surrogatepass"))
    return f"sha256:{digest.hexdigest()}"


def learned(classifiers: Iterable[Classifier]) -> str:
    """The SHA-256 of what classifiers know, by which a promise names them."""
    digest = hashlib.sha256()
    for classifier in classifiers:
        digest.update(classifier.to_bytes())
    return f"sha256:{digest.hexdigest()}"


def _require_match(sentences: Sequence[Sentence], labels: Sequence[Labels], groups: Sequence[int]) -> None:
    if len(sentences) != len(labels) or len(sentences) != len(groups):
        raise InputError(
            f"{len(sentences)} sentences have {len(labels)} rows of labels and {len(groups)} groups: give one each"
        )
    for number, (sentence, row) in enumerate(zip(sentences, labels, strict=True)):
        if len(sentence) != len(row):
            raise InputError(
                f"sentence {number} has {len(sentence)} words but {len(row)} labels: give one a word"
            )
    sensitive, words = sum(map(sum, labels)), sum(map(len, labels))
    if not sensitive:
        raise InputError(
            "no word is labelled sensitive, so there is nothing to learn: check which labels count"
        )
    if sensitive == words:
        raise InputError("every word is labelled sensitive, so nothing could be published: check the labels")


def _counts(sentences: Sequence[Sentence], labels: Sequence[Labels], groups: Sequence[int]) -> Counts:
    """Words and sensitive words, group by group."""
    totals: dict[int, list[int]] = {}
    for sentence, row, group in zip(sentences, labels, groups, strict=True):
        pair = totals.setdefault(group, [0, 0])
        pair[0] += len(sentence)
        pair[1] += sum(row)
    return Counts.of((words, hits) for words, hits in totals.values())


def _says_something(word: str) -> bool:
    """Whether a word can be a secret: a bracket that a classifier points at tells nothing, and a text needs it."""
    return any(map(str.isalnum, word))
