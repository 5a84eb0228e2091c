"""Turn a text back for those who hold the vault and its key: stand-ins become what they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from reticent.formats.format import Checked
from reticent.formats.options import FormatOptions
from reticent.plan import Edit
from reticent.rendering.edits import apply_edits
from reticent.rendering.placeholders import BRACKETS
from reticent.text import Document, Span
from reticent.usecases.given import Given, open_given
from reticent.usecases.rereading import require_same_texts
from reticent.vault.store import Vault


@dataclass(frozen=True, slots=True)
class Restored:
    """A file that was turned back: its bytes, how many places changed, and what its format left out."""

    data: bytes = field(repr=False)
    places: int
    whole: int
    documents: int
    dropped: Mapping[str, int] = field(default_factory=dict)


def restore(given: Given, vault: Vault, *, options: FormatOptions) -> Restored:
    """The file with what its stand-ins stand for.

    A released text that nobody changed is turned back to its original, word by word; in any other text each stand-in
    becomes what it stands for as that was first written.
    """
    reading = replace(options, numbers="keep", subject_field=None)
    opened = open_given(given, (), reading)
    changes = [vault.find_changes(document.text) for document in opened.documents]
    edits = [
        [Edit(Span(start, end), before, 0) for start, end, before in known]
        if known is not None
        else find_stand_ins(document, vault)
        for document, known in zip(opened.documents, changes, strict=True)
    ]
    data = opened.source.write(edits)
    again = opened.format.read(given.name, data, opened.source.options).documents
    texts = [apply_edits(each, made) for each, made in zip(opened.documents, edits, strict=True)]
    checks = opened.source if isinstance(opened.source, Checked) else opened.format
    require_same_texts(given.name, checks, again, texts)
    whole = sum(known is not None for known in changes)
    return Restored(data, sum(map(len, edits)), whole, len(edits), opened.source.dropped)


def find_stand_ins(document: Document, vault: Vault) -> list[Edit]:
    """The stand-ins of a text and what they stand for."""
    found = [
        (Span(*match.span()), vault.find_original(match[1])) for match in BRACKETS.finditer(document.text)
    ]
    return [Edit(span, original, 0) for span, original in found if original is not None]
