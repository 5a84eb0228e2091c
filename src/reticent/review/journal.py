"""The journal of a review: what was done to each file, by whom and when, as lines that each name the one before.

It is kept with the original and never published: whoever plays it again has the review as it stood. With the key of a vault
what a line says is encrypted. A line that was cut off, as by a power failure, never happened; one that was changed is noticed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reticent.errors import DocumentError, ReticentError, ReviewError
from reticent.files import PRIVATE
from reticent.plan import Decision, DeclaredException
from reticent.proof.keys import Envelope, SigningKey, sign, write_envelope
from reticent.review.session import PlanChange, State, sort_changes
from reticent.text import Span
from reticent.vault.store import Seal

BEGINNING = "0" * 64
"""What the first line names as the one before."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """What was done to a document of a file, counted from 1, or to the file itself.

    `change` is what became different in its state; `state` is the hash of what came of it.
    """

    who: str
    what: Mapping[str, Any]
    document: int = 0
    state: str = ""
    change: Mapping[str, Any] | None = field(default=None, repr=False)
    when: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))

    @property
    def action(self) -> str:
        """What was done, by name."""
        return str(self.what.get("action", ""))


@dataclass(slots=True)
class Journal:
    """A journal at a path, and the hash of its last line; with a `seal` its lines are encrypted."""

    path: Path
    seal: Seal | None = field(default=None, repr=False)
    head: str = BEGINNING

    def read(self) -> list[JournalEntry]:
        """What an earlier review noted; it goes on there. What was cut off at the end is taken away."""
        lines = _read_lines(self.path)
        self.head = BEGINNING
        entries = []
        for number, line in enumerate(lines, 1):
            content = follow(line, self.head, number)
            self.head = _hash(line)
            if "signed" not in content:
                entries.append(self._open(content, number))
        return entries

    def write(self, entry: JournalEntry) -> None:
        """Add what was done."""
        content = asdict(entry)
        if self.seal is not None:
            sealed = self.seal.close(content, self.head.encode())
            content = {"sealed": base64.b64encode(sealed).decode()}
        self._append(content)

    def sign(self, keys: Sequence[SigningKey]) -> None:
        """Add a line that signs all before it."""
        signed = sign(Envelope(json.dumps({"journal": self.head}).encode()), keys)
        self._append({"signed": json.loads(write_envelope(signed))})

    def set_aside(self) -> Path:
        """Give the journal another name and begin anew: it is about a file that is no longer so."""
        taken = (self.path.with_suffix(f".{number}.jsonl") for number in range(1, 10_000))
        aside = next(path for path in taken if not path.exists())
        self.path.rename(aside)
        self.head = BEGINNING
        return aside

    def _append(self, content: Mapping[str, Any]) -> None:
        line = json.dumps({"previous": self.head, **content}, ensure_ascii=True, sort_keys=True, default=list)
        _append(self.path, line)
        self.head = _hash(line)

    def _open(self, content: dict[str, Any], number: int) -> JournalEntry:
        previous = str(content.pop("previous"))
        if "sealed" in content:
            if self.seal is None:
                raise DocumentError(
                    f"the journal '{self.path}' is encrypted: give the vault and its key that the review began with"
                )
            content = self.seal.open(base64.b64decode(content["sealed"]), previous.encode())
        try:
            return JournalEntry(**content)
        except TypeError:
            raise DocumentError(
                f"line {number} of the journal '{self.path}' is of another version of reticent: finish the review"
                " with that, or begin anew after 'reticent review --forget'"
            ) from None


def follow(line: str, head: str, number: int) -> dict[str, Any]:
    """What a line holds; a ReviewError where it was changed, lost or put in."""
    try:
        content = json.loads(line)
        previous = content["previous"]
    except (ValueError, KeyError, TypeError):
        content, previous = {}, None
    if previous != head:
        raise ReviewError(
            "changed",
            f"line {number} of the journal does not follow from those before it: somebody changed it;"
            " keep it for whoever asks, and choose another -o",
        )
    return dict(content)


def _read_lines(path: Path) -> list[str]:
    """The whole lines of a journal; the end of one that was never finished is cut off."""
    try:
        data = path.read_bytes() if path.exists() else b""
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
        return data[:whole].decode().splitlines()
    except (OSError, UnicodeDecodeError):
        raise DocumentError(
            f"the journal '{path}' can't be read: move it away, or choose another -o"
        ) from None


def _append(path: Path, line: str) -> None:
    """Add a line to a file that only its owner may read."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE)
        with os.fdopen(handle, "ab") as file:
            file.write(f"{line}\n".encode())
    except OSError as error:
        raise DocumentError(
            f"the journal '{path}' can't be written: {error.strerror}; choose another -o"
        ) from None


def _hash(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()


def note_change(before: State | None, after: State) -> dict[str, Any]:
    """What became different from one state to another, as JSON values."""
    old = {each.id: each for each in before.changes} if before else {}
    new = {each.id for each in after.changes}
    noted: dict[str, Any] = {
        "put": [_write_change(each) for each in after.changes if old.get(each.id) != each],
        "gone": [name for name in old if name not in new],
    }
    if after.exceptions != (before.exceptions if before else ()):
        noted["exceptions"] = [[_ends(each.spans), each.reason, each.by] for each in after.exceptions]
    return noted


def play_change(before: State, noted: Mapping[str, Any]) -> State:
    """The state that came of one; a DocumentError where what was noted doesn't fit it."""
    try:
        put = [_read_change(each) for each in noted["put"]]
        gone = {*noted["gone"], *(each.id for each in put)}
        left = [each for each in before.changes if each.id not in gone]
        exceptions = before.exceptions
        if "exceptions" in noted:
            exceptions = tuple(
                DeclaredException(_spans(ends), reason, by) for ends, reason, by in noted["exceptions"]
            )
    except (KeyError, TypeError, ValueError, ReticentError):
        raise DocumentError(
            "a line of the journal can't be played again: begin anew after 'reticent review --forget'"
        ) from None
    return State(before.document, sort_changes([*left, *put]), before.promises, exceptions)


_MARKS = ("kept", "accepted", "by_hand", "code", "note", "printed")
_SAID = ("kind", "becomes", "reason", "model", "entity", "evidence", "stand_in")


def _write_change(change: PlanChange) -> dict[str, Any]:
    """A change without what is left at its default."""
    decision = {name: getattr(change.decision, name) for name in _SAID}
    marks = {name: getattr(change, name) for name in _MARKS}
    said = {name: value for name, value in {**decision, **marks}.items() if value or name == "becomes"}
    return {"spans": _ends(change.spans), **said}


def _read_change(noted: Mapping[str, Any]) -> PlanChange:
    decision = Decision(_spans(noted["spans"]), **{name: noted[name] for name in _SAID if name in noted})
    return PlanChange(decision, **{name: noted[name] for name in _MARKS if name in noted})


def _ends(spans: Sequence[Span]) -> list[list[int]]:
    return [[span.start, span.end] for span in spans]


def _spans(ends: Sequence[Sequence[int]]) -> tuple[Span, ...]:
    return tuple(Span(start, end) for start, end in ends)
