"""Invented documents of our own, written by hand with every identifier marked where it stands.

`data/invented` has a file for each writer. A document begins with a line such as `=== night handover, table`; what is marked
stands as `⟦Ann Smith|PERSON⟧`.
"""

from __future__ import annotations

import re
from pathlib import Path

Place = tuple[int, int, str]
"""Start, end and kind of something that is marked."""

INVENTED = Path(__file__).parent / "data" / "invented"

_BEGIN = re.compile(r"^=== .*\n", re.MULTILINE)
_MARK = re.compile(r"⟦([^⟦⟧|\n]+)\|([A-Z]+)⟧")


def read_documents(folder: Path = INVENTED) -> list[tuple[str, str, list[Place]]]:
    """All of them as they are: the writer, the text, and what is marked in it."""
    return [
        (path.stem, *read_marks(marked))
        for path in sorted(folder.glob("*.txt"))
        for marked in _BEGIN.split(path.read_text("utf-8"))[1:]
    ]


def read_marks(marked: str) -> tuple[str, list[Place]]:
    """A document without its marks, and the places that they mark."""
    text, places, at = "", [], 0
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        places.append((len(text), len(text) + len(mark[1]), mark[2]))
        text, at = text + mark[1], mark.end()
    return text + marked[at:], places
