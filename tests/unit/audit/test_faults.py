"""Faults in what planning and checking share: each lets a leak out, unless a naive reader that shares nothing looks too."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reticent import (
    CgSanitization,
    CorrelationGuard,
    Document,
    Mention,
    Redaction,
    Span,
    TPlausibility,
    WordList,
    open_corpus,
    patterns,
    sanitize,
    wordnet,
)
from reticent.audit import verification
from reticent.errors import PromiseError
from reticent.knowledge import TermGroups
from reticent.knowledge.corpus.index import IndexCorpus
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.k_safety import KSafety
from reticent.models.k_safety import _places as term_places
from reticent.models.naive_readers import NAIVE
from reticent.models.privacy_model import PrivacyModel
from reticent.models.shared import counts as counting
from reticent.models.shared import phrases
from reticent.models.shared.proper_names import NameFinder
from reticent.models.t_plausibility._tally import WordDomain
from reticent.rendering import placeholders
from reticent.text import tokens
from reticent.text.analysis import forget_texts
from reticent.text.sentences import sentences

EXAMPLES = Path(__file__).parents[3] / "examples"
Patch = pytest.MonkeyPatch


def inject(patch: Patch, function: Callable[..., Any], fault: Callable[..., Any]) -> None:
    """Put `fault` in the place of a function, wherever a module has it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("reticent"):
            for known, value in list(vars(module).items()):
                if value is function:
                    patch.setattr(module, known, fault)


def refuses(text: str, *models: PrivacyModel) -> bool:
    """Whether a text is not released because of what a naive reader found."""
    forget_texts()
    outcome = sanitize(Document("note", text), *models)
    return bool(outcome.violations) and all(each.reason == NAIVE for each in outcome.violations)


def leaks(patch: Patch, secret: str, text: str, *models: PrivacyModel) -> bool:
    """Whether the secret goes out when nobody but the check itself looks."""
    forget_texts()
    with patch.context() as without:
        without.setattr(verification, "read_naively", lambda *_, **__: [])
        return secret in sanitize(Document("note", text), *models).text


@pytest.fixture(autouse=True)
def _forget_faulty_readings() -> Iterator[None]:
    """What a faulty reading made of a text is kept for nobody else."""
    yield
    forget_texts()


PARIS = "He lives near the Louvre. A friend saw the doctor on the left bank of the river."
HIV = "The patient takes antiretroviral tablets. She is well and works in the garden."


def protect_hiv() -> CgSanitization:
    return CgSanitization({"HIV": "virus"}, corpus=open_corpus(), taxonomy=wordnet(), unseen="keep")


def guard_paris() -> CorrelationGuard:
    listed = WordList(["Paris"], kind="PLACE")
    return CorrelationGuard((listed,), corpus=open_corpus(), unseen="keep", max_group=1, threshold=3)


GUARDED = "They met in Paris, near the Louvre, and went home."


def divided_by_200(groups: Callable[..., list[list[TermGroups]]]) -> Callable[..., list[list[TermGroups]]]:
    def fault(*given: Any, **options: Any) -> list[list[TermGroups]]:
        return [[_divide(some) for some in sizes] for sizes in groups(*given, **options)]

    return fault


def _divide(groups: TermGroups) -> TermGroups:
    together = groups.together // 200
    rows = np.flatnonzero(together)
    return TermGroups(groups.members[rows], together[rows], groups.alone[rows])


def no_groups(
    _: object, entities: Sequence[object], units: object, *, supports: Sequence[int], **__: Any
) -> Any:
    nothing = np.array([], dtype=np.int64)
    return [
        [
            TermGroups(nothing.reshape(0, size).astype(np.int32), nothing, nothing)
            for size, _ in enumerate(supports, 1)
        ]
        for _ in entities
    ]


FAULTS_OF_COUNTING: dict[str, Callable[[Patch], None]] = {
    "is_telling answers no": lambda patch: inject(patch, phrases.is_telling, lambda unit: False),
    "count_groups returns nothing": lambda patch: inject(patch, counting.count_groups, no_groups),
    "corpus.groups divides joint counts by 200": lambda patch: patch.setattr(
        IndexCorpus, "groups", divided_by_200(IndexCorpus.groups)
    ),
}


@pytest.mark.parametrize("fault", FAULTS_OF_COUNTING)
def test_a_word_that_tells_of_an_entity_is_noticed_although_counting_is_broken(
    fault: str, monkeypatch: Patch
) -> None:
    assert "antiretroviral" not in sanitize(Document("note", HIV), protect_hiv()).text
    FAULTS_OF_COUNTING[fault](monkeypatch)
    assert leaks(monkeypatch, "antiretroviral", HIV, protect_hiv())
    assert refuses(HIV, protect_hiv())


@pytest.mark.parametrize("fault", FAULTS_OF_COUNTING)
def test_a_word_that_gives_a_removed_one_away_is_noticed_although_counting_is_broken(
    fault: str, monkeypatch: Patch
) -> None:
    assert "Louvre" not in sanitize(Document("note", GUARDED), guard_paris()).text
    FAULTS_OF_COUNTING[fault](monkeypatch)
    assert leaks(monkeypatch, "Louvre", GUARDED, guard_paris())
    assert refuses(GUARDED, guard_paris())


def test_a_word_that_tokenizing_drops_is_noticed(monkeypatch: Patch) -> None:
    tokenize, texts = tokens.tokenize, tokens.token_texts
    inject(
        monkeypatch,
        tokenize,
        lambda *given, **options: [
            each for each in tokenize(*given, **options) if each.text != "antiretroviral"
        ],
    )
    inject(
        monkeypatch,
        texts,
        lambda *given, **options: [each for each in texts(*given, **options) if each != "antiretroviral"],
    )
    assert leaks(monkeypatch, "antiretroviral", HIV, protect_hiv())
    assert refuses(HIV, protect_hiv())


def test_a_sentence_that_reading_loses_is_noticed(monkeypatch: Patch) -> None:
    def lose(text: str, **options: Any) -> list[Span]:
        return [span for span in sentences(text, **options) if "antiretroviral" not in span.of(text)]

    inject(monkeypatch, sentences, lose)
    assert leaks(monkeypatch, "antiretroviral", HIV, protect_hiv())
    assert refuses(HIV, protect_hiv())


@pytest.mark.parametrize("missed", ["migraine", "migraine asthma"])
def test_an_entry_that_a_word_list_misses_is_noticed(missed: str, monkeypatch: Patch) -> None:
    model = Redaction((WordList(["migraine", "asthma"], kind="CONDITION"),))
    text = "She has asthma, and a migraine since May."
    mentions = WordList.mentions

    def miss(self: WordList, document: Document) -> list[Mention]:
        found = mentions(self, document)
        return [each for each in found if each.span.of(document.text) not in missed.split()]

    monkeypatch.setattr(WordList, "mentions", miss)
    assert leaks(monkeypatch, "migraine", text, model)
    assert refuses(text, model)


def test_a_name_of_an_entity_that_is_missed_at_one_place_is_noticed(monkeypatch: Patch) -> None:
    mentions = WordList.mentions

    def miss(self: WordList, document: Document) -> list[Mention]:
        found = mentions(self, document)
        return [each for each in found if not document.text.startswith(" is large", each.span.end)]

    monkeypatch.setattr(WordList, "mentions", miss)
    inject(monkeypatch, phrases.is_telling, lambda unit: False)
    model = CgSanitization({"Paris": "city"}, corpus=open_corpus(), taxonomy=wordnet(), unseen="keep")
    text = "Paris is where he lives. The doctor said that Paris is large."
    assert leaks(monkeypatch, "Paris", text, model)
    assert refuses(text, model)


SURNAME = "We asked Jobs. He needs jobs."


def test_a_surname_that_is_a_common_word_is_noticed_where_it_has_a_capital_of_its_own(
    monkeypatch: Patch,
) -> None:
    def protect_jobs() -> CgSanitization:
        return CgSanitization(
            {"Steve Jobs": "person"}, corpus=open_corpus(), taxonomy=wordnet(), unseen="keep", max_group=1
        )

    assert sanitize(Document("note", SURNAME), protect_jobs()).text.endswith("He needs jobs.")
    monkeypatch.setattr(NameFinder, "mentions", lambda self, document: [])
    assert leaks(monkeypatch, "Jobs", SURNAME, protect_jobs())
    assert refuses(SURNAME, protect_jobs())


class OneCapital:
    """A detector of a name that overlooks it everywhere but at its first place."""

    kinds = frozenset({"PERSON"})
    declared = {"one capital": "1"}  # noqa: RUF012 - as the protocol has it

    def mentions(self, document: Document) -> list[Mention]:
        at = document.text.find("Okonkwo")
        return (
            [Mention(Span(at, at + 7), "PERSON", 1.0, "test")] if at == document.text.find("Mr ") + 3 else []
        )


def test_a_capitalized_name_that_a_detector_misses_at_one_place_is_removed_there_too() -> None:
    outcome = sanitize(Document("note", "Mr Okonkwo came. Later Okonkwo left."), Redaction((OneCapital(),)))
    assert "Okonkwo" not in outcome.text


DISEASES = SqliteEntities.in_memory(
    [
        Entity("a", ("alpha",), (), ("fever", "rash", "night sweats")),
        Entity("b", ("beta",), (), ("fever", "cough", "night sweats")),
        Entity("c", ("gamma",), (), ("fever", "cough")),
        Entity("d", ("delta",), (), ("cough",)),
        Entity("e", ("epsilon",), (), ("cough", "fever")),
    ]
)
SYMPTOMS = "The child has a rash, fever, cough."


def hide_alpha() -> KSafety:
    return KSafety(DISEASES, ["a"], k=2)


def without_rash(found: Any) -> Iterator[Any]:
    return (each for each in _longest(found) if each.form != "rash")


_longest = term_places.longest_terms


def test_a_term_that_reading_drops_is_noticed_by_counting_rows(monkeypatch: Patch) -> None:
    assert "rash" not in sanitize(Document("note", SYMPTOMS), hide_alpha()).text
    inject(monkeypatch, term_places.longest_terms, without_rash)
    assert leaks(monkeypatch, "rash", SYMPTOMS, hide_alpha())
    assert refuses(SYMPTOMS, hide_alpha())


def test_entities_that_nobody_is_said_to_know_are_noticed_by_counting_rows(monkeypatch: Patch) -> None:
    monkeypatch.setattr(
        SqliteEntities, "knowers", lambda self, terms: {term: np.array([], dtype=np.int64) for term in terms}
    )
    assert leaks(monkeypatch, "rash", SYMPTOMS, hide_alpha())
    assert refuses(SYMPTOMS, hide_alpha())


DRUGS = Hierarchy.from_pairs(
    [(f"{kind} {number}", kind) for kind in ("opiate", "stimulant") for number in range(4)]
    + [("opiate", "drug"), ("stimulant", "drug"), ("heroin", "opiate")]
)


def test_a_volume_that_is_ten_times_too_large_is_noticed_by_counting_leaves(monkeypatch: Patch) -> None:
    text = "He takes heroin."
    assert sanitize(Document("note", text), hide_among_six()).text == "He takes a drug."
    volume = WordDomain.volume
    monkeypatch.setattr(WordDomain, "volume", lambda *given: 10 * volume(*given))
    assert leaks(monkeypatch, "opiate", text, hide_among_six())
    assert refuses(text, hide_among_six())


def hide_among_six() -> TPlausibility:
    return TPlausibility(6, taxonomy=DRUGS, detectors=(WordList(["heroin"], kind="DRUG"),))


def test_a_bracket_that_is_taken_for_a_placeholder_is_noticed(monkeypatch: Patch) -> None:
    def take(text: str, kinds: object, is_stand_in: object = None, *, style: str = "brackets") -> list[Span]:
        return [span for span, _ in placeholders.find_marked(text, style)]

    inject(monkeypatch, placeholders.find_placeholders, take)
    model, text = Redaction((patterns(["EMAIL"]),)), "Write to [ann@example.org] soon."
    assert leaks(monkeypatch, "ann@example.org", text, model)
    assert refuses(text, model)


ORDINARY = (
    "WHO knows who? [WORD] new-york, New. York",
    "Jobs are scarce, and he needs jobs. The gates are open. GATES AND JOBS ARE SCARCE.",
)
SOUND: list[Callable[[], PrivacyModel]] = [
    protect_hiv,
    guard_paris,
    lambda: Redaction((patterns(), WordList(["migraine", "WHO", "New York"], kind="WORD"))),
    lambda: replace(protect_hiv(), protect={"Paris": "city", "Barack Obama": None}),
    lambda: replace(protect_hiv(), protect={"Steve Jobs": "person", "Bill Gates": "person"}),
    lambda: TPlausibility(100, taxonomy=wordnet(), unreachable="remove"),
    hide_alpha,
]


@pytest.mark.parametrize("make", SOUND)
def test_naive_readers_raise_no_alarm_on_sound_releases(make: Callable[[], PrivacyModel]) -> None:
    model = make()
    texts = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.txt"))]
    for text in [*texts, HIV, PARIS, GUARDED, SYMPTOMS, SURNAME, *ORDINARY]:
        try:
            outcome = sanitize(Document("note", text), model)
        except PromiseError:
            continue  # a promise that can't be reached is refused before anybody reads
        assert [each.reason for each in outcome.violations] == []
