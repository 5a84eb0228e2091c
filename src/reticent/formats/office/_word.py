"""Word processor files: what is accepted, dropped and kept in their parts, and the order in which they read.

Harmless fields stay in a form of ours, all others leave their result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reticent.formats.office import _trees as trees
from reticent.formats.office._drawings import DRAWING_TEXTS, read_drawing, tidy_drawings
from reticent.formats.office._package import Package, media_types
from reticent.formats.office._places import MARK, Atom, Block, Grammar, read_blocks
from reticent.formats.office._trees import ELEMENTS, SPACES, Dropped, Element, KeepList, tag, tags
from reticent.formats.office._vocabulary import is_vocabulary

_PLAIN = frozenset(["PAGE", "NUMPAGES", "SECTIONPAGES"])
_DATED = frozenset(["DATE", "TIME"])
_COUNTED = frozenset(["Figure", "Table", "Equation"])
_PICTURE = re.compile(r'\\@\s*"([dMyhHms/.,:\s-]{1,30}|[dMyhHms/.,:\s-]{1,24}(?:am/pm|AM/PM))"')
_LEVELS = re.compile(r'\\o\s*"(\d-\d)"')
_CHAR, _SIMPLE, _INSTRUCTION = tag("w:fldChar"), tag("w:fldSimple"), tag("w:instrText")
_KIND, _INSTR = tag("w:fldCharType"), tag("w:instr")


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
    for element in trees.elements(root):
        if element.tag == _SIMPLE:
            plain = plain_code(element.get(_INSTR) or "")
            if plain:
                element.set(_INSTR, plain)
            else:
                dropped["fields"] += 1
                trees.unwrap(element)
    _clean_complex(root, dropped)


def _clean_complex(root: Element, dropped: Dropped) -> None:
    begun: list[_Field] = []
    for element in trees.elements(root):
        if element.tag == _INSTRUCTION:
            if begun:
                begun[-1].instructions.append(element)
            else:
                trees.remove(element)
        elif element.tag == _CHAR:
            if element.get(_KIND) == "begin":
                begun.append(_Field())
            if not begun:
                trees.remove(element)
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
        trees.remove(each)


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


KEPT = media_types(
    "wordprocessingml.", "document.main header footer footnotes endnotes styles numbering fontTable settings"
)
KEEP = KeepList(
    is_vocabulary,
    spoken=frozenset(["lvlText@val", "textpath@string", "fldSimple@instr", "buChar@char"]),
    texts=DRAWING_TEXTS | tags("w:t w:instrText"),
)
DROP = trees.read_drops("word")
UNWRAP = tags("w:ins w:moveTo w:smartTag w:customXml w:sdt w:sdtContent")
_SETTINGS = tags(ELEMENTS["keep"]["settings"])


def clean_word(package: Package, dropped: Dropped) -> None:
    """Accept changes, drop comments, fields and whatever else is no text, and scrub what is left."""
    bookmarks = _name_bookmarks(package)
    for part in package.list_parts("document.main", "header", "footer", "footnotes", "endnotes", "styles"):
        _clean_text(part.root, bookmarks, dropped)
    for part in package.list_parts("settings"):
        for child in [each for each in part.root if each.tag not in _SETTINGS]:
            trees.remove(child)
    for part in package.list_parts("numbering", "fontTable", "settings"):
        trees.choose_alternatives(part.root)
        trees.drop_elements(part.root, DROP, dropped)
        trees.scrub(part.root, KEEP, dropped)


_FILL = "{http://schemas.microsoft.com/office/word/2010/wordml}"


def _say_fills(root: Element) -> None:
    """Say as every version of the program does that letters have no fill, or a white one, before newer words go."""
    for fill in root.iter(f"{_FILL}textFill"):
        looks, said = fill.getparent(), [*fill.iter(f"{_FILL}srgbClr")]
        clear = fill.find(f"{_FILL}noFill") is not None
        if looks is None or looks.tag != tag("w:rPr") or not (clear or [len(each) for each in said] == [0]):
            continue
        line = looks.find(f"{_FILL}textOutline")
        if line is not None and line.find(f"{_FILL}noFill") is None:
            continue  # letters that are drawn as lines are seen
        name = "w:vanish" if clear else "w:color"
        for each in looks.findall(name, SPACES):
            trees.remove(each)
        changed = looks.makeelement(tag(name))
        fill.addprevious(changed)
        if not clear:
            changed.set(tag("w:val"), said[0].get(f"{_FILL}val") or "auto")


def _clean_text(root: Element, bookmarks: dict[str, str], dropped: Dropped) -> None:
    _say_fills(root)
    trees.choose_alternatives(root)
    _accept_marks(root)
    trees.drop_elements(root, DROP, dropped)
    for element in reversed(trees.elements(root)):
        if element.tag in UNWRAP:
            trees.unwrap(element)
    clean_fields(root, dropped)
    _rename_bookmarks(root, bookmarks)
    trees.scrub(root, KEEP, dropped)
    tidy_drawings(root)


def _accept_marks(root: Element) -> None:
    """Accept deleted paragraph ends, rows and cells: what they divided becomes one."""
    for row in root.findall(".//w:tr", SPACES):
        if row.find("w:trPr/w:del", SPACES) is not None:
            trees.remove(row)
    for cell in root.findall(".//w:tc", SPACES):
        gone = cell.find("w:tcPr/w:cellDel", SPACES) is not None
        if gone and len(cell.getparent().findall("w:tc", SPACES)) > 1:
            trees.remove(cell)
    for paragraph in reversed(root.findall(".//w:p", SPACES)):
        ends = [paragraph.find(f"w:pPr/w:rPr/w:{mark}", SPACES) for mark in ("del", "moveFrom")]
        follower = paragraph.getnext()
        if any(end is not None for end in ends) and follower is not None and follower.tag == paragraph.tag:
            paragraph.extend([each for each in follower if each.tag != tag("w:pPr")])
            trees.remove(follower)


def _name_bookmarks(package: Package) -> dict[str, str]:
    """Names of ours for the bookmarks that a link leads to."""
    links = [link for part in package.parts.values() for link in part.iter("w:hyperlink")]
    wanted = dict.fromkeys(link.get(tag("w:anchor")) for link in links if link.get(tag("w:anchor")))
    return {old: f"b{number}" for number, old in enumerate(wanted, start=1)}


def _rename_bookmarks(root: Element, bookmarks: dict[str, str]) -> None:
    """Give wanted bookmarks their new names; the others go, with their ends."""
    gone = set()
    for start in root.findall(".//w:bookmarkStart", SPACES):
        new = bookmarks.get(start.get(tag("w:name")) or "")
        if new:
            start.set(tag("w:name"), new)
        else:
            gone.add(start.get(tag("w:id")))
            trees.remove(start)
    for end in root.findall(".//w:bookmarkEnd", SPACES):
        if end.get(tag("w:id")) in gone:
            trees.remove(end)
    for link in root.iter(tag("w:hyperlink")):
        anchor = link.get(tag("w:anchor"))
        if anchor:
            link.set(tag("w:anchor"), bookmarks[anchor])


_SIGNS = {
    **dict.fromkeys(tags("w:tab w:ptab"), "\t"),
    **dict.fromkeys(tags("w:br w:cr"), "\n"),
    tag("w:noBreakHyphen"): "\u2011",
    tag("w:softHyphen"): "\u00ad",
    tag("w:sym"): "\ufffd",
}


def _read_sign(element: Element) -> Atom | None:
    sign = _SIGNS.get(element.tag)
    parent = element.getparent()
    return Atom(sign, element, MARK) if sign and parent is not None and parent.tag == tag("w:r") else None


_GRAMMAR = Grammar(
    paragraphs=tags("w:p"),
    containers=tags(ELEMENTS["blocks"]["word"]),
    texts=tags("w:t m:t"),
    read_sign=_read_sign,
)


def read_word(package: Package) -> Iterator[Block]:
    """The body, notes, headers and footers, with what is drawn in them, then the words of numbered lists."""
    for part in package.list_parts("document.main", "footnotes", "endnotes", "header", "footer"):
        yield from read_blocks(part.root, _GRAMMAR)
        yield from read_drawing(part.root)
        for path in part.iter("v:textpath"):
            if path.get("string"):
                yield [Atom(path.get("string", ""), path, "string")]
    for part in package.list_parts("numbering"):
        for level in part.iter("w:lvlText"):
            words = level.get(tag("w:val")) or ""
            if any(map(str.isalpha, words)):
                yield [Atom(words, level, tag("w:val"))]
