"""Figures 3, 4 and 5 of the GreedySanitize paper, drawn from our own figures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

matplotlib.rcParams["svg.hashsalt"] = "greedy"  # the same figures give the same bytes


def draw(corpora: Mapping[str, Any], folder: Path) -> None:
    """Write the three pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    _draw_residual(corpora, folder / "greedy-residual.svg")
    _draw_published(corpora, folder / "greedy-published.svg")
    attacked = {name: found for name, found in corpora.items() if found["publishers"]}
    if attacked:
        _draw_budget(attacked, folder / "greedy-budget.svg")


def _draw_residual(corpora: Mapping[str, Any], file: Path) -> None:
    figure, axes = pyplot.subplots(figsize=(6, 4))
    for name, found in corpora.items():
        ratios = [int(ratio) for ratio in found["ratios"]]
        (line,) = axes.plot(
            ratios, [row["found_share"] for row in found["ratios"].values()], marker="o", label=name
        )
        axes.axhline(found["one_pass"]["found_share"], color=line.get_color(), linestyle="--", linewidth=0.8)
    axes.set(xscale="log", xlabel="L/C", ylabel="share of secrets that the attacker's classifier finds")
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter("{x:.1%}")
    _finish(figure, axes, file)


def _draw_published(corpora: Mapping[str, Any], file: Path) -> None:
    figure, grid = pyplot.subplots(1, len(corpora), figsize=(3 * len(corpora), 3), sharey=True, squeeze=False)
    for axes, (name, found) in zip(grid[0], corpora.items(), strict=True):
        ratios = [int(ratio) for ratio in found["ratios"]]
        axes.plot(
            ratios, [row["published"] for row in found["ratios"].values()], marker="o", label="GreedySanitize"
        )
        for learner in ("crf", "svm", "ensemble"):
            costs = found["cost_sensitive"]
            axes.plot(
                [int(ratio) for ratio in costs],
                [row[learner] for row in costs.values()],
                linestyle="--",
                label=f"cost-sensitive {learner}",
            )
        axes.set(xscale="log", xlabel="L/C", title=name)
    grid[0][0].set_ylabel("share published")
    _finish(figure, grid[0][0], file)


def _draw_budget(corpora: Mapping[str, Any], file: Path) -> None:
    figure, grid = pyplot.subplots(1, len(corpora), figsize=(3 * len(corpora), 3), sharey=True, squeeze=False)
    for axes, (name, found) in zip(grid[0], corpora.items(), strict=True):
        for publisher, row in found["publishers"].items():
            axes.plot(
                [int(b) for b in row["a_budget"]], list(row["a_budget"].values()), marker="o", label=publisher
            )
        axes.set(xscale="log", xlabel="budget B", title=name)
    grid[0][0].set_ylabel("secrets found a unit of budget")
    _finish(figure, grid[0][0], file)


def _finish(figure: Any, axes: Any, file: Path) -> None:
    axes.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})
    pyplot.close(figure)
