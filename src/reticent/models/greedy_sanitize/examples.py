"""Labelled documents as the sentences, labels and groups that learners take."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from reticent.errors import InputError
from reticent.formats.labels import Labelled, LabelledText
from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Labels, Sentence
from reticent.models.greedy_sanitize.reading import label_words, read_sentences
from reticent.rendering.placeholders import label, mark_placeholders


@dataclass(frozen=True, slots=True)
class Examples:
    """Sentences with a label for each word, and the number of the document that each is from.

    Sentences with the same number stay together wherever examples are divided.
    """

    sentences: Sequence[Sentence] = field(repr=False)
    labels: Sequence[Labels] = field(repr=False)
    groups: Sequence[int] = field(repr=False)

    @classmethod
    def of(
        cls,
        sentences: Iterable[Sequence[str]],
        labels: Iterable[Labels],
        groups: Iterable[int] | None = None,
    ) -> Examples:
        """Examples of these sentences; each is a document of its own where no groups are given."""
        words = tuple(tuple(sentence) for sentence in sentences)
        rows = tuple(tuple(map(bool, row)) for row in labels)
        return cls(words, rows, range(len(words)) if groups is None else tuple(groups))

    @property
    def words(self) -> int:
        """How many words there are, those not counted that are hidden already."""
        return sum(word != HIDDEN for sentence in self.sentences for word in sentence)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of sentences and labels, by which a model names what it was trained on."""
        digest = hashlib.sha256()
        for sentence, row in zip(self.sentences, self.labels, strict=True):
            marks = "".join("1" if label else "0" for label in row)
            digest.update("\0".join([*sentence, marks, "\n"]).encode("utf-8", "surrogatepass"))
        return f"sha256:{digest.hexdigest()}"


def read_examples(documents: Iterable[Labelled], *, kinds: Sequence[str] = ("NAME",)) -> Examples:
    """The sentences of labelled documents; a placeholder of one of these kinds is a word that is hidden."""
    placeholders = {f"[{label(kind)}]" for kind in kinds}
    sentences: list[Sentence] = []
    labels: list[Labels] = []
    groups: list[int] = []
    for number, each in enumerate(documents):
        if isinstance(each, LabelledText):
            placed = read_sentences(mark_placeholders(each.document, kinds))
            sentences += (sentence.words for sentence in placed)
            labels += (label_words(sentence, each.sensitive) for sentence in placed)
        else:
            sentences += (
                tuple(HIDDEN if word in placeholders else word for word in words) for words in each.sentences
            )
            labels += each.labels
        groups += [number] * (len(sentences) - len(groups))
    return Examples(sentences, labels, groups)


def require_lesson(examples: Examples, *, both: bool = True) -> None:
    """An InputError unless every word has a label, and `both` labels are there to be told apart."""
    sentences, labels, groups = examples.sentences, examples.labels, examples.groups
    if len(sentences) != len(labels) or len(sentences) != len(groups):
        raise InputError(
            f"{len(sentences)} sentences have {len(labels)} rows of labels and {len(groups)} groups: give one each"
        )
    for number, (sentence, row) in enumerate(zip(sentences, labels, strict=True)):
        if len(sentence) != len(row):
            raise InputError(
                f"sentence {number} has {len(sentence)} words but {len(row)} labels: give one a word"
            )
    sensitive, words = sum(map(sum, labels)), sum(map(len, labels))
    if not both:
        return
    if not sensitive:
        raise InputError(
            "no word is labelled sensitive, so there is nothing to learn: check which labels count"
        )
    if sensitive == words:
        raise InputError("every word is labelled sensitive, so nothing could be published: check the labels")
