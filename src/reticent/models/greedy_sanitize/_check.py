"""What a release still tells the classifiers: each of them is asked about the sentences of the released text, and about nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Classifier, Sentence
from reticent.text import Document, Span, sentences, tokenize
from reticent.text.document import MASK

LONGEST = 256
"""Words in a row that are read as one sentence at most: a text without full stops is no reason to run out of memory."""


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence with the place of each word; a placeholder is the word `HIDDEN`."""

    words: Sentence = field(repr=False)
    spans: tuple[Span, ...]


def read_sentences(document: Document) -> list[PlacedSentence]:
    """The sentences of a document in order."""
    text = document.mask_placeholders()
    placed = []
    for place in sentences(text):
        tokens = tokenize(place.of(text))
        for start in range(0, len(tokens), LONGEST):
            part = tokens[start : start + LONGEST]
            words = tuple(HIDDEN if token.text.startswith(MASK) else token.text for token in part)
            spans = tuple(Span(place.start + token.start, place.start + token.end) for token in part)
            placed.append(PlacedSentence(words, spans))
    return placed


def label_words(sentence: PlacedSentence, sensitive: Sequence[Span]) -> list[bool]:
    """For each word whether it meets a sensitive span; the spans are in order and disjoint."""
    labels, index = [], 0
    for word, span in zip(sentence.words, sentence.spans, strict=True):
        while index < len(sensitive) and sensitive[index].end <= span.start:
            index += 1
        meets = index < len(sensitive) and sensitive[index].overlaps(span)
        labels.append(meets and word != HIDDEN)
    return labels


def may_be_secret(word: str) -> bool:
    """Whether a word can be a secret: a bracket that a classifier points at tells nothing, and a text needs it."""
    return any(map(str.isalnum, word))


def find_sensitive(
    released: Document, classifiers: Sequence[Classifier], surrogates: Collection[str]
) -> list[Span]:
    """The words that any of the classifiers finds, in order; what stands for hidden words is none."""
    placed = read_sentences(released)
    exempt = {HIDDEN, *surrogates}
    return sorted(
        {
            span
            for classifier in classifiers
            for sentence, row in zip(placed, classifier.predict([each.words for each in placed]), strict=True)
            for span, word, sensitive in zip(sentence.spans, sentence.words, row, strict=True)
            if sensitive and word not in exempt and may_be_secret(word)
        }
    )
