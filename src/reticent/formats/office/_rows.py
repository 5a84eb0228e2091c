"""The rows of a long sheet, some hundred at a time: only these are a tree, so that memory stays bounded.

What is no row stays in the tree of the sheet. A sheet with rows that refer to other parts, or hold what only programs
know, is one tree.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from reticent.errors import needs_extra
from reticent.formats.office import _trees as trees
from reticent.formats.office._trees import SPACES, Element, tag

with needs_extra("office", "reading office files"):
    from lxml import etree


LONG = 1 << 20
"""Bytes from which on a sheet is read by its rows: the tree of a shorter one takes some 20 MB. Chosen by hand."""

AT_ONCE = 200
"""SheetRows of eight cells that are a tree of 2 MB; chosen by hand: with ten times as many a release takes as long."""

_BLOCK = 1 << 17  # bytes that are parsed before their rows are taken out, chosen by hand
_QUICK = 1  # the level of zlib: six takes three times as long and makes rows a fifth smaller
_ROW, _SHEET_DATA = tag("x:row"), tag("x:sheetData")
_ODD = etree.XPath("boolean(//*[namespace-uri() != $main] | //@r:*)", namespaces={"r": SPACES["r"]})
_HEAD = re.compile(rb"<[^>]*><[^>]*>")
_PREFIX = re.compile(rb" xmlns:([^=]+)=")
_MARK = "rows"
_PLACE = re.compile(rb"(<(?:[^<>\s]+:)?sheetData[^<>]*>)rows(?=</)")


@dataclass(slots=True)
class SheetRows:
    """Lots of rows in order, each packed as a sheet that holds nothing else."""

    lots: list[bytes] = field(repr=False)

    def trees(self, *, plain: bool = True) -> Iterator[Element]:
        """A tree for each lot, or those that aren't plain; what is changed in it before the next is asked for stays."""
        for number, data in self._unpack():
            if not plain and is_plain(data):
                continue
            root = etree.fromstring(data, etree.XMLParser(**trees.PARSING))
            yield root
            if (written := _write(root)) != data:
                self.lots[number] = zlib.compress(written, _QUICK)

    def _unpack(self) -> Iterator[tuple[int, bytes]]:
        for number, lot in enumerate(self.lots):
            yield number, zlib.decompress(lot)

    def put_into(self, root: Element) -> None:
        """Make the tree of the sheet one that holds all rows."""
        place = root.find(_SHEET_DATA)
        for lot in self.trees():
            place.extend(list(lot[0]))

    def write(self, root: Element) -> Iterator[bytes]:
        """The bytes of the sheet in pieces, as one tree would be written."""
        used = {prefix for _, data in self._unpack() for prefix in _PREFIX.findall(_head(data))}
        root.find(_SHEET_DATA).text = _MARK
        data = trees.serialize(root, [prefix.decode() for prefix in sorted(used)])
        root.find(_SHEET_DATA).text = None
        before, opening, after = _PLACE.split(data, 1)
        yield before + opening
        yield from (_cut_rows(data) for _, data in self._unpack())
        yield after


def _write(root: Element) -> bytes:
    etree.cleanup_namespaces(root)
    return bytes(etree.tostring(root, encoding="UTF-8"))


def _head(data: bytes) -> bytes:
    """The tags that begin a lot."""
    found = _HEAD.match(data)
    return found[0] if found else b""


def _cut_rows(data: bytes) -> bytes:
    """The rows of a lot without the two elements around them."""
    return data[len(_head(data)) : data.rfind(b"</", 0, data.rfind(b"</"))]


_CELL = (
    r'<c r="[A-Z]{1,3}\d{1,7}"(?: s="\d{1,6}")?(?:'
    r'/>|(?: t="[nbe]")?><v>[^<]*</v></c>'
    r'| t="inlineStr"><is><t(?: xml:space="preserve")?(?:/>|>[^<]*</t>)</is></c>)'
)
_ROW_KEYS = "r|spans|s|ht|customFormat|customHeight|hidden|outlineLevel|collapsed|[a-z0-9]+:dyDescent"
_PLAIN = re.compile(
    rf'<worksheet xmlns="{SPACES["x"]}"(?: xmlns:[a-z0-9]+="[^"]*")*><sheetData>'
    rf'(?:<row(?: (?:{_ROW_KEYS})="[\d.: ]{{0,40}}")*(?:/>|>(?:{_CELL})*+</row>))*+</sheetData></worksheet>'.encode()
)


def is_plain(data: bytes) -> bool:
    """Whether a lot, as it is written here, holds nothing but numbers and texts in their cells: cleaning leaves it as it is."""
    return _PLAIN.fullmatch(data) is not None


def split_rows(data: bytes) -> tuple[Element, SheetRows] | None:
    """The tree of a sheet without its rows, and these; None for a sheet that is short, or not as sheets are."""
    if len(data) < LONG:
        return None
    parser = etree.XMLPullParser(("end",), tag=_ROW, **trees.PARSING)
    try:
        lots = list(_take_lots(parser, data))
        root = parser.close()
    except (etree.XMLSyntaxError, ValueError):
        return None  # whoever reads it as one tree says what is wrong
    found = root.findall(f".//{_SHEET_DATA}")
    if not lots or not all(lots) or len(found) != 1 or len(found[0]):
        return None
    return root, SheetRows(lots)


def _take_lots(parser: etree.XMLPullParser, data: bytes) -> Iterator[bytes]:
    """The rows that a parser finds, lot by lot; the last lot is nothing where one of them can't be taken out."""
    waiting: list[Element] = []
    for start in range(0, len(data), _BLOCK):
        parser.feed(data[start : start + _BLOCK])
        waiting += [row for _, row in parser.read_events()]
        last = start + _BLOCK >= len(data)
        # until the end the parser may still have to put something after the last row
        while len(waiting) > (0 if last else AT_ONCE):
            yield (lot := _take_out(waiting[:AT_ONCE]))
            if not lot:
                return
            del waiting[:AT_ONCE]


def _take_out(rows: list[Element]) -> bytes:
    """SheetRows as a packed lot; nothing where they aren't such that they can be told from the rest of the sheet."""
    parent = rows[0].getparent()
    root = parent.getparent() if parent is not None and parent.tag == _SHEET_DATA else None
    if root is None or root.getparent() is not None or any(row.getparent() is not parent for row in rows):
        return b""
    lot = etree.Element(root.tag, nsmap=root.nsmap)
    etree.SubElement(lot, parent.tag).extend(rows)
    return b"" if _ODD(lot, main=SPACES["x"]) else zlib.compress(_write(lot), _QUICK)
