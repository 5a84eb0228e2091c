import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.text.matching import show_words
from reticent.text.sentences import is_shouted, lemma, normal_form, normal_word, normal_words
from reticent.text.tokens import token_texts

FORMS = {
    "viruses": "virus", "diagnoses": "diagnosis", "children": "child", "analyses": "analysis", "diabetes": "diabetes",
    "series": "series", "news": "news", "species": "species", "cases": "case", "houses": "house", "movies": "movie",
    "studies": "study", "heroes": "hero", "shoes": "shoe", "aches": "ache", "churches": "church", "women": "woman",
    "specimen": "specimen", "teeth": "tooth", "physics": "physics", "measles": "measles", "lenses": "lens",
    "biopsies": "biopsy", "metastases": "metastasis", "menus": "menu", "wolves": "wolf", "doves": "dove",
    "was": "was", "has": "has", "always": "always", "this": "this", "boss": "boss", "bosses": "boss", "gas": "gas",
    "fungi": "fungus", "criteria": "criterion", "x-rays": "x-ray", "mothers-in-law": "mother-in-law",
}  # fmt: skip


@pytest.mark.parametrize(("word", "expected"), FORMS.items())
def test_a_word_gets_its_singular(word: str, expected: str) -> None:
    assert lemma(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("AIDS", "AIDS"), ("aids", "aid"), ("HIV", "HIV"), ("STDs", "STD"), ("STD's", "STD"), ("U.S.", "US"),
        ("H.I.V.", "HIV"), ("Dr.", "dr"), ("Paris", "paris"), ("I", "i"), ("ﬁngers", "finger"), ("can\u200bcers", "cancer"),
        ("’s", "'s"), ("", ""), (".", "."), ("COVID-19", "COVID-19"),
    ],
)  # fmt: skip
def test_acronyms_keep_their_case_and_other_words_lose_it(word: str, expected: str) -> None:
    assert normal_word(word) == expected


def test_in_a_shouted_sentence_only_known_acronyms_keep_their_capitals() -> None:
    assert normal_words("THE PATIENTS OF US HAVE AIDS. He has HIV.") == [
        "the", "patient", "of", "us", "have", "AIDS", ".", "he", "has", "HIV", ".",
    ]  # fmt: skip
    assert is_shouted("THE PATIENT HAS A FEVER")
    assert not is_shouted("The HIV and AIDS clinics")
    assert not is_shouted("HIV AIDS")


@given(st.text())
def test_there_is_one_normal_form_for_every_token(text: str) -> None:
    assert len(normal_words(text)) == len(token_texts(show_words(text)))


@given(st.lists(st.text(alphabet="abdehinosuxvyzmk", min_size=1)))
def test_the_normal_form_of_a_phrase_is_that_of_its_words(words: list[str]) -> None:
    assert normal_form(words) == " ".join(normal_word(word) for word in words)


def test_a_long_word_of_capitals_and_hyphens_takes_no_longer_than_it_should() -> None:
    assert normal_word("A-" * 100_000 + "a")
