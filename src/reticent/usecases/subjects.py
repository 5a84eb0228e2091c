"""Whose documents these are: one subject for all of them, or what a field of each record says."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reticent.errors import DocumentError, InputError
from reticent.usecases.given import Given, Opened


@dataclass(frozen=True, slots=True)
class Subjects:
    """The subject of all documents, or the key or column of records that names it."""

    name: str | None = None
    field: str | None = None

    def __post_init__(self) -> None:
        if (self.name is None) == (self.field is None):
            raise InputError(
                "whose documents are these? a ledger needs --subject NAME, or --subject-field KEY for records"
            )
        if self.name is not None and not self.name.strip():
            raise InputError("--subject needs a name")


def find_subjects(given: Given, opened: Opened, subjects: Subjects) -> list[str]:
    """The subject of each document of a file; a DocumentError names a record without one."""
    if subjects.field is None:
        return [str(subjects.name)] * len(opened.documents)
    options = replace(opened.options, subject_field=subjects.field)
    found = [document.subject for document in opened.format.read(given.name, given.data, options).documents]
    if not all(found):
        raise DocumentError(
            f"'{given.name}' has no records with fields: give JSON lines or a table, or name the subject with --subject"
        )
    return found
