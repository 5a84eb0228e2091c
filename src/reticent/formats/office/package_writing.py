"""An Open XML package as members: parts and relations under names of ours."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from reticent.errors import needs_extra
from reticent.formats.office.open_document import ENDINGS
from reticent.formats.office.package import CONTENT_TYPES, Package, Part, Relation
from reticent.formats.office.trees import RELATIONS, TYPES, R, elements, serialize, split

with needs_extra("office", "reading office files"):
    from lxml import etree

_RELATION_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_DIAGRAM_DRAWING = "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing"
_RELATIONS_PART = "application/vnd.openxmlformats-package.relationships+xml"


def write_members(package: Package) -> dict[str, bytes]:
    """The members of the file: parts and relations under names of ours, with the table of their media types."""
    names = _name_parts(package)
    types = etree.Element(f"{{{TYPES}}}Types", nsmap={None: TYPES})
    for ending, kind in (("rels", _RELATIONS_PART), *((end, kind) for kind, end in ENDINGS.items())):
        etree.SubElement(types, f"{{{TYPES}}}Default", Extension=ending, ContentType=kind)
    members: dict[str, bytes] = {}
    top = Part("", "", None, b"", {"": Relation("officeDocument", package.main, False)})
    _write_relations(top, "", names, members)
    for old, part in package.parts.items():
        new = names[old]
        _write_relations(part, new, names, members)
        members[new] = part.data if part.root is None else serialize(part.root)
        if part.root is not None:
            etree.SubElement(types, f"{{{TYPES}}}Override", PartName=f"/{new}", ContentType=part.media)
    return {CONTENT_TYPES: serialize(types), **members}


def _name_parts(package: Package) -> dict[str, str]:
    """Names that say what a part is and the how many-th, and nothing else."""
    folder = posixpath.dirname(package.main)
    folder = folder if folder in ("word", "ppt", "xl") else "document"
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for old, part in package.parts.items():
        kind = part.media.removesuffix("+xml").rpartition(".")[2] if part.root is not None else "image"
        kind = {"main": "document"}.get(kind, kind)
        counts[kind] = counts.get(kind, 0) + 1
        ending = "xml" if part.root is not None else ENDINGS[part.media]
        names[old] = f"{folder}/{'media/' if ending != 'xml' else ''}{kind}{counts[kind]}.{ending}"
    return names


def _write_relations(part: Part, new: str, names: Mapping[str, str], members: dict[str, bytes]) -> None:
    """Write the relations of a part, numbered, and give its elements these numbers."""
    if not part.relations:
        return
    numbers = {old: f"rId{place}" for place, old in enumerate(part.relations, start=1)}
    root = etree.Element(f"{{{RELATIONS}}}Relationships", nsmap={None: RELATIONS})
    for old, each in part.relations.items():
        kind = _DIAGRAM_DRAWING if each.kind == "diagramDrawing" else _RELATION_TYPE + each.kind
        target = each.target if each.external else f"/{names[each.target]}"
        entry = etree.SubElement(
            root, f"{{{RELATIONS}}}Relationship", Id=numbers[old], Type=kind, Target=target
        )
        if each.external:
            entry.set("TargetMode", "External")
    for element in elements(part.root) if part.root is not None else []:
        for key, value in list(element.attrib.items()):
            if split(key)[0] == R:
                element.set(key, numbers[value])
    part.relations = {numbers[old]: each for old, each in part.relations.items()}
    folder, file = posixpath.split(new)
    members[posixpath.join(folder, "_rels", f"{file}.rels")] = serialize(root)
