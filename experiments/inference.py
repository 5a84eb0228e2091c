"""How likely a language model names what a release hides, predicted without asking one.

python -m experiments.inference [--quick] [--json FILE]: fits the chance on one half of the readings and reports the other
python -m experiments.inference --releases DIR --sheets DIR: makes releases, and sheets of them for blind readers
python -m experiments.inference --releases DIR --score DIR: takes down what the readers answered, with what was known of each
release, as `training/data/readings/conditions.jsonl`
python -m experiments.inference --further --releases DIR …: the same with notes that nobody has read; their readings are added
python -m experiments.inference --ship: also writes the fitted weights into the package

The sheets hold transcriptions that are not ours and stay outside; what is kept of a reading is the number of the text, what
was hidden, the guesses, and the factors that the chance is reckoned from.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from math import ceil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from experiments import readers_fields
from experiments.harness import parse_options, write_json
from experiments.inference_chances import Reading, Regression, choose, measure_area
from experiments.needs import PICTURES, Needs
from experiments.notes import read_notes
from experiments.readers import as_version
from experiments.readers_fields import Field, find_all_names, read_fields, take_half
from experiments.readers_planners import Planner, make_indistinct, open_planner, sanitize_by_counts
from experiments.readers_releases import MakeRelease, Released, release_text, remove_names
from experiments.readers_sheets import (
    ANSWERS,
    KEY,
    ROUNDS,
    Sheet,
    Version,
    lay_out_sheets,
    place_of,
    read_answers,
    write_sheets,
)
from experiments.readers_shelf import Shelf
from experiments.readers_texts import HiddenText, Sort, select_notes
from reticent import open_corpus, wordnet
from reticent.audit.inference import look, watch
from reticent.models.privacy_model import CompleteModel
from reticent.plan import Release

Figures = dict[str, Any]

NEEDS = readers_fields.NEEDS | PICTURES
READINGS = Path("training/data/readings/conditions.jsonl")
SHIPPED = Path("src/reticent/audit/data/inference.json")
TEXTS: Mapping[Sort, int] = {"background": 60, "main": 52}
"""Of both halves: every note with a background condition that is left after three of each, and as many main ones as make 110 notes."""
FURTHER: Mapping[Sort, int] = {"background": 38, "main": 19}
"""Notes that nobody has read, of both halves: most of the background, about which the chance knows least."""
MOST_ALIKE = 6
"""So many notes of one half may hide the same condition, those that were read before included: few in the background are left."""
ON_A_SHEET = 25
K: Mapping[Sort, int] = {"background": 200, "main": 400}
SEED = 41
LIMIT = 0.3
"""From which chance a release is kept back in the table: what the how-to names."""
BINS = 10


def make_kinds(sort: Sort, planner: Planner) -> dict[str, MakeRelease]:
    """Three kinds of release, from nearly everything left to little: names gone, (C, g(C)) with marks, Indistinct."""
    return {
        "names gone": remove_names,
        "(C, g(C)), marks": partial(sanitize_by_counts, corpus=planner.medical),
        f"Indistinct, k = {K[sort]}": partial(make_indistinct, planner=planner, k=K[sort]),
    }


def take_texts(field: Field, sort: Sort, most: int) -> list[HiddenText]:
    """As many texts of each half."""
    texts = field.texts[sort]
    return [*take_half(texts, 0, most // 2), *take_half(texts, 1, most - most // 2)]


def make_releases(shelf: Shelf, most: Mapping[Sort, int] = TEXTS) -> Iterator[Released]:
    """Every release of every text."""
    for field in read_fields(["background", "main"]):
        planner = open_planner(field)
        for sort in field.texts:
            make = partial(release_text, kinds=make_kinds(sort, planner), like="")
            yield from shelf.take_all(take_texts(field, sort, most[sort]), make)


def make_further_releases(shelf: Shelf, most: Mapping[Sort, int] = FURTHER) -> Iterator[Released]:
    """Every release of texts whose notes nobody has read, those of visits first."""
    read = {each.text for each in read_readings() if each.batch == 1}
    (field,) = read_fields(["background", "main"])
    planner, notes = open_planner(field), read_notes()
    found = [
        text
        for visits in (True, False)
        for text in select_notes(notes, field.conditions, visits=visits, most=MOST_ALIKE)
        if text.id not in read
    ]
    texts = {text.id: text for text in reversed(found)}  # what a note hides as a note of a visit
    for sort, number in most.items():
        own = [text for text in dict.fromkeys(texts[each.id] for each in found) if text.sort == sort]
        taken = [*take_half(own, 0, number // 2), *take_half(own, 1, number - number // 2)]
        make = partial(release_text, kinds=make_kinds(sort, planner), like="")
        yield from shelf.take_all(taken, make)


def lay_out_mixed(versions: Iterable[Version], *, seed: int, size: int = ON_A_SHEET) -> list[Sheet]:
    """Two rounds of shuffled sheets of about `size` releases, both sorts on each and no text twice."""
    texts: dict[str, list[Version]] = {}
    for version in versions:
        texts.setdefault(version.text, []).append(version)
    sheets = ceil(sum(map(len, texts.values())) / size)
    made = []
    for number in range(ROUNDS):
        chance = random.Random(f"{seed} {number}")  # a lot, not a secret
        piles: list[list[Version]] = [[] for _ in range(sheets)]
        for own in chance.sample([*texts.values()], len(texts)):
            emptiest = sorted(range(sheets), key=lambda pile: (len(piles[pile]), chance.random()))
            for pile, version in zip(emptiest, chance.sample(own, len(own)), strict=False):
                piles[pile].append(version)
        made += [chance.sample(pile, len(pile)) for pile in piles]
    return [Sheet(f"light-{place:02}", tuple(pile)) for place, pile in enumerate(made, start=1)]


def take_down(releases: Sequence[Released], folder: Path) -> list[Reading]:
    """The answers on each release, with what is known of it without asking."""
    names = find_all_names()
    key = json.loads((folder / KEY).read_text(encoding="utf-8"))
    said: dict[tuple[str, str], list[tuple[tuple[str, ...], bool]]] = {}
    for sheet, rows in key.items():
        path = next((folder / ANSWERS).glob(f"{sheet}.*"), None)
        if path is None:
            continue
        answers = read_answers(path.read_text(encoding="utf-8"), sheet)
        for number, row in rows.items():
            guesses = answers.get(int(number), ())
            first = place_of(row["condition"], guesses, names[row["sort"]]) == 1
            said.setdefault((row["text"], row["kind"]), []).append((guesses, first))
    found = ((each, said.get((each.text.id, each.kind), [])) for each in releases)
    return [_as_reading(each, answers) for each, answers in found if answers]


def _as_reading(released: Released, answers: Sequence[tuple[tuple[str, ...], bool]]) -> Reading:
    text = released.text
    model = SimpleNamespace(
        protect={text.condition: None},
        aliases={text.condition: [name for name in text.names if name != text.condition and ";" not in name]},
        corpus=open_corpus(),
        taxonomy=wordnet(),
    )
    (watched,) = watch([cast(CompleteModel, model)])
    sight = look(Release(text.document, released.released), watched)
    assert sight is not None, text.id
    return Reading(
        text.id,
        text.sort,
        released.kind,
        text.condition,
        text.half,
        round(released.kept, 4),
        tuple(first for _, first in answers),
        tuple(guesses for guesses, _ in answers),
        sight.risk.place,
        {name: round(value, 4) for name, value in {**sight.factors, "gone": 1 - released.kept}.items()},
    )


def read_readings() -> list[Reading]:
    """The readings that were taken down."""
    rows = [json.loads(line) for line in READINGS.read_text(encoding="utf-8").splitlines()]
    made = [Reading(**row) for row in rows]
    return [replace(each, first=tuple(each.first)) for each in made]


def report(readings: Sequence[Reading], regression: Regression) -> Figures:
    """Areas, ten bins, and what a limit lets out."""
    chances = regression.predict(readings)
    each_chance = np.array([chance for chance, own in zip(chances, readings, strict=True) for _ in own.first])
    named = np.array([first for own in readings for first in own.first])
    sorts = np.array([own.sort for own in readings for _ in own.first])
    alone = np.array([float(sort == "main") for sort in sorts])
    inside = {
        sort: measure_area(each_chance[sorts == sort], named[sorts == sort])
        for sort in ("main", "background")
    }
    out = each_chance < LIMIT
    background = sorts == "background"
    edges = np.linspace(0, 1, BINS + 1)
    bins = []
    for low, high in itertools.pairwise(edges):
        own = (each_chance >= low) & ((each_chance < high) | (high == 1))
        if own.any():
            bins.append(
                {
                    "from": round(float(low), 2),
                    "readings": int(own.sum()),
                    "predicted": round(float(each_chance[own].mean()), 3),
                    "named": round(float(named[own].mean()), 3),
                }
            )
    return {
        "readings": len(named),
        "releases": len(readings),
        "named_first": round(float(named.mean()), 3),
        "area": measure_area(each_chance, named),
        "area_of_main_or_background_alone": measure_area(alone, named),
        "area_inside": inside,
        "brier": round(float(((each_chance - named) ** 2).mean()), 3),
        "bins": bins,
        "limit": LIMIT,
        "let_out": round(float(out.mean()), 3),
        "named_of_let_out": round(float(named[out].mean()), 3) if out.any() else None,
        "background_let_out": round(float(out[background].mean()), 3),
        "named_of_background_let_out": round(float(named[out & background].mean()), 3)
        if (out & background).any()
        else None,
    }


def tell_kinds(readings: Sequence[Reading]) -> Figures:
    """Words kept, and how often the condition was named first, by sort and kind of release."""
    rows: Figures = {}
    for sort in ("background", "main"):
        for kind in dict.fromkeys(each.kind for each in readings if each.sort == sort):
            own = [each for each in readings if (each.sort, each.kind) == (sort, kind)]
            rows.setdefault(sort, {})[kind] = {
                "releases": len(own),
                "kept": round(float(np.mean([each.kept for each in own])), 3),
                "named_first": round(float(np.mean([first for each in own for first in each.first])), 3),
            }
    return rows


def show(figures: Figures) -> None:
    """The figures as tables."""
    for sort, kinds in figures["kinds"].items():
        print(f"\n{sort}\n| release | releases | words kept | named first |\n| --- | --- | --- | --- |")
        for kind, row in kinds.items():
            print(f"| {kind} | {row['releases']} | {row['kept']:.1%} | {row['named_first']:.0%} |")
    for part in ("chosen_on", "reported", "reported_fresh"):
        if part not in figures:
            continue
        own = figures[part]
        print(
            f"\n{part}: {own['readings']} readings of {own['releases']} releases, named first in {own['named_first']:.0%}"
        )
        print(
            f"area {own['area']} (main or background alone {own['area_of_main_or_background_alone']}),"
            f" within main {own['area_inside']['main']}, within background {own['area_inside']['background']}, Brier {own['brier']}"
        )
        print(
            f"below {own['limit']}: {own['let_out']:.0%} let out, {own['named_of_let_out']} of these named;"
            f" of the background {own['background_let_out']:.0%} let out, {own['named_of_background_let_out']} named"
        )
        print("| chance | readings | predicted | named |\n| --- | --- | --- | --- |")
        for row in own["bins"]:
            print(f"| from {row['from']} | {row['readings']} | {row['predicted']:.2f} | {row['named']:.2f} |")


def main(needs: Needs) -> None:
    """Make sheets, take answers down, or fit and report."""
    options = parse_options(_make_parser(), needs)
    if options.releases:
        make, lay_out = (
            (make_further_releases, lay_out_mixed) if options.further else (make_releases, lay_out_sheets)
        )
        releases = list(make(Shelf(options.releases)))
        if options.sheets:
            write_sheets(options.sheets, lay_out(map(as_version, releases), seed=SEED))
        if options.score:
            taken = take_down(releases, options.score)
            if options.further:
                before = [each for each in read_readings() if each.batch == 1]
                taken = [*before, *(replace(each, batch=2) for each in taken)]
            READINGS.parent.mkdir(parents=True, exist_ok=True)
            rows = [json.dumps(asdict(each)) for each in taken]
            READINGS.write_text("\n".join(rows) + "\n", encoding="utf-8")
        if not options.score:
            return
    readings = read_readings()
    chosen_on = [each for each in readings if each.half == 0]
    reported = [each for each in readings if each.half == 1]
    regression, penalty = choose(chosen_on)
    fresh = [each for each in reported if each.batch > 1]
    figures: Figures = {
        "penalty": penalty,
        "weights": {name: round(value, 4) for name, value in regression.weights.items()},
        "kinds": tell_kinds(readings),
        "chosen_on": report(chosen_on, regression),
        "reported": report(reported, regression),
        **({"reported_fresh": report(fresh, regression)} if fresh else {}),
    }
    show(figures)
    if options.ship:
        SHIPPED.parent.mkdir(exist_ok=True)
        shipped = {"intercept": round(regression.intercept, 4), "weights": figures["weights"]}
        SHIPPED.write_text(json.dumps(shipped, indent=1) + "\n", encoding="utf-8")
    if options.json:
        write_json(options.json, figures, needs)
        from experiments.readers_pictures import draw_bins  # loads matplotlib

        draw_bins(figures)


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m experiments.inference")
    parser.add_argument("--quick", action="store_true", help="the same: it takes seconds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    parser.add_argument(
        "--releases", type=Path, metavar="DIR", help="make releases there, or go on from them"
    )
    parser.add_argument("--sheets", type=Path, metavar="DIR", help="write sheets for blind readers there")
    parser.add_argument("--score", type=Path, metavar="DIR", help="take down the answers to the sheets there")
    parser.add_argument("--further", action="store_true", help="of notes that nobody has read, to be added")
    parser.add_argument("--ship", action="store_true", help="write the fitted weights into the package")
    return parser


if __name__ == "__main__":
    main(NEEDS)
