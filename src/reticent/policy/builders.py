"""From a model's section of a policy to the model: one function a model, which loads it where it is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reticent.detection.detector import Detector
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.policy import schema, stores
from reticent.taxonomy import Taxonomy


@dataclass(frozen=True, slots=True)
class Parts:
    """What the sections of a policy share: its detectors, its taxonomies when asked for, where its files are."""

    detectors: tuple[Detector, ...]
    taxonomy: Callable[[], Taxonomy]
    folder: Path


def build(section: schema.ModelSection, parts: Parts) -> PrivacyModel:
    """The model that a section describes."""
    return _BUILDERS[section.type](section, parts)


def _redaction(section: schema.RedactionSection, parts: Parts) -> PrivacyModel:
    return Redaction(parts.detectors, taxonomy=parts.taxonomy() if section.generalize else None)


def _t_plausibility(section: schema.TPlausibilitySection, parts: Parts) -> PrivacyModel:
    from reticent.models.t_plausibility import TPlausibility

    return TPlausibility(
        section.t,
        section.alpha,
        taxonomy=parts.taxonomy(),
        detectors=parts.detectors,
        corpus=stores.corpus([section.knowledge], parts.folder) if section.knowledge else None,
        **section.model_dump(exclude={"type", "t", "alpha", "knowledge"}),
    )


def _cg_sanitization(section: schema.CgSanitizationSection, parts: Parts) -> PrivacyModel:
    from reticent.models.cg_sanitization import CgSanitization

    return CgSanitization(
        {entity: general or None for entity, general in section.protect.items()},
        corpus=stores.corpus(section.knowledge, parts.folder),
        taxonomy=parts.taxonomy(),
        aliases=section.aliases,
        max_group=section.max_group,
        context=section.context,
        counting=section.counting,
        evidence=section.evidence,
        min_support=section.min_support,
        unseen=section.unseen,
    )


def _k_safety(section: schema.KSafetySection, parts: Parts) -> PrivacyModel:
    from reticent.knowledge.entities.entities import SERVERS, open_entities
    from reticent.models.k_safety.model import KSafety

    server = section.database.startswith(SERVERS)
    database = open_entities(section.database if server else parts.folder / section.database)
    return KSafety(
        database,
        section.protected,
        section.k,
        categories=section.categories,
        cleared=None if section.reader is None else database.clearance(section.reader),
        generalize=parts.taxonomy() if section.generalize else None,
        synonyms=parts.taxonomy() if section.synonyms else None,
        effort=section.effort,
    )


def _correlation_guard(section: schema.CorrelationGuardSection, parts: Parts) -> PrivacyModel:
    from reticent.models.correlation_guard import CorrelationGuard

    return CorrelationGuard(
        parts.detectors,
        corpus=stores.corpus(section.knowledge, parts.folder),
        taxonomy=parts.taxonomy() if section.generalize else None,
        threshold=section.threshold,
        max_group=section.max_group,
        context=section.context,
        min_support=section.min_support,
    )


def _greedy_sanitize(section: schema.GreedySanitizeSection, parts: Parts) -> PrivacyModel:
    return stores.trained_model(parts.folder / section.file)


_BUILDERS: dict[str, Callable[[Any, Parts], PrivacyModel]] = {
    "redaction": _redaction,
    "t-plausibility": _t_plausibility,
    "cg-sanitization": _cg_sanitization,
    "k-safety": _k_safety,
    "correlation-guard": _correlation_guard,
    "greedy-sanitize": _greedy_sanitize,
}
