"""FHIR in JSON: each field by its rule, and what a policy makes of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.faults import (
    Everything,
    Patch,
    require_a_fault_for_every_step,
    require_that_a_fault_is_found,
)
from tests.removing import LABEL, is_left, remove

from reticent.api import open_policy
from reticent.errors import DocumentError
from reticent.formats import FormatOptions, fhir
from reticent.formats.fhir import FHIR, FhirSource
from reticent.formats.fhir import _resources as resources
from reticent.formats.seam.format import Residue
from reticent.formats.seam.records import SEPARATOR
from reticent.plan import Edit
from reticent.text import Span

SURNAME = "Zoellner"
XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
MASKED = {"url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "masked"}


def shown(text: str) -> dict[str, str]:
    return {"url": "http://hl7.org/fhir/StructureDefinition/rendered-value", "valueString": text}


def pack(**members: Any) -> bytes:
    return json.dumps({"resourceType": "Patient", **members}).encode()


def narrative(inside: str) -> bytes:
    return pack(text={"status": "generated", "div": f"<div {XHTML}>{inside}</div>"})


def read(data: bytes) -> FhirSource:
    return FHIR.read("a.json", data, FormatOptions())


def headers(data: bytes) -> dict[str, str]:
    (document,) = read(data).documents
    return {cell.span.of(document.text): cell.header for cell in document.cells}


def write(data: bytes, word: str, text: str = LABEL) -> dict[str, Any]:
    """The resource with a text instead of every occurrence of a word."""
    source = read(data)
    (document,) = source.documents
    edits = [Edit(Span(*each.span()), text, 0) for each in re.finditer(re.escape(word), document.text)]
    written = json.loads(source.write([edits]))
    assert isinstance(written, dict)
    return written


SHOWN_PLACES = {
    "family": pack(name=[{"family": SURNAME}]),
    "given": pack(name=[{"given": ["Ann", SURNAME]}]),
    "narrative": narrative("<p>Mrs Zoellner</p>"),
    "word in several elements": narrative("Zo<b>ell</b>ner"),
    "references": narrative("&#90;oelln&#101;r"),
    "title": narrative('<a title="Zoellner">x</a>'),
    "note": pack(contained=[{"resourceType": "Basic", "note": [{"text": f"Mrs {SURNAME} came."}]}]),
    "extension": pack(extension=[{"url": "http://example.org/x", "valueString": SURNAME}]),
    "address of an extension": pack(
        extension=[{"url": f"http://example.org/{SURNAME}", "valueBoolean": True}]
    ),
    "code of nobody's system": pack(code={"coding": [{"system": "urn:x", "code": SURNAME}]}),
    "code of another form": pack(code={"coding": [{"system": "http://loinc.org", "code": SURNAME}]}),
    "code of HL7": pack(
        code={"coding": [{"system": "http://terminology.hl7.org/CodeSystem/x", "code": SURNAME}]}
    ),
    "unit of no known form": pack(valueQuantity={"system": "http://unitsofmeasure.org", "code": SURNAME}),
    "remark of a unit": pack(valueQuantity={"system": "http://unitsofmeasure.org", "code": "{Zoellner}"}),
    "unit": pack(valueQuantity={"value": 1, "unit": SURNAME}),
    "escapes": b'{"resourceType": "Patient", "x": "\\u005aoellner"}',
    "type of a part": pack(contained=[{"resourceType": SURNAME}]),
}
HIDING_PLACES = {
    "position": pack(
        extension=[{"url": "http://hl7.org/fhir/StructureDefinition/geolocation", "valueString": SURNAME}]
    ),
    "address of a file": pack(
        content=[{"attachment": {"contentType": "x", "url": f"https://x.org/{SURNAME}.pdf"}}]
    ),
    "file of no type": pack(content=[{"attachment": {"data": SURNAME}}]),
    "address of a resource": pack(extension=[{"url": "urn:x", "valueUri": f"Patient/{SURNAME}"}]),
    "absolute address of a resource": pack(x=[{"valueUrl": f"https://{SURNAME}.org/Encounter/1"}]),
    "name in an address": pack(x=[{"valueUri": f"urn:uuid:{SURNAME}"}]),
    "picture": pack(photo=[{"title": SURNAME}]),
    "attachment": pack(content=[{"attachment": {"contentType": "text/plain", "data": SURNAME}}]),
    "hash": pack(content=[{"attachment": {"contentType": "text/plain", "hash": SURNAME}}]),
    "binary value": pack(extension=[{"valueBase64Binary": SURNAME}]),
    "signature": pack(signature={"who": {"display": SURNAME}}),
    "server": pack(meta={"source": f"https://{SURNAME}.example.org"}),
    "request": json.dumps({"resourceType": "Bundle", "entry": [{"request": {"url": SURNAME}}]}).encode(),
    "response": json.dumps({"resourceType": "Bundle", "entry": [{"response": {"etag": SURNAME}}]}).encode(),
    "link": json.dumps({"resourceType": "Bundle", "link": [{"url": SURNAME}], "entry": []}).encode(),
    "comment": pack(fhir_comments=[SURNAME]),
    "comment of a narrative": narrative("<!-- Zoellner -->x"),
    "class": narrative('<p class="Zoellner">x</p>'),
    "id of an element": narrative('<p id="Zoellner">x</p>'),
    "data of a picture": narrative('<img src="data:Zoellner"/>'),
    "id": pack(id=SURNAME),
    "id of a part": pack(name=[{"id": SURNAME}]),
    "reference": pack(link=[{"other": {"reference": f"Patient/{SURNAME}"}}]),
    "reference with a server": pack(link=[{"other": {"reference": f"https://{SURNAME}.org/Patient/1"}}]),
    "reference with a question": pack(link=[{"other": {"reference": f"Patient?name={SURNAME}"}}]),
    "reference of no type": pack(link=[{"other": {"reference": f"{SURNAME}/1"}}]),
    "reference inside": pack(link=[{"other": {"reference": f"#{SURNAME}"}}]),
    "name": pack(link=[{"other": {"reference": f"urn:{SURNAME}:{SURNAME}"}}]),
    "entry": json.dumps(
        {"resourceType": "Bundle", "entry": [{"fullUrl": f"https://x.org/{SURNAME}"}]}
    ).encode(),
}


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_a_word_is_removed_wherever_it_stands(place: str) -> None:
    written = remove(FHIR, "a.json", SHOWN_PLACES[place], SURNAME)
    assert LABEL.encode() in written
    assert not is_left(FHIR, written, SURNAME)


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_an_edit_that_is_not_carried_out_is_found(place: str, monkeypatch: Patch) -> None:
    (record,) = read(SHOWN_PLACES[place]).records
    monkeypatch.setattr(type(record.fields), "split", lambda self, _: [[] for _ in self.spans])
    written = remove(FHIR, "a.json", SHOWN_PLACES[place], SURNAME)
    assert FHIR.residue(written, [SURNAME])


@pytest.mark.parametrize("place", HIDING_PLACES)
def test_what_is_no_text_does_not_go_out(place: str) -> None:
    written = read(HIDING_PLACES[place]).write([()])
    assert not is_left(FHIR, written, SURNAME)


STAND_INS: dict[str, object] = {
    "rules._DROP": {},
    "rules._DROP_EXTENSIONS": {},
    "resources.ResourceReader._drop_extensions": lambda _, values: list(values),
    "resources._KEPT": Everything(),
    "resources.ResourceReader._number": lambda _, written: written,
    "resources.ResourceReader._number_reference": lambda _, written, **__: written,
}
NUMBERED = frozenset(["id", "id of a part"])
REFERENCES = frozenset(
    place for place in HIDING_PLACES if place.startswith("reference") or place.endswith("a resource")
) | {"name", "entry", "name in an address"}
KEPT = frozenset(["class", "id of an element", "data of a picture"])
FAULTS = [
    (place, ("resources.ResourceReader._number",))
    if place in NUMBERED
    else (place, ("resources.ResourceReader._number_reference",))
    if place in REFERENCES
    else (place, ("resources._KEPT",))
    if place in KEPT
    else (place, ("rules._DROP",))
    for place in HIDING_PLACES
    if place not in ("comment of a narrative", "position")
]
FAULTS += [
    ("position", ("rules._DROP_EXTENSIONS",)),
    ("position", ("resources.ResourceReader._drop_extensions",)),
]


@pytest.mark.parametrize(("place", "steps"), FAULTS)
def test_a_step_that_is_left_out_leaves_the_secret_to_be_found(
    place: str, steps: tuple[str, ...], monkeypatch: Patch
) -> None:
    def find() -> bool:
        return bool(FHIR.residue(read(HIDING_PLACES[place]).write([()]), [SURNAME]))

    require_that_a_fault_is_found(monkeypatch, fhir, STAND_INS, steps, find)


def test_every_step_has_a_fault() -> None:
    require_a_fault_for_every_step(fhir, STAND_INS, [steps for _, steps in FAULTS], {})


def test_fields_are_what_the_table_says() -> None:
    assert headers(
        pack(
            name=[{"family": "a", "given": ["b"], "text": "c"}],
            telecom=[{"system": "email", "value": "d"}, {"system": "sms", "value": "e"}, {"value": "f"}],
            address=[{"line": ["g"], "city": "h", "postalCode": "i"}],
            identifier=[{"value": "j"}],
            birthDate="2001",
            recordedDate="2002",
            period={"start": "2003"},
            note=[{"text": "k"}],
        )
    ) == {
        "a": "last name",
        "b": "first name",
        "c": "full name",
        "d": "email",
        "email": "system",
        "sms": "system",
        "e": "phone",
        "f": "phone",
        "g": "address line",
        "h": "city",
        "i": "postal code",
        "j": "record identifier",
        "2001": "date of birth",
        "2002": "date",
        "2003": "date",
        "k": "text",
    }


def test_codes_of_known_terminologies_are_no_text() -> None:
    coded = {"coding": [{"system": "http://loinc.org", "code": "29463-7", "display": "Weight"}]}
    assert read(pack(code=coded)).documents[0].text == "Weight"
    nobody = {"coding": [{"system": "http://loinc.org", "code": "555-0123-7"}]}
    assert read(pack(code=nobody)).documents[0].text == "555-0123-7"


@pytest.mark.parametrize(
    "unit",
    [
        "kg",
        "mg/dL",
        "mm[Hg]",
        "/min",
        "10*3/uL",
        "[lb_av]",
        "Cel",
        "%",
        "kg/m2",
        "mL/min/1",
        "mmol/L",
        "a",
        "[IU]/mL",
    ],
)
def test_units_are_no_text(unit: str) -> None:
    assert (
        read(pack(valueQuantity={"system": "http://unitsofmeasure.org", "code": unit})).documents[0].text
        == ""
    )


def test_a_date_that_goes_is_masked_as_the_standard_has_it() -> None:
    written = write(pack(birthDate="1985-03-12", gender="female"), "1985-03-12")
    assert written["_birthDate"] == {"extension": [MASKED, shown(LABEL)]}
    assert list(written) == ["resourceType", "_birthDate", "gender"]


def test_what_else_is_said_of_a_masked_date_stays() -> None:
    data = pack(
        birthDate="1985-03-12", _birthDate={"id": "x", "extension": [{"url": "urn:y", "valueInteger": 1}]}
    )
    assert write(data, "1985-03-12")["_birthDate"] == {
        "extension": [MASKED, shown(LABEL), {"url": "urn:y", "valueInteger": 1}],
        "id": "1",
    }


def test_a_date_in_a_list_is_masked_at_its_place() -> None:
    written = write(pack(event=["2020-01", "2021-02"]), "2021-02")
    assert written["event"] == ["2020-01", None]
    assert written["_event"] == [None, {"extension": [MASKED, shown(LABEL)]}]


def test_a_date_that_becomes_another_date_stays_where_it_is() -> None:
    assert write(pack(birthDate="1985-03-12"), "1985-03-12", "1985")["birthDate"] == "1985"


def test_an_age_is_judged_and_other_numbers_stay_as_they_are_written() -> None:
    data = b'{"resourceType": "Patient", "valueAge": {"value": 93}, "valueQuantity": {"value": 1.50}}'
    source = read(data)
    assert source.documents[0].text == "93"
    assert b'"value": 1.50' in source.write([()])
    assert b'"value": 93}' in source.write([()])
    assert write(data, "93")["valueAge"] == {"_value": {"extension": [MASKED, shown(LABEL)]}}


def test_a_number_under_a_rule_is_judged_like_a_text() -> None:
    data = pack(id=4711, identifier=[{"value": 12345678}], telecom=[{"value": 5550123}])
    assert read(data).documents[0].text.split(SEPARATOR) == ["12345678", "5550123"]
    written = write(data, "12345678")
    assert written["id"] == "1"
    assert written["identifier"] == [{"_value": {"extension": [MASKED, shown(LABEL)]}}]


def test_ids_and_references_agree_after_they_are_numbered() -> None:
    bundle = {
        "resourceType": "Bundle",
        "entry": [
            {
                "fullUrl": "https://x.org/fhir/Patient/jane",
                "resource": {"resourceType": "Patient", "id": "jane"},
            },
            {
                "fullUrl": "urn:uuid:9c-1",
                "resource": {"resourceType": "Basic", "subject": {"reference": "Patient/jane"}},
            },
            {"resource": {"resourceType": "Basic", "subject": {"reference": "urn:uuid:9c-1"}}},
        ],
    }
    source = read(json.dumps(bundle).encode())
    written = source.write([()])
    entries = json.loads(written)["entry"]
    assert entries[0] == {
        "fullUrl": "https://released.invalid/Patient/1",
        "resource": {"resourceType": "Patient", "id": "1"},
    }
    assert entries[1]["resource"]["subject"]["reference"] == "Patient/1"
    assert entries[1]["fullUrl"] == entries[2]["resource"]["subject"]["reference"]
    assert read(written).write([()]) == written


def test_a_resource_per_line_is_a_document_per_line_and_ids_agree() -> None:
    data = pack(id="jane") + b"\n" + pack(link=[{"other": {"reference": "Patient/jane"}}]) + b"\n"
    source = FHIR.read("a.ndjson", data, FormatOptions())
    assert [each.id for each in source.documents] == ["a.ndjson, line 1", "a.ndjson, line 2"]
    first, second = source.write([(), ()]).splitlines()
    assert json.loads(first)["id"] == "1"
    assert json.loads(second)["link"][0]["other"]["reference"] == "Patient/1"


def test_a_narrative_that_is_no_xhtml_is_refused() -> None:
    with pytest.raises(DocumentError, match="not well-formed"):
        read(pack(text={"status": "generated", "div": "<div><p>Zoellner</div>"}))


def test_a_narrative_is_read_as_people_read_it() -> None:
    source = read(narrative("<p>Jane&nbsp;<b>Roe</b></p><table><tr><td>a</td><td>b</td></tr></table>"))
    assert source.documents[0].text.split(SEPARATOR) == ["generated", "Jane\xa0Roe", "a", "b"]


def test_the_search_looks_into_narratives() -> None:
    left = pack(text={"status": "generated", "div": f"<div {XHTML}>Zo<b>ell</b>ner</div>"})
    assert FHIR.residue(left, [SURNAME]) == [Residue(0, "text.div")]


def test_a_masked_value_may_stand_elsewhere_but_no_text_may_be_missing() -> None:
    assert FHIR.agrees(f"a{SEPARATOR}b c", f"b  c{SEPARATOR}a")
    assert not FHIR.agrees(f"a{SEPARATOR}b", "a")


def test_keys_that_tell_go_out_as_placeholders_and_those_of_the_standard_stay() -> None:
    source = read(pack(identifier=[{"assigner": {"display": "x"}}], JaneRoe=True))
    assert "assigner" not in source.labels
    written = source.relabel(lambda labels: {"JaneRoe": "[PERSON]"} if "JaneRoe" in labels else {}).write(
        [()]
    )
    assert b"JaneRoe" not in written
    assert json.loads(written)["[PERSON]"] is True


def test_the_default_policy_releases_no_name_number_or_date_of_a_patient() -> None:
    data = pack(
        id="roe-1",
        identifier=[{"value": "AB-C"}],
        name=[{"family": "Green", "given": ["Summer"]}],
        telecom=[{"system": "phone", "value": "5550123"}],
        birthDate="1985-03-12",
        address=[{"line": ["7 Long Row"], "city": "Mobile", "postalCode": "3999"}],
    )
    (document,) = read(data).documents
    outcome = open_policy("default").sanitize(document)
    written = read(data).write([outcome.release.edits]).decode()
    assert not re.search("roe|AB-C|Green|Summer|5550123|1985|Long Row|Mobile|3999", written)


@pytest.mark.parametrize(
    "url",
    [
        "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName",
        "http://hl7.org/fhir/StructureDefinition/humanname-own-name",
        "https://example.org/fhir/mothersMaidenName",
        "urn:example:MothersMaidenName/",
        "http://example.org/fhir/referredBy",
        "http://example.org/fhir/social-worker",
        "http://example.org/fhir/legal-representative",
        "urn:oid:1.2.840.1",
    ],
)
def test_a_surname_in_an_extension_goes_although_it_is_a_common_word(url: str) -> None:
    patient = {
        "resourceType": "Patient",
        "extension": [{"url": url, "valueString": "Green"}],
        "contact": [{"name": {"text": "Wei Day"}}],
        "name": [{"family": "Okonkwo", "given": ["Adaeze"]}],
    }
    (document,) = read(json.dumps(patient).encode()).documents
    outcome = open_policy("default").sanitize(document)
    assert "Green" in document.text
    assert "Green" not in outcome.text


def test_numbering_keeps_what_is_one_apart_from_another() -> None:
    reader = resources.ResourceReader("x", FormatOptions())
    found = [reader._number(each) for each in ("a", "b", "a", "00000000-0000-0000-0000-000000000001")]
    assert found == ["1", "2", "1", "3"]


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"contact": [{"name": {"family": "Day"}}]}, "last name"),
        ({"extension": [{"url": "urn:x", "valueHumanName": {"text": "Day"}}]}, "full name"),
        ({"name": {"text": "Day", "given": ["x"]}}, "full name"),
        (
            {
                "extension": [
                    {"url": "http://x.org/mother", "extension": [{"url": "name", "valueString": "Day"}]}
                ]
            },
            "mother name",
        ),
        (
            {"extension": [{"url": "http://x.org/a/emergency-contact-name", "valueString": "Day"}]},
            "emergency-contact-name",
        ),
        ({"subject": {"display": "Day"}}, "patient name"),
        ({"actor": {"display": "Day"}}, "name"),
        ({"actor": {"reference": "Practitioner/1", "display": "Day"}}, "provider name"),
        ({"actor": {"type": "RelatedPerson", "display": "Day"}}, "full name"),
        (
            {
                "actor": {"reference": "#o", "display": "Day"},
                "contained": [{"resourceType": "Patient", "id": "o"}],
            },
            "patient name",
        ),
        ({"actor": {"reference": "Location/1", "display": "Day"}}, "address"),
        ({"medicationReference": {"display": "Day"}}, "text"),
        ({"code": {"coding": [{"display": "Day"}]}}, "display"),
        ({"code": {"text": "Maiden name"}, "valueString": "Day"}, "Maiden name"),
        ({"code": {"coding": [{"display": "Alias"}]}, "valueString": "Day"}, "Alias"),
        ({"parameter": [{"name": "family name", "valueString": "Day"}]}, "family name"),
        (
            {
                "item": [
                    {"text": "Your name", "item": [{"text": "Last name", "answer": [{"valueString": "Day"}]}]}
                ]
            },
            "Last name",
        ),
        ({"item": [{"linkId": "last-name", "answer": [{"valueString": "Day"}]}]}, "last-name"),
        ({"accessionIdentifier": {"value": "Day"}}, "record identifier"),
        ({"x": {"system": "urn:x", "value": "Day"}}, "record identifier"),
        ({"x": {"assigner": {}, "value": "Day"}}, "record identifier"),
        ({"x": {"system": "phone", "value": "Day"}}, "phone"),
        ({"birthPlace": {"district": "Day"}}, "city"),
        ({"agent": [{"network": {"address": "Day"}}]}, "ip address"),
        ({"series": [{"uid": "Day"}]}, "record identifier"),
        ({"managingOrganization": {"display": "Day"}}, "organization name"),
    ],
)
def test_what_is_said_around_a_value_says_what_it_is(members: dict[str, Any], said: str) -> None:
    assert headers(pack(**members))["Day"] == said
    assert headers(to_xml(members))["Day"] == said


def to_xml(members: dict[str, Any]) -> bytes:
    inside = "".join(_element(key, each) for key, each in members.items())
    return f'<Patient xmlns="http://hl7.org/fhir">{inside}</Patient>'.encode()


def _element(name: str, value: Any) -> str:
    if isinstance(value, list):
        return "".join(_element(name, each) for each in value)
    if not isinstance(value, dict):
        return f'<{name} value="{value}"/>'
    url = f' url="{value["url"]}"' if name == "extension" else ""
    kind = value.get("resourceType")
    inside = "".join(
        _element(key, each) for key, each in value.items() if key not in ("resourceType", url and "url")
    )
    return f"<{name}{url}>{f'<{kind}>{inside}</{kind}>' if kind else inside}</{name}>"


@pytest.mark.parametrize(
    ("members", "age"),
    [
        ({"valueQuantity": {"value": 93, "unit": "years"}}, "93"),
        ({"valueQuantity": {"value": 93, "code": "a", "system": "http://unitsofmeasure.org"}}, "93"),
        ({"onsetRange": {"high": {"value": 93}}}, "93"),
        ({"relative": [{"ageAge": {"value": 93}}]}, "93"),
        ({"ssn": 219099184}, "219099184"),
        ({"extension": [{"url": "http://x.org/room", "valueInteger": 93}]}, "93"),
    ],
)
def test_numbers_of_somebody_are_judged(members: dict[str, Any], age: str) -> None:
    assert age in read(pack(**members)).documents[0].text.split(SEPARATOR)


def test_a_resource_in_xml_is_what_it_is_in_json() -> None:
    xml = (
        b'<?xml version="1.0"?><f:Patient xmlns:f="http://hl7.org/fhir"><f:id value="jane"/><f:text><f:status value="generated"/>'
        b'<h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p class="x">Jane <h:b>Roe</h:b></h:p></h:div></f:text><f:name><f:family'
        b' value="Roe"/><f:given value="Jane"/><f:given value="Ann"/></f:name><f:birthDate value="1985-03-12"/></f:Patient>'
    )
    twin = pack(
        id="jane",
        text={"status": "generated", "div": f"<div {XHTML}><p>Jane <b>Roe</b></p></div>"},
        name=[{"family": "Roe", "given": ["Jane", "Ann"]}],
        birthDate="1985-03-12",
    )
    assert read(xml).documents[0].text == read(twin).documents[0].text
    assert headers(xml) == headers(twin)
    source = read(xml)
    written = source.write([()]).decode()
    assert '<Patient xmlns="http://hl7.org/fhir">\n  <id value="1"/>' in written
    assert '<div xmlns="http://www.w3.org/1999/xhtml"><p>Jane <b>Roe</b></p></div>' in written
    assert FHIR.read("a.xml", written.encode(), source.options).write([()]).decode() == written


def test_a_date_that_goes_is_masked_in_xml_too() -> None:
    data = b'<Patient xmlns="http://hl7.org/fhir"><birthDate value="1985-03-12"/><active value="true"/></Patient>'
    source = read(data)
    edits = [Edit(Span(0, 10), LABEL, 0)]
    written = source.write([edits]).decode()
    assert (
        '<birthDate>\n    <extension url="http://hl7.org/fhir/StructureDefinition/data-absent-reason">'
        in written
    )
    assert f'<valueString value="{LABEL}"/>' in written
    assert FHIR.agrees(
        source.documents[0].text.replace("1985-03-12", LABEL), read(written.encode()).documents[0].text
    )


@pytest.mark.parametrize("place", [place for place in SHOWN_PLACES if "code" in place or "unit" in place])
def test_the_places_of_json_are_those_of_xml(place: str) -> None:
    data = to_xml(
        {key: each for key, each in json.loads(SHOWN_PLACES[place]).items() if key != "resourceType"}
    )
    written = remove(FHIR, "a.xml", data, SURNAME)
    assert LABEL.encode() in written
    assert not is_left(FHIR, written, SURNAME)


XML_PLACES = {
    "attribute": f'<name><family value="{SURNAME}"/></name>',
    "extension": f'<extension url="http://x.org/{SURNAME}"><valueString value="{SURNAME}"/></extension>',
    "narrative": f'<text><status value="x"/><div {XHTML}>Zo<b>ell</b>ner</div></text>',
    "title": f'<text><status value="x"/><div {XHTML}><a title="{SURNAME}">x</a></div></text>',
    "unknown element": f'<maiden value="{SURNAME}"/>',
}


@pytest.mark.parametrize("place", XML_PLACES)
def test_a_word_is_removed_wherever_it_stands_in_xml(place: str, monkeypatch: Patch) -> None:
    data = f'<Patient xmlns="http://hl7.org/fhir">{XML_PLACES[place]}</Patient>'.encode()
    written = remove(FHIR, "a.xml", data, SURNAME)
    assert LABEL.encode() in written
    assert not is_left(FHIR, written, SURNAME)
    (record,) = read(data).records
    monkeypatch.setattr(type(record.fields), "split", lambda self, _: [[] for _ in self.spans])
    assert FHIR.residue(remove(FHIR, "a.xml", data, SURNAME), [SURNAME])


def test_names_of_elements_that_tell_are_names_of_elements_afterwards() -> None:
    source = read(b'<Patient xmlns="http://hl7.org/fhir"><JaneRoe value="x"/></Patient>')
    written = source.relabel(lambda _: {"JaneRoe": "[PERSON 1]"}).write([()])
    assert b'<PERSON_1 value="x"/>' in written


def test_the_default_policy_releases_no_name_of_a_record_in_xml() -> None:
    data = to_xml(
        {
            "identifier": [{"value": "AB-C"}],
            "name": [{"family": "Green", "given": ["Summer"]}],
            "birthDate": "1985",
            "extension": [{"url": "http://x.org/mothersMaidenName", "valueString": "Price"}],
            "generalPractitioner": [{"display": "Day"}],
        }
    )
    (document,) = read(data).documents
    outcome = open_policy("default").sanitize(document)
    written = read(data).write([outcome.release.edits]).decode()
    assert not re.search("AB-C|Green|Summer|1985|Price|Day", written)


def test_cells_of_a_narrative_are_what_their_table_says() -> None:
    rows = "<table><tr><td>Surname</td><td>Green</td></tr></table><table><tr><th>Maiden name</th></tr><tr><td>Long</td></tr></table>"
    found = headers(narrative(rows))
    assert (found["Green"], found["Long"]) == ("Surname", "Maiden name")
    (document,) = read(narrative(rows)).documents
    assert "Green" not in open_policy("default").sanitize(document).text


def test_a_parameter_that_is_called_like_a_field_is_what_the_field_is() -> None:
    parameter = {"resourceType": "Parameters", "parameter": [{"name": "family", "valueString": "Green"}]}
    source = read(json.dumps(parameter).encode())
    outcome = open_policy("default").sanitize(source.documents[0])
    assert "Green" not in source.write([outcome.release.edits]).decode()


MONEY = {"value": 77123.45, "currency": "USD"}


@pytest.mark.parametrize(
    ("resource", "number"),
    [
        (
            {
                "resourceType": "Observation",
                "code": {"text": "Home latitude"},
                "valueQuantity": {"value": 39.781},
            },
            "39.781",
        ),
        ({"resourceType": "Location", "position": {"longitude": -89.650148, "latitude": 39.78}}, "89.650148"),
        ({"resourceType": "Patient", "extension": [{"url": "latitude", "valueDecimal": 39.781}]}, "39.781"),
        (
            {"resourceType": "Patient", "extension": [{"url": "http://x.org/u", "valueMoney": MONEY}]},
            "77123.45",
        ),
        ({"resourceType": "Claim", "total": MONEY}, "77123.45"),
        ({"resourceType": "Claim", "total": {"value": 77123.45}}, "77123.45"),
        (
            {
                "resourceType": "Observation",
                "code": {"text": "Annual income"},
                "valueQuantity": {"value": 77123.45},
            },
            "77123.45",
        ),
        ({"resourceType": "Observation", "valueQuantity": {"value": 77123.45, "unit": "USD"}}, "77123.45"),
    ],
)
def test_coordinates_and_large_amounts_go_although_they_have_decimals(resource: Any, number: str) -> None:
    source = read(json.dumps(resource).encode())
    outcome = open_policy("default").sanitize(source.documents[0])
    assert number not in source.write([outcome.release.edits]).decode()


@pytest.mark.parametrize(
    "resource",
    [
        {"resourceType": "Claim", "total": {"value": 12.5}, "factor": 139.5},
        {"resourceType": "Claim", "total": {"value": 12.5, "currency": "USD"}},
        {
            "resourceType": "Observation",
            "code": {"text": "Co-payment"},
            "valueQuantity": {"value": 12.5, "unit": "USD", "system": "urn:iso:std:iso:4217", "code": "USD"},
        },
    ],
)
def test_a_measured_value_and_a_small_amount_stay(resource: Any) -> None:
    source = read(json.dumps(resource).encode())
    outcome = open_policy("default").sanitize(source.documents[0])
    assert json.loads(source.write([outcome.release.edits])) == resource
