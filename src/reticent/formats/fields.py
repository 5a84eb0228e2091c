"""Several texts of one record as one document, so that a name found in one of them is known in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from reticent.errors import DocumentError
from reticent.plan import Edit
from reticent.rendering.edits import apply_edits
from reticent.text import Cell, Document, Span
from reticent.text.document import MASK

SEPARATOR = f"\n\n{MASK}\n\n"
"""Stands between two texts: no term, sentence or pattern crosses it, because its middle is marked as a placeholder."""

_MARK = SEPARATOR.index(MASK)


@dataclass(frozen=True, slots=True)
class Fields:
    """A document made of several texts, and where each of them stands in it."""

    document: Document
    spans: tuple[Span, ...]

    def texts(self, edits: Sequence[Edit]) -> list[str]:
        """The texts after the edits; a DocumentError when one of them reaches from one text into another.

        What reaches across can't be carried out: the two texts are written to different places.
        """
        if not edits:
            return [span.of(self.document.text) for span in self.spans]
        self._require_order(edits)
        released = apply_edits(self.document, edits).text
        texts, start, rest = [], 0, list(reversed(edits))
        for span in self.spans:
            length = len(span)
            while rest and span.covers(rest[-1].span):
                edit = rest.pop()
                length += len(edit.text) - len(edit.span)
            texts.append(released[start : start + length])
            start += length + len(SEPARATOR)
        if rest:
            raise self._refuse(rest[-1])
        return texts

    def split(self, edits: Sequence[Edit]) -> list[list[Edit]]:
        """The edits of each text, at their places in it; a DocumentError as `texts` raises."""
        if edits:
            self._require_order(edits)
        divided, rest = [], list(reversed(edits))
        for span in self.spans:
            inside = []
            while rest and span.covers(rest[-1].span):
                edit = rest.pop()
                moved = Span(edit.span.start - span.start, edit.span.end - span.start)
                inside.append(replace(edit, span=moved))
            divided.append(inside)
        if rest:
            raise self._refuse(rest[-1])
        return divided

    def _refuse(self, edit: Edit) -> DocumentError:
        return DocumentError(
            f"an edit at {edit.span.start} to {edit.span.end} reaches out of its field"
            f" of '{self.document.id}': edit each field by itself"
        )

    def _require_order(self, edits: Sequence[Edit]) -> None:
        if any(left.span.end > right.span.start for left, right in pairwise(edits)):
            raise DocumentError(f"edits of '{self.document.id}' overlap or are not in order: sort them")
        if edits[-1].span.end > len(self.document.text):
            raise DocumentError(f"an edit of '{self.document.id}' ends after the text does: plan again")


Column = tuple[tuple[str, int], str]
"""Where a text of a record stands: the table and the number of its column there, and the header of that."""


def join_fields(
    name: str, texts: Sequence[str], *, subject: str = "", columns: Sequence[Column] = ()
) -> Fields:
    """The texts as one document with that id, about that subject; `columns` are those that the texts stand in, if any."""
    joined = join_documents(name, [Document(name, text) for text in texts])
    if not subject and not columns:
        return joined
    cells = tuple(Cell(span, *column) for span, column in zip(joined.spans, columns, strict=False))
    return replace(joined, document=replace(joined.document, subject=subject, cells=cells))


def join_labels(name: str, labels: Sequence[str]) -> Fields:
    """Names of something as one document with that id, in which each is known as a label."""
    joined = join_fields(name, labels)
    return replace(joined, document=replace(joined.document, labels=joined.spans))


def require_subject(value: object, field: str, where: str) -> str:
    """What a record says under its subject field; a DocumentError, beginning with `where`, when that is nothing."""
    if isinstance(value, bool) or not isinstance(value, str | int) or str(value).strip() == "":
        raise DocumentError(
            f"{where}: there is no string or number under '{field}': add it, or name another --subject-field"
        )
    return str(value).strip()


def join_documents(name: str, documents: Sequence[Document]) -> Fields:
    """Whole documents as the texts of one with that id; what is a placeholder in one of them stays one."""
    spans: list[Span] = []
    marks: list[Span] = []
    start = 0
    for document in documents:
        end = start + len(document.text)
        spans.append(Span(start, end))
        marks += [Span(start + each.start, start + each.end) for each in document.placeholders]
        marks.append(Span(end + _MARK, end + _MARK + 1))
        start = end + len(SEPARATOR)
    text = SEPARATOR.join(document.text for document in documents)
    return Fields(Document(name, text, tuple(marks[:-1])), tuple(spans))
