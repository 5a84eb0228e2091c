"""Models travel to other processes small, and do there what they did here."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from reticent import (
    CgSanitization,
    CorrelationGuard,
    Document,
    KSafety,
    TPlausibility,
    WordList,
    open_corpus,
    open_entities,
    wordnet,
)
from reticent.errors import KnowledgeError, TaxonomyError
from reticent.knowledge import default_path
from reticent.knowledge.entities.opening import build_entities
from reticent.knowledge.entities.source import read_entities, read_readers
from reticent.knowledge.taxonomy import packed as packed_taxonomy
from reticent.models.k_safety.views import view_of_reader
from reticent.models.privacy_model import PrivacyModel

EXAMPLES = Path(__file__).parents[3] / "examples"
NOTE = Document("note", "The migraine came with fever, a cough and HIV. An antiviral drug was given.")

pytestmark = pytest.mark.skipif(not default_path().exists(), reason="the default index is not built here")


def plausible(folder: Path) -> PrivacyModel:
    words = WordList(["migraine", "fever"])
    return TPlausibility(3, taxonomy=wordnet(), detectors=(words,), corpus=open_corpus(), senses="overlap")


def k_safe(folder: Path) -> PrivacyModel:
    place = folder / "diseases.db"
    build_entities(read_entities(EXAMPLES / "diseases.jsonl"), place)
    return KSafety(open_entities(place), categories=["sexual"], k=3, generalize=wordnet(), synonyms=wordnet())


def a_view(folder: Path) -> PrivacyModel:
    place = folder / "diseases.db"
    readers = read_readers(EXAMPLES / "readers.csv")
    build_entities(read_entities(EXAMPLES / "diseases.jsonl"), place, readers=readers)
    return view_of_reader(KSafety(open_entities(place), k=3), "nurse", frozenset({"fatigue"}))


def cg_sanitized(folder: Path) -> PrivacyModel:
    return CgSanitization({"HIV": "virus"}, corpus=open_corpus(), taxonomy=wordnet(), unseen="keep")


def guarded(folder: Path) -> PrivacyModel:
    return CorrelationGuard((WordList(["HIV"]),), corpus=open_corpus(), taxonomy=wordnet(), unseen="keep")


@pytest.mark.parametrize("make", [plausible, k_safe, a_view, cg_sanitized, guarded])
def test_a_used_model_travels_in_less_than_10_kb_and_plans_the_same(
    make: Callable[[Path], PrivacyModel], tmp_path: Path
) -> None:
    model = make(tmp_path)
    plan = model.plan(NOTE)
    packed = pickle.dumps(model)
    assert len(packed) < 10_000
    again = pickle.loads(packed)  # noqa: S301
    assert again.promise == model.promise
    assert again.plan(NOTE) == plan


def test_a_corpus_that_leaves_documents_out_travels_with_them() -> None:
    corpus = open_corpus()
    less = corpus.without(["anarchism"], alike=0.0001)
    again = pickle.loads(pickle.dumps(less))  # noqa: S301
    assert again.size == less.size < corpus.size
    assert again.fingerprint == corpus.fingerprint


def test_knowledge_that_is_another_on_arrival_is_refused(tmp_path: Path) -> None:
    from reticent.knowledge.corpus.indexing.building import BuildOptions, build

    source, place = tmp_path / "notes.txt", tmp_path / "own.index"
    options = BuildOptions(min_documents=1)
    source.write_text("migraine", encoding="utf-8")
    build([source], place, options=options)
    packed = pickle.dumps(open_corpus(place))
    assert pickle.loads(packed).size == 1  # noqa: S301
    source.write_text("virus and fever", encoding="utf-8")
    build([source], place, options=options)
    with pytest.raises(KnowledgeError, match="not the knowledge that this work began with"):
        pickle.loads(packed)  # noqa: S301


def test_a_wordnet_of_another_package_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pickle.dumps(wordnet())
    assert pickle.loads(packed) is wordnet()  # noqa: S301
    monkeypatch.setattr(wordnet(), "fingerprint", "sha256:other")
    with pytest.raises(TaxonomyError, match="same reticent everywhere"):
        packed_taxonomy._load_again("WordNet", "sha256:first")
