"""Makes the name tagger of German, and by its other steps the words of German.

    OPENBLAS_NUM_THREADS=1 python -m training.german_names [words|lists|names] [--check]        writes into src/reticent/language/de/data

The tagger learns from German court decisions (CC BY 4.0), sentences of the web (German PUD, CC BY-SA 3.0) and the invented
documents in `training/data/invented/de` (CC0), each once more with other names out of the lists of `german_words`.
"""

from __future__ import annotations

import lzma
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from experiments.harness import data
from experiments.needs import Needs
from numpy.typing import NDArray

from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.model import NameModel
from reticent.detection.names.word_lists import decode_classes, decode_lists
from reticent.language import find_language
from training import german_words, name_training
from training.folds import WRITER
from training.german_words import WRITTEN, grade_names, grade_places, make_lists, make_words
from training.invented import Place, read_documents
from training.language_names import Marked
from training.name_corpora import Sample, find_words, labels
from training.name_table import Vocabulary
from training.name_training import read_samples, train
from training.shipping import PACKAGE, ship
from training.tagger_file import CALIBRATION, pack, read_content
from training.wild_corpora import mark_all

COURTS, SENTENCES = "languages/german-courts.conll.xz", "languages/german-pud.iob2.xz"
NEEDS = Needs(data=(COURTS, SENTENCES)) | german_words.NEEDS | name_training.NEEDS


def read_courts(words: Vocabulary) -> list[Sample]:
    """German court decisions: people, places and bodies are marked; laws, decisions and literature are no names.

    Pages without people are many and alike: some of those without any name are enough.
    """
    lines = lzma.decompress(data(COURTS).read_bytes()).decode("utf-8").splitlines()
    blocks = list(_in_blocks(_read_tagged(lines, 0, 1)))
    bare = [part for part in blocks if not any(tag in _OF_COURTS for each in part for _, tag in each)]
    named = [part for part in blocks if any(tag in _OF_PEOPLE for each in part for _, tag in each)]
    return [
        _block("court-de", part, _OF_COURTS, words) for part in (*named[::_NAMED_PAGES], *bare[::_BARE_PAGES])
    ]


def read_sentences(words: Vocabulary) -> list[Sample]:
    """Sentences of news and of Wikipedia."""
    lines = lzma.decompress(data(SENTENCES).read_bytes()).decode("utf-8").splitlines()
    plain = (line for line in lines if not line.startswith("#"))
    return [_block("pud-de", part, _OF_SENTENCES, words) for part in _in_blocks(_read_tagged(plain, 1, 2))]


def _allow_unmarked(word: str) -> NDArray[np.bool_]:
    """What a word may be that nobody marked: numbers are dates or codes, "47-jährig" is an age."""
    if "jährig" in word:
        return labels(["AGE"], outside=True)
    kinds = _UNMARKED if any(map(str.isdigit, word)) else ("DATETIME", "DEM")
    return labels(kinds, outside=True)


_OF_COURTS = {
    "PER": "PERSON", "RR": "PERSON", "AN": "PERSON", "LD": "LOCATION", "ST": "LOCATION", "STR": "LOCATION", "LDS": "LOCATION",
    "ORG": "ORGANIZATION", "UN": "ORGANIZATION", "INN": "ORGANIZATION", "GRT": "ORGANIZATION", "MRK": "MISC",
}  # fmt: skip
_OF_PEOPLE = frozenset({"PER", "AN", "ST", "STR"})
_OF_SENTENCES = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
_UNMARKED = ("DATETIME", "CODE", "QUANTITY", "AGE", "CONTACT", "DEM")
_NAMED_PAGES, _BARE_PAGES = 3, 30
_BLOCK = 20
"""Sentences that are one text: what one text alone shows is no feature."""

Tagged = list[tuple[str, str]]


def _read_tagged(lines: Iterable[str], word: int, tag: int) -> Iterator[Tagged]:
    """Sentences of words with their tags, in these columns."""
    sentence: Tagged = []
    for line in (*lines, ""):
        columns = line.split("\t" if "\t" in line else " ")
        if len(columns) > tag:
            sentence.append((columns[word], columns[tag].split("-", 1)[-1]))
        elif sentence:
            yield sentence
            sentence = []


def _in_blocks(sentences: Iterable[Tagged]) -> Iterator[list[Tagged]]:
    every = list(sentences)
    return (every[begin : begin + _BLOCK] for begin in range(0, len(every), _BLOCK))


def _block(source: str, sentences: Sequence[Tagged], kinds: Mapping[str, str], words: Vocabulary) -> Sample:
    """A text of such sentences; what their marks don't cover may be any of the kinds that nobody marked."""
    text, marked = "", []
    for sentence in sentences:
        for word, tag in sentence:
            if text and text[-1] not in "\n(" and word not in _CLOSING:
                text += " "
            marked.append((len(text), len(text) + len(word), kinds.get(tag, "")))
            text += word
        text += "\n\n"
    cased = read_cased(text, words.classes, words.language)
    allowed = np.array([_allow_unmarked(word) for word in cased.words])
    for start, end, kind in marked:
        if kind:
            allowed[find_words(cased, start, end)] = labels([kind], "+")
    return Sample(source, cased, allowed, _WEIGHT)


_CLOSING = frozenset(".,;:)?!“")
_WEIGHT = 0.5
"""How much a word of others' texts counts beside one of the invented documents, which mark everything."""

ROUNDS, PENALTY = 60, 2.0
"""Rounds of the fit; with more of them nothing is found that was not found before. The penalty on large weights is less than for English,
of which there are more texts: F1 of exact places in left-out letters .76, with 5 it is .74."""

COPIES = 2
"""How often each invented document is read once more with other names; three times add nothing."""


def read_invented(words: Vocabulary, *, copies: int = COPIES) -> list[Sample]:
    """The invented documents, each also with other names, and the writer as the source."""
    chance, others = Random(33), Others.read()
    samples = []
    for writer, text, places in read_documents(WRITTEN):
        samples.append(mark_all(f"de-{writer}", text, places, words.classes, words.language))
        for _ in range(copies):
            again = mark_all(
                f"de-{writer}", *others.put_into(text, places, chance), words.classes, words.language
            )
            samples.append(replace(again, weight=_WEIGHT, source=COPIED + again.source))
    return samples


COPIED = "copied "


@dataclass(frozen=True, slots=True)
class Others:
    """Names that may stand in the place of others: of people by given and family name, and of towns."""

    given: Sequence[str]
    family: Sequence[str]
    towns: Sequence[str]
    known: Mapping[str, str]

    @classmethod
    def read(cls) -> Others:
        """Those of the lists that ship."""
        names, places = grade_names(), grade_places()
        known = {word: sort for sort in ("family", "given") for word in names[sort]}
        towns = sorted(word for word, grade in places.items() if grade < 3)
        return cls(sorted(names["given"]), sorted(names["family"]), towns, known)

    def put_into(self, text: str, places: Sequence[Place], chance: Random) -> tuple[str, list[Place]]:
        """The text with other names, the same one in each place of a name, and where they stand."""
        chosen: dict[str, str] = {}
        written, marked, at = "", [], 0
        for start, end, kind in sorted(places):
            written += text[at:start]
            name = text[start:end]
            if kind == "PERSON":
                name = _TITLED.sub(lambda found: self._choose(found[0], chosen, chance), name)
            elif kind == "LOCATION" and name.istitle() and name.isalpha():
                name = chosen.setdefault(name, chance.choice(self.towns))
            marked.append((len(written), len(written) + len(name), kind))
            written, at = written + name, end
        return written + text[at:], marked

    def _choose(self, word: str, chosen: dict[str, str], chance: Random) -> str:
        if word not in chosen:
            among = self.given if self.known.get(word) == "given" else self.family
            chosen[word] = chance.choice(among)
        return chosen[word]


_TITLED = re.compile(r"[A-ZÄÖÜ][a-zäöüßčćşğéèáñ]{2,}")


def read_vocabulary() -> Vocabulary:
    """What is known of German words, as it ships."""
    folder = PACKAGE / "language/de/data"
    classes = decode_classes((folder / "word-classes.bin").read_bytes())
    lists = decode_lists((folder / "word-lists.bin").read_bytes())
    return Vocabulary(classes, lists, find_language("de"))


def read_all(words: Vocabulary) -> list[Sample]:
    """All that the tagger learns from."""
    return [*read_courts(words), *read_sentences(words), *read_invented(words)]


PARTS = {
    "clinical letters": ("g", "i"),
    "courts, offices, forms": ("d", "e"),
    "mail, chats, prose": ("c", "f"),
}
"""Registers that are left out together, so that a tagger is tested on writing of another sort than it has seen."""


def read_parts() -> dict[str, list[Marked]]:
    """The invented documents of these registers, whose source is the writer."""
    texts = [Marked(f"de-{writer}", text, places) for writer, text, places in read_documents(WRITTEN)]
    return {
        part: [each for each in texts if each.source.removeprefix("de-") in writers]
        for part, writers in PARTS.items()
    }


def learn_without(held: Collection[str], rounds: int | None) -> NameModel:
    """A tagger that has seen none of these writers."""
    words = read_vocabulary()
    samples = read_all(words)
    chosen = [
        number
        for number, sample in enumerate(samples)
        if not any(sample.source.endswith(f"{WRITER}{source}") for source in held)
    ]
    return train(
        samples, read_samples(samples, words), chosen, rounds=rounds or ROUNDS, penalty=PENALTY, words=words
    )


def make_names() -> dict[str, bytes]:
    """The name tagger, from all texts."""
    words = read_vocabulary()
    samples = read_all(words)
    model = train(
        samples,
        read_samples(samples, words),
        range(len(samples)),
        rounds=ROUNDS,
        penalty=PENALTY,
        words=words,
    )
    print(f"{len(model.keys):,} features of {sum(len(each.text) for each in samples):,} words")
    return {"names.bin": pack(model, np.array(CALIBRATION, np.float32))}


STEPS: Mapping[str, tuple[Callable[[], dict[str, bytes]], Callable[[bytes], object]]] = {
    "words": (make_words, bytes),
    "lists": (make_lists, bytes),
    "names": (make_names, read_content),
}
"""What is made in which order: each step reads what the one before wrote."""

if __name__ == "__main__":
    step = sys.argv.pop(1) if sys.argv[1:2] and sys.argv[1] in STEPS else "names"
    make, content = STEPS[step]
    ship("german_names", NEEDS, "language/de/data", make, content=content)
