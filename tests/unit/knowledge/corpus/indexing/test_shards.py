"""An index in shards counts what one file counts, and is refused when it is not whole."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from reticent.errors import KnowledgeError
from reticent.knowledge import open_corpus
from reticent.knowledge.corpus.indexing.building import BuildOptions, build

WORDS = [f"word{number}" for number in range(60)]
PHRASES = ["word1 word2", "word3 word4"]


def write_source(place: Path, seed: int = 0, documents: int = 200) -> Path:
    drawn = random.Random(seed)  # noqa: S311 - a test's documents
    rows = [drawn.choices(WORDS, weights=range(1, 61), k=15) for _ in range(documents)]
    place.write_text("\n".join(json.dumps({"text": " ".join(row)}) for row in rows), encoding="utf-8")
    return place


def test_shards_count_together_what_one_file_counts(tmp_path: Path) -> None:
    source = write_source(tmp_path / "notes.jsonl")
    whole = build([source], tmp_path / "one.index", phrases=PHRASES, options=BuildOptions(min_documents=20))
    parts = build(
        [source], tmp_path / "many", phrases=PHRASES, options=BuildOptions(min_documents=20, shards=4)
    )
    assert (whole.documents, whole.terms, whole.phrases, whole.postings, whole.words) == (
        *(parts.documents, parts.terms, parts.phrases, parts.postings, parts.words),
    )
    one, many = open_corpus(tmp_path / "one.index"), open_corpus(tmp_path / "many")
    asked = [frozenset({term}) for term in [*WORDS, *PHRASES]]
    asked += [frozenset({first, second}) for first in WORDS[::5] for second in WORDS[::7]]
    assert one.count(asked) == many.count(asked)
    assert one.known([*WORDS, *PHRASES]) == many.known([*WORDS, *PHRASES])
    assert one.groups([frozenset({"word9"})], WORDS, max_group=1)[0][0].alone.tolist() == (
        many.groups([frozenset({"word9"})], WORDS, max_group=1)[0][0].alone.tolist()
    )


def test_the_same_documents_give_the_same_shards(tmp_path: Path) -> None:
    source = write_source(tmp_path / "notes.jsonl")
    for name in ("one", "two"):
        build([source], tmp_path / name, options=BuildOptions(shards=3, workers=1 + (name == "two")))
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == ["0001.index", "0002.index", "0003.index"]
    assert all(
        (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in files
    )


@pytest.mark.parametrize("harm", ["missing", "foreign", "more"])
def test_an_index_that_is_not_whole_is_refused(tmp_path: Path, harm: str) -> None:
    build([write_source(tmp_path / "a.jsonl")], tmp_path / "a", options=BuildOptions(shards=3))
    build([write_source(tmp_path / "b.jsonl", 1)], tmp_path / "b", options=BuildOptions(shards=3))
    if harm != "more":
        (tmp_path / "a" / "0002.index").unlink()
    if harm != "missing":
        (tmp_path / "b" / "0002.index").rename(tmp_path / "a" / "other.index")
    with pytest.raises(KnowledgeError, match="is no whole index"):
        open_corpus(tmp_path / "a")


def test_more_shards_than_documents_are_refused_and_nothing_is_left(tmp_path: Path) -> None:
    source = write_source(tmp_path / "few.jsonl", documents=2)
    with pytest.raises(KnowledgeError, match="can't be divided into 3 shards"):
        build([source], tmp_path / "few", options=BuildOptions(min_documents=1, shards=3))
    assert [path.name for path in tmp_path.iterdir()] == ["few.jsonl"]
