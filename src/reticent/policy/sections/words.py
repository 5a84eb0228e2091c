"""The section of a word list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from reticent.detection.word_list import Case, WordList
from reticent.errors import PolicyError
from reticent.policy.section import Kind, Parts, Section


class WordsSection(Section):
    """A detector of the words and phrases in a list."""

    type: Literal["words"]
    kind: Kind = Field("WORD", description="what the placeholder calls them")
    words: list[str] = Field([], description="the words and phrases")
    file: str | None = Field(None, description="a UTF-8 file, relative to the policy, with one entry a line")
    case: Case = Field(
        "smart",
        description='any case; but an entry in capitals that is a common word in small letters ("IT") is found in these only'
        ' with "any"',
    )

    @model_validator(mode="after")
    def _require_words(self) -> WordsSection:
        if not self.words and not self.file:
            raise ValueError("a word list needs 'words' or 'file'")
        return self

    def build(self, parts: Parts) -> WordList:
        """The list of the words here and those of the file."""
        own = read_entries(enumerate(self.words, start=1), "entry {} of the word list")
        listed = read_word_list(parts.folder / self.file) if self.file else []
        return WordList([*own, *listed], kind=self.kind, case=self.case)


_QUOTED = re.compile(r'["\u201c\u201e]([^"\u201c\u201d\u201e]*)["\u201c\u201d]')
_LITERAL = "or quote it, if it is written exactly so: '\"...\"'"
_OTHER_SYNTAX = (
    (re.compile(r"\t"), "holds a tab: write one entry a line, without columns beside it"),
    (
        re.compile(r"\s(?:#|//|--)"),
        "seems to end in a comment: put comments on lines of their own that begin with '# '",
    ),
    (re.compile(r"[;|]"), f"seems to be several: write each as an entry of its own, {_LITERAL}"),
    (
        re.compile(","),
        "holds a comma: write several words each as an entry of its own, and a person as 'Given Surname' and 'Surname',"
        f" {_LITERAL}",
    ),
    (
        re.compile(r"[*?^$%\\]"),
        f"seems to be a pattern: word lists have no wildcards, so write the words out, {_LITERAL}",
    ),
    (
        re.compile(r"[(){}<>\[\]]"),
        f"holds brackets: write the words alone, without what is only said about them, {_LITERAL}",
    ),
    (re.compile(r"=|->|→|:(?:\s|$)"), f"seems to be a key and a value: write the words alone, {_LITERAL}"),
    (
        re.compile(r"\s/\s|^[A-Z]+(?:/[A-Z]+)+$"),
        f"seems to be several: write each as an entry of its own, {_LITERAL}",
    ),
    (re.compile(r"^(?:\d+[.)]|[-+•·◦▪–—])\s"), "begins with the mark of a list: write the words alone"),
    (
        re.compile(r'^["\u201c\u201e]|["\u201d]$'),
        "has quotes that don't enclose it: write '\"...\"' around all of it or leave them out",
    ),
)
"""What no entry holds that means what it says, and what to write instead."""


def read_entries(written: Iterable[tuple[int, str]], place: str) -> list[str]:
    """The entries as they are meant: in quotes literally, and otherwise words alone; `place` says where a number is.

    >>> read_entries([(1, "Falcon Ridge"), (2, '"Kowalska, Anna"')], "line {}")
    ['Falcon Ridge', 'Kowalska, Anna']
    """
    entries = []
    for number, entry in written:
        quoted = _QUOTED.fullmatch(entry.strip())
        entries.append(quoted[1].strip() if quoted else entry.strip())
        if not any(map(str.isalnum, entries[-1])):
            raise PolicyError(f"{place.format(number)} has no letter or digit: delete it or fill it in")
        for syntax, mistake in () if quoted else _OTHER_SYNTAX:
            if syntax.search(entry.strip()):
                raise PolicyError(f"{place.format(number)} {mistake}")
    return entries


def read_word_list(path: Path) -> Sequence[str]:
    """The entries of a word list file; blank lines and comments, which begin with a hash and a blank, are left out."""
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise PolicyError(f"the word list {path} can't be read as UTF-8: check the path") from None
    filled = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    entries = read_entries(
        ((number, line) for number, line in filled if not _COMMENT.match(line)),
        f"line {{}} of the word list {path.name}",
    )
    if not entries:
        raise PolicyError(f"the word list {path} has no entry: add some, one a line, or leave the list out")
    return entries


_COMMENT = re.compile(r"\s*#+(?:\s|$)")
