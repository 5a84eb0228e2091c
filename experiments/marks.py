"""What stands in the gaps of clinical notes, and how much information is kept: words, typed marks and [REMOVED].

Notes and transcriptions of three sources, in each of which a condition of `general_practice.tsv` that it names is protected
under the generalization of that list, first with the settings of version 0.3.0 (general knowledge, standard counting, no cap),
then with today's defaults and knowledge of medicine; each with holes and with marks. A mark counts as the information of its label.
What terms are called was looked at in these notes, so that the next ones of each source are reported besides.

python -m experiments.marks [--quick] [--json FILE]
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experiments.conditions import read_list
from experiments.harness import run
from experiments.needs import Needs
from experiments.notes import DIALOGUES, TRANSCRIPTIONS, VISITS, read_column, read_notes
from reticent import CgSanitization, Document, sanitize
from reticent.errors import ReticentError
from reticent.knowledge import open_knowledge
from reticent.knowledge.conditions import conditions
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import open_taxonomies, taxonomies_beside
from reticent.models.shared.counts import information
from reticent.plan import Edit, Release
from reticent.rendering.placeholders import read_term
from reticent.text import analyze

NEEDS = Needs(data=(TRANSCRIPTIONS, VISITS, DIALOGUES))
EACH, QUICK = 8, 2
"""Notes of each source: enough for some hundred changed places each, few enough for some minutes."""
WORDS = (40, 700)
"""Shorter texts tell little, and longer ones would weigh more than all others."""
FATES = ("word", "mark", "removed")
_SMALL = frozenset({"a", "an", "the"})
_HERE = Path()


@dataclass(frozen=True, slots=True)
class ClinicalNote:
    """A note, the condition in it that is protected, and what may be told of that."""

    source: str
    condition: str
    general: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GapSetting:
    """Knowledge and options of the model under which notes are released."""

    name: str
    knowledge: tuple[str, ...]
    options: Mapping[str, Any]


SETTINGS = (
    GapSetting("0.3.0, holes", (), {"at_most": 1.0, "marks": False}),
    GapSetting("0.3.0, marks", (), {"at_most": 1.0, "marks": True}),
    GapSetting("today, medicine, holes", ("general", "medicine"), {"marks": False}),
    GapSetting("today, medicine, marks", ("general", "medicine"), {"marks": True}),
)


def measure(quick: bool) -> dict[str, Any]:
    """What became of the changed places, and the information kept, by setting."""
    notes = select_clinical_notes(QUICK if quick else EACH)
    return {
        "notes": len(notes),
        "words": sum(len(note.text.split()) for note in notes),
        "settings": [_measure(setting, notes) for setting in SETTINGS],
        "fresh": _measure(SETTINGS[-1], select_clinical_notes(2 if quick else EACH, skip=EACH)),
    }


def select_clinical_notes(each: int, *, skip: int = 0) -> list[ClinicalNote]:
    """So many notes of each source that name a condition of the list, in an order without meaning, after those to skip."""
    listed = read_list()
    found: list[ClinicalNote] = []
    for source, texts in _read_sources().items():
        notes = [note for text in sorted(set(texts), key=_hash) if (note := _protect(source, text, listed))]
        found += notes[skip : skip + each]
    return found


def _read_sources() -> dict[str, list[str]]:
    return {
        "MTSamples": [note.text for note in read_notes()],
        "ACI-Bench": list(read_column(VISITS, "note")),
        "MTS-Dialog": list(read_column(DIALOGUES, "section_text")),
    }


def _protect(source: str, text: str, listed: Sequence[tuple[str, str]]) -> ClinicalNote | None:
    """The note with the condition that it names most often; None where it names none, or is too short or long."""
    if not WORDS[0] <= len(text.split()) <= WORDS[1]:
        return None
    named = {
        row: len(re.findall(rf"\b{re.escape(row[0])}\b", text, re.IGNORECASE))
        for row in sorted(listed, key=lambda row: _hash(row[0]))
    }
    condition, general = max(named, key=lambda row: named[row])
    return ClinicalNote(source, condition, general, text) if named[condition, general] else None


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _measure(setting: GapSetting, notes: Sequence[ClinicalNote]) -> dict[str, Any]:
    tally: Counter[str] = Counter()
    corpus = open_knowledge(*setting.knowledge)
    taxonomy = open_taxonomies(taxonomies_beside(setting.knowledge), _HERE)
    for number, note in enumerate(notes):
        try:
            model = CgSanitization(
                {note.condition: note.general},
                corpus=corpus,
                taxonomy=taxonomy,
                conditions=conditions() if setting.knowledge else None,
                unseen="remove",
                **setting.options,
            )
            document = Document(f"note-{number}", note.text)
            tally += _tally(sanitize(document, model).release, corpus) + Counter(released=1)
        except ReticentError:
            tally["refused"] += 1
    nouns = sum(tally[fate] for fate in FATES) or 1
    return {
        "setting": setting.name,
        "released": tally["released"],
        "refused": tally["refused"],
        "noun places": nouns,
        **{fate: tally[fate] / nouns for fate in FATES},
        "information kept": 1 - tally["millibits lost"] / max(1, tally["millibits"]),
    }


def _tally(release: Release, corpus: Any) -> Counter[str]:
    """The fates of the places that a noun ends, and the information of the text and of what it lost, in thousandths."""
    text, ends = release.original.text, _ends_of_nouns(release.original)
    tally: Counter[str] = Counter()
    forms = [
        form for row in analyze(release.original).tokens for token in row for form in words_of(token.text)
    ]
    shown = {edit: words_of(_says(edit)) for edit in release.edits}
    known = information(corpus, [*forms, *(form for words in shown.values() for form in words)])
    tally["millibits"] = round(1000 * sum(known.get(form, 0.0) for form in forms))
    for edit in release.edits:
        if edit.span.of(text).lower() in _SMALL:
            continue
        before = sum(known.get(form, 0.0) for form in words_of(edit.span.of(text)))
        after = sum(known.get(form, 0.0) for form in shown[edit])
        tally["millibits lost"] += round(1000 * max(0.0, before - after))
        if any(edit.span.start < end <= edit.span.end for end in ends):
            tally["removed" if not shown[edit] else FATES[edit.placeholder]] += 1
    return tally


def _says(edit: Edit) -> str:
    return (read_term(edit.text) or "") if edit.placeholder else edit.text


def _ends_of_nouns(document: Document) -> list[int]:
    analysis = analyze(document)
    return [
        token.end
        for row, tags in zip(analysis.tokens, analysis.tags(), strict=True)
        for token, tag in zip(row, tags, strict=True)
        if tag.startswith(("NN", "FW"))
    ]


def show(figures: Mapping[str, Any]) -> None:
    """A line for each setting."""
    print(f"{figures['notes']} notes, {figures['words']:,} words\n")
    print(
        f"{'setting':28}{'released':>9}{'nouns':>7}{'word':>7}{'mark':>7}{'removed':>9}{'information kept':>18}"
    )
    fresh = {**figures["fresh"], "setting": "the same, fresh notes"}
    for row in (*figures["settings"], fresh):
        print(
            f"{row['setting']:28}{row['released']:>9}{row['noun places']:>7}{row['word']:>7.1%}{row['mark']:>7.1%}"
            f"{row['removed']:>9.1%}{row['information kept']:>18.1%}"
        )


if __name__ == "__main__":
    run("marks", NEEDS, measure, show)
