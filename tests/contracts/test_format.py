"""What every format keeps to; a new one only adds itself and a few files to the list."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.formats import ColumnRule, FormatOptions, find_format, list_formats, parse_column_rules
from reticent.formats.arrow import ARROW, PARQUET
from reticent.formats.cda import CDA
from reticent.formats.converted import OLD_OFFICE, OLE
from reticent.formats.epub import EPUB
from reticent.formats.fhir import FHIR
from reticent.formats.hl7 import HL7
from reticent.formats.html import HTML
from reticent.formats.objects import JSON_FILE, JSON_LINES
from reticent.formats.pdf import PDF
from reticent.formats.pictures import JPEG, PNG, TIFF
from reticent.formats.plain import MARKDOWN, TEXT
from reticent.formats.registry import MAIL, MAILBOX, OUTLOOK, ZIP
from reticent.formats.tables import CSV, TSV
from reticent.formats.xml import XML
from reticent.testing import contract
from reticent.testing.formats import CANARY, CHECKS, FormatCase
from tests.book_files import build_book
from tests.mail_files import NESTED, make_message
from tests.office_files import PLAIN, pack
from tests.ole_files import build_message, build_ole
from tests.pdf_files import make
from tests.picture_files import ScriptedReader, draw, read_with
from tests.picture_files import pack as pack_pages
from tests.table_files import to_arrow, to_parquet, to_zip

ROWS = (
    'name,age,ssn,site,note\nJanette Doe,34,1,x,"said ""never"", left"\r\n,,,,\n"=command",-5,2,y,"twice\nlines"\n'
    "'@x,5,3,z,'''=quite"
)


def hostile(*texts: str) -> tuple[bytes, ...]:
    return tuple(text.replace("CANARY", CANARY).encode("utf-8", "surrogateescape") for text in texts)


UNREADABLE = hostile("CANARY \udcff", "CANARY \0")
BROKEN_JSON = hostile(
    "CANARY",
    '["CANARY"]',
    "7",
    '{"CANARY": "CANARY"}',
    '{"text": 7, "x": "CANARY"}',
    '{"text": {"CANARY": ""}}',
    '{"text": ["CANARY", true]}',
    '{"text": "a", "text": "CANARY"}',
    '{"text": "a", "x": {"CANARY": 1, "CANARY": 2}}',
    '{"text": "CANARY", "x": NaN}',
    '{"text": "CANARY", "x": -Infinity}',
    '{"text": "CANARY", "x": ' + "9" * 1_000_000 + "}",
    '{"text": "CANARY", "x": 0.' + "9" * 1_000_000 + "}",
    '{"text": "CANARY \\uDc00"}',
    '{"text": "", "x": "CANARY\\ud800 \\ude00"}',
    '{"text": "CANARY", "x": ' + "[" * 100_000 + "]" * 100_000 + "}",
    '{"text": "CANARY", "x": ' + "[" * 200 + "]" * 200 + "}",
    '{"text": "CANARY", "x": "\\x"}',
    "{'text': 'CANARY'}",
)
TYPED = pa.table(
    {
        "name": pa.array(["Janette Doe", None, "Janette Doe"]).dictionary_encode(),
        "age": pa.array([34, None, 5]),
        "born": pa.array([0, 1, None], pa.date32()),
        "notes": pa.array([["never", None], [], None]),
        "site": ["x", "y", "z"],
        "ssn": ["1", "2", "3"],
    }
)
TYPED_RULES = FormatOptions(
    numbers="keep", columns=parse_column_rules(["born=sanitize", "ssn=drop", "site=constant:A1"])
)
BYTES = pa.table({"name": [CANARY], "picture": [CANARY.encode()]})
SAME_NAMES = pa.Table.from_arrays([pa.array([CANARY]), pa.array([CANARY])], names=["a", "a"])
CASES = [
    FormatCase("text", TEXT, "a.txt", "\ufeffJanette Doe\r\nwas absent.\n".encode(), refuses=UNREADABLE),
    FormatCase("empty text", TEXT, "a", b""),
    FormatCase(
        "markdown", MARKDOWN, "a.md", b"---\ntitle: Janette\n---\n# Janette | *Doe*\n", refuses=UNREADABLE
    ),
    FormatCase(
        "lines",
        JSON_LINES,
        "a.jsonl",
        '\ufeff{"text": "Janette \\u0041 \\ud83d\\ude00", "x": 1}\r\n\n{"y": [], "text": ""}'.encode(),
        refuses=(*UNREADABLE, *BROKEN_JSON, *hostile('{"text": "a"}\nCANARY')),
    ),
    FormatCase(
        "lines with two fields",
        JSON_LINES,
        "a.ndjson",
        b'{"id": 1.10, "text": "Janette Doe", "answers": [{"text": "never"}, {"text": null}], "label": [[0, 4, "P"]]}\n'
        b'{"id": null, "answers": [], "label": "junk"}\n{"text": ["alpha", "gamma"], "label": []}\n',
        FormatOptions(fields=("text", "answers.text"), keep=("id", "label")),
        refuses=hostile(
            '{"text": "CANARY"}',
            '{"text": "CANARY", "id": 1, "label": []}',
            '{"text": "CANARY", "answers": [], "id": 1, "label": [[0, 99]]}',
            '{"text": "CANARY", "answers": [], "id": 1, "label": [["CANARY"]]}',
            '{"text": ["CANARY", ""], "answers": [], "id": 1, "label": [[0, 1]]}',
        ),
    ),
    FormatCase(
        "object",
        JSON_FILE,
        "a.json",
        b'{"meta": {"text": "Janette", "more": {}}, "b": 2}\n',
        FormatOptions(fields=("meta.text",)),
        refuses=(*UNREADABLE, *hostile('{"text": "CANARY"}', '{"meta": "CANARY"}')),
    ),
    FormatCase(
        "objects",
        JSON_FILE,
        "a.json",
        b'[\n\t{"text": "Janette", "id": 1e400},\n\t{"id": -0, "text": "Doreen\\u2028"}\n]',
        FormatOptions(keep=("id",)),
        refuses=(
            *BROKEN_JSON,
            *hostile('[{"text": "CANARY"}]', '{"text": "CANARY", "id": 1}\n{"text": "", "id": 2}'),
        ),
    ),
    FormatCase("no objects", JSON_FILE, "a.json", b"[]\n"),
    FormatCase(
        "table",
        CSV,
        "a.csv",
        ROWS.encode(),
        FormatOptions(
            columns=parse_column_rules(["age=keep", "ssn=drop", "site=constant:=A1", "note=sanitize"])
        ),
        refuses=hostile("age,ssn,site,note\n1,2,3,CANARY\n5,6,7\n", "text\nCANARY\n"),
    ),
    FormatCase(
        "table with semicolons",
        CSV,
        "a.csv",
        "\ufeffid;text\n1;alpha,gamma\n\n2;=x\n".encode(),
        FormatOptions(numbers="keep"),
    ),
    FormatCase("table of one column", CSV, "a.csv", b'text\nJanette\n""\n"alpha,gamma"\n'),
    FormatCase(
        "table without header",
        CSV,
        "a.csv",
        b"Janette Doe,3\nJohnny Roe,4\n",
        FormatOptions(header=False, columns={"column 2": ColumnRule("drop")}),
    ),
    FormatCase(
        "tabs",
        TSV,
        "a.tsv",
        b'text\tother\n5" pipeline\t\n\t\n',
        refuses=(*UNREADABLE, *hostile("text\nCANARY \udcff\n")),
    ),
    FormatCase(
        "empty table",
        CSV,
        "a.csv",
        b"",
        refuses=(
            *UNREADABLE,
            *hostile(
                "text,note\nCANARY\n",
                "text,note\na,b\nCANARY,b,c\n",
                'text,note\na,"CANARY\n',
                'text,note\na,"b"CANARY\n',
                "text,note\ra,CANARY\r",
                "text,age\nCANARY,5\n",
                "text,text\nCANARY,b\n",
                "Jane CANARY,Bob Roe\nJohn Doe,Ann Poe\n",
                "CANARY,1985-03-12\nb,1990-01-01\n",
                "Jane CANARY,was ill\n",
            ),
        ),
    ),
    FormatCase(
        "typed table",
        PARQUET,
        "a.parquet",
        to_parquet(TYPED, row_group_size=2),
        TYPED_RULES,
        refuses=(b"PAR1" + CANARY.encode() + b"PAR1", to_parquet(TYPED)[:-9], to_parquet(BYTES)),
    ),
    FormatCase(
        "typed table of texts",
        PARQUET,
        "a.pq",
        to_parquet(TYPED.select(["name"])),
        refuses=(to_parquet(BYTES), to_parquet(SAME_NAMES)),
    ),
    FormatCase("arrow table", ARROW, "a.arrow", to_arrow(TYPED), TYPED_RULES),
    FormatCase(
        "arrow stream",
        ARROW,
        "a.feather",
        to_arrow(TYPED.select(["name", "notes"]), stream=True),
        refuses=(b"ARROW1\0\0" + CANARY.encode(), b"FEA1" + CANARY.encode(), to_arrow(BYTES)),
    ),
    FormatCase(
        "archive",
        ZIP,
        "a.zip",
        to_zip(
            {
                "folder/": b"",
                "folder/Janette.txt": b"Janette Doe was absent.",
                "second.csv": b"name,age\nJanette Doe,34\nJohnny Roe,5\n",
                "inner.zip": to_zip({"0001.json": b'{"text": "never"}', "letter": b"Yours Johnny"}),
            }
        ),
        FormatOptions(numbers="keep"),
        refuses=(
            b"PK\x03\x04" + CANARY.encode(),
            to_zip({f"a.{CANARY}": b""}),
            to_zip({f"{CANARY}.docm": b""}),
            to_zip({f"../{CANARY}.txt": b""}),
            to_zip({f"/{CANARY}.txt": b""}),
            to_zip({f"C:{CANARY}.txt": b""}),
            to_zip({f"..\\{CANARY}.txt": b""}),
            to_zip({f"{CANARY}.txt": b"", f"{CANARY}.TXT": b""}),
            to_zip({f"{CANARY}\n.txt": b""}),
            to_zip({"a.zip": to_zip({"a.zip": to_zip({"a.zip": to_zip({f"{CANARY}.txt": b""})})})}),
            to_zip({f"{CANARY}.txt": b"\0" * 30_000_000}),
            to_zip({f"{CANARY}.txt": f"{CANARY} \0".encode()}),
            to_zip({f"{CANARY}.csv": f"text\n{CANARY},1\n".encode()}),
        ),
    ),
    FormatCase("empty archive", ZIP, "a.zip", to_zip({})),
    FormatCase(
        "pages",
        PDF,
        "a.pdf",
        make(
            b"BT /F1 12 Tf 14 TL 72 700 Td (Janette Doe came on) Tj T* (Monday, and left.) Tj ET",
            b"BT /F1 12 Tf 72 700 Td [(Second) -300 (page)] TJ ET",
        ),
        refuses=(b"%PDF-1.7\n" + CANARY.encode(), b"%PDF-1.7\n" + CANARY.encode() + b"\n%%EOF\n"),
    ),
    FormatCase(
        "web page",
        HTML,
        "a.html",
        (
            "<!DOCTYPE html>\r\n<html><head><title>On Janette</title></head><body>\r\n<p title='about Doreen'>Jane<b>tte</b>"
            " &amp; S&ouml;hne,\n   unquoted <a href=https://example.org/janette%20doe?q=1>profile</a><pre> a\r\n  b</pre>"
            "<table><tr><td>alpha<td>gamma</table>\ufeff & &lt; 5 > 4"
        ).encode(),
        refuses=(
            *hostile(
                "<p>CANARY \udcff", "<meta charset=utf-7>CANARY", "<!doctype a [<!entity b 'CANARY'>]>CANARY"
            ),
            *hostile("<meta charset=iso-8859-1>CANARY ü", "<meta charset=shift_jis>CANARY \udc81"),
            *hostile("<div>" * 5000 + "CANARY"),
        ),
    ),
    FormatCase("empty page", HTML, "a.htm", b""),
    FormatCase(
        "resource",
        FHIR,
        "a.json",
        (
            b'{"resourceType": "Patient", "id": "4711", "text": {"status": "generated", "div": "<div xmlns=\\"http://www.w3.org/'
            b'1999/xhtml\\"><p id=\\"x\\">Janette&nbsp;<b>Doe</b></p><!-- x --></div>"}, "name": [{"family": "Sommer", "given":'
            b' ["Janette", "Doreen"]}], "birthDate": "1985-03-12", "_birthDate": {"id": "a"}, "meta": {"tag": [null]},'
            b' "contact": [{"period": {"start": "2020"}, "event": ["2021-04", "Easter"]}], "multipleBirthInteger": 2}'
        ),
        refuses=(
            *UNREADABLE,
            *hostile(
                "CANARY",
                "[]",
                "{}",
                '{"resourceType": "CANARY"}',
                '{"resourceType": ["CANARY"]}',
                '{"CANARY": 1}',
                "",
            ),
            *hostile(
                '{"resourceType": "Patient", "text": {"status": "x", "div": "<div>CANARY"}}',
                '{"resourceType": "Patient", "text": {"status": "x", "div": "<!DOCTYPE a [<!ENTITY b \'CANARY\'>]><a>&b;</a>"}}',
                '{"resourceType": "Patient", "id": "CANARY"}\n{"CANARY": 1}',
                '{"resourceType": "Patient", "id": 1, "id": "CANARY"}',
            ),
        ),
    ),
    FormatCase(
        "resources",
        FHIR,
        "a.ndjson",
        b'{"resourceType": "Patient", "id": "p", "name": [{"text": "Janette Doe"}]}\n\n'
        b'{"resourceType": "Observation", "status": "final", "subject": {"reference": "https://x.org/Patient/p",'
        b' "display": "Janette"}, "issued": "2021-05-04T10:00:00Z", "valueAge": {"value": 93}}\n',
    ),
    FormatCase(
        "resource in XML",
        FHIR,
        "a.xml",
        (
            b"<?xml version='1.0'?><!-- x --><Patient xmlns='http://hl7.org/fhir'><id value='4711'/><text><status value='generated'/>"
            b"<div xmlns='http://www.w3.org/1999/xhtml'><p class='x'>Janette <b>Doe</b></p><br/></div></text>"
            b"<extension url='http://x.org/parts'><extension url='named'><valueString value='Doreen'/></extension></extension>"
            b"<name id='n'><family value='Sommer'><extension url='urn:x'><valueInteger value='3'/></extension></family>"
            b"<given value='Janette'/><given value='Absent'/></name><birthDate value='1985-03-12'/><deceasedBoolean value='true'/>"
            b"<contained><Observation><id value='o'/><valueQuantity><value value='93'/><unit value='years'/></valueQuantity>"
            b"</Observation></contained></Patient>"
        ),
        refuses=hostile(
            "<Patient xmlns='http://hl7.org/fhir'>CANARY</Patient>",
            "<CANARY xmlns='http://hl7.org/fhir'/>",
            "<Patient xmlns='http://hl7.org/fhir' CANARY='1'/>",
            "<Patient xmlns='http://hl7.org/fhir'><a value='CANARY'><value value='b'/></a></Patient>",
            "<Patient xmlns='http://hl7.org/fhir'><contained><Patient/><CANARY/></contained></Patient>",
            "<Patient xmlns='http://hl7.org/fhir'>" + "<a>" * 300 + "CANARY" + "</a>" * 300 + "</Patient>",
            "<!DOCTYPE a [<!ENTITY b 'CANARY'>]><Patient xmlns='http://hl7.org/fhir'>&b;</Patient>",
        ),
    ),
    FormatCase(
        "clinical document",
        CDA,
        "a.xml",
        (
            b"<ClinicalDocument xmlns='urn:hl7-org:v3' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\n<id root='1.2.3'"
            b" extension='4711'/><title>On Janette</title><effectiveTime value='20210504'/><recordTarget><patientRole><patient><name>"
            b"<given>Janette</given><family>Sommer</family></name></patient></patientRole></recordTarget><section><text>"
            b"<content ID='x'>Doreen</content> was <b>ab</b>sent<table><tr><th>Alpha</th></tr><tr><td>never</td></tr></table></text>"
            b"<observation><code displayName='Gamma'/><text><reference value='#x'/></text><value xsi:type='PQ' value='93' unit='a'/>"
            b"</observation><observation><value representation='B64'>aGk=</value></observation></section></ClinicalDocument>"
        ),
        refuses=hostile(
            "<a>CANARY</a>",
            "<ClinicalDocument xmlns='urn:hl7-org:v3'>CANARY",
            "<!DOCTYPE a [<!ENTITY b 'CANARY'>]><ClinicalDocument xmlns='urn:hl7-org:v3'>&b;</ClinicalDocument>",
            "<ClinicalDocument xmlns='urn:hl7-org:v3'>"
            + "<a>" * 300
            + "CANARY"
            + "</a>" * 300
            + "</ClinicalDocument>",
        ),
    ),
    FormatCase(
        "messages of health records",
        HL7,
        "a.hl7",
        (
            "\x0bMSH#%~@&#EPIC##LAB##202105041030##ADT%A01#M1#P#2.5\rPID#1##4711##SOMMER%JANETTE##19850312\r\x1c\r"
            "MSH|^~\\&|EPIC\rOBX|1|TX|1^Gamma||Janette Do\\H\\re\\N\\en \\T\\ so^far||||||F\rOBX|2|TX|1^Gamma||was absent.\\.br\\"
            "Never\rOBX|3|NM|1^Age||93|a\rZZZ|1|Doreen\rNTE|1||S\u00f6hne~alpha\r"
        ).encode(),
        refuses=(
            *UNREADABLE,
            *hostile(
                "CANARY",
                "",
                "MSH|CANARY",
                "MSH|^~\\&|a\rCANARY",
                "PID|1|CANARY",
                "MSH|^~\\&||||||||||||||||CANARY",
                "MSH|^~\\&|a\rNTE|1||CANARY \\C2842\\",
                "MSH|^^^^|CANARY",
                "MSH|^~\\&||||||||||||||||8859/1~CANARY",
                "MSH|^~\\&||||||||||||||||ASCII\rNTE|1||CANARY \u00fc",
            ),
        ),
    ),
    FormatCase(
        "markup",
        XML,
        "a.xml",
        (
            "\ufeff<?xml version='1.0'?>\r\n<!-- made --><n:notes xmlns:n='urn:hl7-org:v3' xml:lang='en'>\r\n"
            "  <note by='Doreen &quot;Do&quot;' to=\"it's&#10;her\"><given>Janette</given><given>Absent</given></note>\n"
            "  <p>Jane<b>tte</b> <i>Sommer</i><i>Winter</i><br/>&amp; S&#246;hne <![CDATA[<alpha>]]>"
            "<table><r><c>gamma</c><c>delta</c></r></table>after</p><empty> </empty><empty/></n:notes>"
        ).encode(),
        refuses=(
            *hostile(
                "CANARY",
                "<a>CANARY",
                "<CANARY></b>",
                "<a>CANARY \udcff</a>",
                "<a b=CANARY/>",
                "<a>CANARY\x01</a>",
            ),
            *hostile("<!DOCTYPE a [<!ENTITY b 'CANARY'>]><a>&b;</a>", "<!DOCTYPE CANARY []><a/>"),
            *hostile("<!DOCTYPE a SYSTEM 'CANARY'><a>&CANARY;</a>", "<a>&CANARY;</a>", "<a b='&CANARY;'/>"),
            *hostile(
                "<?xml version='1.0' encoding='utf-7'?><a>CANARY</a>", "<a>" * 300 + "CANARY" + "</a>" * 300
            ),
            *hostile("<?xml version='1.0' encoding='iso-8859-1'?><a>CANARY ü</a>", "<a/><CANARY/>", ""),
            *hostile("<Patient xmlns='http://hl7.org/fhir'><x value='CANARY'/></Patient>"),
        ),
    ),
    FormatCase(
        "message",
        MAIL,
        "a.eml",
        make_message(),
        refuses=(
            *hostile("CANARY", "", "\nCANARY", "\n \n", "Content-Type: multipart/mixed\n\nCANARY"),
            *hostile(
                'Content-Type: text/plain; charset="CANARY"\n\nCANARY', "Subject: =?utf-8?q?CANARY=ff?=\n\n"
            ),
            *hostile("Subject: CANARY\n\nCANARY \udcff", "A: b\n\nbegin 644 CANARY.txt\n`\nend\n"),
            *hostile("Content-Type: multipart/encrypted; boundary=x\n\n--x\n\nCANARY\n--x--\n"),
            *hostile("A: b\n\n-----BEGIN PGP MESSAGE-----\nCANARY\n"),
            NESTED.replace(b"secret", CANARY.encode()),
        ),
    ),
    FormatCase(
        "mailbox",
        MAILBOX,
        "a.mbox",
        b"From janette@example.org Mon Jan  1 00:00:00 2024\n"
        + make_message()
        + b"\nFrom someone Mon\nSubject: \n\n"
        b"Hello Doreen\n\n>From here\n",
        refuses=hostile("CANARY", "\nFrom CANARY\n", "From CANARY\nCANARY\n"),
    ),
    FormatCase("empty mailbox", MAILBOX, "a.mbox", b""),
]
CASES += [
    FormatCase(
        form.name,
        form,
        f"a{form.suffixes[0]}",
        pack_pages(pages, form.kind),
        refuses=tuple(head + CANARY.encode() for head in form.heads),
    )
    for form, pages in (
        (PNG, [draw("Janette Doe was absent", "on Monday and never came")]),
        (JPEG, [draw("Janette Doe was absent", "on Monday and never came")]),
        (TIFF, [draw("Janette Doe was absent"), draw("on Monday and never came")]),
    )
]
CASES += [
    FormatCase(
        form.name,
        form,
        f"a.{form.name}",
        pack(build()),
        refuses=(
            b"PK\x03\x04" + CANARY.encode(),
            pack({"mimetype": b"x", "[Content_Types].xml": f"<!DOCTYPE {CANARY}><a/>".encode()}),
            pack({"content.xml": CANARY.encode()}),
        ),
    )
    for form, build in PLAIN.items()
]
CASES += [
    FormatCase(
        form.name,
        form,
        f"a{form.suffixes[0]}",
        pack(next(build for each, build in PLAIN.items() if each is form.into)()),
        refuses=(b"PK\x03\x04" + CANARY.encode(),),
    )
    for form in OLD_OFFICE
]
CASES.append(
    FormatCase(
        "book",
        EPUB,
        "a.epub",
        build_book(
            "<h1>Janette</h1><p>was <b>ab</b>sent &amp; never</p><a href='https://x.org/alpha'>gamma</a>",
            metadata="<dc:creator>Doreen</dc:creator>",
        ),
        refuses=(
            b"PK\x03\x04" + CANARY.encode(),
            to_zip({"mimetype": CANARY.encode()}),
            build_book(f"<p>{CANARY}"),
            build_book(f"<p>&{CANARY};</p>"),
            build_book(metadata=f"<dc:title>{CANARY}"),
        ),
    )
)
CASES.append(
    FormatCase(
        "msg",
        OUTLOOK,
        "a.msg",
        build_message(),
        refuses=(OLE + CANARY.encode(), build_ole({"a": CANARY.encode()}), *hostile("CANARY", "\nCANARY")),
    )
)


@pytest.fixture(autouse=True)
def read_pictures_by_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    read_with(monkeypatch, ScriptedReader())


@contract(CHECKS, CASES)
def test_a_format_keeps_the_contract(check: Callable[[FormatCase], None], case: FormatCase) -> None:
    check(case)


def test_every_format_of_ours_is_under_the_contract() -> None:
    assert {each.name for each in list_formats()} == {case.format.name for case in CASES}


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12) | st.sampled_from(
    ["=1", "-5", "'=", '"', "a,b", "\r", "\n", "\ufeff", "''+", "＝x", "\t"]
)


@settings(max_examples=200)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4), st.sampled_from(",;\t|"))
def test_a_table_that_another_program_wrote_is_read_and_written_as_that_program_does(
    rows: list[tuple[str, str]], delimiter: str
) -> None:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter, lineterminator="\r\n").writerows([("text", "note"), *rows])
    rules = FormatOptions(columns={name: ColumnRule("sanitize") for name in ("text", "note")})
    source = CSV.read("a.csv", buffer.getvalue().encode(), rules)
    written = source.write([()] * len(source.documents)).decode()
    cells = list(csv.reader(io.StringIO(written, newline=""), delimiter=delimiter))
    without_guard = [tuple(cell.removeprefix("'") for cell in row) for row in cells[1:]]
    assert without_guard == [tuple(cell.removeprefix("'") for cell in row) for row in rows]


def records(count: int) -> list[dict[str, object]]:
    text = "Ticket of Jane Doe, who says that her order has not arrived, and asks for a call at noon. " * 2
    return [{"id": number, "author": "Jane", "text": f"{number} {text[:150]}"} for number in range(count)]


def as_lines() -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records(10_000)).encode()


def as_rows() -> bytes:
    rows = [f'{record["id"]},Jane,"{record["text"]}"\n' for record in records(10_000)]
    return ("id,author,text\n" + "".join(rows)).encode()


@pytest.mark.parametrize(("make", "name"), [(as_lines, "t.jsonl"), (as_rows, "t.csv")])
def test_ten_thousand_tickets_are_read_and_written_within_two_seconds(
    make: Callable[[], bytes], name: str
) -> None:
    data, options = make(), FormatOptions(numbers="keep")
    seconds = []
    for _ in range(3):
        start = time.process_time()
        source = find_format(name, data[:4096], options).read(name, data, options)
        source.write([()] * len(source.documents))
        seconds.append(time.process_time() - start)
        assert len(source.documents) == 10_000
    assert min(seconds) < 2.0, "the quickest of three; alone on a machine it takes less than one"
