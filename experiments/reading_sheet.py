"""Sheets of replacements for a reader who judges them, and what the reader said."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any


def write_sheet(path: Path, rule: str, entries: Iterable[str]) -> None:
    """The rule, then a numbered entry for each replacement."""
    lines = [rule, "", *(f"{number}. {entry}" for number, entry in enumerate(entries, start=1))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_verdicts(path: Path, number: int, rule: str) -> dict[str, Any]:
    """What a reader accepted, from lines of "number yes" or "number no"; every replacement must have a verdict."""
    rows = [line.split() for line in path.read_text("utf-8").splitlines() if line.strip()]
    verdicts = {int(row[0].rstrip(".")): row[1].lower() == "yes" for row in rows}
    if missing := set(range(1, number + 1)) - set(verdicts):
        raise SystemExit(f"{path}: no verdict for {len(missing)} replacements, the first is {min(missing)}")
    accepted = sum(verdicts[each] for each in range(1, number + 1))
    return {"judged": number, "accepted": accepted, "share_accepted": accepted / number, "rule": rule}
