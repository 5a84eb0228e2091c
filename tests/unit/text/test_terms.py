import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.language import DEFAULT_LANGUAGE
from reticent.text import Document, Span, Term, terms
from reticent.text.matching import show_words
from reticent.text.sentences import normal_form, normal_word
from reticent.text.tokens import token_texts

VOCABULARY = (
    "The the a two patient patients patient's liver cancer severe blood transfusion had was acquired HIV-positive HIV "
    "of and , . ( ) 1,000 3 U.S. Dr. Smith 😀 שלום \x00 ... often London [NAME] x@y.org"
)
WORDS = st.sampled_from(VOCABULARY.split(" "))


def forms(text: str, **options: object) -> list[str]:
    return [term.form for term in terms(Document("note", text), **options)]  # type: ignore[arg-type]


def test_noun_phrases_become_terms_without_their_stop_words() -> None:
    text = (
        "The man suffers from acquired immunodeficiency syndrome because of a blood transfusion. "
        "He was diagnosed when his immune system responded poorly to influenza."
    )
    assert forms(text) == [
        "man", "acquired immunodeficiency syndrome", "blood transfusion", "immune system", "influenza",
    ]  # fmt: skip


def test_numbers_determiners_and_possessives_are_stripped() -> None:
    assert forms("Two migraines hit the doctor's two older brothers.") == [
        "migraine",
        "doctor",
        "older brother",
    ]


def test_a_term_has_all_of_its_places_whatever_its_number_and_case() -> None:
    text = "Viruses spread. The virus was found in a Virus."
    [virus] = [term for term in terms(Document("note", text)) if term.form == "virus"]
    assert [span.of(text) for span in virus.spans] == ["Viruses", "virus", "Virus"]


def test_an_acronym_joined_to_a_word_is_a_term_of_its_own() -> None:
    assert "HIV" in forms("She met an HIV-positive man.")


def test_a_shouted_sentence_gives_the_same_terms_as_a_spoken_one() -> None:
    assert forms("THE PATIENT NEEDS A BLOOD TRANSFUSION.") == forms("The patient needs a blood transfusion.")


def test_known_entries_are_terms_of_their_own_within_a_longer_phrase() -> None:
    known = {"phantom limb pain", "alzheimer 's disease", "limb pain"}.__contains__
    assert forms("He has severe phantom limb pain.") == ["severe phantom limb pain"]
    assert forms("He has severe phantom limb pain.", known=known) == ["phantom limb pain"]
    assert forms("He has Alzheimer's disease.") == ["alzheimer", "disease"]
    assert forms("He has Alzheimer's disease.", known=known) == ["alzheimer 's disease"]


def names(text: str) -> set[str]:
    return {term.written for term in terms(Document("note", text)) if term.name}


def test_a_proper_name_says_so_and_keeps_its_written_form() -> None:
    assert names("Steve Jobs met Bill Gates at the gates of his job.") == {"Steve Jobs", "Bill Gates"}
    [jobs] = [term for term in terms(Document("note", "They saw Jobs.")) if term.form == "job"]
    assert (jobs.name, jobs.written) == (True, "Jobs")


def test_a_phrase_that_ends_in_a_common_noun_is_no_name() -> None:
    assert names("The Boston hospital has Alzheimer's disease as its topic.") <= {"Alzheimer"}


def test_the_capital_of_a_sentence_makes_no_name_of_a_word_that_is_small_elsewhere() -> None:
    assert names("Nurses left. The nurses came back.") == set()


def test_a_word_that_is_a_name_at_one_place_is_a_name() -> None:
    text = "She lost two jobs. Then she met Steve and Jobs."
    [jobs] = [term for term in terms(Document("note", text)) if term.form == "job"]
    assert (jobs.name, jobs.written, len(jobs.spans)) == (True, "Jobs", 2)


def test_placeholders_are_no_terms_and_divide_phrases() -> None:
    text = "The liver [DRUG NAME] cancer was treated."
    document = Document("note", text, (Span(10, 21),))
    assert [term.form for term in terms(document)] == ["liver", "cancer"]


@pytest.mark.parametrize("text", ["", " \n\t ", "\x00", "...", "😀😀", "12 34", "\ufffc"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    assert forms(text) == []


def test_text_from_right_to_left_keeps_its_places() -> None:
    text = "The שלום patient left."
    for term in terms(Document("note", text)):
        assert all(normal_form(token_texts(span.of(text))) == term.form for span in term.spans)


def test_a_megabyte_without_spaces_is_one_word() -> None:
    assert sum(len(term.spans) for term in terms(Document("note", "a" * 1_000_000))) <= 1


@settings(max_examples=50)
@given(st.lists(WORDS, max_size=30).map(" ".join))
def test_every_place_of_a_term_reads_as_the_term(text: str) -> None:
    found = terms(Document("note", text))
    assert len({term.form for term in found}) == len(found)
    for term in found:
        assert term.form == " ".join(term.words)
        assert list(term.spans) == sorted(term.spans)
        assert term.words[0] not in DEFAULT_LANGUAGE.stop_words
        for span in term.spans:
            words = token_texts(show_words(span.of(text)))
            shouted = " ".join(normal_word(word, shouted=True) for word in words)
            assert term.form in (normal_form(words), shouted)


def test_the_repr_of_a_term_keeps_its_words_to_itself() -> None:
    assert "canary" not in repr(Term("canary", (Span(0, 6),), ("canary",), name=True, written="canary"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Denies HIV, hepatitis.", ["HIV", "hepatitis"]),
        ("Denied HIV.", ["HIV"]),
        ("Stopped zidovudine today.", ["zidovudine today"]),
        ("Smoker, denied chest pain.", ["smoker", "chest pain"]),
    ],
)
def test_a_denial_is_no_part_of_what_it_denies(text: str, expected: list[str]) -> None:
    assert [term.form for term in terms(Document("note", text))] == expected
