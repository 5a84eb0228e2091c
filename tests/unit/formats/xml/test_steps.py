"""Every step counts: when one is left out, the search of the file finds the secret."""

from __future__ import annotations

import pytest
from tests.faults import Patch, require_a_fault_for_every_step, require_that_a_fault_is_found

from reticent.formats import FormatOptions, xml
from reticent.formats.xml import XML
from reticent.formats.xml._nodes import NodeText, XmlReader

SURNAME = "Zoellner"


def keep_text(reader: XmlReader, *words: str) -> None:
    reader.nodes.append(NodeText(" ".join(words)))


def keep_document_type(reader: XmlReader, name: str, *_: object) -> None:
    reader.nodes.append(NodeText(name))


STAND_INS: dict[str, object] = {
    "nodes.XmlReader._drop_comment": keep_text,
    "nodes.XmlReader._drop_instruction": keep_text,
    "nodes.XmlReader._drop_document_type": keep_document_type,
    "nodes.XmlReader._drop_schema_hints": lambda _, attributes: attributes,
}
FILES = {
    "comment": "<a><!-- Zoellner --></a>",
    "instruction": "<a><?x Zoellner?></a>",
    "name of an instruction": "<a><?Zoellner x?></a>",
    "schema": '<a xmlns:s="http://www.w3.org/2001/XMLSchema-instance" s:schemaLocation="u Zoellner.xsd"/>',
    "schema without namespace": '<a xmlns:s="urn:x" s:noNamespaceSchemaLocation="Zoellner.xsd"/>',
}
FAULTS = [
    ("comment", ("nodes.XmlReader._drop_comment",)),
    ("instruction", ("nodes.XmlReader._drop_instruction",)),
    ("name of an instruction", ("nodes.XmlReader._drop_instruction",)),
    ("schema", ("nodes.XmlReader._drop_schema_hints",)),
    ("schema without namespace", ("nodes.XmlReader._drop_schema_hints",)),
]
OTHERS = {
    "nodes.drop_empty_texts": "takes away nothing but texts of which nothing is left",
    "nodes.XmlReader._drop_document_type": "has no place among the nodes; the next test leaves it out",
}


@pytest.mark.parametrize(("place", "steps"), FAULTS)
def test_a_step_that_is_left_out_leaves_the_secret_to_be_found(
    place: str, steps: tuple[str, ...], monkeypatch: Patch
) -> None:
    def find() -> bool:
        written = XML.read("a.xml", FILES[place].encode(), FormatOptions()).write([()])
        return bool(XML.residue(written, [SURNAME]))

    require_that_a_fault_is_found(monkeypatch, xml, STAND_INS, steps, find)


def test_every_step_and_every_place_has_a_fault() -> None:
    used = {step for _, steps in FAULTS for step in steps}
    stand_ins = {step: each for step, each in STAND_INS.items() if step in used}
    require_a_fault_for_every_step(xml, stand_ins, [steps for _, steps in FAULTS], OTHERS)
    assert {place for place, _ in FAULTS} == FILES.keys()


@pytest.mark.parametrize(
    "added",
    [
        "<!DOCTYPE Zoellner>",
        "<!-- Zoellner -->",
        "<?Zoellner?>",
        "<a><![CDATA[Zoellner]]></a>",
        "<a b='Zoellner'/>",
        "<a\nb='1' Zoellner='2'/>",
        "&#90;oellner",
    ],
)
def test_the_search_finds_a_word_in_every_form_that_is_never_written(added: str) -> None:
    written = XML.read("a.xml", b"<a>x</a>", FormatOptions()).write([()]).decode()
    changed = written.replace("<a>x</a>", f"<a>{added}</a>").encode()
    assert XML.residue(changed, [SURNAME])
    assert any(SURNAME in text for text in XML.reread(changed))
