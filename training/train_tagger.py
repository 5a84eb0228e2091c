"""Makes `tagger.npz`: the parameters of the part-of-speech tagger, from SemCor without its held-out files.

    python -m training.train_tagger [--check]        writes into src/reticent/language/en/data

Two softmax regressions, trained by AdaGrad with dropped features. The second sees the tags around a word as the first
guesses them; for the words it learns from they come from models that never saw their sentences. The same versions of numpy
and scipy give the same parameters; scipy is needed for training only.
"""

from __future__ import annotations

import hashlib
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from experiments.needs import Needs
from numpy.typing import NDArray

from reticent.language.en.tagging import (
    GROUPS,
    PAIRS,
    REACH,
    TAGS,
    FeatureTable,
    LinearTagger,
    Numbers,
    fixed_tags,
    flatten,
    hashes_of,
    pair_features,
    save,
    tag_features,
    word_features,
)
from reticent.language.mixing import Hashes, Mixture
from training import semcor
from training.semcor import TaggedSentence, read
from training.shipping import ship

NEEDS = semcor.NEEDS | Needs(packages=("scipy",))
TAGGER = "tagger.npz"
FOLDS, BATCH, EPOCHS, RATE, DROPPED = 4, 1024, 3, 0.15, 0.25
SEEN_OFTEN = 8
STEPS_PER_UNIT = 24

Weights = NDArray[np.float32]


class Text:
    """All sentences as numbers; `fold` is -1 where there is nothing to learn."""

    def __init__(self, sentences: list[TaggedSentence], tags: tuple[str, ...]) -> None:
        words = flatten([sentence.words for sentence in sentences])
        distinct = {word: number for number, word in enumerate(dict.fromkeys(words))}
        self.types = np.array([distinct[word] for word in words])
        self.own = hashes_of(distinct)
        self.fixed = fixed_tags(distinct, len(tags))[self.types]
        self.tags = np.full(len(words), -1)
        self.fold = np.full(len(words), -1)
        numbers, place = {tag: number for number, tag in enumerate(tags)}, 2
        for count, sentence in enumerate(sentences):
            end = place + len(sentence.words)
            self.tags[place:end] = [numbers.get(tag, -1) for tag in sentence.tags]
            self.fold[place:end] = count // 200 % FOLDS
            place = end + 2
        self.fold[(self.fixed >= 0) | (self.tags < 0)] = -1

    def word_features(self) -> Hashes:
        """Everything that words say, one row a word."""
        told = zip((0, *REACH), np.split(word_features(self.own), GROUPS[1:], axis=1), strict=True)
        columns = [np.roll(features[self.types], -distance, axis=0) for distance, features in told]
        return np.concatenate([*columns, _by_salt(PAIRS, pair_features(self.own, self.types))], axis=1)

    def put_in_fixed(self, guessed: Numbers) -> Numbers:
        """Guesses, with the tags that need no guessing put in."""
        return np.where(self.fixed >= 0, self.fixed, guessed)


def _by_salt(mixture: Mixture, features: Hashes) -> Hashes:
    """The features in the order of their salts, in which the shipped parameters were learned."""
    return features[:, np.argsort(mixture.salts)]


def frequent(features: Hashes) -> Hashes:
    """The sorted features that are seen often enough to learn from."""
    keys, counts = np.unique(features, return_counts=True)
    return keys[counts >= SEEN_OFTEN]


def fit(rows: Numbers, tags: Numbers, shape: tuple[int, int], *, epochs: int) -> Weights:
    """The weights of a softmax regression on rows of features."""
    random = np.random.default_rng(7)
    weights = np.zeros(shape, dtype=np.float32)
    squares = np.full(shape, 0.01, dtype=np.float32)
    for epoch in range(epochs):
        order = random.permutation(len(rows))
        for start in range(0, len(rows), BATCH):
            chosen = order[start : start + BATCH]
            used, gradient = slope(rows[chosen], tags[chosen], weights, random)
            squares[used] += gradient * gradient
            weights[used] -= RATE * (1 - epoch / epochs) * gradient / np.sqrt(squares[used])
            weights[0] = 0
        print(f"  round {epoch + 1} of {epochs}", file=sys.stderr, flush=True)
    return weights


def slope(
    rows: Numbers, tags: Numbers, weights: Weights, random: np.random.Generator
) -> tuple[Numbers, Weights]:
    """The rows of weights that a batch uses, and the gradient of its loss on them."""
    from scipy import sparse

    used, inverse = np.unique(rows, return_inverse=True)
    count, width = rows.shape
    values = (random.random(count * width) > DROPPED).astype(np.float32) / (1 - DROPPED)
    present = sparse.csr_matrix(
        (values, inverse.ravel(), np.arange(0, count * width + 1, width)), shape=(count, len(used))
    )
    scores = present @ weights[used]
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[np.arange(count), tags] -= 1
    return used, np.asarray(present.T @ chances, dtype=np.float32)


def guesses(rows: Numbers, weights: Weights) -> Numbers:
    """The likeliest tag for each row of features."""
    parts = [weights[rows[start : start + BATCH]].sum(axis=1) for start in range(0, len(rows), BATCH)]
    return np.asarray(np.concatenate(parts).argmax(axis=1), dtype=np.intp)


def unseen_guesses(text: Text, rows: Numbers, shape: tuple[int, int]) -> Numbers:
    """First-round guesses for every word, each by a model that did not learn from its sentence."""
    guessed = np.zeros(len(rows), dtype=np.intp)
    for fold in range(FOLDS):
        others, mine = (text.fold >= 0) & (text.fold != fold), text.fold == fold
        guessed[mine] = guesses(rows[mine], fit(rows[others], text.tags[others], shape, epochs=EPOCHS - 1))
    return text.put_in_fixed(guessed)


def round_weights(weights: Weights) -> NDArray[np.int8]:
    """Weights as small integers."""
    return np.clip(np.rint(weights * STEPS_PER_UNIT), -127, 127).astype(np.int8)


def train(sentences: list[TaggedSentence]) -> LinearTagger:
    """The tagger that has learned from these sentences."""
    seen = {tag for sentence in sentences for tag in sentence.tags if tag[0].isalpha() and tag != "SYM"}
    tags = tuple(sorted(seen))
    text = Text(sentences, tags)
    learned = text.fold >= 0
    features = text.word_features()
    words = FeatureTable.of(frequent(features[learned]))
    rows = words.rows(features)
    shape = len(words.hashes) + 1, len(tags)
    first = fit(rows[learned], text.tags[learned], shape, epochs=EPOCHS)
    tagged = _by_salt(TAGS, tag_features(text.own, text.types, unseen_guesses(text, rows, shape)))
    guessed = FeatureTable.of(frequent(tagged[learned]))
    more = guessed.rows(tagged)
    more[more > 0] += len(words.hashes)
    both_rows = np.concatenate([rows, more], axis=1)[learned]
    second = fit(both_rows, text.tags[learned], (shape[0] + len(guessed.hashes), len(tags)), epochs=EPOCHS)
    both = round_weights(np.concatenate([first, second[: shape[0]]], axis=1))
    extra = np.concatenate([np.zeros((1, len(tags)), dtype=np.float32), second[shape[0] :]])
    return LinearTagger(tags, words, guessed, both, round_weights(extra))


def digest(data: bytes) -> str:
    """The hash of the parameters themselves, whatever the compression."""
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        return hashlib.sha256(b"".join(stored[name].tobytes() for name in sorted(stored.files))).hexdigest()


def make() -> dict[str, bytes]:
    """Train."""
    learned, _ = read()
    with TemporaryDirectory() as folder:
        save(train(learned), path := Path(folder) / TAGGER)
        return {TAGGER: path.read_bytes()}


if __name__ == "__main__":
    ship("train_tagger", NEEDS, "language/en/data", make, content=digest)
