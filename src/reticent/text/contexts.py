"""The parts of a document within which words are judged together."""

from __future__ import annotations

import re
from typing import Literal

from reticent.text.analysis import analyze
from reticent.text.document import Document, Span

Context = Literal["sentence", "paragraph", "document"]

WITHIN = r"^(sentence|paragraph|document|([2-9]|[1-9]\d{1,2}) words)$"
"""What words can be judged together within: a context, or a window of so many adjacent words ("20 words")."""


def words_in_window(within: str) -> int | None:
    """The number of words of a window; None for a context.

    >>> words_in_window("20 words"), words_in_window("sentence")
    (20, None)
    """
    found = re.match(WITHIN, within)
    return int(found[2]) if found and found[2] else None


def require_within(within: str) -> str:
    """The same again; a ValueError where words can't be judged together within it."""
    if not re.match(WITHIN, within):
        raise ValueError(
            "say document, paragraph, sentence, or a window of 2 to 999 words, such as '20 words'"
        )
    return within


def describe_within(within: str) -> str:
    """What words are judged together within, after "one".

    >>> describe_within("20 words"), describe_within("sentence")
    ('window of 20 words', 'sentence')
    """
    return f"window of {within}" if words_in_window(within) else within


def contexts(document: Document, kind: Context) -> list[Span]:
    """The sentences, the paragraphs or the whole of a document; what a placeholder hides divides nothing.

    >>> contexts(Document("note", "One. Two."), "sentence")
    [Span(start=0, end=4), Span(start=5, end=9)]
    """
    analysis = analyze(document)
    if kind == "sentence":
        return list(analysis.sentences)
    if kind == "paragraph":
        return list(analysis.paragraphs)
    return [Span(0, len(analysis.text))] if analysis.text.strip() else []
