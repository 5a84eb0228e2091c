"""What a release still tells the classifiers: each of them is asked about the released text, and about nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Classifier
from reticent.models.greedy_sanitize.reading import may_be_secret, read_sentences
from reticent.text import Document, Span


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
