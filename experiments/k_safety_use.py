"""K-safety in use: notes of one patient pooled, generalizing against deleting, terms as people write them, companions.

python -m experiments.k_safety_use [--quick] [--json docs/figures/k-safety-use.json]

The diseases are those of the Human Phenotype Ontology's annotations (HPO terms of use), the answers MedQuAD's (CC BY
4.0), the notes medical transcriptions (CC0 as claimed by those who collected them). None of them is part of the project.
"""

from __future__ import annotations

import json
import lzma
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log2
from pathlib import Path
from statistics import mean
from typing import Any
from unittest.mock import patch

from experiments.harness import data, run
from experiments.k_safety_judged import FALSE
from experiments.k_safety_real import ANSWERS, DISEASES, SERIOUS, answers, with_categories
from experiments.needs import Needs
from reticent import Document, sanitize, wordnet
from reticent.knowledge.entities.entities import EntityDatabase
from reticent.knowledge.entities.opening import build_entities, open_entities
from reticent.knowledge.taxonomy import ancestors
from reticent.knowledge.taxonomy.taxonomy import Taxonomy
from reticent.models.k_safety import KSafety
from reticent.models.k_safety import _planning as planning
from reticent.models.k_safety._check import count_fewest_companions
from reticent.models.k_safety.closure import ClosedEntities, close_contexts
from reticent.models.k_safety.views import views

NOTES = "wild/mtsamples.jsonl.xz"
NEEDS = Needs(data=(DISEASES, ANSWERS, NOTES))
K = 10
K_NOTES = 5
ENOUGH_TERMS = 12


def measure(quick: bool) -> dict[str, Any]:
    """All figures; `quick` takes fewer documents."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "hpo.db"
        build_entities(with_categories(data(DISEASES)), place)
        diseases = open_entities(place)
        common = open_entities("examples/diseases.jsonl")
        documents = answers(10 if quick else 40)
        letter = Document("letter", Path("examples/doctors-letter.txt").read_text("utf-8"))
        return {
            "pooled": _pool_notes(diseases, 30 if quick else 150),
            "generalizing": {
                "answers, WordNet": _generalize(diseases, documents, wordnet(), [*SERIOUS]),
                "letter, WordNet": _generalize(
                    common, [letter], wordnet(), ["sexual", "heart", "cancer", "mind"]
                ),
            },
            "variants": _read_variants(common, 200 if quick else None),
            "companions": _count_alike(diseases, documents),
            "readers": _count_searches(letter),
        }


def _pool_notes(database: EntityDatabase, number: int) -> dict[str, Any]:
    """Two notes of a patient, each with half of what belongs to a protected disease, safe alone: are they together?"""
    model = KSafety(database, categories=[*SERIOUS], k=K_NOTES, variants=False)
    patients = [each for each in with_categories(data(DISEASES)) if each.categories[0] in SERIOUS]
    patients = [each for each in patients if len(each.context) >= ENOUGH_TERMS]
    rows = []
    for entity in patients[:: max(1, len(patients) // number)][:number]:
        halves = entity.context[::2], entity.context[1::2]
        first, second = (Document("note", ". ".join(half) + ".") for half in halves)
        shown = frozenset(model.read(sanitize(first, model).document).terms)
        alone = frozenset(model.read(sanitize(second, model).document).terms)
        after = replace(model, shown=shown)
        with_ledger = frozenset(model.read(sanitize(second, after).document).terms)
        rows.append(
            {
                "unsafe": _is_unsafe(model, shown | alone),
                "unsafe_ledger": _is_unsafe(model, shown | with_ledger),
                "first": len(shown),
                "second": len(alone),
                "second_ledger": len(with_ledger),
                "terms": len(model.read(second).terms),
            }
        )
    return {
        "patients": len(rows),
        "unsafe_without_ledger": sum(row["unsafe"] for row in rows),
        "unsafe_with_ledger": sum(row["unsafe_ledger"] for row in rows),
        "terms_of_second_note": round(mean(row["terms"] for row in rows), 2),
        "shown_of_second_note": round(mean(row["second"] for row in rows), 2),
        "shown_of_second_note_with_ledger": round(mean(row["second_ledger"] for row in rows), 2),
    }


def _is_unsafe(model: KSafety, shown: frozenset[str]) -> bool:
    """By counting, in a text that says nothing but what both notes show."""
    found = replace(model, shown=shown).read(Document("pooled", ""))
    return bool(count_fewest_companions(found, model._rules))


def _generalize(
    database: EntityDatabase, documents: Sequence[Document], taxonomy: Taxonomy, categories: list[str]
) -> dict[str, Any]:
    """The bits that stay: deleting by plain and by closed contexts, generalizing; and what the rule of before did."""
    closed = close_contexts(database, taxonomy)
    deleting = KSafety(database, categories=categories, k=K)
    general = replace(deleting, generalize=taxonomy)
    rows = [_compare(document, deleting, general, closed) for document in documents]
    rows = [row for row in rows if row["all"]]
    total = sum(row["all"] for row in rows)
    before = _rule_of_before(documents, deleting, general, taxonomy, closed)
    return {
        "documents": len(rows),
        **{
            f"kept_{name}": round(sum(row[name] for row in rows) / total, 3)
            for name in ("deleting", "deleting_closed", "generalizing")
        },
        "generalized": sum(row["generalized"] for row in rows),
        "of_terms": sum(row["terms"] for row in rows),
        "tell_a_category": sum(row["telling"] for row in rows),
        "violations": sum(row["violations"] for row in rows),
        "seconds_a_document": round(mean(row["seconds"] for row in rows), 3),
        **before,
    }


def _compare(
    document: Document, deleting: KSafety, general: KSafety, closed: ClosedEntities
) -> dict[str, Any]:
    found = general.read(document)
    bits = {form: log2(found.size / len(found.knowers[form])) for form in found.told}
    ladders = general.find_ladders(document, found)
    plain = deleting.safe_subset(deleting.read(document)).kept
    without = general.safe_subset(found).kept
    start = time.process_time()
    best = general.safe_subset(found, ladders).kept
    outcome = sanitize(document, general)
    shown = [ladder.step(best) for ladder in ladders.values()]
    moved = [decision.becomes for decision in outcome.plan.decisions if decision.becomes]
    protected = general._rules.categories
    own = [term for term in found.terms if term in plain or not deleting.database.knowers([term])]
    return {
        "all": sum(bits[term] for term in found.terms),
        "deleting": sum(bits[term] for term in own),
        "deleting_closed": sum(bits[term] for term in found.terms if term in without),
        "generalizing": sum(bits[form] for form in shown if form),
        "generalized": len(moved),
        "terms": len(found.terms),
        "telling": sum(closed.tells_category(form, protected) for form in moved),
        "violations": len(outcome.violations),
        "seconds": time.process_time() - start,
    }


def _rule_of_before(
    documents: Sequence[Document],
    deleting: KSafety,
    general: KSafety,
    taxonomy: Taxonomy,
    closed: ClosedEntities,
) -> dict[str, Any]:
    """What an earlier version put in: the nearest ancestor of the first sense that is in no protected context."""
    protected = frozenset(deleting._rules.protected)
    put_in = telling = no_noun = 0
    for document in documents:
        found = general.read(document)
        ladders = general.find_ladders(document, found)
        for term in deleting.safe_subset(deleting.read(document)).deleted:
            form = _nearest_unprotected(term, deleting, taxonomy, protected)
            if form:
                put_in += 1
                telling += form in closed.above and closed.tells_category(form, general._rules.categories)
                no_noun += term in ladders and not ladders[term].steps
    return {"before_put_in": put_in, "before_tell_a_category": telling, "before_no_noun_or_unsure": no_noun}


def _nearest_unprotected(
    term: str, model: KSafety, taxonomy: Taxonomy, protected: frozenset[int]
) -> str | None:
    senses = taxonomy.concepts(term)
    for concept in ancestors(taxonomy, senses[0]) if senses else ():
        known = model.read(Document("name", concept.name)).knowers
        if protected.isdisjoint(entity for found in known.values() for entity in found.tolist()):
            return concept.name
    return None


def _read_variants(database: EntityDatabase, number: int | None) -> dict[str, Any]:
    """How terms are written in real notes, and how many of the readings that are no exact match are wrong.

    The settings were chosen on the notes with even numbers; counted are those with odd ones. What is wrong was judged
    by reading places of every pair of words and term (`k_safety_judged`).
    """
    model = KSafety(database, categories=["sexual"], k=1)
    exact = 0
    pairs: Counter[tuple[str, str, str]] = Counter()
    notes = 0
    for note in _notes(number):
        notes += 1
        found = model.read(note)
        for term, spans in found.places.items():
            for span in spans:
                if span in found.variants:
                    pairs[" ".join(span.of(note.text).lower().split()), term, found.variants[span]] += 1
                else:
                    exact += 1
    reasons = sorted({pair[2] for pair in pairs})
    wrong = {pair: number for pair, number in pairs.items() if pair[:2] in FALSE}
    return {
        "notes": notes,
        "places_exact": exact,
        "places_variants": sum(pairs.values()),
        "false_alarms": sum(wrong.values()),
        "false_alarms_a_note": round(sum(wrong.values()) / notes, 3),
        **{
            f"{reason}, false of all": (
                f"{sum(n for pair, n in wrong.items() if pair[2] == reason)}"
                f" of {sum(n for pair, n in pairs.items() if pair[2] == reason)}"
            )
            for reason in reasons
        },
    }


def _notes(number: int | None) -> Iterator[Document]:
    with lzma.open(data(NOTES), "rt", encoding="utf-8") as lines:
        for at, line in enumerate(lines):
            if number is not None and at >= number:
                return
            if at % 2:
                yield Document(f"note {at}", json.loads(line)["text"])


def _count_alike(database: EntityDatabase, documents: Sequence[Document]) -> dict[str, Any]:
    """How often what is told of a protected disease fits none but protected ones, or those of one category."""
    plain = KSafety(database, categories=[*SERIOUS], k=K)
    diverse = replace(plain, diverse=True)
    rows = []
    for document in documents:
        kept = {
            name: model.safe_subset(model.read(document))
            for name, model in (("plain", plain), ("diverse", diverse))
        }
        rows.append(
            {
                "terms": len(kept["plain"].kept | kept["plain"].deleted),
                **{f"kept_{name}": len(subset.kept) for name, subset in kept.items()},
                **{
                    f"alike_{name}": _is_alike(document, diverse, subset.kept)
                    for name, subset in kept.items()
                },
            }
        )
    return {
        "documents": len(rows),
        "terms": sum(row["terms"] for row in rows),
        **{f"kept_{name}": sum(row[f"kept_{name}"] for row in rows) for name in ("plain", "diverse")},
        **{f"alike_{name}": sum(row[f"alike_{name}"] for row in rows) for name in ("plain", "diverse")},
    }


def _is_alike(document: Document, diverse: KSafety, kept: frozenset[str]) -> bool:
    found = diverse.read(document)
    places = {term: spans for term, spans in found.places.items() if term in kept}
    return bool(count_fewest_companions(replace(found, places=places), diverse._rules))


def _count_searches(letter: Document) -> dict[str, Any]:
    """How many searches the views of the example's readers take, and those of a hundred with the same clearances."""
    from reticent.knowledge.entities.source import read_readers

    readers = read_readers(Path("examples/readers.csv"))
    many = {f"{name} {number}": held for number in range(20) for name, held in readers.items()}
    database = open_entities("examples/diseases.jsonl")
    figures = {}
    for name, clearances in (("example", readers), ("hundred", many)):
        with patch.object(planning, "_search", wraps=planning._search) as searched:
            views(letter, KSafety(database, k=3), clearances)
        figures[name] = {"readers": len(clearances), "searches": searched.call_count}
    return figures


def show(figures: dict[str, Any]) -> None:
    """The figures as lines."""
    for part, rows in figures.items():
        print(f"\n{part}")
        for name, value in rows.items():
            print(f"  {name:40}{value}")


if __name__ == "__main__":
    run("k_safety_use", NEEDS, measure, show)
