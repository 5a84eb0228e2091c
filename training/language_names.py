"""What the name taggers of all languages but English share: annotated texts, tables of words, training, calibration.

A module per language (`spanish_names`) names its sources and what their kinds are called here, and calls `make_tagger`. How common
words are is told by wordfreq (Robyn Speer, CC BY-SA 4.0; `pip install '.[training]'`); names and places are those of the lists, and what
notes write in small letters is counted in the texts that are learned from.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from experiments.needs import Needs

from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.model import NameModel
from reticent.detection.names.word_lists import (
    LISTED,
    NAMED,
    WordClasses,
    WordKnowledge,
    WordLists,
    decode_classes,
    decode_lists,
    encode_classes,
    encode_lists,
    plain_word,
)
from reticent.language import Language, find_language
from reticent.text.tokens import token_texts
from training import name_training
from training.invented import INVENTED, Place, read_documents
from training.name_corpora import Sample, find_words, labels
from training.name_table import Vocabulary, read_texts
from training.name_training import train
from training.tagger_file import CALIBRATION, pack

NEEDS = Needs(packages=("wordfreq",)) | name_training.NEEDS
MOST_WORDS = 120_000
"""The most frequent words that have a grade: of rarer ones wordfreq tells little."""

_ONCE_IN_A_MILLION = 1e-6
_TOKENS = 1e8
"""How many words the frequencies are counted in, so that their grades are about those of the English table."""

_CAPITALIZED, _MOSTLY_CAPITALIZED = 6, 4
_CAPITAL_GRADES = (0.03, 0.15, 0.5, 0.85, 0.97)
_FEWEST_SEEN = 3
"""Places of a word inside sentences that tell how often it is capitalized."""

_NOTE_GRADES = (5, 40)
"""Texts that have a word in small letters, from which on it has the next grade; two are the fewest."""


class Marked(NamedTuple):
    """A text with marked places, and the source that it is from."""

    source: str
    text: str
    places: Sequence[Place]


@dataclass(frozen=True, slots=True)
class NameSources:
    """What a language's tagger is learned from, besides its folder.

    `given`, `family` and `places` grade words from 1 to 3, plain and in small letters; `weights` say how much the texts of a source count;
    `left` are the kinds that may stand unmarked in a source.
    """

    code: str
    texts: Sequence[Marked] = field(repr=False)
    given: Mapping[str, int] = field(repr=False)
    family: Mapping[str, int] = field(repr=False)
    places: Mapping[str, int] = field(repr=False)
    weights: Mapping[str, float] = field(default_factory=dict)
    left: Mapping[str, Collection[str]] = field(default_factory=dict)

    @property
    def language(self) -> Language:
        """The language."""
        return find_language(self.code)


def read_invented(code: str) -> list[Marked]:
    """The invented documents of a language, each file a source of its own."""
    return [
        Marked(f"invented {writer}", text, places) for writer, text, places in read_documents(INVENTED / code)
    ]


ROUNDS = 60
"""Rounds of the fit: with twice as many the F1 of left-out notes is the same."""


def make_tagger(sources: NameSources, *, rounds: int = ROUNDS) -> dict[str, bytes]:
    """The three files of a tagger, learned from all texts."""
    classes, lists = read_tables(sources, sources.texts)
    model = train_on(sources, sources.texts, classes, lists, rounds=rounds)
    print(f"{len(model.keys):,} features, {len(classes.codes):,} words, {len(lists.codes):,} listed")
    return {
        "common-words.txt.gz": list_common_words(sources.code),
        "names.bin": pack(model, np.array(CALIBRATION, np.float32)),
        "word-classes.bin": encode_table(classes),
        "word-lists.bin": encode_lists(lists.codes),
    }


def list_common_words(code: str) -> bytes:
    """The words that stand at least once in a million words, one a line."""
    often = (word for word, share in _frequencies(code).items() if share >= _ONCE_IN_A_MILLION)
    return gzip.compress("\n".join(sorted(filter(str.isalpha, often))).encode(), mtime=0)


def train_on(
    sources: NameSources,
    texts: Sequence[Marked],
    classes: WordClasses,
    lists: WordLists,
    *,
    rounds: int = ROUNDS,
) -> NameModel:
    """The model of some of the texts."""
    language = sources.language
    samples = [make_sample(sources, each, classes) for each in texts]
    samples = [each for each in samples if len(each.text)]
    words = Vocabulary(classes, lists, language)
    read = read_texts([each.text for each in samples], words)
    return train(samples, read, range(len(samples)), rounds=rounds, words=words)


def make_sample(sources: NameSources, marked: Marked, classes: WordClasses) -> Sample:
    """A text whose words are what is marked, and outside of that no name or one of the kinds that its source leaves unmarked."""
    text = read_cased(marked.text, classes, sources.language)
    source = marked.source.split(" ")[0]
    allowed = np.tile(labels(sources.left.get(source, ()), outside=True), (len(text), 1))
    for start, end, kind in marked.places:
        allowed[find_words(text, start, end)] = labels([kind], "+")
    return Sample(source, text, allowed, sources.weights.get(source, 1.0))


def read_tables(sources: NameSources, texts: Sequence[Marked]) -> tuple[WordClasses, WordLists]:
    """What is known of words: by the lists, by frequency, and by the texts that may be learned from."""
    small, high = _count_forms(sources, texts)
    table = _grade_words(sources, small, high)
    codes = _list_words(sources, texts)
    return decode_classes(encode_classes(table)), decode_lists(encode_lists(codes))


def encode_table(classes: WordClasses) -> bytes:
    """The table as it ships."""
    return encode_classes({word: classes.of(word) for word in classes.codes})


def _count_forms(sources: NameSources, texts: Iterable[Marked]) -> tuple[Counter[str], Counter[str]]:
    """How often words stand in small letters, and capitalized, inside of sentences and outside of what is marked."""
    small, high = Counter[str](), Counter[str]()
    for _, text, places in texts:
        marked = bytearray(len(text))
        for start, end, _kind in places:
            marked[start:end] = b"\1" * (end - start)
        plain = "".join(" " if taken else char for char, taken in zip(text, marked, strict=True))
        for line in plain.split("\n"):
            words = token_texts(line, language=sources.language)
            for before, word in pairwise(words):
                if word.isalpha() and before[-1].isalnum():
                    (small if word.islower() else high)[word.lower()] += 1
    return small, high


@cache
def _frequencies(code: str) -> Mapping[str, float]:
    wordfreq = import_module("wordfreq")
    return {word: wordfreq.word_frequency(word, code) for word in wordfreq.top_n_list(code, MOST_WORDS)}


def _grade_words(sources: NameSources, small: Counter[str], high: Counter[str]) -> dict[str, WordKnowledge]:
    """The table: words by frequency in small letters, and names capitalized."""
    frequencies = _frequencies(sources.code)
    names = sorted(sources.given.keys() | sources.family.keys() | sources.places.keys())
    table: dict[str, WordKnowledge] = {}
    for word, share in frequencies.items():
        if not word.isalpha():
            continue
        named = _name_digits(sources, word)
        seen = small[word] + high[word]
        grade = int(np.clip(np.log2(max(share * _TOKENS, 1)) // 2, 1, 9))
        if seen >= _FEWEST_SEEN:
            capitals = 1 + int(np.searchsorted(_CAPITAL_GRADES, high[word] / seen))
        else:
            capitals = _CAPITALIZED if named.strip("0") and not small[word] else 1
        form = word.capitalize() if capitals >= _MOSTLY_CAPITALIZED else word
        table[form] = WordKnowledge(fine=0, coarse=0, frequency=grade, capitals=capitals, named=named)
    for name in names:
        form = name.capitalize()
        if form not in table and name not in table:
            named = _name_digits(sources, name)
            table[form] = WordKnowledge(fine=0, coarse=0, frequency=1, capitals=_CAPITALIZED, named=named)
    return table


def _name_digits(sources: NameSources, word: str) -> str:
    plain = plain_word(word)
    graded = {
        "given": sources.given.get(plain, 0),
        "family": sources.family.get(plain, 0),
        "place": sources.places.get(plain, 0),
        "body": 2 if word in sources.language.names.of_bodies else 0,
        "people": 2 if word in sources.language.names.origins else 0,
        "role": 2 if word in sources.language.names.callings else 0,
    }
    return "".join(str(graded[what]) for what in NAMED)


def _list_words(sources: NameSources, texts: Sequence[Marked]) -> dict[str, str]:
    """The codes of the lists; of what is clinical only words of texts that are learned from."""
    notes = Counter[str]()
    for each in texts:
        notes.update(
            {plain_word(word) for word in token_texts(each.text) if word.islower() and word.isalpha()}
        )
    clinical = {word: _grade(count, _NOTE_GRADES) for word, count in notes.items() if count > 1}
    bodies = {plain_word(word): 2 for word in sources.language.names.of_bodies}
    short = {plain_word(word): 3 for word in sources.language.common.shorthand}
    graded: dict[str, Mapping[str, int]] = {
        "given": sources.given,
        "family": sources.family,
        "place": sources.places,
        "body": bodies,
        "abbreviation": short,
        "clinical": clinical,
    }
    words = sorted(set[str]().union(*graded.values()))
    return {word: "".join(str(graded.get(what, {}).get(word, 0)) for what in LISTED) for word in words}


def _grade(count: float, bounds: tuple[float, float]) -> int:
    return 1 + sum(count >= bound for bound in bounds)


def grade_counts(counts: Mapping[str, float], bounds: tuple[float, float]) -> dict[str, int]:
    """Grades of words by how many bear or have them."""
    return {word: _grade(count, bounds) for word, count in counts.items()}
