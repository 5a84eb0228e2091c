"""What the audit of (C, g(C)) sees: single terms, pairs, and names whatever the counts say."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest
from tests.contracts.cg_worlds import small_world

from reticent import Document, open_corpus, sanitize, wordnet
from reticent.errors import InputError
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
from reticent.plan import Release

TEXTS = [
    *["HIV is a virus with fever and rash."] * 4,
    *["The fever rose."] * 12,
    *["A rash itches."] * 12,
    *["A virus infects computers."] * 12,
    *["The weather is fine."] * 24,
]
CORPUS = MemoryCorpus(TEXTS)
ABOVE = Hierarchy.from_pairs([("HIV", "virus"), ("virus", "organism"), ("influenza", "virus")])


def model(**options: object) -> CgSanitization:
    settings = {
        "corpus": CORPUS,
        "taxonomy": ABOVE,
        "min_support": 1,
        "evidence": "counted",
        "at_most": 1.0,
        "unseen": "keep",
        **options,
    }
    return CgSanitization({"HIV": "virus"}, **settings)  # type: ignore[arg-type]


def places(text: str, **options: object) -> list[int]:
    document = Document("note", text)
    return [v.span.start for v in model(**options).violations(Release(document, document))]


def test_a_term_may_tell_as_much_as_the_general_one_and_no_more() -> None:
    # HIV is in 4 of 64 documents, virus in 16: a term with HIV in one of four of its documents tells exactly that
    assert places("There was a fever.") == []
    rarer = MemoryCorpus(
        [text for number, text in enumerate(TEXTS) if number != TEXTS.index("The fever rose.")]
    )
    assert places("There was a fever.", corpus=rarer) == [12]


def test_a_cap_holds_whatever_the_general_term_allows() -> None:
    # 4 of the 16 documents with fever name HIV, as many as virus allows
    assert places("There was a fever.", at_most=0.25) == []
    assert places("There was a fever.", at_most=0.24) == [12]
    plain = replace(model(), protect={"HIV": None})
    document = Document("note", "There was a fever.")
    assert plain.violations(Release(document, document)) == []
    capped = replace(plain, at_most=0.2).violations(Release(document, document))
    assert [each.reason for each in capped] == [
        "of 100 documents with this term 25 name HIV, and at most 20 may (4 of 16 do)"
    ]
    assert capped[0].evidence == {
        "bits": 2.0,
        "bits_allowed": 1.68,
        "together": 4,
        "alone": 16,
        "share": 0.25,
        "share_allowed": 0.2,
    }


def test_what_a_rare_general_word_would_allow_goes_by_default() -> None:
    text = "She sees an oncologist and gets chemotherapy; the scan shows metastases."
    settled = {"corpus": open_corpus(), "taxonomy": wordnet(), "unseen": "keep", "by_meaning": False}
    told = sanitize(Document("d", text), CgSanitization({"cancer": "condition"}, **settled))  # type: ignore[arg-type]
    assert not any(word in told.text for word in ("oncologist", "chemotherapy", "metastases"))
    assert "of 100 documents with this term 85 name cancer, and at most 20 may (11 of 13 do)" in {
        decision.reason for decision in told.plan.decisions
    }
    assert all(decision.evidence["stays_with"] == {"cancer": None} for decision in told.plan.decisions)
    assert "at most 20 name it" in told.plan.promises[0].statement
    capless = CgSanitization({"cancer": "condition"}, at_most=1.0, **settled)  # type: ignore[arg-type]
    assert sanitize(Document("d", text), capless).text == text
    assert "likelier" not in capless.promise.statement


def test_a_cap_asks_for_no_less_than_any_document_tells() -> None:
    common = MemoryCorpus(["HIV fever", "HIV cough", "fever weather", "weather", "virus HIV"])
    document = Document("note", "There was a fever.")
    half = replace(model(), protect={"HIV": None}, corpus=common, at_most=0.1)
    assert half.violations(Release(document, document)) == []  # 1 of 2, where 3 of all 5 documents name HIV


def test_the_word_for_what_may_be_told_stays_below_any_cap() -> None:
    assert places("There was a virus.", at_most=0.1) == []  # 4 of 16, and that much may be told
    assert places("There was a fever.", at_most=0.1) == [12]
    document = Document("note", "There was a virus, and viruses.")
    assert model(at_most=0.1).naive_violations(Release(document, document)) == []
    colder = MemoryCorpus([*TEXTS, *["A virus and the weather."] * 4])
    assert places("A virus in this weather.", corpus=colder, at_most=0.1) == []  # no pair of them names HIV


def test_a_cap_is_sure_before_it_condemns() -> None:
    rare = MemoryCorpus([*["HIV fever"] * 1, *["fever"] * 2, *["virus HIV", "virus", "weather"] * 20])
    sure = {"corpus": rare, "evidence": "confident", "at_most": 0.2}
    assert places("There was a fever.", **sure) == []  # 1 of 3 where one in five may: chance makes that
    assert (
        places("There was a fever.", **{**sure, "evidence": "counted"}) == []
    )  # no more than of all documents
    more = MemoryCorpus([*["HIV fever"] * 8, *["fever"] * 16, *["virus"] * 20, *["weather"] * 60])
    assert places("There was a fever.", **{**sure, "corpus": more}) == [12]


RARE = MemoryCorpus(
    [
        *["Curie, a physicist, pitchblende and a laboratory."] * 6,
        *["A physicist in a laboratory."] * 30,
        *["Pitchblende is an ore."] * 40,
        *["The weather is fine."] * 924,
    ]
)


def curie(general: str | None = "physicist", **options: object) -> CgSanitization:
    settings = {
        "corpus": RARE,
        "taxonomy": Hierarchy.from_pairs([("Curie", "physicist")]),
        "evidence": "counted",
        "at_most": 0.9,
        "unseen": "keep",
        **options,
    }
    return CgSanitization({"Curie": general}, **settings)  # type: ignore[arg-type]


def test_no_term_makes_a_rare_entity_many_times_likelier() -> None:
    # 6 of 1,000 documents name Curie, 6 of 46 of those with pitchblende: 22 times as many, and "physicist" allows 28.
    document = Document("note", "A visit to the laboratory. Then pitchblende.")
    release = Release(document, document)
    close = curie(max_group=1).violations(release)
    assert [each.group for each in close] == [("pitchblende",)]
    assert close[0].reason == (
        "documents with this term name Curie 22 times as often as others, and at most 17 times may (6 of 46 do)"
    )
    assert close[0].evidence is not None
    assert (close[0].evidence["times"], close[0].evidence["times_allowed"]) == (21.7, 17.0)
    for many in (20.0, inf):
        assert curie(max_group=1, at_most_times=many).violations(release) == []
    assert curie(max_group=1, at_most=1.0).violations(release) == []  # no cap is none at all


def test_what_the_general_term_explains_is_not_close() -> None:
    # All 36 documents with laboratory are about physicists: 28 times as many as of all name Curie, and as many as of physicists.
    document = Document("note", "A laboratory.")
    release = Release(document, document)
    assert curie(max_group=1).violations(release) == []
    assert [each.group for each in curie(None, max_group=1).violations(release)] == [("laboratory",)]
    assert "unless it makes it at most 4.08 times likelier" in curie().promise.statement
    assert "times likelier" not in curie(at_most_times=inf).promise.statement


def test_the_cap_of_times_is_at_least_one() -> None:
    with pytest.raises(InputError, match="at_most_times is at least 1"):
        curie(at_most_times=0.5)


def test_words_that_nobody_counts_are_nothing_in_the_plural() -> None:
    corpus = MemoryCorpus([*["HIV wa doe"] * 5, *["virus", "weather"] * 30])
    document = Document("note", "It was fine, and so it does.")
    capped = model(corpus=corpus, at_most=0.1)
    assert capped.naive_violations(Release(document, document)) == []
    told = Document("note", "The doe.")
    assert len(capped.naive_violations(Release(told, told))) == 1


def test_a_naive_reader_knows_the_cap() -> None:
    document = Document("note", "There was a fever.")
    release = Release(document, document)
    assert model(at_most=0.25).naive_violations(release) == []
    assert len(model(at_most=0.2).naive_violations(release)) == 1


@pytest.mark.parametrize("at_most", [0, -0.1, 1.1, float("nan")])
def test_a_cap_is_a_probability(at_most: float) -> None:
    with pytest.raises(InputError, match="at_most is a probability"):
        model(at_most=at_most)


def test_a_pair_may_tell_what_neither_term_tells() -> None:
    assert places("There was a fever and a rash.") == [12]
    assert places("There was a fever and a rash.", max_group=1) == []


def test_a_name_is_a_violation_whatever_the_counts_say() -> None:
    assert places("They spoke of lav virus.", aliases={"HIV": ["lav virus"]}) == [14]
    assert places("HIV") == [0]


def test_a_name_that_too_few_documents_hold_to_be_sure_is_a_violation_too() -> None:
    rare = MemoryCorpus(["HIV and fever.", *["The weather is fine."] * 20])
    model = CgSanitization({"HIV": None}, corpus=rare, taxonomy=ABOVE, evidence="confident", unseen="keep")
    document = Document("note", "There was HIV.")
    assert [v.span.start for v in model.violations(Release(document, document))] == [10]


def test_a_pair_is_believed_only_as_far_as_the_number_of_pairs_allows() -> None:
    counts = {
        "HIV fever rash": 30,
        "fever": 60,
        "rash": 60,
        "virus": 60,
        "HIV cough": 3,
        "cough": 9,
        "weather": 900,
    }
    corpus = MemoryCorpus([text for text, times in counts.items() for _ in range(times)])
    settled = {"corpus": corpus, "evidence": "confident", "min_support": 2, "max_group": 2}
    assert places("There was a fever and a rash.", **settled) == [12]
    assert places("There was a fever.", **settled) == []
    assert places("There was a cough and a fever.", **settled) == []


def test_a_denied_name_is_still_denied_in_the_release() -> None:
    for text in ("Denies HIV, fever.", "Denied HIV.", "The patient denies HIV."):
        released = sanitize(Document("note", text), small_world()).release.released.text
        assert "HIV" not in released
        assert released.startswith(text.partition(" HIV")[0])


def test_the_naive_reader_takes_no_shouted_heading_for_an_acronym() -> None:
    corpus = MemoryCorpus(
        [*["HIV and OPERATION"] * 3, *["An operation."] * 20, *["The weather."] * 20, "virus HIV"]
    )
    made = CgSanitization({"HIV": None}, corpus=corpus, taxonomy=wordnet(), unseen="keep")
    shouted = Document("d", "OPERATION NOTE AND PLAN\nThe weather was fine.")
    assert made.naive_violations(Release(shouted, shouted)) == []
