"""Words that a corpus has never seen and that are words it has, written otherwise."""

from __future__ import annotations

import tracemalloc

from hypothesis import assume, given
from hypothesis import strategies as st

from reticent import Document, sanitize
from reticent.knowledge import MemoryCorpus, open_corpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.shared.spelling import WordReadings
from reticent.text import Mention, Span

TEXTS = [
    *["Hepatitis inflames the liver. Interferon treats hepatitis."] * 6,
    *["Oesophagoscopy, then a transfusion. The cervical spine hurts."] * 3,
    *["A disease with fever; the patient has no swelling."] * 9,
    *["Estimated glomerular filtration rate, and oncology."] * 3,
    *["The weather was fine, and the kitchen was clean."] * 9,
]
CORPUS = MemoryCorpus(TEXTS)
ABOVE = Hierarchy.from_pairs([("hepatitis", "disease"), ("fever", "symptom")])


def model(**options: object) -> CgSanitization:
    settled = {"corpus": CORPUS, "taxonomy": ABOVE, "max_group": 1, "unseen": "keep"}
    return CgSanitization({"hepatitis": "disease"}, **{**settled, **options})  # type: ignore[arg-type]


def read(word: str) -> set[str]:
    return {" ".join(row) for row in WordReadings(CORPUS).read(word)}


def test_another_spelling_form_or_slip_is_read_as_the_word_that_the_corpus_has() -> None:
    assert read("esophagoscopy") == {"oesophagoscopy"}
    assert read("transfused") == {"transfusion"}
    assert read("transcervically") == {"cervical"}
    assert read("sweling") == read("swelilng") == read("swellling") == {"swelling"}
    assert read("intreferon") == read("interfeon") == {"interferon"}
    assert read("INTERFERON") == {"interferon"}


def test_an_abbreviation_on_the_shipped_list_is_read_as_what_it_stands_for() -> None:
    assert read("egfr") == {"estimated glomerular filtration rate"}
    assert read("onc") == {"oncology"}
    assert read("UTD") == set()  # the corpus lacks what it stands for


def test_an_abbreviation_of_the_dictionary_is_read_as_all_that_it_may_stand_for() -> None:
    corpus = MemoryCorpus(["Full weight bearing. The cervical spine, a cephalic vein, cephalosporin."] * 9)
    assert {" ".join(row) for row in WordReadings(corpus).read("FWB")} == {"full weight bearing"}
    assert WordReadings(corpus).read("ceph") == {("cephalic",), ("cephalosporin",)}


def test_the_beginning_of_words_is_read_as_all_frequent_ones_that_begin_so() -> None:
    assert read("interf") == {"interferon"}
    assert read("hepatit") == {"hepatitis"}


def test_two_common_words_written_as_one_are_read_as_both() -> None:
    assert read("weatherkitchen") == {"weather kitchen"}
    assert read("weatherqqzzx") == set()


def test_a_shouted_word_is_read_as_the_small_one_is() -> None:
    assert read("SWEELLING") == {"swelling"}


def test_a_compound_is_read_by_its_parts() -> None:
    assert read("onc-fever") == {"oncology fever"}
    assert read("onc-qqzzx") == set()


def test_what_may_be_a_word_of_its_own_is_read_as_no_other() -> None:
    for word in (
        "crestor",
        "targin",
        "endone",
        "premarin",
        "concerta",
        "weathers-qq",
        "zorblatine",
        "POG",
        "fevr",
    ):
        assert read(word) == set()
    assert read("fever") == read("kitchen") == read("2024") == read("the") == set()


def test_of_two_words_that_may_be_meant_neither_is_read() -> None:
    both = WordReadings(MemoryCorpus(["The quantalex and the quantalix."]))
    assert WordReadings(MemoryCorpus(["The quantalex."])).read("quantaliex") == {("quantalex",)}
    assert not both.read("quantaliex")  # one letter more than either
    assert both.read("quantaleex") == {("quantalex",)}


def test_a_slip_in_a_protected_name_is_that_name_wherever_it_stands() -> None:
    for slip in ("hepatits", "hepattis", "hepatiitis", "heptitis", "hepatidis", "Hepatitsi"):
        released = sanitize(f"Known {slip} since May.", model()).text
        assert slip not in released
    assert sanitize("Known hepatica since May.", model()).text == "Known hepatica since May."


def test_a_word_written_otherwise_tells_what_that_word_tells() -> None:
    released = sanitize("Given intreferon for a fever.", model(unseen="remove")).text
    assert "intreferon" not in released
    assert "fever" in released
    assert sanitize("Then esophagoscopy and swelilng.", model(unseen="remove")).text == (
        "Then esophagoscopy and swelilng."
    )


def test_the_paper_reads_words_as_they_are_written() -> None:
    text = "Given intreferon for hepatits."
    assert sanitize(text, model(by_class=False)).text == text


def test_the_guard_reads_them_too() -> None:
    guard = CorrelationGuard(corpus=CORPUS, threshold=1.5, min_support=1)
    text = "She had hepatitis, then intreferon. The weather was fine."
    released = sanitize(Document("d", text), guard, mentions=[Mention(Span(8, 17), "DISEASE")]).text
    assert released == "She had [DISEASE], then [REMOVED]. The weather was fine."
    assert not guard.unseen_words(Document("d", text))


@given(st.sampled_from(["hepatitis", "tuberculosis", "asthma"]), st.data())
def test_every_slip_in_a_name_is_found(name: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(name) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    after = name[at + 1 : at + 2]
    slip = data.draw(
        st.sampled_from(
            [
                name[:at] + name[at + 1 :],
                name[:at] + letter + name[at:],
                name[:at] + letter + name[at + 1 :],
                name[:at] + after + name[at] + name[at + 2 :],
            ]
        )
    )
    assume(slip != name and open_corpus().known([slip]) == ["unseen"])
    assert WordReadings(open_corpus(), frozenset({name})).read(slip) == {(name,)}


@given(
    st.lists(
        st.sampled_from(["hepatits", "intreferon", "sweling", "qqzzx", "fever", "UTD", "liver"]), max_size=6
    )
)
def test_a_plan_leaves_nothing_that_the_check_reads_otherwise(words: list[str]) -> None:
    outcome = sanitize("Seen: " + ", ".join(words) + ".", model(unseen="ask", unseen_limit=1.0))
    assert outcome.violations == ()
    assert not {"hepatits", "intreferon", "qqzzx", "UTD"} & set(
        outcome.text.replace(".", "").replace(",", "").split()
    )


def test_a_string_of_thousands_of_letters_is_no_slip_of_a_word() -> None:
    tracemalloc.start()
    readings = WordReadings(open_corpus())
    assert not readings.read("a" * 20_000)
    assert not readings.read("Ab" * 10_000)
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()
