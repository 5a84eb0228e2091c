"""All that the name tagger learns from, register by register."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from experiments.harness import data

from reticent.detection.names.word_lists import WordClasses
from reticent.evaluation.scores import GoldDocument
from training import composed_texts, name_corpora, wild_corpora
from training.folds import WRITER
from training.invented import INVENTED, read_documents
from training.name_corpora import Sample

NEEDS = name_corpora.ALL | wild_corpora.ALL | composed_texts.NEEDS

_PARTLY_MARKED = (
    (name_corpora.wikigold, name_corpora.WIKIGOLD),
    (name_corpora.wnut, name_corpora.WNUT),
    (name_corpora.synthetic, name_corpora.SYNTHETIC),
    (wild_corpora.treebank, wild_corpora.TREEBANK),
    (wild_corpora.tweets, wild_corpora.TWEETS),
    (wild_corpora.filings, wild_corpora.FILINGS),
    (wild_corpora.transcriptions, wild_corpora.TRANSCRIPTIONS),
    (wild_corpora.abstracts, wild_corpora.ABSTRACTS),
    (wild_corpora.answers, wild_corpora.ANSWERS),
)


@dataclass(frozen=True, slots=True)
class Corpora:
    """The texts in a row, and the court cases among them as they were annotated, which come first."""

    samples: list[Sample]
    cases: list[GoldDocument]

    def of(self, source: str) -> list[int]:
        """The numbers of the samples from one source."""
        return [number for number, sample in enumerate(self.samples) if sample.source == source]

    def fully_marked(self) -> list[int]:
        """The numbers of the court cases and the invented documents, which have all kinds marked."""
        return [
            number
            for number, sample in enumerate(self.samples)
            if sample.source == "court" or sample.source.startswith(WRITER)
        ]

    def all_but(self, left_out: Container[int]) -> list[int]:
        """The numbers of all samples but these."""
        return [number for number in range(len(self.samples)) if number not in left_out]


def read_invented(folder: Path, classes: WordClasses) -> list[Sample]:
    """All of them, with all their labels known; the source tells the writer."""
    return [
        wild_corpora.mark_all(writer, text, places, classes)
        for writer, text, places in read_documents(folder)
    ]


def read_corpora(classes: WordClasses) -> Corpora:
    """All of them, from the data folder."""
    cases = name_corpora.court_cases(data(name_corpora.CASES), classes)
    samples = [sample for _, sample in cases]
    samples += wild_corpora.read_written(data(wild_corpora.WRITTEN), classes)
    samples += read_invented(INVENTED, classes)
    for read, file in _PARTLY_MARKED:
        samples += read(data(file), classes)
    samples += composed_texts.compose_texts(classes)
    return Corpora(samples, [case for case, _ in cases])
