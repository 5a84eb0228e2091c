"""(C, g(C))-sanitization again: the paper's case study, an attack on the released texts, speed, and the greedy gap.

python -m experiments.cg_sanitization [--quick] [--json FILE]; the pictures of a whole run go to `docs/figures`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import product
from typing import Any

from experiments import cg_attack
from experiments.cg_articles import believe_at
from experiments.cg_attack import Attack, Case
from experiments.harness import FIGURES, best_of, run
from experiments.needs import PICTURES
from reticent import Document, sanitize, wordnet
from reticent.errors import InputError
from reticent.knowledge import Corpus, open_corpus, open_knowledge
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Hierarchy, HierarchyEntry, Taxonomy, ancestors, in_order
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization._search import TermOptions, generalize
from reticent.models.shared.counts import REMOVED, Option
from reticent.plan import Release
from reticent.text.terms import terms

Figures = dict[str, Any]

NEEDS = cg_attack.NEEDS | PICTURES
ARTICLES = {"HIV": "HIV", "Sexually transmitted disease": "STD"}
THRESHOLDS = {"HIV": (None, "virus", "infection"), "STD": (None, "disease")}
THREE = {"HIV": "virus", "tuberculosis": "disease", "malaria": "infection"}
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "max_group=1": {"max_group": 1},
    "max_group=2": {"max_group": 2},
    "max_group=1, nearest g(c)": {"max_group": 1, "nearest": True},
    "max_group=2, nearest g(c)": {"max_group": 2, "nearest": True},
    "max_group=1, counted": {"max_group": 1, "evidence": "counted"},
    "max_group=1, strict": {"max_group": 1, "evidence": "strict"},
}
REPORTED = tuple(SETTINGS)
CHOOSING: Mapping[str, Mapping[str, Any]] = {
    f"max_group=1, chance {chance}": {"max_group": 1, "chance": chance} for chance in (0.1, 0.15, 0.3, 0.4)
}
"""Single terms believed less and more easily than by default: what pairs have to compete with."""
FACTS = "medicine-facts"
"""Facts about conditions besides the general corpus; `medicine-texts` holds the attacked texts themselves."""

_LARGEST_OF_THREE = 300


def measure(quick: bool) -> Figures:
    """All four parts; a quick run takes fewer texts, settings and sizes."""
    corpus = open_corpus()
    texts, articles = cg_attack.cases()
    studied = cg_attack.articles(lambda title: title in ARTICLES)
    return {
        "quick": quick,
        "case_study": case_study(studied, corpus, groups=(1,) if quick else (1, 2)),
        "attack": attack(texts, articles, corpus, quick=quick),
        "speed": measure_speed(
            articles, corpus, sizes=(50, 100) if quick else (50, 100, 200, 300, 500, 700, 1000)
        ),
        "greedy": greedy_gap(200 if quick else 1000),
    }


# paper: cg-sanitization, Table 1; Table 2
def case_study(studied: Mapping[str, str], corpus: Corpus, *, groups: Sequence[int]) -> list[Figures]:
    """Tables 1 and 2 without the human: how many terms go, for each threshold, group size and way to count."""
    rows = []
    for title, entity in ARTICLES.items():
        document = Document(title, studied[title][:8000])
        for general, size, counting, evidence in product(
            THRESHOLDS[entity], groups, ("standard", "contextualized", "taxonomic"), ("counted", "confident")
        ):
            if counting == "contextualized" and general is None:
                continue
            row = {
                "article": title, "general": general, "max_group": size, "counting": counting, "evidence": evidence,
            }  # fmt: skip
            rows.append(row | _study(document, entity, row, corpus))
    return rows


def _study(document: Document, entity: str, row: Figures, corpus: Corpus) -> Figures:
    options = {key: row[key] for key in ("max_group", "counting", "evidence")}
    try:
        model = CgSanitization(
            {entity: row["general"]}, corpus=corpus, taxonomy=wordnet(), unseen="keep", **options
        )
        model = model.without_documents(document)
    except InputError as error:
        return {"refused": type(error).__name__}
    start = time.process_time()
    changed = len(model.plan(document).decisions)
    found = len(model.reader.phrases(document))
    return {"terms": found, "changed": changed, "seconds": round(time.process_time() - start, 2)}


def attack(texts: Sequence[Case], articles: Mapping[str, str], corpus: Corpus, *, quick: bool) -> Figures:
    """Settings chosen on one half of the diseases, reported on the other; the full corpus, then without the articles."""
    attacker = Attack(articles)
    held_out, facts = (_hold_out(each, articles) for each in (corpus, open_knowledge(FACTS)))
    halves = [[case for case in texts if cg_attack.half(case.title) == half] for half in (0, 1)]
    if quick:
        halves = [cases[:12] for cases in halves]
    chosen = {name: SETTINGS[name] for name in REPORTED[:2]} if quick else {**SETTINGS, **CHOOSING}
    few = {name: SETTINGS[name] for name in REPORTED[:2]}
    reported = {name: SETTINGS[name] for name in (REPORTED[:2] if quick else REPORTED)}
    return {
        "diseases": len(articles),
        "articles_held_out": corpus.size - held_out.size,
        "chosen_on": _score_settings(attacker, halves[0], corpus, chosen),
        "reported": _score_settings(attacker, halves[1], corpus, reported, controls=True),
        "reported_held_out": _score_settings(attacker, halves[1], held_out, reported, controls=True),
        "chosen_on_held_out": _score_settings(attacker, halves[0], held_out, few),
        "chosen_on_with_facts": _score_settings(attacker, halves[0], facts, few),
        "reported_with_facts": _score_settings(attacker, halves[1], facts, few),
    }


def _hold_out(corpus: Corpus, articles: Mapping[str, str]) -> Corpus:
    """The corpus without the attacker's articles."""
    for text in articles.values():
        for part in text.split(cg_attack.BETWEEN):
            corpus = corpus.without(words_of(part), alike=0.9)
    return corpus


def _score_settings(
    attacker: Attack,
    texts: Sequence[Case],
    corpus: Corpus,
    settings: Mapping[str, Mapping[str, Any]],
    *,
    controls: bool = False,
) -> Figures:
    """Scores of the original, of the names removed, of every setting, and of controls that delete as much."""
    known = [case for case in texts if _model(case, corpus, {}) is not None]
    bare = [(case, cg_attack.remove_places(case, cg_attack.places_of_names(case))) for case in known]
    whole = [(case, cg_attack.remove_places(case, [])) for case in known]
    rows: Figures = {
        "refused": len(texts) - len(known),
        "original": asdict(cg_attack.score(attacker, whole)),
        "names removed": asdict(cg_attack.score(attacker, bare)),
    }
    for name, options in settings.items():
        outcomes = [(case, _release(case, corpus, options)) for case in known]
        released = [(case, release or _without_names(case)) for case, release in outcomes]
        rows[name] = asdict(cg_attack.score(attacker, released))
        rows[name]["not released"] = sum(release is None for _, release in outcomes)
        if controls:
            rows[name]["controls"] = _score_controls(attacker, released, corpus)
        print(f"{name:30} {rows[name]['first']:.3f} first, {rows[name]['kept']:.3f} kept", flush=True)
    return rows


def _score_controls(attacker: Attack, released: Sequence[tuple[Case, Release]], corpus: Corpus) -> Figures:
    """The scores when as much is deleted in other orders."""
    controls: dict[str, list[tuple[Case, Release]]] = {}
    for case, release in released:
        deleted = 1 - cg_attack.tokens_kept(release)
        for control, order in cg_attack.control_orders(case, corpus, seed=1):
            controls.setdefault(control, []).append((case, cg_attack.control(case, deleted, order)))
    return {control: asdict(cg_attack.score(attacker, pairs)) for control, pairs in controls.items()}


def _without_names(case: Case) -> Release:
    """What a setting comes to that can't measure a disease, or whose release the audit refuses."""
    return cg_attack.remove_places(case, cg_attack.places_of_names(case))


def _release(case: Case, corpus: Corpus, options: Mapping[str, Any]) -> Release | None:
    """The release of a text; None where the audit refuses it."""
    if "chance" in options:
        others = {name: value for name, value in options.items() if name != "chance"}
        with believe_at(options["chance"]):
            return _release(case, corpus, others)
    model = _model(case, corpus, options)
    if model is None:
        return _without_names(case)
    outcome = sanitize(case.document, model)
    return None if outcome.violations else outcome.release


def _model(case: Case, corpus: Corpus, options: Mapping[str, Any]) -> CgSanitization | None:
    """The model that hides a disease: g(c) is "disease", or its nearest ancestor in WordNet that can be one."""
    settings = dict(options)
    name, *others = case.counted_names
    generals = ["disease"]
    if settings.pop("nearest", False):
        senses = wordnet().concepts(name)[:1]
        generals = [each.name for sense in senses for each in ancestors(wordnet(), sense)] + generals
    for general in generals:
        try:
            return CgSanitization(
                {name: general},
                corpus=corpus,
                taxonomy=_with_disease(case, general),
                aliases={name: others},
                **{"unseen": "keep", **settings},
            )
        except InputError:
            continue
    return None


def _with_disease(case: Case, general: str) -> Taxonomy:
    """WordNet with the disease, under its names, below g(c): it calls malaria an infection and knows few others."""
    entries = [
        HierarchyEntry("general", (general,)),
        HierarchyEntry("disease", tuple(case.counted_names), {"general": "the case"}),
    ]
    return in_order(Hierarchy(entries), wordnet())


# paper: cg-sanitization, Table 3
def measure_speed(articles: Mapping[str, str], corpus: Corpus, *, sizes: Sequence[int]) -> list[Figures]:
    """Seconds of processor time to plan and to check texts of several sizes, with three entities."""
    joined = "\n\n".join(articles[title] for title in sorted(articles))
    rows = []
    for size in sizes:
        document = _with_terms(joined, size)
        row: Figures = {"terms": len(terms(document))}
        for group in (1, 2, 3) if size <= _LARGEST_OF_THREE else (1, 2):
            model = CgSanitization(THREE, corpus=corpus, taxonomy=wordnet(), unseen="keep", max_group=group)
            row[f"plan_{group}"] = _processor_time(partial(model.plan, document), group)
            release = Release(document, document)
            row[f"check_{group}"] = _processor_time(partial(model.violations, release), group)
        rows.append(row)
    return rows


def _processor_time(work: Callable[[], object], group: int) -> float:
    return round(best_of(1 if group == 3 else 3, work), 3)


def _with_terms(text: str, size: int) -> Document:
    low, high = 0, len(text)
    while high - low > 20:
        middle = (low + high) // 2
        low, high = (low, middle) if len(terms(Document("joined", text[:middle]))) >= size else (middle, high)
    return Document("joined", text[:high])


def greedy_gap(rounds: int) -> Figures:
    """How much information the greedy choice keeps of what the best choice would, on small random cases."""
    chance = random.Random(5)
    shares: dict[str, list[float]] = {"H3": [], "H3 and restoring": []}
    for _ in range(rounds):
        slots, risky = _random_case(chance)
        ways = product(*(slot.options for slot in slots))
        best = max(sum(option.information for option in way) for way in ways if _is_safe(way, risky))
        for name, restore in (("H3", False), ("H3 and restoring", True)):
            kept = _information(slots, generalize(slots, risky, restore=restore))
            shares[name].append(kept / best if best else 1.0)
    return {
        name: {
            "mean": sum(values) / len(values),
            "worst": min(values),
            "optimal": sum(value > 1 - 1e-9 for value in values) / len(values),
        }
        for name, values in shares.items()
    }


def _is_safe(way: Sequence[Option], risky: Sequence[frozenset[str]]) -> bool:
    present = frozenset().union(*(option.units for option in way))
    return not any(group <= present for group in risky)


def _random_case(chance: random.Random) -> tuple[list[TermOptions], list[frozenset[str]]]:
    """Five terms with two or three generalizations each, shared at the top, and ten risky groups of one to three."""
    slots = []
    for number in range(5):
        above = [f"{number}a", f"{number // 2}b", f"{number // 3}c"][: chance.randint(2, 3)]
        levels = sorted((chance.uniform(1, 18) for _ in range(len(above) + 1)), reverse=True)
        options = [
            Option(name, frozenset({name}), level)
            for name, level in zip([f"{number}", *above], levels, strict=True)
        ]
        slots.append(TermOptions((*options, REMOVED)))
    names = sorted({unit for slot in slots for option in slot.options for unit in option.units})
    risky = [frozenset(chance.sample(names, chance.choice([1, 2, 2, 2, 3]))) for _ in range(10)]
    return slots, risky


def _information(slots: Sequence[TermOptions], chosen: Sequence[int]) -> float:
    return sum(slot.options[option].information for slot, option in zip(slots, chosen, strict=True))


def show(figures: Figures) -> None:
    """The tables on the screen, and the pictures."""
    for row in figures["case_study"]:
        told = row.get("refused") or f"{row['changed']:4} of {row['terms']} terms, {row['seconds']:6.2f} s"
        print(
            f"{row['article'][:6]:6} g={row['general']!s:10} MAX={row['max_group']}"
            f" {row['counting']:15} {row['evidence']:10} {told}"
        )
    parts = [part for part, rows in figures["attack"].items() if isinstance(rows, dict)]
    for part in parts:
        print(f"\n{part}: {figures['attack'][part]['refused']} texts refused")
        for name, row in figures["attack"][part].items():
            if name != "refused":
                _show_score(name, row)
    for row in figures["speed"]:
        print(row)
    print(figures["greedy"])
    if not figures["quick"]:
        from experiments.cg_pictures import draw

        draw(figures)
        print(f"pictures in {FIGURES}")


def _show_score(name: str, row: Figures) -> None:
    others = "  ".join(
        f"{control} {score['first']:.3f}" for control, score in row.get("controls", {}).items()
    )
    print(
        f"{name:28} first {row['first']:.3f}  top ten {row['top10']:.3f}  median {row['median_rank']:5.1f}"
        f"  log rank {row['log_rank']:.3f}  kept {row['kept']:.3f}  {others}"
    )


if __name__ == "__main__":
    run("cg_sanitization", NEEDS, measure, show)
