"""Sentences without the words that classifiers find in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from reticent.languages.en.stop_words import STOP_WORDS
from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Classifier, Sentence, by_fold


def hide_words(
    classifiers: Sequence[Classifier], sentences: Sequence[Sentence], groups: Sequence[int] | None = None
) -> list[Sentence]:
    """The sentences after every classifier had its say, in order (Figure 2) and again until none finds anything.

    `groups` numbers the document of each sentence; each is one of its own where they are left out. A name that is
    hidden at one place of a document is hidden wherever it stands there, written alike.
    """
    left = list(sentences)
    documents = by_fold(groups if groups is not None else range(len(left)))
    number = dict(enumerate(groups)) if groups is not None else {index: index for index in range(len(left))}
    asked = list(range(len(left)))
    while asked:
        changed: set[int] = set()
        for classifier in classifiers:
            part = [left[index] for index in asked]
            names: dict[int, set[str]] = {}
            for index, row in zip(asked, _instances(part, classifier.predict(part)), strict=True):
                if row:
                    names.setdefault(number[index], set()).update(left[index][place] for place in row)
                    left[index] = _hide_places(left[index], row)
                    changed.add(index)
            for group, found in names.items():
                changed |= _hide_everywhere(left, documents[group], set(filter(is_name, found)))
        asked = sorted(changed)
    return left


def is_name(word: str) -> bool:
    """Whether a hidden word is hidden at its other places too: a capital or a digit says that it names something."""
    return (
        len(word) > 1
        and not word.islower()
        and any(map(str.isalnum, word))
        and word.lower() not in STOP_WORDS
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


def _instances(sentences: Sequence[Sentence], predicted: Sequence[Sequence[bool]]) -> list[list[int]]:
    """The places of each sentence that are found, leaving out those that hold no word any more."""
    return [
        [place for place, sensitive in enumerate(row) if sensitive and sentence[place] != HIDDEN]
        if any(row)
        else []
        for sentence, row in zip(sentences, predicted, strict=True)
    ]


def _hide_places(sentence: Sentence, places: Sequence[int]) -> Sentence:
    words = list(sentence)
    for place in places:
        words[place] = HIDDEN
    return tuple(words)
