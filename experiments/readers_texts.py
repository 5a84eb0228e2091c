"""The texts whose condition is hidden: descriptions of symptoms, and notes with a main or a background condition."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, get_args

from experiments import cg_attack
from experiments.needs import Needs
from experiments.notes import TRANSCRIPTIONS, Note
from experiments.phrases import Naming, PhraseFinder
from experiments.readers_conditions import Condition, find_names, find_strong_hints
from reticent import Document

NEEDS = cg_attack.NEEDS | Needs(data=(TRANSCRIPTIONS,))

Sort = Literal["background", "main", "symptoms"]
SORTS: tuple[Sort, ...] = get_args(Sort)
SYMPTOMS: Sort = "symptoms"

WORDS = (120, 700)
"""Notes of so many words are taken whole: long enough to tell something, short enough for a sheet."""
MOST_A_CONDITION = 3
"""So many notes of one half hide the same condition, or a reader who always guesses the commonest would be right."""
_FEWEST_NAMED = 3
_FEWEST_MENTIONS = 2
_VISITS = frozenset(
    {
        "Consult - History and Phy.", "Discharge Summary", "Emergency Room Reports", "General Medicine", "Letters",
        "Office Notes", "SOAP / Chart / Progress Notes",
    }
)  # fmt: skip
_HEADING = re.compile(r"(?:^|[.,;\n]\s*)([A-Z][A-Z0-9 /&()'-]{2,50}?)\s*:")
_VISIT = re.compile(r"CHIEF COMPLAINT|REASON|DIAGNOS[EI]S$")
_PAST = re.compile(r"PAST (MEDICAL|HISTORY)|MEDICAL HISTORY|\bPMH")
_ELSEWHERE = re.compile(r"PAST|\bPMH|MEDICAL HISTORY|SURGICAL HISTORY|MEDICATION|ALLERG|REVIEW|FAMILY|SOCIAL")
"""Sections that don't speak of the reason of the visit."""
_DENIED = re.compile(r"\b(?:no|not|denie[sd]|denying|negative|without|never|none|unremarkable|family|mother|father)\b", re.I)  # fmt: skip
_SENTENCE_END = re.compile(r"[.;:\n]")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class HiddenText:
    """A text, the condition that its release hides, all names of that, and which half it belongs to."""

    id: str
    sort: Sort
    condition: str
    names: tuple[str, ...]
    text: str = field(repr=False)
    half: int

    @property
    def document(self) -> Document:
        """The text to be released."""
        return Document(self.id, self.text)


def select_notes(
    notes: Iterable[Note],
    conditions: Sequence[Condition],
    *,
    visits: bool = True,
    most: int = MOST_A_CONDITION,
) -> list[HiddenText]:
    """A text for each visit note that has a main or a background condition, in an order without meaning.

    Unless `visits` alone are asked for, notes of operations, tests and the like are taken as well.

    The main condition is the one of the title, of the complaint, the reason of the visit or the diagnosis that is
    named most often. A background condition stands in the past history and is no matter of the visit, in a note that
    names three conditions or more, and beside its names the note holds a strong hint at it: otherwise there is nothing
    to guess from. Of several the one that the fewest notes have is hidden. A note is used once: as background where it
    can be. Of each condition at most three notes a half are taken, or as many as `most` says.
    """
    known = {condition.name: condition for condition in conditions if condition.is_illness}
    names, hints = find_names(conditions), find_strong_hints(conditions)
    readable = (note for note in notes if _is_readable(note, visits=visits))
    read = [(note, _read(note, names, hints)) for note in readable]
    common = Counter(name for _, reading in read for name in reading.background)
    texts = []
    for note, reading in read:
        hidden: tuple[Sort, list[str]] = ("background", sorted(reading.background & known.keys(), key=lambda name: (common[name], name)))  # fmt: skip
        if not hidden[1]:
            hidden = ("main", [name for name in reading.main if name in known])
        for name in hidden[1][:1]:
            texts.append(_hide(note, known[name], hidden[0]))
    return limit_conditions(sorted(texts, key=lambda text: _hash(text.id)), most)


def limit_conditions(texts: Iterable[HiddenText], most: int) -> list[HiddenText]:
    """The texts without those whose condition so many before them hide in the same half and sort."""
    taken, kept = Counter[tuple[str, str, int]](), []
    for text in texts:
        taken[text.sort, text.condition, text.half] += 1
        if taken[text.sort, text.condition, text.half] <= most:
            kept.append(text)
    return kept


def read_symptom_texts() -> tuple[list[HiddenText], dict[str, str]]:
    """The texts of the attack on (C, g(C))-sanitization, with its halves; and the articles on their diseases."""
    cases, articles = cg_attack.cases()
    texts = [
        HiddenText(
            f"symptoms-{number}", SYMPTOMS, case.title, case.names, case.text, cg_attack.half(case.title)
        )
        for number, case in enumerate(cases)
    ]
    return texts, articles


def shorten(text: HiddenText, words: int) -> HiddenText:
    """The text up to the last sentence that ends within so many words."""
    found = list(_WORD.finditer(text.text))
    if len(found) <= words:
        return text
    end = max((mark.end() for mark in _SENTENCE_END.finditer(text.text, 0, found[words].start())), default=0)
    return replace(text, text=text.text[: end or found[words].start()])


@dataclass(frozen=True, slots=True)
class _Reading:
    """The conditions that may be hidden in a note: main ones, the most named first, and those of the background."""

    main: tuple[str, ...]
    background: frozenset[str]


def _read(note: Note, names: PhraseFinder, hints: PhraseFinder) -> _Reading:
    namings = names.find(note.text)
    counts = Counter(name for naming in namings for name in naming.conditions)
    sections = list(divide_into_sections(note.text))
    title = names.conditions(note.title)
    reason = title | _named_in(_VISIT, sections, namings)
    main = [name for name, count in counts.most_common() if name in reason and count >= _FEWEST_MENTIONS]
    past = [
        naming
        for heading, start, end in sections
        if _PAST.search(heading)
        for naming in namings
        if start <= naming.span.start < end and not _is_denied(note.text, naming.span.start)
    ]
    own = {name for naming in past if len(naming.conditions) == 1 for name in naming.conditions}
    visit = {
        name
        for heading, start, end in sections
        if not _ELSEWHERE.search(heading)
        for naming in namings
        if start <= naming.span.start < end
        for name in naming.conditions
    }
    several = len(counts) >= _FEWEST_NAMED
    background = (own - title - visit) & _hinted(note.text, namings, hints) if several else ()
    return _Reading(tuple(main), frozenset(background))


def _hinted(text: str, namings: Iterable[Naming], hints: PhraseFinder) -> set[str]:
    """The conditions that a text hints at outside the places that name any."""
    rest = list(text)
    for naming in namings:
        rest[naming.span.start : naming.span.end] = "#" * len(naming.span)
    return hints.conditions("".join(rest))


def _named_in(
    headings: re.Pattern[str], sections: Iterable[tuple[str, int, int]], namings: Sequence[Naming]
) -> set[str]:
    return {
        name
        for heading, start, end in sections
        if headings.search(heading)
        for naming in namings
        if start <= naming.span.start < end
        for name in naming.conditions
    }


def divide_into_sections(text: str) -> Iterator[tuple[str, int, int]]:
    """Heading, start and end of each section; what stands before the first heading has none."""
    marks = list(_HEADING.finditer(text))
    starts = [
        ("", 0, 0),
        *((mark[1], mark.start(1), mark.end()) for mark in marks),
        ("", len(text), len(text)),
    ]
    for (heading, _, start), (_, end, _) in pairwise(starts):
        yield heading, start, end


def _is_denied(text: str, place: int) -> bool:
    """Whether a word of denial, or of a relative, stands before a place in its sentence."""
    start = max((mark.end() for mark in _SENTENCE_END.finditer(text, 0, place)), default=0)
    return bool(_DENIED.search(text, start, place))


def _is_readable(note: Note, *, visits: bool) -> bool:
    of_visit = bool(note.specialties & _VISITS) or not visits
    return of_visit and WORDS[0] <= len(_WORD.findall(note.text)) <= WORDS[1]


def _hide(note: Note, condition: Condition, sort: Sort) -> HiddenText:
    half = _hash(str(note.id)) % 2
    return HiddenText(f"note-{note.id}", sort, condition.name, condition.names, note.text, half)


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
