"""The index that ships with the package, against a plain scan of the texts that it was counted from."""

from __future__ import annotations

import json
import lzma
import random
import time
from pathlib import Path

import pytest

from reticent.knowledge import IndexCorpus, default_path, open_corpus
from reticent.knowledge.corpus.index_file import IndexFile
from reticent.knowledge.corpus.terms import words_of

CORPORA = Path(__file__).parents[2] / ".." / "shared" / "data" / "corpora"
SOURCES = [CORPORA / "simplewiki.jsonl.xz", CORPORA / "enwiki-2015-sample.jsonl.xz"]

pytestmark = pytest.mark.skipif(not default_path().exists(), reason="the default index is not built here")


@pytest.fixture(scope="module")
def corpus() -> IndexCorpus:
    opened = open_corpus()
    assert isinstance(opened, IndexCorpus)
    return opened


def test_it_is_small_and_opens_at_once() -> None:
    assert default_path().stat().st_size <= 25_000_000
    times = []
    for _ in range(5):
        start = time.process_time()
        open_corpus()
        times.append(time.process_time() - start)
    assert min(times) < 0.25  # a busy machine takes three times as long as a quiet one


def test_it_names_its_sources_and_licence(corpus: IndexCorpus) -> None:
    manifest = corpus.manifests[0]
    assert manifest.documents == corpus.size == 226_340
    assert [source.name for source in manifest.sources] == [source.name for source in SOURCES]
    assert "CC BY-SA" in manifest.licence


def test_antiretroviral_is_always_together_with_hiv(corpus: IndexCorpus) -> None:
    hiv, virus, drug, both = corpus.count(
        [
            frozenset({"HIV"}),
            frozenset({"virus"}),
            frozenset({"antiretroviral"}),
            frozenset({"antiretroviral", "HIV"}),
        ]
    )
    assert 300 <= hiv <= 400
    assert 700 <= virus <= 850
    assert drug == both == 10


@pytest.mark.slow
@pytest.mark.skipif(
    not all(map(Path.exists, SOURCES)), reason="the corpora are not at ../shared/data/corpora"
)
def test_five_hundred_phrases_agree_with_a_plain_scan(corpus: IndexCorpus) -> None:
    phrases = [term for term in IndexFile(default_path()).dictionary if " " in term]
    sample = random.Random(11).sample(phrases, 500)  # noqa: S311 - a test
    wanted: dict[str, list[str]] = {}
    for phrase in sample:
        wanted.setdefault(phrase.split(" ")[0], []).append(f" {phrase} ")
    counts = dict.fromkeys(sample, 0)
    for source in SOURCES:
        with lzma.open(source, "rt", encoding="utf-8") as lines:
            for line in lines:
                words = words_of(json.loads(line)["text"])
                text = f" {' '.join(words)} "
                for first in wanted.keys() & set(words):
                    for phrase in wanted[first]:
                        counts[phrase.strip()] += phrase in text
    assert corpus.known(sample) == ["exact"] * 500
    assert corpus.count([frozenset({phrase}) for phrase in sample]) == list(counts.values())
