"""The check: Definition 3 on a released text, every term and every group of terms in it."""

from __future__ import annotations

from reticent.models.cg_sanitization.reading import Phrase, Reader
from reticent.models.cg_sanitization.risk import Attacker, Disclosure, disclosures
from reticent.plan import Release, Violation


def violations(
    release: Release, *, reader: Reader, attacker: Attacker, max_group: int, model: str, kind: str
) -> list[Violation]:
    """One violation for each group within a context that discloses too much, at the first place of its rarest term."""
    phrases = reader.phrases(release.released)
    holders: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        for unit in phrase.units:
            holders.setdefault(unit, []).append(phrase)
    return [
        Violation(model, holders[found.group[0]][0].spans[0], kind, reason(found))
        for found in disclosures(attacker, sorted(holders), max_group=max_group)
        if _share_a_context([holders[unit] for unit in found.group])
    ]


def reason(found: Disclosure) -> str:
    """What the group discloses against what is allowed, in one sentence that quotes no term of the text."""
    if found.entity is None:
        return "a term that the corpus has never seen"
    who = "this term" if len(found.group) == 1 else f"these {len(found.group)} terms together"
    entity = found.entity
    if not found.alone:
        return f"{who} is a name of {entity.name}, or a rare word of one"
    allowed = f"{entity.general} allows {entity.allowed:.1f}" if entity.general else "none may tell all of it"
    tell = "tells" if len(found.group) == 1 else "tell"
    return (
        f"{who} {tell} {found.bits:.1f} of the {entity.bits:.1f} bits of {entity.name}, {allowed}:"
        f" {found.together:,} of {found.alone:,} documents with it name {entity.name}"
    )


def _share_a_context(holders: list[list[Phrase]]) -> bool:
    held = [frozenset().union(*(phrase.contexts for phrase in phrases)) for phrases in holders]
    return bool(frozenset.intersection(*held))
