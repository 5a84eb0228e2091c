"""The parrot attack on stand-ins: who sees which words are stand-ins learns to know such words, and points at those that are none.

Where stand-ins hide in plain sight, what a masker missed hides among them. An attacker who can tell stand-ins by their brackets, or by
having worked with the masker, labels them, learns a tagger from them, and looks at what it finds besides: a name that was left
(the "parrot" of Carrell and others). The original words stand for the stand-ins here: no invented name looks more like one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reticent.evaluation.scores import GoldDocument, Masking, Rate
from reticent.formats.labels import LabelledText
from reticent.models.greedy_sanitize import Crf, Learner, read_examples
from reticent.models.greedy_sanitize.learners.learner import predict_held_out, sort_into_folds
from reticent.text import Document, Span, merge_spans

_FOLDS = 2  # nobody is judged by a tagger that has read his own text; two halves are the least


@dataclass(frozen=True, slots=True)
class ParrotScores:
    """Of the words that a masking left and should not have, those that the parrot points at; and how many of all that it points at are such."""

    recall: Rate
    precision: Rate

    def figures(self) -> dict[str, object]:
        """The same as plain values for JSON."""
        return {"parrot recall": self.recall.figures(), "parrot precision": self.precision.figures()}


def play_parrot(
    gold: Iterable[GoldDocument], masking: Masking, learner: Learner | None = None
) -> ParrotScores:
    """What the parrot finds of the leaks of a masking; what any of a text's readers wants hidden is one."""
    texts: dict[str, str] = {}
    secret: dict[str, list[Span]] = {}
    for document in gold:
        texts[document.id] = document.text
        places = (pair for each in document.entities for pair in zip(each.mentions, each.hidden, strict=True))
        secret.setdefault(document.id, []).extend(span for span, goes in places if goes)
    documents = [Document(name, text) for name, text in texts.items()]
    shown = read_examples(
        LabelledText(each, tuple(merge_spans(masking.get(each.id, ())))) for each in documents
    )
    hidden = read_examples(LabelledText(each, tuple(merge_spans(secret[each.id]))) for each in documents)
    folds = sort_into_folds(shown.groups, min(_FOLDS, len(documents)))
    fit = (learner or Crf()).cross_fit(shown.sentences, shown.labels, folds)
    said = predict_held_out(fit, shown.sentences, folds)
    recall = precision = Rate()
    for row, seen, goes in zip(said, shown.labels, hidden.labels, strict=True):
        for points, stands_in, secret_word in zip(row, seen, goes, strict=True):
            if stands_in:
                continue
            recall += Rate(points and secret_word, secret_word)
            precision += Rate(points and secret_word, points)
    return ParrotScores(recall, precision)
