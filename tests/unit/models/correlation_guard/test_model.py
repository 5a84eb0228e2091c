from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contracts.guard_worlds import WORDS, invented_guards

from reticent import Document, Mention, Redaction, Span, WordList, sanitize
from reticent.engine import execute
from reticent.errors import InputError
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.correlation_guard import CorrelationGuard
from reticent.plan import Decision, Plan, Release

TEXTS = (
    *["Malaria brings fever after a mosquito bite."] * 4,
    *["A disease brings fever."] * 4,
    *["A mosquito hums."] * 2,
    *["The weather is fine."] * 20,
)
CORPUS = MemoryCorpus(TEXTS)
NOTE = Document("note", "She had malaria. There was fever, and a mosquito. The weather was fine.")


def pointing(text: str, *terms: str) -> list[Mention]:
    return [Mention(Span(text.index(term), text.index(term) + len(term)), "DISEASE") for term in terms]


def test_what_gives_a_removed_term_away_goes_with_it() -> None:
    guard = CorrelationGuard(corpus=CORPUS, threshold=1.5)
    outcome = sanitize(NOTE, guard, mentions=pointing(NOTE.text, "malaria"))
    assert outcome.text == "She had [DISEASE]. There was [SYMPTOM 1], and [REMOVED]. The weather was fine."
    bare = sanitize(NOTE, replace(guard, marks=False), mentions=pointing(NOTE.text, "malaria"))
    assert bare.text == "She had [DISEASE]. There was [REMOVED], and a [REMOVED]. The weather was fine."
    assert {decision.model for decision in outcome.plan.decisions} == {"correlation-guard"}


def test_no_sensitive_term_means_nothing_to_guard() -> None:
    outcome = sanitize(NOTE, CorrelationGuard(corpus=CORPUS))
    assert (outcome.text, outcome.plan.decisions) == (NOTE.text, ())


def test_a_text_of_sensitive_terms_only_is_removed_and_no_more() -> None:
    outcome = sanitize(Document("d", "Malaria"), CorrelationGuard((WordList(["malaria"]),), corpus=CORPUS))
    assert outcome.text == "[WORD]"


def test_a_sensitive_term_that_the_corpus_never_saw_goes_at_all_its_places() -> None:
    text = "Zidovudine helped. The weather was fine for zidovudine."
    guard = CorrelationGuard(corpus=CORPUS)
    outcome = sanitize(Document("d", text), guard, mentions=pointing(text, "Zidovudine"))
    assert "zidovudine" not in outcome.text.lower()
    assert "weather" in outcome.text


def test_only_what_stands_in_the_same_sentence_counts_there() -> None:
    guard = CorrelationGuard(corpus=CORPUS, threshold=1.5, context="sentence")
    outcome = sanitize(NOTE, guard, mentions=pointing(NOTE.text, "malaria"))
    assert outcome.text == NOTE.text.replace("malaria", "[DISEASE]")
    together = Document("d", "Malaria with fever.")
    assert (
        sanitize(together, guard, mentions=pointing(together.text, "Malaria")).text
        == "[DISEASE] with [SYMPTOM 1]."
    )


def test_a_flagged_term_becomes_the_most_informative_safe_term_above_it() -> None:
    corpus = MemoryCorpus(
        [
            *["malaria mosquito insect"] * 2,
            *["mosquito"] * 1,
            *["insect animal"] * 4,
            *["animal"] * 8,
            *["weather"] * 12,
        ]
    )
    taxonomy = Hierarchy.from_pairs([("mosquito", "insect"), ("insect", "animal")])
    text = "She had malaria from a mosquito."
    mentions = pointing(text, "malaria")
    loose = CorrelationGuard(corpus=corpus, taxonomy=taxonomy, threshold=2.5)
    strict = replace(loose, threshold=1.0)
    assert sanitize(Document("d", text), loose, mentions=mentions).text == "She had [DISEASE] from an insect."
    assert (
        sanitize(Document("d", text), strict, mentions=mentions).text == "She had [DISEASE] from an animal."
    )


def test_what_a_generalized_term_tells_counts_with_the_rest() -> None:
    """Among documents about a disease fever tells of malaria what it doesn't tell alone."""
    corpus = MemoryCorpus(
        [
            *["malaria disease fever"] * 4,
            *["disease"] * 4,
            *["fever"] * 8,
            *["weather"] * 16,
        ]
    )
    text = "Malaria and fever."
    mentions = pointing(text, "Malaria")
    guard = CorrelationGuard(corpus=corpus, threshold=2.5, max_group=1, at_most=1.0)
    document = Document("d", text)
    removed = Plan.for_document(document, (Decision((mentions[0].span,), "DISEASE"),))
    told = Plan.for_document(document, (Decision((mentions[0].span,), "DISEASE", "disease"),))
    assert execute(document, removed, guard, mentions=mentions).violations == ()
    assert execute(document, told, guard, mentions=mentions).violations != ()
    outcome = sanitize(document, guard, mentions=mentions, begun=told)
    assert outcome.violations == ()
    assert "fever" not in outcome.text


def test_models_compose_in_either_order_and_the_plan_names_who_asked() -> None:
    redaction = Redaction((WordList(["malaria", "weather"]),))
    guard = CorrelationGuard((WordList(["malaria"]),), corpus=CORPUS, threshold=1.5, marks=False)
    for models in ((redaction, guard), (guard, redaction)):
        outcome = sanitize(NOTE, *models)
        assert outcome.violations == ()
        assert {decision.model for decision in outcome.plan.decisions} == {"redaction", "correlation-guard"}
        assert outcome.text == "She had [WORD]. There was [REMOVED], and a [REMOVED]. The [WORD] was fine."


def test_a_document_of_the_corpus_can_be_left_out_of_its_own_counts() -> None:
    guard = CorrelationGuard(corpus=MemoryCorpus([*TEXTS, NOTE.text]))
    assert guard.without_documents(NOTE).corpus.size == len(TEXTS)
    assert guard.without_documents(Document("d", "Something else")) is guard


@pytest.mark.parametrize(
    "wrong", [{"max_group": 0}, {"context": "1 words"}, {"min_support": 0}, {"threshold": "most"}]
)
def test_settings_without_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        CorrelationGuard(corpus=CORPUS, **wrong)  # type: ignore[arg-type]


def test_the_finder_lists_what_points_to_each_removed_term_strongest_first() -> None:
    guard = CorrelationGuard(corpus=CORPUS, threshold=1.5)
    finding = guard.finding(Release(NOTE, NOTE, (), tuple(pointing(NOTE.text, "malaria"))), at_least=0.5)
    (removed,) = finding.removed
    assert removed.term == "malaria"
    assert [pointer.terms for pointer in removed.pointers] == [
        ("fever", "mosquito"),
        ("mosquito",),
        ("fever",),
    ]
    assert [(pointer.together, pointer.alone) for pointer in removed.pointers] == [(4, 4), (4, 6), (4, 8)]
    assert all(pointer.reaches for pointer in removed.pointers)
    assert "malaria" not in repr(finding)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    guard=invented_guards(),
    words=st.lists(st.sampled_from([*WORDS, "ash", "tree", "and", "the", "."]), max_size=12),
)
def test_whatever_the_corpus_the_release_keeps_the_promise(guard: CorrelationGuard, words: list[str]) -> None:
    document = Document("invented", " ".join(words))
    outcome = sanitize(document, guard)
    assert outcome.violations == ()
    assert guard.violations(outcome.release) == []
    if guard.search == "groups":
        return
    for dropped in range(len(outcome.plan.decisions)):
        kept = outcome.plan.decisions[:dropped] + outcome.plan.decisions[dropped + 1 :]
        if outcome.rounds == 1:
            assert execute(document, replace(outcome.plan, decisions=kept), guard).violations


BLOOD = MemoryCorpus(["The immune system fights."] * 4 + ["A blood test."] * 4 + ["The weather."] * 20)


def test_a_noun_phrase_goes_whole_when_one_of_its_words_is_sensitive() -> None:
    text = "His immune system responded poorly. The weather was fine."
    outcome = sanitize(Document("d", text), CorrelationGuard(corpus=BLOOD), mentions=pointing(text, "system"))
    assert outcome.text == "His [REMOVED] [DISEASE] responded poorly. The weather was fine."
    (rest,) = (decision for decision in outcome.plan.decisions if decision.kind == "REMOVED")
    assert rest.reason == "in one noun phrase with a sensitive word"


def test_what_is_left_of_a_sensitive_phrase_is_a_violation() -> None:
    text = "His immune system responded poorly."
    document = Document("d", text)
    plan = Plan.for_document(document, (Decision((Span(11, 17),), "DISEASE"),))
    guard = CorrelationGuard(corpus=BLOOD)
    (violation,) = execute(document, plan, guard, mentions=pointing(text, "system")).violations
    assert violation.span.of("His immune [DISEASE] responded poorly.") == "immune"
    assert "still there" in violation.reason


def test_without_that_rule_a_word_beside_a_mask_is_judged_though_no_noun_is_left_of_its_phrase() -> None:
    text = "His immune system responded poorly. The weather was fine."
    judging = CorrelationGuard(corpus=BLOOD, whole_phrases=False, threshold=2.0)
    assert "immune" not in sanitize(Document("d", text), judging, mentions=pointing(text, "system")).text
    unlike = "His reddish system responded poorly."
    assert "reddish" in sanitize(Document("d", unlike), judging, mentions=pointing(unlike, "system")).text


def test_a_word_beside_a_mask_that_is_no_noun_is_judged_too() -> None:
    corpus = MemoryCorpus(["Malaria infected him."] * 4 + ["The weather."] * 20 + ["He came with her."])
    text = "Malaria infected her. The weather was fine."
    guard = CorrelationGuard(corpus=corpus, threshold=2.0)
    outcome = sanitize(Document("d", text), guard, mentions=pointing(text, "Malaria"))
    assert outcome.text == "[DISEASE] [REMOVED] her. The weather was fine."


RARE = "She had malaria, then zorblatine. The weather was fine."


def test_words_that_the_corpus_never_saw_are_a_decision() -> None:
    guard = CorrelationGuard(corpus=CORPUS, threshold=1.5)
    document, mentions = Document("d", RARE), pointing(RARE, "malaria")
    asked = sanitize(document, guard.asking(), mentions=mentions)
    assert [each.undecided for each in asked.violations] == [True]
    assert (
        sanitize(document, guard, mentions=mentions).text
        == "She had [DISEASE], then [REMOVED]. The weather was fine."
    )
    assert "zorblatine" in sanitize(document, replace(guard, unseen="keep"), mentions=mentions).text
    removed = sanitize(document, replace(guard, unseen="remove"), mentions=mentions)
    assert removed.text == "She had [DISEASE], then [REMOVED]. The weather was fine."
    chosen = guard.with_choices({"zorblatine": "keep"})
    assert "zorblatine" in sanitize(document, chosen, mentions=mentions).text
    assert list(guard.unseen_words(document)) == ["zorblatine"]


def test_a_word_that_should_have_gone_as_unseen_is_a_violation() -> None:
    guard = CorrelationGuard(corpus=CORPUS, threshold=1.5, unseen="remove")
    document = Document("d", RARE)
    plan = Plan.for_document(document, (Decision((Span(8, 15),), "DISEASE"),))
    (violation,) = execute(document, plan, guard, mentions=pointing(RARE, "malaria")).violations
    assert not violation.undecided
    assert "never seen" in violation.reason


def test_nothing_to_guard_asks_nothing_about_words() -> None:
    assert sanitize(Document("d", RARE), CorrelationGuard(corpus=CORPUS)).violations == ()
