"""XML files: what is judged, what goes, what is refused, and how names go out."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence

import pytest
from lxml import etree
from tests.removing import LABEL, is_left, remove

from reticent.errors import DocumentError
from reticent.formats import FormatOptions, find_format
from reticent.formats.seam.inspection import COMMENTS, INVISIBLE, METADATA
from reticent.formats.seam.records import SEPARATOR
from reticent.formats.xml import XML, XmlSource
from reticent.plan import Edit
from reticent.text import Span

SURNAME = "Zoellner"
SHOWN_PLACES = {
    "text": "<a>Mrs Zoellner came</a>",
    "text in capitals": "<a>MRS ZOELLNER</a>",
    "text after an element": "<a><b/>Zoellner</a>",
    "word in several elements": "<a>Mrs Zo<b>ell</b>ner came</a>",
    "word around a comment": "<a>Zoell<!-- and -->ner</a>",
    "word around an instruction": "<a>Zoell<?and?>ner</a>",
    "references": "<a>&#90;oelln&#x65;r</a>",
    "CDATA": "<a>Zo<![CDATA[ell]]>ner</a>",
    "attribute": '<a b="Zoellner"/>',
    "attribute in references": '<a b="&#90;oellner"/>',
    "attribute of a prefix": '<a xmlns:x="urn:hl7-org:v3" x:b="Zoellner"/>',
    "language that is none": '<a xml:lang="Zoellner">x</a>',
    "white space that is none": '<a xml:space="Zoellner">x</a>',
}


def read(text: str) -> XmlSource:
    return XML.read("a.xml", text.encode(), FormatOptions())


def texts(source: XmlSource) -> list[str]:
    return source.documents[0].text.split(SEPARATOR)


def judge(**changed: str) -> XmlSource:
    """A file with names of people as names of everything, relabelled."""

    def decide(labels: Sequence[str]) -> Mapping[str, str]:
        return {label: placeholder for label, placeholder in changed.items() if label in labels}

    source = read('<j:jane xmlns:j="http://example.org/jane/x" roe="1" j:roe="2"><j:PERSON_1/></j:jane>')
    return source.relabel(decide)


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_a_word_is_removed_wherever_it_stands(place: str) -> None:
    written = remove(XML, "a.xml", SHOWN_PLACES[place].encode(), SURNAME)
    assert LABEL.encode() in written
    assert not is_left(XML, written, SURNAME)
    assert SURNAME not in "".join(etree.fromstring(written).itertext())


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_an_edit_that_is_not_carried_out_is_found(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = read(SHOWN_PLACES[place])
    monkeypatch.setattr(type(source.fields), "split", lambda self, _: [[] for _ in self.spans])
    written = remove(XML, "a.xml", SHOWN_PLACES[place].encode(), SURNAME)
    assert XML.residue(written, [SURNAME])


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("<a><g>Jane</g><f>Doe</f></a>", ["Jane", "Doe"]),
        ("<a>Dr. <g>Jane</g><f>Doe</f></a>", ["Dr. Jane Doe"]),
        ("<a>Jo<b>hn</b> Doe</a>", ["John Doe"]),
        ("<a>Jane<br/>Doe</a>", ["Jane Doe"]),
        ("<a>see <t><c>Jane</c><c>Doe</c></t>there</a>", ["see ", "Jane", "Doe", "there"]),
        ("<a>see <b><i>Jane</i></b> there</a>", ["see Jane there"]),
        ("<a>\n  <b> Jane </b>\n</a>", [" Jane "]),
        ('<a n="Jane">x</a>', ["Jane", "x"]),
        ("<a> </a>", [""]),
    ],
)
def test_text_is_read_as_people_read_it(written: str, read_as: list[str]) -> None:
    assert texts(read(written)) == read_as


def test_what_replaces_words_of_several_elements_stands_in_the_first() -> None:
    source = read("<a>by <g>Jane</g><f>Doe</f>, today</a>")
    written = source.write([[Edit(Span(3, 11), LABEL, 0)]]).decode()
    assert written.splitlines()[1] == f"<a>by <g>{LABEL}</g><f/>, today</a>"


def test_names_of_elements_say_what_their_texts_are() -> None:
    cells = (
        read(
            '<a><patient><name>Green</name></patient><birth><date value="1"/></birth><p ssn="2" id="3"/></a>'
        )
        .documents[0]
        .cells
    )
    assert [cell.header for cell in cells] == ["patient name", "birth date", "ssn", "p id"]
    rows = read("<t><r><town>A</town></r><r><town>B</town></r><o><town>C</town></o></t>").documents[0].cells
    assert [cell.column[1] for cell in rows] == [0, 0, 1]


def test_namespaces_layout_and_empty_elements_stay() -> None:
    text = (
        '<n:a xmlns:n="http://example.org/x" xmlns="urn:y">\n\t<b xml:lang="en-GB" n:c="&lt;&#9;"/>\n\n</n:a>'
    )
    written = read(text).write([()])
    assert written.decode().splitlines()[1:] == text.splitlines()
    assert etree.fromstring(written).tag == "{http://example.org/x}a"


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16", "iso-8859-1", "cp1252"])
def test_a_file_is_read_in_its_character_set_and_written_in_utf8(charset: str) -> None:
    data = f'<?xml version="1.0" encoding="{charset.removesuffix("-sig")}"?>\n<a>Söhne</a>'.encode(charset)
    source = find_format("a.xml", data, FormatOptions()).read("a.xml", data, FormatOptions())
    assert source.write([()]).decode() == '<?xml version="1.0" encoding="UTF-8"?>\n<a>Söhne</a>\n'


def test_what_does_not_go_out_is_counted() -> None:
    source = read(
        '<!DOCTYPE a PUBLIC "x" "http://example.org/x.dtd"><?p q?><!-- c --><a'
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b"><!-- d --></a><!-- e -->'
    )
    assert source.dropped == {
        "document types": 1,
        "processing instructions": 1,
        "comments": 3,
        "addresses of schemas": 1,
    }
    assert sum(each.count for each in XML.inspect(b"<a><!-- c --></a>")) == 1


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>',
        '<!DOCTYPE a [<!ENTITY % b SYSTEM "file:///etc/hostname"> %b;]><a/>',
        '<!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;"><!ENTITY n "&m;&m;">]><a>&n;</a>',
        '<!DOCTYPE a [<!ATTLIST a b CDATA "c">]><a/>',
        '<!DOCTYPE a SYSTEM "a.dtd"><a>&b;</a>',
        '<!DOCTYPE a SYSTEM "a.dtd"><a b="&c;"/>',
    ],
)
def test_entities_are_never_expanded(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(io, "open", lambda *_, **__: pytest.fail("a file was opened"))
    with pytest.raises(DocumentError, match="never expanded here"):
        read(text)


def test_names_that_tell_go_out_as_placeholders() -> None:
    source = judge(jane="[PERSON 1]", roe="[PERSON 2]")
    assert {"jane", "roe", "PERSON_1", "j", "example"} <= set(judge().labels)
    written = source.write([()]).decode()
    assert not re.search("jane|roe", written)
    assert written.splitlines()[1] == (
        '<j:PERSON_1_ xmlns:j="urn:x-namespace:1" PERSON_2="1" j:PERSON_2="2"><j:PERSON_1/></j:PERSON_1_>'
    )
    assert etree.fromstring(written.encode()) is not None


def test_a_prefix_that_tells_is_changed_wherever_it_stands() -> None:
    written = judge(j="[PERSON]").write([()])
    root = etree.fromstring(written)
    assert root.prefix == "PERSON"
    assert b"j:" not in written


def test_a_character_that_no_xml_can_hold_is_refused() -> None:
    with pytest.raises(DocumentError, match=r"U\+0001"):
        read("<a>x</a>").write([[Edit(Span(0, 1), "\x01", 0)]])


def test_many_edits_in_one_long_text_take_no_longer_than_few_in_many() -> None:
    source = read("<a>x" + "<b>Jane</b> and " * 5_000 + "</a>")
    (document,) = source.documents
    edits = [Edit(Span(*found.span()), LABEL, 0) for found in re.finditer("Jane", document.text)]
    written = source.write([edits])
    assert len(edits) == 5_000
    assert written.count(f"<b>{LABEL}</b>".encode()) == 5_000


def test_a_look_into_a_file_finds_what_a_release_leaves_out_and_nothing_after_it() -> None:
    schema = 'xmlns:s="http://www.w3.org/2001/XMLSchema-instance" s:schemaLocation="u doe.xsd"'
    data = f"<?tool Jane?><a {schema}><!-- Jane Roe --><b>te\u200bxt</b></a>".encode()
    found = {(each.kind, each.where): (each.count, each.words) for each in XML.inspect(data)}
    assert found == {
        (INVISIBLE, ""): (1, (f"U+200B at {data.decode().index(chr(0x200B))}",)),
        (COMMENTS, ""): (1, ("Jane Roe",)),
        (METADATA, "processing instructions"): (1, ()),
        (METADATA, "addresses of schemas"): (1, ()),
    }
    written = XML.read("a.xml", data.replace("\u200b".encode(), b""), FormatOptions()).write([()])
    assert XML.inspect(written) == []


@pytest.mark.parametrize(
    "text",
    [
        '<Patient xmlns="http://hl7.org/fhir"><name><family value="Green"/></name></Patient>',
        '<f:Patient xmlns:f="http://hl7.org/fhir"><f:name><f:family value="Green"/></f:name></f:Patient>',
        '<ClinicalDocument xmlns="urn:hl7-org:v3"><family>Green</family></ClinicalDocument>',
        '<c:ClinicalDocument xmlns:c="urn:hl7-org:v3"><c:family>Green</c:family></c:ClinicalDocument>',
    ],
)
def test_health_records_that_have_rules_of_their_own_are_refused(text: str) -> None:
    with pytest.raises(DocumentError, match="rules of its own"):
        XML.read("a.xml", text.encode(), FormatOptions())
