"""A word list finds its entries as a reader would."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.detection import WordList
from reticent.errors import PolicyError
from reticent.text import Document, Span


def found(text: str, *words: str) -> list[str]:
    return [mention.span.of(text) for mention in WordList(words).mentions(Document("d", text))]


@pytest.mark.parametrize(
    ("text", "word", "places"),
    [
        ("He met Smith.", "Smith", ["Smith"]),
        ("SMITH, smith; (Smith)", "Smith", ["SMITH", "smith", "Smith"]),
        ("Smithson and blacksmith", "Smith", []),
        ("two migraines", "migraine", ["migraines"]),
        ("two therapies, boxes", "therapy", ["therapies"]),
        ("Smith's house, the Smiths' garden", "Smith", ["Smith", "Smiths"]),
        ("in New\n  York", "New York", ["New\n  York"]),
        ("in New-York", "New York", ["New-York"]),
        ("brand new. York", "New York", []),
        ("AIDS and aids", "AIDS", ["AIDS"]),
        ("Who asked the WHO?", "WHO", ["WHO"]),
        ("many MRIs", "MRI", ["MRIs"]),
        ("John Smith", "JOHN SMITH", ["John Smith"]),
        ("the U.S. army of the U.S.", "U.S.", ["U.S.", "U.S"]),
        ("C++ is not C", "C++", ["C++"]),
        ("Acme Inc, Acme Inc. too", "Acme Inc.", ["Acme Inc", "Acme Inc"]),
        ("a ❤ sign", "❤", ["❤"]),
        ("user_smith_7", "Smith", ["smith"]),
        ("S\u200bm\u00adi\ufeffth", "Smith", ["S\u200bm\u00adi\ufeffth"]),
        ("Ｓｍｉｔｈ", "Smith", ["Ｓｍｉｔｈ"]),
        ("Smіth with an odd i", "Smith", ["Smіth"]),
        ("cafe\u0301 life", "café", ["cafe\u0301"]),
        ("Smi-\nth", "Smith", ["Smi-\nth"]),
        ("black-\nsmith", "smith", ["smith"]),
        ("Жуков, иван", "Иван", ["иван"]),
        ("Sm\x01ith, Smi\x00th", "Smith", ["Sm\x01ith", "Smi\x00th"]),
        ("John\x07Smith", "Smith", ["Smith"]),
        ("Jose and Jose\u0301 and JOSÉ", "José", ["Jose", "Jose\u0301", "JOSÉ"]),
        ("José", "Jose", ["José"]),
        ("Muller, Mueller, Müller, MÜLLER", "Müller", ["Muller", "Mueller", "Müller", "MÜLLER"]),
        ("Müller", "Mueller", ["Müller"]),
        ("Soren and Søren", "Søren", ["Soren", "Søren"]),
        ("Strasse", "Straße", ["Strasse"]),
        ("two crises", "crisis", ["crises"]),
        ("many men and women", "man", ["men"]),
        ("three children", "child", ["children"]),
        ("foster children", "foster child", ["foster children"]),
        ("an infantile spasm", "infantile spasms", ["infantile spasm"]),
        ("a spasm", "spasms", []),
        ("metastases, bacteria", "metastasis", ["metastases"]),
        ("appendices", "appendix", ["appendices"]),
        ("HIV2, HIV-2 and HIV_2", "HIV", ["HIV2", "HIV-2", "HIV"]),
        ("H.I.V. and h.i.v. and H. I. V.", "HIV", ["H.I.V.", "h.i.v.", "H. I. V"]),
        ("H I V, H-I-V, H_I_V", "HIV", ["H I V", "H-I-V", "H_I_V"]),
        ("h i v, h-i-v and H/I/V", "HIV", ["h i v", "h-i-v", "H/I/V"]),
        ("so u s and h/iv", "US", []),
        ("the US and the U S", "U.S.", ["US", "U S"]),
        ("e.g. this", "EG", []),
        ("#HIV #HIVpositive hivpositive", "HIV", ["HIV", "HIV", "hiv"]),
        ("CD4, CD-4, CD 4", "CD4", ["CD4", "CD-4", "CD 4"]),
        ("patientJohnSmith, #JohnSmith, #johnsmith", "John Smith", ["JohnSmith", "JohnSmith", "johnsmith"]),
        ("johnSmith2, JOHN_SMITH", "John Smith", ["johnSmith", "JOHN_SMITH"]),
        ("Mc Donald, MCDONALD", "McDonald", ["Mc Donald", "MCDONALD"]),
        ("nextMan, manMade", "man", ["Man", "man"]),
        ("John\n> Smith", "John Smith", ["John\n> Smith"]),
        ("John\n> > Smith", "John Smith", ["John\n> > Smith"]),
        ("John\n  * Smith", "John Smith", ["John\n  * Smith"]),
        ("John\fSmith, John\n\fSmith", "John Smith", ["John\fSmith", "John\n\fSmith"]),
        ("Smi-\n> th", "Smith", ["Smi-\n> th"]),
        ("Smi-\n\n\fth", "Smith", ["Smi-\n\n\fth"]),
        ("room A4711, 4711", "4711", ["4711", "4711"]),
        ("item A7 of 7", "7", ["7"]),
    ],
)
def test_an_entry_is_found_where_a_reader_finds_it(text: str, word: str, places: list[str]) -> None:
    assert found(text, word) == places


UNSEEN = ["", "\u200b", "\x01", "\x7f", "\u00ad", "\u2060"]
BLANKS = [
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "\f",
    "\u00a0",
    "_",
    "-",
    "\u2011",
    "\n> ",
    "\n>> ",
    "\n * ",
    "\n# ",
    "",
]
AROUND = [
    ("", ""),
    ("#", ""),
    ("_", "_"),
    ("(", ")"),
    ("“", "”"),
    ("> ", ""),
    ("**", "**"),
    ("`", "`"),
    ("7_", "_7"),
]
ACCENTS = {"a": "á", "e": "ê", "i": "ï", "o": "ó", "u": "u\u0301", "n": "ñ"}
WORDS = ["Smith", "John Smith", "Maria del Rio", "crisis", "migraine", "New York"]
PLURALS = {"crisis": "crises", "migraine": "migraines"}


@st.composite
def disguises(draw: st.DrawFn) -> tuple[str, str, str]:
    """An entry, the same in a disguise, and a text around it."""
    entry = draw(st.sampled_from(WORDS))
    written = PLURALS[entry] if entry in PLURALS and draw(st.booleans()) else entry
    blank = draw(st.sampled_from(BLANKS))
    cases = [written] if blank == "" else [written, written.upper(), written.lower()]
    words = [draw(disguised_words(word)) for word in draw(st.sampled_from(cases)).split()]
    before, after = draw(st.sampled_from(AROUND))
    prefix = draw(st.sampled_from(["", "patient", "7"])) if words[0][0].isupper() and not before else ""
    disguised = blank.join(words)
    return entry, disguised, f"A line.\n{before}{prefix}{disguised}{after}\nAnother."


@st.composite
def disguised_words(draw: st.DrawFn, word: str) -> str:
    letters = [draw(st.sampled_from([char, ACCENTS.get(char, char)])) for char in word]
    if draw(st.booleans()):
        letters = [letter + draw(st.sampled_from(UNSEEN)) for letter in letters[:-1]] + letters[-1:]
    if word.islower() and len(word) > 3 and draw(st.booleans()):
        letters.insert(2, draw(st.sampled_from(["-\n", "-\n> ", "\u00ad\n", "-\n\f", "-\f", "\u2010\r\n  "])))
    return "".join(letters)


@given(disguises())
@settings(max_examples=400)
def test_an_entry_is_found_in_any_disguise_and_covered_to_its_last_letter(case: tuple[str, str, str]) -> None:
    entry, disguised, text = case
    mentions = WordList([entry]).mentions(Document("d", text))
    covered = {place for mention in mentions for place in range(mention.span.start, mention.span.end)}
    start = text.index(disguised)
    assert {at for at in range(start, start + len(disguised)) if text[at].isalnum()} <= covered
    outside = set(range(len(text))) - set(range(start, start + len(disguised)))
    assert not {at for at in outside & covered if text[at].isalpha()}


@given(
    st.sampled_from(["HIV", "AIDS", "COVID"]),
    st.sampled_from(["", ".", ". ", " ", "-", "_", "\u200b", "\x01"]),
    st.sampled_from(["", "2", "-19", "s"]),
)
def test_an_acronym_is_found_letter_by_letter_and_with_its_number(entry: str, gap: str, number: str) -> None:
    disguised = gap.join(entry) + (number if gap in ("", "\u200b", "\x01") else "")
    text = f"has {disguised} now"
    mentions = WordList([entry]).mentions(Document("d", text))
    assert [mention.span.of(text) for mention in mentions] == [disguised]


def test_the_longest_entry_wins() -> None:
    assert found("New York City", "York", "New York", "New York City") == ["New York City"]


@pytest.mark.parametrize("empty", ["", "  ", "\u200b", "\n-"])
def test_an_empty_entry_is_an_error_that_says_which(empty: str) -> None:
    with pytest.raises(PolicyError, match="entry 2 of the word list is empty"):
        WordList(["Smith", empty])


def test_nothing_is_found_in_or_across_a_placeholder() -> None:
    text = "New [WORD] York, [WORD]"
    spans = (Span(4, 10), Span(17, 23))
    assert not WordList(["New York", "word"]).mentions(Document("d", text, spans))


def test_the_list_is_declared_by_a_hash_that_no_order_changes() -> None:
    assert WordList(["a", "b"]).declared == WordList(["b", "a"]).declared
    assert WordList(["a"]).declared != WordList(["b"]).declared


def test_the_words_show_in_no_repr() -> None:
    assert "canary" not in repr(WordList(["canary"]))


def test_ten_thousand_entries_stay_fast() -> None:
    detector = WordList(f"word{n} of list" for n in range(10_000))
    text = "some plain words of a list go here " * 10_000
    began = time.process_time()
    assert not detector.mentions(Document("d", text))
    assert time.process_time() - began < 2


def test_a_name_with_a_small_word_inside_is_found_in_a_word_written_together() -> None:
    text = "A line.\npatientMariadelRio\nAnother."
    (mention,) = WordList(["Maria del Rio"]).mentions(Document("d", text))
    assert mention.span.of(text) == "MariadelRio"


@pytest.mark.parametrize(
    "written",
    [
        "🇭🇮🇻",
        "&amp;#72;IV",
        "&#38;#72;IV",
        "&amp;amp;#72;IV",
        "%2548IV",
        "%25%34%38IV",
        "%26#72;IV",
        "=3D48IV",
        "\\u005cu0048IV",
        *("\u202eVIH", "\u202eVIH\u202c", "🇰🇴🇼🇦🇱🇸🇰🇦", "\u202eakslawoK"),
    ],
)
def test_letters_of_flags_nested_codes_and_turned_writing_hide_nothing(written: str) -> None:
    text = f"Patient has {written} today."
    (found,) = WordList(["HIV", "Kowalska"]).mentions(Document("d", text))
    assert written.rstrip("\u202c") in found.span.of(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mr May left.", ["May"]),
        ("Will Long came late.", ["Will"]),
        ("Yesterday Will came late.", ["Will"]),
        ("We met Will, who left.", ["Will"]),
        ("the office of\nWill is closed", ["Will"]),
        ("Dr. May and Prof. Will agreed.", ["May", "Will"]),
        ("MAY and WILL", ["MAY", "WILL"]),
        ("May I come? Will he? You may, you will.", []),
        ("He left. Will he return? It may be so.", []),
        ('"May we?" they asked (May be).', []),
        ("What It Will Take And How You May Win", []),
        ("Ms Ray came with Us, and It was Who knows what.", []),
    ],
)
def test_an_entry_in_capitals_that_opens_sentences_is_found_where_its_capital_makes_it_a_name(
    text: str, found: list[str]
) -> None:
    mentions = WordList(["MAY", "WILL", "MS", "US", "IT", "WHO"]).mentions(Document("d", text))
    assert [each.span.of(text) for each in mentions] == found


@pytest.mark.parametrize(
    "text",
    [
        "**multiple** sclerosis", "<b>multiple</b> sclerosis", "multiple <i>sclerosis</i>", "`multiple` sclerosis",
        "{multiple} {sclerosis}", "| multiple | sclerosis |", "multiple<br/>sclerosis", "“multiple” sclerosis", "multiple/sclerosis",
        "multiple (sclerosis)", "multiple.sclerosis", "multiple[1] sclerosis", "multiple%2520sclerosis", "// multiple\n// sclerosis",
        "<td>multiple</td><td>sclerosis</td>", "multiple<sup>1</sup> sclerosis", "{New multiple scle}rosis", "multiple,sclerosis",
    ],
)  # fmt: skip
def test_what_stands_around_single_words_does_not_hide_a_phrase(text: str) -> None:
    (mention,) = WordList(["multiple sclerosis"]).mentions(Document("d", f"She has {text} now."))
    assert {"multiple", "sclerosis"} <= set(
        re.findall("multiple|sclerosis", mention.span.of(f"She has {text} now.").replace("}", ""))
    )


@pytest.mark.parametrize(
    "text", ["multiple, sclerosis", "multiple. Sclerosis", "multiple or sclerosis", "multiple; sclerosis"]
)
def test_two_parts_of_a_sentence_are_no_phrase(text: str) -> None:
    assert not WordList(["multiple sclerosis"]).mentions(Document("d", f"She has {text} now."))


@pytest.mark.parametrize(
    ("text", "entry", "places"),
    [
        ("Mr Lee and LEE", "LEE", ["Lee", "LEE"]),
        ("KIM, Kim and kim", "KIM", ["KIM", "Kim", "kim"]),
        ("hiv, Hiv and HIV", "HIV", ["hiv", "Hiv", "HIV"]),
        ("it is IT. It works", "IT", ["IT"]),
        ("tell us of the US and Us", "US", ["US"]),
        ("who is WHO?", "WHO", ["WHO"]),
        ("Aids, AIDS and aids", "AIDS", ["Aids", "AIDS"]),
        ("it dept and IT dept", "IT dept", ["it dept", "IT dept"]),
        ("Ms Ray has MS and ms", "MS", ["MS"]),
        ("okonkwo and Okonkwo", "OKONKWO", ["okonkwo", "Okonkwo"]),
        ("lee and Lee", "Lee", ["lee", "Lee"]),
        ("i.t. and I.T.", "IT", ["I.T"]),
    ],
)
def test_capitals_count_only_where_small_letters_are_a_common_word(
    text: str, entry: str, places: list[str]
) -> None:
    assert found(text, entry) == places


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("it is IT", "IT"),
        ("tell us, US", "US"),
        ("who is WHO", "WHO"),
        ("lee or Lee", "LEE"),
        ("an aid: aids", "AIDS"),
    ],
)
def test_in_any_case_small_letters_count_too(text: str, entry: str) -> None:
    places = [
        mention.span.of(text) for mention in WordList([entry], case="any").mentions(Document("d", text))
    ]
    assert any(place.islower() for place in places)
    assert not any(map(str.islower, found(text, entry)))


def test_a_list_says_which_entries_are_not_found_in_small_letters() -> None:
    words = ["IT", "HIV", "Who", " WHO ", "IT dept", "LEE", "KIM"]
    assert WordList(words).in_capitals == ("IT", " WHO ", "LEE")
    assert WordList(words, case="any").in_capitals == ()


def test_the_case_of_a_list_is_declared() -> None:
    assert WordList(["IT"]).declared != WordList(["IT"], case="any").declared


@pytest.mark.parametrize(
    ("text", "entry", "place"),
    [
        ("i h a v e h i v n o w", "HIV", "h i v"),
        ("t h e s m i t h s a r e", "Smith", "s m i t h s"),
        ("|s|e|e|n|b|y|s|m|i|t|h|", "Smith", "s|m|i|t|h"),
        ("S e e n b y S m i t h", "Smith", "S m i t h"),
    ],
)
def test_an_entry_is_found_where_nothing_says_where_spaced_words_end(
    text: str, entry: str, place: str
) -> None:
    assert found(text, entry) == [place]


def test_a_short_entry_is_not_found_inside_spaced_words() -> None:
    assert found("w i t h o u t", "TH") == []


@pytest.mark.parametrize(
    ("entry", "written"),
    [
        ("ΑΘΗΝΑ", "Αθήνα.txt"),
        ("Αθήνα", "ΑΘΗΝΑ"),
        ("Νίκος", "ΝΙΚΟΣ"),
        ("ΜΑΪΟΣ", "Μάιος"),
        ("ΤΑΙΖΩ", "Ταΐζω"),
        ("Ἀθῆναι", "ΑΘΗΝΑΙ"),
        ("ΆΓΙΟΣ ΝΙΚΟΛΑΟΣ", "Άγιος Νικόλαος"),
        ("КОРОЛЁВ", "Королев"),
        ("Ёлкина", "ЕЛКИНА"),
        ("Иванов", "Ива\u0301нов"),
        ("КИЇВ", "Київ"),
        ("ՊԵՏՐՈՍՅԱՆ", "Պետրոսյան"),
        ("דוד", "דָּוִד"),
        ("محمد", "مُحَمَّد"),
        ("احمد", "أحمد"),
        ("ISTANBUL", "İstanbul"),
    ],
)
def test_accents_vowel_signs_and_case_matter_in_no_script(entry: str, written: str) -> None:
    for text in (written, unicodedata.normalize("NFD", written)):
        assert WordList([entry]).mentions(Document("d", text)), text


def test_a_sign_that_makes_another_letter_is_no_accent() -> None:
    assert not WordList(["Кий"]).mentions(Document("d", "Кии"))
    assert not WordList(["かき"]).mentions(Document("d", "がき"))
