"""Clinical notes of three sources, as these have them; who reads one declares its file."""

from __future__ import annotations

import csv
import io
import json
import lzma
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field

from experiments.harness import data

TRANSCRIPTIONS = "wild/mtsamples.jsonl.xz"
VISITS, DIALOGUES = "wild/aci-bench.tar.xz", "wild/mts-dialog.tar.xz"


@dataclass(frozen=True, slots=True)
class Note:
    """A transcription with its title and its specialties."""

    id: int
    title: str
    specialties: frozenset[str]
    text: str = field(repr=False)


def read_notes() -> list[Note]:
    """All transcriptions, of those that begin alike only the first."""
    with lzma.open(data(TRANSCRIPTIONS), "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    first = {" ".join(row["text"].split())[:300]: row for row in reversed(rows)}
    notes = (
        Note(row["id"], row["name"], frozenset(row["specialties"]), row["text"]) for row in first.values()
    )
    return sorted(notes, key=lambda note: note.id)


def read_column(name: str, column: str) -> Iterator[str]:
    """The texts in a column of all tables in an archive."""
    with tarfile.open(data(name)) as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            rows = csv.DictReader(io.StringIO(file.read().decode("utf-8"))) if file else ()
            yield from (row[column] for row in rows if row.get(column))
