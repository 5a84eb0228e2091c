"""The pictures of `experiments.t_plausibility`."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from experiments.harness import FIGURES

Record = dict[str, Any]
COLOURS = {
    "optimum": "#1b6ca8",
    "top-down": "#d1495b",
    "multi-step 1": "#c9d6a3",
    "multi-step 2": "#8fae5d",
    "multi-step 3": "#4f772d",
    "fewest texts": "#8d6a9f",
}
UNIFORM = [method for method in COLOURS if method != "fewest texts"]
TERMS = {"base": "#1b6ca8", "common": "#d1495b", "likeliest": "#4f772d"}
NAMES = {"base": "first sense", "common": "common terms", "likeliest": "likeliest senses (ours)"}
T = 4096


def draw(figures: dict[str, list[Record]]) -> None:
    """All pictures, into the folder of figures."""
    mpl.use("Agg")
    plt.rcParams |= {
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
        "font.size": 9,
    }
    FIGURES.mkdir(parents=True, exist_ok=True)
    draw_growth(figures["growth"])
    draw_range(figures["range_of_t"])
    searches = [record for record in figures["searches"] if record["alpha"] == 0.5]
    draw_senses([r for r in searches if r["words"] == 50])
    draw_utility(figures["utility"])
    draw_searches([r for r in searches if r["t"] == T], figures["exhaustive"])


def draw_growth(records: list[Record]) -> None:
    """Exact search: seconds against words, and against t for fifty words."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True)
    for alpha, style in ((0.25, ":"), (0.5, "-"), (0.75, "--")):
        mine = [r for r in records if r["alpha"] == alpha]
        by_words = [r for r in mine if r["against"] == "words"]
        by_bits = [r for r in mine if r["against"] == "t"]
        _line(
            left,
            by_words,
            "words",
            "seconds",
            reduce=max,
            label=f"α = {alpha}",
            linestyle=style,
            color="#1b6ca8",
        )
        _line(
            right,
            by_bits,
            "bits",
            "seconds",
            reduce=max,
            label=f"α = {alpha}",
            linestyle=style,
            color="#1b6ca8",
        )
    left.set(
        xscale="log",
        yscale="log",
        xlabel="words",
        ylabel="seconds (slowest t)",
        title="proven optimum, growing text",
    )
    right.set(
        xlabel="log2 t",
        ylabel="seconds (slowest of the draws)",
        title="proven optimum of 50 words, growing t",
    )
    left.plot([50, 1000], [0.05, 1.0], "k_", markersize=14, label="50 ms, 1 s")
    left.legend()
    _save(figure, "growth")


def draw_range(records: list[Record]) -> None:
    """Figure 4: the lowest cost over t, and the lowest where the most words are generalized."""
    figure, axes = plt.subplots(figsize=(5, 3.6))
    for terms, colour in TERMS.items():
        mine = [r for r in records if r["terms"] == terms]
        name = NAMES[terms]
        most, lowest = [], []
        for group, words in sorted({(r["group"], r["words"]) for r in mine}):
            rivals = [r for r in mine if (r["group"], r["words"]) == (group, words)]
            least = max(r["generalized"] for r in rivals)
            most.append({"words": words, "cost": min(r["cost"] for r in rivals if r["generalized"] == least)})
            lowest.append({"words": words, "cost": min(r["cost"] for r in rivals)})
        _line(
            axes,
            most,
            "words",
            "cost",
            label=f"{name}, most words",
            linestyle="--",
            color=colour,
        )
        _line(axes, lowest, "words", "cost", label=f"{name}, lowest cost", color=colour)
    axes.set(xlabel="words", ylabel="cost C", title="Figure 4: t from 2^58 to 2^63, one-step search")
    axes.legend(loc="upper left")
    _save(figure, "figure-4")


def draw_senses(records: list[Record]) -> None:
    """Figure 5: how often a generalization fits the sense of the occurrence, over the groups."""
    figure, panels = plt.subplots(1, 2, figsize=(10, 3.6), sharey=True, layout="constrained")
    titles = {
        "multi-step 1": "one-step search, nearly all words generalized",
        "optimum": "optimum, as few as needed",
    }
    for axes, (method, title) in zip(panels, titles.items(), strict=True):
        mine = _of(records, method)
        thresholds = sorted({r["t"] for r in mine})
        for shift, (terms, colour) in zip((-0.27, 0, 0.27), TERMS.items(), strict=True):
            shares = [[100 * share for r in mine if (r["t"], r["terms"]) == (t, terms) for share in r["fitting"]]
                      for t in thresholds]  # fmt: skip
            places = [place + shift for place in range(len(thresholds))]
            style = {"widths": 0.22, "patch_artist": True, "medianprops": {"color": "black"}}
            for box in axes.boxplot(shares, positions=places, **style)["boxes"]:
                box.set_facecolor(colour)
            axes.plot([], [], "s", color=colour, label=NAMES[terms])
        axes.set_xticks(range(len(thresholds)), [f"2^{t.bit_length() - 1}" for t in thresholds])
        axes.set(xlabel="t", title=title, ylim=(0, 102))
    panels[0].set_ylabel("% of occurrences in the gold sense's tree")
    panels[1].legend(loc="lower right")
    figure.suptitle("Figure 5: 50 words, five groups")
    _save(figure, "figure-5")


def draw_utility(records: list[Record]) -> None:
    """How far released words lie from the originals, and how often they still say something true of them."""
    figure, panels = plt.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    for axes, key, title in zip(
        panels,
        ("distance", "true"),
        ("steps in WordNet from original to released word", "% of words that the release is true of"),
        strict=True,
    ):
        values = [100 * r[key] if key == "true" else r[key] for r in records]
        colours = ["#1b6ca8" if r["method"].startswith("t =") else "#b0b0b0" for r in records]
        bars = axes.barh([r["method"] for r in records], values, color=colours)
        axes.bar_label(bars, fmt="%.1f", padding=2)
        axes.invert_yaxis()
        axes.set_title(title)
    panels[1].set_yticklabels([])
    _save(figure, "utility")


def draw_searches(records: list[Record], exhaustive: list[Record]) -> None:
    """Figure 6: run times, costs, true costs, and the spread of the words' entropies."""
    figure, grid = plt.subplots(3, 3, figsize=(12, 10), layout="constrained")
    by_terms = {terms: [r for r in records if r["terms"] == terms] for terms in ("base", "common")}
    uniform = [r for r in exhaustive if r["problem"] == "uniform"]
    for t in sorted({r["t"] for r in uniform}):
        _line(
            grid[0, 0],
            [r for r in uniform if r["t"] == t],
            "words",
            "seconds",
            label=f"exhaustive, t = {t}",
        )
    given_up = [r for r in exhaustive if not r["proven"]]
    grid[0, 0].plot([r["words"] for r in given_up], [r["seconds"] for r in given_up], "kx", label="given up")
    plain = [r for r in exhaustive if r["problem"] == "plain"]
    _line(
        grid[0, 0], plain, "words", "seconds", label="exhaustive, fewest texts", color="black", linestyle=":"
    )
    _line(
        grid[0, 0],
        _of(by_terms["base"], "optimum"),
        "words",
        "seconds",
        label="exact",
        color=COLOURS["optimum"],
    )
    grid[0, 0].set(yscale="log", ylabel="seconds", title="(a) exhaustive against exact")
    panels = [
        (grid[0, 1], "base", "seconds", UNIFORM, "(b) run time"),
        (grid[0, 2], "common", "seconds", UNIFORM, "(c) run time with common terms"),
        (grid[1, 0], "base", "cost", UNIFORM, "(d) cost C"),
        (grid[1, 1], "common", "cost", UNIFORM, "(e) cost C with common terms"),
        (grid[1, 2], "base", "true_cost", list(COLOURS), "(f) true cost Ĉ"),
        (grid[2, 0], "common", "true_cost", list(COLOURS), "(g) true cost Ĉ with common terms"),
        (grid[2, 1], "base", "variance", list(COLOURS), "(h) variance of word entropies"),
        (grid[2, 2], "base", "highest", list(COLOURS), "(i) highest word entropy"),
    ]
    for axes, terms, key, methods, title in panels:
        for method in methods:
            _line(axes, _of(by_terms[terms], method), "words", key, label=method, color=COLOURS[method])
        axes.set(ylabel=key.replace("_", " "), title=title, yscale="log" if key == "seconds" else "linear")
    for axes in grid.flat:
        axes.set_xlabel("words")
    grid[0, 0].legend(fontsize=7)
    grid[2, 2].legend(fontsize=7)
    figure.suptitle(f"Figure 6: Senseval-3 nouns, t = {T} in (b) to (i), α = 0.5, means over the groups")
    _save(figure, "figure-6")


def _of(records: Iterable[Record], method: str) -> list[Record]:
    return [record for record in records if record["method"] == method]


def _line(
    axes: Axes,
    records: Iterable[Record],
    across: str,
    up: str,
    *,
    reduce: Callable[[list[float]], float] = statistics.fmean,
    **style: Any,
) -> None:
    """One line through the records, those at the same place reduced to one value."""
    values: dict[float, list[float]] = {}
    for record in records:
        values.setdefault(record[across], []).append(record[up])
    places = sorted(values)
    axes.plot(places, [reduce(values[place]) for place in places], marker="o", markersize=3, **style)


def _save(figure: Any, name: str) -> None:
    figure.savefig(FIGURES / f"t-plausibility-{name}.png", dpi=110, bbox_inches="tight")
    plt.close(figure)
