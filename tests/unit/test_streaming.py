"""Documents in, outcomes out: the same on every executor, in order, and with little that travels."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.engine import Outcome, run
from reticent.engine.documents import MOST_CHARACTERS, MOST_DOCUMENTS, batch_documents
from reticent.errors import PolicyError, PromiseError
from reticent.executors import Executor, Inline, Processes
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.policy.recipe import Recipe
from reticent.text import Document

POLICY = """
[[detectors]]
type = "words"
kind = "CITY"
words = ["Zorblat", "city"]

[[models]]
type = "redaction"
"""
executors = pytest.mark.parametrize("executor", [Inline(), Processes(2)], ids=["inline", "processes"])


@pytest.fixture
def recipe(tmp_path: Path) -> Recipe:
    policy = tmp_path / "policy.toml"
    policy.write_text(POLICY, encoding="utf-8")
    return Recipe(policy)


def documents(count: int) -> Iterator[Document]:
    for number in range(count):
        yield Document(f"letter {number}", f"Letter {number} from Zorblat, after [CITY].")


@executors
def test_every_document_has_its_outcome_in_order(recipe: Recipe, executor: Executor) -> None:
    results = list(run(documents(100), recipe, executor=executor))
    outcomes = [each for each in results if isinstance(each, Outcome)]
    for number, outcome in enumerate(outcomes):
        assert outcome.text.startswith(f"Letter {number} from [CITY")
        assert outcome.text.endswith("after [CITY].")
    assert [each.plan.document for each in outcomes] == [f"letter {number}" for number in range(100)]


UNREACHABLE = POLICY.replace('"redaction"', '"t-plausibility"\nt = 1000000000\nnouns = true')


@executors
def test_a_document_that_can_not_be_released_leaves_the_others_alone(
    tmp_path: Path, executor: Executor
) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text(UNREACHABLE, encoding="utf-8")
    given_documents = [Document("empty", "…"), Document("short", "A dog."), Document("last", "")]
    results = list(run(given_documents, Recipe(policy), executor=executor))
    assert [type(each) for each in results] == [Outcome, PromiseError, Outcome]


@executors
def test_a_recipe_that_can_not_be_carried_out_is_an_error_at_once(tmp_path: Path, executor: Executor) -> None:
    with pytest.raises(PolicyError, match="does not exist"):
        list(run(documents(3), Recipe(tmp_path / "nowhere.toml"), executor=executor))


def test_documents_are_taken_only_as_far_ahead_as_the_workers_need(recipe: Recipe) -> None:
    taken: list[str] = []

    def watched() -> Iterator[Document]:
        for document in documents(10_000):
            taken.append(document.id)
            yield document

    results = run(watched(), recipe, executor=Processes(2))
    next(results)
    assert len(taken) <= 2 * 2 * MOST_DOCUMENTS
    results.close()  # type: ignore[attr-defined]


@given(sizes=st.lists(st.sampled_from([0, 1, 30_000, MOST_CHARACTERS, MOST_CHARACTERS + 1]), max_size=80))
def test_batches_hold_every_document_once_and_few_characters(sizes: list[int]) -> None:
    given_documents = [Document(str(number), "x" * size) for number, size in enumerate(sizes)]
    batches = list(batch_documents(given_documents))
    assert [each for batch in batches for each in batch] == given_documents
    for batch in batches:
        assert 1 <= len(batch) <= MOST_DOCUMENTS
        assert len(batch) == 1 or sum(len(each.text) for each in batch) <= MOST_CHARACTERS


def test_what_travels_to_a_worker_is_small(tmp_path: Path) -> None:
    section = CgSanitizationSettings.model_validate(
        {
            "type": "cg-sanitization",
            "protect": {f"entity {number}": "virus" for number in range(50)},
            "knowledge": [str(tmp_path / "large.index")],
        }
    )
    recipe = Recipe(tmp_path / "policy.toml", tmp_path / "names.model", section)
    travelling = pickle.dumps(recipe.make_rules)
    assert len(travelling) < 10_000
    assert pickle.loads(travelling).__self__ == recipe  # noqa: S301 - our own bytes
