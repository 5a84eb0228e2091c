"""The passes over what the CRF finds, in their order: one protocol, and one table that an experiment can take rows out of.

A pass gets a reading of the text and the mentions of the passes before it, and gives back the mentions for the next one. First
those judge that drop or change a finding, then others find what is left, and complete it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from reticent.detection.names.called import find_nicknames, find_owners, join_handles
from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.completing import complete_mentions, find_ages_of_people, is_unit, judge_number
from reticent.detection.names.demographics import find_demographics
from reticent.detection.names.findings import (
    agree_on_kinds,
    close_brackets,
    find_by_cue_words,
    find_titled,
    grow_bodies,
    is_called,
    is_file_name,
    is_lone_drug,
    is_plain_line,
    prefer_people,
)
from reticent.detection.names.listed import find_listed
from reticent.detection.names.model import Dial, NameGuess
from reticent.detection.names.no_names import (
    is_before_dose,
    is_classification,
    is_eponym_of_thing,
    is_lone_letters,
    is_medical_by_ending,
    is_part_in_talk,
)
from reticent.detection.names.spans import NameRange, Reading, find_ranges
from reticent.detection.names.told import without_medical
from reticent.detection.names.towns import find_districts
from reticent.detection.names.word_lists import WordClasses, WordLists
from reticent.detection.names.written_forms import find_field_codes, find_speakers, find_written_forms


class Pass(Protocol):
    """One look at all mentions of a text."""

    def __call__(self, reading: Reading, found: Sequence[NameRange], /) -> list[NameRange]:
        """The mentions for the next pass."""
        ...


@dataclass(frozen=True, slots=True)
class _Change:
    """Gives each mention another one, or none."""

    change: Callable[[Reading, NameRange], NameRange | None]

    def __call__(self, reading: Reading, found: Sequence[NameRange], /) -> list[NameRange]:
        return [changed for each in found if (changed := self.change(reading, each))]


@dataclass(frozen=True, slots=True)
class _Drop:
    """Leaves out what is nobody's name; `settled` words stay covered, so that no later pass finds them by a list."""

    is_none: Callable[[Reading, NameRange], bool]
    settled: bool = False

    def __call__(self, reading: Reading, found: Sequence[NameRange], /) -> list[NameRange]:
        kept = [each for each in found if not self.is_none(reading, each)]
        if self.settled and len(kept) < len(found):
            for each in found:
                if each not in kept:
                    reading.vacant.cover(each.begin, each.end)
        return kept


@dataclass(frozen=True, slots=True)
class _Find:
    """Adds what stands where no mention is."""

    find: Callable[[Reading], Iterator[NameRange]]

    def __call__(self, reading: Reading, found: Sequence[NameRange], /) -> list[NameRange]:
        return [*found, *self.find(reading)]


DEMOGRAPHICS = "demographics"
"""The pass that runs only where all that somebody is is asked for."""

JUDGING: dict[str, Pass] = {
    "file names": _Drop(is_file_name),
    "brands of drugs": _Drop(is_lone_drug),
    "units": _Drop(is_unit),
    "functions of programs": _Drop(is_called),
    "lines of one plain word": _Drop(is_plain_line),
    "doses": _Drop(is_before_dose, settled=True),
    "eponyms of things": _Drop(is_eponym_of_thing, settled=True),
    "endings of medicine": _Drop(is_medical_by_ending, settled=True),
    "parts in talks": _Drop(is_part_in_talk, settled=True),
    "lone letters": _Drop(is_lone_letters, settled=True),
    "classifications": _Drop(is_classification),
    "numbers": _Change(judge_number),
    "people before other names": _Change(prefer_people),
    "kinds": agree_on_kinds,
}
FINDING: dict[str, Pass] = {
    "medicine": without_medical,
    "titles": _Find(find_titled),
    "nicknames": find_nicknames,
    "owners": _Find(find_owners),
    "cue words": _Find(find_by_cue_words),
    "written forms": _Find(find_written_forms),
    "codes of fields": _Find(find_field_codes),
    "speakers": _Find(find_speakers),
    "handles": join_handles,
    "lists": _Find(find_listed),
    "districts": _Find(find_districts),
    DEMOGRAPHICS: find_demographics,
    "ages of people": find_ages_of_people,
    "names of bodies": grow_bodies,
    "completion": complete_mentions,
    "brackets": close_brackets,
}
"""What is medical stays covered, so that no later pass finds it again."""


def find_names(
    text: CasedText,
    guess: NameGuess,
    dial: Dial,
    classes: WordClasses,
    lists: WordLists,
    *,
    left_out: Collection[str] = (DEMOGRAPHICS,),
) -> list[NameRange]:
    """The mentions of a text in order and apart, at this dial, by all passes but those that are left out."""
    reading = Reading.of(text, guess, classes, lists)
    found = find_ranges(text, guess, dial)
    for name, judge in JUDGING.items():
        found = found if name in left_out else judge(reading, found)
    for each in found:
        reading.vacant.cover(each.begin, each.end)
    for name, find in FINDING.items():
        found = found if name in left_out else find(reading, found)
    return sorted(found, key=lambda mention: mention.begin)
