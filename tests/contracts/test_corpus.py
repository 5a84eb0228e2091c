"""What every corpus answers, against `MemoryCorpus`; a new engine adds itself to ENGINES."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import KnowledgeError
from reticent.knowledge import Conjunction, Corpus, MemoryCorpus, open_corpus
from reticent.knowledge.corpus.build.building import BuildOptions, build

WORDS = [
    "HIV",
    "AIDS",
    "aids",
    "virus",
    "blood",
    "transfusion",
    "state",
    "head",
    "of",
    "the",
    "1984",
    ".",
    "naïve",
]
LISTED = ["blood transfusion", "head of state", "HIV virus"]
TERMS = [
    "HIV",
    "AIDS",
    "aid",
    "virus",
    "blood",
    "1984",
    "naïve",
    *LISTED,
    "virus blood",
    "the virus",
    "head of HIV",
    "unicorn",
    "blood unicorn",
]

TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), min_size=3, max_size=9)
FACTORS = st.sampled_from(TERMS) | st.frozensets(st.sampled_from(TERMS), max_size=3)
CONJUNCTIONS = st.frozensets(FACTORS, max_size=3)


def _memory(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    corpus = MemoryCorpus(texts, phrases=LISTED, min_documents=least)
    return corpus, [corpus]


def _index(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    return open_corpus(_built(texts, least, folder)), [
        MemoryCorpus(texts, phrases=LISTED, min_documents=least)
    ]


def _shards(texts: Sequence[str], least: int, folder: Path) -> tuple[Corpus, list[MemoryCorpus]]:
    parts = [texts[:1], texts[1:3], texts[3:] or ["virus"]]
    parts = [part for part in parts if _countable(part, least)] or [["virus"] * least]
    files = [_built(part, least, folder, f"{number}.index") for number, part in enumerate(parts)]
    return open_corpus(*files), [MemoryCorpus(part, phrases=LISTED, min_documents=least) for part in parts]


def _countable(texts: Sequence[str], least: int) -> bool:
    corpus = MemoryCorpus(texts, phrases=LISTED, min_documents=least)
    return any(found != "unseen" for found in corpus.known(TERMS))


def _built(texts: Sequence[str], least: int, folder: Path, name: str = "one.index") -> Path:
    source, target = folder / f"{name}.jsonl", folder / name
    source.write_text("\n".join(json.dumps({"text": text}) for text in texts), encoding="utf-8")
    build(
        [source],
        target,
        phrases=LISTED,
        options=BuildOptions(min_documents=least, collocation_documents=10_000),
    )
    return target


Engine = Callable[[Sequence[str], int, Path], tuple[Corpus, list[MemoryCorpus]]]
ENGINES: list[Engine] = [_memory, _index, _shards]


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=15, deadline=None)
@given(texts=TEXTS, least=st.integers(1, 2), asked=st.lists(CONJUNCTIONS, max_size=8), seed=st.integers(0, 8))
def test_every_engine_answers_like_the_reference(
    engine: Engine, texts: list[str], least: int, asked: list[Conjunction], seed: int
) -> None:
    texts = [*texts, *["virus blood state"] * 2]  # so that something is always counted
    with tempfile.TemporaryDirectory() as folder:
        corpus, references = engine(texts, least, Path(folder))
        _same_counts(corpus, references, asked)
        _same_knowledge(corpus, references)
        _same_groups(corpus, references, asked)
        words = MemoryCorpus(texts).word_lists[seed % len(texts)]
        _same_counts(
            corpus.without(words, alike=0.7), [one.without(words, alike=0.7) for one in references], asked
        )


def _counts(references: Sequence[MemoryCorpus], asked: Sequence[Conjunction]) -> list[int]:
    return [sum(column) for column in zip(*(one.count(asked) for one in references), strict=True)]


def _same_counts(corpus: Corpus, references: Sequence[MemoryCorpus], asked: Sequence[Conjunction]) -> None:
    assert corpus.size == sum(one.size for one in references)
    assert corpus.count(asked) == _counts(references, asked)


def _same_knowledge(corpus: Corpus, references: Sequence[MemoryCorpus]) -> None:
    columns = zip(*(one.known(TERMS) for one in references), strict=True)
    assert corpus.known(TERMS) == [row[0] if len(set(row)) == 1 else "approximate" for row in columns]


def _same_groups(corpus: Corpus, references: Sequence[MemoryCorpus], asked: Sequence[Conjunction]) -> None:
    within, *entities = (frozenset[str](), *asked, frozenset({"virus"}), frozenset({"blood"}))[-4:]
    terms = TERMS[:8]
    found = corpus.groups(entities, terms, max_group=3, min_support=2, within=within)
    assert len(found) == len(entities)
    for entity, sizes in zip(entities, found, strict=True):
        for size, groups in enumerate(sizes, 1):
            expected = []
            for members in combinations(range(len(terms)), size):
                group = frozenset(terms[member] for member in members) | within
                together, alone = _counts(references, [group | entity, group])
                if together >= 2:
                    expected.append((members, together, alone))
            assert list(groups) == expected


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("term", ["", "the", "of the", ".", "… !"])
def test_a_term_of_nothing_that_counts_is_an_error(engine: Engine, term: str, tmp_path: Path) -> None:
    corpus, _ = engine(["HIV virus", "the virus", "a state"], 1, tmp_path)
    with pytest.raises(KnowledgeError, match="leave it out"):
        corpus.count([frozenset({term, "HIV"})])
    with pytest.raises(KnowledgeError, match="leave it out"):
        corpus.known([term])


@pytest.mark.parametrize("engine", ENGINES)
def test_a_fingerprint_names_the_content(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, _ = engine(["HIV virus", "the virus", "a state"], 1, tmp_path / "a")
    other, _ = engine(["HIV virus", "the virus", "a head"], 1, tmp_path / "b")
    assert one.fingerprint.startswith("sha256:")
    assert one.fingerprint != other.fingerprint


@pytest.mark.parametrize("engine", ENGINES)
def test_groups_larger_than_the_document_are_empty(engine: Engine, tmp_path: Path) -> None:
    corpus, _ = engine(["HIV virus", "the virus", "a state"], 1, tmp_path)
    [[singles, pairs, triples]] = corpus.groups([frozenset({"virus"})], ["HIV"], max_group=3)
    assert list(singles) == [((0,), 1, 1)]
    assert list(pairs) == list(triples) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_no_terms_have_no_groups(engine: Engine, tmp_path: Path) -> None:
    corpus, _ = engine(["HIV virus", "the virus", "a state"], 1, tmp_path)
    assert [list(groups) for groups in corpus.groups([frozenset({"virus"})], [])[0]] == [[], []]
    assert corpus.groups([], ["virus"]) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_a_document_is_left_out_by_its_words_and_not_for_holding_them(engine: Engine, tmp_path: Path) -> None:
    texts = [
        "HIV is a virus",
        "HIV is a virus of the blood of a head of state",
        "blood transfusions",
        "the virus",
    ]
    corpus, _ = engine(texts, 1, tmp_path)
    rest = corpus.without(["a", "virus", "HIV"], alike=1.0)
    assert (corpus.size, rest.size) == (4, 3)
    assert rest.count([frozenset({"HIV"})]) == [1]
    assert rest.fingerprint == corpus.fingerprint
