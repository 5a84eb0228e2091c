"""One text under every model that can hide a thing, side by side: what each keeps, and what is still inferred."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from reticent.audit.inference import InferenceRisk, Watch
from reticent.audit.report import Utility, measure_utility
from reticent.detection.word_list import WordList
from reticent.engine import Outcome, Rules, run_one
from reticent.errors import InputError, PromiseError
from reticent.knowledge.taxonomy import open_chosen
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.models.correlation_guard.settings import CorrelationGuardSettings
from reticent.models.indistinct.settings import IndistinctSettings
from reticent.models.k_safety.settings import KSafetySettings
from reticent.models.privacy_model import CompleteModel, complete_model
from reticent.models.redaction.settings import RedactionSettings
from reticent.models.settings import Parts, implied_by
from reticent.models.t_plausibility.settings import TPlausibilitySettings
from reticent.policy.registry import ModelSection
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is to be hidden and what may be disclosed of it, and how much the models promise that ask for a number."""

    protection: CgSanitizationSettings
    k: int = 10
    t: int = 1000
    database: str | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """What comes of the text under one model; `why` says why nothing does."""

    model: str
    about: str
    outcome: Outcome | None = None
    utility: Utility | None = None
    risks: tuple[InferenceRisk, ...] = field(default=(), repr=False)
    why: str = ""

    @property
    def place(self) -> int | None:
        """The best place at which an offline reader ranks what is hidden; None where none comes upon it."""
        return min((risk.place for risk in self.risks if risk.place is not None), default=None)

    def as_json(self) -> dict[str, Any]:
        """The same as values that JSON can carry."""
        return {
            "model": self.model,
            "about": self.about,
            "text": self.outcome.text if self.outcome else None,
            "utility": self.utility.as_json() if self.utility else None,
            "inference": [risk.as_json() for risk in self.risks],
            "why": self.why or None,
        }


def compare_models(document: Document, hidden: Hidden, rules: Rules) -> Iterator[Compared]:
    """The text under each model in turn, beside what the rules promise anyway; first with nothing but the names gone."""
    parts = _find_parts(hidden.protection)
    protecting = complete_model(hidden.protection.build(parts))
    names = [name for each in protecting.promise.names.values() for name in each]
    parts, watched = replace(parts, detectors=(WordList(names),)), Watch.over([protecting])
    for name, about, sections in _list_sections(hidden):
        if isinstance(sections, str):
            yield Compared(name, about, why=sections)
            continue
        try:
            models = tuple(complete_model(section.build(parts)) for section in sections)
            ours = replace(rules, models=(*models, *rules.models), watch=None)
            yield _try(Compared(name, about), document, ours, protecting, watched)
        except (PromiseError, InputError) as error:
            yield Compared(name, about, why=str(error))


def _try(
    row: Compared, document: Document, rules: Rules, protecting: CompleteModel, watched: Watch | None
) -> Compared:
    """What comes of it; information is counted alike for all, by the corpus that knows the secret."""
    outcome = run_one(document, rules)
    if outcome.violations:
        return replace(row, why=outcome.explain())
    utility = measure_utility(outcome.plan, outcome.release, [protecting])
    risks = watched.assess(outcome.release) if watched else ()
    return replace(row, outcome=outcome, utility=utility, risks=risks)


def _find_parts(protection: CgSanitizationSettings) -> Parts:
    """What the models are built from: the knowledge that the secret asks for, where nobody chose it."""
    knowledge = tuple(protection.knowledge or implied_by(protection.protect, protection.aliases))
    return Parts(Path(), knowledge=knowledge, taxonomy=cache(open_chosen(None, knowledge, Path())))


def _list_sections(hidden: Hidden) -> Iterator[tuple[str, str, Sequence[ModelSection] | str]]:
    """Each model with what it promises here, and its settings, or why it is not tried."""
    protection, others = hidden.protection, f"{hidden.k:,} others"
    mask = RedactionSettings.model_validate({"type": "redaction"})
    yield "redaction", "the names are gone", [mask]
    yield "cg-sanitization", "nothing left tells more than allowed", [protection]
    guard = CorrelationGuardSettings.model_validate({"type": "correlation-guard"})
    yield "correlation-guard", "what is left doesn't give the names away", [guard, mask]
    generals = {name: each if isinstance(each, str) else each[0] for name, each in protection.protect.items()}
    among: Sequence[ModelSection] | str = "say what may be disclosed of it: --protect ENTITY=GENERAL"
    if all(generals.values()):
        same = {"k": hidden.k, "protect": generals, "aliases": protection.aliases}
        among = [IndistinctSettings.model_validate({"type": "indistinct", **same})]
    yield "indistinct", f"{others} explain the text as well", among
    k_safety: Sequence[ModelSection] | str = "name an entity database with --database"
    if hidden.database is not None:
        own = {"database": hidden.database, "protected": list(generals), "k": hidden.k}
        k_safety = [KSafetySettings.model_validate({"type": "k-safety", **own})]
    yield "k-safety", f"{others} fit the text", k_safety
    plausible = TPlausibilitySettings.model_validate({"type": "t-plausibility", "t": hidden.t})
    yield "t-plausibility", f"{hidden.t:,} texts could be the original", [plausible]
    yield (
        "greedy-sanitize",
        "classifiers find next to nothing",
        "it is for collections: 'reticent train' learns it",
    )
