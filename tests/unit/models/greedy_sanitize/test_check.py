"""What the audit of GreedySanitize asks: every classifier, about every word, in whatever order they were learned."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tests.oracles.greedy_sanitize import WordLists, expected_violations

from reticent.models.greedy_sanitize import GreedySanitize
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.model import HitCounts
from reticent.plan import Release
from reticent.text import Document, Span

WORDS = ["Ann", "Bo", "Cy", "ann", "saw", "the", "(", ".", "12", "Robins", "Robin", "\n\n", "é"]
LAST = Iteration("lists", 0, 0, 0, 0, 0.0, kept=False)


def model_of(*lists: set[str], surrogates: tuple[str, ...] = ()) -> GreedySanitize:
    """A model whose classifiers know these words."""
    classifiers = tuple(WordLists(frozenset(words)) for words in lists)
    return GreedySanitize(classifiers, (LAST,), "sha256:0", HitCounts(), HitCounts(), surrogates=surrogates)


def find(model: GreedySanitize, text: str) -> list[Span]:
    document = Document("d", text)
    return [violation.span for violation in model.violations(Release(document, document))]


@pytest.mark.parametrize("text", ["Ann saw", "saw Bo", "Cy"])
def test_a_word_that_any_single_classifier_finds_is_a_violation(text: str) -> None:
    assert len(find(model_of({"Ann"}, {"Bo"}, {"Cy"}), text)) == 1


def test_a_word_that_several_classifiers_find_is_one_violation() -> None:
    assert find(model_of({"Ann"}, {"Ann"}), "saw Ann") == [Span(4, 7)]


def test_words_are_found_in_every_sentence() -> None:
    assert find(model_of({"Ann"}), "Ann left. The end.\n\nAnn") == [Span(0, 3), Span(20, 23)]


def test_surrogates_are_exempt_as_they_are_written_and_nothing_else_is() -> None:
    model = model_of({"Robin", "Robins", "Ann"}, surrogates=("Robin",))
    assert find(model, "Robin and Robins saw Ann") == [Span(21, 24)]
    assert len(find(replace(model, surrogates=()), "Robin and Robins saw Ann")) == 3


def test_the_audit_agrees_with_the_definition_on_random_texts() -> None:
    rng = random.Random(11)  # noqa: S311
    for _ in range(300):
        lists = [set(rng.sample(WORDS, rng.randint(0, 4))) for _ in range(rng.randint(0, 4))]
        surrogates = ("Robin",) if rng.random() < 0.5 else ()
        model = model_of(*lists, surrogates=surrogates)
        text = " ".join(rng.choice(WORDS) for _ in range(rng.randint(0, 12)))
        document = Document("d", text)
        assert find(model, text) == expected_violations(
            text, lists, [*surrogates, *(f"{each}s" for each in surrogates)]
        )
        assert model.violations(_release(model, document)) == []


def _release(model: GreedySanitize, document: Document) -> Release:
    from reticent.rendering.edits import render

    return render(document, model.plan(document))
