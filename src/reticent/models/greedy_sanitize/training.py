"""From labelled documents to a model: Algorithm 1 of the paper, and what it leaves of the examples."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, field

from reticent.errors import InputError
from reticent.formats.labels import Labelled, LabelledText
from reticent.models.greedy_sanitize._check import label_words, read_sentences
from reticent.models.greedy_sanitize.learners._crf_fitting import Crf
from reticent.models.greedy_sanitize.learners.crf import CrfClassifier
from reticent.models.greedy_sanitize.learners.learner import (
    HIDDEN,
    Classifier,
    Labels,
    Learner,
    Sentence,
    sort_into_folds,
)
from reticent.models.greedy_sanitize.learners.pretrained import DetectorClassifier, Pretrained
from reticent.models.greedy_sanitize.loop import Iteration, turns
from reticent.models.greedy_sanitize.model import GreedyByLabel, GreedySanitize, HitCounts
from reticent.rendering.placeholders import mark_placeholders, write_placeholder


@dataclass(frozen=True, slots=True)
class Examples:
    """Sentences with a label for each word, and the number of the document that each is from.

    Sentences with the same number stay together wherever examples are divided.
    """

    sentences: Sequence[Sentence] = field(repr=False)
    labels: Sequence[Labels] = field(repr=False)
    groups: Sequence[int] = field(repr=False)

    @classmethod
    def of(
        cls, sentences: Iterable[Sequence[str]], labels: Iterable[Labels], groups: Iterable[int] | None = None
    ) -> Examples:
        """Examples of these sentences; each is a document of its own where no groups are given."""
        words = tuple(tuple(sentence) for sentence in sentences)
        rows = tuple(tuple(map(bool, row)) for row in labels)
        return cls(words, rows, range(len(words)) if groups is None else tuple(groups))

    @property
    def words(self) -> int:
        """How many words there are, those not counted that are hidden already."""
        return sum(word != HIDDEN for sentence in self.sentences for word in sentence)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of sentences and labels, by which a model names what it was trained on."""
        digest = hashlib.sha256()
        for sentence, row in zip(self.sentences, self.labels, strict=True):
            marks = "".join("1" if label else "0" for label in row)
            digest.update("\0".join([*sentence, marks, "\n"]).encode("utf-8", "surrogatepass"))
        return f"sha256:{digest.hexdigest()}"


def read_examples(documents: Iterable[Labelled], *, kinds: Sequence[str] = ("NAME",)) -> Examples:
    """The sentences of labelled documents; a placeholder of one of these kinds is a word that is hidden."""
    placeholders = {write_placeholder(kind) for kind in kinds}
    sentences: list[Sentence] = []
    labels: list[Labels] = []
    groups: list[int] = []
    for number, each in enumerate(documents):
        if isinstance(each, LabelledText):
            placed = read_sentences(mark_placeholders(each.document, kinds))
            sentences += (sentence.words for sentence in placed)
            labels += (label_words(sentence, each.sensitive) for sentence in placed)
        else:
            sentences += (
                tuple(HIDDEN if word in placeholders else word for word in words) for words in each.sentences
            )
            labels += each.labels
        groups += [number] * (len(sentences) - len(groups))
    return Examples(sentences, labels, groups)


def _require_labels(examples: Examples, *, both: bool = True) -> None:
    """An InputError unless every word has a label, and `both` labels are there to tell apart."""
    sentences, labels, groups = examples.sentences, examples.labels, examples.groups
    if len(sentences) != len(labels) or len(sentences) != len(groups):
        raise InputError(
            f"{len(sentences)} sentences have {len(labels)} rows of labels and {len(groups)} groups: give one each"
        )
    for number, (sentence, row) in enumerate(zip(sentences, labels, strict=True)):
        if len(sentence) != len(row):
            raise InputError(
                f"sentence {number} has {len(sentence)} words but {len(row)} labels: give one per word"
            )
    sensitive, words = sum(map(sum, labels)), sum(map(len, labels))
    if not both:
        return
    if not sensitive:
        raise InputError(
            "no word is labelled sensitive, so there is nothing to learn: check which labels count"
        )
    if sensitive == words:
        raise InputError("every word is labelled sensitive, so nothing could be published: check the labels")


Progress = Callable[[Iteration], None]


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """One kind of secrets to learn: the labelled examples, what mistakes cost, and what takes a secret's place."""

    examples: Examples = field(repr=False)
    kind: str = "NAME"
    leak_cost: float = 10.0
    removal_cost: float = 1.0
    surrogates: tuple[str, ...] = ()


def train_greedy(
    examples: Examples,
    learners: Sequence[Learner],
    *,
    leak_cost: float = 10.0,
    removal_cost: float = 1.0,
    folds: int = 2,
    kind: str = "NAME",
    surrogates: Sequence[str] = (),
    progress: Progress | None = None,
) -> GreedySanitize:
    """Learn classifiers from labelled examples until one more would not lower the loss: Algorithm 1.

    With several learners each turn takes the most accurate whose classifier pays. No document is in two of the `folds`;
    one fold judges a classifier by what it learned from. `GreedySanitize` says what the other settings mean.
    """
    given = TrainingSet(examples, kind, leak_cost, removal_cost, tuple(surrogates))
    return _learn(given, examples.sentences, learners, folds, progress)[0]


def train_by_label(
    training_sets: Sequence[TrainingSet],
    learners: Sequence[Learner],
    *,
    folds: int = 2,
    progress: Progress | None = None,
    before: GreedySanitize | GreedyByLabel | None = None,
) -> GreedySanitize | GreedyByLabel:
    """Learn kinds of secrets in the same sentences, one after another: each from what the ones before left.

    `before` is a model that was trained on other sentences; what these add to it is learned (see `update_greedy`).
    """
    if len({each.kind for each in training_sets}) < len(training_sets):
        raise InputError("two training sets have the same kind: give each label a placeholder of its own")
    sentences = training_sets[0].examples.sentences
    if any(each.examples.sentences != sentences for each in training_sets):
        raise InputError("the labels are of different sentences: learn all kinds from one collection")
    known = {part.kind: part for part in before.parts} if before else {}
    parts: list[GreedySanitize] = []
    for each in training_sets:
        part, sentences = _learn(each, sentences, learners, folds, progress, known.get(each.kind))
        parts.append(part)
    return parts[0] if len(parts) == 1 else GreedyByLabel(tuple(parts))


def update_greedy(
    model: GreedySanitize,
    examples: Examples,
    learners: Sequence[Learner],
    *,
    progress: Progress | None = None,
) -> GreedySanitize:
    """The model after more labelled examples, without those that it was trained on.

    Its classifiers learn what the new sentences add to what the old ones made certain; then the loop goes on while
    another classifier pays. What is counted of the old examples stays, and that of the new ones is added.
    """
    given = TrainingSet(examples, model.kind, model.leak_cost, model.removal_cost, model.surrogates)
    return _learn(given, examples.sentences, learners, model.folds, progress, before=model)[0]


def _learn(
    given: TrainingSet,
    published: Sequence[Sentence],
    learners: Sequence[Learner],
    folds: int,
    progress: Progress | None,
    before: GreedySanitize | None = None,
) -> tuple[GreedySanitize, Sequence[Sentence]]:
    """The model of one kind, learned from the sentences as far as they are published; and what it leaves of them."""
    _require_settings(given, learners, folds)
    _require_labels(given.examples, both=before is None)
    examples = _as_published(given.examples, published)
    kept: list[Classifier] = []
    history: list[Iteration] = []
    after = examples.labels
    for turn in turns(
        learners,
        examples.sentences,
        examples.labels,
        folds=sort_into_folds(examples.groups, min(folds, len(set(examples.groups)))),
        groups=examples.groups,
        leak_cost=given.leak_cost,
        removal_cost=given.removal_cost,
        known=[learner_after(each) for each in before.classifiers] if before else (),
    ):
        history.append(turn.iteration)
        if turn.iteration.kept:
            kept.append(turn.classifier)
            after, published = turn.labels, turn.sentences
        if progress:
            progress(turn.iteration)
    old = (before.sensitive, before.left) if before else (HitCounts(), HitCounts())
    model = GreedySanitize(
        classifiers=tuple(kept),
        history=tuple(history),
        training=_name_training(given.examples, before),
        sensitive=_add(old[0], _count_by_group(given.examples, given.examples.labels)),
        left=_add(old[1], _count_by_group(given.examples, after)),
        leak_cost=given.leak_cost,
        removal_cost=given.removal_cost,
        folds=folds,
        kind=given.kind,
        surrogates=given.surrogates,
    )
    return model, published


def learner_after(classifier: Classifier) -> Learner:
    """The learner that goes on from a classifier, without what it was learned from."""
    if isinstance(classifier, CrfClassifier) and classifier.is_certain:
        return Crf((classifier.penalty,), prior=classifier)
    if isinstance(classifier, DetectorClassifier):
        return Pretrained(classifier.name, classifier.detector)
    raise InputError(
        f"a classifier of the form '{classifier.form}' can't learn on: only models of crf and detectors, trained by "
        "this version, can be updated; train again from all texts"
    )


def _name_training(examples: Examples, before: GreedySanitize | None) -> str:
    """The fingerprint of all that was learned from, in order."""
    if before is None:
        return examples.fingerprint
    return f"sha256:{hashlib.sha256(f'{before.training} {examples.fingerprint}'.encode()).hexdigest()}"


def _add(old: HitCounts, new: HitCounts) -> HitCounts:
    return HitCounts(*map(sum, zip(astuple(old), astuple(new), strict=True)))


def _as_published(examples: Examples, published: Sequence[Sentence]) -> Examples:
    """The examples in the sentences that are left of theirs: what is hidden already is no secret any more."""
    if published is examples.sentences:
        return examples
    labels = [
        [label and word != HIDDEN for label, word in zip(row, sentence, strict=True)]
        for row, sentence in zip(examples.labels, published, strict=True)
    ]
    return Examples(published, labels, examples.groups)


def _require_settings(given: TrainingSet, learners: Sequence[Learner], folds: int) -> None:
    for name, cost in (("leak_cost", given.leak_cost), ("removal_cost", given.removal_cost)):
        if not 0 < cost < float("inf"):
            raise InputError(f"{name} has to be a positive number: what matters is how often it is the other")
    if folds < 1:
        raise InputError("folds has to be at least 1 (and 1 judges a classifier by what it learned from)")
    if not learners:
        raise InputError("there is no learner to learn with: give at least one, for example Crf()")


def _count_by_group(examples: Examples, labels: Sequence[Labels]) -> HitCounts:
    """Words and sensitive words, group by group."""
    totals: dict[int, list[int]] = {}
    for sentence, row, group in zip(examples.sentences, labels, examples.groups, strict=True):
        pair = totals.setdefault(group, [0, 0])
        pair[0] += len(sentence)
        pair[1] += sum(row)
    return HitCounts.of((words, hits) for words, hits in totals.values())
