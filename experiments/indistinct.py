"""Readers of the whole text: how far down the hidden disease comes, what that costs, and how near the bound a plan is.

python -m experiments.indistinct [--quick] [--json FILE]: the texts, the articles and the halves of
experiments.cg_attack; settings are chosen on one half of the diseases and reported on the other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from time import process_time
from typing import Any

from experiments import cg_attack
from experiments.cg_attack import ANSWERS, Attack, Case
from experiments.harness import best_of, data, run
from experiments.needs import PICTURES
from reticent import CgSanitization, Document, Indistinct, sanitize, wordnet
from reticent.attackers import Attacker, Candidate
from reticent.attackers.counting import Bayes, CountingReader, Similarity
from reticent.engine import Outcome
from reticent.errors import InputError
from reticent.knowledge import Corpus, is_countable, open_corpus
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Hierarchy, HierarchyEntry, in_order
from reticent.models.indistinct.secrets import ask_reader, count_others, list_candidates
from reticent.plan import Release

Figures = dict[str, Any]

NEEDS = cg_attack.NEEDS | PICTURES
STEPS = (5, 20, 100)
GAPS = (0.0, 8.0, 32.0)
_CHOSEN = 8.0
_WORDS, _CANDIDATES = 1_000, 1_000


@dataclass(frozen=True, slots=True)
class World:
    """What all texts share: the corpus, the readers that plans are made for, another one, and the candidates."""

    corpus: Corpus
    readers: tuple[CountingReader, CountingReader]
    stranger: Attack
    candidates: tuple[Candidate, ...]


def measure(quick: bool) -> Figures:
    """The choice of what a gap costs, the releases at three k beside names gone and pairs, and the speed of readers."""
    texts, articles = cg_attack.cases()
    corpus = open_corpus()
    candidates = _list_candidates(texts, corpus)
    world = World(corpus, (Similarity(corpus), Bayes(corpus)), Attack(articles), candidates)
    halves = [
        [case for case in texts if cg_attack.half(case.title) == half and _is_known(case, world)]
        for half in (0, 1)
    ]
    if quick:
        halves = [cases[:8] for cases in halves]
    chosen = {
        f"gap {gap:g}, k 20": _score(_hide_all(halves[0], world, 20, gap), world)
        for gap in GAPS[:: 2 if quick else 1]
    }
    _show_rows("chosen on", chosen)
    figures = {
        "quick": quick,
        "candidates": len(world.candidates),
        "diseases": len(articles),
        "chosen_on": chosen,
        "reported": _report(halves[1], world),
        "speed": measure_speed(world),
    }
    if not quick:
        from experiments.indistinct_pictures import draw  # loads matplotlib

        draw(figures)
    return figures


def _list_candidates(cases: Sequence[Case], corpus: Corpus) -> tuple[Candidate, ...]:
    """Every disease that a text of the collection is about, by its names without acronyms and the title of its article.

    Those are left out that the corpus has never seen: no reader would guess them.
    """
    records = [json.loads(line) for line in data(ANSWERS).read_text(encoding="utf-8").splitlines()]
    found: dict[str, dict[str, None]] = {}
    named = [tuple(map(cg_attack.plain, [record["disease"], *record["synonyms"]])) for record in records]
    for case in [*(Case("", names, "") for names in named), *cases]:
        names = [name for name in case.counted_names if is_countable(" ".join(words_of(name)))]
        if names:
            found.setdefault(names[0].casefold(), {}).update(dict.fromkeys(names))
    listed = list_candidates(map(tuple, found.values()), wordnet(), {})
    known = Similarity(corpus).considers(listed)
    return tuple(each for each, is_known in zip(listed, known, strict=True) if is_known)


def _model(case: Case, world: World, k: int, gap: float) -> Indistinct | None:
    """The model that hides the disease of a text among all of them; None where the corpus has never seen it."""
    name = case.counted_names[0]
    try:
        return Indistinct(
            {name: "disease"},
            corpus=world.corpus,
            taxonomy=wordnet(),
            k=k,
            attackers=world.readers,
            candidates=world.candidates,
            gap=gap,
        )
    except InputError:
        return None


def _is_known(case: Case, world: World) -> bool:
    return any(case.counted_names[0] == candidate.name for candidate in world.candidates)


@dataclass(frozen=True, slots=True)
class Hidden:
    """A released text, how it was made, and who is asked about it."""

    case: Case
    release: Release
    model: Indistinct
    outcome: Outcome | None = None
    seconds: float = 0.0


def _hide_all(cases: Sequence[Case], world: World, k: int, gap: float = _CHOSEN) -> list[Hidden]:
    found = []
    for case in cases:
        model = _model(case, world, k, gap)
        if model is None:
            raise SystemExit(f"{case.title} was known a moment ago")
        start = process_time()
        outcome = sanitize(case.document, model)
        seconds = process_time() - start
        if outcome.violations:
            raise SystemExit(f"a release about {case.title} breaks its promise")
        found.append(Hidden(case, outcome.release, model, outcome, seconds))
    return found


def _report(cases: Sequence[Case], world: World) -> Figures:
    """Names gone, pairs, and three k on the half that no choice was made on."""
    asked = {case.title: _model(case, world, 1, _CHOSEN) for case in cases}
    models = {title: model for title, model in asked.items() if model is not None}
    rows = {
        "names gone": [
            Hidden(case, cg_attack.remove_places(case, cg_attack.places_of_names(case)), models[case.title])
            for case in cases
        ],
        "pairs": [Hidden(case, _hide_by_pairs(case, world), models[case.title]) for case in cases],
        **{f"k {k}": _hide_all(cases, world, k) for k in STEPS},
    }
    return {name: _score(hidden, world) for name, hidden in rows.items()}


def _hide_by_pairs(case: Case, world: World) -> Release:
    """The text under (C, g(C))-sanitization with pairs; what it can't measure loses its names only."""
    name, *others = case.counted_names
    entries = [
        HierarchyEntry("general", ("disease",)),
        HierarchyEntry("disease", tuple(case.counted_names), {"general": "the case"}),
    ]
    try:
        model = CgSanitization(
            {name: "disease"},
            corpus=world.corpus,
            taxonomy=in_order(Hierarchy(entries), wordnet()),
            aliases={name: others},
        )
    except InputError:
        return cg_attack.remove_places(case, cg_attack.places_of_names(case))
    return sanitize(case.document, model).release


def _score(hidden: Sequence[Hidden], world: World) -> Figures:
    """Words kept, the places of the true disease for each reader, and what plans lost beside the bound."""
    ranks: dict[str, list[int]] = {
        reader.name: [_rank(each, reader) for each in hidden] for reader in world.readers
    }
    ranks["articles"] = [world.stranger.rank(each.release.released, each.case.title) for each in hidden]
    figures: Figures = {
        "texts": len(hidden),
        "kept": round(fmean(cg_attack.tokens_kept(each.release) for each in hidden), 4),
        "readers": {
            name: {
                "first": round(fmean(place == 1 for place in places), 4),
                "top_ten": round(fmean(place <= 10 for place in places), 4),
                "median": median(places),
            }
            for name, places in ranks.items()
        },
    }
    plans = [each for each in hidden if each.outcome]
    if plans:
        figures |= {
            "seconds": round(fmean(each.seconds for each in plans), 3),
            "bits": _compare_with_bound(plans),
        }
    return figures


def _rank(hidden: Hidden, reader: Attacker) -> int:
    """The place of the true disease, ties in favour of the others, as the promise counts them."""
    secret = hidden.model.secrets[0]
    others = count_others(ask_reader(reader, hidden.release.released, secret), secret.name)
    return (others or 0) + 1


def _compare_with_bound(hidden: Sequence[Hidden]) -> Figures:
    """Of the plans that remove words: the bits of these, and how many of them no plan can keep."""
    costs = []
    for each in hidden:
        decisions = each.outcome.plan.decisions if each.outcome else ()
        words = [decision.evidence for decision in decisions if "bits_at_least" in decision.evidence]
        if words:
            costs.append((words[0]["bits_of_all_words_gone"], words[0]["bits_at_least"]))
    if not costs:
        return {"plans": 0}
    return {
        "plans": len(costs),
        "lost": round(fmean(cost for cost, _ in costs), 1),
        "at_least": round(fmean(bound for _, bound in costs), 1),
        "ratio": round(sum(cost for cost, _ in costs) / max(1e-9, sum(bound for _, bound in costs)), 3),
        "at_the_bound": round(fmean(cost <= bound * 1.0001 for cost, bound in costs), 3),
    }


def measure_speed(world: World) -> Figures:
    """Processor time of a guess from a text of 1,000 words whose words were not counted before, and from one that was."""
    below = [Candidate(each.name, each.names) for each in _wordnet_diseases()]
    candidates = [*world.candidates, *below]
    first = Similarity(world.corpus)
    known = [each for each, is_known in zip(candidates, first.considers(candidates), strict=True) if is_known]
    known = known[:_CANDIDATES]
    texts = [
        record["text"] for record in map(json.loads, data(ANSWERS).read_text(encoding="utf-8").splitlines())
    ]
    words = " ".join(texts).split()
    document = Document("words", " ".join(words[:_WORDS]))
    rows: Figures = {"words": _WORDS, "candidates": len(known)}
    for make in (Similarity, Bayes):
        reader = make(world.corpus)
        start = process_time()
        reader.considers(known)
        warm = process_time() - start
        start = process_time()
        reader.guesses(document, known)
        new = process_time() - start
        again = best_of(5, lambda reader=reader: reader.guesses(document, known))  # type: ignore[misc]
        rows[reader.name] = {
            "profiles": round(warm, 3),
            "new_words": round(new, 3),
            "known_words": round(again, 3),
        }
    return rows


def _wordnet_diseases() -> list[Any]:
    from reticent.knowledge.taxonomy import descendants

    taxonomy = wordnet()
    return [below for sense in taxonomy.concepts("disease")[:1] for below in descendants(taxonomy, sense)]


def show(figures: Figures) -> None:
    """The tables on the screen."""
    print(f"{figures['candidates']} candidates")
    for part in ("chosen_on", "reported"):
        _show_rows(part, figures[part])
    print(figures["speed"])


def _show_rows(title: str, rows: Mapping[str, Figures]) -> None:
    print(f"\n{title}")
    for name, row in rows.items():
        readers = "  ".join(
            f"{reader} first {score['first']:.3f} median {score['median']:g}"
            for reader, score in row["readers"].items()
        )
        bits = f"  bits {row['bits']}, {row['seconds']} s" if "bits" in row else ""
        print(f"{name:14} {row['texts']} texts  kept {row['kept']:.3f}  {readers}{bits}", flush=True)


if __name__ == "__main__":
    run("indistinct", NEEDS, measure, show)
