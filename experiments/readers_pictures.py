"""The picture of `experiments.readers`: how often a hidden condition is guessed against the words that are kept."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt

from experiments.harness import FIGURES

Figures = dict[str, Any]
PICTURE = "readers.svg"
_TITLES = {
    "background": "a condition of the background",
    "main": "the main condition",
    "symptoms": "descriptions of symptoms",
}
_LINES = {"unseen": ("offline readers not used", "#1b6ca8"), "blind": ("language models", "#d1495b")}


def draw(figures: Figures) -> None:
    """A panel for each sort of texts: offline readers that no planner used, and blind readers where there are answers."""
    figure, panels = plt.subplots(1, len(_TITLES), figsize=(12, 4.2), sharey=True)
    for panel, (sort, title) in zip(panels, _TITLES.items(), strict=True):
        lines = {"unseen": _unseen_points(figures, sort), "blind": _blind_points(figures, sort)}
        for name, points in lines.items():
            label, colour = _LINES[name]
            _draw_points(panel, points, label, colour)
        panel.set_title(title)
        panel.set_xlabel("share of words kept")
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("hidden condition guessed first")
    panels[0].set_ylim(0, 1)
    panels[0].legend(loc="upper left", fontsize=8)
    figure.tight_layout()
    figure.savefig(FIGURES / PICTURE, metadata={"Date": None})
    plt.close(figure)


def _draw_points(panel: Any, points: dict[str, tuple[float, float]], label: str, colour: str) -> None:
    models = sorted(point for kind, point in points.items() if kind != "random control")
    if models:
        panel.plot(*zip(*models, strict=True), "o-", color=colour, label=label, ms=4)
    for kind, (kept, first) in points.items():
        if kind == "random control":
            panel.plot(kept, first, "x", color=colour)
        panel.annotate(kind, (kept, first), xytext=(3, 4), textcoords="offset points", fontsize=6)


def _unseen_points(figures: Figures, sort: str) -> dict[str, tuple[float, float]]:
    """Words kept, and the mean success of the offline readers that the planner did not use."""
    kinds = figures.get("reported", {}).get(sort, {})
    return {
        kind: (row["kept"], fmean(own["first"] for own in row["readers"].values() if not own["used"]))
        for kind, row in kinds.items()
    }


def _blind_points(figures: Figures, sort: str) -> dict[str, tuple[float, float]]:
    kinds = figures.get("blind_readers", {}).get(sort, {})
    return {kind: (row["kept"], row["first"]) for kind, row in kinds.items()}
