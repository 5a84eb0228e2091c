import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import DocumentError
from reticent.formats.labels import Labelled, LabelledText, LabelledWords, read_labelled
from reticent.text import Span


def read(name: str, text: str, **options: frozenset[str]) -> list[Labelled]:
    return list(read_labelled(name, text.encode().splitlines(), **options))


def test_a_word_and_its_label_stand_on_a_line_and_sentences_apart() -> None:
    found = read("a.conll", "Ann B-PER\nsaw O\n\n\nBo I-PER\n")
    assert found == [
        LabelledWords((("Ann", "saw"),), ((True, False),)),
        LabelledWords((("Bo",),), ((True,),)),
    ]


def test_other_columns_and_counted_words_are_passed_over() -> None:
    expected = [LabelledWords((("Ann", "saw"),), ((True, False),))]
    assert read("a", "Ann NNP B-NP I-PER\nsaw VB B-VP O") == expected
    assert read("a", "0\tAnn\tB-PER\n1\tsaw\tO") == expected
    assert read("a", "1\tAnn\tB-person\n2\tsaw\tO") == expected


def test_sentences_between_document_marks_are_one_document() -> None:
    found = read("a.conll", "-DOCSTART- O\n\nAnn B-PER\n\nsaw O\n\n-DOCSTART- O\n\nBo O\n")
    assert [each.sentences for each in found if isinstance(each, LabelledWords)] == [
        (("Ann",), ("saw",)),
        (("Bo",),),
    ]


def test_only_the_labels_that_are_named_count() -> None:
    found = read("a", "Ann B-PER\nRome B-LOC", kinds=frozenset(["loc"]))
    assert found == [LabelledWords((("Ann", "Rome"),), ((False, True),))]


def test_our_own_lines_and_those_of_tab_mark_places_in_a_text() -> None:
    own = {"text": "Ann saw Bo", "label": [[8, 10], [0, 3, "NAME"], [4, 7, "VERB"]]}
    tab = {
        "text": "Ann saw Bo",
        "entities": [
            {"entity_type": "PERSON", "start_offset": 0, "end_offset": 3},
            {"entity_type": "LOC", "start_offset": 8, "end_offset": 10},
        ],
    }
    found = read("a.jsonl", json.dumps(own) + "\n\n" + json.dumps(tab))
    assert [each.sensitive for each in found if isinstance(each, LabelledText)] == [
        (Span(0, 3), Span(8, 10)),
        (Span(0, 3),),
    ]


def test_an_empty_file_holds_no_document() -> None:
    assert read("a.conll", "") == []
    assert read("a.jsonl", "") == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.conll", "Ann B-PER\ncanary", "line 2: there is a word but no label"),
        ("a.jsonl", "canary", "line 1: this is not a JSON object"),
        ("a.jsonl", '["canary"]', "line 1: there is no string under 'text'"),
        ("a.jsonl", '{"text": 7}', "no string under 'text'"),
        ("a.jsonl", '{"text": "canary"}', "no list under 'label'"),
        ("a.jsonl", '{"text": "canary", "label": [[0, 9]]}', "ends after the text does"),
        ("a.jsonl", '{"text": "canary", "label": [[3, 1]]}', "a label is"),
        ("a.jsonl", '{"text": "canary", "label": ["canary"]}', "a label is"),
        ("a.jsonl", '{"text": "canary", "label": [[0, true]]}', "a label is"),
        ("a.jsonl", '{"text": "canary", "entities": [{"start_offset": 0}]}', "a label is"),
    ],
)
def test_a_mistake_is_named_by_its_line_and_not_quoted(name: str, text: str, said: str) -> None:
    with pytest.raises(DocumentError, match=said) as caught:
        read(name, text)
    assert "canary" not in str(caught.value)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(DocumentError, match="line 1 is not UTF-8"):
        list(read_labelled("a.conll", [b"\xff O"]))


@given(st.text(max_size=30), st.data())
def test_every_place_in_a_text_can_be_marked(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    line = json.dumps({"text": text, "label": [[start, end]]}).encode()
    (found,) = read_labelled("a.jsonl", [line])
    assert isinstance(found, LabelledText)
    assert found.document.text == text
    assert found.sensitive == ((Span(start, end),) if end > start else ())
