"""A model that learns on from new texts, without those that it was trained on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.contracts.fitted import examples

from reticent.errors import InputError
from reticent.models.greedy_sanitize import (
    Crf,
    Examples,
    GreedySanitize,
    Svm,
    TrainingSet,
    train_by_label,
    train_greedy,
    update_greedy,
)
from reticent.models.greedy_sanitize.learners.crf import CrfClassifier
from reticent.models.greedy_sanitize.learners.learner import mistakes
from reticent.models.greedy_sanitize.storing import from_bytes, to_bytes

OLD, NEW = ("Zorblat", "quizzle"), ("Ermintrude", "Wexford")
SENTENCES, LABELS = examples(OLD, 400)
NEW_SENTENCES, NEW_LABELS = examples(NEW, 400)


def old_model() -> GreedySanitize:
    return train_greedy(Examples.of(SENTENCES, LABELS), [Crf()])


def test_an_updated_model_knows_the_new_words_and_has_not_forgotten_the_old_ones() -> None:
    updated = update_greedy(old_model(), Examples.of(NEW_SENTENCES, NEW_LABELS), [Crf()])
    first = updated.classifiers[0]
    words = sum(map(len, [*SENTENCES, *NEW_SENTENCES]))
    assert (
        mistakes(first.predict(SENTENCES), LABELS) + mistakes(first.predict(NEW_SENTENCES), NEW_LABELS)
        <= 0.01 * words
    )
    assert mistakes(old_model().classifiers[0].predict(NEW_SENTENCES), NEW_LABELS) > 0.05 * words


def test_what_was_counted_is_added_up() -> None:
    old = old_model()
    updated = update_greedy(old, Examples.of(NEW_SENTENCES, NEW_LABELS), [Crf()])
    assert updated.sensitive.hits == old.sensitive.hits + sum(map(sum, NEW_LABELS))
    assert updated.left.groups == old.left.groups + len(NEW_SENTENCES)
    assert updated.training not in (old.training, Examples.of(NEW_SENTENCES, NEW_LABELS).fingerprint)


def test_texts_without_secrets_leave_the_classifiers_as_they_are() -> None:
    old = old_model()
    plain = Examples.of([("plain", "words")] * 5, [[False, False]] * 5)
    assert update_greedy(old, plain, [Crf()]).learned == old.learned


def test_blocks_one_after_another_give_what_all_together_give() -> None:
    model = None
    for start in range(0, 400, 100):
        block = Examples.of(SENTENCES[start : start + 100], LABELS[start : start + 100])
        model = train_by_label([TrainingSet(block)], [Crf()], before=model)
    assert model is not None
    (part,) = model.parts
    whole = old_model()
    words = sum(map(len, NEW_SENTENCES))
    assert part.sensitive == whole.sensitive
    unlike = mistakes(part.classifiers[0].predict(NEW_SENTENCES), whole.classifiers[0].predict(NEW_SENTENCES))
    assert unlike <= 0.03 * words


def test_an_updated_model_survives_its_bytes_and_can_be_updated_again() -> None:
    new = Examples.of(NEW_SENTENCES, NEW_LABELS)
    (stored,) = from_bytes(to_bytes(old_model())).parts
    assert to_bytes(update_greedy(stored, new, [Crf()])) == to_bytes(update_greedy(old_model(), new, [Crf()]))


def test_only_fields_and_detectors_can_learn_on() -> None:
    machine = train_greedy(Examples.of(SENTENCES, LABELS), [Svm()])
    with pytest.raises(InputError, match="train again from all texts"):
        update_greedy(machine, Examples.of(NEW_SENTENCES, NEW_LABELS), [Crf()])
    field = old_model().classifiers[0]
    assert isinstance(field, CrfClassifier)
    unsure = replace(field, certainty=0 * field.certainty)
    with pytest.raises(InputError, match="trained by this version"):
        update_greedy(replace(old_model(), classifiers=(unsure,)), Examples.of(SENTENCES, LABELS), [Crf()])
