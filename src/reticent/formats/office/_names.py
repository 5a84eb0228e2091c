"""What programs usually call the members of an office file: constants of the standards and of their programs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from reticent.formats._pictures import ENDINGS
from reticent.formats.office._trees import ELEMENTS

_FOLDERS: Mapping[str, str] = ELEMENTS["names"]["folders"]
_PARTS: Mapping[str, str] = ELEMENTS["names"]["parts"]


def name_part(family: str, kind: str, number: int, ending: str) -> str:
    """The usual name of a part of a family of files, by the last word of its media type.

    >>> name_part("spreadsheetml", "worksheet", 2, "xml"), name_part("spreadsheetml", "styles", 1, "xml")
    ('xl/worksheets/sheet2.xml', 'xl/styles.xml')
    """
    usual = _PARTS.get(kind, "part#")
    name = usual.replace("#", str(number)) if "#" in usual or number == 1 else f"{usual}{number}"
    return f"{_FOLDERS[family]}/{name}.{ending}"


_NUMBER = r"\d{1,4}"  # no file has more members than `MOST_MEMBERS`
_NAMES = "|".join(
    f"(?:{folder}/)?{file.replace('#', '')}(?:{_NUMBER})?"
    for folder, _, file in (usual.rpartition("/") for usual in _PARTS.values())
)
_USUAL = re.compile(
    rf"(?:\.\./|/)?(?:(?:{'|'.join(_FOLDERS.values())})/)?(?:{_NAMES})\.(?:xml|{'|'.join(ENDINGS.values())})"
    rf"|(?:content|styles)\.xml|mimetype|META-INF/manifest\.xml|Pictures/image{_NUMBER}\.(?:{'|'.join(ENDINGS.values())})"
    r"|\[Content_Types\]\.xml"
)
_RELATIONS = re.compile(r"_rels/([^/]*)\.rels")


def is_usual(name: str) -> bool:
    """Whether a member, or what a relation leads to, is called as in any other file: such a name tells nothing.

    >>> is_usual("xl/worksheets/_rels/sheet1.xml.rels"), is_usual("../media/image3.png"), is_usual("word/zoe.xml")
    (True, True, False)
    """
    plain = _RELATIONS.sub(r"\1", name)
    return not plain or bool(_USUAL.fullmatch(plain))
