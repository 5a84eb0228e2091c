"""Small books (EPUB 2 and 3) for tests."""

from __future__ import annotations

from tests.table_files import to_zip

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
    '<rootfile full-path="E/b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def build_book(
    body: str = "<p>x</p>",
    *,
    metadata: str = "<dc:title>t</dc:title>",
    head: str = "",
    more: dict[str, bytes] | None = None,
) -> bytes:
    """A book of one chapter and whatever else is given."""
    opf = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" version="3.0"><metadata>'
        f"<dc:language>en</dc:language>{metadata}</metadata><manifest>"
        '<item id="one" href="one%20page.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>'
        '<spine><itemref idref="two"/><itemref idref="one"/></spine></package>'
    )
    page = '<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title>{}</head><body>{}</body></html>'
    members = {
        "mimetype": b"application/epub+zip",
        "META-INF/container.xml": CONTAINER.encode(),
        "E/b.opf": opf.encode(),
        "E/one page.xhtml": page.format(head, body).encode(),
        "E/two.xhtml": page.format("", "<h1>Preface</h1><p id='p'>y</p>").encode(),
        "E/nav.xhtml": page.format("", "<nav>contents</nav>").encode(),
    }
    return to_zip({**members, **(more or {})})
