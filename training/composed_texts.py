"""Notes, mails, chats and forms composed of lines with gaps, which names, numbers and medical words out of lists fill.

Few texts of these registers are free and marked. Composed ones teach what a list says and where a name stands on its line;
how people write they don't teach, so that they count for less than written ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np

from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.word_lists import WordClasses
from training import composed_slots, list_words
from training.composed_slots import Slot, read_slots
from training.name_corpora import Sample, find_words, labels

NEEDS = composed_slots.NEEDS | list_words.NEEDS
SOURCE = "composed"
NOTES, OFFICE = 500, 350
"""How many texts of care and of offices are composed."""

_LINES = {"note-lines.txt": NOTES, "office-lines.txt": OFFICE}
_LENGTHS = {"top": (1, 5), "middle": (4, 16), "plan": (0, 4), "end": (0, 2)}
_GAP = re.compile(r"\{(\w+)\}")
_SEED = 16
_SILENT, _SHOUTED = 0.12, 0.06
_WEIGHT = 0.4
_UNSURE = ("DEM", "MISC", "QUANTITY")

Marks = list[tuple[int, int, str]]


def compose_texts(classes: WordClasses) -> list[Sample]:
    """All composed texts; those in small letters throughout and those in capitals are a few."""
    slots, chance = read_slots(), Random(_SEED)
    samples = []
    for file, count in _LINES.items():
        lines = read_lines(Path(__file__).parent / "data" / file)
        for _ in range(count):
            samples.append(_make_sample(*compose(lines, slots, chance), classes))
    return samples


def read_lines(path: Path) -> dict[str, list[str]]:
    """The lines of each part of a text."""
    parts: dict[str, list[str]] = {}
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("== "):
            parts[line[3:]] = lines = []
        elif line and parts:
            lines.append(line)
    return parts


def compose(
    lines: Mapping[str, Sequence[str]], slots: Mapping[str, Slot], chance: Random
) -> tuple[str, Marks]:
    """A text of some lines of each part, and where in it something is to be found."""
    text = ""
    marks: Marks = []
    for part, choices in lines.items():
        for _ in range(chance.randint(*_LENGTHS[part])):
            text = _fill(chance.choice(choices), text, marks, slots, chance) + "\n"
        text += chance.choice(("", "\n"))
    style = chance.random()
    change = str.lower if style < _SILENT else str.upper if style < _SILENT + _SHOUTED else str
    changed = change(text)
    return (changed if len(changed) == len(text) else text), marks


def _fill(line: str, text: str, marks: Marks, slots: Mapping[str, Slot], chance: Random) -> str:
    """The text with the line behind it; what was filled in and is to be found is marked."""
    at = 0
    for gap in _GAP.finditer(line):
        slot = slots[gap[1]]
        text += line[at : gap.start()]
        value = slot.fill(chance)
        if slot.kind:
            marks.append((len(text), len(text) + len(value), slot.kind))
        text += value
        at = gap.end()
    return text + line[at:]


def _make_sample(text: str, marks: Marks, classes: WordClasses) -> Sample:
    cased = read_cased(text, classes)
    allowed = np.tile(labels(_UNSURE, outside=True), (len(cased), 1))
    for start, end, kind in marks:
        allowed[find_words(cased, start, end)] = labels([kind], "+")
    return Sample(SOURCE, cased, allowed, _WEIGHT)
