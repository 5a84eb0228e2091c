"""Whether originals show that they are public: stretches of them in texts that are known, or words that published texts have.

A condition such as "the originals are published nowhere" can't be measured, but it can be contradicted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from reticent.knowledge.runs import read_words
from reticent.text import Document

STRETCH = 12
"""Words in a row that two texts share only if one quotes the other or both quote a third; chosen by hand."""

_SIGNS = re.compile(
    r"originated in an application \(nos?\. \d"  # a judgment of the European Court of Human Rights
    r"|\bdelivered in open court\b"  # of any other
    r"|\b(?:ISBN|ISSN|DOI)[: ]+[\d-]{4}|\bdoi\.org/10\."  # a book or an article
    r"|\ball rights reserved\b|(?:©|\(c\)|\bcopyright) (?:19|20)\d\d\b",
    re.IGNORECASE,
)
"""What hardly anything but a published text says of itself; chosen by hand, few rather than doubtful."""


def says_published(original: str) -> bool:
    """Whether a text has words that published ones have.

    >>> says_published("The case originated in an application (no. 18403/91)."), says_published("Seen in clinic, no. 18403.")
    (True, False)
    """
    return bool(_SIGNS.search(original))


def count_quoted(originals: Iterable[Document], known: Iterable[str]) -> int:
    """How many originals have a stretch of words in common with a text that is known."""
    stretches = {
        each
        for number, text in enumerate(known)
        for each in _list_stretches(Document(f"known {number}", text))
    }
    return sum(any(each in stretches for each in _list_stretches(own)) for own in originals)


def _list_stretches(document: Document) -> Iterable[tuple[str, ...]]:
    forms: Sequence[str] = [word.form for word in read_words(document)]
    return (tuple(forms[at : at + STRETCH]) for at in range(len(forms) - STRETCH + 1))
