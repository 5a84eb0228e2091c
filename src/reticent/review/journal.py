"""The journal of a review: who did what, in which order, as lines that each name the one before.

It is kept beside the plan and never published. It proves order and integrity, not truth; it quotes no document.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from reticent.errors import DocumentError, ReviewError
from reticent.files import PRIVATE
from reticent.proof.keys import Envelope, SigningKey, sign, write_envelope

BEGINNING = "0" * 64
"""What the first line names as the one before."""


@dataclass(frozen=True, slots=True)
class Journal:
    """Where a journal stands, who writes it, and the hash of its last line."""

    path: Path
    who: str
    head: str = BEGINNING

    def write(self, document: str, what: Mapping[str, object], state: str) -> Journal:
        """The journal with one more line: what was done to a document, and the hash of the state that came of it."""
        when = datetime.now(UTC).isoformat(timespec="seconds")
        entry = {
            "previous": self.head,
            "when": when,
            "who": self.who,
            "document": document,
            "what": dict(what),
            "state": state,
        }
        line = json.dumps(entry, ensure_ascii=False, sort_keys=True)
        _append(self.path, line)
        return Journal(self.path, self.who, _hash(line))

    def sign(self, keys: Sequence[SigningKey]) -> Journal:
        """The journal with a line that signs all before it."""
        signed = sign(Envelope(json.dumps({"journal": self.head}).encode()), keys)
        line = json.dumps(
            {"previous": self.head, "signed": json.loads(write_envelope(signed))}, ensure_ascii=False
        )
        _append(self.path, line)
        return Journal(self.path, self.who, _hash(line))


def open_journal(path: Path, who: str) -> Journal:
    """The journal at a path, which goes on where an earlier review ended."""
    try:
        text = path.read_text("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError):
        raise DocumentError(
            f"the journal '{path}' can't be read: move it away, or choose another -o"
        ) from None
    return Journal(path, who, read_head(text))


def read_head(text: str) -> str:
    """The hash of the last line of a journal; a ReviewError where a line was changed, lost or put in."""
    head = BEGINNING
    for number, line in enumerate(text.splitlines(), 1):
        try:
            previous = json.loads(line)["previous"]
        except (ValueError, KeyError, TypeError):
            previous = None
        if previous != head:
            raise ReviewError(
                "changed",
                f"line {number} of the journal does not follow from those before it: somebody changed it;"
                " keep it for whoever asks, and choose another -o",
            )
        head = _hash(line)
    return head


def _append(path: Path, line: str) -> None:
    """Add a line to a file that only its owner may read."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE)
        with os.fdopen(handle, "a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:
        raise DocumentError(
            f"the journal '{path}' can't be written: {error.strerror}; choose another -o"
        ) from None


def _hash(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()


class Journals:
    """The journals of the files under review: opened when something is first done to a file."""

    def __init__(self, places: Sequence[Path], who: str) -> None:
        self._places = tuple(places)
        self._who = who
        self._open: dict[int, Journal] = {}

    def write(self, file: int, document: str, what: Mapping[str, object], state: str) -> None:
        """Note what was done to a document of the file of that number."""
        self._open[file] = self._journal(file).write(document, what, state)

    def sign(self, file: int, keys: Sequence[SigningKey]) -> Path:
        """Sign the head of a file's journal, if anybody signs; where it stands."""
        if keys:
            self._open[file] = self._journal(file).sign(keys)
        return self._places[file]

    def _journal(self, file: int) -> Journal:
        return self._open.get(file) or open_journal(self._places[file], self._who)
