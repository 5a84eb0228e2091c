"""HL7 version 2: each field by its rule, escapes and repetitions, and what a policy makes of it."""

from __future__ import annotations

import re

import pytest
from tests.faults import Patch
from tests.removing import LABEL, is_left, remove

from reticent.api import open_policy
from reticent.errors import DocumentError
from reticent.formats import FormatOptions, find_format
from reticent.formats.hl7 import HL7, Hl7Source
from reticent.formats.hl7 import _fields as fields
from reticent.formats.plain import TEXT
from reticent.formats.seam.records import SEPARATOR
from reticent.plan import Edit
from reticent.text import Span

SURNAME = "Zoellner"
HEAD = "MSH|^~\\&|A1|B2|C3|D4|20210504||ADT^A01|M1|P|2.5"


def pack(*segments: str) -> bytes:
    return "".join(f"{each}\r" for each in (HEAD, *segments)).encode()


def field(name: str, number: int, value: str) -> bytes:
    """A message with one field of a segment."""
    return pack(f"{name}{'|' * number}{value}")


def read(data: bytes) -> Hl7Source:
    return HL7.read("a.hl7", data, FormatOptions())


def texts(data: bytes) -> list[str]:
    return read(data).documents[0].text.split(SEPARATOR)


def header(data: bytes, text: str) -> str:
    (document,) = read(data).documents
    return next(cell.header for cell in document.cells if cell.span.of(document.text) == text)


def write(data: bytes, word: str, text: str = LABEL) -> str:
    source = read(data)
    edits = [
        [Edit(Span(*each.span()), text, 0) for each in re.finditer(re.escape(word), document.text)]
        for document in source.documents
    ]
    return source.write(edits).decode()


NAMES = {
    **dict.fromkeys([("PID", 5), ("PID", 6), ("PID", 9), ("NK1", 2), ("NK1", 30), ("GT1", 3), ("GT1", 4), ("IN1", 16)], 1),
    **dict.fromkeys([("PD1", 4), ("PV1", 7), ("PV1", 8), ("PV1", 9), ("PV1", 17), ("PV1", 52), ("OBR", 10), ("OBR", 16), ("OBR", 28)], 2),
    **dict.fromkeys([("ORC", 10), ("ORC", 12), ("ORC", 19), ("TXA", 5), ("TXA", 9), ("DG1", 16), ("PR1", 11), ("ROL", 4)], 2),
    **dict.fromkeys([("AIP", 3), ("SCH", 12), ("SCH", 16), ("RXA", 10), ("EVN", 5), ("OBX", 16), ("OBX", 25), ("NTE", 5)], 2),
    **dict.fromkeys([("MRG", 7), ("IN2", 40), ("STF", 3), ("CTD", 2), ("CON", 24), ("NK1", 26), ("IAM", 14)], 1),
}  # fmt: skip


@pytest.mark.parametrize(("segment", "number"), NAMES)
def test_a_surname_is_one_by_its_field(segment: str, number: int) -> None:
    data = field(segment, number, "^" * (NAMES[segment, number] - 1) + "Green&van^Summer")
    assert header(data, "Green") == header(data, "van") == "last name"
    assert header(data, "Summer") == "first name"


SHOWN_PLACES = {
    "name": field("PID", 5, f"x^{SURNAME}"),
    "part of a name": field("PID", 5, f"x&{SURNAME}^y"),
    "repetition": field("PID", 5, f"x^y~{SURNAME}^z"),
    "title": field("PID", 5, f"x^y^^^{SURNAME}"),
    "code": field("PID", 8, SURNAME),
    "code of a system": field("DG1", 3, f"{SURNAME}^x^LN"),
    "words of a code": field("DG1", 3, f"1^{SURNAME}^LN"),
    "system": field("DG1", 3, f"1^x^{SURNAME}"),
    "set id": field("PID", 1, SURNAME),
    "number": field("PV2", 10, SURNAME),
    "date": field("PV1", 44, SURNAME),
    "sender": pack(f"MSH|^~\\&|{SURNAME}"),
    "kind of message": pack(f"MSH|^~\\&|||||||{SURNAME.upper()}^X"),
    "text": field("NTE", 3, f"Mrs {SURNAME} came"),
    "delimiters in a text": field("NTE", 3, f"a^b&{SURNAME}"),
    "marks in a word": field("NTE", 3, "Zo\\H\\ell\\N\\ner"),
    "hexadecimal": field("NTE", 3, "\\X5A\\oellner"),
    "lines": pack("OBX|1|TX|1^A||Mrs", f"OBX|2|TX|1^A||{SURNAME}"),
    "value of a code": field("OBX", 5, SURNAME).replace(b"OBX||", b"OBX||CWE"),
    "value of no type": field("OBX", 5, SURNAME),
    "unit": field("OBX", 6, SURNAME),
    "range": field("OBX", 7, SURNAME),
    "later message": pack(HEAD, f"NTE|1||{SURNAME}"),
    "batch": f"FHS|^~\\&|{SURNAME}\rBHS|^~\\&\r{HEAD}\rBTS|1\r".encode(),
}
HIDING_PLACES = {
    "segment of a site": pack(f"ZPI|1|{SURNAME}"),
    "unknown segment": pack(f"ABC|1|{SURNAME}"),
    "unknown field": field("PID", 60, SURNAME),
    "unknown component": field("PID", 5, "x" + "^" * 30 + SURNAME),
    "security": f"MSH|^~\\&||||||{SURNAME}\r".encode(),
    "file": pack(f"OBX|1|ED|1^A||^x^y^Base64^{SURNAME}"),
    "pointer to a file": pack(f"OBX|1|RP|1^A||{SURNAME}"),
    "escape of a site": field("NTE", 3, f"a\\Z{SURNAME}\\b"),
}


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_a_word_is_removed_wherever_it_stands(place: str) -> None:
    written = remove(HL7, "a.hl7", SHOWN_PLACES[place], SURNAME)
    assert LABEL.encode() in written
    assert not is_left(HL7, written, SURNAME)


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_an_edit_that_is_not_carried_out_is_found(place: str, monkeypatch: Patch) -> None:
    source = read(SHOWN_PLACES[place])
    monkeypatch.setattr(type(source.messages[0].fields), "split", lambda self, _: [[] for _ in self.spans])
    written = remove(HL7, "a.hl7", SHOWN_PLACES[place], SURNAME)
    assert HL7.residue(written, [SURNAME])


@pytest.mark.parametrize("place", HIDING_PLACES)
def test_what_no_rule_names_does_not_go_out(place: str) -> None:
    source = read(HIDING_PLACES[place])
    written = source.write([()] * len(source.documents))
    assert not is_left(HL7, written, SURNAME)


FAULTS = {
    "segment of a site": ("_SEGMENTS", {**fields._SEGMENTS, "ZPI": {2: "ST"}}),
    "unknown segment": ("_SEGMENTS", {**fields._SEGMENTS, "ABC": {2: "ST"}}),
    "unknown field": ("_SEGMENTS", {**fields._SEGMENTS, "PID": {60: "ST"}}),
    "unknown component": ("_TYPES", {**fields._TYPES, "XPN": [""] * 40}),
    "file": ("_VALUES", {**fields._VALUES, "ED": "CE"}),
    "pointer to a file": ("_VALUES", {**fields._VALUES, "RP": "CE"}),
}


@pytest.mark.parametrize("place", FAULTS)
def test_a_rule_that_keeps_what_goes_leaves_the_secret_to_be_found(place: str, monkeypatch: Patch) -> None:
    assert not HL7.residue(read(HIDING_PLACES[place]).write([()]), [SURNAME])
    monkeypatch.setattr(fields, *FAULTS[place])
    if place in ("file", "pointer to a file"):
        monkeypatch.setattr(fields, "_TYPES", {**fields._TYPES, "CE": [""] * 6})
    assert HL7.residue(read(HIDING_PLACES[place]).write([()]), [SURNAME])


def test_the_search_finds_a_word_in_what_is_never_written() -> None:
    written = read(pack("NTE|1||x")).write([()])
    assert HL7.residue(written + b"Zoellner\r", [SURNAME])
    assert HL7.residue(written + b"ZZZ|Zo\\E\\a^Zoellner\r", [SURNAME])
    assert HL7.residue(written.replace(b"NTE|1||x", b"NTE|1||Zoellner"), [SURNAME])


def test_fields_are_what_the_table_says() -> None:
    assert header(field("PID", 3, "47^^^Mercy&1.2&ISO^MR"), "47") == "record identifier"
    assert header(field("PID", 3, "47^^^Mercy&1.2&ISO^MR"), "Mercy") == "organization name"
    assert header(field("PID", 7, "19850312"), "19850312") == "date of birth"
    assert header(field("PID", 11, "7 Row^^Mobile^AL^3999"), "Mobile") == "city"
    assert header(field("PID", 11, "7 Row^^Mobile^AL^3999"), "3999") == "postal code"
    assert header(field("PID", 13, "5550123^PRN^PH^a@example.org"), "a@example.org") == "email"
    assert header(field("PID", 19, "219099184"), "219099184") == "ssn"
    assert header(field("PID", 23, "Bath"), "Bath") == "city"
    assert header(field("PV1", 3, "Ward^12^B^Mercy"), "Ward") == "address line"
    assert header(field("PV1", 44, "2021"), "2021") == "date"


def test_what_an_observation_asks_says_what_its_value_is() -> None:
    assert header(pack("OBX|1|ST|9^Maiden name^L||Price"), "Price") == "Maiden name"
    assert header(pack("OBX|1|NM|9^How old^L||93|a"), "93") == "age"


def test_short_codes_and_codes_of_known_systems_are_no_text() -> None:
    assert texts(pack("PID|1|||||||F||2106-3^^CDCREC|||||E|M", "OBX|1|NM|718-7^^LN||13|g/dL|||||F")) == [
        "A1", "B2", "C3", "D4", "20210504", "M1",
    ]  # fmt: skip


def test_lines_of_one_text_are_judged_as_one() -> None:
    data = pack(
        "OBX|1|TX|1^A||Mr John", "OBX|2|TX|1^A||Green came.", "OBX|3|TX|2^B||Other", "NTE|1||a~b", "NTE|2||c"
    )
    assert [each for each in texts(data)[6:] if len(each) > 1] == ["Mr John\nGreen came.", "Other", "a\nb\nc"]
    written = write(data, "John\nGreen")
    assert f"TX|1^A||Mr {LABEL}\rOBX|2|TX|1^A|| came." in written


def test_escapes_are_decoded_and_written_again() -> None:
    data = field("NTE", 3, "a \\T\\ b\\.br\\c \\F\\ \\S\\ \\R\\ \\E\\ \\X0D0A\\ d")
    assert texts(data)[-1] == "a & b\nc | ^ ~ \\ \r\n d"
    assert "a \\T\\ b\\.br\\c \\F\\ \\S\\ \\R\\ \\E\\ \\.br\\ d" in read(data).write([()]).decode()


def test_what_is_put_in_opens_no_field() -> None:
    written = write(field("NTE", 3, "Roe"), "Roe", "|^~\\&\rPID|")
    assert texts(written.encode())[-1] == "|^~\\&\nPID|"
    assert len(read(written.encode()).messages[0].segments) == 2


def test_a_date_that_goes_leaves_an_empty_field_and_another_date_stays() -> None:
    data = field("PV1", 44, "20210504")
    assert write(data, "20210504").endswith("|20210504\r") is False
    assert write(data, "20210504", "2021").endswith("|2021\r")
    source = read(data)
    released = [source.documents[0].text.replace("20210504", LABEL)]
    again = HL7.read("a.hl7", write(data, "20210504").encode(), FormatOptions())
    assert source.agrees_with(released, [again.documents[0].text])
    assert not source.agrees_with(released, [again.documents[0].text + "x"])
    assert not source.agrees_with(released, [])


def test_other_delimiters_and_frames_are_read_and_the_usual_ones_written() -> None:
    data = b"\x0bMSH#%~@!#Lab\rPID#1####Green%Summer!x\r\x1c\r"
    written = read(data).write([()]).decode()
    assert written == "MSH|^~\\&|Lab\rPID|1||||Green^Summer&x\r"


@pytest.mark.parametrize("ends", ["\r", "\n", "\r\n"])
def test_segments_end_in_any_way(ends: str) -> None:
    data = ends.join([HEAD, "PID|1||47", ""]).encode()
    assert "47" in texts(data)


def test_a_message_of_another_character_set_is_written_in_utf_8_and_says_so() -> None:
    head = HEAD + "||||||8859/1"
    data = f"{head}\rNTE|1||Söhne\r".encode("latin-1")
    written = read(data).write([()]).decode()
    assert "UNICODE UTF-8" in written
    assert "Söhne" in written
    with pytest.raises(DocumentError, match="character set"):
        read(data.replace(b"8859/1", b"ASCII"))
    with pytest.raises(DocumentError, match="character set"):
        read(data.replace(b"8859/1", b"GB 18030-2000"))


def test_a_text_that_begins_with_msh_is_a_message_whatever_its_name_says() -> None:
    data = pack("NTE|1||x")
    for name in ("a.txt", "a", "a.hl7", "standard input"):
        assert find_format(name, data, FormatOptions()) is HL7
    assert find_format("a.txt", b"MSH is a short form.", FormatOptions()) is TEXT
    assert find_format("a.txt", data, FormatOptions(format="text")) is TEXT


def test_the_default_policy_releases_no_name_number_or_date_of_a_patient() -> None:
    data = pack(
        "PID|1||4711^^^MERCY^MR||GREEN^SUMMER||19850312|F|||7 LONG ROW^^MOBILE^AL^3999||5550123",
        "NK1|1|DAY^WEI|MTH^Mother|9 HILL^^BATH",
        "OBX|1|TX|1^REPORT||Mrs Green felt well.",
    )
    (document,) = read(data).documents
    outcome = open_policy("default").sanitize(document)
    written = read(data).write([outcome.release.edits]).decode()
    assert not re.search(
        "(?i)4711|mercy|green|summer|1985|long row|mobile|3999|5550123|day|wei|hill|bath", written
    )
    assert "felt well" in written


@pytest.mark.parametrize(
    "hostile", [b"NTE|1||" + b"~" * 100_000, b"NTE|1||" + b"\\" * 100_001, b"ZZZ" + b"|" * 100_000]
)
def test_hostile_messages_are_read_in_time(hostile: bytes) -> None:
    source = read(pack() + hostile + b"\r")
    again = read(source.write([()]))
    assert again.documents[0].text.replace("\n", "") == source.documents[0].text.replace("\n", "")


@pytest.mark.parametrize(
    ("segments", "tail"),
    [
        (["NTE|2|L|and Mr Green", "NTE|3|L|wood came."], "wood"),
        (["OBX|1|TX|1^x^L||and Mr Green", "OBX|2|TX|1^x^L||wood came."], "wood"),
        (["NTE|1|L|Mr Gr\\.br\\eenwood came."], "eenwood"),
        (["NTE|1|L|seen by Dr Br\\.sp\\own, who came."], "own"),
        (["NTE|1|L|seen by Dr. Anna Br~own, who came."], "own"),
    ],
)
def test_a_name_that_an_end_of_a_line_divides_goes_whole(segments: list[str], tail: str) -> None:
    source = read(pack(*segments))
    outcome = open_policy("default").sanitize(source.documents[0])
    written = source.write([outcome.release.edits]).decode()
    assert tail not in written
    assert " came" in written


@pytest.mark.parametrize("segment", ["OBX|1|NM|1^x^L||12.5|USD", "OBX|1|MO|1^x^L||12.5^EUR"])
def test_the_code_of_a_currency_is_no_name(segment: str) -> None:
    source = read(pack(segment))
    outcome = open_policy("default").sanitize(source.documents[0])
    assert segment in source.write([outcome.release.edits]).decode()


def test_the_line_after_a_name_stays_where_it_begins_with_a_small_word() -> None:
    assert not list(fields.find_divided("seen by Dr Hill\nand Mrs Hill"))
    assert not list(fields.find_divided("Blood Pressure\nstable"))


@pytest.mark.parametrize(
    ("segment", "number"),
    [
        ("OBX|1|NM|1^Latitude^L||39.781721", "39.781721"),
        ("OBX|1|NM|1^Home longitude^L||-89.650148", "89.650148"),
        ("OBX|1|MO|1^x^L||98765.43&USD", "98765.43"),
        ("FT1|1||||||||||98765.43", "98765.43"),
        ("OBX|1|NM|1^Annual income^L||98765.43", "98765.43"),
        ("OBX|1|SN|1^Monthly rent^L||=^98765.43", "98765.43"),
        ("OBX|1|NM|1^x^L||98765.43|USD", "98765.43"),
    ],
)
def test_coordinates_and_large_amounts_go_although_they_have_decimals(segment: str, number: str) -> None:
    source = read(pack(segment, "OBX|2|NM|1^Sodium^L||139.5"))
    outcome = open_policy("default").sanitize(source.documents[0])
    written = source.write([outcome.release.edits]).decode()
    assert number not in written
    assert "139.5" in written
