"""The trained part of the name tagger: weights, how likely its guesses turned out to be right, and the dial of its two settings."""

from __future__ import annotations

import hashlib
import io
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.detection.label_chains import LabelChains
from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.crf import FeatureWeights, Floats, KnownWords, label_likelihoods
from reticent.detection.names.features import REACH, show_at
from reticent.detection.names.layout import LAYOUT_HASHES
from reticent.detection.names.surroundings import DOCUMENT_HASHES, TITLED, Surroundings, read_surroundings
from reticent.detection.names.word_lists import WordClasses, WordLists, word_classes, word_lists
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.language.mixing import Hashes

KINDS = (
    "PERSON",
    "LOCATION",
    "ORGANIZATION",
    "DATETIME",
    "CODE",
    "DEM",
    "QUANTITY",
    "MISC",
    "CONTACT",
    "AGE",
)
"""The kinds of the Text Anonymization Benchmark, and two more; DEM are demographic attributes."""

LABELS = ("O", *(f"{kind}{sign}" for kind in KINDS for sign in "+-"))
"""No name, or a kind that readers would mask (+) or leave (-)."""

_WORDS_AT_A_TIME = 20_000
"""Words that are judged together: enough for numpy to pay, and few enough for memory. Chosen by hand."""

_DISTANCES = np.arange(len(REACH))[:, None]
_GROUPS = np.cumsum([0, *REACH.values()])[:-1]
"""Where the features of each distance begin when all of a word stand in a row."""


@dataclass(frozen=True, slots=True)
class NameGuess:
    """For each word of a text, how likely each kind is (a column each) to be there, and to be masked by readers."""

    present: Floats
    masked: Floats


@dataclass(frozen=True, slots=True)
class NameJudgement:
    """A text, its features, which begin at a place of those of many texts, and what the model guesses from them."""

    text: CasedText
    surroundings: Surroundings
    begin: int
    guess: NameGuess


@dataclass(frozen=True, slots=True, eq=False)
class NameModel:
    """A conditional random field whose features are hashes; `keys` are those with a row of `weights`, in order.

    `calibration` holds two rows: what the CRF says of a mention, and how often readers masked such a one.
    """

    keys: Hashes = field(repr=False)
    weights: Floats = field(repr=False)
    transitions: Floats = field(repr=False)
    first: Floats = field(repr=False)
    calibration: Floats = field(repr=False)
    classes: WordClasses = field(repr=False)
    lists: WordLists = field(repr=False)
    fingerprint: str = ""
    language: Language = field(default=DEFAULT_LANGUAGE, repr=False)
    _weights: FeatureWeights = field(init=False, repr=False)
    _words: KnownWords = field(init=False, repr=False)
    _document: Floats = field(init=False, repr=False)
    _titled: Floats = field(init=False, repr=False)
    _layout: list[Floats] = field(init=False, repr=False)
    _calibration: tuple[list[float], list[float]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        weights = FeatureWeights(self.keys, self.weights)
        titled = np.array([[TITLED]], np.uint32)
        object.__setattr__(self, "_weights", weights)
        object.__setattr__(self, "_calibration", tuple(self.calibration.tolist()))
        object.__setattr__(
            self,
            "_words",
            KnownWords(self.classes, self.lists, self._weigh_words, language=self.language),
        )
        object.__setattr__(self, "_document", weights.sum(DOCUMENT_HASHES))
        object.__setattr__(self, "_layout", [weights.sum(hashes[:, None]) for hashes in LAYOUT_HASHES])
        object.__setattr__(
            self, "_titled", np.concatenate([weights.sum(show_at(d, titled)) for d in (-1, 1)])
        )

    def judge(self, texts: Sequence[CasedText]) -> Iterator[NameJudgement]:
        """What the model says of each text; many short ones take hardly longer than a long one."""
        for batch in _batches(texts):
            features = self._read(batch)
            bounds = np.cumsum([0, *map(len, batch)]).tolist()
            lengths = [end - begin for text in batch for begin, end in pairwise(text.bounds)]
            scores = self.emissions(features)
            labels = label_likelihoods(scores, self.transitions, self.first, LabelChains.of(lengths))
            masked, left = labels[:, 1::2], labels[:, 2::2]
            present = masked + left
            for text, (begin, end) in zip(batch, pairwise(bounds), strict=True):
                guess = NameGuess(present[begin:end], masked[begin:end])
                yield NameJudgement(text, features, begin, guess)

    def guess(self, text: CasedText) -> NameGuess:
        """What lies at each word of `text`."""
        nothing = np.zeros((0, len(KINDS)), np.float32)
        return next((each.guess for each in self.judge([text])), NameGuess(nothing, nothing))

    def _read(self, texts: Sequence[CasedText]) -> Surroundings:
        lookup = self._words.look_up([word for text in texts for word in text.words])
        return read_surroundings(texts, lookup)

    def emissions(self, features: Surroundings) -> Floats:
        """The score of each label at each word: most of it was summed when the word was met first."""
        scores = features.lookup.scores
        rows = features.near * len(REACH) + _DISTANCES
        total: Floats = scores.reshape(-1, scores.shape[2])[rows].sum(axis=0)
        total += self._document[features.document]
        for table, codes in zip(self._layout, features.layout, strict=True):
            total += table[codes]
        if features.titled.any():
            for beside, weight in zip(features.titled, self._titled, strict=True):
                total[beside] += weight
        total += self._weights.sum(features.places)
        return total

    def calibrate(self, masked: float) -> float:
        """How often readers masked a mention of which the CRF said `masked`, between the two nearest known values."""
        said, true = self._calibration
        at = bisect_right(said, masked)
        if at in {0, len(said)}:
            return true[0] if not at else true[-1]
        share = (masked - said[at - 1]) / (said[at] - said[at - 1])
        return true[at - 1] + share * (true[at] - true[at - 1])

    def gains(self, hashes: Hashes, labels: NDArray[np.int64]) -> Floats:
        """How much each feature in a row speaks for the row's label and against being no name."""
        return self._weights.gains(hashes, labels)

    def gains_by_document(self, codes: NDArray[np.int64], labels: NDArray[np.int64]) -> Floats:
        """How much the rest of the document speaks for each label."""
        gain: Floats = self._document[codes, labels] - self._document[codes, 0]
        return gain

    def gains_by_layout(self, codes: NDArray[np.int64], labels: NDArray[np.int64]) -> Floats:
        """How much the places on their lines speak for each label."""
        gain = np.zeros(len(labels), np.float32)
        for table, row in zip(self._layout, codes, strict=True):
            gain += table[row, labels] - table[row, 0]
        return gain

    def _weigh_words(self, own: Hashes) -> Floats:
        """The scores that words give to labels at each distance, from their own features."""
        shown = np.concatenate([show_at(d, own[:, :width]) for d, width in REACH.items()], axis=1)
        return self._weights.sum_groups(shown, _GROUPS)


def _batches(texts: Sequence[CasedText]) -> Iterator[list[CasedText]]:
    """The texts in groups that are long enough to pay and short enough for memory; none is empty."""
    batch: list[CasedText] = []
    size = 0
    for text in texts:
        if batch and size + len(text) > _WORDS_AT_A_TIME:
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if size:
        yield batch


def encode_model(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The arrays of a model as the bytes that `decode_model` reads."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **dict(arrays))  # type: ignore[arg-type]
    return buffer.getvalue()


def decode_model(
    data: bytes, classes: WordClasses, lists: WordLists, language: Language = DEFAULT_LANGUAGE
) -> NameModel:
    """The model in `data`."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        weights = arrays["weights"].astype(np.float32) * arrays["scale"]
        return NameModel(
            np.cumsum(arrays["steps"], dtype=np.uint64).astype(np.uint32),
            weights,
            arrays["transitions"],
            arrays["first"],
            arrays["calibration"],
            classes,
            lists,
            "sha256:" + hashlib.sha256(data).hexdigest(),
            language,
        )


NAME_DATA = "names.bin"
"""The trained part of a language's name tagger, which has `word-classes.bin` and `word-lists.bin` beside it."""


def name_model(language: Language = DEFAULT_LANGUAGE) -> NameModel:
    """The model of a language that ships with reticent; that of English is made by `training/train_names.py`."""
    return _load_model(language)


@cache
def _load_model(language: Language) -> NameModel:
    package = language.name_tagger
    return decode_model(
        files(package).joinpath("data", NAME_DATA).read_bytes(),
        word_classes() if package == DEFAULT_LANGUAGE.name_tagger else word_classes(package),
        word_lists() if package == DEFAULT_LANGUAGE.name_tagger else word_lists(package),
        language,
    )


@dataclass(frozen=True, slots=True)
class Rule:
    """When a word of one kind belongs to a mention: its value, between how likely readers would mask it and (`lenience` 1) how
    likely it is a name at all, must be `least`."""

    least: float
    lenience: float = 0.0


@dataclass(frozen=True, slots=True)
class Dial:
    """A rule for each kind."""

    rules: Mapping[str, Rule]

    @property
    def lowest(self) -> float:
        """A word that is less likely a name than this belongs to no mention."""
        return min(rule.least for rule in self.rules.values())

    def choose(self, guess: NameGuess) -> dict[int, str]:
        """The words that belong to mentions, in order, each with its likeliest kind."""
        total = guess.present.sum(axis=1)
        places = np.flatnonzero(total >= self.lowest)
        kinds = guess.present[places].argmax(axis=1)
        rules = [self.rules[kind] for kind in KINDS]
        least = np.array([rule.least for rule in rules])[kinds]
        lenience = np.array([rule.lenience for rule in rules])[kinds]
        value = (1 - lenience) * guess.masked[places].sum(axis=1) + lenience * total[places]
        chosen = value >= least
        named = [KINDS[kind] for kind in kinds[chosen].tolist()]
        return dict(zip(places[chosen].tolist(), named, strict=True))


def widen(least: float, demographic: float) -> Dial:
    """The dial that takes what is so likely a name at all, whether readers would mask it or leave it: they differ about that."""
    return Dial({**dict.fromkeys(KINDS, Rule(least, lenience=1.0)), "DEM": Rule(demographic, lenience=1.0)})


_LEAST, _LEAST_DEMOGRAPHIC = 0.03, 0.3
"""What `careful` asks of a word and of one that may tell what somebody is, which most readers leave; chosen by
`experiments.careful` on one half of the biographies."""

SETTINGS: Mapping[str, Dial] = MappingProxyType(
    {
        "balanced": Dial(
            {
                "PERSON": Rule(0.25),
                "LOCATION": Rule(0.3),
                "ORGANIZATION": Rule(0.45),
                "DATETIME": Rule(0.4, 0.3),
                "CODE": Rule(0.3),
                "DEM": Rule(0.5),
                "QUANTITY": Rule(0.3),
                "MISC": Rule(0.5),
                "CONTACT": Rule(0.3),
                "AGE": Rule(0.25),
            }
        ),
        "careful": widen(_LEAST, _LEAST_DEMOGRAPHIC),
    }
)
"""The two named settings: `balanced` fixed by cross-validation on the court cases and on writers 1, 2, 4, 6 and 9 of the invented
documents (`python -m experiments.names`), `careful` by `python -m experiments.careful`."""

_DEMOGRAPHICS = Rule(0.2, lenience=1.0)
"""When a word belongs to a demographic attribute where all of them are asked for, what readers leave included."""


def ask_for_demographics(dial: Dial) -> Dial:
    """The dial, with all demographic attributes."""
    return replace(dial, rules=MappingProxyType({**dial.rules, "DEM": _DEMOGRAPHICS}))
