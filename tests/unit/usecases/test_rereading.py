"""What is written is read again, by us and by others, and a file that shows more than was judged stays here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest

from reticent import Document, Redaction, Span, WordList, patterns, sanitize
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, PromiseError
from reticent.formats.plain import TEXT
from reticent.formats.seam.format import DocumentSource, FileFormat, Residue
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import SEPARATOR
from reticent.models.redaction import DateRule
from reticent.plan import Release, Violation
from reticent.usecases.words import removed_words, require_nothing_left, require_same_texts

RULES = Rules((Redaction((WordList(["Zorblat", "Eve"], kind="NAME"),)),))
OUTCOME = sanitize(Document("a", "Zorblat met Eve, a friend."), *RULES.models)


@dataclass(frozen=True)
class Box(FileFormat):
    """A container that holds its text in words that case does not tell apart, and whatever else is said here."""

    holds = "more"

    others_read: str = ""
    name: str = "box"
    suffixes: tuple[str, ...] = (".box",)

    def recognizes(self, head: bytes) -> bool:
        return True

    def read(self, name: str, data: bytes, options: FormatOptions) -> DocumentSource:
        return TEXT.read(name, data, options)

    def agrees(self, released: str, found: str) -> bool:
        return released.casefold() == found.casefold()

    def reread(self, data: bytes) -> Iterator[str]:
        yield "nothing"
        yield self.others_read

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        held = data.decode().casefold()
        return [Residue(number, "title") for number, word in enumerate(sorted(words)) if word in held]


def texts(*contents: str) -> list[Document]:
    return [Document("a", content) for content in contents]


@pytest.mark.parametrize(
    "again", [texts("one", "2"), texts("1", "two"), texts("one"), texts("one", "two", "three"), []]
)
def test_what_does_not_read_back_as_it_was_judged_is_not_written(again: list[Document]) -> None:
    with pytest.raises(DocumentError, match="reads back differently"):
        require_same_texts("a", TEXT, again, texts("one", "two"))


def test_a_container_says_itself_what_reads_back_alike() -> None:
    require_same_texts("a", TEXT, texts("one", "two"), texts("one", "two"))
    require_same_texts("a", Box(), texts("ONE"), texts("one"))
    with pytest.raises(DocumentError, match="reads back differently"):
        require_same_texts("a", TEXT, texts("ONE"), texts("one"))


def test_a_container_that_holds_no_removed_word_may_go_out() -> None:
    require_nothing_left("a", Box("[NAME] met [NAME], a friend."), b"title: friend", [OUTCOME], RULES)
    require_nothing_left("a", TEXT, b"Zorblat", [OUTCOME], RULES)


@pytest.mark.parametrize("held", [b"by ZORBLAT", b"eve.xml"])
def test_a_removed_word_outside_the_text_keeps_a_container_back(held: bytes) -> None:
    with pytest.raises(PromiseError, match="a word that was removed is left in the file") as caught:
        require_nothing_left("a", Box(), held, [OUTCOME], RULES)
    assert "zorblat" not in str(caught.value).casefold()


def test_an_error_names_the_pages_or_parts_and_never_quotes_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    left = [Residue(0, f"object {page}: under /Zorblat", f"page {page}") for page in (3, 3, 5, 6, 7)]
    monkeypatch.setattr(Box, "residue", lambda *_: left)
    with pytest.raises(PromiseError, match=r"outside its text \(page 3, page 5, page 6\); save it") as caught:
        require_nothing_left("a", Box(), b"", [OUTCOME], RULES)
    assert "zorblat" not in str(caught.value).casefold()


def test_what_another_reader_finds_keeps_a_container_back() -> None:
    with pytest.raises(
        PromiseError, match=r"another reader finds .* \(text 2 of those that it reads: of a PDF page 2\)"
    ):
        require_nothing_left("a", Box(others_read="to Zorblat"), b"", [OUTCOME], RULES)


@dataclass(frozen=True)
class Strict:
    """A model that finds something wrong with every text that it is asked about."""

    needs: str = "released"
    kinds: frozenset[str] = frozenset()

    def violations(self, release: Release) -> list[Violation]:
        return [Violation("strict", Span(0, 1), "WORD", "wrong")]

    def arising(self, release: Release) -> list[Violation]:
        return []


def test_the_same_blocks_in_another_order_have_been_judged_already() -> None:
    outcome = sanitize(Document("a", SEPARATOR.join(["one", "two\nthree"])))
    strict = Rules((Strict(),))  # type: ignore[arg-type]
    known = Box(SEPARATOR.join(["two\n three ", "one"]))
    for others in ("two\nthree four", "one two", SEPARATOR.join(["one", "two"])):
        with pytest.raises(PromiseError, match="another reader finds"):
            require_nothing_left("a", Box(others), b"", [outcome], strict)
    object.__setattr__(known, "reread", lambda _: iter([known.others_read]))
    require_nothing_left("a", known, b"", [outcome], strict)


def test_removed_words_are_those_that_no_released_text_shows() -> None:
    other = sanitize(Document("b", "Zorblat wrote in the eve"), *RULES.models)
    assert removed_words([OUTCOME]) == {"zorblat", "eve"}
    shown = sanitize(Document("c", "eve of zorblats"), Redaction(()))
    assert removed_words([OUTCOME, other, shown]) == {"zorblat"}


def test_of_moved_dates_another_reader_finds_those_that_were_released_and_no_others() -> None:
    moving = Rules((Redaction((patterns(["DATE"]),), dates=DateRule("shift", b"secret")),))
    outcome = sanitize(Document("a", "Seen 12 March 2024."), *moving.models)
    wrapped = outcome.text.replace(" ", "\n")
    require_nothing_left("a", Box(wrapped), b"", [outcome], moving)
    with pytest.raises(PromiseError, match="another reader"):
        require_nothing_left("a", Box("Seen 1 May 2019"), b"", [outcome], moving)
