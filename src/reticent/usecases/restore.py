"""Turn a text back for those who hold the vault and its key: stand-ins become what they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from reticent.engine.stand_ins import find_restoring_edits
from reticent.formats.seam.format import as_file_source
from reticent.formats.seam.options import FormatOptions
from reticent.rendering.edits import apply_edits
from reticent.usecases.release import InputFile, read_input
from reticent.usecases.words import require_same_texts
from reticent.vault.store import Vault


@dataclass(frozen=True, slots=True)
class Restored:
    """A file that was turned back: its bytes, the places that changed, how many of its documents are their originals
    word by word, and what its format left out."""

    data: bytes = field(repr=False)
    places: int
    whole: int
    documents: int
    dropped: Mapping[str, int] = field(default_factory=dict)


def restore(given: InputFile, vault: Vault, *, options: FormatOptions) -> Restored:
    """The file with what its stand-ins stand for; it is read again, and must hold just that."""
    reading = replace(options, numbers="keep", subject_field=None)
    opened = read_input(given, (), reading)
    found = [find_restoring_edits(document, vault) for document in opened.documents]
    edits = [made for made, _ in found]
    data = opened.source.write(edits)
    again = opened.format.read(given.name, data, opened.source.options).documents
    texts = [apply_edits(each, made) for each, made in zip(opened.documents, edits, strict=True)]
    checks = as_file_source(opened.source).find_verifier(opened.format)
    require_same_texts(given.name, checks, again, texts)
    whole = sum(known for _, known in found)
    return Restored(data, sum(map(len, edits)), whole, len(edits), opened.source.dropped)
