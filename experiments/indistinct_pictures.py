"""The picture of `experiments.indistinct`: how often the hidden disease is named first, by words kept."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt

from experiments.harness import FIGURES

Figures = dict[str, Any]
PICTURE = "indistinct.svg"
_LINES = {
    "articles": ("reader of articles, not planned for", "#d1495b"),
    "similarity": ("similarity, declared", "#1b6ca8"),
    "bayes": ("Bayes, declared", "#66a182"),
}


def draw(figures: Figures) -> None:
    """A line for each reader through the releases of the model, and points for names gone and for pairs."""
    rows = figures["reported"]
    ours = sorted((row["kept"], name) for name, row in rows.items() if name != "pairs")
    figure, panel = plt.subplots(figsize=(7.5, 4.6))
    for reader, (label, colour) in _LINES.items():
        points = [(kept, rows[name]["readers"][reader]["first"]) for kept, name in ours]
        panel.plot(*zip(*points, strict=True), "o-", color=colour, label=label, ms=4)
        panel.plot(rows["pairs"]["kept"], rows["pairs"]["readers"][reader]["first"], "x", color=colour)
    for name, row in rows.items():
        place = (row["kept"], row["readers"]["articles"]["first"])
        panel.annotate(name, place, xytext=(4, 5), textcoords="offset points", fontsize=8)
    panel.set_xlabel("share of words kept")
    panel.set_ylabel("hidden disease named first")
    panel.set_ylim(-0.02, 0.6)
    panel.grid(alpha=0.3)
    panel.legend(loc="upper left", fontsize=8)
    figure.tight_layout()
    figure.savefig(FIGURES / PICTURE, metadata={"Date": None})
    plt.close(figure)
