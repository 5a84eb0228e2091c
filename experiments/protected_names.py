"""Protected names in the contexts that people and programs write them in: how many a naive reader still sees in releases.

Run as `python -m experiments.protected_names [--quick] [--json FILE]`. Names, contexts and the judge are those of the tests:
the judge decodes every code, drops every mark and looks for the letters of a name, with nothing of the project's reading. Rules
were chosen on one half of the contexts; the other half is only counted. Every release is sanitized a second time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tests.unit.models.name_contexts import NAMES, Case, Name, cases, is_left, is_second_half

from experiments.harness import run
from experiments.needs import Needs
from reticent import (
    CgSanitization,
    CorrelationGuard,
    Redaction,
    WordList,
    open_corpus,
    sanitize,
    wordnet,
)
from reticent.errors import ReticentError
from reticent.knowledge.entities.entities import Entity
from reticent.knowledge.entities.sqlite import SqliteEntities
from reticent.models.indistinct import Indistinct
from reticent.models.k_safety import KSafety
from reticent.models.privacy_model import PrivacyModel
from reticent.text import Document

NEEDS = Needs()
_EVERY = {"Indistinct, k = 5": 7, "correlation guard": 7}
"""Of how many cases one is tried with models that take a second for one; a prime, so that all contexts and names have their turn."""
Make = Callable[[Name], PrivacyModel]


def measure(quick: bool) -> dict[str, Any]:
    """For each model the cases of each half, the names left in them, refusals, and releases that change when sanitized again."""
    every = list(cases())
    return {
        name: _measure_model(make, every[:: 67 if quick else _EVERY.get(name, 1)])
        for name, make in _models().items()
    }


def _measure_model(make: Make, chosen: list[Case]) -> dict[str, Any]:
    figures = {half: Counter(cases=0, left=0, refused=0, changed=0) for half in ("chosen on", "counted")}
    left: Counter[str] = Counter()
    models = {name: _try_to_make(make, name) for name in NAMES}
    for case in chosen:
        model = models[case.name]
        if model is None:
            continue
        counts = figures["counted" if is_second_half(case) else "chosen on"]
        counts["cases"] += 1
        try:
            released = sanitize(Document("note", case.text), model).text
            again = sanitize(Document("note", released), model).text
        except ReticentError:
            counts["refused"] += 1
            continue
        counts["changed"] += again != released
        if is_left(released, case.name):
            counts["left"] += 1
            left[case.context] += 1
    return {**{half: dict(counts) for half, counts in figures.items()}, "contexts": dict(left.most_common())}


def _try_to_make(make: Make, name: Name) -> PrivacyModel | None:
    """The model for a name; nothing where its knowledge has too few or too many candidates to hide the name among."""
    try:
        return make(name)
    except ReticentError:
        return None


def _models() -> dict[str, Make]:
    corpus, taxonomy = open_corpus(), wordnet()
    knowledge: dict[str, Any] = {"corpus": corpus, "taxonomy": taxonomy, "unseen": "keep"}
    return {
        "(C, g(C))": lambda name: CgSanitization({name.protected: name.general}, **knowledge),
        "Indistinct, k = 5": lambda name: Indistinct({name.protected: name.general}, k=5, **knowledge),
        "word list": lambda name: Redaction((WordList([name.written]),)),
        "correlation guard": lambda name: CorrelationGuard(
            (WordList([name.written]),), max_group=1, **knowledge
        ),
        "K-safety": lambda name: KSafety(_database(name.written), ["own"], k=2),
    }


def _database(term: str) -> SqliteEntities:
    """A database in which one entity alone has a term."""
    others = [Entity(f"other {number}", (f"other {number}",), (), ("fever",)) for number in range(5)]
    return SqliteEntities.in_memory([Entity("own", ("own",), (), (term, "fever")), *others])


def show(figures: Mapping[str, Any]) -> None:
    """Two lines for each model, and the contexts that hide most."""
    for name, row in figures.items():
        for half in ("chosen on", "counted"):
            counts = row[half]
            print(
                f"{name:18} {half:10} {counts['cases']:5} cases, {counts['left']:4} names left,"
                f" {counts['refused']:3} refused, {counts['changed']:3} changed when sanitized twice"
            )
        for context, number in list(row["contexts"].items())[:5]:
            print(f"    {number:4} {context}")


if __name__ == "__main__":
    run("protected_names", NEEDS, measure, show)
