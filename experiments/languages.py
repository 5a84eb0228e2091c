"""Identifiers in languages besides English: found and missed, in notes that the tagger has not seen, and how fast.

    OPENBLAS_NUM_THREADS=1 python -m experiments.languages [--quick] [--json FILE] [--only CODE]

A tagger is trained without a part of the texts (`read_parts` of the language's module in `training`), and all is looked for in that part that
the policy of the how-to pages asks for: names, all ages and demographics, and the patterns of the language; amounts and other names that single somebody out are not
asked for. Where RETICENT_FOLDS names a folder, models are kept there. *Exact* counts a place as found where begin and end are those that a
person marked, *with kind* if the kind is the same too; *merged* joins places that only signs part, as the shared task MEDDOCAN does;
*letters* are letters and digits of what is marked, and *touched* counts a place that something found touches.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from importlib import import_module
from importlib.util import find_spec
from operator import or_
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
from training.folds import FOLDS_VARIABLE
from training.language_names import Marked, encode_table
from training.tagger_file import CALIBRATION, pack

from experiments.harness import make_parser, parse_options, write_json
from experiments.needs import Needs
from reticent.detection.detector import settle
from reticent.detection.names.model import NAME_DATA, NameModel, decode_model
from reticent.detection.names.names import names
from reticent.detection.names.word_lists import decode_classes, decode_lists, encode_lists
from reticent.detection.patterns import patterns
from reticent.language import find_language
from reticent.language.registry import find_languages, languages_with
from reticent.text import Document, Mention

QUICK = 40
"""Rounds of the fit in a quick run, which tests the first part alone."""

ASKED = ("PERSON", "LOCATION", "ORGANIZATION", "DATETIME", "CODE", "CONTACT", "AGE", "DEM")
"""The kinds that the policy of the how-to pages asks for."""

Places = set[tuple[int, int]]

OF_PATTERNS = {
    "DATE": "DATETIME", "TIME": "DATETIME", "BIRTH_YEAR": "DATETIME", "PHONE": "CONTACT", "EMAIL": "CONTACT", "URL": "CONTACT",
    "NATIONAL_ID": "CODE", "HEALTH_ID": "CODE", "TAX_ID": "CODE", "MRN": "CODE", "POSTCODE": "LOCATION", "ADDRESS": "LOCATION",
}  # fmt: skip
"""Kinds of patterns, and those of the names detector."""


class Trained(Protocol):
    """A module of the training that learns a language's tagger of names: the parts whose texts are tested in turn, and how it
    is learned without some sources.
    """

    NEEDS: Needs

    def read_parts(self) -> Mapping[str, list[Marked]]: ...

    def learn_without(self, held: Collection[str], rounds: int | None) -> NameModel: ...


def find_trained() -> dict[str, Trained]:
    """The modules of the languages with a tagger of names, which are called by their names."""
    modules = {
        each.code: f"training.{each.name.lower()}_names"
        for each in find_languages()
        if each.code in languages_with(NAME_DATA)
    }
    return {code: cast(Trained, import_module(name)) for code, name in modules.items() if find_spec(name)}


LANGUAGES = find_trained()
NEEDS = reduce(or_, (each.NEEDS for each in LANGUAGES.values()))


@dataclass(slots=True)
class Score:
    """What was found, what is marked, and what of both is the same."""

    found: int = 0
    marked: int = 0
    right: int = 0
    touching: int = 0

    def add(self, found: set[Any], marked: set[Any]) -> None:
        """Count those of a text."""
        self.found += len(found)
        self.marked += len(marked)
        self.right += len(found & marked)

    def add_touched(self, found: Places, marked: Places) -> None:
        """Count the places of a text that some place of the other side touches."""
        self.found += len(found)
        self.marked += len(marked)
        self.right += sum(any(one < end and start < other for one, other in found) for start, end in marked)
        self.touching += sum(
            any(one < end and start < other for one, other in marked) for start, end in found
        )

    def figures(self) -> dict[str, float]:
        """Recall, precision and F1."""
        recall, precision = (
            self.right / max(1, self.marked),
            (self.touching or self.right) / max(1, self.found),
        )
        f1 = 2 * recall * precision / max(1e-9, recall + precision)
        return {"recall": round(recall, 3), "precision": round(precision, 3), "f1": round(f1, 3)}


def merge(text: str, places: Places) -> Places:
    """The places, those joined that only signs part."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if merged and not any(map(str.isalnum, text[merged[-1][1] : start])):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return {*merged}


def letters_of(text: str, places: Places) -> set[int]:
    """The places of letters and digits."""
    return {at for start, end in places for at in range(start, end) if text[at].isalnum()}


class Tally:
    """The scores of many texts, and which kinds were missed."""

    def __init__(self) -> None:
        self.scores = {name: Score() for name in ("exact", "with kind", "merged", "letters", "touched")}
        self.kinds: dict[str, Score] = {}

    def add(self, marked: Marked, mentions: Sequence[Mention]) -> None:
        """Count what was found in a text."""
        found = {(each.span.start, each.span.end) for each in mentions}
        gold = {(start, end) for start, end, _ in marked.places}
        self.scores["exact"].add(found, gold)
        kinds = {(each.span.start, each.span.end, OF_PATTERNS.get(each.kind, each.kind)) for each in mentions}
        self.scores["with kind"].add(kinds, {*marked.places})
        self.scores["merged"].add(merge(marked.text, found), merge(marked.text, gold))
        self.scores["touched"].add_touched(found, gold)
        seen = letters_of(marked.text, found)
        self.scores["letters"].add(seen, letters_of(marked.text, gold))
        for start, end, kind in marked.places:
            score = self.kinds.setdefault(kind, Score())
            score.marked += 1
            score.right += letters_of(marked.text, {(start, end)}) <= seen


def measure(code: str, *, quick: bool) -> dict[str, Any]:
    """The figures of a language by cross-validation."""
    parts = [*LANGUAGES[code].read_parts().items()]
    tally, seconds, characters, texts = Tally(), 0.0, 0, 0
    by_part: dict[str, Tally] = {}
    for number, (part, marked_texts) in enumerate(parts[:1] if quick else parts):
        tested = [_keep_asked(each) for each in marked_texts]
        model = _learn_once(code, number, {each.source for each in tested}, QUICK if quick else None)
        detector = names(model=model, kinds=ASKED, ages="all", demographics="all")
        texts, own = texts + len(tested), by_part.setdefault(part, Tally())
        forms = replace(patterns(ages="all"), spoken=frozenset({code}))
        for marked in tested:
            document = Document("note", marked.text, language=code)
            begun = time.process_time()
            mentions = settle([*forms.mentions(document), *detector.mentions(document)])
            seconds += time.process_time() - begun
            characters += len(marked.text)
            tally.add(marked, mentions)
            own.add(marked, mentions)
    missed = Counter({kind: score.marked - score.right for kind, score in tally.kinds.items()})
    return {
        "language": find_language(code).name,
        "texts": texts,
        "parts": {part: own.scores["touched"].figures() for part, own in by_part.items()},
        **{name: score.figures() for name, score in tally.scores.items()},
        "kinds": {
            kind: {"marked": score.marked, "whole": round(score.right / score.marked, 3)}
            for kind, score in sorted(tally.kinds.items())
        },
        "missed most": [kind for kind, _ in missed.most_common(3)],
        "seconds for 4,500 characters": round(seconds / characters * 4500, 3),
    }


def _keep_asked(marked: Marked) -> Marked:
    return marked._replace(places=[place for place in marked.places if place[2] in ASKED])


def _learn_once(code: str, number: int, held: Collection[str], rounds: int | None) -> NameModel:
    """The tagger without these sources: as it was kept, or learned, and packed as the one that ships is."""
    folder = os.environ.get(FOLDS_VARIABLE)
    name = f"{code}-{number}" + (f"-of-{rounds}-rounds" if rounds else "")
    paths = [Path(folder or ".") / f"{name}.{end}" for end in ("bin", "classes", "lists")]
    if folder and paths[0].exists():
        packed, classes, lists = (each.read_bytes() for each in paths)
    else:
        model = LANGUAGES[code].learn_without(held, rounds)
        packed = pack(model, np.array(CALIBRATION, np.float32))
        classes, lists = encode_table(model.classes), encode_lists(model.lists.codes)
        for path, data in zip(paths, (packed, classes, lists), strict=True) if folder else ():
            path.write_bytes(data)
    return decode_model(packed, decode_classes(classes), decode_lists(lists), find_language(code))


def show(figures: Mapping[str, Any]) -> None:
    """A table of a language."""
    print(f"{figures['language']}: {figures['texts']} texts")
    for name in ("exact", "with kind", "merged", "letters", "touched"):
        row = figures[name]
        print(f"  {name:10} recall {row['recall']:.3f}  precision {row['precision']:.3f}  F1 {row['f1']:.3f}")
    for part, row in figures["parts"].items():
        print(f"  {part}: touched {row['recall']:.3f} / {row['precision']:.3f} -> {row['f1']:.3f}")
    for kind, row in figures["kinds"].items():
        print(f"  {kind:14} {row['marked']:5} marked, found whole {row['whole']:.3f}")
    print(f"  {figures['seconds for 4,500 characters']} s for 4,500 characters")


def main(needs: Needs) -> None:
    """Measure each language."""
    parser: argparse.ArgumentParser = make_parser("languages")
    parser.add_argument("--only", choices=sorted(LANGUAGES), help="the language that is measured")
    options = parse_options(parser, needs)
    figures = {}
    for code in [options.only] if options.only else sorted(LANGUAGES):
        figures[code] = measure(code, quick=options.quick)
        show(figures[code])
    if options.json:
        write_json(options.json, figures, needs)


if __name__ == "__main__":
    main(NEEDS)
