"""Look into a file: what it carries besides its visible text, and words that somebody covered instead of removing them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from reticent.formats.registry import HEAD, find_format
from reticent.formats.seam.inspection import READABLE, FileFinding
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.usecases.release import InputFile


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a file carries; `readable` are things that hold words which its pages don't show."""

    name: str
    format: str
    findings: tuple[FileFinding, ...]

    @property
    def readable(self) -> tuple[FileFinding, ...]:
        """Findings whose words anybody with the file can read: hidden text, covered text, old versions."""
        return tuple(each for each in self.findings if each.kind in READABLE)

    @property
    def counts(self) -> dict[str, int]:
        """How many things of each kind there are."""
        total: Counter[str] = Counter()
        for each in self.findings:
            total[each.kind] += each.count
        return dict(sorted(total.items()))


def inspect(given: InputFile, options: FormatOptions = DEFAULTS) -> Inspection:
    """Look into a file; nothing is judged and nothing written."""
    form = find_format(given.name, given.data[:HEAD], options)
    return Inspection(given.name, form.name, tuple(sorted(form.inspect(given.data), key=_order)))


def _order(finding: FileFinding) -> tuple[Literal[0, 1], str, str]:
    """Words that can be read come first."""
    return (0 if finding.kind in READABLE else 1), finding.kind, finding.where
