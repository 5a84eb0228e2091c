import json
from typing import Any

import pytest

from reticent.errors import DocumentError, InputError
from reticent.formats import FormatOptions
from reticent.formats.objects import JSON_FILE, JSON_LINES
from reticent.formats.seam.records import SEPARATOR
from reticent.plan import Edit
from reticent.text import Span
from reticent.text.document import MASK


def options(*fields: str, keep: tuple[str, ...] = ()) -> FormatOptions:
    return FormatOptions(fields=fields or ("text",), keep=keep)


def release(record: dict[str, Any] | str, said: FormatOptions, *edits: Edit) -> str:
    line = record if isinstance(record, str) else json.dumps(record)
    return JSON_LINES.read("a.jsonl", line.encode(), said).write([edits]).decode()


def test_only_the_named_fields_and_kept_keys_go_out_and_the_rest_is_counted() -> None:
    lines = b'{"author": "Ann", "text": "x", "id": 1}\n{"text": "y", "Ann Lee": 2, "id": 2}\n'
    source = JSON_LINES.read("a.jsonl", lines, options(keep=("id",)))
    assert source.write([(), ()]) == b'{"text": "x", "id": 1}\n{"text": "y", "id": 2}\n'
    assert source.dropped == {"key 'author'": 1, "other keys": 1}
    assert [document.id for document in source.documents] == ["a.jsonl, line 1", "a.jsonl, line 2"]


def test_keys_stay_in_their_order_and_kept_numbers_keep_every_digit() -> None:
    line = '{"z": 1.10, "text": "x", "a": [1e400, -0, 12345678901234567890.5], "t": {"b": "\\u00e9"}}'
    assert release(line, options(keep=("a", "z", "t"))) == line.replace("\\u00e9", "é")


def test_a_text_is_judged_after_unescaping() -> None:
    (document,) = JSON_LINES.read("a", b'{"text": "\\u0041nn \\ud83d\\ude00"}', options()).documents
    assert document.text == "Ann 😀"


def test_several_fields_make_one_document_with_a_mark_between() -> None:
    line = '{"a": "Ann", "b": {"c": ["Bo", "Cy"]}}'
    source = JSON_LINES.read("a.jsonl", line.encode(), options("b.c", "a"))
    (document,) = source.documents
    assert document.text == SEPARATOR.join(["Ann", "Bo", "Cy"])
    assert [span.of(document.text) for span in document.placeholders] == [MASK, MASK]
    assert MASK in document.mask_placeholders()
    edit = Edit(Span(document.text.index("Bo"), document.text.index("Bo") + 2), "[PERSON]", 0)
    assert source.write([[edit]]).decode() == line.replace("Bo", "[PERSON]")


def test_lists_on_the_way_are_walked_and_a_key_may_hold_a_dot() -> None:
    record = {"turns": [{"say": "Ann", "by": 1}, {"say": "Bo"}, "Cy"], "turns.say": "Di"}
    source = JSON_LINES.read("a", json.dumps(record).encode(), options("turns.say"))
    assert source.documents[0].text == SEPARATOR.join(["Ann", "Bo", "Di"])
    assert json.loads(source.write([()])) == {"turns": [{"say": "Ann"}, {"say": "Bo"}], "turns.say": "Di"}
    assert source.dropped == {"other keys": 2}


def test_a_record_may_lack_some_of_several_fields_but_not_all() -> None:
    source = JSON_LINES.read("a", b'{"a": "x"}\n{"b": "y"}\n{"a": null}\n', options("a", "b"))
    assert [document.text for document in source.documents] == ["x", "y", ""]
    with pytest.raises(DocumentError, match="'a', line 4: there is no string under 'a' or 'b'"):
        JSON_LINES.read("a", b'{"a": "x"}\n{"b": "y"}\n\n{"c": ""}\n', options("a", "b"))


def test_labels_move_with_the_text() -> None:
    record = {"text": "Ann saw Bo", "label": [[0, 3, "NAME"], [4, 7], [8, 10, "NAME"]]}
    written = release(record, options(keep=("label",)), Edit(Span(0, 3), "[NAME]", 0))
    assert json.loads(written) == {"text": "[NAME] saw Bo", "label": [[7, 10], [11, 13, "NAME"]]}


def test_labels_of_a_later_field_move_by_its_own_beginning() -> None:
    record = {"title": "About Ann", "text": "Ann saw Bo", "label": [[8, 10]]}
    start = len("About Ann") + len(SEPARATOR)
    edits = Edit(Span(6, 9), "[NAME]", 0), Edit(Span(start, start + 3), "[NAME]", 0)
    written = json.loads(release(record, options("title", "text", keep=("label",)), *edits))
    assert written == {"title": "About [NAME]", "text": "[NAME] saw Bo", "label": [[11, 13]]}


def test_entities_of_the_benchmark_go_out_without_the_words_that_they_quote() -> None:
    mark = {
        "entity_type": "PERSON",
        "entity_id": "e1",
        "start_offset": 4,
        "end_offset": 7,
        "span_text": "Ann",
        "identifier_type": "DIRECT",
    }
    written = release({"text": "See Ann.", "entities": [mark]}, options(keep=("entities",)))
    del mark["span_text"]
    assert json.loads(written)["entities"] == [mark]


@pytest.mark.parametrize("label", ["spam", 3, ["spam", "ham"], [], None, {"a": 1}])
def test_a_label_that_marks_no_place_is_kept_as_it_is(label: object) -> None:
    written = release({"text": "x", "label": label}, options(keep=("label",)))
    assert json.loads(written) == {"text": "x", "label": label}


@pytest.mark.parametrize(
    "said",
    [
        options("a", keep=("a",)),
        options("a", "a.b"),
        options("a.b", keep=("a",)),
        options(".a"),
        FormatOptions(fields=()),
    ],
)
def test_names_that_contradict_are_refused(said: FormatOptions) -> None:
    with pytest.raises(InputError):
        JSON_LINES.read("a", b'{"a": ""}', said)


@pytest.mark.parametrize(("read", "name"), [(JSON_LINES.read, "--keep b"), (JSON_FILE.read, "--keep b")])
def test_a_kept_key_that_no_record_has_is_told(read: Any, name: str) -> None:
    with pytest.raises(DocumentError, match=name):
        read("a", b'{"text": "x", "a": 1}', options(keep=("a", "b")))


def test_line_ends_that_only_some_readers_know_are_escaped() -> None:
    written = release({"text": "a\u2028b\x85c"}, options())
    assert written == '{"text": "a\\u2028b\\u0085c"}'
    assert len(written.splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"text": "x"}',
        '[{"text": "x"}, {"text": "y"}]\n',
        '[\n  {\n    "text": "x",\n    "id": [\n      1,\n      {}\n    ]\n  }\n]\n',
        '{\n\t"text": "x",\n\t"id": 1\n}',
    ],
)
def test_a_file_is_laid_out_as_it_was(text: str) -> None:
    said = options(keep=("id",)) if "id" in text else options()
    source = JSON_FILE.read("a.json", text.encode(), said)
    assert source.write([()] * len(source.documents)).decode() == text


def test_lines_under_the_name_of_a_file_are_told() -> None:
    with pytest.raises(DocumentError, match="--format jsonl"):
        JSON_FILE.read("a.json", b'{"text": "x"}\n{"text": "y"}\n', options())
