"""Figures 5 to 10 of ERASE, drawn again from measured points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LABELS = {
    "size": "document size |D|",
    "k": "sanitization parameter K",
    "goodness": "goodness α",
}
STYLES = {
    "BFreq": ("#b07d2b", "v"),
    "BSize": ("#5b8c5a", "^"),
    "BTop (fast)": ("#2b6cb0", "s"),
    "BTop (naive)": ("#8fb8de", "D"),
    "BestFirst (L=1)": ("#c9a0c9", "x"),
    "BestFirst (L=8)": ("#a35fa3", "+"),
    "BestFirst (L=12)": ("#6b2f6b", "*"),
    "exact": ("#c0392b", "o"),
}
QUALITY = ("BFreq", "BSize", "BTop (fast)", "BestFirst (L=12)", "exact")
TIME = ("BTop (naive)", "BTop (fast)", "BestFirst (L=1)", "BestFirst (L=8)", "BestFirst (L=12)", "exact")


@dataclass(frozen=True, slots=True)
class Point:
    """One method on the documents of one point of a figure."""

    experiment: str
    x: float
    method: str
    documents: int
    kept: float
    seconds: float
    slowest: float
    proven: int
    gap: float
    limit: float | None
    megabytes: float | None = None


def draw_figures(points: Sequence[Point], folder: Path) -> None:
    """One picture a figure of the paper: quality in 5, 6, 7 and time in 8, 9, 10."""
    folder.mkdir(parents=True, exist_ok=True)
    for offset, experiment in enumerate(("size", "k", "goodness")):
        rows = [row for row in points if row.experiment == experiment]
        _draw(rows, experiment, "kept", QUALITY, folder / f"k-safety-figure-{5 + offset}.png")
        _draw(rows, experiment, "seconds", TIME, folder / f"k-safety-figure-{8 + offset}.png")


def _draw(rows: Sequence[Point], experiment: str, measure: str, methods: Sequence[str], path: Path) -> None:
    import matplotlib  # a development dependency: only who draws needs it

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5.2, 3.6), dpi=110, layout="constrained")
    for method in methods:
        own = [row for row in rows if row.method == method]
        if own:
            color, marker = STYLES[method]
            axes.plot(
                [row.x for row in own], [getattr(row, measure) for row in own], color=color, marker=marker,
                markersize=5, linewidth=1.4, label=method, zorder=3 if method == "exact" else 2,
            )  # fmt: skip
    if measure == "kept":
        _lower_bound(axes, rows, experiment)
        axes.set_ylabel("terms kept (mean)")
        axes.set_ylim(bottom=0)
    else:
        axes.set_yscale("log")
        axes.set_ylabel("processor seconds a document (mean)")
    axes.set_xlabel(LABELS[experiment])
    axes.grid(alpha=0.25)
    axes.legend(fontsize=7, frameon=False)
    figure.savefig(path)
    pyplot.close(figure)


def _lower_bound(axes: Any, rows: Sequence[Point], experiment: str) -> None:
    """α|D|, which the generator makes safe for K up to 29."""
    places = sorted({row.x for row in rows})
    slope, start = {"size": (0.8, 0.0), "k": (0.0, 40.0), "goodness": (50.0, 0.0)}[experiment]
    values = [start + slope * place for place in places]
    axes.plot(places, values, color="#888888", linestyle=":", label="lower bound α|D|")
