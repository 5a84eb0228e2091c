"""Conditional random fields: a word's label depends on what it shows and on the label before it."""

from __future__ import annotations

import ctypes
import tempfile
from base64 import b85encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reticent.models.greedy_sanitize.features import EDGE, Shown, joint, shown
from reticent.models.greedy_sanitize.learner import Classifier, CrossFit, Labels, Sentence, only_class

if TYPE_CHECKING:
    import pycrfsuite

_SENSITIVE, _OTHER = "S", "O"
_NOBODY = -1
_SEED = 1
_KEPT_WORDS = 3_000_000


@dataclass(frozen=True, slots=True)
class CrfClassifier:
    """A trained field, as the bytes of its CRFsuite model."""

    model: bytes = field(repr=False)
    _tagger: list[Any] = field(default_factory=list, repr=False, compare=False)

    @property
    def form(self) -> str:
        """The name by which a model file knows how to read it back."""
        return "crf"

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """The likeliest labels of each sentence as a whole; what comes again is read once."""
        tagger = self._opened()
        answers: dict[Sentence, list[bool]] = {}
        for sentence in sentences:
            if sentence not in answers:
                answers[sentence] = [label == _SENSITIVE for label in tagger.tag(items(sentence))]
        return [answers[sentence] for sentence in sentences]

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """The probability of each word's being sensitive, over all labellings of its sentence."""
        tagger = self._opened()
        found = []
        for sentence in sentences:
            tagger.set(items(sentence))
            found.append([tagger.marginal(_SENSITIVE, place) for place in range(len(sentence))])
        return found

    def to_bytes(self) -> bytes:
        """The CRFsuite model."""
        return self.model

    def _opened(self) -> Any:
        """The tagger; CRFsuite reads the bytes where they lie, so they have to outlive it."""
        if not self._tagger:
            import pycrfsuite

            tagger = pycrfsuite.Tagger()
            tagger.open_inmemory(self.model)
            self._tagger.append(tagger)
        return self._tagger[0]


@dataclass(frozen=True, slots=True)
class Crf:
    """Learns by the averaged perceptron, which is as accurate here as slower training.

    Sentences that come again, as most do from one iteration to the next, are not read again.
    """

    epochs: int = 8
    _known: dict[Sentence, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """How reports call it."""
        return "crf"

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        """A field learned from all sentences."""
        if constant := only_class(labels):
            return constant
        return self._trained(self._trainer(sentences, labels, [0] * len(sentences)), _NOBODY)

    def cross_fit(
        self, sentences: Sequence[Sentence], labels: Sequence[Labels], folds: Sequence[int]
    ) -> CrossFit:
        """One reading serves all folds: CRFsuite leaves out a group of sentences when asked."""
        names = sorted(set(folds))
        constant = only_class(labels)
        if constant or len(names) == 1:
            classifier = constant or self.fit(sentences, labels)
            return CrossFit(classifier, dict.fromkeys(names, classifier), self.name)
        trainer = self._trainer(sentences, labels, folds)
        without = {}
        for fold in names:
            seen = [row for row, each in zip(labels, folds, strict=True) if each != fold]
            without[fold] = only_class(seen) or self._trained(trainer, fold)
        return CrossFit(self._trained(trainer, _NOBODY), without, self.name)

    def _trainer(
        self, sentences: Sequence[Sentence], labels: Sequence[Labels], folds: Sequence[int]
    ) -> pycrfsuite.Trainer:
        import pycrfsuite

        trainer = pycrfsuite.Trainer(algorithm="ap", verbose=False)
        trainer.set_params({"max_iterations": self.epochs, "feature.possible_transitions": 1})
        self._forget_others(sentences)
        room = _KEPT_WORDS - sum(map(len, self._known))
        for sentence, row, fold in zip(sentences, labels, folds, strict=True):
            read = self._known.get(sentence)
            if read is None:
                read = items(sentence)
                if room > 0:
                    self._known[sentence] = read
                    room -= len(sentence)
            trainer.append(read, [_SENSITIVE if label else _OTHER for label in row], fold)
        return trainer

    def _forget_others(self, sentences: Sequence[Sentence]) -> None:
        asked = set(sentences)
        for sentence in [sentence for sentence in self._known if sentence not in asked]:
            del self._known[sentence]

    @staticmethod
    def _trained(trainer: pycrfsuite.Trainer, held_out: int) -> CrfClassifier:
        _seed()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "field"
            trainer.train(str(file), held_out)
            return CrfClassifier(file.read_bytes())


def items(sentence: Sentence) -> pycrfsuite.ItemSequence:
    """The sentence as CRFsuite reads it; an attribute is a feature's number in five characters."""
    import pycrfsuite

    seen = [_EDGE, _EDGE, *map(_written, sentence), _EDGE, _EDGE]
    neighbours = zip(seen, seen[1:], seen[2:], seen[3:], seen[4:], strict=False)
    return pycrfsuite.ItemSequence(
        [
            word[0] + left[1] + right[2] + far_left[3] + far_right[4] + _together(left[5], word[5], right[5])
            for far_left, left, word, right, far_right in neighbours
        ]
    )


_Written = tuple[list[str], list[str], list[str], list[str], list[str], str]


@lru_cache(maxsize=1 << 17)
def _written(word: str) -> _Written:
    return _attributes(shown(word))


@lru_cache(maxsize=1 << 16)
def _together(left: str, middle: str, right: str) -> list[str]:
    return [_attribute(feature) for feature in joint(left, middle, right)]


def _attributes(seen: Shown) -> _Written:
    places = (seen.own, seen.left, seen.right, seen.far_left, seen.far_right)
    own, left, right, far_left, far_right = ([_attribute(each) for each in place] for place in places)
    return own, left, right, far_left, far_right, seen.shape


def _attribute(feature: int) -> str:
    return b85encode(feature.to_bytes(4, "big")).decode("ascii")


_EDGE = _attributes(EDGE)


def _seed() -> None:
    """CRFsuite shuffles with the C library's `rand`; without a seed the same sentences train different fields."""
    try:
        ctypes.CDLL(None).srand(_SEED)
    except (OSError, TypeError, AttributeError):  # a platform without that door: fields may differ in detail
        return
