"""The contract suite of formats catches what it is there to catch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from reticent.errors import DocumentError, InputError
from reticent.formats import FormatOptions
from reticent.formats.seam.format import Residue, require_edits
from reticent.formats.seam.records import Fields, join_fields
from reticent.plan import Edit
from reticent.testing import formats as suite
from reticent.testing.formats import CANARY, CHECKS, FormatCase
from reticent.text import Document


@dataclass(frozen=True)
class Wrong:
    """A format of two texts in one file, with one fault at a time."""

    fault: str = ""
    name: str = "wrong"
    suffixes: tuple[str, ...] = (".wrong",)

    def recognizes(self, head: bytes) -> bool:
        return self.fault != "blind"

    def read(self, name: str, data: bytes, options: FormatOptions) -> WrongSource:
        try:
            left, right = (_unescape(text) for text in data.decode().split("|"))
        except ValueError:
            if self.fault == "crashes":
                raise
            quote = data.decode(errors="replace") if self.fault == "quotes" else ""
            raise DocumentError(f"'{name}' has no bar: {quote}") from None
        return WrongSource(self.fault, join_fields(name, [left, right]), options)


@dataclass(frozen=True)
class WrongSource:
    fault: str
    fields: Fields = field(repr=False)
    options: FormatOptions
    dropped: Mapping[str, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        return self.fields.document.text if self.fault == "talks" else "WrongSource()"

    @property
    def documents(self) -> tuple[Document, ...]:
        return (self.fields.document,) * (2 if self.fault == "repeats" else 1)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        if self.fault != "counts wrongly":
            require_edits(edits, len(self.documents))
        of_document: Sequence[Edit] = edits[0] if edits else ()
        if self.fault == "forgets":
            of_document = of_document[:1]
        if self.fault == "crosses":
            of_document = [each for each in of_document if self._lies_in_a_text(each)]
        texts = self.fields.texts(of_document)
        if self.fault == "strips":
            texts = [text.strip() for text in texts]
        hidden = self.fields.document.text if self.fault == "hides" else ""
        return ("|".join(map(_escape, texts)) + hidden).encode()

    def _lies_in_a_text(self, edit: Edit) -> bool:
        return any(span.covers(edit.span) for span in self.fields.spans)


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("|", "%7C")


def _unescape(text: str) -> str:
    return text.replace("%7C", "|").replace("%25", "%")


class Misspelt(Wrong):
    """A container that says `residues` where `residue` is meant."""

    def agrees(self, released: str, found: str) -> bool:
        return released == found

    def reread(self, data: bytes) -> Iterator[str]:
        return iter(())

    def residues(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        return []


def passes(check: Callable[[FormatCase], None], fault: str) -> bool:
    form = Misspelt() if fault == "misspells" else Wrong(fault)
    case = FormatCase("x", form, "a.wrong", b"Janette Doe |called", refuses=(CANARY.encode(),))
    try:
        check(case)
    except (AssertionError, InputError, ValueError, ExceptionGroup, pytest.fail.Exception):
        return False
    return True


@pytest.mark.parametrize("check", CHECKS)
def test_a_format_without_a_fault_passes(check: Callable[[FormatCase], None]) -> None:
    assert passes(check, "")


@pytest.mark.parametrize(
    ("fault", "check"),
    [
        ("blind", suite.check_it_recognizes_its_own_files),
        ("talks", suite.check_documents_have_ids_and_placeholders_in_order),
        ("repeats", suite.check_documents_have_ids_and_placeholders_in_order),
        ("forgets", suite.check_what_is_removed_everywhere_is_gone_from_the_bytes),
        ("hides", suite.check_what_is_removed_everywhere_is_gone_from_the_bytes),
        ("strips", suite.check_what_is_written_is_read_again_as_the_released_texts),
        ("crosses", suite.check_no_edit_reaches_from_one_text_into_another),
        ("quotes", suite.check_what_it_cannot_read_is_refused_without_a_word_of_it),
        ("crashes", suite.check_any_bytes_are_read_or_refused),
        ("misspells", suite.check_it_says_all_that_it_can_do),
        ("counts wrongly", suite.check_edits_are_one_list_a_document),
    ],
)
def test_a_fault_is_caught_by_its_check(fault: str, check: Callable[[FormatCase], None]) -> None:
    assert not passes(check, fault)
