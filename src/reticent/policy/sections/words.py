"""The section of a word list."""

from __future__ import annotations

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
        listed = read_word_list(parts.folder / self.file) if self.file else []
        return WordList([*self.words, *listed], kind=self.kind, case=self.case)


def read_word_list(path: Path) -> list[str]:
    """The entries of a word list file; blank lines and lines that start with # are left out."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise PolicyError(f"the word list {path} can't be read as UTF-8: check the path") from None
    entries = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not entries:
        raise PolicyError(f"the word list {path} has no entry: add some, one a line, or leave the list out")
    return entries
