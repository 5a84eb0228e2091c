"""The name tagger finds people, places and things, everywhere in a document and however it is written."""

from __future__ import annotations

import re
import warnings

import pytest

from reticent.detection import names
from reticent.detection.names.other_writings import FOREIGN
from reticent.errors import PolicyError
from reticent.text import Document, Mention, Span

LETTER = (
    "Dr Maria Lindqvist met John Brown in Oslo on 3 May 2011. Brown, who works for Northwind Traders Ltd, "
    "wrote to LINDQVIST's lawyer. The Polish engineer earned 30,000 euros."
)


def found(text: str, setting: str = "balanced", **options: object) -> list[Mention]:
    return list(names(setting, **options).mentions(Document("d", text)))  # type: ignore[arg-type]


def words(text: str, kind: str, **options: object) -> list[str]:
    return [mention.span.of(text) for mention in found(text, **options) if mention.kind == kind]  # type: ignore[arg-type]


def test_people_places_organizations_and_dates_are_found() -> None:
    assert {"John Brown", "Brown"} <= set(words(LETTER, "PERSON"))
    assert words(LETTER, "LOCATION") == ["Oslo"]
    assert words(LETTER, "ORGANIZATION")[0] == "Northwind Traders Ltd"
    assert words(LETTER, "DATETIME") == ["3 May 2011"]


def test_careful_covers_all_that_balanced_covers() -> None:
    careful = found(LETTER, "careful")
    for mention in found(LETTER):
        assert any(other.span.overlaps(mention.span) for other in careful)


def test_a_part_of_a_name_has_the_number_of_the_whole() -> None:
    people = [
        mention
        for mention in found(LETTER)
        if mention.kind == "PERSON" and "Brown" in mention.span.of(LETTER)
    ]
    assert len(people) == 2
    assert len({mention.entity for mention in people}) == 1


def test_two_people_who_share_a_surname_stay_apart_where_titles_tell() -> None:
    text = (
        "Mr Peter Hansen and Mrs Anna Hansen live in Bergen. Mr Hansen is a teacher. Mrs Hansen is a doctor."
    )
    numbers = [mention.entity for mention in found(text) if mention.kind == "PERSON"]
    assert len(numbers) == 4
    assert numbers[0] == numbers[2] != numbers[1] == numbers[3]


def test_a_name_found_once_is_found_in_capitals_and_with_a_possessive() -> None:
    text = (
        "The case was brought by Mr Tomasz Kowalewski. THE COURT HEARD KOWALEWSKI. Kowalewski's lawyer spoke."
    )
    assert len([place for place in words(text, "PERSON") if "kowalewski" in place.lower()]) == 3


def test_scores_are_probabilities_and_reasons_quote_nothing() -> None:
    for mention in found(LETTER, "careful"):
        assert 0 <= mention.score <= 1
        assert mention.reason.startswith("names: ")
        quoted = {word.lower() for word in re.findall(r"\w+", mention.span.of(LETTER))}
        assert not quoted & set(re.findall(r"\w+", mention.reason.removeprefix("names: ").lower()))


def test_only_the_kinds_and_scores_asked_for_are_reported() -> None:
    assert {mention.kind for mention in found(LETTER, kinds=["DATETIME"])} == {"DATETIME"}
    assert all(mention.score >= 0.9 for mention in found(LETTER, at_least=0.9))


def test_what_is_allowed_stays_and_what_is_denied_goes() -> None:
    assert "Oslo" not in words(LETTER, "LOCATION", allow=["oslo"])
    assert "lawyer" in words(LETTER, "MISC", deny=["lawyer"])
    assert "Oslo" in [m.span.of(LETTER) for m in found(LETTER, allow=["Oslo"], deny=["Oslo"])]


def test_lists_are_declared_by_their_hash_and_not_shown() -> None:
    detector = names(allow=["Quokkaville"], deny=["Quokkatown"])
    assert detector.declared != names().declared
    assert "quokka" not in repr(detector).lower()


def test_an_unknown_setting_or_kind_is_refused_with_the_choice() -> None:
    with pytest.raises(PolicyError, match="balanced, careful"):
        names("bold")  # type: ignore[arg-type]
    with pytest.raises(PolicyError, match="use one of AGE, CODE, CONTACT, DATETIME"):
        names(kinds=["NAME"])


@pytest.mark.parametrize(
    "text",
    [LETTER.upper(), LETTER.lower(), re.sub(r"[^\w\s]", "", LETTER), LETTER.replace(" ", "\n")],
    ids=["capitals", "small letters", "no punctuation", "a word a line"],
)
def test_odd_writing_still_gives_people_places_and_dates(text: str) -> None:
    found_there = [mention.span.of(text).lower() for mention in found(text, "careful")]
    for name in ("brown", "oslo", "2011"):
        assert any(name in each for each in found_there), name


def test_odd_writing_is_no_reason_for_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in (LETTER.upper() * 5, LETTER.lower() * 5, re.sub(r"[^\w\s]", "", LETTER) * 5):
            assert found(text)


def test_small_letters_that_are_no_english_are_left_alone() -> None:
    """Nothing tells a name there: whatever stands beside a placeholder would be taken for one, and then its neighbour."""
    foreign = "lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt "
    assert found(foreign * 3) == []
    assert found("john smith of oslo wrote to me and to the others about it in 2011.", "careful")


def test_people_on_lines_of_their_own_stay_apart_and_a_wrapped_name_stays_whole() -> None:
    listed = "Present:\nAnna Bell\nTom Reed\nJohn Hall\n"
    people = [mention.span.of(listed) for mention in found(listed) if mention.kind == "PERSON"]
    assert people == ["Anna Bell", "Tom Reed", "John Hall"]
    elsewhere = "Hossein Kharrazi (Persian: حسین خرازی) was born in Isfahan in 1957."
    assert any("حسین" in mention.span.of(elsewhere) for mention in found(elsewhere))
    wrapped = "A long line that was wrapped by an editor says that Mr Peter\nHansen of Oslo came home.\n"
    assert any("Peter\nHansen" in mention.span.of(wrapped) for mention in found(wrapped))


@pytest.mark.slow
def test_ten_thousand_names_are_read() -> None:
    text = ", ".join(f"Anna Hansen{number}" for number in range(10_000))
    mentions = found(text, "careful")
    covered = sum(len(mention.span) for mention in mentions)
    assert covered > 0.9 * (len(text) - 2 * 9_999)
    assert len(mentions) > 5_000
    assert all(mention.entity for mention in mentions)


def test_nothing_is_found_in_or_across_a_placeholder() -> None:
    text = "Mr [PERSON 1] Kowalewski of [LOCATION 1] was here."
    spans = [Span(found.start(), found.end()) for found in re.finditer(r"\[.*?\]", text)]
    for mention in names("careful").mentions(Document("d", text, tuple(spans))):
        assert not any(mention.span.overlaps(span) for span in spans)


@pytest.mark.parametrize("text", ["letter", "ward", "x", "report", "one\r\ntwo\r\n"])
def test_a_plain_word_on_a_line_of_its_own_is_nobodys_name(text: str) -> None:
    assert names().mentions(Document("d", text)) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("thanks\nrose", "rose"),
        ("ROSE", "ROSE"),
        ("ask rose about it", "rose"),
        ("nobody told us about a dr may", "may"),
        ("To be agreed. z.k.\n", "z.k"),
    ],
)
def test_a_common_word_or_an_initial_in_small_letters_can_be_a_name(text: str, name: str) -> None:
    assert any(name in mention.span.of(text) for mention in names().mentions(Document("d", text)))


def test_the_name_of_a_field_at_the_end_of_a_line_is_no_name() -> None:
    text = "Please call before 2 April 2024. The invoice goes to IBAN\nGB82 WEST 1234 5698 7654 32.\n"
    assert "IBAN" not in [mention.span.of(text) for mention in names().mentions(Document("note", text))]


AROUND = "The patient was moved to another ward, and the family was told about it. "


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("She was seen by Євген Кравчук yesterday in the clinic and went home.", "Євген Кравчук"),
        ("Dr 王伟 called this morning about the results of the blood test.", "王伟"),
        ("We spoke with محمد عبد الله about his claim last week and he agreed.", "محمد عبد الله"),
        ("Referred to 김민수 for further assessment of the knee next month.", "김민수"),
        ("She lives with राम शर्मा and their two children in a flat.", "राम शर्मा"),
        ("Her husband, 田中太郎, came along and asked about the plan.", "田中太郎"),
        ("The flat was let to דוד כהן until the end of the year.", "דוד כהן"),
        ("The note was written by Αλέξανδρος Παπαδόπουλος on the night shift.", "Αλέξανδρος Παπαδόπουλος"),
        ("Contact Иванов И.И. at the desk for the keys before you leave.", "Иванов И.И."),
        ("According to გიორგი მაისურაძე the door was not locked at night.", "გიორგი მაისურაძე"),
        ("The report was signed by Արամ Պետրոսյան at noon.", "Արամ Պետրոսյան"),
        ("We asked สมชาย ใจดี to come back on the next day for a scan.", "สมชาย ใจดี"),
        ("It was Ли who had brought the forms to the office.", "Ли"),
        ("the keys were left with євген кравчук on the second floor", "євген кравчук"),
        ("Yevhen Kravchuk (Євген Кравчук)", "Євген Кравчук"),
        ("Ivanenko (Іван Петрович Іваненко)", "Іван Петрович Іваненко"),
        ("Wang Wei [王伟]", "王伟"),
    ],
)
def test_a_name_in_another_script_is_found_in_an_english_sentence(text: str, name: str) -> None:
    before = AROUND.lower() if text.islower() else AROUND
    for whole in (text, f"{before}{text} {before}"):
        places = [whole[m.span.start : m.span.end] for m in found(whole)]
        assert any(name in place for place in places), places


@pytest.mark.parametrize(
    "text",
    [
        "The α-helix and β-sheet content was measured with 5 μg, and Δ was 3 with λ at its usual value.",
        "TGF-β and IFN-γ were measured, as was the μ-opioid receptor; the κ light chain was not.",
        "The potential ΔΨ and the triangle ΑΒΓ are shown in the figure on the next page.",
        "The word чай means tea, and λόγος is a word in the course that they took.",
        "The sign 年 stands for a year and the letter Ж is the eighth one of them.",
    ],
)
def test_signs_and_words_in_small_letters_of_another_script_are_no_names(text: str) -> None:
    whole = f"{AROUND}{text} {AROUND}"
    strange = [m.span.of(whole) for m in found(whole) if m.reason == FOREIGN]
    assert not strange


def test_a_sentence_in_another_script_is_not_taken_for_a_name() -> None:
    text = f"{AROUND}He wrote Пациент Иван Петров живёт сегодня дома to us. {AROUND}"
    assert not [m for m in found(text) if m.reason == FOREIGN]


def test_a_name_in_another_script_that_is_allowed_stays() -> None:
    text = f"{AROUND}We spoke with محمد عبد الله about it."
    assert words(text, "PERSON") == ["محمد عبد الله"]
    assert not words(text, "PERSON", allow=["محمد عبد الله"])
