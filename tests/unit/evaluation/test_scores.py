"""A masking is scored as the benchmark defines it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import DocumentError
from reticent.evaluation import GoldDocument, GoldEntity, Scores, read_gold, read_maskings, score
from reticent.evaluation.scores import as_maskings
from reticent.formats.masks import Mask, write_masks
from reticent.text import Span

TEXT = "Mr John Smith met Smith and Ann in Oslo."


def place(part: str, nth: int = 0) -> Span:
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(part, start + 1)
    return Span(start, start + len(part))


GOLD = GoldDocument(
    "d",
    TEXT,
    (
        GoldEntity("PERSON", (place("Mr John Smith"), place("Smith", 1)), (True, True), direct=True),
        GoldEntity("PERSON", (place("Ann"),), (False,)),
        GoldEntity("LOC", (place("Oslo"),), (True,)),
    ),
)


def judged(*masked: Span) -> Scores:
    return score([GOLD], {"d": masked})


def test_titles_and_punctuation_need_no_mask() -> None:
    scores = judged(place("John"), place("Smith"), place("Smith", 1), place("Oslo"))
    assert scores.mentions.value == scores.tokens.value == scores.direct.value == scores.quasi.value == 1
    assert scores.precision.value == scores.f1 == 1


def test_an_entity_counts_only_when_every_mention_is_masked() -> None:
    scores = judged(place("John Smith"))
    assert (scores.direct.hits, scores.direct.total) == (0, 1)
    assert scores.mentions_by_kind["PERSON"].value == 0.5


def test_half_a_word_is_not_masked_and_not_right() -> None:
    scores = judged(Span(place("Oslo").start, place("Oslo").start + 2))
    assert scores.mentions_by_kind["LOC"].hits == 0
    assert scores.precision.value == 1  # what is under the mask must go


def test_what_readers_left_lowers_precision() -> None:
    assert judged(place("Oslo"), place("Ann")).precision.value == 0.5


def test_no_masking_at_all_finds_nothing() -> None:
    scores = score([GOLD], {})
    assert (scores.tokens.hits, scores.tokens.total) == (1, 5)  # "Mr" needs no mask
    assert (scores.mentions.hits, scores.precision.total) == (0, 0)


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, len(TEXT))), max_size=6))
def test_more_masking_never_lowers_recall(places: list[tuple[int, int]]) -> None:
    spans = [Span(min(pair), max(pair)) for pair in places]
    recalls = [judged(*spans[:count]).tokens.value for count in range(len(spans) + 1)]
    assert recalls == sorted(recalls)


def test_the_readers_own_masking_is_perfect() -> None:
    assert score([GOLD], as_maskings([GOLD])).f1 == 1


def test_strange_documents_and_places_are_refused() -> None:
    with pytest.raises(DocumentError, match="doesn't have"):
        score([GOLD], {"other": ()})
    with pytest.raises(DocumentError, match="outside"):
        judged(Span(0, 999))


def mention(part: str, kind: str, status: str, entity: str) -> dict[str, object]:
    span = place(part)
    return {
        "entity_type": kind, "start_offset": span.start, "end_offset": span.end,
        "entity_id": entity, "identifier_type": status,
    }  # fmt: skip


MENTIONS = [mention("John Smith", "PERSON", "DIRECT", "e1"), mention("Oslo", "LOC", "NO_MASK", "e2")]


@pytest.mark.parametrize(
    "content",
    [
        json.dumps([{"doc_id": "d", "text": TEXT, "annotations": {"a1": {"entity_mentions": MENTIONS}}}]),
        json.dumps({"doc_id": "d", "text": TEXT, "entities": MENTIONS}) + "\n",
    ],
    ids=["benchmark", "lines"],
)
def test_the_benchmark_is_read_in_both_forms(tmp_path: Path, content: str) -> None:
    path = tmp_path / "gold"
    path.write_text(content, "utf-8")
    person, city = read_gold(path)[0].entities
    assert person.direct
    assert person.to_mask
    assert not city.to_mask


def test_human_masks_are_quasi_identifiers(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps({"name": "d", "text": TEXT, "human_masks": [[0, 13]]}), "utf-8")
    assert read_gold(path)[0].entities[0].mentions == (Span(0, 13),)


@pytest.mark.parametrize(
    "content", ["{", "[1]", '[{"text": "a"}]', '[{"text": "a", "human_masks": [[0, 9]]}]']
)
def test_what_is_no_benchmark_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "gold"
    path.write_text(content, "utf-8")
    with pytest.raises(DocumentError):
        read_gold(path)


def test_maskings_come_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "masking.json"
    path.write_bytes(write_masks({"d": (Mask(Span(0, 3)),)}))
    assert read_maskings(path) == {"d": (Span(0, 3),)}
    path.write_text('{"d": [[0, 3, "[X]"]]}', "utf-8")
    assert read_maskings(path) == {"d": (Span(0, 3),)}


@pytest.mark.parametrize("content", ["[", "[]", '{"d": [[3, 1]]}', '{"d": [["a", 1]]}'])
def test_what_is_no_masking_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "masking.json"
    path.write_text(content, "utf-8")
    with pytest.raises(DocumentError):
        read_maskings(path)
