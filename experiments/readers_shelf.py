"""Releases kept in a folder, so that an interrupted run can resume and scoring needs no new ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.readers_releases import Released
from experiments.readers_texts import HiddenText
from reticent import Document
from reticent.files.writing import write_whole
from reticent.text import Span


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder with a file for each text; without a folder nothing is kept.

    Whoever changes a model or its settings takes an empty folder.
    """

    folder: Path | None = None

    def take_all(
        self, texts: Iterable[HiddenText], make: Callable[[HiddenText], Sequence[Released]]
    ) -> list[Released]:
        """The releases of all texts, made where the folder has none."""
        return [each for text in texts for each in self._take(text, make)]

    def _take(self, text: HiddenText, make: Callable[[HiddenText], Sequence[Released]]) -> Sequence[Released]:
        if self.folder is None:
            return make(text)
        path = self.folder / text.sort / f"{text.id}.json"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            rows = [_as_row(each) for each in make(text)]
            write_whole(path, json.dumps(rows).encode())
        return [_as_released(text, row) for row in json.loads(path.read_text(encoding="utf-8"))]


def _as_row(released: Released) -> dict[str, Any]:
    document = released.released
    return {
        "kind": released.kind,
        "kept": released.kept,
        "released": document.text,
        "placeholders": [[span.start, span.end] for span in document.placeholders],
    }


def _as_released(text: HiddenText, row: dict[str, Any]) -> Released:
    placeholders = tuple(Span(*span) for span in row["placeholders"])
    return Released(
        text, row["kind"], Document(text.id, row["released"], placeholders=placeholders), row["kept"]
    )
