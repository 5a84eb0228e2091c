"""What SQLite complains about, as errors that say what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from reticent.errors import KnowledgeError


@dataclass(frozen=True, slots=True)
class Advice:
    """How a kind of file is called, what to do when one can't be used or is no such file, and what every error ends with."""

    kind: str
    unusable: str
    damaged: str
    end: str = ""


@contextmanager
def explain_errors(advice: Advice, place: str) -> Iterator[None]:
    """A KnowledgeError instead of what SQLite says of the file at this place."""
    try:
        yield
    except sqlite3.OperationalError as error:
        told = str(error)
        problem = (
            "is locked by another run: try again when it is done"
            if "locked" in told or "busy" in told
            else f"can't be read or written ({told}): {advice.unusable}"
        )
        raise KnowledgeError(f"the {advice.kind} {place} {problem}{advice.end}") from None
    except sqlite3.DatabaseError:
        raise KnowledgeError(
            f"{place} is no {advice.kind}, or it is damaged: {advice.damaged}{advice.end}"
        ) from None
