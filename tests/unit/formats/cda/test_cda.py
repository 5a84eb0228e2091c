"""Clinical documents: each field by its rule, and what a policy makes of it."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from tests.faults import Patch, require_a_fault_for_every_step, require_that_a_fault_is_found
from tests.removing import LABEL, is_left, remove

from reticent.api import open_policy
from reticent.errors import DocumentError
from reticent.formats import FormatOptions, cda, find_format
from reticent.formats.cda import CDA, CdaSource
from reticent.formats.cda import _rules as rules
from reticent.formats.xml import XML
from reticent.plan import Edit
from reticent.text import Span

SURNAME = "Zoellner"
SPACES = 'xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:sdtc="urn:hl7-org:sdtc"'


def pack(inside: str) -> bytes:
    return f"<ClinicalDocument {SPACES}>{inside}</ClinicalDocument>".encode()


def patient(inside: str) -> bytes:
    return pack(f"<recordTarget><patientRole>{inside}</patientRole></recordTarget>")


def section(inside: str) -> bytes:
    return pack(
        f"<component><structuredBody><component><section>{inside}</section></component></structuredBody></component>"
    )


def read(data: bytes) -> CdaSource:
    return CDA.read("a.xml", data, FormatOptions())


def headers(data: bytes) -> dict[str, str]:
    (document,) = read(data).documents
    return {cell.span.of(document.text): cell.header for cell in document.cells}


def write(data: bytes, word: str, text: str = LABEL) -> str:
    source = read(data)
    (document,) = source.documents
    edits = [Edit(Span(*each.span()), text, 0) for each in re.finditer(re.escape(word), document.text)]
    return source.write([edits]).decode()


SHOWN_PLACES = {
    "family": patient(f"<patient><name><family>{SURNAME}</family></name></patient>"),
    "name": patient(f"<patient><name>Ann {SURNAME}</name></patient>"),
    "word in several elements": section("<text>Zo<content>ell</content>ner</text>"),
    "cell": section(f"<text><table><tr><td>{SURNAME}</td></tr></table></text>"),
    "caption": section(f"<text><table summary='{SURNAME}'><caption>x</caption></table></text>"),
    "id": patient(f"<id root='2.16.840.1.113883.4.1' extension='{SURNAME}'/>"),
    "giver of a number": patient(f"<id root='1.2.3' extension='5' assigningAuthorityName='{SURNAME}'/>"),
    "word of a code": section(f"<entry><observation><code displayName='{SURNAME}'/></observation></entry>"),
    "code": section(f"<code code='{SURNAME}' codeSystem='2.16.840.1.113883.6.1'/>"),
    "code of HL7": section(f"<code code='{SURNAME.upper()}' codeSystem='2.16.840.1.113883.5.111'/>"),
    "name of a system": section(f"<code code='x' codeSystemName='{SURNAME}'/>"),
    "value": section(f"<entry><observation><value xsi:type='ST'>{SURNAME}</value></observation></entry>"),
    "type of a value": section(
        f"<entry><observation><value xsi:type='{SURNAME}'>1</value></observation></entry>"
    ),
    "class": section(f"<entry><observation classCode='{SURNAME.upper()}'/></entry>"),
    "unit": section(f"<entry><observation><value value='1' unit='{{{SURNAME}}}'/></observation></entry>"),
    "link": section(f"<text><linkHtml href='http://x.org/{SURNAME}'>x</linkHtml></text>"),
    "address of a file": section(
        f"<entry><act><text><reference value='{SURNAME}.pdf'/></text></act></entry>"
    ),
    "telecom": patient(f"<telecom value='mailto:{SURNAME}@example.org'/>"),
    "unknown element": patient(f"<sdtc:maiden>{SURNAME}</sdtc:maiden>"),
    "unknown attribute": patient(f"<patient maiden='{SURNAME}'/>"),
    "extension of a template": pack(f"<templateId root='2.16.840.1.113883.10.20' extension='{SURNAME}'/>"),
    "language": pack(f"<languageCode code='{SURNAME}'/>"),
}
HIDING_PLACES = {
    "attachment": section(f"<entry><observationMedia><value mediaType='image/png' representation='B64'>{SURNAME}</value></observationMedia></entry>"),
    "body": pack(f"<component><nonXMLBody><text mediaType='application/pdf' representation='B64'>{SURNAME}</text></nonXMLBody></component>"),
    "picture": pack(f"<text><thumbnail>{SURNAME}</thumbnail></text>"),
    "signature": pack(f"<legalAuthenticator><sdtc:signatureText>{SURNAME}</sdtc:signatureText></legalAuthenticator>"),
    "checksum": pack(f"<text integrityCheck='{SURNAME}'/>"),
    "root": pack(f"<id root='{SURNAME}'/>"),
    "root of an institution": pack("<id root='1.3.6.1.4.1.99999.Zoellner'/>"),
    "system of an institution": section(f"<code code='1' codeSystem='1.2.{SURNAME}'/>"),
    "id in a text": section(f"<text><content ID='{SURNAME}'>x</content></text>"),
    "reference": section(f"<entry><act><text><reference value='#{SURNAME}'/></text></act></entry>"),
    "several references": section(f"<text><td headers='a {SURNAME}'>x</td></text>"),
    "comment": pack(f"<!-- {SURNAME} -->"),
    "style": b"<?xml-stylesheet href='Zoellner.xsl'?>" + pack(""),
}  # fmt: skip


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_a_word_is_removed_wherever_it_stands(place: str) -> None:
    written = remove(CDA, "a.xml", SHOWN_PLACES[place], SURNAME)
    assert LABEL.encode() in written
    assert not is_left(CDA, written, SURNAME)


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_an_edit_that_is_not_carried_out_is_found(place: str, monkeypatch: Patch) -> None:
    source = read(SHOWN_PLACES[place])
    monkeypatch.setattr(type(source.fields), "split", lambda self, _: [[] for _ in self.spans])
    written = remove(CDA, "a.xml", SHOWN_PLACES[place], SURNAME)
    assert CDA.residue(written, [SURNAME])


@pytest.mark.parametrize("place", HIDING_PLACES)
def test_what_is_no_text_does_not_go_out(place: str) -> None:
    source = read(HIDING_PLACES[place])
    written = source.write([()])
    assert not is_left(CDA, written, SURNAME)
    again = CDA.read("a.xml", written, source.options)
    assert again.write([()]) == written


FAULTS = [
    *((place, "rules._DROP") for place in ("picture", "signature", "checksum")),
    *(
        (place, "cda._Cleaner.clean")
        for place in HIDING_PLACES
        if place not in ("picture", "signature", "checksum", "comment", "style")
    ),
]


@pytest.mark.parametrize(("place", "step"), FAULTS)
def test_a_step_that_is_left_out_leaves_the_secret_to_be_found(
    place: str, step: str, monkeypatch: Patch
) -> None:
    def find() -> bool:
        return bool(CDA.residue(read(HIDING_PLACES[place]).write([()]), [SURNAME]))

    stand_ins = {"rules._DROP": {}, "cda._Cleaner.clean": lambda _, nodes: iter(nodes)}
    require_that_a_fault_is_found(monkeypatch, cda, stand_ins, (step,), find)


def test_every_step_has_a_fault() -> None:
    stand_ins: dict[str, object] = {"rules._DROP": {}, "cda._Cleaner.clean": None}
    others = {"cda._Cleaner._clean_tag": "is left out with the step that calls it"}
    require_a_fault_for_every_step(cda, stand_ins, [(step,) for _, step in FAULTS], others)


def test_fields_are_what_the_table_says() -> None:
    found = headers(
        patient(
            "<id root='2.16.840.1.113883.4.1' extension='a1'/><addr><streetAddressLine>b</streetAddressLine>"
            "<houseNumber>c1</houseNumber><city>d</city><postalCode>e1</postalCode></addr><addr>loose</addr><telecom value='tel:555'/>"
            "<telecom value='mailto:f@x.org'/><patient><name><given>g</given><family>h</family></name><birthTime value='2001'/>"
            "<guardian><guardianPerson><name>Day</name></guardianPerson><guardianOrganization><name>i</name></guardianOrganization>"
            "</guardian><birthplace><place><name>j</name></place></birthplace></patient>"
        )
    )
    assert found == {
        "a1": "record identifier",
        "b": "address line",
        "c1": "house number",
        "d": "city",
        "e1": "postal code",
        "loose": "address",
        "tel:555": "phone",
        "mailto:f@x.org": "email",
        "g": "first name",
        "h": "last name",
        "2001": "date of birth",
        "Day": "full name",
        "i": "organization name",
        "j": "city",
    }


def test_what_a_value_answers_says_what_it_is() -> None:
    table = "<text><table><tr><th>Maiden name</th><th>Weight</th></tr><tr><td>Price</td><td>70</td></tr></table></text>"
    rows = "<text><table><tr><td>Spouse name</td><td><content>Hale</content></td></tr></table></text>"
    entry = "<entry><observation><code displayName='Next of kin name'/><value xsi:type='ST'>Bush</value></observation></entry>"
    found = headers(section(table + rows + entry))
    assert found["Price"] == "Maiden name"
    assert found["Hale"] == "Spouse name"
    assert found["Bush"] == "Next of kin name"


def test_words_of_the_standard_and_codes_are_no_text() -> None:
    data = section(
        "<templateId root='2.16.840.1.113883.10.20.22.2.17' extension='2015-08-01'/>"
        "<code code='29762-2' codeSystem='2.16.840.1.113883.6.1' codeSystemName='LOINC'/><entry typeCode='DRIV'>"
        "<observation classCode='OBS' moodCode='EVN'><statusCode code='completed'/><value xsi:type='PQ' unit='mg/dL'/>"
        "<value xsi:type='CD' code='8517006' codeSystem='2.16.840.1.113883.6.96'/><languageCode code='en-US'/></observation></entry>"
    )
    assert read(data).documents[0].text == ""


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("<effectiveTime value='20210504103000+0500'/>", "20210504103000+0500"),
        ("<effectiveTime><low value='2012'/></effectiveTime>", "2012"),
        ("<observation><value xsi:type='PQ' value='93' unit='a'/></observation>", "93"),
    ],
)
def test_a_date_or_number_that_goes_is_masked_as_the_standard_has_it(written: str, text: str) -> None:
    source = read(pack(written))
    assert source.documents[0].text == text
    released = write(pack(written), text)
    assert 'nullFlavor="MSK"' in released
    assert "value=" not in released
    again = CDA.read("a.xml", released.encode(), source.options).documents[0].text
    assert source.agrees_with([LABEL], [again])
    assert not source.agrees_with([text], [again])
    assert not source.agrees_with([LABEL], ["more"])


def test_a_date_that_becomes_another_date_stays_where_it_is() -> None:
    assert 'value="2012"' in write(pack("<effectiveTime value='20120403'/>"), "20120403", "2012")


def test_ids_and_what_leads_to_them_agree_after_they_are_numbered() -> None:
    data = section(
        "<text><content ID='jane-roe'>x</content></text><entry><act><id root='9C-1'/><text><reference value='#jane-roe'/>"
        "</text></act><act><id root='9C-1'/></act></entry>"
    )
    written = read(data).write([()]).decode()
    assert '<content ID="n1">' in written
    assert '<reference value="#n1"/>' in written
    assert Counter(re.findall('<id root="(.*?)"', written)) == {"2.25.1": 2}


def test_clinical_documents_are_known_by_their_first_element_and_refused_as_plain_xml() -> None:
    data = b"<?xml version='1.0'?>\n<!-- a > b --><n:ClinicalDocument xmlns:n='urn:hl7-org:v3'/>"
    assert find_format("a.xml", data, FormatOptions()) is CDA
    assert find_format("a.xml", data.decode().encode("utf-16"), FormatOptions()) is CDA
    assert find_format("a.xml", b"<a><ClinicalDocument/></a>", FormatOptions()) is XML
    with pytest.raises(DocumentError, match="--format cda"):
        XML.read("a.xml", data, FormatOptions())


def test_the_default_policy_releases_no_name_number_or_date_of_a_patient() -> None:
    data = patient(
        "<id root='2.16.840.1.113883.4.1' extension='AB-C'/><addr><streetAddressLine>7 Long Row</streetAddressLine>"
        "<city>Mobile</city><postalCode>3999</postalCode></addr><telecom value='tel:5550123'/><patient><name><given>Summer</given>"
        "<family>Green</family></name><birthTime value='19850312'/><guardian><guardianPerson><name>Day</name></guardianPerson>"
        "</guardian></patient><providerOrganization><name>Mercy</name></providerOrganization>"
    )
    (document,) = read(data).documents
    outcome = open_policy("default").sanitize(document)
    written = read(data).write([outcome.release.edits]).decode()
    assert not re.search("AB-C|Green|Summer|5550123|1985|Long Row|Mobile|3999|Day|Mercy", written)
    assert "<streetAddressLine>" in written


def test_every_rule_of_a_name_has_a_name_that_the_standard_could_have() -> None:
    assert all(re.fullmatch(r"(?:\w+\.)?@?\w+", each) for each in rules._HEADERS)


@pytest.mark.parametrize("depth", [10, 240])
def test_tables_in_tables_are_read_in_time(depth: int) -> None:
    nested = "<table><tr><td>" * (depth // 3) + "x" + "</td></tr></table>" * (depth // 3)
    assert "x" in read(section(f"<text>{nested}</text>")).documents[0].text


@pytest.mark.parametrize(
    ("asked", "value", "number"),
    [
        ("Home latitude", '<value xsi:type="REAL" value="39.781721"/>', "39.781721"),
        ("Costs", '<value xsi:type="MO" value="77123.45" currency="USD"/>', "77123.45"),
        ("Annual income", '<value xsi:type="REAL" value="77123.45"/>', "77123.45"),
        ("x", '<value xsi:type="PQ" value="77123.45" unit="USD"/>', "77123.45"),
    ],
)
def test_coordinates_and_large_amounts_go_although_they_have_decimals(
    asked: str, value: str, number: str
) -> None:
    code = f'<observation classCode="OBS" moodCode="EVN"><code displayName="{asked}"/>{value}</observation>'
    source = read(pack(f'<entry xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{code}</entry>'))
    outcome = open_policy("default").sanitize(source.documents[0])
    written = source.write([outcome.release.edits]).decode()
    assert number not in written
    assert ("USD" in value) == ("USD" in written)
