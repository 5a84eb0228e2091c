import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.fitted import examples, fitted

from reticent import Document, sanitize
from reticent.errors import InputError, ModelError
from reticent.models.greedy_sanitize import Crf, Ensemble, Examples, GreedySanitize, Svm, train_greedy
from reticent.models.greedy_sanitize._check import LONGEST, label_words, read_sentences
from reticent.models.greedy_sanitize.learners._features import FEATURES_VERSION
from reticent.models.greedy_sanitize.model import HitCounts, bounds, share
from reticent.models.greedy_sanitize.storing import from_bytes, to_bytes
from reticent.text import TOKENIZER_VERSION, Span

SENSITIVE = ("Zorblat", "quizzle")


def model() -> GreedySanitize:
    return fitted(SENSITIVE)


def test_found_words_become_placeholders_or_the_same_surrogate_everywhere() -> None:
    document = Document("d", "Here Zorblat wrote to quizzle. Then Zorblat wrote.")
    assert sanitize(document, model()).text == "Here [NAME] wrote to [NAME]. Then [NAME] wrote."
    text = sanitize(document, fitted(SENSITIVE, ("Robin", "Ash", "Kim"))).text
    words = text.split()
    assert words[1] == words[6]
    assert {words[1], words[4].rstrip(".")} <= {"Robin", "Ash", "Kim"}


def test_a_bracket_is_no_secret_even_if_a_classifier_says_so() -> None:
    call, home = ("call", "(", "Ada", ")"), ("go", "home", "now", ".")
    found, none = [False, True, True, True], [False] * 4
    learned = train_greedy(
        Examples.of([call, home, home, call] * 20, [found, none, none, found] * 20), [Crf()]
    )
    assert learned.classifiers[0].predict([call]) == [found]
    assert sanitize(Document("d", "call (Ada)"), learned).text == "call ([NAME])"


def test_sensitive_words_left_in_a_text_are_violations() -> None:
    from reticent.plan import Release

    document = Document("d", "Here Zorblat wrote.")
    assert [v.span for v in model().violations(Release(document, document))] == [Span(5, 12)]


@given(st.lists(st.sampled_from(["Zorblat", "quizzle", "zorblat", "see", "A", ".", "\n\n", "é", "12"])))
def test_a_plan_is_the_same_every_time_and_in_every_thread(words: list[str]) -> None:
    document = Document("d", " ".join(words))
    first = model().plan(document)
    assert model().plan(document) == first
    with ThreadPoolExecutor(4) as pool:
        assert all(plan == first for plan in pool.map(model().plan, [document] * 8))
    assert from_bytes(to_bytes(model())).plan(document) == first


def test_the_same_sample_gives_the_same_bytes() -> None:
    sentences, labels = examples(SENSITIVE, 120)
    first, *others = (to_bytes(train_greedy(Examples.of(sentences, labels), [Crf()])) for _ in range(3))
    assert all(other == first for other in others)


@pytest.mark.parametrize("cost", [0, -1, float("inf"), float("nan")])
def test_costs_are_positive(cost: float) -> None:
    with pytest.raises(InputError, match="leak_cost"):
        train_greedy(Examples.of([("a", "b")], [[True, False]]), [Crf()], leak_cost=cost)
    with pytest.raises(InputError, match="removal_cost"):
        train_greedy(Examples.of([("a", "b")], [[True, False]]), [Crf()], removal_cost=cost)


def test_labels_have_to_fit_the_words() -> None:
    with pytest.raises(InputError, match="2 words but 1 labels"):
        train_greedy(Examples.of([("canary", "b")], [[True]]), [Crf()])
    with pytest.raises(InputError, match="1 sentences have 2 rows"):
        train_greedy(Examples.of([("a",)], [[True], [False]]), [Crf()])


def test_without_sensitive_words_or_without_others_there_is_nothing_to_learn() -> None:
    with pytest.raises(InputError, match="no word is labelled sensitive"):
        train_greedy(Examples.of([("a", "b")], [[False, False]]), [Crf()])
    with pytest.raises(InputError, match="every word is labelled sensitive"):
        train_greedy(Examples.of([("a", "b")], [[True, True]]), [Crf()])
    with pytest.raises(InputError, match="nothing to learn"):
        train_greedy(Examples.of([], []), [Crf()])


def test_one_class_missing_in_a_fold_is_no_problem() -> None:
    sentences = [("ann", "saw"), ("the", "cat"), ("a", "dog"), ("some", "cow")]
    labels = [[True, False], [False, False], [False, False], [False, False]]
    for learner in (Crf(), Svm(), Ensemble()):
        assert train_greedy(Examples.of(sentences, labels), [learner], folds=4).history


def test_training_without_learners_says_so() -> None:
    with pytest.raises(InputError, match="no learner"):
        train_greedy(Examples.of(*examples(SENSITIVE, 20)), [])


def test_a_stored_model_does_what_the_model_did() -> None:
    data = to_bytes(model())
    (again,) = from_bytes(data).parts
    document = Document("d", "Here Zorblat wrote to quizzle and a zebra.")
    assert again.mentions(document) == model().mentions(document)
    assert (again.history, again.training, again.promise) == (
        model().history,
        model().training,
        model().promise,
    )
    assert to_bytes(again) == data


def test_several_learners_are_stored_too() -> None:
    sentences, labels = examples(SENSITIVE, 80)
    for learners in ([Svm()], [Ensemble()]):
        first = train_greedy(Examples.of(sentences, labels), learners)
        (again,) = from_bytes(to_bytes(first)).parts
        assert [c.predict(sentences) for c in again.classifiers] == [
            c.predict(sentences) for c in first.classifiers
        ]


def test_a_model_file_of_the_first_version_opens_unless_words_are_read_otherwise_now() -> None:
    data = (Path(__file__).parent / "data" / "names-0.1.model").read_bytes()
    header = json.loads(data.split(b"\n", 2)[1])
    if (header["tokenizer"], header["features"]) == (TOKENIZER_VERSION, FEATURES_VERSION):
        assert sanitize(Document("d", "see Ann here"), from_bytes(data)).text == "see Robin here"
    else:
        with pytest.raises(ModelError, match="train again"):
            from_bytes(data)


def test_a_model_is_a_value_that_travels_to_other_processes() -> None:
    first = model()
    again = pickle.loads(pickle.dumps(first))  # noqa: S301
    assert again == first
    assert hash(again) == hash(first)
    assert to_bytes(again) == to_bytes(first)
    assert len(pickle.dumps(first)) < len(to_bytes(first)) + 2_000
    with pytest.raises(FrozenInstanceError):
        first.kind = "PERSON"  # type: ignore[misc]


def test_other_classifiers_make_another_model() -> None:
    assert model() != fitted(("Zorblat", "Sacramento"))


@given(st.data())
def test_a_changed_byte_is_noticed(data: st.DataObject) -> None:
    content = bytearray(to_bytes(model()))
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ModelError):
        from_bytes(bytes(content))


@pytest.mark.parametrize("length", [0, 10, 31, 40, 500, -1])
def test_a_file_that_was_cut_off_is_noticed(length: int) -> None:
    with pytest.raises(ModelError):
        from_bytes(to_bytes(model())[:length])


def test_another_version_says_so() -> None:
    data = to_bytes(model()).replace(b'"version": 3', b'"version": 9')
    with pytest.raises(ModelError, match="another version"):
        from_bytes(data)


def test_what_it_was_trained_on_is_named_by_its_hash() -> None:
    sentences, labels = examples(SENSITIVE, 30)
    assert (
        Examples.of(sentences, labels).fingerprint != Examples.of(sentences[::-1], labels[::-1]).fingerprint
    )
    assert model().declared["greedy-sanitize training data"] == model().training


def test_placeholders_are_no_words_and_long_sentences_are_cut() -> None:
    document = Document("d", "A [NAME] wrote", (Span(2, 8),))
    assert [reading.words for reading in read_sentences(document)] == [("A", "\ufffc", "wrote")]
    assert [len(each.words) for each in read_sentences(Document("d", "word " * (LONGEST + 3)))] == [
        LONGEST,
        3,
    ]


def test_a_word_is_sensitive_when_it_meets_a_label() -> None:
    reading = read_sentences(Document("d", "Ann Lee saw Bo"))[0]
    assert label_words(reading, (Span(0, 2), Span(5, 6), Span(12, 14))) == [True, True, False, True]


def test_an_interval_holds_its_estimate_and_shrinks_with_the_sample() -> None:
    few = share(HitCounts.of([(100, 1)] * 5))
    many = share(HitCounts.of([(100, 1)] * 500))
    assert few.low <= few.estimate <= few.high
    assert many.high - many.low < few.high - few.low
    assert share(HitCounts.of([(100, 0)] * 10)).high > 0
    assert share(HitCounts.of([])).high == 1


def test_alike_words_in_a_group_widen_the_interval() -> None:
    spread = share(HitCounts.of([(100, 10)] * 50))
    heaped = share(HitCounts.of([(100, 100)] * 5 + [(100, 0)] * 45))
    assert spread.estimate == heaped.estimate
    assert heaped.high - heaped.low > spread.high - spread.low


@given(
    st.lists(st.tuples(st.integers(1, 50), st.floats(0, 1)), min_size=1, max_size=20), st.floats(0.1, 1000)
)
def test_an_attacker_is_bounded_by_the_theorem_and_by_what_is_left(
    groups: list[tuple[int, float]], ratio: float
) -> None:
    sensitive = HitCounts.of((words, int(words * rate)) for words, rate in groups)
    left = HitCounts.of((words, int(words * rate) // 2) for words, rate in groups)
    found = bounds(sensitive, left, words=10_000, leak_cost=ratio, removal_cost=1)
    assert 0 <= found.found_at_most <= found.left.high
    assert found.found_at_most <= 10_000 / ratio * (1 + 1e-12)
    assert found.left.estimate <= found.sensitive.estimate


def test_bounds_of_a_sample_hold_for_the_collection_it_was_drawn_from() -> None:
    import random

    rng = random.Random(3)  # noqa: S311
    collection = [(20, sum(rng.random() < rate for _ in range(20))) for rate in [0.02, 0.1, 0.4] * 2000]
    truth = sum(hits for _, hits in collection) / sum(words for words, _ in collection)
    held = 0
    for _ in range(200):
        interval = share(HitCounts.of(rng.sample(collection, 150)))
        held += interval.low <= truth <= interval.high
    assert held >= 182
