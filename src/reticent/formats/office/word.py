"""Word processor files: what is accepted, dropped and kept in their parts, and the order in which they read."""

from __future__ import annotations

from collections.abc import Iterator

from reticent.formats.office.drawings import DRAWING_TEXTS, read_drawing, tidy_drawings
from reticent.formats.office.namespaces import OPEN_XML, M, V, W
from reticent.formats.office.package import Package, Part
from reticent.formats.office.places import MARK, Atom, Block
from reticent.formats.office.reading import Grammar, read_blocks
from reticent.formats.office.scrubbing import Dropped, KeepList, choose_alternatives, drop_elements, scrub
from reticent.formats.office.trees import Element, elements, remove, unwrap
from reticent.formats.office.vocabulary import is_vocabulary
from reticent.formats.office.word_fields import clean_fields

_MEDIA = "application/vnd.openxmlformats-officedocument.wordprocessingml."
MAIN = f"{_MEDIA}document.main+xml"
KEPT = frozenset(
    f"{_MEDIA}{kind}+xml"
    for kind in (
        *("document.main", "header", "footer", "footnotes", "endnotes"),
        *("styles", "numbering", "fontTable", "settings"),
    )
)
KEEP = KeepList(
    spaces=OPEN_XML,
    texts=DRAWING_TEXTS | {f"{{{W}}}t", f"{{{W}}}instrText"},
    mixed=frozenset(),
    spoken=frozenset(["lvlText@val", "textpath@string", "fldSimple@instr", "buChar@char"]),
    is_vocabulary=is_vocabulary,
)


def _tags(names: str) -> list[str]:
    return [f"{{{W}}}{name}" for name in names.split()]


_CHANGES = _tags(
    """del moveFrom rPrChange pPrChange sectPrChange tblPrChange trPrChange tcPrChange tblGridChange tblPrExChange
    numberingChange delText delInstrText"""
)
_QUIET = _tags(
    """moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd commentRangeStart commentRangeEnd
    annotationRef proofErr permStart permEnd smartTagPr customXmlPr cellDel cellIns cellMerge
    customXmlInsRangeStart customXmlInsRangeEnd customXmlDelRangeStart customXmlDelRangeEnd
    customXmlMoveFromRangeStart customXmlMoveFromRangeEnd customXmlMoveToRangeStart customXmlMoveToRangeEnd
    lastRenderedPageBreak latentStyles embedRegular embedBold embedItalic embedBoldItalic nsid tmpl rsid
    aliases ffData sdtPr sdtEndPr"""
)
DROP = {
    **dict.fromkeys(_QUIET, ""),
    **dict.fromkeys(_CHANGES, "tracked changes"),
    **dict.fromkeys(_tags("commentReference"), "comments"),
    **dict.fromkeys(_tags("object altChunk subDoc contentPart control"), "embedded objects"),
}
UNWRAP = frozenset(_tags("ins moveTo smartTag customXml sdt sdtContent"))
_SETTINGS = frozenset(
    [
        *_tags(
            """compat defaultTabStop evenAndOddHeaders mirrorMargins footnotePr endnotePr characterSpacingControl
            autoHyphenation hyphenationZone consecutiveHyphenLimit doNotHyphenateCaps gutterAtTop decimalSymbol
            displayBackgroundShape themeFontLang clrSchemeMapping bordersDoNotSurroundHeader
            bordersDoNotSurroundFooter"""
        ),
        f"{{{M}}}mathPr",
    ]
)


def clean_word(package: Package, dropped: Dropped) -> None:
    """Accept changes, drop comments, fields and whatever else is no text, and scrub what is left."""
    bookmarks = _name_bookmarks(package)
    for part in package.list_parts(*("document.main", "header", "footer", "footnotes", "endnotes", "styles")):
        _clean_text(part.root, bookmarks, dropped)
    for part in package.list_parts("settings"):
        for child in list(part.root if part.root is not None else ()):
            if child.tag not in _SETTINGS:
                remove(child)
    for part in package.list_parts("numbering", "fontTable", "settings"):
        choose_alternatives(part.root)
        drop_elements(part.root, DROP, dropped)
        scrub(part.root, KEEP, dropped)


def _clean_text(root: Element, bookmarks: dict[str, str], dropped: Dropped) -> None:
    choose_alternatives(root)
    _accept_marks(root)
    drop_elements(root, DROP, dropped)
    for element in reversed(elements(root)):
        if element.tag in UNWRAP:
            unwrap(element)
    clean_fields(root, dropped)
    _rename_bookmarks(root, bookmarks)
    scrub(root, KEEP, dropped)
    tidy_drawings(root)


def _accept_marks(root: Element) -> None:
    """Accept deleted paragraph ends, rows and cells: what they divided becomes one."""
    for row in root.findall(f".//{{{W}}}tr"):
        if row.find(f"{{{W}}}trPr/{{{W}}}del") is not None:
            remove(row)
    for cell in root.findall(f".//{{{W}}}tc"):
        if (
            cell.find(f"{{{W}}}tcPr/{{{W}}}cellDel") is not None
            and len(cell.getparent().findall(f"{{{W}}}tc")) > 1
        ):
            remove(cell)
    ends = [f"{{{W}}}pPr/{{{W}}}rPr/{{{W}}}{mark}" for mark in ("del", "moveFrom")]
    for paragraph in reversed(root.findall(f".//{{{W}}}p")):
        follower = paragraph.getnext()
        if not any(paragraph.find(end) is not None for end in ends):
            continue
        if follower is not None and follower.tag == paragraph.tag:
            paragraph.extend([each for each in follower if each.tag != f"{{{W}}}pPr"])
            remove(follower)


def _name_bookmarks(package: Package) -> dict[str, str]:
    """Names of ours for the bookmarks that a link leads to."""
    wanted: dict[str, None] = {}
    for part in package.parts.values():
        for link in part.root.iter(f"{{{W}}}hyperlink") if part.root is not None else ():
            anchor = link.get(f"{{{W}}}anchor")
            if anchor:
                wanted[anchor] = None
    return {old: f"b{number}" for number, old in enumerate(wanted, start=1)}


def _rename_bookmarks(root: Element, bookmarks: dict[str, str]) -> None:
    """Give wanted bookmarks their new names; the others go, with their ends."""
    gone = set()
    for start in root.findall(f".//{{{W}}}bookmarkStart"):
        new = bookmarks.get(start.get(f"{{{W}}}name") or "")
        if new:
            start.set(f"{{{W}}}name", new)
        else:
            gone.add(start.get(f"{{{W}}}id"))
            remove(start)
    for end in root.findall(f".//{{{W}}}bookmarkEnd"):
        if end.get(f"{{{W}}}id") in gone:
            remove(end)
    for link in root.findall(f".//{{{W}}}hyperlink"):
        anchor = link.get(f"{{{W}}}anchor")
        if anchor:
            link.set(f"{{{W}}}anchor", bookmarks[anchor])


_SIGNS = {
    f"{{{W}}}tab": "\t",
    f"{{{W}}}ptab": "\t",
    f"{{{W}}}br": "\n",
    f"{{{W}}}cr": "\n",
    f"{{{W}}}noBreakHyphen": "\u2011",
    f"{{{W}}}softHyphen": "\u00ad",
    f"{{{W}}}sym": "\ufffd",
}


def _read_sign(element: Element) -> Atom | None:
    sign = _SIGNS.get(element.tag)
    parent = element.getparent()
    return Atom(sign, element, MARK) if sign and parent is not None and parent.tag == f"{{{W}}}r" else None


GRAMMAR = Grammar(
    paragraphs=frozenset([f"{{{W}}}p"]),
    containers=frozenset(_tags("tc txbxContent footnote endnote")),
    texts=frozenset([f"{{{W}}}t", f"{{{M}}}t"]),
    read_sign=_read_sign,
)


def read_word(package: Package) -> Iterator[Block]:
    """The body, notes, headers and footers, with what is drawn in them, then the words of numbered lists."""
    for part in package.list_parts("document.main", "footnotes", "endnotes", "header", "footer"):
        yield from read_blocks(part.root, GRAMMAR)
        yield from read_drawing(part.root)
        yield from _read_watermarks(part.root)
    for part in package.list_parts("numbering"):
        yield from _read_numbering(part)


def _read_watermarks(root: Element) -> Iterator[Block]:
    for path in root.iter(f"{{{V}}}textpath"):
        if path.get("string"):
            yield [Atom(path.get("string", ""), path, "string")]


def _read_numbering(part: Part) -> Iterator[Block]:
    key = f"{{{W}}}val"
    for level in part.root.iter(f"{{{W}}}lvlText") if part.root is not None else ():
        value = level.get(key) or ""
        if any(map(str.isalpha, value)):
            yield [Atom(value, level, key)]
