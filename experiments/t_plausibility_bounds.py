"""What it costs that no sensitive word stands as it was: t-plausibility with a bound for each word, and without.

The paragraphs of `experiments.t_plausibility_reading`, all nouns sensitive. A unit that can't reach t loses all of them. Cost is
equation 1 of the paper, the true cost takes a word that misses its likeliest sense for anything (its section 4.2.2).

python -m experiments.t_plausibility_bounds [--quick] [--json FILE]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from experiments import t_plausibility_reading
from experiments.harness import run
from experiments.t_plausibility_reading import paragraphs
from reticent import Document, TPlausibility, open_corpus, sanitize, wordnet
from reticent.models.t_plausibility._cost import WordT
from reticent.text import Context

NEEDS = t_plausibility_reading.NEEDS
BOUNDS: tuple[WordT, ...] = ("paper", "changed", "even")
THRESHOLDS = (10, 1000, 10**6)
UNITS: tuple[Context, ...] = ("document", "sentence")
PARAGRAPHS = 60
BELIEVED = 12
"""So many of them for texts that a corpus believes: each takes some seconds."""


def measure(quick: bool) -> dict[str, Any]:
    """A row for each bound, t and unit."""
    texts = [
        Document(f"paragraph {at}", text) for at, text in enumerate(paragraphs(8 if quick else PARAGRAPHS))
    ]
    return {
        "paragraphs": len(texts),
        "rows": list(_rows(texts)),
        "believable": list(_believable(texts[:BELIEVED])),
    }


def _believable(texts: Sequence[Document]) -> Iterator[dict[str, Any]]:
    """What it costs, sentence by sentence, that every two words of t texts stand together in some document."""
    corpus = open_corpus()
    for t in (2, 10):
        for believed in (None, corpus):
            model = TPlausibility(
                t,
                taxonomy=wordnet(),
                familiar=corpus,
                unreachable="remove",
                unit="sentence",
                believable=believed,
            )
            yield {"t": t, "believable": believed is not None, "texts": len(texts), **_row(texts, model)}


def _rows(texts: Sequence[Document]) -> Iterator[dict[str, Any]]:
    taxonomy, familiar = wordnet(), open_corpus()
    for unit in UNITS:
        for t in THRESHOLDS:
            for word_t in BOUNDS:
                model = TPlausibility(
                    t, taxonomy=taxonomy, familiar=familiar, unreachable="remove", unit=unit, word_t=word_t
                )
                yield {"unit": unit, "t": t, "word_t": word_t, **_row(texts, model)}


def _row(texts: Sequence[Document], model: TPlausibility) -> dict[str, Any]:
    releases = [sanitize(text, model).release for text in texts]
    by_text = [model.tallies(release) for release in releases]
    tallies = [tally for units in by_text for tally in units]
    words, kept = sum(len(each.volumes) for each in tallies), sum(each.kept for each in tallies)
    removed = sum(each.removed for each in tallies)
    costs = [fmean(each.cost(model.alpha) for each in units) for units in by_text if units]
    true_costs = [cost for release in releases if (cost := model.true_cost(release)) is not None]
    return {
        "words": words,
        "kept": kept,
        "generalized": words - kept - removed,
        "removed": removed,
        "cost": round(fmean(costs), 3),
        "true_cost": round(fmean(true_costs), 3),
    }


def show(figures: Mapping[str, Any]) -> None:
    """The rows as a table."""
    print(
        f"{'unit':10}{'t':>9}  {'word_t':8}{'words':>7}{'kept':>6}{'general':>9}{'removed':>9}{'cost':>8}{'true':>8}"
    )
    for row in figures["rows"]:
        print(
            f"{row['unit']:10}{row['t']:>9}  {row['word_t']:8}{row['words']:>7}{row['kept']:>6}"
            f"{row['generalized']:>9}{row['removed']:>9}{row['cost']:>8}{row['true_cost']:>8}"
        )
    for row in figures["believable"]:
        print(
            f"t = {row['t']}, {'believable' if row['believable'] else 'any'} texts: {row['generalized']} of {row['words']} words"
            f" generalized, {row['removed']} removed"
        )


if __name__ == "__main__":
    run("t_plausibility_bounds", NEEDS, measure, show)
