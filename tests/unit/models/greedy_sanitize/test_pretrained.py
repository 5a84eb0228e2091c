"""Detectors among the learners: what they find is found in the loop, and a model file remembers which they were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reticent import Document, sanitize
from reticent.errors import InputError, ModelError
from reticent.models.greedy_sanitize import Crf, Examples, open_pretrained, train_greedy
from reticent.models.greedy_sanitize.learners.learner import HIDDEN
from reticent.models.greedy_sanitize.storing import from_bytes, to_bytes

NAMES = ["Elizabeth Warren", "Margaret Thatcher", "Robert Johnson", "Patricia Williams"]
SENTENCES = [
    ("The", "letter", "of", *name.split(), "arrived", "in", "London", "on", day, ".")
    for name in NAMES
    for day in ("Monday", "Tuesday", "Friday")
]
LABELS = [[False] * 3 + [True] * 2 + [False] * 6 for _ in SENTENCES]


def test_a_tagger_learns_which_of_its_kinds_are_the_secret_and_nothing_else() -> None:
    classifier = open_pretrained("names").fit(SENTENCES, LABELS)
    (answers,) = classifier.predict([("We", "met", "Susan", "Miller", "in", "Paris", ".")])
    assert answers == [False, False, True, True, False, False, False]


def test_a_hidden_word_is_no_word_to_a_tagger() -> None:
    classifier = open_pretrained("names").fit(SENTENCES, LABELS)
    (answers,) = classifier.predict([("We", "met", HIDDEN, "Miller", ".")])
    assert not answers[2]


def test_the_loop_goes_on_while_any_learner_pays() -> None:
    class Blind(Crf):
        """Learns nothing, but is called the most accurate where secrets are few."""

        def cross_fit(self, sentences, labels, folds, before=None):  # type: ignore[no-untyped-def]
            return super().cross_fit(sentences, [[False] * len(row) for row in labels], folds)

    filler = [("nothing", "to", "see", "here", ".")] * 300
    examples = Examples.of([*SENTENCES, *filler], [*LABELS, *([[False] * 5] * 300)])
    alone = train_greedy(examples, [Blind()])
    both = train_greedy(examples, [Blind(), open_pretrained("names")])
    assert alone.classifiers == ()
    assert both.history[0].learner == "names"
    assert both.history[0].kept
    assert both.left.hits < alone.left.hits


def test_a_model_file_names_its_tagger_and_refuses_another() -> None:
    model = train_greedy(Examples.of(SENTENCES, LABELS), [open_pretrained("names")])
    data = to_bytes(model)
    (again,) = from_bytes(data).parts
    document = Document("d", "We met Susan Miller in Paris.")
    assert (
        sanitize(document, again).text == sanitize(document, model).text == "We met [NAME] [NAME] in Paris."
    )
    classifier = model.classifiers[0]
    other = replace(classifier, detector=_Other())  # type: ignore[type-var]
    with pytest.raises(ModelError, match="another version of the detector 'names'"):
        from_bytes(to_bytes(replace(model, classifiers=(other,))))


class _Other:
    declared = {"names": "sha256:0"}  # noqa: RUF012
    kinds = frozenset({"PERSON"})

    def mentions(self, document: Document) -> list[object]:
        return []


def test_a_detector_that_nobody_knows_says_which_there_are() -> None:
    with pytest.raises(InputError, match="known are names, presidio, spacy"):
        open_pretrained("oracle")
