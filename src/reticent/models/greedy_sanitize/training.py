"""Labelled documents as the sentences, labels and groups that learners take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from reticent.formats.labels import Labelled, LabelledText
from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Labels, Sentence
from reticent.models.greedy_sanitize.reading import labelled, read
from reticent.rendering.placeholders import label, mark_placeholders


@dataclass(frozen=True, slots=True)
class Examples:
    """Sentences with a label for each word, and the number of the document that each is from."""

    sentences: list[Sentence] = field(repr=False)
    labels: list[Labels] = field(repr=False)
    groups: list[int] = field(repr=False)

    @property
    def words(self) -> int:
        """How many words there are, those not counted that are hidden already."""
        return sum(word != HIDDEN for sentence in self.sentences for word in sentence)


def examples(documents: Iterable[Labelled], *, kind: str = "NAME") -> Examples:
    """The sentences of labelled documents; a placeholder of this kind is a word that is hidden."""
    placeholder = f"[{label(kind)}]"
    found = Examples([], [], [])
    for number, each in enumerate(documents):
        if isinstance(each, LabelledText):
            readings = read(mark_placeholders(each.document, [kind]))
            found.sentences.extend(reading.words for reading in readings)
            found.labels.extend(labelled(reading, each.sensitive) for reading in readings)
            found.groups.extend([number] * len(readings))
        else:
            found.sentences.extend(
                tuple(HIDDEN if word == placeholder else word for word in words) for words in each.sentences
            )
            found.labels.extend(each.labels)
            found.groups.extend([number] * len(each.sentences))
    return found
