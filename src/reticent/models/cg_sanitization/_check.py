"""The check: Definition 3 on a released text, every term and every group of terms in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reticent.models.cg_sanitization._reading import Reader
from reticent.models.cg_sanitization._risk import Disclosure, Recall
from reticent.models.shared.counts import describe_counts, describe_group
from reticent.models.shared.phrases import contexts_by_unit, places_by_unit
from reticent.models.shared.unseen import UNDECIDED, places_of_words
from reticent.plan import Release, Violation
from reticent.text import Span


def violations(
    release: Release, *, reader: Reader, recall: Recall, max_group: int, model: str, kind: str
) -> list[Violation]:
    """One violation for each group within a context that discloses too much, at the first place of its rarest term."""
    phrases = reader.phrases(release.released)
    units = {unit for phrase in phrases for unit in phrase.units}
    risky = recall.disclosures(sorted(units), max_group=max_group)
    involved = {unit for found in risky for unit in found.group}
    telling = [phrase for phrase in phrases if not phrase.units.isdisjoint(involved)]
    shown, places = contexts_by_unit(telling), places_by_unit(telling)
    undecided = places_of_words(phrases, recall.attacker.unseen.undecided(sorted(units)))
    return [
        *(
            Violation(model, spans[0], kind, UNDECIDED, group=(word,), members=(spans,), undecided=True)
            for word, spans in undecided.items()
        ),
        *_broken(risky, shown, places, model=model, kind=kind),
    ]


def _broken(
    risky: Sequence[Disclosure],
    shown: Mapping[str, set[int]],
    places: Mapping[str, tuple[Span, ...]],
    *,
    model: str,
    kind: str,
) -> list[Violation]:
    """The risky groups that stand within one context."""
    return [
        Violation(
            model,
            places[found.group[0]][0],
            kind,
            reason(found),
            group=found.group,
            members=tuple(places[unit] for unit in found.group),
            about=found.entity.name if found.entity else "",
            evidence=figures(found),
        )
        for found in risky
        if set.intersection(*(shown[unit] for unit in found.group))
    ]


def figures(found: Disclosure) -> dict[str, float]:
    """The numbers behind a disclosure; a term that the corpus has never seen has none."""
    if found.entity is None:
        return {}
    return {
        "bits": round(found.bits, 2),
        "bits_allowed": round(found.entity.allowed, 2),
        "together": found.together,
        "alone": found.alone,
    }


def reason(found: Disclosure) -> str:
    """What the group discloses against what is allowed, in one sentence that quotes no term of the text."""
    if found.entity is None:
        return "a term that the corpus has never seen"
    entity, terms = found.entity, len(found.group)
    if not found.alone:
        return f"this term is a name of {entity.name}, or a rare word of one"
    allowed = f"{entity.general} allows {entity.allowed:.1f}" if entity.general else "none may tell all of it"
    return (
        f"{describe_group(terms)} {found.bits:.1f} of the {entity.bits:.1f} bits of {entity.name}, {allowed}:"
        f" {describe_counts(found.together, found.alone, terms, entity.name)}"
    )
