"""What the audit of (C, g(C)) sees: single terms, pairs, and names whatever the counts say."""

from __future__ import annotations

from tests.contracts.cg_worlds import small_world

from reticent import Document, sanitize
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
