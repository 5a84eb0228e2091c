"""A capability that is misspelt or missing is refused, and a plain format is held to text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from reticent.errors import DocumentError, InputError
from reticent.formats import FileFormat, FileSource, FormatOptions
from reticent.formats.plain import TEXT
from reticent.formats.registry import OURS
from reticent.formats.seam.format import DocumentSource, Residue, as_file_format, as_file_source
from reticent.plan import Edit
from reticent.text import Document


@dataclass(frozen=True)
class Plain:
    """The least that a format is."""

    name: str = "plain"
    suffixes: tuple[str, ...] = (".plain",)

    def recognizes(self, head: bytes) -> bool:
        return True

    def read(self, name: str, data: bytes, options: FormatOptions) -> DocumentSource:
        return TEXT.read(name, data, options)


class Misspelt(Plain):
    """A container that says `residues` where `residue` is meant."""

    def agrees(self, released: str, found: str) -> bool:
        return released == found

    def reread(self, data: bytes) -> Iterator[str]:
        return iter(())

    def residues(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        return []


class NearlyPlain(Plain):
    """A format with one member too many."""

    def layout(self) -> None:
        return


def test_a_plain_container_must_derive_from_the_class_of_formats() -> None:
    with pytest.raises(InputError, match=r"derive it from reticent\.formats\.FileFormat"):
        as_file_format(Misspelt())
    with pytest.raises(InputError, match=r"has 'layout'.*did you mean 'lay_out'"):
        as_file_format(NearlyPlain())


def test_what_is_no_format_is_refused() -> None:
    with pytest.raises(InputError, match="int has no"):
        as_file_format(7)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="Plain has no instance"):
        as_file_format(Plain)  # type: ignore[arg-type]


def test_a_misspelt_capability_is_refused_with_the_class() -> None:
    with pytest.raises(InputError, match=r"has 'residues'.*did you mean 'residue'"):

        class Container(FileFormat):
            holds = "more"

            def reread(self, data: bytes) -> Iterator[str]:
                return iter(())

            def residues(self, data: bytes, words: Iterable[str]) -> list[Residue]:
                return []

    with pytest.raises(InputError, match=r"has 'count_change'.*did you mean 'count_changes'"):

        class Changing(FileSource):
            def count_change(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
                return {}

    with pytest.raises(InputError, match=r"has 'label'.*did you mean 'labels'"):

        class Labelled(FileSource):
            label: tuple[str, ...] = ("Jane",)


@pytest.mark.parametrize("holds", ["more", "text", "", None])
def test_a_format_says_what_its_files_hold_and_how_they_are_checked(holds: str | None) -> None:
    checks: dict[str, object] = {} if holds == "more" else {"residue": lambda *_: []}
    declared = {} if holds is None else {"holds": holds}
    with pytest.raises(InputError, match=r"does not say what its files hold|has both reread and residue"):
        type("Half", (FileFormat,), {**declared, **checks})


def test_a_plain_format_must_write_text_and_all_of_it_is_searched() -> None:
    form = as_file_format(Plain())
    assert (form.name, form.suffixes, form.reads_records) == ("plain", (".plain",), False)
    assert form.recognizes(b"")
    assert [each.text for each in form.read("a", b"Jane", FormatOptions()).documents] == ["Jane"]
    assert list(form.reread(b"Jane")) == []
    assert form.residue(b"by JANE.", ["john", "jane"]) == [Residue(1, "the file")]
    assert form.residue(b"by nobody", ["jane"]) == []
    with pytest.raises(DocumentError, match="writes more than text"):
        form.residue(b"\xff\xfe", ["jane"])
    with pytest.raises(DocumentError, match="not a collection of records"):
        form.lay_out("a", b"", FormatOptions(), whole=True)
    assert form.inspect(b"Jane") == []


@dataclass(frozen=True)
class PlainSource:
    options: FormatOptions
    documents: tuple[Document, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        return b"written"


class Named(PlainSource):
    @property
    def labels(self) -> Sequence[str]:
        return ["Jane"]


def test_a_plain_source_has_no_labels_and_one_that_does_is_refused() -> None:
    source = as_file_source(PlainSource(FormatOptions(), dropped={"notes": 1}))
    assert (source.documents, source.dropped, source.options) == ((), {"notes": 1}, FormatOptions())
    assert (source.labels, source.count_changes([]), source.write([])) == ((), {}, b"written")
    assert source.find_verifier(TEXT) is TEXT
    with pytest.raises(InputError, match=r"derive it from reticent\.formats\.FileSource"):
        as_file_source(Named(FormatOptions()))


def test_our_formats_say_what_they_hold() -> None:
    texts = {form.name for form in OURS if form.holds == "text"}
    assert texts == {"text", "markdown", "jsonl", "json", "csv", "tsv"}
