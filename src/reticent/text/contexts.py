"""The parts of a document within which words are judged together."""

from __future__ import annotations

from typing import Literal

from reticent.text.analysis import analyze
from reticent.text.document import Document, Span

Context = Literal["sentence", "paragraph", "document"]


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
