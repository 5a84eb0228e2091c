"""Sheets of replacements for a reader who judges them, and what the reader said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path
from typing import Any


def write_sheet(path: Path, rule: str, entries: Iterable[str], *, pieces: int = 1) -> None:
    """The rule, then a numbered entry for each replacement; `pieces` for several readers are numbered on."""
    numbered = [f"{number}. {entry}" for number, entry in enumerate(entries, start=1)]
    size = max(1, ceil(len(numbered) / pieces))
    for piece in range(pieces):
        where = path if pieces == 1 else path.with_stem(f"{path.stem}-{piece + 1}")
        lines = [rule, "", *numbered[piece * size : (piece + 1) * size]]
        where.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_verdicts(paths: Sequence[Path], number: int, rule: str) -> dict[str, Any]:
    """What readers accepted, from lines of "number yes" or "number no"; every replacement must have a verdict."""
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines()]
    rows = [line.split() for line in lines if line[:1].isdigit()]
    verdicts = {int(row[0].rstrip(".:")): row[1].lower().startswith("yes") for row in rows}
    if missing := set(range(1, number + 1)) - set(verdicts):
        raise SystemExit(
            f"{paths[0]}: no verdict for {len(missing)} replacements, the first is {min(missing)}"
        )
    accepted = sum(verdicts[each] for each in range(1, number + 1))
    return {"judged": number, "accepted": accepted, "share_accepted": accepted / number, "rule": rule}
