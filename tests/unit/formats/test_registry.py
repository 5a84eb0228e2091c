from types import SimpleNamespace

import pytest

from reticent.errors import DocumentError, InputError
from reticent.formats import FormatOptions, find_format, registry
from reticent.formats.plain import PlainText

PDF = b"%PDF-1.7\n%\xe2\xe3"


def name_found(name: str, head: bytes = b"", said: str | None = None) -> str:
    return find_format(name, head, FormatOptions(format=said)).name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.txt", "text"),
        ("a.LOG", "text"),
        ("folder.d/README", "text"),
        ("standard input", "text"),
        ("a.md", "markdown"),
        ("a.b.JSONL", "jsonl"),
        ("a.ndjson", "jsonl"),
        ("a.csv", "csv"),
        ("a.Tsv", "tsv"),
        ("a.htm", "html"),
        ("a.XHTML", "html"),
        ("a.mbox", "mbox"),
        ("a.XML", "xml"),
    ],
)
def test_the_ending_names_the_format_whatever_its_case(name: str, expected: str) -> None:
    assert name_found(name, b"<a/>" if expected == "xml" else b"") == expected


def test_a_format_that_is_named_is_taken_whatever_the_ending_says() -> None:
    assert name_found("standard input", b'{"text": ""}', "jsonl") == "jsonl"
    assert name_found("letter.docx", b"Dear Ann", "TEXT") == "text"
    with pytest.raises(InputError, match=r"no format 'word'.*csv \(\.csv\)"):
        name_found("a.txt", b"", "word")


@pytest.mark.parametrize("name", ["a.docm", "a.pages", "a.orc", "a.txt.gz"])
def test_a_known_ending_that_is_not_read_says_what_to_do(name: str) -> None:
    with pytest.raises(DocumentError, match=r"first\. Formats: text \(\.txt \.text \.log\), markdown"):
        name_found(name)


@pytest.mark.parametrize("name", ["a.dotx", "a.ott", "a.xlsb", "a.ppsx"])
def test_an_old_file_is_refused_with_the_line_that_converts_it(name: str) -> None:
    with pytest.raises(DocumentError, match=r"run 'soffice --headless --convert-to \w+ FILE' first"):
        name_found(name)


def test_an_unknown_ending_is_refused_with_the_formats() -> None:
    with pytest.raises(DocumentError, match=r"of no format that is read here.*tsv \(\.tsv \.tab\)"):
        name_found("notes.xyz")


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (PDF, "a PDF file"),
        (b"\xef\xbb\xbf \n%PDF-1.4", "a PDF file"),
        (b"PK\x03\x04....word/document.xml", "a zip file"),
        (b"{\\rtf1\\ansi", "an RTF file"),
        (b"\x1f\x8b\x08", "a gzip file"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file"),
        ("Ann".encode("utf-16"), "iconv -f UTF-16 -t utf-8"),
        ("Ann".encode("utf-32"), "iconv -f UTF-32 -t utf-8"),
        (b"PAR1", "a Parquet file"),
        (b"a\0b", "NUL byte"),
    ],
)
@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.csv", "a.jsonl", "a.json", "a", "standard input"])
def test_bytes_that_are_something_else_are_refused(name: str, head: bytes, said: str) -> None:
    with pytest.raises(DocumentError, match="but it holds") as caught:
        name_found(name, head)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "head", [b"<html><p>Ann", b"<?xml version='1.0'?>", b"PK is ill", b"BZ and GIF", b"{a}"]
)
def test_text_that_only_reminds_of_something_stays_text(head: bytes) -> None:
    assert name_found("a.txt", head) == "text"
    assert name_found("standard input", head) == "text"


@pytest.mark.parametrize("name", ["a.json", "a.ndjson", "a.jsonl"])
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (FormatOptions(), "fhir"),
        (FormatOptions(fields=("note.text",)), "json"),
        (FormatOptions(keep=("id",)), "json"),
        (FormatOptions(format="json"), "json"),
    ],
)
def test_json_that_says_its_type_of_resource_is_fhir_unless_fields_are_named(
    name: str, options: FormatOptions, expected: str
) -> None:
    head = b'\xef\xbb\xbf {\n "id": "1", "resourceType" : "Patient"'
    assert find_format(name, head, options).name.startswith(expected)
    assert find_format(name, b'{"text": {"resourceType": "Patient"}}', options).name.startswith("json")


def test_a_list_is_no_json_lines() -> None:
    with pytest.raises(DocumentError, match="say with --format what it is"):
        name_found("a.jsonl", b'[{"text": ""}]')


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (b'{"text": "Ann"}\n', "--format jsonl or --format json"),
        (b'\xef\xbb\xbf[ {"text": "Ann"}]', "--format jsonl or --format json"),
        (b"id,name,note\n1,Ann,x\n2,Bo,y\n", "--format csv or --format tsv"),
        (b"id\tname\tnote\n1\tAnn\tx\n2\tBo\ty\n3\tha", "--format csv or --format tsv"),
    ],
)
def test_what_has_no_name_and_is_more_than_text_is_not_guessed(head: bytes, said: str) -> None:
    for name in ("standard input", "data"):
        with pytest.raises(DocumentError, match=said):
            name_found(name, head)
    assert name_found("data.txt", head) == "text"


@pytest.mark.parametrize(
    "head", [b"[PERSON 1] wrote.", b"Dear Ann,\nI came, saw,\nand left.\n", b"One, two, three.\n"]
)
def test_prose_has_no_need_of_a_name(head: bytes) -> None:
    assert name_found("standard input", head) == "text"


def test_other_packages_add_formats_that_do_not_take_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    other = PlainText("other", (".txt", ".orc"))
    monkeypatch.setattr(registry, "list_extensions", lambda group: [SimpleNamespace(load=lambda: other)])
    assert name_found("a.orc") == "other"
    assert name_found("a.txt") == "text"
    assert name_found("a.txt", b"", "other") == "other"


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.zip", "a.msg", "a.epub"])
def test_a_damaged_file_is_called_damaged_in_one_line(name: str) -> None:
    with pytest.raises(DocumentError, match=f"is no {name[2:]}, or a damaged one: fetch it again") as caught:
        name_found(name, b"\x00\x01garbage")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_text_without_a_suffix_is_text_whatever_stands_in_its_name() -> None:
    for name in ("notes", "minutes 12.30", "app.log.1", "README", "Dr. Roe"):
        assert name_found(name, b"Mrs Roe came, and left.\n") == "text"
    with pytest.raises(DocumentError, match="looks like JSON"):
        name_found("notes", b'{"text": "x"}')
