"""Lines, cells and headings part names; where a word stands on its line is seen."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from reticent.detection import names, patterns
from reticent.detection.names.cased_text import BLANK, EMPTY_LINE, LINE, NOTHING, WIDE, read_cased
from reticent.detection.names.layout import CODES, read_layout
from reticent.detection.names.model import name_model
from reticent.detection.names.word_lists import (
    decode_lists,
    encode_lists,
    plain_word,
    word_classes,
    word_lists,
)
from reticent.text import Document


def found(text: str, setting: str = "balanced") -> list[tuple[str, str]]:
    detector = names(setting, ages="all")  # type: ignore[arg-type]
    return [(each.kind, each.span.of(text)) for each in detector.mentions(Document("d", text))]


def test_gaps_tell_what_stands_between_words() -> None:
    text = read_cased("Name: Anna\tBerg\nWard 3   Bed 4\n\nEnd", word_classes())
    told = dict(zip(text.words, text.gaps, strict=True))
    expected = {":": NOTHING, "Anna": BLANK, "Berg": WIDE, "Ward": LINE, "Bed": WIDE, "End": EMPTY_LINE}
    assert {word: told[word] for word in expected} == expected


def test_a_short_line_ends_a_sentence_and_a_wrapped_one_does_not() -> None:
    short = read_cased("Anna Berg\nJohn Smith", word_classes())
    assert short.bounds == [0, 2, 4]
    wrapped = read_cased("They met the whole team of the new clinic in\nthe town of Oslo", word_classes())
    assert wrapped.bounds == [0, len(wrapped)]


def test_the_layout_of_texts_read_together_is_that_of_each_alone() -> None:
    texts = [read_cased(text, word_classes()) for text in ("Pt: Anna Berg\nDOB: 3 May", "hello", "A\nB:\tC")]
    words = name_model()._words
    together = read_layout(texts, words.look_up([word for text in texts for word in text.words]))
    alone = [read_layout([text], words.look_up(text.words)) for text in texts]
    np.testing.assert_array_equal(together.codes, np.concatenate([each.codes for each in alone], axis=1))
    np.testing.assert_array_equal(together.before, np.concatenate([each.before for each in alone]))
    np.testing.assert_array_equal(together.field, np.concatenate([each.field for each in alone]))
    assert (together.codes.max(axis=1) < CODES).all()


@pytest.mark.parametrize(
    "text",
    [
        "Attended:\nAnna Berg\nJohn Smith\nMaria Lopez\n",
        "| Anna Berg | John Smith | Maria Lopez |",
        "Anna Berg\tJohn Smith\tMaria Lopez",
        "Anna Berg      John Smith      Maria Lopez",
    ],
    ids=["lines", "drawn table", "tabs", "wide blanks"],
)
def test_no_name_reaches_over_a_line_end_or_a_cell(text: str) -> None:
    for _, name in found(text, "careful"):
        assert not {"\n", "\t", "|"} & set(name)
        assert "   " not in name


def test_accents_do_not_make_another_person() -> None:
    text = "Mr José Muñoz called. Later Mr Jose Munoz wrote that José Muñoz would come to the meeting."
    entities = {each.entity for each in names().mentions(Document("d", text)) if each.kind == "PERSON"}
    assert len(entities) == 1


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("The director, Mr Wang Wei (王伟), opened the meeting in the hall.", "王伟"),
        ("We met Mrs Anna Petrova (Анна Петрова) at the station yesterday.", "Анна Петрова"),
        ("Mr John Smith [ˈdʒɒn smɪθ] lives in the old town near the river.", "[ˈdʒɒn smɪθ]"),
        ("Mr John Smith wrote to us. Everybody posts about #JohnSmith now.", "JohnSmith"),
    ],
    ids=["Chinese", "Cyrillic", "sounds", "hashtag"],
)
def test_a_name_in_another_writing_is_the_same_person(text: str, other: str) -> None:
    mentions = names().mentions(Document("d", text))
    people = {each.entity for each in mentions if each.kind == "PERSON"}
    assert len(people) == 1
    assert any(other in each.span.of(text) for each in mentions if each.kind == "PERSON")


def test_the_table_of_lists_comes_back_as_it_was() -> None:
    codes = {"anna": "300000000", "berg": "031000000", "copd": "000002000"}
    assert dict(decode_lists(encode_lists(codes)).codes) == codes


def test_lists_know_words_with_and_without_accents() -> None:
    assert word_lists().of("José") == word_lists().of("jose")
    assert plain_word("Łódź") == "lodz"


@pytest.mark.parametrize(
    "text",
    [
        "Dr Anna Berg saw the patient " * 4_000,
        "+------+------+\n| Name | Ward |\n+------+------+\n| Anna Berg | 3 |\n+------+------+\n" * 200,
        "Name ........................ Anna Berg\nWard ........................ 3\n" * 300,
        "P4tient nam3: J0hn Sm1th, D0B: 12/O3/l985; w@rd r0und n0te |||| ~~ " * 200,
        " ".join(
            f"{a}{b}{c}"
            for a in "BCDFGHKLMNPRSTVWX"
            for b in "BCDFGHKLMNPRSTVWX"
            for c in "BCDFGHKLMNPRSTVWX"
        ),
        "The nurse said: le patient est arrivé hier soir avec sa mère. Then she left. 他昨天来了。 " * 50,
    ],
    ids=["one long line", "drawn table", "dotted form", "noise", "4,913 abbreviations", "mixed languages"],
)
def test_hard_texts_are_read_and_their_mentions_lie_inside(text: str) -> None:
    mentions = names("careful").mentions(Document("d", text))
    assert all(0 <= each.span.start < each.span.end <= len(text) for each in mentions)
    spans = sorted((each.span.start, each.span.end) for each in mentions)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_patterns_hold_in_another_language() -> None:
    text = (
        "Der Patient wurde gestern wegen starker Schmerzen in die Klinik gebracht und dort untersucht. Die Ärzte haben"
        " danach entschieden, dass er noch einige Tage bleiben muss, weil sich sein Zustand nicht gebessert hat und weil"
        " niemand zu Hause ist, der ihm helfen kann. Er ist erreichbar unter anna.berg@example.org."
    )
    assert [each.kind for each in patterns().mentions(Document("d", text))] == ["EMAIL"]
