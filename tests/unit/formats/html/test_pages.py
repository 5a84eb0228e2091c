import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.removing import remove

from reticent.errors import DocumentError, MissingExtraError, install_line
from reticent.formats import html as file
from reticent.formats.html import HTML
from reticent.formats.html import _reading as reading
from reticent.formats.html._pieces import read_link, tokenize, write_link
from reticent.formats.seam.options import FormatOptions
from reticent.plan import Edit
from reticent.text import Span


def text_of(page: str | bytes) -> str:
    data = page if isinstance(page, bytes) else page.encode()
    return HTML.read("a.html", data, FormatOptions()).documents[0].text


def test_blocks_are_lines_and_styles_are_none() -> None:
    assert (
        text_of("<h1>A\n  b</h1><p>c<i>d</i> <b>e</b><br>f<table><tr><td>g<td>h</table>")
        == "A b\ncd e\nf\ng\nh\n"
    )
    assert text_of("<pre>a\n  b</pre>") == "a\n  b\n"


def test_what_is_not_edited_stays_as_it_was() -> None:
    page = (
        '<!DOCTYPE html>\r\n<HTML lang="en"><head><meta charset="utf-8"/></head>\r\n<body>  <p align="center">S&ouml;hne &amp;'
        ' Jane &copy; <B>Roe</B></p>\r\n\t<hr/>&nbsp;"x"</body></HTML>\r\n'
    )
    released = remove(HTML, "a.html", page.encode(), "Roe").decode()
    assert released == page.replace("Roe", "[PERSON 1]")


def test_a_replacement_can_not_become_markup() -> None:
    source = HTML.read("a.html", b"<p title='Jane'>Jane</p>", FormatOptions())
    text = source.documents[0].text
    edits = [Edit(Span(at, at + 4), '"><script>&amp;', 0) for at in (text.index("Jane"), text.rindex("Jane"))]
    assert source.write([edits]) == (
        b'<meta charset="utf-8"/><p title="&quot;&gt;&lt;script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;&amp;amp;</p>'
    )


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("<meta charset=windows-1252>Müller".encode("cp1252"), "Müller"),
        (
            "<meta http-equiv=content-type content='text/html; charset=iso-8859-1'>Müller €".encode("cp1252"),
            "Müller €",
        ),
        ("<?xml version='1.0' encoding='shift_jis'?>日本".encode("shift_jis"), "日本"),
        ("\ufeffMüller".encode("utf-16-le"), "Müller"),
        ("Müller".encode("utf-8-sig"), "Müller"),
    ],
)
def test_a_page_is_read_in_the_character_set_that_it_declares_and_written_in_utf8(
    data: bytes, text: str
) -> None:
    source = HTML.read("a.html", data, FormatOptions())
    assert source.documents[0].text.strip() == text
    written = source.write([()])
    assert written.startswith(b'<meta charset="utf-8"/>')
    assert text in written.decode()


@pytest.mark.parametrize(
    "data",
    [
        b"M\xfcller",
        b"<meta charset=utf-8>M\xfcller",
        "<meta charset=windows-1252>Müller".encode(),
        b"<meta charset=utf-7>M+APw-ller",
        b"<meta charset=windows-1252>\x81",
    ],
)
def test_a_page_whose_character_set_lies_is_refused(data: bytes) -> None:
    with pytest.raises(DocumentError, match=r"character set|UTF-8"):
        HTML.read("a.html", data, FormatOptions())


@pytest.mark.parametrize(
    "page",
    [
        "<" * 60_000,
        "<!--" * 100_000,
        "<a b='" * 50_000,
        "<p " + "a " * 200_000,
        "&#" * 50_000,
        "&#" + "9" * 300_000 + ";",
        "<svg>" * 60_000,
        "<script>" * 60_000,
        "<p>" * 30_000,
        "</p>" * 30_000,
        "<p style='" + "red, , ," * 40_000 + "'>",
        "<![CDATA[" * 50_000,
        "<font size=1>" * 300 + "<p>" * 20_000,
        "<div>" * 200_000,
    ],
)
def test_a_page_made_to_take_long_is_read_or_refused_at_once(page: str) -> None:
    start = time.process_time()
    try:
        source = HTML.read("a.html", page.encode(), FormatOptions())
        written = source.write([()])
        HTML.residue(written, ["secret"])
        list(HTML.reread(written))
    except DocumentError:
        pass
    assert time.process_time() - start < 4


def test_a_page_that_is_too_large_is_refused() -> None:
    with pytest.raises(DocumentError, match="more than 32 MB"):
        HTML.read("a.html", bytes(1 << 26), FormatOptions())


def test_a_page_of_too_many_tags_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_PIECES", 100)
    for page in (b"<p>" * 101, b"&" * 101):
        with pytest.raises(DocumentError, match="more than 100 tags"):
            HTML.read("a.html", page, FormatOptions())


def test_entities_of_its_own_are_refused() -> None:
    with pytest.raises(DocumentError, match="entities of its own"):
        HTML.read("a.xhtml", b'<!DOCTYPE html [<!ENTITY a "b">]><p>&a;</p>', FormatOptions())


def test_without_the_second_reader_the_line_that_installs_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=re.escape(install_line("html"))):
        HTML.read("a.html", b"<p>x", FormatOptions())


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("mailto:jane%40x.org?subject=a", "mailto:jane@x.org"),
        ("https://x.org/a%20b#c", "https://x.org/a b"),
        ("page/jane.html", "page/jane.html"),
        (" java\nscript:alert(1)", None),
        ("data:text/html,x", None),
        ("https://jane:word@x.org/", None),
        ("https://x.org/%255A", None),
        ("/%ff", None),
        ("#jane", None),
    ],
)
def test_links_are_judged_as_their_readers_see_them(written: str, text: str | None) -> None:
    assert read_link(written) == text


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0%@"), min_size=1).filter(str.strip))
def test_a_link_that_is_written_is_read_as_its_text(text: str) -> None:
    assert read_link(write_link(text)) == text


@given(st.text(st.sampled_from("<>/!-ab=\"' \n&;#script[]CDAT?"), max_size=80))
def test_the_tokens_of_a_page_are_the_page(page: str) -> None:
    assert "".join(token.source for token in tokenize(page)) == page
