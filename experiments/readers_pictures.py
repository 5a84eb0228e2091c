"""The picture of `experiments.readers`: how often a hidden condition is guessed, by words kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.lines import Line2D

from experiments.harness import FIGURES
from experiments.readers_planners import CG_GENERAL, CG_MEDICAL, NAMES_GONE, name_kind
from experiments.readers_releases import RANDOM

Figures = dict[str, Any]
Points = Mapping[str, tuple[float, float]]
"""For each kind of release, the share of words kept and the share of conditions guessed first."""

PICTURE = "readers.svg"
BINS_PICTURE = "inference.svg"
BLIND = "language models"
_TITLES = {
    "background": "a condition of the background",
    "main": "the main condition",
    "symptoms": "descriptions of symptoms",
}
_COLOURS = ("#0072b2", "#009e73", "#cc79a7")
_BLIND_COLOUR = "#d55e00"
_MARKS = {CG_GENERAL: "^", CG_MEDICAL: "s", RANDOM: "x"}
_CURVE = name_kind(0).removesuffix("0")


def draw(figures: Figures) -> None:
    """A panel for each sort of texts: each offline reader that no planner used, and blind readers where there are any."""
    mpl.rcParams["svg.hashsalt"] = "readers"  # the same figures give the same bytes
    figure, panels = plt.subplots(1, len(_TITLES), figsize=(13, 4.6), sharex=True, sharey=True)
    for panel, (sort, title) in zip(panels, _TITLES.items(), strict=True):
        _draw_panel(panel, points_of_sort(figures, sort))
        panel.set_title(title)
        panel.set_xlabel("share of words kept")
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("hidden condition guessed first")
    panels[0].set_ylim(-0.02, 1.08)
    panels[0].set_xlim(0.65, 1.01)
    _explain_marks(figure)
    figure.tight_layout(rect=(0, 0.06, 1, 1))
    figure.savefig(FIGURES / PICTURE, metadata={"Date": None})
    plt.close(figure)


def draw_bins(figures: Figures) -> None:
    """The chance that was predicted of readings that nothing was fitted to, in ten bins, against how many of them named the condition."""
    mpl.rcParams["svg.hashsalt"] = "inference"
    figure, panel = plt.subplots(figsize=(5, 4.6))
    panel.plot((0, 1), (0, 1), ":", color="grey", lw=1)
    bins = figures["reported"]["bins"]
    predicted, named = [each["predicted"] for each in bins], [each["named"] for each in bins]
    errors = [2 * (each["named"] * (1 - each["named"]) / each["readings"]) ** 0.5 for each in bins]
    panel.errorbar(predicted, named, yerr=errors, fmt="o-", color=_COLOURS[0], ms=4, capsize=2)
    for each in bins:
        place = each["predicted"], each["named"]
        panel.annotate(each["readings"], place, xytext=(5, -10), textcoords="offset points", fontsize=7)
    panel.set_xlabel("predicted chance")
    panel.set_ylabel("share of readings that named it first")
    panel.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(FIGURES / BINS_PICTURE, metadata={"Date": None})
    plt.close(figure)


def points_of_sort(figures: Figures, sort: str) -> dict[str, Points]:
    """For each reader that no planner used, blind ones last, its points."""
    offline = figures.get("reported", {}).get(sort, {})
    names = dict.fromkeys(
        name for row in offline.values() for name, own in row["readers"].items() if not own["used"]
    )
    found: dict[str, Points] = {
        name: {kind: (row["kept"], row["readers"][name]["first"]) for kind, row in offline.items()}
        for name in names
    }
    blind = figures.get("blind_readers", {}).get(sort, {})
    if blind:
        found[BLIND] = {kind: (row["kept"], row["first"]) for kind, row in blind.items()}
    return found


def _draw_panel(panel: Any, readers: Mapping[str, Points]) -> None:
    colours = dict(zip((name for name in readers if name != BLIND), _COLOURS, strict=False))
    for name, points in readers.items():
        colour = colours.get(name, _BLIND_COLOUR)
        curve = sorted(
            (point for kind, point in points.items() if kind == NAMES_GONE or kind.startswith(_CURVE)),
            reverse=True,
        )
        panel.plot(*zip(*curve, strict=True), "o-", color=colour, label=name, ms=4)
        for kind, mark in _MARKS.items():
            if kind in points:
                panel.plot(*points[kind], mark, color=colour, ms=6, mfc="none")
    if readers:
        _name_points(panel, readers)
        panel.legend(loc="center left", fontsize=7)


def _name_points(panel: Any, readers: Mapping[str, Points]) -> None:
    """The setting of each point of the curve, above the uppermost reader's."""
    *_, points = readers.values()
    for kind, point in points.items():
        if kind == NAMES_GONE or kind.startswith(_CURVE):
            label = kind.split(", ")[-1]
            panel.annotate(label, point, xytext=(0, 5), textcoords="offset points", fontsize=7, ha="right")


def _explain_marks(figure: Any) -> None:
    marks = {"names gone, then Indistinct with rising k": "o", **_MARKS}
    lines = [
        Line2D([], [], color="black", marker=mark, ls="-" if mark == "o" else "", mfc="none", label=name)
        for name, mark in marks.items()
    ]
    figure.legend(handles=lines, loc="lower center", ncols=len(lines), fontsize=8, frameon=False)
