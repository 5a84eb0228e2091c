"""What was read and counted before changes nothing: an audit with it equals one without."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contracts.cg_worlds import WORDS, invented_worlds, small_world

from reticent import Document
from reticent.detection.word_list import WordList
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization._risk import Recall, disclosures
from reticent.plan import Release, Violation
from reticent.text.analysis import forget_texts

UNITS = st.lists(st.sampled_from([*WORDS, "ash", "tree", "ash tree", "pebble"]), max_size=8, unique=True)
PIECES = st.sampled_from(
    ["HIV", "Therapy", "antiretroviral drug", "a cough", "virus", "lav virus", "hospital", ". ", ".\n\n", "\n", ", ", " ",
     "-\n", "The test", "FEVER AND BLOOD TEST HERE. ", "Fever", "h.i.v.", "[REMOVED]", "\u00ad", "é", "> ", "\r\n\r\n", "1. "]
)  # fmt: skip


@given(invented_worlds(), st.lists(UNITS, min_size=1, max_size=5))
def test_groups_that_were_counted_before_are_the_same_groups_in_the_same_order(
    model: CgSanitization, asked: list[list[str]]
) -> None:
    recall = Recall(model.attacker)
    for units in asked:
        wanted = sorted(units)
        assert recall.disclosures(wanted, max_group=model.max_group) == disclosures(
            model.attacker, wanted, max_group=model.max_group
        )


@settings(deadline=None)
@given(invented_worlds(), st.lists(st.lists(st.sampled_from([*WORDS, "ash", "."]), max_size=9), max_size=4))
def test_an_audit_of_texts_that_were_read_in_part_before_equals_one_that_reads_them_afresh(
    model: CgSanitization, texts: list[list[str]]
) -> None:
    for words in texts:
        document = Document("text", " ".join(words))
        warm = judge(model, document)
        forget_texts()
        cold = judge(fresh(model), document)
        assert warm == cold


@settings(deadline=None)
@given(st.lists(PIECES, max_size=14), st.integers(0, 13), PIECES)
def test_a_changed_place_is_judged_as_if_nothing_had_been_read(parts: list[str], at: int, new: str) -> None:
    model = small_world()
    before, after = parts, [*parts[:at], new, *parts[at + 1 :]]
    judge(model, Document("before", "".join(before)))
    warm = judge(model, Document("after", "".join(after)))
    warm_phrases = model.reader.phrases(Document("after", "".join(after)))
    forget_texts()
    other = small_world()
    assert warm == judge(other, Document("after", "".join(after)))
    forget_texts()
    assert warm_phrases == other.reader.phrases(Document("after", "".join(after)))


@given(
    st.lists(
        st.sampled_from(["HIV", "Ann Lee", "h2", "Müller", "x", "UK", "&", "McDonald", "ä"]), min_size=1
    ),
    st.text(st.sampled_from("HIVhivAnLe 2mMüukK&x-_.İdocDaä\n"), max_size=30),
)
def test_a_short_list_finds_what_a_look_at_every_word_finds(words: list[str], text: str) -> None:
    short = WordList(words)
    filler = [f"{word}{number}" for word in ("qq", "zz") for number in range(150)]
    long = WordList([*words, *filler])
    document = Document("text", text)
    assert list(short.mentions(document)) == list(long.mentions(document))


def judge(model: CgSanitization, document: Document) -> Sequence[Violation]:
    return model.violations(Release(document, document))


def fresh(model: CgSanitization) -> CgSanitization:
    return CgSanitization(
        model.protect,
        corpus=model.corpus,
        taxonomy=model.taxonomy,
        max_group=model.max_group,
        context=model.context,
        counting=model.counting,
        min_support=model.min_support,
        evidence=model.evidence,
        unseen=model.unseen,
    )
