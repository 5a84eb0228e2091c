from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent import Document, Mention, PromiseError, Redaction, Span, TPlausibility, WordList, sanitize
from reticent.engine import execute
from reticent.errors import InputError
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy, wordnet
from reticent.models.t_plausibility._tally import WordDomain
from reticent.plan import Plan

DRUGS = Hierarchy.from_pairs(
    [
        ("marijuana", "soft drug"),
        ("hashish", "soft drug"),
        ("soft drug", "drug"),
        ("morphine", "opiate"),
        ("heroin", "opiate"),
        ("codeine", "opiate"),
        ("opiate", "drug"),
        ("migraine", "headache"),
        ("tension headache", "headache"),
        ("cluster headache", "headache"),
        ("lonely", ""),
    ]
)
WORDS = WordList(["marijuana", "morphine", "migraine", "lonely", "unheard"])
NOTE = "Takes marijuana against migraines."


def model(t: int, **options: Any) -> TPlausibility:
    return TPlausibility(t, **{"taxonomy": DRUGS, "detectors": (WORDS,), **options})


def released(text: str, of: TPlausibility) -> str:
    return sanitize(Document("note", text), of).text


@pytest.mark.parametrize(
    ("t", "text", "texts"),
    [
        (1, "Takes a soft drug against headaches.", 6),
        (6, "Takes a soft drug against headaches.", 6),
        (7, "Takes a drug against headaches.", 15),
        (15, "Takes a drug against headaches.", 15),
    ],
)
def test_words_go_up_just_as_far_as_t_asks(t: int, text: str, texts: int) -> None:
    outcome = sanitize(Document("note", NOTE), model(t))
    assert outcome.text == text
    assert [tally.texts for tally in model(t).tallies(outcome.release)] == [texts]


def test_beyond_the_largest_t_the_error_names_it_and_the_places_to_remove() -> None:
    with pytest.raises(PromiseError, match=r"reaches is 15: .*characters 6 to 15, 24 to 33") as caught:
        model(16).plan(Document("note", NOTE))
    assert "marijuana" not in str(caught.value)


@pytest.mark.parametrize("t", [16, 10**30])
def test_out_of_reach_everything_may_go_instead(t: int) -> None:
    assert released(NOTE, model(t, unreachable="remove")) == "Takes [WORD] against [WORD]."


def test_a_word_without_ancestors_and_an_unknown_one_are_removed_and_count_as_one() -> None:
    text = "Lonely, unheard, marijuana."
    assert released(text, model(2)) == "[WORD], [WORD], a soft drug."
    with pytest.raises(PromiseError):
        released(text, model(6))


def test_a_document_without_sensitive_words_stays_as_it_is() -> None:
    outcome = sanitize(Document("note", "Nothing of note."), model(10**30))
    assert outcome.text == "Nothing of note."
    assert outcome.plan.decisions == ()


@pytest.mark.parametrize(
    "wrong",
    [{"t": 0}, {"t": 2.5}, {"alpha": 1.5}, {"alpha": -0.1}, {"alpha": float("nan")}, {"confidence": 2.0}],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        TPlausibility(**{"t": 2, "taxonomy": DRUGS, **wrong})


@pytest.mark.paper("t-plausibility", "Section 6, units", "Section 6, mentions")
def test_each_sentence_reaches_t_by_itself_and_a_word_reads_alike_in_all() -> None:
    text = "Takes marijuana against migraines. No marijuana today."
    assert released(text, model(4)) == "Takes a soft drug against headaches. No soft drug today."
    assert released(text, model(4, unit="sentence")) == "Takes a drug against headaches. No drug today."


def test_a_word_that_a_detector_objects_to_is_no_generalization() -> None:
    listed = WordList(["marijuana", "soft drug"])
    assert released("Takes marijuana.", model(2, detectors=(listed,))) == "Takes a drug."


def test_without_a_bound_for_each_word_nouns_that_t_does_not_need_stay_and_count_as_one() -> None:
    asked = TPlausibility(3, alpha=1.0, taxonomy=DRUGS, word_t="paper")
    outcome = sanitize(Document("note", NOTE), asked)
    (tally,) = asked.tallies(outcome.release)
    assert outcome.text == "Takes marijuana against headaches."
    assert tally.volumes == (1, 3)
    assert tally.kept == 1


def test_t_1_leaves_known_nouns_alone() -> None:
    assert released(NOTE, TPlausibility(1, taxonomy=DRUGS)) == NOTE


def test_what_somebody_points_at_goes_although_nouns_may_stay() -> None:
    pointed_at = [Mention(Span(6, 15), "DRUG")]
    asked = TPlausibility(2, taxonomy=DRUGS, word_t="paper")
    outcome = sanitize(Document("note", NOTE), asked, mentions=pointed_at)
    assert outcome.text == "Takes a soft drug against migraines."


def test_a_name_that_two_senses_share_counts_as_the_least() -> None:
    homonyms = Hierarchy.from_pairs(
        [
            ("cannabis", "plant"),
            ("hemp", "plant"),
            ("plant", "cannabis product"),
            ("rope", "cannabis product"),
        ]
    )
    outcome = sanitize(
        Document("note", "Some hemp."), model(3, taxonomy=homonyms, detectors=(WordList(["hemp"]),))
    )
    assert outcome.text == "Some cannabis product."


@pytest.mark.parametrize(
    ("becomes", "texts"),
    [("soft drug", 6), ("drug", 15), ("headache", 3), ("marijuana", 3), ("unheard of", 3)],
)
def test_a_changed_plan_is_counted_by_what_it_says(becomes: str, texts: int) -> None:
    document = Document("note", NOTE)
    asked = model(6)
    plan = sanitize(document, asked).plan
    changed = (replace(plan.decisions[0], becomes=becomes), plan.decisions[1])
    outcome = execute(document, replace(plan, decisions=changed), asked)
    assert [tally.texts for tally in asked.tallies(outcome.release)] == [texts]
    assert bool(outcome.violations) == (texts < 6)


def test_an_unchanged_text_breaks_the_promise_and_says_where() -> None:
    document = Document("note", NOTE)
    violations = execute(document, Plan.for_document(document), model(6)).violations
    assert {violation.kind for violation in violations} == {"WORD", "PLAUSIBILITY"}
    assert all(violation.span.start in (6, 24) for violation in violations)


def test_with_redaction_before_it_what_is_gone_counts_for_nothing() -> None:
    redaction = Redaction((WordList(["migraine"], kind="SYMPTOM"),))
    outcome = sanitize(Document("note", NOTE), redaction, TPlausibility(2, taxonomy=DRUGS))
    assert outcome.text == "Takes a soft drug against [SYMPTOM]."


def test_a_plural_that_is_a_word_of_its_own_is_still_read_as_the_generalization() -> None:
    voters = TPlausibility(10**4, taxonomy=wordnet(), detectors=(WordList(["voter", "senator"]),))
    outcome = sanitize(Document("note", "Voters met senators."), voters)
    assert outcome.violations == ()


class Frequencies:
    """A corpus in which the words of DRUGS occur this often."""

    size = 16
    fingerprint = "sha256:frequencies"
    counts: ClassVar = {"marijuana": 8, "hashish": 0, "morphine": 4, "heroin": 2, "codeine": 2}

    def count(self, conjunctions: Any) -> list[int]:
        return [
            sum(self.counts.get(name, 1) for (names,) in [each] for name in names) for each in conjunctions
        ]


def test_with_a_corpus_words_weigh_by_frequency_and_the_promise_is_in_bits() -> None:
    domain = WordDomain(DRUGS, Frequencies())  # type: ignore[arg-type]
    entropies = [domain.entropy(DRUGS.concepts(name)[0]) for name in ("soft drug", "opiate", "drug")]
    assert entropies == [0.0, 1.5, 1.75]
    weighed = model(3, corpus=Frequencies(), detectors=(WordList(["morphine"]),))
    assert released("Took morphine.", weighed) == "Took a drug."
    assert released("Took morphine.", replace(weighed, t=2)) == "Took an opiate."
    assert "1.6 bits of uncertainty" in weighed.promise.statement
    assert weighed.promise.relative_to["corpus"] == "sha256:frequencies"
    with pytest.raises(PromiseError, match="reaches is 3"):
        released("Took morphine.", replace(weighed, t=4))


def test_a_real_corpus_is_asked_the_same_way() -> None:
    corpus = MemoryCorpus(["morphine", "morphine and heroin", "codeine", "codeine", "marijuana"])
    opiate = WordDomain(DRUGS, corpus).entropy(DRUGS.concepts("opiate")[0])
    assert opiate == pytest.approx(0.8 * math.log2(2.5) + 0.2 * math.log2(5))
    asked = model(2, corpus=corpus, senses="overlap")
    assert released("Morphine for her.", asked) == "An opiate for her."


def test_overlap_keeps_the_promise_too() -> None:
    asked = model(6, senses="overlap")
    assert sanitize(Document("note", NOTE), asked).violations == ()


@settings(deadline=None)
@given(st.lists(st.sampled_from(["marijuana", "morphine", "migraine", "hashish", ". ", "and"]), max_size=9))
def test_nouns_too_keep_the_promise_in_whatever_text(parts: list[str]) -> None:
    for t in (2, 5, 40):
        asked = TPlausibility(t, taxonomy=DRUGS, unit="sentence", unreachable="remove")
        outcome = sanitize(Document("note", " ".join(parts)), asked)
        assert outcome.violations == ()
        assert outcome.rounds == 1
