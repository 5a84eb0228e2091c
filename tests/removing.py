"""Removing a word from a file of any format, and what is left of it."""

from __future__ import annotations

import re

from reticent.formats.seam.format import FileFormat
from reticent.formats.seam.options import FormatOptions
from reticent.plan import Edit
from reticent.text import Span

LABEL = "[PERSON 1]"


def remove(form: FileFormat, name: str, data: bytes, word: str) -> bytes:
    """The file without a word, in any case, wherever our reader shows it."""
    source = form.read(name, data, FormatOptions())
    return source.write(
        [
            [
                Edit(Span(*match.span()), LABEL, 0, placeholder=True)
                for match in re.finditer(re.escape(word), document.text, re.IGNORECASE)
            ]
            for document in source.documents
        ]
    )


def is_left(form: FileFormat, data: bytes, word: str) -> bool:
    """Whether the search, the other reader or a look at the bytes finds the word."""
    texts = [data.decode("latin-1"), *form.reread(data)]
    return bool(form.residue(data, [word])) or any(word.casefold() in text.casefold() for text in texts)
