"""The originals of a collection, read as they are released: a folder, files of records, or single files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from reticent.errors import DocumentError
from reticent.formats.registry import HEAD, find_format, read_bytes
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.text import Document


def read_originals(paths: Iterable[Path], options: FormatOptions = DEFAULTS) -> Iterator[Document]:
    """All documents of these files and folders, by name, those of a subject one after the other.

    A document that says whom it is about has that subject; one of a folder where each folder is a subject has the folder. Others
    have none. A file of a folder that can't be read is left out: what is counted for fewer originals is hidden sooner.
    """
    documents = [document for path in paths for document in _read(path, options)]
    if not documents:
        raise DocumentError("the collection holds no document that can be read: check its name")
    subjects: dict[str, list[Document]] = {}
    for number, document in enumerate(documents):
        subjects.setdefault(document.subject or f"\0{number}", []).append(document)
    for own in subjects.values():
        yield from own


def _read(path: Path, options: FormatOptions) -> Iterator[Document]:
    if not path.is_dir():
        yield from _read_file(path, options)
        return
    for each in _files_below(path):
        try:
            documents: Sequence[Document] = list(_read_file(each, options))
        except DocumentError:
            continue
        if options.subject_by == "folder":
            folder = each.parent.as_posix()
            documents = [replace(every, subject=every.subject or folder) for every in documents]
        yield from documents


def _files_below(folder: Path) -> Iterator[Path]:
    """The plain files below a folder in order; links are not followed."""
    for each in sorted(folder.rglob("*")):
        if each.is_file() and not each.is_symlink():
            yield each


def _read_file(path: Path, options: FormatOptions) -> Iterator[Document]:
    data = read_bytes(str(path))
    form = find_format(path.name, data[:HEAD], options)
    yield from form.read(path.name, data, options).documents
