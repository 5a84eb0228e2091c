"""Writes docs/explanation/papers-figures.md: the evaluations of the five papers beside ours, row by row, out of docs/figures.

python scripts/build_evaluations.py            write the page
python scripts/build_evaluations.py --check    only say whether it is out of date
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs/figures"
PAGE = ROOT / "docs/explanation/papers-figures.md"
HEAD = """# The papers' figures beside ours

Every row of the five evaluations. Ours come out of [docs/figures](../figures); the commands stand in
[reproduce the figures](../reference/reproduce.md). Where a statement of a paper lives in the code, and what shows it, is
[another page](../reference/papers.md). Written by `python scripts/build_evaluations.py`.
"""

Row = tuple[str, str, str, str]
"""What is measured, the paper's figure, ours, and why they differ."""


def main(arguments: Sequence[str]) -> int:
    """Write or check the page."""
    page = write_page()
    if "--check" in arguments:
        current = PAGE.exists() and PAGE.read_text("utf-8") == page
        print("up to date" if current else f"{PAGE.name} is out of date: run scripts/build_evaluations.py")
        return int(not current)
    PAGE.write_text(page, encoding="utf-8")
    return 0


def write_page() -> str:
    """The page: a table for each paper."""
    lines = [HEAD]
    for title, note, rows in (
        ("(C, g(C))-sanitization", CG_NOTE, cg_rows()),
        ("Semantic correlations", CORRELATIONS_NOTE, correlation_rows()),
        ("ERASE", ERASE_NOTE, erase_rows()),
        ("t-plausibility", PLAUSIBILITY_NOTE, plausibility_rows()),
        ("GreedySanitize", GREEDY_NOTE, greedy_rows()),
    ):
        lines += [
            f"## {title}",
            "",
            note,
            "",
            "| what | paper | ours | why they differ |",
            "| --- | --- | --- | --- |",
        ]
        lines += [f"| {' | '.join(row)} |" for row in rows]
        lines.append("")
    return "\n".join(lines)


def read(name: str) -> Any:
    """The figures of one experiment."""
    return json.loads((FIGURES / f"{name}.json").read_text("utf-8"))


def percent(share: float) -> str:
    """A share as the page writes it."""
    return f"{100 * share:.1f} %"


CG_NOTE = (
    "Tables 1 and 2: precision / recall / F-measure against one expert's list for the articles on HIV and STD of 2013, by Bing's counts."
    " Ours are the articles of our corpora with lists of our own, by the index that ships; where there is no list for a g(c), the terms"
    " that change."
)
_CG: dict[tuple[str, str | None], dict[tuple[int, str], str]] = {
    ("HIV", None): {(1, "standard"): "100 / 23.8 / 38.4", (1, "contextualized"): "–", (2, "standard"): "65.5 / 90.5 / 76", (2, "contextualized"): "–"},
    ("HIV", "virus"): {(1, "standard"): "88.9 / 38.1 / 53.3", (1, "contextualized"): "84.2 / 76.2 / 80", (2, "standard"): "61.3 / 100 / 76", (2, "contextualized"): "67.7 / 100 / 80.7"},
    ("HIV", "infection"): {(1, "standard"): "100 / 33.3 / 50", (1, "contextualized"): "74 / 95.2 / 83.3", (2, "standard"): "53.8 / 100 / 70", (2, "contextualized"): "58.3 / 100 / 73.7"},
    ("Sexually transmitted disease", None): {(1, "standard"): "87.5 / 18.9 / 31.1", (1, "contextualized"): "–", (2, "standard"): "64.1 / 67.6 / 65.8", (2, "contextualized"): "–"},
    ("Sexually transmitted disease", "disease"): {(1, "standard"): "73.3 / 29.7 / 42.3", (1, "contextualized"): "73.3 / 59.4 / 65.6", (2, "standard"): "62.1 / 97.3 / 75.8", (2, "contextualized"): "61.2 / 100 / 75.9"},
}  # fmt: skip
_LISTS: dict[tuple[str, str | None], str] = {
    ("HIV", "virus"): "hiv",
    ("Sexually transmitted disease", "disease"): "sexually_transmitted_disease",
}
_AVERAGES = (
    ("MAX=1, standard", "89.9 / 28.8 / 43, 1 min", 1, "MAX=1, the paper's"),
    ("MAX=1, contextualized", "77.2 / 76.9 / 76.3, 2 min", 1, ""),
    ("MAX=2, standard", "61.4 / 91.1 / 72.7, 40 min", 2, "MAX=2, the paper's"),
    ("MAX=2, contextualized", "62.4 / 100 / 76.8, 41 min", 2, ""),
)


def cg_rows() -> Iterator[Row]:
    """Tables 1 to 3."""
    studied, articles = read("cg-sanitization"), read("cg-articles")
    found = {
        (row["article"], row["general"], row["max_group"], row["counting"]): row
        for row in studied["case_study"]
        if row["evidence"] == "counted"
    }
    for (article, general), cells in _CG.items():
        for (size, counting), published in cells.items():
            row = found.get((article, general, size, counting))
            ours = f"{row['changed']} of {row['terms']} terms change" if row else "–"
            listed = _LISTS.get((article, general))
            if listed and counting == "standard":
                scored = articles["articles"][listed][f"MAX={size}, the paper's"]
                ours = f"{_triple(scored)}; {ours}"
            why = "other counts, list and article" if counting == "standard" else _CONTEXTUALIZED
            yield (
                f"{article}, g(c) = {general or 'none'}, MAX={size}, {counting}",
                published,
                ours,
                why if published != "–" else "needs a g(c)",
            )
    for name, published, size, setting in _AVERAGES:
        seconds = [row["seconds"] for key, row in found.items() if key[2:] == (size, name.split(", ")[1])]
        scores = _triple(articles["means"]["all"][setting]) if setting else "–"
        ours = f"{scores} (twelve articles), {sum(seconds) / len(seconds):.1f} s"
        yield f"Table 3: {name}", published, ours, "counts come out of an index"
    default = articles["means"]["all"]["default"]
    yield (
        "our default",
        "–",
        f"{_triple(default)} (twelve articles)",
        "counts that chance explains condemn nothing, and `at_most` caps",
    )


_CONTEXTUALIZED = "in an article about c nearly every word goes with c among the documents that name g(c): an index of our size has few of these"


def _triple(row: dict[str, float]) -> str:
    return " / ".join(f"{100 * row[name]:.1f}" for name in ("precision", "recall", "f1"))


CORRELATIONS_NOTE = (
    "Tables 4 to 6 are about twenty Wikipedia articles of 2013 (Wozniak, Spielberg, Cruise, Schwarzenegger, Stallone, Hepburn, Gaudí,"
    " Banderas, Bardem, Mollà, Dreamworks, Microsoft, Apple, Aston Martin, Volkswagen, Port Aventura, Yellowstone, Barcelona,"
    " Tarragona, Salou), with masks of Stanford's recognizer, Bing's counts and two experts' lists, none of which was published. Their"
    " single rows have no counterpart here; the averages stand beside 355 biographies with people's masks, Stanford's recognizer of three"
    " kinds and the `least` threshold. Precision / recall / F-measure."
)


def correlation_rows() -> Iterator[Row]:
    """Tables 1 to 6."""
    example = read("correlations-example")
    general, medicine = example["general"], example["medicine"]
    counts = "an index of encyclopedias, and one with medicine besides, instead of the web of 2013; with Bing's counts ours are the paper's (tests)"
    for term, told in (("acquired immunodeficiency syndrome", "14.03"), ("immune system", "9.86")):
        ours = f"{general['information'][term]} general, {medicine['information'][term]} medicine"
        yield f"Table 1: IC({term})", told, ours, counts
    for secret, terms in (
        (
            "acquired immunodeficiency syndrome",
            (("influenza", "7.63"), ("blood transfusion", "8.75"), ("patient", "5.86")),
        ),
        ("immune system", (("influenza", "6.28"), ("blood transfusion", "7.16"), ("patient", "5.30"))),
    ):
        for term, told in terms:
            ours = f"{general['told'][secret][term]} general, {medicine['told'][secret][term]} medicine"
            yield f"Table 2: DR({secret}; {term})", told, ours, "as above"
    yield (
        "threshold of Figure 3",
        "9.86",
        f"{general['threshold']} general, {medicine['threshold']} medicine",
        "as above",
    )
    published = "patient stays; blood transfusion and influenza go"
    yield (
        "Figure 3, setting of the paper, general",
        published,
        general["figure_3"],
        "pairs that tell together are others",
    )
    yield (
        "Figure 3, setting of the paper, medicine",
        published,
        medicine["figure_3"],
        "in texts of medicine these words are too common to tell",
    )
    yield (
        "Figure 3, our default, general",
        published,
        general["default"],
        "6 bits instead of the least of the masked terms",
    )
    for pair, told in (
        ("the syndrome; influenza, blood transfusion", "3.00"),
        ("the syndrome; influenza, patient", "2.76"),
        ("the syndrome; blood transfusion, patient", "2.88"),
        ("immune system; influenza, blood transfusion", "2.48"),
        ("immune system; influenza, patient", "2.20"),
        ("immune system; blood transfusion, patient", "2.38"),
    ):
        yield (
            f"Table 3: DR({pair})",
            told,
            "–",
            "can't be what equation 10 defines: below the threshold that it is said to exceed",
        )
    masks = {
        (row["setting"][:4], row["context"], row["rule"]): row
        for row in read("correlations")["masks"]
        if row["tool"] == "St.NER3"
    }
    yield "Table 4: thresholds", "4.43 to 11.13 bits", "by document", "see above"
    for context, published in (("document", "63.1 / 87.9 / 70.7"), ("sentence", "79.8 / 56.1 / 61.7")):
        row = masks["(i) ", context, "least"]
        yield (
            f"Table 5: average, context {context}",
            published,
            _triple(row["guarded"]),
            "of all masks, because nobody listed what gives a mask away alone",
        )
    row = masks["(i) ", "document", "least"]
    yield (
        "Table 6: average, the tool alone",
        "89.1 / 48.9 / 61.6",
        _triple(row["tool_alone"]),
        "other texts; people mask half of all noun phrases",
    )
    yield (
        "Table 6: average, with Ψ",
        "74.9 / 93.1 / 81.7",
        _triple(row["guarded"]),
        "as above; as many phrases at random: " + _triple(row["random"]),
    )


ERASE_NOTE = (
    "The paper prints curves and says in words what they show. K = 10, goodness .8 and 50 terms unless said otherwise; 20 documents of"
    " the paper's generator, terms kept of 50."
)


def erase_rows() -> Iterator[Row]:
    """Figures 5 to 10."""
    points = {(p["experiment"], p["x"], p["method"]): p for p in read("k-safety")["points"]}

    def kept(experiment: str, x: float) -> str:
        names = ("exact", "BTop (fast)", "BSize", "BFreq")
        return ", ".join(
            f"{name.split()[0]} {points[experiment, x, name]['kept']:.1f}"
            for name in names
            if (experiment, x, name) in points
        )

    def seconds(experiment: str, x: float, *names: str) -> str:
        return ", ".join(
            f"{name} {points[experiment, x, name]['seconds']:.2g} s"
            for name in names
            if (experiment, x, name) in points
        )

    yield (
        "Figure 5: small documents",
        "heuristics close to the optimum",
        f"10 terms: {kept('size', 10)}",
        "none",
    )
    yield (
        "Figure 5: large documents",
        "BTop very close, BSize 15 to 20 % worse, BFreq 20 to 25 %",
        f"50 terms: {kept('size', 50)}",
        "BSize and BFreq taken literally are worse; by the number of blockers or their size alone",
    )
    yield (
        "Figure 6: K = 1",
        "nothing is removed",
        kept("k", 1),
        "some terms of a document belong to one entity in the generator as it is described",
    )
    for k in (10, 29, 30):
        yield (
            f"Figure 6: K = {k}",
            "BTop above αn = 40, the others degrade drastically",
            kept("k", k),
            "none"
            if k < 30
            else "the 30 entities of a base set give each 29 others: K = 30 is another problem",
        )
    for goodness in (0.1, 0.3, 0.5, 0.8, 1.0):
        published = (
            "nothing is removed"
            if goodness == 1
            else "BTop very close to the optimum, the gap widest in the middle"
        )
        yield f"Figure 7: goodness {goodness}", published, kept("goodness", goodness), "none"
    yield (
        "Figure 8: 14 terms and less",
        "BestFirst faster than the heuristics",
        seconds("size", 10, "BestFirst (L=1)", "BTop (fast)"),
        "times of another machine",
    )
    yield (
        "Figure 8: 50 terms",
        "BestFirst too slow beyond 40 terms, L=12 better than L=1",
        seconds("size", 50, "BestFirst (L=1)", "BestFirst (L=12)", "BTop (naive)", "BTop (fast)", "exact"),
        "our exact search proves all of these",
    )
    yield (
        "Figure 9: K = 29",
        "Fast-BTop significantly faster than Naive-BTop, more so with K",
        seconds("k", 29, "BTop (naive)", "BTop (fast)"),
        "none",
    )
    yield (
        "Figure 10: low goodness",
        "Fast-BTop faster by 1.5",
        seconds("goodness", 0.1, "BTop (naive)", "BTop (fast)"),
        "none",
    )
    hard = read("k-safety")["targets"]["hard regime"]
    for goodness, row in hard.items():
        yield (
            f"optimum at goodness {goodness}",
            "not computed",
            f"{row['proven']} of {row['of']} proven within {row['limit']:.0f} s, mean gap {row['mean gap']:.1f}",
            "beyond the paper",
        )


PLAUSIBILITY_NOTE = (
    "Five groups of 50 nouns of Senseval-3, t = 4,096, α = 0.5, first senses; the paper prints curves."
)


def plausibility_rows() -> Iterator[Row]:
    """Figures 4 to 6 and the examples."""
    figures = read("t-plausibility")
    at = {
        (row["method"], row["terms"]): row
        for row in figures["searches"]
        if (row["words"], row["t"], row["alpha"]) == (50, 4096, 0.5)
    }

    def of(column: str, *methods: str, terms: str = "base") -> str:
        return ", ".join(f"{method} {at[method, terms][column]:.2f}" for method in methods)

    everything = ("optimum", "top-down", "multi-step 1", "multi-step 3")
    fitting = {
        name: [x for x in at["optimum", name]["fitting"] if x is not None] for name in ("base", "common")
    }
    means = {name: sum(values) / len(values) for name, values in fitting.items()}
    yield (
        "example 1, 2 and 4",
        "1/4; 32 texts; cost 2.33 and 0.31",
        "1/4; 32 texts; 2.344 and 0.387",
        "0.31 is the second term alone",
    )
    yield (
        '"uses marijuana for phantom limb pain", t = 10',
        "soft drug for pain",
        'soft drug for pain (`alternatives = "paper"`); by default "a drug for pain"',
        "kinds of marijuana are no alternatives to it",
    )
    yield (
        "Figure 4",
        "common terms cost more",
        of("cost", "optimum") + "; common terms " + of("cost", "optimum", terms="common"),
        "none",
    )
    yield (
        "Figure 5",
        "common terms are right about the sense more often",
        f"{percent(means['base'])} by first senses, {percent(means['common'])} by common terms",
        "first senses are right as often here; our likeliest senses more often than both",
    )
    ended = [row for row in figures["exhaustive"] if row["problem"] == "uniform"]
    yield (
        "Figure 6(a): UEP up to 50 words",
        "grows with words and t",
        f"ends in {sum(row['proven'] for row in ended)} of {len(ended)}",
        "none",
    )
    yield (
        "Figure 6(b): seconds",
        "MSGS exponential in δ, TDGS linear",
        of("seconds", "top-down", "multi-step 1", "multi-step 2", "multi-step 3"),
        "none",
    )
    yield (
        "Figure 6(c): seconds with common terms",
        "higher, dominated by MSGS",
        of("seconds", "top-down", "multi-step 3", terms="common"),
        "none",
    )
    yield "Figure 6(d): cost", "TDGS almost optimal, MSGS better with δ", of("cost", *everything), "none"
    yield (
        "Figure 6(e): cost with common terms",
        "the same, higher",
        of("cost", *everything, terms="common"),
        "none",
    )
    yield (
        "Figure 6(f): true cost",
        "UEP cheapest, EP dearer",
        of("true_cost", "optimum", "fewest texts", "top-down", "multi-step 3"),
        "the fewest texts change fewer words, and a word that stays can't miss its sense",
    )
    yield (
        "Figure 6(g): true cost with common terms",
        "the same",
        of("true_cost", "optimum", "fewest texts", "top-down", "multi-step 3", terms="common"),
        "as above",
    )
    yield "Figure 6(h): variance of entropies", "TDGS almost optimal", of("variance", *everything), "none"
    yield "Figure 6(i): highest entropy", "TDGS almost optimal", of("highest", *everything), "none"


GREEDY_NOTE = (
    "The paper's collections (i2b2, Vanderbilt, Enron, newsgroups) are not free or not at hand; five labelled collections stand in their"
    " place, four folds each. L/C = 10 unless said otherwise."
)


def greedy_rows() -> Iterator[Row]:
    """Figures 3 to 5 and the iterations."""
    corpora = read("greedy-sanitize")["corpora"]
    for name, found in corpora.items():
        row = found["ratios"]["10"]
        yield (
            f"Figure 3, {name}",
            "negligible though L is small",
            f"the attacker finds {row['found']} of {found['sensitive']:,} ({found['one_pass']['found']} after one classifier)",
            "other collections",
        )
    for name, found in corpora.items():
        row, lost = found["ratios"]["10"], found["cost_sensitive"]["10"]
        published = (
            "over 98 % of records, over 93 % of mail and news; cost-sensitive classifiers suppress most"
        )
        yield (
            f"Figure 4, {name}",
            published,
            f"{percent(row['published'])}; cost-sensitive "
            + ", ".join(f"{each} {percent(share)}" for each, share in lost.items()),
            "other collections; the gap opens at higher L/C",
        )
    for name, found in corpora.items():
        finds = ", ".join(f"{each} {row['a_budget']['100']:.3f}" for each, row in found["publishers"].items())
        yield (
            f"Figure 5, {name}",
            "little difference between publishers' learners",
            f"found per word inspected, B = 100: {finds}",
            "other collections",
        )
    turns = ", ".join(f"{name} {found['ratios']['10']['iterations']:g}" for name, found in corpora.items())
    yield "iterations", "fewer than 5", turns, "none"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
