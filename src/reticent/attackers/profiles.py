"""What a corpus says of candidates: how often each word of a text stands with each of them, counted once and kept a while."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reticent.attackers.attacker import Candidate
from reticent.attackers.linear import Weights, round_weights
from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.corpus.corpus import list_words, terms_with_counts
from reticent.knowledge.corpus.joint_counts import JointCounter, joint_counter
from reticent.language import DEFAULT_LANGUAGE
from reticent.rendering.placeholders import spell_marks, widen_to_marks
from reticent.text import Document, Span
from reticent.text.analysis import Analysis, analyze, read_by_sentence
from reticent.text.sentences import normal_word
from reticent.text.tokens import whole_words

Joint = NDArray[np.float64]
"""Words by candidates: the documents that hold both."""

_KEPT = 8_000_000
"""Weights that are kept: 64 MB."""

_REMEMBERED = 4  # lists of candidates whose counts are kept: a policy has few; chosen by hand
_LOOKED_AT = 8_000  # words: enough to measure by, few enough to count at once; chosen by hand
_SEEN_WITH, _UPPER = (
    5,
    75.0,
)  # words of several candidates, and of these the quarter with the highest lift; by hand
_OWN, _OWN_DOCUMENTS = 20.0, 2  # twenty times as often as by chance, and not by one document alone; by hand


@dataclass(frozen=True, slots=True)
class Profile:
    """What a corpus of `size` documents holds on some candidates: the documents that name each, and cue words.

    `yardstick` counts words that are rather about such things than about anything: by them one sees how much the
    corpus says of a candidate at all. They are those that stand with the candidates at least `lift` times as often as
    with anything.
    """

    size: int
    documents: NDArray[np.float64]
    yardstick: Joint = field(repr=False)
    lift: float

    @property
    def known(self) -> NDArray[np.bool_]:
        """The candidates that some document names."""
        return self.documents > 0

    def are_telling(self, joint: Joint, alone: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Whether each word tells of each candidate: it is about such things, or very much about this one.

        Otherwise the candidate with most documents would have all ordinary words for it.
        """
        about = lifts_of(joint, alone, self.documents, self.size) >= self.lift
        own = joint * self.size >= _OWN * alone[:, None] * self.documents
        telling: NDArray[np.bool_] = about[:, None] | (own & (joint >= _OWN_DOCUMENTS))
        return telling


Weigh = Callable[[Profile, Joint], Weights]
"""How much words with these counts speak for each candidate."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Profiles of the candidates that were asked for last, and the weights of the words that were."""

    corpus: Corpus
    weigh: Weigh
    _kept: list[_Kept] = field(default_factory=list, init=False, repr=False, compare=False)

    def known(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether the corpus knows each candidate."""
        known: list[bool] = self._of(candidates).profile.known.tolist()
        return known

    def weights(self, words: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """The weights of words, counted where they are new."""
        if not words or not candidates:
            return np.zeros((len(words), len(candidates)))
        kept, width = self._of(candidates), len(candidates)
        new = [word for word in words if word not in kept.rows]
        if (len(kept.rows) + len(new)) * width > _KEPT:
            kept.rows.clear()
            new = list(words)
        fresh = self._weigh_anew(new, kept.profile, kept.counter) if new else np.empty((0, 0))
        if len(new) * width > _KEPT:
            return fresh
        kept.rows.update(zip(new, fresh, strict=True))
        return np.array([kept.rows[word] for word in words])

    def _weigh_anew(self, words: Sequence[str], profile: Profile, counter: JointCounter) -> Weights:
        joint = counter.count(words).astype(np.float64)
        telling = profile.are_telling(joint, count_alone(self.corpus, words))
        return round_weights(self.weigh(profile, joint) * telling)

    def _of(self, candidates: Sequence[Candidate]) -> _Kept:
        wanted = tuple(candidates)
        for kept in self._kept:
            if kept.candidates == wanted:
                return kept
        made = _Kept(wanted, *_share_profile(self.corpus, wanted))
        self._kept[:] = [made, *self._kept[: _REMEMBERED - 1]]
        return made


@dataclass(frozen=True, slots=True)
class _Kept:
    """The candidates of one question, their profile, what counts words with them, and rows of weights by word."""

    candidates: tuple[Candidate, ...]
    profile: Profile
    counter: JointCounter
    rows: dict[str, NDArray[np.float64]] = field(default_factory=dict)


_recent: list[tuple[Corpus, tuple[Candidate, ...], tuple[Profile, JointCounter]]] = []


def _share_profile(corpus: Corpus, candidates: tuple[Candidate, ...]) -> tuple[Profile, JointCounter]:
    """The profile of candidates, worked out once for all readers of this very corpus."""
    for known, asked, found in _recent:
        if known is corpus and asked == candidates:
            return found
    found = profile_of(corpus, candidates)
    _recent[:] = [(corpus, candidates, found), *_recent[: _REMEMBERED - 1]]
    return found


def profile_of(corpus: Corpus, candidates: Sequence[Candidate]) -> tuple[Profile, JointCounter]:
    """The profile of candidates, each counted by those of its names that have counts of their own, and the counter."""
    entities = [frozenset({terms_with_counts(corpus, each.names)}) for each in candidates]
    documents = np.array(corpus.count(entities), dtype=np.float64)
    counter = joint_counter(corpus, entities)
    words = _sample_words(corpus)
    joint = counter.count(words).astype(np.float64)
    several = (joint > 0).sum(axis=1) >= min(_SEEN_WITH, max(1, int((documents > 0).sum()) // 2))
    lifts = lifts_of(joint, count_alone(corpus, words), documents, corpus.size)
    # A little less, so that a word just at the limit is on the same side however its lift was rounded.
    lift = float(np.percentile(lifts[several], _UPPER)) * (1 - 1e-9) if several.any() else 0.0
    return Profile(corpus.size, documents, joint[several & (lifts >= lift)], lift), counter


def lifts_of(
    joint: Joint, alone: NDArray[np.float64], documents: NDArray[np.float64], size: int
) -> NDArray[np.float64]:
    """How many times as often words stand with a candidate, each candidate counting alike, as with anything."""
    known = documents > 0
    shares = (joint[:, known] / documents[known]).sum(axis=1) / max(1, int(known.sum()))
    lifts: NDArray[np.float64] = shares * size / np.maximum(alone, 1.0)
    return lifts


def count_alone(corpus: Corpus, words: Sequence[str]) -> NDArray[np.float64]:
    """The documents that hold each word."""
    return np.array(corpus.count([frozenset({word}) for word in words]), dtype=np.float64)


def _sample_words(corpus: Corpus) -> list[str]:
    """Words of the corpus, always the same ones: some thousands tell how much it says of anything."""
    words = [word for word in list_words(corpus) if word.isalpha() and is_countable(word)]
    share = max(1, len(words) // _LOOKED_AT)
    return [word for word in words if int.from_bytes(sha256(word.encode()).digest()[:4]) % share == 0]


_SHORTEST_PART = (
    3  # letters: shorter parts of hyphenated words are prefixes such as re and un; chosen by hand
)


class _Word(NamedTuple):
    """A word at its place in a sentence."""

    form: str
    start: int
    end: int


def read_words(document: Document) -> Mapping[str, tuple[Span, ...]]:
    """Every word with a letter and a count but for units of measurement, and the parts of hyphenated ones.

    A placeholder is nobody's word, but for a mark that says what stood there: that has the words of its label.
    """
    analysis, whole = analyze(spell_marks(document)), widen_to_marks(document)
    places: dict[str, list[Span]] = {}
    rows = read_by_sentence(analysis, "words that count", lambda numbers: _read(analysis, numbers))
    for sentence, row in zip(analysis.sentences, rows, strict=True):
        for word in row:
            place = Span(sentence.start + word.start, sentence.start + word.end)
            places.setdefault(word.form, []).append(whole(place))
    return {form: tuple(spans) for form, spans in places.items()}


def _read(analysis: Analysis, numbers: Sequence[int]) -> Iterator[tuple[_Word, ...]]:
    for number in numbers:
        begin = analysis.sentences[number].start
        tokens = analysis.tokens[number]
        shouted = analysis.shouted[number]
        yield tuple(
            _Word(form, token.start - begin, token.end - begin)
            for token in whole_words(tokens)
            for form in _forms(token.text, shouted)
        )


def _forms(token: str, shouted: bool) -> Iterator[str]:
    form = normal_word(token, shouted=shouted)
    yield from filter(is_read, form.split(" "))
    if "-" in form:
        yield from (part for part in form.split("-") if len(part) >= _SHORTEST_PART and is_read(part))


def is_read(form: str) -> bool:
    """Whether a word has a letter and a count, and is no unit of measurement."""
    return form not in DEFAULT_LANGUAGE.common.measures and is_countable(form) and any(map(str.isalpha, form))
