"""What every corpus answers, against `MemoryCorpus`, the reference."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import KnowledgeError
from reticent.knowledge import Conjunction, Corpus, Known, MemoryCorpus
from reticent.knowledge.corpus.corpus import CountsOccurrences
from reticent.testing import list_checks

LISTED = ("blood transfusion", "head of state", "HIV virus")
"""The phrases that every corpus under the contract must have postings of."""

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
TERMS = [
    *("HIV", "AIDS", "aid", "virus", "blood", "1984", "naïve", *LISTED),
    *("virus blood", "the virus", "head of HIV", "unicorn", "blood unicorn"),
]
EMPTY_TERMS = ["", "the", "of the", ".", "… !"]
SMALL = ["HIV virus", "the virus", "a state"]

TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), min_size=3, max_size=9)
FACTORS = st.sampled_from(TERMS) | st.frozensets(st.sampled_from(TERMS), max_size=3)
CONJUNCTIONS = st.frozensets(FACTORS, max_size=3)

Build = Callable[[Sequence[str], int, Path], tuple[Corpus, list[MemoryCorpus]]]
"""From texts, the documents that a term needs and a folder to write in: the corpus, and references that add up to it."""


@dataclass(frozen=True)
class CorpusCase:
    """An engine under the contract: how it counts some texts, with the phrases in `LISTED`."""

    name: str
    build: Build


def refer_to(texts: Sequence[str], least: int) -> MemoryCorpus:
    """The reference for a corpus of these texts."""
    return MemoryCorpus(texts, phrases=LISTED, min_documents=least)


def refer_to_parts(
    parts: Sequence[Sequence[str]], least: int, weights: Sequence[int] | None = None
) -> list[MemoryCorpus]:
    """References that add up to a corpus of several parts: what one has a count of, no other counts by its words.

    A part of some weight holds each of its texts so many times.
    """
    least_of = [least * weight for weight in weights or [1] * len(parts)]
    alone = [refer_to(part, few).known(LISTED) for part, few in zip(parts, least_of, strict=True)]
    whole = frozenset(phrase for phrase, *how in zip(LISTED, *alone, strict=True) if "exact" in how)
    return [
        MemoryCorpus(part, phrases=LISTED, min_documents=few, whole=whole)
        for part, few in zip(parts, least_of, strict=True)
    ]


def _in_a_folder(claim: Callable[[CorpusCase, Path], None]) -> Callable[[CorpusCase], None]:
    """The claim as a check with an empty folder to write in."""

    @wraps(claim)
    def check(case: CorpusCase) -> None:
        with tempfile.TemporaryDirectory() as folder:
            claim(case, Path(folder))

    return check


def check_every_answer_is_that_of_the_reference(case: CorpusCase) -> None:
    """Counts, knowledge and groups are those of the reference, also with a document left out."""

    @settings(max_examples=15, deadline=None)
    @given(
        texts=TEXTS, least=st.integers(1, 2), asked=st.lists(CONJUNCTIONS, max_size=8), seed=st.integers(0, 8)
    )
    def hold(texts: list[str], least: int, asked: list[Conjunction], seed: int) -> None:
        texts = [*texts, *["virus blood state"] * 2]  # so that something is always counted
        with tempfile.TemporaryDirectory() as folder:
            corpus, references = case.build(texts, least, Path(folder))
            _compare_counts(corpus, references, asked)
            _compare_knowledge(corpus, references)
            _compare_groups(corpus, references, asked)
            _compare_occurrences(corpus, references)
            words = MemoryCorpus(texts).word_lists[seed % len(texts)]
            rest = [one.without(words, alike=0.7) for one in references]
            _compare_counts(corpus.without(words, alike=0.7), rest, asked)
            _check_fewer_occur(corpus, corpus.without(words, alike=0.7))

    hold()


def _add_counts(references: Sequence[MemoryCorpus], asked: Sequence[Conjunction]) -> list[int]:
    return [sum(column) for column in zip(*(one.count(asked) for one in references), strict=True)]


def _compare_counts(corpus: Corpus, references: Sequence[MemoryCorpus], asked: Sequence[Conjunction]) -> None:
    assert corpus.size == sum(one.size for one in references)
    assert corpus.count(asked) == _add_counts(references, asked)


def _compare_knowledge(corpus: Corpus, references: Sequence[MemoryCorpus]) -> None:
    columns = zip(*(one.known(TERMS) for one in references), strict=True)
    best: list[Known] = ["exact", "approximate", "unseen"]
    assert corpus.known(TERMS) == [next(how for how in best if how in row) for row in columns]


def _compare_occurrences(corpus: Corpus, references: Sequence[MemoryCorpus]) -> None:
    found = corpus.occurrences(TERMS) if isinstance(corpus, CountsOccurrences) else None
    if found is not None:
        assert found == [
            sum(column) for column in zip(*(one.occurrences(TERMS) for one in references), strict=True)
        ]


def _check_fewer_occur(corpus: Corpus, rest: Corpus) -> None:
    """A term occurs at least once in each document with it, and no oftener where documents are left out."""
    if isinstance(corpus, CountsOccurrences) and isinstance(rest, CountsOccurrences):
        known = [term for term, how in zip(TERMS, corpus.known(TERMS), strict=True) if how == "exact"]
        all_of_them, found = corpus.occurrences(known), rest.occurrences(known)
        if all_of_them is not None and found is not None:
            documents = rest.count([frozenset({term}) for term in known])
            rows = zip(documents, found, all_of_them, strict=True)
            assert all(few <= often <= most for few, often, most in rows)


def _compare_groups(corpus: Corpus, references: Sequence[MemoryCorpus], asked: Sequence[Conjunction]) -> None:
    within, *entities = (frozenset[str](), *asked, frozenset({"virus"}), frozenset({"blood"}))[-4:]
    terms = TERMS[:8]
    answers = corpus.groups(entities, terms, max_group=5, min_support=2, within=within)
    assert len(answers) == len(entities)
    for entity, sizes in zip(entities, answers, strict=True):
        for size, groups in enumerate(sizes, 1):
            expected = []
            for members in combinations(range(len(terms)), size):
                group = frozenset(terms[member] for member in members) | within
                together, alone = _add_counts(references, [group | entity, group])
                if together >= 2:
                    expected.append((members, together, alone))
            assert list(groups) == expected


@_in_a_folder
def check_a_term_of_nothing_that_counts_is_an_error(case: CorpusCase, folder: Path) -> None:
    """A term without a word that counts has no count, and asking for it is a mistake that is reported."""
    corpus, _ = case.build(SMALL, 1, folder)
    for term in EMPTY_TERMS:
        for ask in (partial(corpus.count, [frozenset({term, "HIV"})]), partial(corpus.known, [term])):
            with pytest.raises(KnowledgeError, match="leave it out"):
                ask()


@_in_a_folder
def check_a_fingerprint_names_the_content(case: CorpusCase, folder: Path) -> None:
    """Other documents give another fingerprint."""
    for name in ("a", "b"):
        (folder / name).mkdir()
    one, _ = case.build(SMALL, 1, folder / "a")
    other, _ = case.build(["HIV virus", "the virus", "a head"], 1, folder / "b")
    assert one.fingerprint.startswith("sha256:")
    assert one.fingerprint != other.fingerprint


@_in_a_folder
def check_groups_larger_than_the_document_are_empty(case: CorpusCase, folder: Path) -> None:
    """There is no pair of one term."""
    corpus, _ = case.build(SMALL, 1, folder)
    [[singles, pairs, triples]] = corpus.groups([frozenset({"virus"})], ["HIV"], max_group=3)
    assert list(singles) == [((0,), 1, 1)]
    assert list(pairs) == list(triples) == []


@_in_a_folder
def check_no_terms_have_no_groups(case: CorpusCase, folder: Path) -> None:
    """Neither no terms nor no entities are a special case."""
    corpus, _ = case.build(SMALL, 1, folder)
    assert [list(groups) for groups in corpus.groups([frozenset({"virus"})], [])[0]] == [[], []]
    assert corpus.groups([], ["virus"]) == []


@_in_a_folder
def check_a_document_is_left_out_by_its_words_and_not_for_holding_them(
    case: CorpusCase, folder: Path
) -> None:
    """A longer document that holds all the words of the one left out still counts."""
    texts = [
        "HIV is a virus",
        "HIV is a virus of the blood of a head of state",
        "blood transfusions",
        "the virus",
    ]
    corpus, references = case.build(texts, 1, folder)
    rest = corpus.without(["a", "virus", "HIV"], alike=1.0)
    left = [one.without(["a", "virus", "HIV"], alike=1.0) for one in references]
    assert corpus.size > rest.size == sum(one.size for one in left)
    assert rest.count([frozenset({"HIV"})]) == _add_counts(left, [frozenset({"HIV"})]) > [0]
    assert rest.fingerprint == corpus.fingerprint


CHECKS = list_checks(__name__)
