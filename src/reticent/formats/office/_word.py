"""Word processor files: what is accepted, dropped and kept in their parts, and the order in which they read.

Fields of word processor files: harmless ones stay in a form of ours, all others leave their result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reticent.formats.office._drawings import DRAWING_TEXTS, read_drawing, tidy_drawings
from reticent.formats.office._package import Package, Part
from reticent.formats.office._places import MARK, Atom, Block, Grammar, read_blocks
from reticent.formats.office._trees import (
    OPEN_XML,
    Dropped,
    Element,
    KeepList,
    M,
    V,
    W,
    choose_alternatives,
    drop_elements,
    elements,
    remove,
    scrub,
    unwrap,
)
from reticent.formats.office._vocabulary import is_vocabulary

_PLAIN = frozenset(["PAGE", "NUMPAGES", "SECTIONPAGES"])
_DATED = frozenset(["DATE", "TIME"])
_COUNTED = frozenset(["Figure", "Table", "Equation"])
_PICTURE = re.compile(r'\\@\s*"([dMyhHms/.,:\s-]{1,30}|[dMyhHms/.,:\s-]{1,24}(?:am/pm|AM/PM))"')
_LEVELS = re.compile(r'\\o\s*"(\d-\d)"')
_CHAR, _SIMPLE, _INSTRUCTION = f"{{{W}}}fldChar", f"{{{W}}}fldSimple", f"{{{W}}}instrText"
_KIND, _INSTR = f"{{{W}}}fldCharType", f"{{{W}}}instr"


@dataclass(slots=True)
class _Field:
    """A field that has begun: its marks so far, and what it says."""

    marks: list[Element] = field(default_factory=list)
    instructions: list[Element] = field(default_factory=list)

    @property
    def code(self) -> str:
        return "".join(each.text or "" for each in self.instructions)


def clean_fields(root: Element, dropped: Dropped) -> None:
    """Leave the fields that compute something of no secret; of the others only what they show."""
    for element in elements(root):
        if element.tag == _SIMPLE:
            plain = plain_code(element.get(_INSTR) or "")
            if plain:
                element.set(_INSTR, plain)
            else:
                dropped["fields"] += 1
                unwrap(element)
    _clean_complex(root, dropped)


def _clean_complex(root: Element, dropped: Dropped) -> None:
    begun: list[_Field] = []
    for element in elements(root):
        if element.tag == _INSTRUCTION:
            if begun:
                begun[-1].instructions.append(element)
            else:
                remove(element)
        elif element.tag == _CHAR:
            if element.get(_KIND) == "begin":
                begun.append(_Field())
            if not begun:
                remove(element)
                continue
            begun[-1].marks.append(element)
            if element.get(_KIND) == "end":
                _settle(begun.pop(), dropped)
    for unfinished in begun:
        _settle(unfinished, dropped, whole=False)


def _settle(found: _Field, dropped: Dropped, *, whole: bool = True) -> None:
    plain = plain_code(found.code) if whole else ""
    if plain and found.instructions:
        found.instructions[0].text = plain
        gone = found.instructions[1:]
    else:
        gone = [*found.marks, *found.instructions]
        dropped["fields"] += 1
    for each in gone:
        remove(each)


def plain_code(code: str) -> str:
    r"""The instruction of a field that may stay, without anything that its author made up; "" when it may not.

    >>> plain_code(' TOC \\o "1-3" \\h \\z \\t "Zoe,1" '), plain_code('AUTHOR "Zoe"')
    (' TOC \\o "1-3" ', '')
    """
    words = code.split() or [""]
    kind = words[0].upper()
    if kind in _PLAIN:
        return f" {kind} "
    if kind in _DATED:
        picture = _PICTURE.search(code)
        return f' {kind} \\@ "{picture[1]}" ' if picture else f" {kind} "
    if kind == "SEQ" and words[1:2] and words[1] in _COUNTED:
        return f" SEQ {words[1]} \\* ARABIC "
    if kind == "TOC":
        levels = _LEVELS.search(code)
        return f' TOC \\o "{levels[1] if levels else "1-3"}" '
    return ""


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
