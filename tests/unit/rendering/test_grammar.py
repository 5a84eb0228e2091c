import pytest

from reticent.rendering.grammar import article_before, fit_replacement
from reticent.text import Span


def put(replacement: str, text: str) -> str:
    """`text` with the words between the bars replaced."""
    before, surface, after = text.split("|")
    plain = before + surface + after
    span = Span(len(before), len(before) + len(surface))
    new = fit_replacement(replacement, plain, span)
    article = article_before(plain, span, new)
    if article:
        before = before[: article[0].start] + article[1] + before[article[0].end :]
    return before + new + after


@pytest.mark.parametrize(
    ("replacement", "text", "expected"),
    [
        ("headache", "She had two |migraines| a week.", "She had two headaches a week."),
        ("headache", "|Migraines| came back.", "Headaches came back."),
        ("headache", "The |migraine|'s cause", "The headache's cause"),
        ("headache", "The |migraine's| cause", "The headache's cause"),
        ("computer scientist", "It was by |Bill Gates|.", "It was by a computer scientist."),
        ("virus", "The |HIV| test was done.", "The virus test was done."),
        ("virus", "an |HIV| test", "a virus test"),
        ("infectious agent", "a |virus| was found", "an infectious agent was found"),
        ("infectious agent", "A |virus| was found", "An infectious agent was found"),
        ("virus", "|HIV| is treatable.", "A virus is treatable."),
        ("virus", "She has HIV. |HIV| is treatable.", "She has HIV. The virus is treatable."),
        (
            "chemical element",
            "It melts at 80 K. |Erbium| is soft.",
            "It melts at 80 K. A chemical element is soft.",
        ),
        ("organization", "the |Academy of Sciences| met", "the organization met"),
        ("state capital", "He lives in |Sacramento|.", "He lives in a state capital."),
        ("state capital", "the old |Sacramento| office", "the old state capital office"),
        ("pain", "uses it for |phantom limb pain|.", "uses it for pain."),
        ("information", "He sent |letters|.", "He sent information."),
        ("evidence", "because of |fingerprints|", "because of evidence"),
        ("sport", "likes |tournaments|", "likes sports"),
        ("narcotic", "She prescribed |morphine|.", "She prescribed a narcotic."),
        ("European country", "born in |France|, twice", "born in a European country, twice"),
        ("infection", "PATIENT HAS |PNEUMONIA| AGAIN", "PATIENT HAS AN INFECTION AGAIN"),
        ("Europe", "born in |France|, twice", "born in Europe, twice"),
        ("disease", "|Tuberculosis| and asthma", "A disease and asthma"),
        ("person", "three |women| left", "three people left"),
        ("headache", "Result: |Migraine|", "Result: Headache"),
        ("disease", "He died of |AIDS| in 1992.", "He died of a disease in 1992."),
        ("disease", "a type of |malaria| was found", "a type of disease was found"),
        ("city", "They sought out |Athens| again.", "They sought out a city again."),
        ("city", "He worked at |Quebec City| then.", "He worked at a city then."),
        ("magazine", "He founded |Tintin magazine| then.", "He founded a magazine then."),
        ("growth", "to promote |phytoplankton growth| there", "to promote growth there"),
        ("treat", "She aborted once. She |aborted| twice.", "She aborted once. She treat twice."),
        ("unwell", "She is |pregnant| again.", "She is unwell again."),
        ("condition", "She had |flu| last year.", "She had a condition last year."),
    ],
)
def test_a_replacement_reads_well(replacement: str, text: str, expected: str) -> None:
    assert put(replacement, text) == expected


def test_an_article_before_a_placeholder_fits_its_name() -> None:
    assert article_before("send a letter", Span(7, 13), "[EMAIL]") == (Span(5, 6), "an")
    assert article_before("AN OATH", Span(3, 7), "[PHONE]") == (Span(0, 2), "A")


def test_an_article_that_fits_stays() -> None:
    assert article_before("a dog", Span(2, 5), "cat") is None


def test_a_word_that_merely_ends_in_a_is_no_article() -> None:
    assert article_before("banana oil", Span(7, 10), "fat") is None


@pytest.mark.parametrize(
    ("text", "word", "replacement", "expected"),
    [
        ("Asthma runs in her family. Asthma was confirmed.", "Asthma", "disease", "The disease"),
        ("Asthma runs in her family. She has Asthma now.", "Asthma", "disease", "a disease"),
        ("Asthma runs in her family.\nAsthma was confirmed.", "Asthma", "disease", "A disease"),
        ("He came with back pain today.", "pain", "symptom", "symptom"),
        ("He was given heparin.", "heparin", "medicine", "a medicine"),
    ],
)
def test_the_article_of_a_word_goes_by_its_place(
    text: str, word: str, replacement: str, expected: str
) -> None:
    start = text.rindex(word)
    assert fit_replacement(replacement, text, Span(start, start + len(word))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She has Crohn's and likes chess.", "a disease"),
        ("She lives with Crohn's.", "a disease"),
        ("She read Crohn's old work.", "a disease's"),
    ],
)
def test_a_possessive_that_owns_nothing_is_a_part_of_the_name(text: str, expected: str) -> None:
    start = text.index("Crohn")
    assert fit_replacement("disease", text, Span(start, start + len("Crohn's"))) == expected
