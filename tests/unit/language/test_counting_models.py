"""(C, g(C)) and the guard promise the same in every language, over an index that a user builds."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.spoken import OTHERS, samples

from reticent import CgSanitization, CorrelationGuard, Document, WordList, open_policy
from reticent.engine.documents import sanitize
from reticent.errors import KnowledgeError, LanguageError
from reticent.knowledge import Corpus, MemoryCorpus, is_countable, manifests_of, open_corpus
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.knowledge.corpus.opening import join_corpora
from reticent.knowledge.corpus.spoken import language_of, spoken
from reticent.knowledge.taxonomy.opening import open_taxonomies, taxonomies_beside
from reticent.plan import Release
from reticent.usecases.ask import ask


@dataclass(frozen=True)
class World:
    """Sentences about two diseases and about nothing, and a note with what must go and what may stay of it."""

    disease: str
    general: str
    about: Mapping[str, Sequence[str]]
    plain: Sequence[str]
    note: str
    gone: Sequence[str]
    kept: Sequence[str]
    term: str
    plural: str

    def texts(self) -> list[str]:
        """Many short documents, the same at every call."""
        chance = random.Random(33)  # noqa: S311 - nothing is kept secret by it
        return [
            " ".join([*chance.sample(list(said), min(3, len(said))), *chance.sample(list(self.plain), 2)])
            for said in (*self.about.values(), ())
            for _ in range(40 if said else 200)
        ]


WORLDS = {code: World(**samples(code)["world"]) for code in OTHERS}


@pytest.fixture(params=sorted(WORLDS))
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def count(code: str) -> MemoryCorpus:
    return MemoryCorpus(WORLDS[code].texts(), min_documents=2, language=code)


def taxonomy_in(code: str):  # type: ignore[no-untyped-def]
    return open_taxonomies(taxonomies_beside((), code), Path())


def test_what_tells_of_an_entity_goes_in_every_form(code: str) -> None:
    world = WORLDS[code]
    model = CgSanitization(
        {world.disease: world.general}, corpus=count(code), taxonomy=taxonomy_in(code), unseen="remove"
    )
    outcome = sanitize(Document("note", world.note, language=code), model)
    assert not outcome.violations
    assert not any(word in outcome.text for word in world.gone)
    assert all(words in outcome.text for words in world.kept)
    assert "[REMOVED]" in outcome.text
    assert spoken().code == "en"


def test_what_gives_a_removed_word_away_goes(code: str) -> None:
    world = WORLDS[code]
    model = CorrelationGuard((WordList([world.disease]),), corpus=count(code), unseen="keep")
    outcome = sanitize(Document("note", world.note, language=code), model)
    assert not outcome.violations
    assert not any(word in outcome.text for word in world.gone)
    assert all(words in outcome.text for words in world.kept)


def test_the_audit_finds_what_a_plan_left(code: str) -> None:
    world = WORLDS[code]
    corpus = count(code)
    loose = CgSanitization(
        {world.disease: world.general}, corpus=corpus, taxonomy=taxonomy_in(code), unseen="keep", at_most=1.0
    )
    document = Document("note", world.note, language=code)
    unchanged = sanitize(document, loose).release
    untouched = Release(unchanged.original, unchanged.original, (), unchanged.mentions)
    assert loose.violations(untouched)
    assert loose.naive_violations(untouched)


def test_a_model_reads_the_language_of_its_corpus_alone(code: str) -> None:
    world = WORLDS[code]
    model = CgSanitization(
        {world.disease: world.general}, corpus=count(code), taxonomy=taxonomy_in(code), unseen="keep"
    )
    assert model.languages == {code}
    with pytest.raises(LanguageError):
        sanitize("The patient was seen in the clinic last week, and she was well.", model)


def test_an_index_is_counted_in_its_language(tmp_path: Path, code: str) -> None:
    corpus = _build(tmp_path, code)
    assert language_of(corpus).code == code
    assert [each.language for each in manifests_of(corpus)] == [code]
    slow = count(code)
    terms = [WORLDS[code].term, WORLDS[code].disease]
    words = [frozenset({each if each.isupper() else each.lower()}) for each in terms]
    assert corpus.count(words) == slow.count(words)
    assert all(corpus.count(words))
    assert ask(corpus, [WORLDS[code].plural])[0].count == corpus.count(words[:1])[0]
    assert not is_countable("the")


def test_knowledge_in_two_languages_is_not_counted_together(tmp_path: Path, code: str) -> None:
    with pytest.raises(KnowledgeError, match=rf"several languages \({', '.join(sorted((code, 'en')))}\)"):
        join_corpora([_build(tmp_path, code), open_corpus()])


def test_a_policy_counts_in_the_index_of_a_user(tmp_path: Path, code: str) -> None:
    world = WORLDS[code]
    _build(tmp_path, code)
    policy = tmp_path / "policy.toml"
    policy.write_text(
        f'knowledge = ["none", "{code}.index"]\n\n[[detectors]]\ntype = "names"\n\n[[models]]\ntype = "redaction"\n\n'
        f'[[models]]\ntype = "cg-sanitization"\nprotect = {{{world.disease} = "{world.general}"}}\nunseen = "keep"\n',
        "utf-8",
    )
    outcome = open_policy(policy).sanitize(Document("note", world.note, language=code))
    assert not outcome.violations
    assert not any(word in outcome.text for word in world.gone)


def test_a_model_that_counts_in_english_is_refused_such_knowledge(tmp_path: Path) -> None:
    _build(tmp_path, "es")
    policy = tmp_path / "policy.toml"
    policy.write_text(
        'knowledge = ["none", "es.index"]\n\n[[models]]\ntype = "indistinct"\nprotect = {VIH = "virus"}\nk = 1\n'
        'candidates = ["VIH", "gripe", "rabia"]\n',
        "utf-8",
    )
    with pytest.raises(KnowledgeError, match="Spanish"):
        _ = open_policy(policy).rules


def _build(folder: Path, code: str) -> Corpus:
    """An index of the texts of a world, as a user builds it."""
    source, target = folder / f"{code}.jsonl", folder / f"{code}.index"
    rows = [json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in WORLDS[code].texts()]
    source.write_text("".join(rows), "utf-8")
    build([source], target, language=code, options=BuildOptions(min_documents=2, collocation_documents=30))
    return open_corpus(target)


def test_hints_of_a_review_are_in_the_language_of_the_corpus(code: str) -> None:
    world = WORLDS[code]
    model = CgSanitization(
        {world.disease: world.general}, corpus=count(code), taxonomy=taxonomy_in(code), unseen="keep"
    )
    document = Document("note", world.note, language=code)
    plan = model.plan(document)
    hints = model.hints(document)
    assert hints.loss(plan.decisions) > hints.loss(plan.decisions[:1]) > 0
    removed = next(each for each in plan.decisions if each.becomes is None)
    assert hints.after([each for each in plan.decisions if each is not removed]).reasons(removed.spans)
