import pytest

from reticent.language.en.inflection import indefinite_article, plural


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("headache", "headaches"),
        ("virus", "viruses"),
        ("infectious agent", "infectious agents"),
        ("disease of the skin", "diseases of the skin"),
        ("woman", "women"),
        ("human", "humans"),
        ("policeman", "policemen"),
        ("city", "cities"),
        ("day", "days"),
        ("church", "churches"),
        ("diagnosis", "diagnoses"),
        ("pelvis", "pelvises"),
        ("species", "species"),
        ("mosquito", "mosquitoes"),
        ("piano", "pianos"),
        ("bacterium", "bacteria"),
        ("mother-in-law", "mother-in-laws"),
        ("Person", "People"),
    ],
)
def test_a_noun_has_its_plural(noun: str, expected: str) -> None:
    assert plural(noun) == expected


@pytest.mark.parametrize(
    "phrase",
    [
        "hour",
        "MRI scan",
        "8-year-old",
        "honest man",
        "umbrella",
        "X-ray",
        "unusual case",
        "[EMAIL]",
        "heir",
        "FBI agent",
        "infection",
        "uninsured driver",
        "urgent call",
        "upper limb",
    ],
)
def test_what_begins_with_a_vowel_sound_takes_an(phrase: str) -> None:
    assert indefinite_article(phrase) == "an"


@pytest.mark.parametrize(
    "phrase",
    [
        "university",
        "European country",
        "one-off",
        "URL",
        "house",
        "virus",
        "unit",
        "user",
        "useful drug",
        "UN agency",
        "ewe",
        "uterus",
        "7-day course",
        "[PHONE]",
        "unique name",
        "unicorn",
        "union",
    ],
)
def test_what_begins_with_a_consonant_sound_takes_a(phrase: str) -> None:
    assert indefinite_article(phrase) == "a"
