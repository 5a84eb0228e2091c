"""Words that the corpus has never seen: which they are, and what becomes of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import Document, PromiseError, Redaction, Span, WordList, sanitize
from reticent.errors import InputError
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy, wordnet
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.shared.counts import own_counts
from reticent.models.shared.familiarity import classes_in, classes_of
from reticent.models.shared.unseen import UnseenWords

TEXTS = [
    "HIV is a virus.",
    "An antiviral acts on HIV.",
    "Another antiviral against HIV.",
    "A virus in blood.",
    *["A virus with fever."] * 4,
    *["Fever, a therapy and a drug."] * 6,
]
CORPUS = MemoryCorpus(TEXTS)
ABOVE = Hierarchy.from_pairs(
    [("HIV", "virus"), ("lamivudine", "antiviral"), ("antiviral", "drug"), ("zotivir", "blocker")]
)


def model(**options: object) -> CgSanitization:
    settled = {"corpus": CORPUS, "taxonomy": ABOVE, "evidence": "counted", "min_support": 1, "max_group": 1}
    return CgSanitization({"HIV": "virus"}, **{**settled, **options})  # type: ignore[arg-type]


def find(*words: str) -> list[str]:
    return UnseenWords(CORPUS, ABOVE).find(words)


def test_a_word_that_everybody_writes_is_none_of_them_although_the_corpus_lacks_it() -> None:
    assert find("kitchen", "mg", "200mg", "NKDA", "2024", "quzzox") == ["quzzox"]


def test_what_only_wordnet_knows_is_no_ordinary_word() -> None:
    assert wordnet().concepts("zidovudine")
    assert UnseenWords(CORPUS, wordnet()).find(["zidovudine"]) == ["zidovudine"]


def test_a_word_whose_class_has_a_count_is_judged_by_its_class() -> None:
    assert find("lamivudine", "zotivir") == ["zotivir"]
    assert classes_of("lamivudine", ABOVE, own_counts(CORPUS)) == {"antiviral"}
    assert "amivudine" not in sanitize("The lamivudine helped.", model(unseen="keep")).text
    assert "zotivir" in sanitize("The zotivir helped.", model(unseen="keep")).text


def test_a_phrase_without_a_count_is_judged_by_what_the_taxonomy_calls_its_end() -> None:
    above = Hierarchy.from_pairs([("HIV", "virus"), ("fever blocker", "antiviral")])
    has_count = own_counts(CORPUS)
    assert classes_in(("drug", "fever", "blocker"), above, has_count, has_count) == {"antiviral"}
    assert classes_in(("fever",), above, has_count, has_count) == frozenset()
    assert "blocker" not in sanitize("A fever blocker came.", model(taxonomy=above, unseen="keep")).text


def test_a_compound_of_words_that_are_known_is_known() -> None:
    assert find("fever-blood", "fever/therapy", "fever-in-the-blood", "fever-quzzox", "quzzox-") == [
        "fever-quzzox",
        "quzzox-",
    ]


def test_an_address_is_known_by_its_words() -> None:
    assert find(
        "blood@fever.test", "quzzox@fever.test", "https://fever.test/blood", "https://fever.test/quzzox"
    ) == [
        "quzzox@fever.test",
        "https://fever.test/quzzox",
    ]


FOUR = "The fever rose.\nGive quzzox, then quzzox again, wewyyk and wewyykk."


@pytest.mark.parametrize("rule", ["ask", "refuse"])
def test_a_text_with_such_a_word_is_not_released_unless_somebody_decides(rule: str) -> None:
    text = "The fever rose.\nGive quzzox, then quzzox again and wewyyk."
    outcome = sanitize(text, model(unseen=rule).asking())
    with pytest.raises(
        PromiseError, match=r"at 2:6, 2:19, 2:36; say .* --unseen keep, remove or ask"
    ) as told:
        outcome.document  # noqa: B018 - it raises
    assert "quzzox" not in str(told.value)
    assert all(violation.undecided for violation in outcome.violations)
    assert sanitize("The fever rose.", model(unseen=rule)).text == "The fever rose."


def test_where_nobody_can_be_asked_they_go_as_far_as_the_limit_allows() -> None:
    few = sanitize("The fever rose.\nGive quzzox, then quzzox again and wewyyk.", model())
    assert few.text == "The fever rose.\nGive [REMOVED], then [REMOVED] again and [REMOVED]."
    assert few.plan.promises[0].statement == model().asking().promise.statement
    assert "unless a person said so" in few.plan.promises[0].statement
    with pytest.raises(PromiseError, match="words that the corpus has never seen"):
        sanitize(FOUR, model()).document  # noqa: B018 - it raises
    assert "quzzox" not in sanitize(FOUR, model(unseen_limit=0.5)).text
    assert "wewyykk" not in sanitize(FOUR + " The fever rose." * 30, model()).text


def test_what_others_remove_does_not_count_towards_the_limit() -> None:
    names = Redaction((WordList(["quzzox", "wewyyk", "wewyykk"], kind="PERSON"),))
    released = sanitize(f"{FOUR} Then zizqak.", model(), names)
    assert released.violations == ()
    assert released.text.count("PERSON") == 4
    assert "zizqak" not in released.text


def test_a_limit_is_a_share() -> None:
    with pytest.raises(InputError, match="unseen_limit is a share from 0 to 1"):
        model(unseen_limit=1.5)


def test_a_person_may_decide_word_by_word() -> None:
    made = model().with_choices({"quzzox": "keep"}).with_choices({"wewyyk": "remove"})
    assert sanitize("Give quzzox and wewyyk.", made).text == "Give quzzox and [REMOVED]."
    assert made.choices == {"quzzox": "keep", "wewyyk": "remove"}


def test_a_word_in_a_phrase_is_told_by_its_own_place() -> None:
    document = Document("d", "The quzzox fever rose.")
    assert [span.of(document.text) for span in model().unseen_words(document)["quzzox"]] == ["quzzox"]


HEADINGS = ("HISTORY", "Medications:", "O/E BP 120/80", "PAST MEDICAL HISTORY:", "Plan")
LINES = ("quzzox", "wewyyk fever", "Given quzzox 5mg prn", "fever, no rash", "")


@given(st.lists(st.sampled_from([*HEADINGS, *LINES]), min_size=1, max_size=8))
def test_to_remove_them_eats_no_heading_and_joins_no_lines(lines: list[str]) -> None:
    released = sanitize("\n".join(lines), model(unseen="remove")).text.split("\n")
    assert len(released) == len(lines)
    assert [line for line in released if line in HEADINGS] == [line for line in lines if line in HEADINGS]
    assert not re.search("quzzox|wewyyk", " ".join(released))


def test_codes_and_acronyms_do_not_count_towards_the_limit() -> None:
    corpus = MemoryCorpus(["the patient was seen and went home with a letter"])
    rule = UnseenWords(corpus, None)
    codes = "The patient was seen: QXV, ZRRT, B4711x, mQWT, NxTT, KPLL went home."
    words = "The patient was seen: quxv, zarrt, bolgt, maqwt, nexet, kepll went home."

    def planned(text: str) -> str:
        note = Document("note", text)
        places = {
            found: (Span(text.index(found), text.index(found) + len(found)),)
            for found in text.split(": ")[1].replace(",", "").split()[:6]
        }
        return rule.for_plan(note, lambda _: places).rule

    assert planned(codes) == "remove"
    assert planned("The patient was seen: rct, shldr, bkg, tmrw, clk, qtr went home.") == "remove"
    assert planned(words) == "ask"
