"""Who guesses a hidden condition: readers that a planner used, readers that none used, and people or language models.

python -m experiments.readers [--quick] [--json FILE]: offline readers, on every kind of release
python -m experiments.readers --sort symptoms --sheets DIR: also writes sheets of releases for blind readers, with a key
python -m experiments.readers --releases DIR: keeps releases there; a run that was interrupted goes on from them
python -m experiments.readers --score DIR [--json FILE]: what the answers to sheets say, added to the figures of FILE
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

from experiments import readers_fields
from experiments.harness import parse_options, write_json
from experiments.needs import PICTURES, Needs
from experiments.readers_attackers import Declared, Reader, rank_hidden
from experiments.readers_fields import Field, find_all_names, read_fields, take_half
from experiments.readers_planners import Planner, make_kinds, name_kind, open_planner
from experiments.readers_releases import Released, group_by_kind, release_text
from experiments.readers_sheets import Version, lay_out_sheets, read_verdicts, tables, write_sheets
from experiments.readers_shelf import Shelf
from experiments.readers_texts import SORTS, Sort

Figures = dict[str, Any]

NEEDS = readers_fields.NEEDS | PICTURES
KS: Mapping[Sort, Sequence[int]] = {
    "background": (50, 200, 400),
    "main": (50, 200, 400),
    "symptoms": (10, 40, 80),
}
"""Of 552 conditions, and of the 152 diseases of the symptoms."""
PARTS = ("chosen_on", "reported")
TEXTS = 40
QUICK_TEXTS = 2
SEED = 17
FIRST_FIVE = 5


def measure(
    sorts: Collection[Sort], parts: Collection[str], most: int, shelf: Shelf
) -> Iterator[tuple[str, Sort, Figures, list[Released]]]:
    """Figures and releases of each half of each sort: settings are chosen on the first, the second is reported."""
    for field in read_fields(sorts):
        planner = open_planner(field)
        for sort, all_texts in field.texts.items():
            kinds = make_kinds(planner, KS[sort])
            make = partial(release_text, kinds=kinds, like=name_kind(KS[sort][1]))
            for part in parts:
                texts = take_half(all_texts, PARTS.index(part), most)
                released = shelf.take_all(texts, make)
                yield part, sort, score(released, len(texts), field, planner), released


def score(released: Sequence[Released], texts: int, field: Field, planner: Planner) -> Figures:
    """For each kind: how many texts it refused, what it kept, and how often each reader was right."""
    used = {
        f"{each.name} (used)": Declared(each, planner.candidates.all, known)
        for each, known in zip(planner.attackers, planner.known, strict=True)
    }
    readers: dict[str, Reader] = {**used, **field.readers}
    return {
        kind: {
            "refused": texts - len(own),
            "kept": fmean(each.kept for each in own),
            "readers": {
                name: {"used": name in used} | _score_reader(reader, own, field)
                for name, reader in readers.items()
            },
        }
        for kind, own in group_by_kind(released).items()
    }


def _score_reader(reader: Reader, released: Iterable[Released], field: Field) -> Figures:
    ranks = [rank_hidden(reader, each.text, each.released, field.names) for each in released]
    known = [rank for rank in ranks if rank is not None]
    return {
        "texts": len(known),
        "first": sum(rank.chance_within(1) for rank in known) / max(1, len(known)),
        "first_five": sum(rank.chance_within(FIRST_FIVE) for rank in known) / max(1, len(known)),
    }


def as_version(released: Released) -> Version:
    """What goes on a sheet."""
    text = released.text
    return Version(text.id, text.sort, released.kind, text.condition, released.kept, released.released.text)


def show_blind(sorts: Figures) -> None:
    """What blind readers guessed, as the tables of the page."""
    for sort, kinds in sorts.items():
        print(f"\n{sort}, blind readers\n", *render_blind(kinds), sep="\n")


def render_offline(kinds: Figures) -> list[str]:
    """A row for each kind of release, a column for each reader."""
    names = list(dict.fromkeys(name for row in kinds.values() for name in row["readers"]))
    rows = [["release", "words kept", "refused", *names], ["---"] * (3 + len(names))]
    for kind, row in kinds.items():
        found = [row["readers"][name] for name in names]
        shares = [f"{own['first']:.0%} ({own['first_five']:.0%}) of {own['texts']}" for own in found]
        rows.append([kind, f"{row['kept']:.1%}", str(row["refused"]), *shares])
    return [f"| {' | '.join(row)} |" for row in rows]


def render_blind(kinds: Figures) -> list[str]:
    """A row for each kind of release."""
    rows = [["release", "words kept", "first", "in three", "both", "standard error", "releases"], ["---"] * 7]
    for kind, row in kinds.items():
        shares = [f"{row[name]:.0%}" for name in ("first", "among_three", "both_readers", "error")]
        rows.append([kind, f"{row['kept']:.1%}", *shares, str(row["releases"])])
    return [f"| {' | '.join(row)} |" for row in rows]


def run_offline(options: argparse.Namespace) -> Figures:
    """Measure what is asked for; the file has every figure as soon as it is there, and keeps those of other sorts."""
    figures: Figures = {"quick": True} if options.quick else read_figures(options.json)
    versions: list[Version] = []
    most = QUICK_TEXTS if options.quick else options.texts
    for part, sort, found, released in measure(
        options.sort or SORTS, options.part or PARTS, most, Shelf(options.releases)
    ):
        figures.setdefault(part, {})[sort] = found
        print(f"\n{sort}, {part}: first guess right (in the first five)\n", *render_offline(found), sep="\n")
        if part == "reported":
            versions += map(as_version, released)
        if options.json:
            write_json(options.json, figures, NEEDS)
    if options.sheets is not None:
        write_sheets(options.sheets, lay_out_sheets(versions, seed=SEED))
    return figures


def read_figures(path: Path | None) -> Figures:
    """The figures that a file has already."""
    if path is None or not path.exists():
        return {}
    figures: Figures = json.loads(path.read_text(encoding="utf-8"))
    return figures


def main(needs: Needs) -> None:
    """Measure, or score the answers of readers."""
    options = parse_options(_make_parser(), needs)
    if options.score is None:
        figures = run_offline(options)
    else:
        figures = read_figures(options.json)
        found = tables(read_verdicts(options.score, find_all_names()))
        figures["blind_readers"] = figures.get("blind_readers", {}) | found
        show_blind(found)
        if options.json:
            write_json(options.json, figures, NEEDS)
    if options.json and not options.quick:
        from experiments.readers_pictures import draw  # loads matplotlib

        draw(figures)


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m experiments.readers")
    parser.add_argument("--quick", action="store_true", help="a few texts of each sort")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    parser.add_argument("--sort", action="append", choices=SORTS, help="only texts of this sort")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this half")
    parser.add_argument("--texts", type=int, default=TEXTS, metavar="N", help="of each half (%(default)s)")
    parser.add_argument(
        "--releases", type=Path, metavar="DIR", help="keep releases there, and go on from them"
    )
    parser.add_argument("--sheets", type=Path, metavar="DIR", help="write sheets for blind readers there")
    parser.add_argument("--score", type=Path, metavar="DIR", help="score the answers to the sheets there")
    return parser


if __name__ == "__main__":
    main(NEEDS)
