"""Court cases that one search leads back to: how many there are after masking, and what it costs that there are none.

Text: Text Anonymization Benchmark (MIT). A case links when some run of words that it leaves unchanged, of any length or of up to
n words, stands in fewer than K of all cases. The share of its meanings that a more general noun has to hold of was chosen on every third case
(`CHOSEN_ON`); the others are reported beside all.

python -m experiments.linkage [--quick] [--json FILE]
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from experiments.harness import data, run
from experiments.needs import Needs
from reticent import Document, NoLinkage, open_policy, sanitize, wordnet
from reticent.knowledge.runs import RunCounts, count_runs, read_words
from reticent.models.no_linkage._planning import intervals_beyond, linking_intervals, stab_fewest
from reticent.models.no_linkage.reading import read_unchanged
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.text import Span, merge_spans

NEEDS = Needs(data=("benchmarks/tab-train.jsonl",))
CHOSEN_ON = slice(None, None, 3)
QUICK = 12
AGAINST = ((2, 3), (2, 5), (2, 7), (2, 0), (3, 0), (5, 0))
"""K and n, 0 for runs of any length; the model's own are the fourth."""
RARE = (3, 5, 10)
"""Below how many originals words are judged together."""
_THREE, _SEVEN = 3, 7  # words in a row that a reader would search for


@dataclass(frozen=True, slots=True)
class Case:
    """A court case and what people masked in it."""

    document: Document
    masks: tuple[Span, ...] = field(repr=False)

    def masked(self) -> Release:
        """The case as people release it."""
        decisions = (Decision(self.masks, "REMOVED"),) if self.masks else ()
        return render(self.document, Plan.for_document(self.document, decisions))


def read_cases() -> list[Case]:
    """All cases, with what has to be masked by the annotation."""
    rows = [json.loads(line) for line in data(NEEDS.data[0]).read_text("utf-8").splitlines()]
    return [Case(Document(row["doc_id"], row["text"]), _masks(row)) for row in rows]


def _masks(row: Mapping[str, Any]) -> tuple[Span, ...]:
    spans = [
        Span(each["start_offset"], each["end_offset"])
        for each in row["entities"]
        if each["identifier_type"] in ("DIRECT", "QUASI")
    ]
    return tuple(merge_spans(spans))


def count_words(releases: Sequence[Release]) -> int:
    """The words of the originals."""
    return sum(len(read_words(each.original)) for each in releases)


def share_linkable(releases: Sequence[Release], model: NoLinkage) -> float:
    """The share of releases in which some unchanged words lead to fewer than K originals."""
    return sum(bool(model.violations(each)) for each in releases) / len(releases)


def cost_of(releases: Sequence[Release], model: NoLinkage) -> dict[str, float]:
    """What the model changes and removes of releases of others, beside the fewest words that have to change for the runs."""
    words = count_words(releases)
    decisions = [each for release in releases for each in model.plan_further(release).decisions]
    fewest = sum(
        len(stab_fewest(list_intervals([word.form for word in stretch], model)))
        for release in releases
        for stretch in read_unchanged(release, model.runs)
    )
    return {
        "fewest": fewest / words,
        "changed": sum(len(each.spans) for each in decisions) / words,
        "removed": sum(len(each.spans) for each in decisions if each.becomes is None) / words,
    }


def list_intervals(forms: Sequence[str], model: NoLinkage) -> list[tuple[int, int]]:
    """The shortest runs of which a word has to change."""
    if model.longest:
        return linking_intervals(model.runs.counts(forms, model.longest), model.k)
    return intervals_beyond(model.runs.reach(forms, model.k))


def release_whole(documents: Sequence[Document], model: NoLinkage) -> list[Release]:
    """The cases under the court policy and the model together, audited."""
    models = (*open_policy("court").rules.models, model)
    outcomes = [sanitize(each, *models) for each in documents]
    if any(each.violations for each in outcomes):
        raise AssertionError("a case was released against a promise")
    return [each.release for each in outcomes]


def measure(quick: bool) -> dict[str, Any]:
    """All figures."""
    every = read_cases()
    runs = count_runs([each.document for each in every])
    exact = count_runs([each.document for each in every], exact=True)
    cases = every[:QUICK] if quick else every
    court = open_policy("court")
    masked = {
        "people": [each.masked() for each in cases],
        "court": [court.sanitize(each.document).release for each in cases],
    }
    model = NoLinkage(runs, generalize=wordnet())
    documents = [each.document for each in cases]
    whole = release_whole(documents, model)
    sets = release_whole(documents, replace(model, rare=RARE[-1]))
    return {
        "cases": len(cases),
        "words": count_words(whole),
        "linkable": {
            name: _linkable(releases, runs)
            for name, releases in (*masked.items(), ("both", whole), ("sets", sets))
        },
        "runs": [
            {"k": k, "n": n, "after": name, **cost_of(releases, NoLinkage(runs, k, n, generalize=wordnet()))}
            for k, n in AGAINST
            for name, releases in masked.items()
        ],
        "held_out": cost_of([each for at, each in enumerate(masked["court"]) if at % 3], model),
        "exact": cost_of(masked["court"], replace(model, runs=exact)),
        "copies": runs.copies,
        "sets": [_measure_sets(masked["court"], replace(model, rare=rare)) for rare in RARE],
    }


def _linkable(releases: Sequence[Release], runs: RunCounts) -> dict[str, float]:
    return {
        "three words": share_linkable(releases, NoLinkage(runs, longest=_THREE)),
        "seven words": share_linkable(releases, NoLinkage(runs, longest=_SEVEN)),
        "any run": share_linkable(releases, NoLinkage(runs)),
        **{
            f"rare words, R = {rare}": share_linkable(releases, NoLinkage(runs, longest=1, rare=rare))
            for rare in RARE
        },
    }


def _measure_sets(releases: Sequence[Release], model: NoLinkage) -> dict[str, float]:
    return {"rare": model.rare, **cost_of(releases, model)}


NAMED = {
    "people": "masked by people",
    "court": "court policy",
    "both": "court, no-linkage",
    "sets": f"court, no-linkage, R = {RARE[-1]}",
}


def _rows(figures: Mapping[str, Any]) -> Iterator[str]:
    yield f"{figures['cases']} court cases, {figures['copies']} copies among them, {figures['words']:,} words; shares in %"
    yield "linkable at K = 2 by ..."
    for name, row in figures["linkable"].items():
        yield f"  {NAMED[name]:27}" + ", ".join(f"{by} {100 * share:.0f}" for by, share in row.items())
    for row in figures["runs"]:
        yield f"  K = {row['k']}, n = {row['n'] or 'any'}, beyond {row['after']:7}{_costs(row)}"
    yield f"  K = 2, n = any, beyond court, cases that nothing was chosen on: {_costs(figures['held_out'])}"
    yield f"  K = 2, n = any, beyond court, words as they are written: {_costs(figures['exact'])}"
    for row in figures["sets"]:
        yield f"  K = 2, n = any, sets of words in fewer than {row['rare']} cases: {_costs(row)}"


def _costs(row: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {100 * row[name]:.1f}" for name in ("fewest", "changed", "removed"))


def show(figures: Mapping[str, Any]) -> None:
    """The figures as a table."""
    print("\n".join(_rows(figures)))


if __name__ == "__main__":
    run("linkage", NEEDS, measure, show)
