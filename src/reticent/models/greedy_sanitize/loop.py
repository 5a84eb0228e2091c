"""Algorithm 1 of the paper on plain values: learn, remove what was found, and again while that pays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.models.greedy_sanitize.learners.learner import (
    HIDDEN,
    Classifier,
    CrossFit,
    Labels,
    Learner,
    Sentence,
    by_fold,
    mistakes,
    predict_held_out,
)


# paper: greedy-sanitize, Figure 2
def hide_words(
    classifiers: Sequence[Classifier],
    sentences: Sequence[Sentence],
    groups: Sequence[int] | None = None,
    *,
    language: Language = DEFAULT_LANGUAGE,
) -> list[Sentence]:
    """The sentences after every classifier had its say, in order (Figure 2) and again until none finds anything.

    `groups` numbers the document of each sentence; each is one of its own where they are left out. A name that is
    hidden at one place of a document is hidden wherever it stands there, written alike.
    """
    left = list(sentences)
    groups = range(len(left)) if groups is None else groups
    documents = by_fold(groups)
    asked = list(range(len(left)))
    while asked:
        changed: set[int] = set()
        for classifier in classifiers:
            part = [left[index] for index in asked]
            names: dict[int, set[str]] = {}
            for index, row in zip(asked, classifier.predict(part), strict=True):
                sentence = left[index]
                places = [at for at, sensitive in enumerate(row) if sensitive and sentence[at] != HIDDEN]
                if places:
                    names.setdefault(groups[index], set()).update(sentence[place] for place in places)
                    left[index] = _hide_places(sentence, places)
                    changed.add(index)
            for group, found in names.items():
                alike = {word for word in found if is_name(word, language=language)}
                changed |= _hide_everywhere(left, documents[group], alike)
        asked = sorted(changed)
    return left


def is_name(word: str, *, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether a hidden word is hidden at its other places too: a capital or a digit says that it names something."""
    return (
        len(word) > 1
        and not word.islower()
        and any(map(str.isalnum, word))
        and word.lower() not in language.stop_words
    )


def _hide_everywhere(left: list[Sentence], members: Iterable[int], names: Collection[str]) -> set[int]:
    """Hide these words in the sentences of one document; the sentences that changed."""
    changed = set()
    for index in members:
        places = [place for place, word in enumerate(left[index]) if word in names]
        if places:
            left[index] = _hide_places(left[index], places)
            changed.add(index)
    return changed


def _hide_places(sentence: Sentence, places: Sequence[int]) -> Sentence:
    words = list(sentence)
    for place in places:
        words[place] = HIDDEN
    return tuple(words)


# paper: greedy-sanitize, Section II, loss; Table I
@dataclass(frozen=True, slots=True)
class Iteration:
    """One turn of the loop: what its classifier finds in what was left, and what the publisher then loses.

    `loss` is T(H ∪ h) in the paper, `false_negatives` and `false_positives` are those of all classifiers together,
    `right` and `wrong` the true and false finds of this classifier alone. `kept` says whether it was worth it.
    """

    learner: str
    right: int
    wrong: int
    false_negatives: int
    false_positives: int
    loss: float
    kept: bool


@dataclass(frozen=True, slots=True)
class LearnedIteration:
    """An iteration with the classifier that it learned and the sentences as they stand after its removals."""

    iteration: Iteration
    classifier: Classifier
    sentences: list[Sentence] = field(repr=False)
    labels: list[Labels] = field(repr=False)


# paper: greedy-sanitize, Algorithm 1; Section V, folds; Definition 4.1
def turns(
    learners: Sequence[Learner],
    sentences: Sequence[Sentence],
    labels: Sequence[Labels],
    *,
    folds: Sequence[int],
    groups: Sequence[int] | None = None,
    leak_cost: float,
    removal_cost: float,
    known: Sequence[Learner] = (),
) -> Iterator[LearnedIteration]:
    """Every turn of Algorithm 1; the last is the one that was not worth it (its removals are undone).

    Each fold is published by classifiers that were learned without it, exactly as a new text would be: judged by
    what they were learned from, classifiers leave almost nothing, and the loop would end long before a stranger's text
    is safe. With one fold for everything they are judged so all the same, as in the paper.

    Of several learners a turn takes the most accurate whose classifier pays; the loop ends when that of none does.
    `groups` numbers the document of each sentence. `known` go on from the classifiers of a model that is updated: the
    first turns take them, one each, and keep what they learn, since it paid before.
    """
    left, truth = list(sentences), list(labels)
    negatives, positives = sum(map(sum, labels)), 0
    documents = range(len(left)) if groups is None else groups
    members = by_fold(folds)
    chains: dict[int, list[Classifier]] = {fold: [] for fold in members}
    fits: Mapping[str, CrossFit] = {}
    kept, updates = True, list(known)
    while kept:
        asked = [updates.pop(0)] if updates else learners
        must_stay = asked is not learners
        fits = {
            each.name: each.cross_fit(left, truth, folds, None if must_stay else fits.get(each.name))
            for each in asked
        }
        attempts = [
            _attempt(fit, left, truth, members, documents, chains)
            for fit in _sort_by_accuracy(list(fits.values()), left, truth, folds)
        ]
        # T(H ∪ h) - T(H) >= 0 ends the loop; so does a classifier that finds nothing.
        paying = [each for each in attempts if removal_cost * each.wrong - leak_cost * each.right < 0]
        kept, taken = must_stay or bool(paying), (paying or attempts)[0]
        negatives, positives = negatives - taken.right, positives + taken.wrong
        if kept:
            left, truth = taken.sentences, _labels_left(left, taken.sentences, truth)
            for fold, chain in chains.items():
                chain.append(taken.fit.without[fold])
        loss = leak_cost * negatives + removal_cost * positives
        iteration = Iteration(taken.fit.learner, taken.right, taken.wrong, negatives, positives, loss, kept)
        yield LearnedIteration(iteration, taken.fit.classifier, left, truth)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """The sentences after one more classifier, and how many sensitive and other words that took."""

    fit: CrossFit
    sentences: list[Sentence] = field(repr=False)
    right: int
    wrong: int


def _sort_by_accuracy(
    fits: Sequence[CrossFit], sentences: Sequence[Sentence], labels: Sequence[Labels], folds: Sequence[int]
) -> list[CrossFit]:
    """The fits, those with the fewest mistakes on sentences that they had not seen first."""
    if len(fits) == 1:
        return list(fits)
    return sorted(fits, key=lambda fit: mistakes(predict_held_out(fit, sentences, folds), labels))


def _attempt(
    fit: CrossFit,
    left: Sequence[Sentence],
    truth: Sequence[Labels],
    members: Mapping[int, Sequence[int]],
    groups: Sequence[int],
    chains: Mapping[int, Sequence[Classifier]],
) -> _Attempt:
    """What becomes of the members of each fold, whose documents are `groups`, with one more classifier in its chain."""
    after = list(left)
    for fold, places in members.items():
        _publish(after, places, [*chains[fold], fit.without[fold]], groups)
    removed = [
        label
        for old, new, row in zip(left, after, truth, strict=True)
        if old is not new
        for was, now, label in zip(old, new, row, strict=True)
        if was != now
    ]
    return _Attempt(fit, after, sum(removed), len(removed) - sum(removed))


def _publish(
    sentences: list[Sentence], members: Sequence[int], chain: Sequence[Classifier], groups: Sequence[int]
) -> None:
    """Hide in the members what the chain finds; all but its last classifier have already read them as they are."""

    def hide(classifiers: Sequence[Classifier], places: Sequence[int]) -> list[int]:
        after = hide_words(classifiers, [sentences[index] for index in places], [groups[at] for at in places])
        changed = {
            index: new for index, new in zip(places, after, strict=True) if new is not sentences[index]
        }
        for index, new in changed.items():
            sentences[index] = new
        return list(changed)

    touched = {groups[index] for index in hide(chain[-1:], members)}
    hide(chain, [index for index in members if groups[index] in touched])


def _labels_left(
    before: Sequence[Sentence], after: Sequence[Sentence], labels: Sequence[Labels]
) -> list[Labels]:
    """The labels after removals; only sentences that lost a word get others."""
    return [
        row if old is new else [label and word != HIDDEN for label, word in zip(row, new, strict=True)]
        for old, new, row in zip(before, after, labels, strict=True)
    ]
