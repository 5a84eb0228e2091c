"""The pictures of `experiments.cg_sanitization`."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt

from experiments.harness import FIGURES

Figures = dict[str, Any]
CONTROLS = {"random": "#b0b0b0", "rarest": "#8d6a9f", "rarest with the disease": "#d1495b"}


def draw(figures: Figures) -> None:
    """The attack's success against the tokens kept, and the cost against the number of terms."""
    FIGURES.mkdir(parents=True, exist_ok=True)
    _draw_attack(figures["attack"])
    _draw_speed(figures["speed"])


def _draw_attack(attack: Figures) -> None:
    figure, panels = plt.subplots(1, 2, figsize=(10, 4.2), sharey=True)
    for panel, part in zip(panels, ("reported", "reported_held_out"), strict=True):
        rows = {name: row for name, row in attack[part].items() if isinstance(row, dict)}
        settings = [row for row in rows.values() if "controls" in row]
        for control, colour in CONTROLS.items():
            points = sorted(
                [(row["controls"][control]["kept"], row["controls"][control]["first"]) for row in settings]
                + [(rows["names removed"]["kept"], rows["names removed"]["first"])]
            )
            panel.plot(*zip(*points, strict=True), "o--", color=colour, label=f"deleting {control}", ms=4)
        points = sorted((row["kept"], row["first"]) for row in settings)
        panel.plot(*zip(*points, strict=True), "o-", color="#1b6ca8", label="(C, g(C))-sanitization")
        for name in ("original", "names removed"):
            panel.plot(rows[name]["kept"], rows[name]["first"], "k^")
            panel.annotate(name, (rows[name]["kept"], rows[name]["first"]), xytext=(-6, 6),
                           textcoords="offset points", ha="right")  # fmt: skip
        panel.set_xlabel("share of tokens kept")
        panel.set_title("the attacker's articles counted" if part == "reported" else "the articles held out")
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("true disease ranked first")
    panels[0].set_ylim(0, 1)
    panels[0].legend(loc="upper left", fontsize=8)
    figure.tight_layout()
    figure.savefig(FIGURES / "cg-attack.png", dpi=110)
    plt.close(figure)


def _draw_speed(rows: list[Figures]) -> None:
    figure, panel = plt.subplots(figsize=(5.5, 3.8))
    for group, colour in ((1, "#4f772d"), (2, "#1b6ca8"), (3, "#d1495b")):
        points = [(row["terms"], row[f"plan_{group}"]) for row in rows if f"plan_{group}" in row]
        panel.plot(*zip(*points, strict=True), "o-", color=colour, label=f"max_group={group}")
    panel.set_xlabel("terms in the text")
    panel.set_ylabel("seconds to plan, three entities")
    panel.set_yscale("log")
    panel.grid(alpha=0.3)
    panel.legend()
    figure.tight_layout()
    figure.savefig(FIGURES / "cg-speed.png", dpi=110)
    plt.close(figure)
