"""Pictures of the experiments on correlations: who is named, and precision against recall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from experiments.harness import FIGURES

_COLOURS = {
    "tool_alone": "#888888",
    "guarded": "#b5179e",
    "random": "#4895ef",
    "rarest": "#f4a261",
    "all": "#264653",
}
_LABELS = {
    "tool_alone": "tool alone",
    "guarded": "guarded",
    "random": "as many at random",
    "rarest": "as many, rarest first",
    "all": "all noun phrases",
}


def draw(figures: Mapping[str, Any]) -> None:
    """Write both pictures beside the figures."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "reticent"
    _draw_attack(figures)
    _draw_precision_recall(figures)


def _draw_attack(figures: Mapping[str, Any]) -> None:
    """Bars of the attacker's success by tool, in the setting in which he has read about these people."""
    from matplotlib import pyplot as plt

    rows = [row for row in figures["chosen"] if row["setting"].startswith("(ii)")]
    picture, axes = plt.subplots(figsize=(8, 4))
    bars = ("tool_alone", "random", "rarest", "guarded")
    for number, name in enumerate(bars):
        values = [figures["bounds"][row["tool"]] if name == "tool_alone" else row[name] for row in rows]
        places = [place + 0.2 * (number - 1.5) for place in range(len(rows))]
        axes.bar(places, [100 * value for value in values], 0.18, color=_COLOURS[name], label=_LABELS[name])
    axes.axhline(100 * figures["bounds"]["people"], color="black", linewidth=0.8, linestyle=":")
    axes.set_xticks(range(len(rows)), [row["tool"] for row in rows])
    axes.set_ylim(0, 105)
    axes.set_ylabel("people named by the attacker (%)")
    axes.set_title("Dotted: what people masked by hand")
    axes.legend(ncols=2, fontsize=8)
    _write(picture, "correlations-attack.svg")


def _draw_precision_recall(figures: Mapping[str, Any]) -> None:
    """A point for each threshold rule, tool by tool, with the controls beside it."""
    from matplotlib import pyplot as plt

    rows = [
        row for row in figures["masks"] if row["setting"].startswith("(ii)") and row["context"] == "document"
    ]
    tools = list(dict.fromkeys(row["tool"] for row in rows))
    picture, panels = plt.subplots(1, len(tools), figsize=(3 * len(tools), 3.4), sharey=True)
    for axes, tool in zip(panels, tools, strict=True):
        own = [row for row in rows if row["tool"] == tool]
        for name, colour in _COLOURS.items():
            points = sorted({(100 * row[name]["recall"], 100 * row[name]["precision"]) for row in own})
            axes.plot(*zip(*points, strict=True), "o-", markersize=3, color=colour, label=_LABELS[name])
        axes.set_title(tool)
        axes.set_xlabel("recall (%)")
    panels[0].set_ylabel("precision (%)")
    panels[0].legend(fontsize=6)
    _write(picture, "correlations-precision-recall.svg")


def _write(picture: Any, name: str) -> None:
    FIGURES.mkdir(parents=True, exist_ok=True)
    picture.tight_layout()
    picture.savefig(FIGURES / name, metadata={"Date": None})
