"""OpenDocument files: texts, sheets and presentations, whose content and styles are two parts of mixed text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from reticent.errors import DocumentError, needs_extra
from reticent.formats._pictures import ENDINGS, strip_picture
from reticent.formats.office._cells import is_plain_open
from reticent.formats.office._trees import (
    DRAW,
    EXTENDED,
    MANIFEST,
    NUMBER,
    OFFICE,
    OPEN_DOCUMENT,
    PRESENTATION,
    TABLE,
    TEXT,
    XLINK,
    Dropped,
    Element,
    KeepList,
    drop_elements,
    elements,
    is_safe,
    parse,
    remove,
    scrub,
    serialize,
    split,
    unwrap,
)
from reticent.formats.office._vocabulary import is_bullet, is_open_vocabulary

with needs_extra("office", "reading office files"):
    from lxml import etree


PARTS = ("content.xml", "styles.xml")
_HREF = f"{{{XLINK}}}href"
_MANIFEST = "META-INF/manifest.xml"


def _tags(space: str, names: str) -> list[str]:
    return [f"{{{space}}}{name}" for name in names.split()]


_PARAGRAPHS = frozenset(_tags(TEXT, "p h"))
_FIELDS = frozenset(_tags(TEXT, "page-number page-count date time"))
_MIXED = frozenset([*_PARAGRAPHS, *_FIELDS, *_tags(TEXT, "span a ruby-base note-citation meta")])
_DECLARED = frozenset(_tags(PRESENTATION, "footer-decl header-decl date-time-decl"))
_LITERALS = frozenset(_tags(NUMBER, "text currency-symbol"))
KEEP = KeepList(
    spaces=OPEN_DOCUMENT,
    texts=_DECLARED | _LITERALS,
    mixed=_MIXED,
    spoken=frozenset(
        ["table@name", "a@href", "image@href", "table-cell@formula", "list-level-style-bullet@bullet-char"]
    ),
    is_vocabulary=is_open_vocabulary,
)
_DROP = {
    **dict.fromkeys(_tags(TEXT, "tracked-changes"), "tracked changes"),
    **dict.fromkeys(_tags(TABLE, "tracked-changes"), "tracked changes"),
    **dict.fromkeys(_tags(OFFICE, "annotation"), "comments"),
    **dict.fromkeys(_tags(OFFICE, "scripts event-listeners"), ""),
    **dict.fromkeys(_tags(OFFICE, "forms"), "form fields"),
    **dict.fromkeys(_tags(DRAW, "object object-ole plugin applet floating-frame"), "embedded objects"),
    **dict.fromkeys(_tags(TABLE, "named-expressions"), "defined names"),
    **dict.fromkeys(_tags(TABLE, "content-validations"), "rules for cells"),
    **dict.fromkeys(_tags(TABLE, "data-pilot-tables"), "pivot tables"),
    **dict.fromkeys(
        _tags(
            TABLE,
            """database-ranges dde-links label-ranges consolidation calculation-settings shapes-source scenario
            cell-range-source table-source detective""",
        ),
        "",
    ),
    **dict.fromkeys(_tags(DRAW, "image-map control fill-image glue-point"), ""),
    **dict.fromkeys(
        _tags(
            TEXT,
            """change change-start change-end bookmark bookmark-start bookmark-end reference-mark reference-mark-start
            reference-mark-end user-field-decls variable-decls sequence-decls dde-connection-decls toc-mark
            toc-mark-start toc-mark-end alphabetical-index-mark alphabetical-index-mark-start
            alphabetical-index-mark-end user-index-mark user-index-mark-start user-index-mark-end script hidden-text
            alphabetical-index-auto-mark-file soft-page-break ruby-text""",
        ),
        "",
    ),
    **dict.fromkeys(_tags(OFFICE, "annotation-end dde-source"), ""),
    **dict.fromkeys(_tags(EXTENDED, "theme"), ""),
    **dict.fromkeys(_tags(PRESENTATION, "event-listener sound"), ""),
}
_STRUCTURE = frozenset(
    _tags(
        TEXT,
        """p h span a list list-item list-header s tab line-break note note-citation note-body ruby ruby-base section
        table-of-content index-body index-title numbered-paragraph page-number page-count date time""",
    )
)
"""Elements of a text that stay; fields and other wrappers leave what they show."""


def read_parts(name: str, members: Mapping[str, bytes]) -> dict[str, Element]:
    """The trees of an OpenDocument file; a DocumentError when it is encrypted or incomplete."""
    if b"encryption-data" in members.get(_MANIFEST, b""):
        raise DocumentError(f"'{name}' is encrypted: save it without a password first")
    if "content.xml" not in members:
        raise DocumentError(f"'{name}' has no content: save it in its program anew")
    return {part: parse(name, members[part]) for part in PARTS if part in members}


def clean_parts(
    parts: Mapping[str, Element], pictures: Mapping[str, bytes], dropped: Dropped
) -> dict[str, bytes]:
    """Clean the trees in place; the pictures that they still show, by names of ours."""
    shown: dict[str, tuple[str, bytes]] = {}
    for root in parts.values():
        drop_elements(root, _DROP, dropped)
        _unwrap_fields(root, dropped)
        _clean_cells(root, dropped)
        _clean_links(root, pictures, shown, dropped)
        scrub(root, KEEP, dropped)
        for element in elements(root):
            _tidy(element)
    return dict(shown.values())


def _unwrap_fields(root: Element, dropped: Dropped) -> None:
    for element in reversed(elements(root)):
        parent = element.getparent()
        if parent is None or split(element.tag)[0] != TEXT or element.tag in _STRUCTURE:
            continue
        if parent.tag in _MIXED:
            dropped["fields"] += 1
            unwrap(element)


def _clean_cells(root: Element, dropped: Dropped) -> None:
    for cell in root.iter(f"{{{TABLE}}}table-cell", f"{{{TABLE}}}covered-table-cell"):
        formula = cell.get(f"{{{TABLE}}}formula")
        numeric = cell.get(f"{{{OFFICE}}}value-type") != "string"
        if formula is not None and not (numeric and is_plain_open(formula)):
            dropped["formulas"] += 1
            del cell.attrib[f"{{{TABLE}}}formula"]
    for table in root.iter(f"{{{TABLE}}}table"):
        parent = table.getparent()
        if parent is None or split(parent.tag)[1] != "spreadsheet":
            table.attrib.pop(f"{{{TABLE}}}name", None)


def _clean_links(
    root: Element, pictures: Mapping[str, bytes], shown: dict[str, tuple[str, bytes]], dropped: Dropped
) -> None:
    for element in elements(root):
        target = element.get(_HREF)
        if target is None:
            continue
        if element.tag == f"{{{TEXT}}}a":
            if not is_safe(target):
                dropped["links to files"] += 1
                unwrap(element)
        elif element.tag == f"{{{DRAW}}}image":
            _keep_picture(element, target, pictures, shown, dropped)
        else:
            del element.attrib[_HREF]


def _keep_picture(
    element: Element,
    target: str,
    pictures: Mapping[str, bytes],
    shown: dict[str, tuple[str, bytes]],
    dropped: Dropped,
) -> None:
    plain = target.removeprefix("./")
    stripped = strip_picture(pictures[plain]) if plain in pictures else None
    if stripped is None:
        dropped["pictures of kinds that hold text"] += 1
        frame = element.getparent()
        remove(element)
        if frame is not None and frame.tag == f"{{{DRAW}}}frame" and not len(frame):
            remove(frame)
        return
    if plain not in shown:
        shown[plain] = f"Pictures/image{len(shown) + 1}.{ENDINGS[stripped[0]]}", stripped[1]
    element.set(_HREF, shown[plain][0])


_SPACES = re.compile(r"[ \t\r\n]+")


def _tidy(element: Element) -> None:
    """White space as programs show it, bullets that are signs, and no words in formats of numbers."""
    if element.tag in _MIXED:
        element.text = _SPACES.sub(" ", element.text) if element.text else None
        for child in element:
            child.tail = _SPACES.sub(" ", child.tail) if child.tail else None
    elif element.tag in _LITERALS and len(re.findall(r"[^\W\d_]", element.text or "")) > 3:
        element.text = None
    bullet = element.get(f"{{{TEXT}}}bullet-char")
    if bullet is not None and not is_bullet(bullet):
        element.set(f"{{{TEXT}}}bullet-char", "\u2022")


def write_parts(media: str, parts: Mapping[str, Element], pictures: Mapping[str, bytes]) -> dict[str, bytes]:
    """The members of the file."""
    manifest = etree.Element(f"{{{MANIFEST}}}manifest", nsmap={"manifest": MANIFEST})
    manifest.set(f"{{{MANIFEST}}}version", "1.2")
    kinds = {ending: kind for kind, ending in ENDINGS.items()}
    listed = [("/", media), *((part, "text/xml") for part in parts)]
    listed += [(picture, kinds[picture.rpartition(".")[2]]) for picture in pictures]
    for path, kind in listed:
        entry = etree.SubElement(manifest, f"{{{MANIFEST}}}file-entry")
        entry.set(f"{{{MANIFEST}}}full-path", path)
        entry.set(f"{{{MANIFEST}}}media-type", kind)
    written = {part: serialize(root) for part, root in parts.items()}
    return {"mimetype": media.encode(), **written, **pictures, _MANIFEST: serialize(manifest)}
