"""Counting terms with entities in bulk gives what counting pair by pair gives."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import KnowledgeError
from reticent.knowledge import Conjunction, IndexCorpus, MemoryCorpus
from reticent.knowledge.corpus import joint_counts
from reticent.knowledge.corpus.corpus import list_words
from reticent.knowledge.corpus.index_file import IndexFile
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.knowledge.corpus.joint_counts import PairCounter, joint_counter

WORDS = ("red", "blue", "oak", "elm", "stone", "river")
ENTITIES: list[Conjunction] = [
    frozenset({frozenset({"oak", "elm"})}),
    frozenset({"red"}),
    frozenset({frozenset({"zzyzx"})}),
]


def index_of(texts: list[str]) -> IndexCorpus:
    with TemporaryDirectory() as folder:
        files = []
        for number, part in enumerate((texts[:2], texts[2:])):
            source = Path(folder) / f"{number}.jsonl"
            source.write_text("\n".join(json.dumps({"text": text}) for text in part), encoding="utf-8")
            build([source], Path(folder) / str(number), options=BuildOptions(min_documents=1))
            files.append(IndexFile(Path(folder) / str(number)))
        return IndexCorpus(files)


@given(texts=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=4, max_size=8))
@settings(deadline=None, max_examples=15)
def test_bulk_counts_are_those_of_pairs(texts: list[list[str]]) -> None:
    corpus = index_of([" ".join(text) for text in texts])
    terms = [*WORDS, "zebra"]
    expected = [[corpus.count([entity | {term}])[0] for entity in ENTITIES] for term in terms]
    assert joint_counter(corpus, ENTITIES).count(terms).tolist() == expected
    assert PairCounter(corpus, ENTITIES).count(terms).tolist() == expected
    assert joint_counter(corpus.without(texts[0]), ENTITIES).count(terms).tolist() == [
        [corpus.without(texts[0]).count([entity | {term}])[0] for entity in ENTITIES] for term in terms
    ]


def test_many_terms_are_counted_a_part_at_a_time() -> None:
    corpus = index_of(["red oak", "blue elm", "red elm", "stone"])
    counter = joint_counter(corpus, ENTITIES)
    whole = counter.count(WORDS).tolist()
    at_once, joint_counts._CELLS_AT_ONCE = joint_counts._CELLS_AT_ONCE, 4
    try:
        assert counter.count(WORDS).tolist() == whole
    finally:
        joint_counts._CELLS_AT_ONCE = at_once


def test_without_terms_or_entities_there_is_nothing_to_count() -> None:
    corpus = index_of(["red oak", "blue elm", "red", "elm"])
    assert joint_counter(corpus, []).count(["red"]).shape == (1, 0)
    assert joint_counter(corpus, ENTITIES).count([]).shape == (0, 3)
    assert joint_counter(MemoryCorpus(["red"]), ENTITIES).count([]).shape == (0, 3)


def test_a_corpus_lists_its_words_in_order() -> None:
    texts = ["red oak", "blue elm", "red", "the elm"]
    assert list_words(index_of(texts)) == list_words(MemoryCorpus(texts)) == ["blue", "elm", "oak", "red"]


@pytest.mark.paper("cg-sanitization", "Adaptation A2")
@given(texts=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=4, max_size=8))
@settings(deadline=None, max_examples=15)
def test_groups_of_every_size_are_those_of_reading_all_texts(texts: list[list[str]]) -> None:
    joined = [" ".join(text) for text in texts]
    index, memory = index_of(joined), MemoryCorpus(joined)
    asked: list[Conjunction] = [frozenset({"red"}), frozenset({frozenset({"oak", "elm"})})]
    for support in (1, 2):
        found, expected = (
            corpus.groups(asked, WORDS, max_group=6, min_support=support) for corpus in (index, memory)
        )
        assert [[list(size) for size in sizes] for sizes in found] == [
            [list(size) for size in sizes] for sizes in expected
        ]


def test_a_question_that_makes_too_many_groups_is_refused_before_they_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corpus = index_of([" ".join(WORDS)] * 3)
    entity = frozenset({"red"})
    monkeypatch.setattr(
        joint_counts, "MOST_GROUPS", 10
    )  # of six words there are 15 pairs and 20 groups of three
    assert len(corpus.groups([entity], WORDS, max_group=2)[0][1]) == 15
    assert len(corpus.groups([entity], WORDS[:5], max_group=4)[0][2]) == 10
    with pytest.raises(KnowledgeError, match=r"more than 10 groups of 3 .* take max_group = 2"):
        corpus.groups([entity], WORDS, max_group=5)
