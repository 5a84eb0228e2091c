"""A file is released when every document keeps its promises and what was written says just that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from reticent import Document, InputError, Mention, Redaction, Span, WordList
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, PromiseError
from reticent.formats.plain import TEXT
from reticent.formats.seam.format import DocumentSource, FileFormat, Residue
from reticent.formats.seam.options import FormatOptions
from reticent.models.privacy_model import Choice, CompleteModel, Needs, Unseen
from reticent.plan import Edit, Plan, Promise, Release, Violation
from reticent.usecases.release import InputFile, finish, plan_documents, read_input, release
from reticent.usecases.unseen import find_unseen

RULES = Rules((Redaction((WordList(["Zorblat"], kind="NAME"),)),))
LETTER = InputFile("a.txt", b"To Zorblat.")


@dataclass(frozen=True)
class Sceptic(CompleteModel):
    """A model that knows no word, finds fault with what it is told to, and can't plan a text with a question mark."""

    fault: str = "never written"

    @property
    def promise(self) -> Promise:
        return Promise("sceptic", "nothing is certain")

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset()

    @property
    def needs(self) -> Needs:
        return "released"

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        if "?" in document.text:
            raise InputError("a question can't be planned")
        return Plan.for_document(document)

    def violations(self, release: Release) -> list[Violation]:
        start = release.released.text.find(self.fault)
        return [] if start < 0 else [Violation("sceptic", Span(start, start + 1), "FAULT", "not certain")]

    @property
    def unseen(self) -> Unseen:
        return "keep"

    def unseen_words(self, document: Document) -> dict[str, tuple[Span, ...]]:
        return {"all": (Span(0, len(document.text)),)}

    def with_choices(self, choices: Mapping[str, Choice]) -> Sceptic:
        return self


@dataclass(frozen=True)
class Careless:
    """A source that writes something else than it was told."""

    source: DocumentSource
    written: bytes

    @property
    def documents(self) -> Sequence[Document]:
        return self.source.documents

    @property
    def options(self) -> FormatOptions:
        return self.source.options

    @property
    def dropped(self) -> Mapping[str, int]:
        return self.source.dropped

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        return self.written


@dataclass(frozen=True)
class Leaky(FileFormat):
    """A container that keeps an old copy of its text."""

    holds = "more"

    name: str = "leaky"
    suffixes: tuple[str, ...] = (".leaky",)

    def recognizes(self, head: bytes) -> bool:
        return True

    def read(self, name: str, data: bytes, options: FormatOptions) -> DocumentSource:
        return TEXT.read(name, data, options)

    def agrees(self, released: str, found: str) -> bool:
        return released == found

    def reread(self, data: bytes) -> Iterator[str]:
        return iter(())

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        return [Residue(number, "old copy") for number, _ in enumerate(words)]


def test_a_file_goes_out_with_what_lies_behind_it() -> None:
    released = release(LETTER, Rules((*RULES.models, Sceptic())))
    assert released.data == b"To [NAME]."
    assert [promise.model for promise in released.promises] == ["redaction", "sceptic"]
    assert released.unseen == ({"all": (Span(0, 10),)},)


def test_a_file_with_a_document_that_breaks_a_promise_does_not_go_out() -> None:
    with pytest.raises(PromiseError, match="not released"):
        release(LETTER, Rules((*RULES.models, Sceptic(fault="To"))))


def test_a_document_that_can_not_be_planned_is_an_error_and_not_left_out() -> None:
    documents = [Document("a", "yes"), Document("b", "no?"), Document("c", "yes")]
    with pytest.raises(InputError, match="question"):
        plan_documents(documents, Rules((Sceptic(),)))


@pytest.mark.parametrize("written", [b"To Zorblat.", b"To [NAME]. And more.", b""])
def test_a_file_that_reads_back_as_another_text_does_not_go_out(written: bytes) -> None:
    opened = read_input(LETTER, RULES.kinds, FormatOptions())
    outcomes = plan_documents(opened.documents, RULES)
    careless = replace(opened, source=Careless(opened.source, written))
    with pytest.raises(DocumentError, match="reads back differently"):
        finish(careless, outcomes, RULES)


def test_a_container_that_still_holds_a_removed_word_does_not_go_out() -> None:
    opened = replace(read_input(LETTER, RULES.kinds, FormatOptions()), format=Leaky())
    outcomes = plan_documents(opened.documents, RULES)
    with pytest.raises(PromiseError, match="is left in the file"):
        finish(opened, outcomes, RULES)


def test_only_models_that_know_it_say_which_words_they_never_saw() -> None:
    assert find_unseen(Document("a", "word"), Rules((Sceptic(), Sceptic()))) == {"all": (Span(0, 4),)}
    assert find_unseen(Document("a", "word"), RULES) == {}
