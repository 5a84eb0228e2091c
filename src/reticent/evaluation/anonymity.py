"""The figures of a dossier, as sums over what each document tells of isolation, linkage and inference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import median
from typing import Any

from reticent.attackers.retrieval import MEASURES
from reticent.audit.report import Utility, add_utility
from reticent.evaluation.isolation import Traces, count_companions, join_traits, sort_into_bands
from reticent.plan import Promise

RARE = 10
"""Words in fewer originals than this are taken together; chosen by hand, as K-safety's usual K."""

LISTED = 20
"""Documents that are named because identifiers are found in them, those with most first; chosen by hand, as many as somebody reads."""

_SURE = 1.96  # standard errors of an interval that holds the truth 95 times of 100


@dataclass(frozen=True, slots=True)
class GuessFacts:
    """What is guessed of a protected thing, by number: its place for offline readers, a language model's predicted chance, and its
    place for each reader of the policy; 0 where one does not come upon it."""

    thing: int
    place: int | None
    likely: float | None
    asked: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Facts:
    """What one document tells of the collection; `document` is what the release calls it."""

    document: str = field(repr=False)
    subject: str = field(repr=False)
    words: int
    broken: bool
    excepted: int
    traces: Traces
    kinds: Mapping[str, int]
    linkage: LinkageFacts | None = None
    known: Mapping[str, int] = field(default_factory=dict)
    guessed: tuple[GuessFacts, ...] | None = None
    utility: Utility | None = None
    shown: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class LinkageFacts:
    """Unchanged words, those in runs that lead to one original, and at which place each reader has the true one."""

    kept: int
    in_runs: int
    longest: int
    by_runs: bool
    by_sets: bool
    places: Mapping[str, int]


def count_documents(facts: Sequence[Facts], promises: Sequence[Promise]) -> dict[str, Any]:
    """How much there is, and what the audit says of it."""
    return {
        "documents": len(facts),
        "subjects": len({each.subject for each in facts}),
        **({"words": sum(each.words for each in facts)} if facts[0].linkage else {}),
        "audit": {
            "broken": sum(each.broken for each in facts),
            "excepted": sum(each.excepted for each in facts),
        },
        "promises": [
            {
                "model": each.model,
                "statement": each.public or each.statement,
                "relative_to": dict(each.relative_to),
            }
            for each in promises
        ],
    }


def measure_isolation(facts: Sequence[Facts]) -> dict[str, Any]:
    """Who is singled out by what is left."""
    by_subject: dict[str, list[frozenset[str]]] = {}
    for each in facts:
        by_subject.setdefault(each.subject, []).append(each.traces.traits)
    counts = count_companions([join_traits(own) for own in by_subject.values()])
    identified = [each for each in facts if each.traces.identifiers]
    kinds = sum((Counter(each.traces.identifiers) for each in identified), Counter[str]())
    return {
        "documents_with_identifiers": len(identified),
        "identifiers": dict(sorted(kinds.items())),
        "where": [
            {"document": each.document, "kinds": dict(each.traces.identifiers)}
            for each in sorted(identified, key=lambda each: -sum(each.traces.identifiers.values()))[:LISTED]
        ],
        "k": sort_into_bands(counts),
        "least_k": min(counts),
        "singled_out": round(sum(k == 1 for k in counts) / len(counts), 4),
    }


def measure_linkage(facts: Sequence[Facts]) -> dict[str, Any]:
    """What leads back to an original."""
    linked = [each.linkage for each in facts if each.linkage]
    kept = sum(each.kept for each in linked)
    return {
        "k": 2,
        "rare": RARE,
        "by_runs": _share(each.by_runs for each in linked),
        "by_sets": _share(each.by_sets for each in linked),
        "words_in_runs": round(sum(each.in_runs for each in linked) / max(1, kept), 4),
        "longest_stretch": max((each.longest for each in linked), default=0),
        "readers": [_rank(name, [each.places[name] for each in linked], facts) for name in MEASURES],
    }


def _rank(name: str, places: Sequence[int], facts: Sequence[Facts]) -> dict[str, Any]:
    """How a reader fares, over all documents and by the words that these keep."""
    kept = [each.linkage.kept / max(1, each.words) for each in facts if each.linkage]
    order = sorted(range(len(places)), key=lambda at: kept[at])
    quarter = max(1, len(order) // 4)
    parts = [order[at : at + quarter] for at in range(0, quarter * 4, quarter) if order[at : at + quarter]]
    return {
        "reader": name,
        "first": _share(place == 1 for place in places),
        "median_place": median(places),
        "by_words_kept": [
            {
                "kept": round(sum(kept[at] for at in part) / len(part), 3),
                "first": _share(places[at] == 1 for at in part),
            }
            for part in parts
        ],
    }


def measure_known(facts: Sequence[Facts], texts: str) -> dict[str, Any]:
    """How often readers find the right person by what is public about all of them; `texts` is the hash of that."""
    about = [each.known for each in facts if each.known]
    return {
        "documents": len(about),
        "texts": texts,
        "readers": [
            {
                "reader": name,
                "first": _share(own[name] == 1 for own in about),
                "median_place": median(own[name] for own in about) if about else None,
            }
            for name in MEASURES
        ],
    }


def measure_inference(facts: Sequence[Facts], generals: Sequence[str | None]) -> dict[str, Any]:
    """What is still guessed of each protected thing, with the error of the sample; `generals` say what it is as far as it may be told."""
    sampled = [each for each in facts if each.guessed is not None]
    rows = []
    for number, general in enumerate(generals):
        own = [guess for each in sampled for guess in each.guessed or () if guess.thing == number]
        likely = [each.likely for each in own if each.likely is not None]
        first = _share(each.place == 1 for each in own)
        asked = sorted({name for each in own for name in each.asked})
        rows.append(
            {
                "thing": number + 1,
                "general": general,
                "documents": len(own),
                "first": first,
                "error": error_of(first, len(own), len(facts)),
                "named_by_language_model": round(sum(likely) / len(likely), 4) if likely else None,
                "asked": {name: _share(each.asked.get(name) == 1 for each in own) for name in asked},
            }
        )
    return {"sample": len(sampled), "of": len(facts), "things": rows}


def measure_use(facts: Sequence[Facts]) -> dict[str, Any]:
    """What is left to use."""
    linked = [each.linkage for each in facts if each.linkage]
    used = add_utility(each.utility for each in facts if each.utility)
    kinds = sum((Counter(each.kinds) for each in facts), Counter[str]())
    kept = used.information_kept
    return {
        "words_kept": round(sum(each.kept for each in linked) / max(1, sum(each.words for each in facts)), 4),
        "information_kept": None if kept is None else round(kept, 4),
        "marks": dict(kinds.most_common()),
    }


def error_of(share: float, size: int, everybody: int) -> float:
    """By how much a share of a sample may be wrong, 95 times of 100; nothing where everybody was asked.

    >>> error_of(0.5, 500, 10_000), error_of(0.5, 60, 60)
    (0.0427, 0.0)
    """
    if size == 0 or everybody <= size:
        return 0.0
    rest = (everybody - size) / max(1, everybody - 1)
    return round(_SURE * sqrt(share * (1 - share) / size * rest), 4)


def _share(values: Iterable[bool]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 4) if listed else 0.0


def count_totals(figures: Mapping[str, Any]) -> dict[str, int]:
    """Of how many documents or people these shares are; what is inferred is one of several things, and a sample."""
    totals = dict.fromkeys(("broken", "identified", "linkable", "found_first"), figures["documents"])
    totals["singled_out"] = figures["subjects"]
    if "known" in figures:
        totals["known_first"] = figures["known"]["documents"]
    return totals


def list_shares(figures: Mapping[str, Any]) -> dict[str, float]:
    """The shares by which a release is judged, as far as they were measured."""
    shares = {
        "broken": figures["audit"]["broken"] / figures["documents"],
        "identified": figures["isolation"]["documents_with_identifiers"] / figures["documents"],
        "singled_out": figures["isolation"]["singled_out"],
    }
    if "linkage" in figures:
        shares["linkable"] = figures["linkage"]["by_runs"]
        shares["found_first"] = max(each["first"] for each in figures["linkage"]["readers"])
    if "known" in figures:
        shares["known_first"] = max(each["first"] for each in figures["known"]["readers"])
    things = figures.get("inference", {}).get("things", [])
    if about := [each for each in things if each["documents"]]:
        shares["inferred"] = max(
            max(each["first"], each["named_by_language_model"] or 0.0, *each["asked"].values())
            for each in about
        )
    return shares
