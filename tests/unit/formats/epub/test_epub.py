"""Books: what of them is judged, what goes, and that a released one is a book."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree import ElementTree as ET

import pytest
from tests.book_files import CONTAINER, build_book
from tests.faults import Patch
from tests.removing import LABEL, is_left, remove
from tests.table_files import to_zip

from reticent.api import open_policy
from reticent.errors import DocumentError
from reticent.formats import FormatOptions, epub
from reticent.formats.epub import EPUB

SURNAME = "Zoellner"
SHOWN = {
    "text": build_book(f"<p>Mrs {SURNAME}</p>"),
    "word in several elements": build_book("<p>Zo<b>ell</b>ner</p>"),
    "entity": build_book("<p>Mrs&nbsp;&#90;oellner</p>"),
    "title of the book": build_book(metadata=f"<dc:title>On {SURNAME}</dc:title>"),
    "author": build_book(metadata=f'<dc:creator id="x">{SURNAME}</dc:creator>'),
    "heading": build_book(f"<h1>{SURNAME}</h1>"),
    "alternative": build_book(f'<abbr title="{SURNAME}">x</abbr>'),
    "address": build_book(f'<a href="https://example.org/{SURNAME}">x</a>'),
    "unknown place": build_book(f'<a href="{SURNAME}.xhtml">x</a>'),
    "language": build_book(f'<p lang="{SURNAME}">x</p>'),
}
GONE = {
    "picture": build_book(f'<img src="x.png" alt="{SURNAME}"/>'),
    "drawing": build_book(f"<svg><text>{SURNAME}</text></svg>"),
    "script": build_book(f"<script>{SURNAME}</script>"),
    "style": build_book(head=f"<style>p::after {{content: '{SURNAME}'}}</style>"),
    "link of the head": build_book(head=f'<link href="{SURNAME}.css"/>'),
    "class": build_book(f'<p class="{SURNAME}">x</p>'),
    "id": build_book(f'<p id="{SURNAME}">x</p>'),
    "link to an id": build_book(f'<a href="#{SURNAME}">x</a>'),
    "name of an element": build_book(f"<{SURNAME}>x</{SURNAME}>"),
    "comment": build_book(f"<!-- {SURNAME} -->"),
    "number of the book": build_book(
        metadata=f"<dc:title>t</dc:title><dc:identifier>{SURNAME}</dc:identifier>"
    ),
    "meta": build_book(metadata=f'<meta name="{SURNAME}" content="{SURNAME}"/>'),
    "attribute of the metadata": build_book(metadata=f'<dc:creator file-as="{SURNAME}">x</dc:creator>'),
    "file": build_book(more={f"E/{SURNAME}.css": SURNAME.encode(), f"{SURNAME}.ncx": SURNAME.encode()}),
    "contents": build_book(more={"E/toc.ncx": f"<ncx>{SURNAME}</ncx>".encode()}),
}


def parse(data: bytes) -> ET.Element:
    return ET.fromstring(data)  # noqa: S314 - our own


def write(data: bytes) -> bytes:
    return EPUB.read("a.epub", data, FormatOptions()).write([()])


@pytest.mark.parametrize("place", SHOWN)
def test_a_word_is_removed_wherever_it_stands(place: str, monkeypatch: Patch) -> None:
    written = remove(EPUB, "a.epub", SHOWN[place], SURNAME)
    members = zipfile.ZipFile(io.BytesIO(written))
    assert any(LABEL in members.read(name).decode() for name in members.namelist())
    assert not is_left(EPUB, written, SURNAME)
    source = EPUB.read("a.epub", SHOWN[place], FormatOptions())
    monkeypatch.setattr(type(source.fields), "split", lambda self, _: [[] for _ in self.spans])
    assert EPUB.residue(remove(EPUB, "a.epub", SHOWN[place], SURNAME), [SURNAME])


@pytest.mark.parametrize("place", GONE)
def test_what_is_no_text_does_not_go_out(place: str) -> None:
    written = write(GONE[place])
    assert not is_left(EPUB, written, SURNAME)
    members = zipfile.ZipFile(io.BytesIO(written))
    assert not any(SURNAME.lower() in name.lower() for name in members.namelist())
    assert write(written) == written


FAULTS = {
    "script": ("_GONE_ELEMENTS", frozenset()),
    "style": ("_GONE_ELEMENTS", frozenset()),
    "drawing": ("_GONE_ELEMENTS", frozenset()),
    "class": ("_KEPT_ATTRIBUTES", frozenset(["class"])),
    "number of the book": ("_KEPT_METADATA", frozenset(["identifier"])),
}


@pytest.mark.parametrize("place", FAULTS)
def test_a_list_of_what_goes_or_stays_that_is_wrong_leaves_the_secret_to_be_found(
    place: str, monkeypatch: Patch
) -> None:
    assert not EPUB.residue(write(GONE[place]), [SURNAME])
    monkeypatch.setattr(epub, *FAULTS[place])
    assert EPUB.residue(write(GONE[place]), [SURNAME])


def test_a_released_book_is_a_book() -> None:
    body = (
        '<p id="here">x</p><a href="two.xhtml#p">to</a><a href="#here">up</a><a href="../E/two.xhtml">all</a>'
    )
    written = write(build_book(body))
    archive = zipfile.ZipFile(io.BytesIO(written))
    first = archive.infolist()[0]
    assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b"")
    assert written[30:58] == b"mimetypeapplication/epub+zip"
    container = parse(archive.read("META-INF/container.xml"))
    package = next(each.get("full-path") for each in container.iter() if each.tag.endswith("rootfile"))
    opf = parse(archive.read(str(package)))
    items = {each.get("id"): each.get("href") for each in opf.iter() if each.tag.endswith("item")}
    spine = [each.get("idref") for each in opf.iter() if each.tag.endswith("itemref")]
    assert [items[each] for each in spine] == ["0001.xhtml", "0002.xhtml"]
    assert all(f"OEBPS/{href}" in archive.namelist() for href in items.values())
    dc = "{http://purl.org/dc/elements/1.1/}"
    assert [opf.find(f".//{dc}{each}") is not None for each in ("title", "identifier", "language")] == [
        True
    ] * 3
    chapter = parse(archive.read("OEBPS/0002.xhtml"))
    links = [each.get("href") for each in chapter.iter() if each.tag.endswith("}a")]
    ids = {
        each.get("id")
        for name in ("0001", "0002")
        for each in parse(archive.read(f"OEBPS/{name}.xhtml")).iter()
    }
    assert links[2] == "0001.xhtml"
    assert {link.partition("#")[2] for link in links[:2] if link} <= ids
    nav = parse(archive.read("OEBPS/nav.xhtml"))
    assert [each.text for each in nav.iter() if each.tag.endswith("}a")] == ["Preface", "a"]


def test_the_chapters_are_read_in_the_order_of_the_spine() -> None:
    text = EPUB.read("a.epub", build_book("<p>Second</p>"), FormatOptions()).documents[0].text
    assert text.index("Preface") < text.index("Second")


def test_the_default_policy_releases_no_name_of_a_book() -> None:
    data = build_book("<p>Mrs Adaeze Okonkwo came.</p>", metadata="<dc:creator>Adaeze Okonkwo</dc:creator>")
    source = EPUB.read("a.epub", data, FormatOptions())
    outcome = open_policy("default").sanitize(source.documents[0])
    written = source.write([outcome.release.edits])
    assert not EPUB.residue(written, ["Okonkwo", "Adaeze"])


@pytest.mark.parametrize(
    "members",
    [
        {"mimetype": b"text/plain"},
        {"mimetype": b"application/epub+zip"},
        {"mimetype": b"application/epub+zip", "META-INF/container.xml": b"<a/>"},
        {"mimetype": b"application/epub+zip", "META-INF/container.xml": CONTAINER.encode()},
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": b"<!DOCTYPE a [<!ENTITY b 'Zoellner'>]><a>&b;</a>",
        },
        {"mimetype": b"application/epub+zip", "META-INF/encryption.xml": b"<a/>"},
        {"mimetype": b"application/epub+zip", "../Zoellner.xhtml": b"x"},
    ],
)
def test_what_is_no_book_is_refused_in_one_line(members: dict[str, bytes]) -> None:
    with pytest.raises(DocumentError) as caught:
        EPUB.read("a.epub", to_zip(members), FormatOptions())
    assert SURNAME not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "body", ["<p>Zoellner", "<p>&Zoellner;</p>", "<p>" * 300 + "Zoellner" + "</p>" * 300]
)
def test_a_chapter_that_is_no_xhtml_is_refused_by_its_number(body: str) -> None:
    with pytest.raises(DocumentError, match="member 4") as caught:
        write(build_book(body))
    assert SURNAME not in str(caught.value)


def test_who_made_a_book_goes_whatever_word_the_name_is() -> None:
    said = (
        "creator>Early Bean",
        "contributor>Will Price",
        "publisher>Potter",
        "subject>May Green",
        "title>Bolts",
    )
    metadata = "".join(f"<dc:{each}</dc:{each.partition('>')[0]}>" for each in said)
    source = EPUB.read("a.epub", build_book("<p>The bolt.</p>", metadata=metadata), FormatOptions())
    outcome = open_policy("default").sanitize(source.documents[0])
    written = source.write([outcome.release.edits])
    text = "".join(EPUB.reread(written))
    assert not re.search("Early|Bean|Will|Price|Potter|May|Green", text)
    assert "Bolts" in text
    assert "The bolt." in text


def test_the_title_in_the_head_of_a_chapter_may_be_a_name() -> None:
    data = build_book(head="<title>Early Bean</title>")
    source = EPUB.read("a.epub", data, FormatOptions())
    outcome = open_policy("default").sanitize(source.documents[0])
    assert not EPUB.residue(source.write([outcome.release.edits]), ["Early", "Bean"])
