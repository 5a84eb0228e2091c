"""What readers were shown before, and what they are going to be shown: noted before anything goes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from reticent.knowledge.entities.ledger import Turn, ViewLedger
from reticent.models.k_safety.model import KSafety
from reticent.text import Document
from reticent.usecases.given import Given, Opened
from reticent.usecases.subjects import Subjects, find_subjects


@dataclass(frozen=True, slots=True)
class History:
    """A ledger, whose documents these are, and whether subjects that it doesn't know may begin.

    What is only looked at, and not shown to the reader, is not kept.
    """

    ledger: ViewLedger
    subjects: Subjects
    new: bool = False
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Session:
    """The views of one file while they are made: what each reader was shown of each subject up to now.

    Without a ledger every document stands alone.
    """

    subjects: Sequence[str] = field(repr=False)
    readers: tuple[str, ...]
    fingerprint: str = ""
    turn: Turn | None = None
    _shown: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict, repr=False)

    def terms_shown(self, document: int) -> Mapping[str, frozenset[str]]:
        """What each reader was shown before a document, by its number in the file."""
        if self.turn is None:
            return {}
        subject = self.subjects[document]
        for reader in self.readers:
            if (reader, subject) not in self._shown:
                self._shown[reader, subject] = self.turn.shown(reader, subject)
        return {reader: self._shown[reader, subject] for reader in self.readers}

    def note(self, document: int, readers: Sequence[str], released: Document, model: KSafety) -> None:
        """Note what is to be read of a document."""
        if self.turn is None:
            return
        subject = self.subjects[document]
        terms = frozenset(model.read(released).terms)
        for reader in readers:
            self._shown[reader, subject] |= terms
            self.turn.note(reader, subject, terms, self.fingerprint)


@contextmanager
def begin_session(
    given: Given, opened: Opened, model: KSafety, readers: Sequence[str], history: History | None
) -> Iterator[Session]:
    """The session of one file; with a ledger, one transaction of it, on disk before the session has ended."""
    if history is None:
        yield Session((), tuple(readers))
        return
    subjects = find_subjects(given, opened, history.subjects)
    with history.ledger.begin_turn(subjects, new=history.new, keep=history.keep) as turn:
        yield Session(subjects, tuple(readers), model.database.fingerprint, turn)
