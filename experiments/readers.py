"""Who guesses a hidden condition: readers that a planner used, readers that none used, and people or language models.

python -m experiments.readers [--quick] [--json FILE]: offline readers, on every kind of release
python -m experiments.readers --sheets DIR: also writes sheets of releases for blind readers, with a key
python -m experiments.readers --score DIR [--json FILE]: what their answers say, added to the figures of FILE
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from experiments import readers_fields
from experiments.harness import parse_options, write_json
from experiments.needs import PICTURES, Needs
from experiments.readers_attackers import Declared, Reader, rank_hidden
from experiments.readers_fields import Field, find_all_names, read_fields, take_half
from experiments.readers_planners import Planner, make_kinds, name_kind, open_planner
from experiments.readers_releases import Released, group_by_kind, release_all
from experiments.readers_sheets import Version, lay_out_sheets, read_verdicts, tables, write_sheets

Figures = dict[str, Any]

NEEDS = readers_fields.NEEDS | PICTURES
KS = (50, 200, 400)
TEXTS = 40
QUICK_TEXTS = 2
SEED = 17
FIRST_FIVE = 5


def measure(*, quick: bool, sheets: Path | None) -> Figures:
    """Both halves: settings are chosen on the first, the second is reported and put on sheets."""
    most = QUICK_TEXTS if quick else TEXTS
    figures: Figures = {"quick": quick, "texts": most, "chosen_on": {}, "reported": {}}
    versions: list[Version] = []
    for field in read_fields():
        planner = open_planner(field)
        for half, part in enumerate(("chosen_on", "reported")):
            texts = take_half(field.texts, half, most)
            released = release_all(texts, make_kinds(planner, KS), like=name_kind(KS[1]))
            figures[part][field.sort] = score(released, len(texts), field, planner)
            versions += as_versions(released) if half else ()
    if sheets is not None:
        write_sheets(sheets, lay_out_sheets(versions, seed=SEED))
    return figures


def score(released: Sequence[Released], texts: int, field: Field, planner: Planner) -> Figures:
    """For each kind: how many texts it refused, what it kept, and how often each reader was right."""
    candidates = tuple(condition.candidate for condition in field.conditions)
    used = {f"{each.name} (used)": Declared(each, candidates) for each in planner.attackers}
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
    ranks = [rank_hidden(reader, each.text, each.release.released, field.names) for each in released]
    known = [rank for rank in ranks if rank is not None]
    return {
        "texts": len(known),
        "first": sum(rank == 1 for rank in known) / max(1, len(known)),
        "first_five": sum(rank <= FIRST_FIVE for rank in known) / max(1, len(known)),
    }


def as_versions(released: Iterable[Released]) -> list[Version]:
    """What goes on sheets."""
    return [
        Version(
            each.text.id,
            each.text.sort,
            each.kind,
            each.text.condition,
            each.kept,
            each.release.released.text,
        )
        for each in released
    ]


def show(figures: Figures) -> None:
    """The figures as the tables of the page."""
    for part in ("chosen_on", "reported"):
        for sort, kinds in figures.get(part, {}).items():
            print(f"\n{sort}, {part}: first guess right (in the first five)\n")
            print("\n".join(render_offline(kinds)))
    for sort, kinds in figures.get("blind_readers", {}).items():
        print(f"\n{sort}, blind readers\n")
        print("\n".join(render_blind(kinds)))


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


def main(needs: Needs) -> None:
    """Measure, or score the answers of readers."""
    parser = argparse.ArgumentParser(prog="python -m experiments.readers")
    parser.add_argument("--quick", action="store_true", help="a few texts of each sort")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    parser.add_argument("--sheets", type=Path, metavar="DIR", help="write sheets for blind readers there")
    parser.add_argument("--score", type=Path, metavar="DIR", help="score the answers to the sheets there")
    options = parse_options(parser, needs)
    if options.score is None:
        figures = measure(quick=options.quick, sheets=options.sheets)
    else:
        earlier = options.json if options.json and options.json.exists() else None
        figures = json.loads(earlier.read_text(encoding="utf-8")) if earlier else {}
        figures["blind_readers"] = tables(read_verdicts(options.score, find_all_names()))
    show(figures)
    if options.json:
        write_json(options.json, figures)
    if not figures.get("quick", True):
        from experiments.readers_pictures import draw  # loads matplotlib

        draw(figures)


if __name__ == "__main__":
    main(NEEDS)
