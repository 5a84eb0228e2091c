"""What another library finds in a PDF: pypdfium2 reads what the rest of this format has written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from unicodedata import normalize


def read_again(data: bytes) -> Iterator[str]:
    """The text of every page, as the other library reads it."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        for page in document:
            text = page.get_textpage()
            yield text.get_text_range().replace("\r\n", "\n")
            text.close()
            page.close()
    finally:
        document.close()


def letters_missed(ours: Iterable[str], theirs: str) -> int:
    """How many letters and digits the other reader finds on a page that we don't."""
    return (_letters(theirs) - _letters("".join(ours))).total()


def _letters(text: str) -> Counter[str]:
    return Counter(each for each in normalize("NFKD", text) if each.isalnum())
